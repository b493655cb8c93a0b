//! A text as the lexical judge reads it: its sentences with their words, numbers and dates, in one pass, linear in the text. It is read
//! anew for every question asked, so it copies no words: a word is a key with its place.

use unicode_normalization::char::is_combining_mark;

use super::amounts::{self, Amount, Number};
use super::dates::Date;
use super::fold::{fold, hash, stemmed};
use super::lexicon::{ALL, ENGLISH, GERMAN, entry};
use super::signs;

/// A word, a pair of signs, or a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    /// The key of its stem; of a number its place in `numbers`.
    pub key: u64,
    /// The key of the whole word.
    pub plain: u64,
    pub start: usize,
    pub end: usize,
    /// Languages in which it carries no content, as bits.
    pub stop: u8,
    /// How it negates.
    pub negates: Negates,
    /// Behind a negation it makes none.
    pub soft: bool,
    /// It begins with a capital letter and does not begin its sentence.
    pub name: bool,
    /// It is a number.
    pub number: bool,
    /// A number or a date may begin with it.
    pub counts: bool,
    /// Part of a number or a date that is compared as such.
    pub taken: bool,
}

/// Where what a word negates stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Negates {
    Nothing,
    Next,
    Before,
}

/// A sentence: where it stands in bytes, and its parts as ranges of those of the text.
#[derive(Clone, Debug)]
pub(super) struct Sentence {
    pub start: usize,
    pub end: usize,
    pub words: std::ops::Range<usize>,
    pub amounts: std::ops::Range<usize>,
    pub dates: std::ops::Range<usize>,
}

/// A text, read.
#[derive(Debug, Default)]
pub(super) struct Reading {
    pub words: Vec<Word>,
    pub sentences: Vec<Sentence>,
    pub numbers: Vec<Number>,
    pub amounts: Vec<Amount>,
    pub dates: Vec<Date>,
}

impl Reading {
    /// Reads a text.
    pub fn new(text: &str) -> Self {
        let mut reader = Reader { text, read: Self::default(), folded: Vec::new(), first: 0, began: 0 };
        reader.run();
        reader.read
    }

    /// The language that most of its words without content are of; English where none is.
    pub fn language(&self) -> u8 {
        let mut counts = [0usize; 4];
        for word in self.words.iter().filter(|word| word.stop != 0 && word.stop != ALL) {
            (0..4).filter(|bit| word.stop & (1 << bit) != 0).for_each(|bit| counts[bit] += 1);
        }
        let most = (0..4).max_by_key(|bit| (counts[*bit], std::cmp::Reverse(*bit)));
        most.map_or(ENGLISH, |bit| 1 << bit)
    }
}

/// Whether nouns are written with a capital letter, so that one says nothing of names.
pub(super) fn capitalises_nouns(language: u8) -> bool {
    language == GERMAN
}

struct Reader<'t> {
    text: &'t str,
    read: Reading,
    folded: Vec<u8>,
    /// The first word of the sentence that is open.
    first: usize,
    /// Where that sentence begins.
    began: usize,
}

impl Reader<'_> {
    fn run(&mut self) {
        let mut at = 0;
        while let Some(character) = self.text[at..].chars().next() {
            at = match character {
                '0'..='9' | '０'..='９' => self.number(at),
                c if signs::writes_no_blanks(c) => self.signs(at),
                c if c.is_alphanumeric() => self.word(at),
                c => {
                    let next = at + c.len_utf8();
                    if self.ends(c, at, next) {
                        self.close(next);
                    }
                    next
                }
            };
        }
        self.close(self.text.len());
    }

    /// Whether a sentence ends with this mark.
    fn ends(&self, mark: char, at: usize, next: usize) -> bool {
        let rest = &self.text[next..];
        match mark {
            '。' | '！' | '？' | '｡' => true,
            '!' | '?' | '…' => rest.chars().next().is_none_or(|c| !c.is_alphanumeric()),
            '.' => {
                let behind = rest.trim_start_matches(['"', '\'', '”', '’', ')', ']', '»']);
                behind.chars().next().is_none_or(char::is_whitespace) && !self.abbreviates(at, behind)
            }
            // A line that goes on in small letters was only wrapped.
            '\n' => rest.trim_start_matches([' ', '\t']).chars().next().is_none_or(|c| !c.is_lowercase()),
            _ => false,
        }
    }

    /// Whether the full stop at `at` belongs to the word before it.
    fn abbreviates(&self, at: usize, behind: &str) -> bool {
        let Some(word) = self.read.words[self.first..].last().filter(|word| word.end == at) else { return false };
        let written = &self.text[word.start..word.end];
        if word.number {
            // A day: 3. Mai.
            let next: String = behind.trim_start().chars().take_while(|c| c.is_alphabetic()).take(12).collect();
            return written.len() <= 2 && entry(super::fold::plain(&next)).month > 0;
        }
        const SHORT: &str =
            " dr mr mrs ms st no vs eg ie art nr approx ca inc ltd jr sr prof gen fig sec dept est bzw usw abs sra dra núm ";
        let mut characters = written.chars();
        match (characters.next(), characters.next()) {
            (Some(one), None) => one.is_alphabetic(),
            _ => written.len() <= 6 && SHORT.contains(&format!(" {} ", written.to_lowercase())),
        }
    }

    /// A word of letters and digits, parted at apostrophes.
    fn word(&mut self, start: usize) -> usize {
        let inside = |c: char| (c.is_alphanumeric() && !signs::writes_no_blanks(c)) || (!c.is_ascii() && is_combining_mark(c));
        let length = self.text[start..].find(|c| !inside(c)).unwrap_or(self.text.len() - start);
        let end = start + length.max(1);
        let written = &self.text[start..end];
        fold(written, &mut self.folded);
        let plain = hash(&self.folded);
        let meaning = entry(plain);
        let after_apostrophe = self.text[..start].ends_with(['\'', '’']);
        // don't, isn't: the t behind the apostrophe.
        let contracted = after_apostrophe
            && self.folded == b"t"
            && self.read.words.last().is_some_and(|word| self.text[..word.end].ends_with(['n', 'N']) && word.end + 3 >= start);
        // "No, it is": the no answers, and negates nothing that follows.
        let says_no = self.read.words.len() == self.first && self.text[end..].starts_with([',', '.', '!', ';', ':']);
        let capital = written.starts_with(char::is_uppercase);
        // Single letters say nothing unless they are names, as in vitamin C.
        let letter = self.folded.len() == 1 && !capital;
        self.read.words.push(Word {
            plain,
            key: stemmed(&mut self.folded),
            start,
            end,
            stop: if letter || contracted { ALL } else { meaning.stop },
            negates: if (meaning.negates && !says_no) || contracted { Negates::Next } else { Negates::Nothing },
            soft: meaning.soft,
            name: capital && self.read.words.len() > self.first,
            number: false,
            counts: meaning.counts(),
            taken: false,
        });
        end
    }

    /// A run of signs as pairs; numbers in signs, and negations, stand for themselves.
    fn signs(&mut self, start: usize) -> usize {
        let (mut at, mut last) = (start, None);
        while let Some(sign) = self.text[at..].chars().next().filter(|c| signs::writes_no_blanks(*c)) {
            let rest = &self.text[at..];
            if let Some((value, length)) = signs::number(rest) {
                self.push_number(Number::whole(value), at, at + length);
                (at, last) = (at + length, None);
                continue;
            }
            let next = at + sign.len_utf8();
            if let Some((length, behind)) = signs::negation(rest) {
                let negates = if behind { Negates::Before } else { Negates::Next };
                self.push_signs(at, at + length, ALL, negates);
                (at, last) = (at + length, None);
                continue;
            }
            let alone = last.is_none() && !self.text[next..].starts_with(signs::writes_no_blanks);
            if let Some((before, joined)) = last {
                let stop = if joined || signs::joins(sign) { ALL } else { 0 };
                self.push_signs(before, next, stop, Negates::Nothing);
            } else if alone {
                let stop = if signs::joins(sign) || signs::unit_of(rest).is_some() { ALL } else { 0 };
                self.push_signs(at, next, stop, Negates::Nothing);
            }
            last = Some((at, signs::joins(sign)));
            at = next;
        }
        at
    }

    fn push_signs(&mut self, start: usize, end: usize, stop: u8, negates: Negates) {
        let key = hash(&self.text.as_bytes()[start..end]);
        let (soft, name, number, counts, taken) = (false, false, false, false, false);
        self.read.words.push(Word { key, plain: key, start, end, stop, negates, soft, name, number, counts, taken });
    }

    fn number(&mut self, start: usize) -> usize {
        let (number, end) = amounts::number(&self.text[start..]);
        let end = start + end;
        match number {
            Some(number) => self.push_number(number, start, end),
            // A version, an account, a telephone number: a name of its own.
            None => self.push_signs(start, end, 0, Negates::Nothing),
        }
        end
    }

    fn push_number(&mut self, number: Number, start: usize, end: usize) {
        self.push_signs(start, end, 0, Negates::Nothing);
        if let Some(word) = self.read.words.last_mut() {
            (word.number, word.counts, word.key) = (true, true, self.read.numbers.len() as u64);
        }
        self.read.numbers.push(number);
    }

    /// Ends the sentence that is open. What holds no word is none, and goes to the next.
    fn close(&mut self, end: usize) {
        let words = self.first..self.read.words.len();
        if words.is_empty() {
            self.began = if self.text[self.began..end].trim().is_empty() { end } else { self.began };
            return;
        }
        let (amounts, dates) = (self.read.amounts.len(), self.read.dates.len());
        amounts::find(self.text, &mut self.read, words.clone());
        let written = &self.text[self.began..end];
        let start = self.began + written.len() - written.trim_start().len();
        self.read.sentences.push(Sentence {
            start,
            end: start + written.trim().len(),
            amounts: amounts..self.read.amounts.len(),
            dates: dates..self.read.dates.len(),
            words,
        });
        (self.first, self.began) = (self.read.words.len(), end);
    }
}
