//! An answerer without a model: it picks the sentences of the context that hold most of the question's words, and cites them. It does
//! not understand, it does not phrase; where too few of the words stand in the context, it declines.

use std::collections::BTreeSet;

use unicode_segmentation::UnicodeSegmentation;

use crate::analysis::Analyzer;
use crate::asked::{Answer, Citation, Status};

/// How it answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The least share of the question's words, weighted by how rare they are, that the picked sentences must hold; in [0, 1].
    pub threshold: f64,
    /// How many sentences are picked at most; at least 1.
    pub sentences: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { threshold: 0.5, sentences: 2 }
    }
}

/// What it says when it declines.
pub const DECLINED: &str = "The context does not answer this.";

/// A sentence that adds less than this share is not worth reading.
const LEAST_GAIN: f64 = 0.1;

/// A sentence of the context.
struct Sentence<'a> {
    /// Which passage it is of.
    place: usize,
    text: &'a str,
    /// The question's terms that it holds.
    terms: BTreeSet<String>,
}

/// Answers from passages (id, text), which are cited as `[1]` for the first. `idf` weighs a term.
pub fn answer(
    query: &str,
    context: &[(&str, &str)],
    analyzer: &Analyzer,
    idf: impl Fn(&str) -> f64,
    settings: Settings,
) -> (Status, Answer) {
    let wanted: BTreeSet<String> = analyzer.terms(query).into_iter().collect();
    let weight = |terms: &mut dyn Iterator<Item = &String>| terms.map(|term| idf(term)).fold(0.0, |sum, w| sum + w);
    let whole = weight(&mut wanted.iter());
    let all = context.iter().enumerate().flat_map(|(place, (_, text))| sentences(text).map(move |text| (place, text)));
    let all: Vec<Sentence<'_>> = all
        .map(|(place, text)| {
            let terms = analyzer.terms(text).into_iter().filter(|term| wanted.contains(term)).collect();
            Sentence { place, text, terms }
        })
        .collect();
    let mut covered: BTreeSet<String> = BTreeSet::new();
    let mut picked: Vec<&Sentence<'_>> = Vec::new();
    while picked.len() < settings.sentences && whole > 0.0 {
        let mut best: Option<(f64, &Sentence<'_>)> = None;
        for sentence in &all {
            let gained = weight(&mut sentence.terms.difference(&covered)) / whole;
            // The first of the best.
            if best.is_none_or(|(most, _)| gained > most) {
                best = Some((gained, sentence));
            }
        }
        let Some((_, sentence)) = best.filter(|(gained, _)| *gained >= LEAST_GAIN) else { break };
        picked.push(sentence);
        covered.extend(sentence.terms.iter().cloned());
    }
    if picked.is_empty() || weight(&mut covered.iter()) / whole < settings.threshold {
        return (Status::Declined, Answer { text: DECLINED.to_owned(), citations: Vec::new() });
    }
    let (mut text, mut length, mut citations) = (String::new(), 0, Vec::new());
    for Sentence { place, text: sentence, .. } in picked {
        if !text.is_empty() {
            text.push(' ');
            length += 1;
        }
        let start = length;
        length += sentence.chars().count();
        citations.push(Citation { passage: context[*place].0.to_owned(), span: Some((start, length)) });
        let mark = format!(" [{}]", place + 1);
        length += mark.len();
        text.push_str(sentence);
        text.push_str(&mark);
    }
    (Status::Answered, Answer { text, citations })
}

/// Sentences of UAX #29, and lines: a table's row is one. Without headings' and lists' marks; never empty.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let trimmed =
        |sentence: &'_ str| -> usize { sentence.len() - sentence.trim_start_matches(['#', '-', '*', '>', ' ', '\t']).len() };
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(UnicodeSegmentation::split_sentence_bounds)
        .map(move |sentence| sentence[trimmed(sentence)..].trim())
        .filter(|sentence| sentence.chars().any(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(query: &str, context: &[(&str, &str)]) -> (Status, Answer) {
        answer(query, context, &Analyzer::new(Some("en"), Some("en")).unwrap(), |_| 1.0, Settings::default())
    }

    const TRAVEL: (&str, &str) =
        ("travel#2", "# Travel\n\nFile a request with Security. Hotels cost at most €150.\n| Tram | free |");
    const GIFTS: (&str, &str) = ("gifts#1", "Gifts from suppliers are handed in.");

    #[test]
    fn sentences_are_picked_and_cited() {
        let (status, said) = ask("How much may hotels cost?", &[GIFTS, TRAVEL]);
        assert_eq!((status, said.text.as_str()), (Status::Answered, "Hotels cost at most €150. [2]"));
        assert_eq!(said.citations, [Citation { passage: "travel#2".into(), span: Some((0, 25)) }]);
        let (_, two) = ask("hotels cost and gifts from suppliers", &[TRAVEL, GIFTS]);
        assert_eq!(two.text, "Hotels cost at most €150. [1] Gifts from suppliers are handed in. [2]");
        let cited: Vec<String> = two
            .citations
            .iter()
            .filter_map(|c| c.span)
            .map(|(start, end)| two.text.chars().skip(start).take(end - start).collect())
            .collect();
        assert_eq!(cited, ["Hotels cost at most €150.", "Gifts from suppliers are handed in."]);
    }

    #[test]
    fn too_little_is_declined() {
        for (query, context) in [
            ("Who repairs the coffee machine?", &[TRAVEL, GIFTS][..]),
            ("How much may hotels cost?", &[]),
            ("?!", &[TRAVEL]),
            ("the of", &[TRAVEL]),
        ] {
            let (status, said) = ask(query, context);
            assert_eq!((status, said.text.as_str(), said.citations.len()), (Status::Declined, DECLINED, 0), "{query}");
        }
    }
}
