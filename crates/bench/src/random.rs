//! Draws that are the same everywhere: whole numbers only, so that no mathematical library decides a byte.

use statistics::generator::SplitMix64;

/// A seeded source of draws.
pub struct Random(SplitMix64);

impl Random {
    /// Draws that start from `seed`.
    pub fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    /// The next number below `n`, which must not be 0.
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(n)) >> 64) as u64
    }

    /// The next number from `low` to `high`.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }

    /// Whether something that happens `percent` times of a hundred happens.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// A number below `n`, small ones more often: `n` times the cube of an even draw from 0 to 1.
    pub fn near_zero(&mut self, n: u64) -> u64 {
        let draw = u128::from(self.below(1 << 21));
        ((draw * draw * draw * u128::from(n)) >> 63) as u64
    }

    /// One of `items`, which must not be empty.
    pub fn one<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }

    /// Puts `items` into a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}
