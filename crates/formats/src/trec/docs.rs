//! A table of ids: those of one query's documents, used again for the next, or those of all queries.

use std::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::HashTable;

use super::fields::same;

/// Finds an id's number. The ids themselves lie elsewhere. The hash is seeded at random, so that no file can be made to collide; the seed
/// never reaches a result.
#[derive(Debug, Default)]
pub struct DocTable {
    numbers: HashTable<u32>,
    state: RandomState,
}

impl DocTable {
    /// An empty table.
    pub fn new() -> Self {
        Self { numbers: HashTable::new(), state: RandomState::default() }
    }

    /// Empties the table, with room for `count` ids.
    pub fn reset(&mut self, count: usize) {
        // Emptying a table costs its capacity: after one very long query, thousands of short ones would each pay for it.
        if self.numbers.capacity() > 16 * (count + 64) {
            self.numbers = HashTable::new();
        }
        self.numbers.clear();
        // Rehashing would have to ask for ids again; with room for all there is none.
        self.numbers.reserve(count, |_| 0);
    }

    /// The number under which `doc` stands.
    pub fn find<'a>(&self, doc: &[u8], id_of: impl Fn(u32) -> &'a [u8]) -> Option<u32> {
        self.numbers.find(self.state.hash_one(doc), |&n| same(id_of(n), doc)).copied()
    }

    /// The number under which `doc` stands, or `None` after it was put in under `number`. `id_of` gives the id of a number.
    #[inline]
    pub fn find_or_insert<'a>(&mut self, doc: &[u8], number: u32, id_of: impl Fn(u32) -> &'a [u8]) -> Option<u32> {
        let hash = self.state.hash_one(doc);
        let entry = self.numbers.entry(hash, |&n| same(id_of(n), doc), |&n| self.state.hash_one(id_of(n)));
        match entry {
            hashbrown::hash_table::Entry::Occupied(found) => Some(*found.get()),
            hashbrown::hash_table::Entry::Vacant(free) => {
                free.insert(number);
                None
            }
        }
    }
}
