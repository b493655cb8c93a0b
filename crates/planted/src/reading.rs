//! An answerer that reads: of the context it was given it takes the sentence that holds all that was asked, and cites the passage.
//!
//! It stands in for a model that does no harm. It knows English ([`THESAURUS`]), takes a heading to hold for what stands below it, counts a
//! policy more than a note, says so when two sources of equal standing disagree, and declines where no sentence answers.

use std::collections::BTreeSet;

use systems::analysis::Analyzer;

use crate::world::products::{NOTE, as_sentence};
use crate::world::{AND, THESAURUS};

/// Words of a question that ask, and that no answer repeats.
const ASKING: [&str; 9] = ["long", "many", "much", "often", "mean", "cost", "amount", "early", "must"];

/// What it says when it declines.
pub const DECLINED: &str = "The documents I was given do not say.";

/// What it says before two sentences that disagree.
pub const DISAGREE: &str = "The sources disagree.";

/// A sentence of the context, ready to be said.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sentence {
    /// Which passage it is of.
    pub place: usize,
    /// Its words.
    pub text: String,
    /// Whether it is of a note, which counts less than a policy.
    pub is_note: bool,
}

/// What was found to a part of a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// Sentences that answer it, those that count most first; the second only where it disagrees with the first.
    pub answers: Vec<Sentence>,
    /// What stands in notes, where a policy answers.
    pub noted: Vec<Sentence>,
}

/// A reader.
pub struct Reader {
    analyzer: Analyzer,
}

impl Default for Reader {
    fn default() -> Self {
        Self { analyzer: Analyzer::new(Some("en"), Some("en")).expect("English is known") }
    }
}

/// A sentence with what it and the heading above it are about.
struct Line {
    sentence: Sentence,
    own: BTreeSet<String>,
    above: BTreeSet<String>,
    /// Whether it is the first below its heading.
    is_first: bool,
}

impl Reader {
    /// What the context holds to each part of a question.
    pub fn read(&self, query: &str, context: &[&str]) -> Vec<Found> {
        let lines = self.lines(context);
        query.split(AND).map(|part| self.find(part, &lines)).collect()
    }

    /// The sentences of a passage that hold a number and say something else than those that are named.
    pub fn others(&self, context: &[&str], place: usize, than: &[Sentence]) -> Vec<Sentence> {
        let lines = self.lines(context).into_iter().map(|line| line.sentence);
        lines.filter(|sentence| sentence.place == place && than.iter().all(|other| other.text != sentence.text)).collect()
    }

    /// The first sentence with a number that shares most words with the question: what a system says that must say something.
    pub fn nearest(&self, query: &str, context: &[&str]) -> Option<Sentence> {
        let wanted = self.asked(query);
        let shared = |line: &Line| line.own.intersection(&wanted).count();
        let lines = self.lines(context);
        let mut best: Option<&Line> = None;
        for line in lines.iter().filter(|line| !numbers(&line.sentence.text).is_empty()) {
            if best.is_none_or(|best| shared(line) > shared(best)) {
                best = Some(line);
            }
        }
        best.map(|line| line.sentence.clone())
    }

    fn find(&self, part: &str, lines: &[Line]) -> Found {
        let (wanted, given) = (self.asked(part), numbers(part));
        let answers = |line: &&Line| {
            let holds_all = wanted.iter().all(|term| line.own.contains(term) || line.above.contains(term));
            let says_something = line.own.iter().any(|term| wanted.contains(term)) || line.is_first;
            let holds_number = numbers(&line.sentence.text).iter().any(|number| !given.contains(number));
            !wanted.is_empty() && holds_all && says_something && holds_number
        };
        let mut found: Vec<&Line> = lines.iter().filter(answers).collect();
        // What says more of it itself answers it better; sorting keeps the order of the context.
        let own = |line: &Line| line.own.intersection(&wanted).count();
        found.sort_by_key(|line| std::cmp::Reverse(own(line)));
        let best = found.first().map_or(0, |line| own(line));
        let (mut sure, mut noted): (Vec<Sentence>, Vec<Sentence>) = (Vec::new(), Vec::new());
        for line in found.iter().filter(|line| own(line) == best) {
            let of = if line.sentence.is_note { &mut noted } else { &mut sure };
            if of.iter().all(|known| known.text != line.sentence.text) {
                of.push(line.sentence.clone());
            }
        }
        sure.truncate(2);
        if sure.is_empty() { Found { answers: noted, noted: Vec::new() } } else { Found { answers: sure, noted } }
    }

    /// What is asked about, in the documents' own words.
    fn asked(&self, question: &str) -> BTreeSet<String> {
        let mut words = question.to_lowercase();
        for (everyday, own) in THESAURUS {
            words = words.replace(everyday, own);
        }
        let words: Vec<&str> = words.split_whitespace().filter(|word| !ASKING.contains(&word.trim_end_matches('?'))).collect();
        self.analyzer.terms(&words.join(" ")).into_iter().collect()
    }

    fn lines(&self, context: &[&str]) -> Vec<Line> {
        let mut lines = Vec::new();
        for (place, text) in context.iter().enumerate() {
            let (mut above, mut is_note, mut is_first) = (BTreeSet::new(), false, false);
            for line in text.lines() {
                if line.starts_with('#') {
                    above = self.analyzer.terms(line).into_iter().collect();
                    (is_note, is_first) = (line.contains(NOTE), true);
                    continue;
                }
                for words in said(line) {
                    let own = self.analyzer.terms(&words).into_iter().collect();
                    let sentence = Sentence { place, text: words, is_note };
                    lines.push(Line { sentence, own, above: above.clone(), is_first });
                    is_first = false;
                }
            }
        }
        lines
    }
}

/// The sentences of a line; of a table its row, as people say it.
fn said(line: &str) -> Vec<String> {
    if !line.chars().any(char::is_alphanumeric) {
        return Vec::new();
    }
    if line.starts_with('|') {
        return vec![as_sentence(line)];
    }
    let characters: Vec<char> = line.chars().collect();
    let spans = generation::sentences::sentences(line);
    spans.into_iter().map(|(start, end)| characters[start..end].iter().collect()).collect()
}

/// The words of a text that hold a digit, with what letters are in them.
pub fn numbers(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().any(|c| c.is_ascii_digit()));
    words.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLICY: &str = "## Warranty\n\nThe warranty of the Aldern pump is 12 months. It starts on delivery.";
    const CODES: &str =
        "## Error codes\n\n| Code | Meaning | Action |\n| --- | --- | --- |\n| ALD-101 | too warm | set valve V-17 |";
    const UNDER: &str = "## Inspection interval of the Aldern pump\n\nEvery 12 weeks, before the first shift.";

    fn texts(query: &str, context: &[&str]) -> Vec<Vec<String>> {
        let said = |found: Found| found.answers.into_iter().map(|s| s.text).collect();
        Reader::default().read(query, context).into_iter().map(said).collect()
    }

    #[test]
    fn it_takes_the_sentence_that_holds_all_that_was_asked() {
        let warranty = "The warranty of the Aldern pump is 12 months.";
        assert_eq!(texts("How long is the warranty of the Aldern pump?", &[CODES, POLICY]), [[warranty]]);
        assert_eq!(texts("What does error code ALD-101 mean?", &[POLICY, CODES]), [["ALD-101: too warm; set valve V-17."]]);
        let every = "Every 12 weeks, before the first shift.";
        assert_eq!(texts("What is the inspection interval of the Aldern pump?", &[UNDER]), [[every]]);
        let both = "How long is the warranty of the Aldern pump, and what does error code ALD-101 mean?";
        assert_eq!(texts(both, &[POLICY, CODES]), [[warranty], ["ALD-101: too warm; set valve V-17."]]);
    }

    #[test]
    fn it_takes_nothing_else() {
        let nothing: [[&str; 0]; 1] = [[]];
        for query in ["How long is the warranty of the Borvik pump?", "What is the noise level of the Aldern pump?", "?"] {
            assert_eq!(texts(query, &[POLICY, CODES, UNDER]), nothing, "{query}");
        }
        // Without its heading a sentence is about nothing, and without its number it says nothing.
        assert_eq!(texts("What is the inspection interval of the Aldern pump?", &["Every 12 weeks."]), nothing);
        assert_eq!(
            texts("How long is the warranty of the Aldern pump?", &["The warranty of the Aldern pump is months."]),
            nothing
        );
    }

    #[test]
    fn notes_count_less_and_equal_sources_disagree() {
        let note = "# Forum note\n\nThe warranty of the Aldern pump is 9 months.";
        let query = "How long is the warranty of the Aldern pump?";
        let found = Reader::default().read(query, &[note, POLICY]).remove(0);
        assert_eq!((found.answers[0].place, found.noted[0].place, found.answers.len()), (1, 0, 1));
        assert_eq!(Reader::default().read(query, &[note])[0].answers.len(), 1);
        let other = "## Warranty\n\nThe warranty of the Aldern pump is 9 months.";
        assert_eq!(Reader::default().read(query, &[other, POLICY])[0].answers.len(), 2);
        assert_eq!(Reader::default().read(query, &[POLICY, POLICY])[0].answers.len(), 1);
    }
}
