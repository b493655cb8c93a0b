//! A statement against texts: the sentences that hold most of it, and what they say of it.

use super::read::{Reading, Sentence};
use super::statement::{MOST_PARTS, Part, Statement, Unfit, carries, negated, negates};
use super::thresholds::Thresholds;

/// What texts say of a statement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Call {
    Supported,
    Contradicted(Against),
    /// A part of it is there.
    Partial,
    NotFound,
}

/// What speaks against a statement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Against {
    /// Another number or date of the same kind: where the part stands in the statement, and the other in its text.
    Part((usize, usize), (usize, usize)),
    /// One negates what the other states.
    Negation,
}

/// What was found.
#[derive(Debug)]
pub(super) struct Found {
    pub call: Call,
    /// The part of the statement that the best sentences hold, from 0 to 1, by weight.
    pub best: f64,
    /// The part that the text around them holds.
    pub text: f64,
    /// The text that holds the best sentences, and where they stand in it, in bytes.
    pub place: Option<(usize, (usize, usize))>,
    /// Names of the statement that no text holds.
    pub names_missing: usize,
    /// Numbers and dates of the statement that the best text does not hold.
    pub figures_missing: usize,
    /// Numbers and dates of the statement.
    pub figures: usize,
    /// Parts of the statement that no text holds, as places in it.
    pub missing: Vec<(usize, usize)>,
}

/// Parts of a statement, as bits.
#[derive(Clone, Copy, PartialEq)]
struct Held([u64; MOST_PARTS / 64]);

impl Held {
    const NONE: Self = Self([0; MOST_PARTS / 64]);

    fn set(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    fn has(&self, at: usize) -> bool {
        self.0[at / 64] & (1 << (at % 64)) != 0
    }

    fn with(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(mine, other)| *mine |= other);
        self
    }

    fn is_empty(&self) -> bool {
        *self == Self::NONE
    }
}

/// More bytes than that are not compared at once: what was read takes several times as many.
const MOST_BYTES: usize = 16 << 20;

/// Whether a statement and texts can be compared at once.
pub(super) fn fit(statement: &str, texts: &[&str]) -> bool {
    texts.iter().fold(statement.len(), |all, text| all.saturating_add(text.len())) <= MOST_BYTES
}

/// Looks for a statement in texts. Linear in the texts; work on a statement is bounded by its number of parts.
pub(super) fn compare(statement: &str, texts: &[&str], limits: &Thresholds) -> Result<Found, Unfit> {
    if !fit(statement, texts) {
        return Err(Unfit::Long);
    }
    let said = Reading::new(statement);
    let readings: Vec<Reading> = texts.iter().map(|text| Reading::new(text)).collect();
    compare_read(&said, &readings, limits)
}

/// The same of texts that were read.
pub(super) fn compare_read(said: &Reading, readings: &[Reading], limits: &Thresholds) -> Result<Found, Unfit> {
    let language = readings.iter().max_by_key(|read| read.words.len()).unwrap_or(said).language();
    let statement = Statement::new(said, language)?;
    let search = Search { statement: &statement, readings, language };
    Ok(search.run(limits))
}

struct Search<'a> {
    statement: &'a Statement,
    readings: &'a [Reading],
    language: u8,
}

/// One or two neighbouring sentences of a text.
#[derive(Clone, Copy)]
struct Window {
    text: usize,
    sentence: usize,
    length: usize,
    score: f64,
}

impl Search<'_> {
    fn run(&self, limits: &Thresholds) -> Found {
        let held: Vec<Vec<Held>> =
            self.readings.iter().map(|read| read.sentences.iter().map(|s| self.held(read, s)).collect()).collect();
        let weights = self.weights(&held, limits);
        let total: f64 = weights.iter().sum();
        let score =
            |held: &Held| -> f64 { (0..weights.len()).filter(|at| held.has(*at)).map(|at| weights[at]).sum::<f64>() / total };
        let texts: Vec<Held> = held.iter().map(|text| text.iter().fold(Held::NONE, |all, one| all.with(one))).collect();
        let all = texts.iter().fold(Held::NONE, |all, one| all.with(one));
        let best = self.best(&held, &score, limits, None);
        // What one text says in several sentences may be all of it, though another has the best sentence.
        let fullest = (0..texts.len()).rev().max_by(|a, b| score(&texts[*a]).total_cmp(&score(&texts[*b])));
        let full = |text: usize| score(&texts[text]) >= limits.supported;
        let best = match (best, fullest) {
            (Some(window), Some(text)) if !full(window.text) && full(text) => self.best(&held, &score, limits, Some(text)),
            (window, _) => window,
        };
        let (of_text, window) = match best {
            Some(window) => (texts[window.text], self.window_held(&held, window)),
            None => (Held::NONE, Held::NONE),
        };
        let parts = self.statement.parts.len();
        let figures = self.statement.words..parts;
        let figures_missing = figures.clone().filter(|at| !of_text.has(*at)).count();
        let names_missing = (0..self.statement.words).filter(|at| self.statement.names[*at] && !all.has(*at)).count();
        let mut found = Found {
            call: Call::NotFound,
            best: best.map_or(0.0, |window| window.score),
            text: score(&of_text),
            place: best.and_then(|window| Some((window.text, self.place(window)?))),
            names_missing,
            figures_missing,
            figures: figures.len(),
            missing: (0..parts).filter(|at| !all.has(*at)).map(|at| self.statement.parts[at].place()).collect(),
        };
        let against = best.and_then(|window| self.against(window, &weights[..self.statement.words], &held, limits));
        found.call = match against {
            Some(against) => Call::Contradicted(against),
            None => limits.call(&found, window.is_empty()),
        };
        found
    }

    /// Which parts of the statement a sentence holds.
    fn held(&self, read: &Reading, sentence: &Sentence) -> Held {
        let mut held = Held::NONE;
        for word in &read.words[sentence.words.clone()] {
            // A word is one wherever it stands: the month of a date too.
            if let Some(at) = (!word.number).then(|| self.statement.place_of(word.key)).flatten() {
                held.set(at);
            }
        }
        let (amounts, dates) = (&read.amounts[sentence.amounts.clone()], &read.dates[sentence.dates.clone()]);
        for (at, part) in self.statement.parts.iter().enumerate().skip(self.statement.words) {
            let there = match part {
                Part::Word(_) => false,
                Part::Amount(one) => {
                    amounts.iter().any(|other| one.same(other)) || dates.iter().any(|other| one.is_bare(other.bare()))
                }
                Part::Date(one) => {
                    dates.iter().any(|other| one.within(other)) || amounts.iter().any(|other| other.is_bare(one.bare()))
                }
            };
            if there {
                held.set(at);
            }
        }
        held
    }

    /// Rare parts weigh more: what every sentence says tells no sentence from another.
    fn weights(&self, held: &[Vec<Held>], limits: &Thresholds) -> Vec<f64> {
        let sentences: usize = held.iter().map(Vec::len).sum();
        let weight = |at: usize| {
            let with = held.iter().flatten().filter(|one| one.has(at)).count();
            let rare = (1.0 + (sentences as f64 + 1.0) / (with as f64 + 1.0)).ln();
            let figure = if at >= self.statement.words { limits.figure } else { 1.0 };
            (1.0 + limits.rarity * rare) * figure
        };
        (0..self.statement.parts.len()).map(weight).collect()
    }

    fn window_held(&self, held: &[Vec<Held>], window: Window) -> Held {
        held[window.text][window.sentence..window.sentence + window.length].iter().fold(Held::NONE, |all, one| all.with(one))
    }

    /// The sentence that holds most, or two neighbours where they hold clearly more than either; the first of equals; of one text only, where
    /// that is asked.
    fn best(&self, held: &[Vec<Held>], score: &dyn Fn(&Held) -> f64, limits: &Thresholds, only: Option<usize>) -> Option<Window> {
        let (mut single, mut double): (Option<Window>, Option<Window>) = (None, None);
        let better = |one: &Option<Window>, score: f64| one.is_none_or(|one| score > one.score + 1e-9);
        for (text, sentences) in held.iter().enumerate().filter(|(text, _)| only.is_none_or(|only| only == *text)) {
            for (sentence, one) in sentences.iter().enumerate().filter(|(_, one)| !one.is_empty()) {
                let alone = score(one);
                if better(&single, alone) {
                    single = Some(Window { text, sentence, length: 1, score: alone });
                }
                for (first, other) in [(sentence, sentence + 1), (sentence.wrapping_sub(1), sentence.wrapping_sub(1))] {
                    let Some(other) = sentences.get(other) else { continue };
                    let both = score(&one.with(other));
                    if better(&double, both) && both > alone {
                        double = Some(Window { text, sentence: first, length: 2, score: both });
                    }
                }
            }
        }
        match (single, double) {
            (Some(one), Some(two)) if two.score > one.score + limits.second => Some(two),
            (one, two) => one.or(two),
        }
    }

    fn sentences(&self, window: Window) -> &[Sentence] {
        &self.readings[window.text].sentences[window.sentence..window.sentence + window.length]
    }

    fn place(&self, window: Window) -> Option<(usize, usize)> {
        let sentences = self.sentences(window);
        Some((sentences.first()?.start, sentences.last()?.end))
    }

    /// What of the best sentences speaks against the statement. `words` are the weights of its words.
    fn against(&self, window: Window, words: &[f64], held: &[Vec<Held>], limits: &Thresholds) -> Option<Against> {
        let read = &self.readings[window.text];
        let here = self.window_held(held, window);
        let total: f64 = words.iter().sum();
        let matched: f64 = (0..words.len()).filter(|at| here.has(*at)).map(|at| words[at]).sum();
        if total <= 0.0 || matched / total < limits.contradicted {
            return None;
        }
        // A number that the text holds elsewhere is not denied by another one here.
        let elsewhere = |at: usize| held[window.text].iter().any(|one| one.has(at));
        for (_, part) in self.statement.parts.iter().enumerate().skip(self.statement.words).filter(|(at, _)| !elsewhere(*at)) {
            for sentence in self.sentences(window) {
                let other = match part {
                    Part::Word(_) => None,
                    Part::Amount(one) => {
                        read.amounts[sentence.amounts.clone()].iter().find(|other| one.differs(other)).map(|a| (a.start, a.end))
                    }
                    Part::Date(one) => {
                        read.dates[sentence.dates.clone()].iter().find(|other| one.differs(other)).map(|d| (d.start, d.end))
                    }
                };
                if let Some(other) = other {
                    return Some(Against::Part(part.place(), other));
                }
            }
        }
        let denied = self.sentences(window).iter().zip(window.sentence..);
        let mut denied = denied.filter(|(_, at)| {
            let one = &held[window.text][*at];
            (0..words.len()).filter(|at| one.has(*at)).map(|at| words[at]).sum::<f64>() / total >= limits.denied
        });
        denied.any(|(sentence, at)| self.denies(read, sentence, &held[window.text][at], limits)).then_some(Against::Negation)
    }

    /// Whether a sentence says the same as the statement, and one of them negates it. Where both negate, which of them means what is
    /// beyond a comparison of words; so is a sentence that says much more than the statement.
    fn denies(&self, read: &Reading, sentence: &Sentence, here: &Held, limits: &Thresholds) -> bool {
        let (said, there) = (self.statement.negates, negates(read, sentence));
        if said == there {
            return false;
        }
        let words = || read.words[sentence.words.clone()].iter().filter(|word| carries(word, self.language));
        let holds = |key: u64| self.statement.place_of(key).is_some_and(|at| here.has(at));
        let (shared, all) = (words().filter(|word| holds(word.key)).count(), words().count());
        let close = shared as f64 >= limits.close * all as f64;
        let negated_there = || negated(read, sentence, self.language).iter().any(|key| holds(*key));
        let negated_here = || self.statement.negated.iter().any(|key| words().any(|word| word.key == *key));
        close && if there { negated_there() } else { negated_here() }
    }
}
