//! A statement, read: what of it is looked for in texts.

use super::amounts::Amount;
use super::dates::Date;
use super::lexicon::ALL;
use super::read::{Negates, Reading, Sentence, Word, capitalises_nouns};

/// A statement with more parts than that is no single statement: comparing it is refused, and said.
pub(super) const MOST_PARTS: usize = 256;

/// Something that the statement says and a text may hold.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Word(Word),
    Amount(Amount),
    Date(Date),
}

impl Part {
    /// Where it stands in the statement.
    pub fn place(&self) -> (usize, usize) {
        match self {
            Self::Word(word) => (word.start, word.end),
            Self::Amount(amount) => (amount.start, amount.end),
            Self::Date(date) => (date.start, date.end),
        }
    }
}

/// What is looked for.
#[derive(Debug)]
pub(super) struct Statement {
    /// Its different words by key, then its amounts, then its dates.
    pub parts: Vec<Part>,
    /// How many of the parts are words.
    pub words: usize,
    /// Whether each word is a name.
    pub names: Vec<bool>,
    /// Keys of words that it negates.
    pub negated: Vec<u64>,
    /// It negates at all.
    pub negates: bool,
}

/// Why a statement cannot be looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Unfit {
    /// It has no words that carry content, and no numbers.
    Empty,
    /// It has more than [`MOST_PARTS`] parts, or is too long together with what it is looked for in.
    Long,
}

impl Statement {
    /// What is looked for of a statement in a language.
    pub fn new(read: &Reading, language: u8) -> Result<Self, Unfit> {
        let mut words: Vec<Word> = read.words.iter().filter(|word| carries(word, language)).copied().collect();
        if words.len() + read.amounts.len() + read.dates.len() > 8 * MOST_PARTS {
            return Err(Unfit::Long);
        }
        // A heading, or a language that writes nouns so: a capital letter says nothing.
        let titled = words.iter().filter(|word| word.name).count() * 10 > words.len() * 7 && words.len() > 4;
        let named = !titled && !capitalises_nouns(language);
        words.sort_by_key(|word| (word.key, word.start));
        words.dedup_by(|next, first| {
            let same = next.key == first.key;
            first.name |= same && next.name;
            same
        });
        if words.is_empty() {
            // Nothing but words without content: then those are what it says.
            words = read.words.iter().filter(|word| !word.taken && word.negates == Negates::Nothing).copied().collect();
            words.sort_by_key(|word| (word.key, word.start));
            words.dedup_by_key(|word| word.key);
        }
        let names = words.iter().map(|word| named && word.name).collect();
        let count = words.len();
        let parts: Vec<Part> = (words.into_iter().map(Part::Word))
            .chain(read.amounts.iter().copied().map(Part::Amount))
            .chain(read.dates.iter().copied().map(Part::Date))
            .collect();
        match parts.len() {
            0 => return Err(Unfit::Empty),
            n if n > MOST_PARTS => return Err(Unfit::Long),
            _ => {}
        }
        let negated: Vec<u64> = read.sentences.iter().flat_map(|sentence| negated(read, sentence, language)).collect();
        let negates = read.sentences.iter().any(|sentence| negates(read, sentence));
        Ok(Self { parts, words: count, names, negated, negates })
    }

    /// The place of the word with this key among the parts.
    pub fn place_of(&self, key: u64) -> Option<usize> {
        let key_at = |part: &Part| if let Part::Word(word) = part { word.key } else { u64::MAX };
        self.parts[..self.words].binary_search_by_key(&key, key_at).ok()
    }
}

/// Whether a word carries content in a language.
pub(super) fn carries(word: &Word, language: u8) -> bool {
    !word.number && !word.taken && word.stop & language == 0
}

/// Keys of the words that a sentence negates: the next word with content behind a negation, or the one before it.
pub(super) fn negated(read: &Reading, sentence: &Sentence, language: u8) -> Vec<u64> {
    let words = &read.words[sentence.words.clone()];
    let mut keys = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let content = |word: &&Word| carries(word, language);
        let next = || words[at + 1..].iter().take(6).find(content);
        let before = || words[..at].iter().rev().take(6).find(content);
        match word.negates {
            Negates::Nothing => {}
            _ if is_soft(words, at) => {}
            Negates::Next => {
                keys.extend(next().map(|word| word.key));
                // Verbs come before their "nicht" and "pas".
                if language != super::lexicon::ENGLISH {
                    keys.extend(before().filter(|word| word.stop != ALL).map(|word| word.key));
                }
            }
            Negates::Before => keys.extend(before().map(|word| word.key)),
        }
    }
    keys
}

/// Whether a sentence negates anything.
pub(super) fn negates(read: &Reading, sentence: &Sentence) -> bool {
    let words = &read.words[sentence.words.clone()];
    (0..words.len()).any(|at| words[at].negates != Negates::Nothing && !is_soft(words, at))
}

fn is_soft(words: &[Word], at: usize) -> bool {
    words.get(at + 1).is_some_and(|next| next.soft)
}
