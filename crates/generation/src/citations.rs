//! Marks in the text of an answer, such as `[2]`, read as citations of the sentences that carry them.

use std::collections::HashSet;

use crate::answer::Citation;
use crate::sentences::sentences;

/// How an answer writes what it cites. It is declared, never guessed: `[3]` may be a citation, an item of a list or a footnote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grammar {
    /// `[1]`, `[1, 2]`, `[1][2]`: places in the context, from 1.
    #[default]
    Numbers,
    /// `[fees#1]`, `[fees#1, rules#2]`: ids of passages.
    Ids,
}

impl Grammar {
    /// Every grammar with its name in files.
    pub const ALL: [(&'static str, Self); 2] = [("numbers", Self::Numbers), ("ids", Self::Ids)];

    /// What is cited inside of a pair of brackets; nothing where that is no mark. A number that no passage has is kept as it was written,
    /// `[9]`: it cites something that is not there.
    fn cited(self, inner: &str, context: &[&str]) -> Option<Vec<String>> {
        let parts = inner.split(',').map(str::trim);
        match self {
            Self::Numbers => {
                let number = |part: &str| -> Option<String> {
                    let digits = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
                    let place: usize = part.parse().ok().filter(|n| digits && *n < 1_000_000)?;
                    let id = place.checked_sub(1).and_then(|place| context.get(place));
                    Some(id.map_or_else(|| format!("[{place}]"), |id| (*id).to_owned()))
                };
                parts.map(number).collect()
            }
            // Brackets hold anything; a list of which no part is a passage is no mark.
            Self::Ids => {
                let all: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
                all.iter().any(|part| context.contains(part)).then(|| all.into_iter().map(str::to_owned).collect())
            }
        }
    }
}

/// The citations of an answer, in the order of the text, each with the sentence that it stands in or behind; at the start of a line, of
/// the sentence that follows. `context` are the ids of the passages in their order.
pub fn citations(text: &str, context: &[&str], grammar: Grammar) -> Vec<Citation> {
    let spans = sentences(text);
    let mut citations = Vec::new();
    let mut seen = HashSet::new();
    for mark in marks(text) {
        let Some(cited) = grammar.cited(mark.inner, context) else { continue };
        let around = spans.iter().find(|s| s.0 <= mark.at && mark.at < s.1);
        let next = || spans.iter().find(|s| s.0 > mark.at).filter(|_| mark.begins_line);
        let before = || spans.iter().rev().find(|s| s.1 <= mark.at);
        let span = around.or_else(next).or_else(before).copied();
        for passage in cited {
            if seen.insert((passage.clone(), span)) {
                citations.push(Citation { passage, span });
            }
        }
    }
    citations
}

/// Something in brackets.
struct Mark<'t> {
    inner: &'t str,
    /// Where it opens, in code points.
    at: usize,
    /// Nothing but blanks and other marks stand before it in its line.
    begins_line: bool,
}

fn marks(text: &str) -> Vec<Mark<'_>> {
    let (mut found, mut open, mut begins) = (Vec::new(), None, true);
    for (at, (byte, character)) in text.char_indices().enumerate() {
        match (character, open) {
            ('[', _) => open = Some((byte, at, begins)),
            (']', Some((start, place, begins_line))) => {
                found.push(Mark { inner: &text[start + 1..byte], at: place, begins_line });
                open = None;
            }
            ('\n' | '\r', _) => (open, begins) = (None, true),
            (c, None) if !c.is_whitespace() => begins = false,
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTEXT: [&str; 2] = ["fees#1", "rules#2"];

    fn shown(text: &str, grammar: Grammar) -> Vec<(String, String)> {
        let words = |(start, end): (usize, usize)| text.chars().skip(start).take(end - start).collect();
        citations(text, &CONTEXT, grammar).into_iter().map(|c| (c.passage, c.span.map(words).unwrap_or_default())).collect()
    }

    fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        expected.iter().map(|(p, s)| ((*p).to_owned(), (*s).to_owned())).collect()
    }

    #[test]
    fn marks_become_citations_of_their_sentences() {
        let text = "The fee is €20. [1] Rules, too [2][7]. Both [1, 2].";
        let expected = [
            ("fees#1", "The fee is €20."),
            ("rules#2", "Rules, too [2][7]."),
            ("[7]", "Rules, too [2][7]."),
            ("fees#1", "Both [1, 2]."),
            ("rules#2", "Both [1, 2]."),
        ];
        assert_eq!(shown(text, Grammar::Numbers), pairs(&expected));
        assert_eq!(shown("No marks [a] [1", Grammar::Numbers), []);
        let lines = "[1] The fee is 20.\n[2] Rules apply.";
        assert_eq!(shown(lines, Grammar::Numbers), pairs(&[("fees#1", "The fee is 20."), ("rules#2", "Rules apply.")]));
        assert_eq!(shown("[1]", Grammar::Numbers), pairs(&[("fees#1", "")]));
    }

    #[test]
    fn ids_are_marks_where_one_of_them_is_a_passage() {
        let text = "The fee is 20 [fees#1]. See [the list] and [rules#2, gone#3].";
        let second = "See [the list] and [rules#2, gone#3].";
        let expected = [("fees#1", "The fee is 20 [fees#1]."), ("rules#2", second), ("gone#3", second)];
        assert_eq!(shown(text, Grammar::Ids), pairs(&expected));
    }

    #[test]
    fn numbers_are_digits_only() {
        for text in ["a [+1]", "a [1.0]", "a [9999999999999999999999]", "a []", "a [１]"] {
            assert_eq!(shown(text, Grammar::Numbers), [], "{text}");
        }
        assert_eq!(shown("a [0]", Grammar::Numbers), pairs(&[("[0]", "a [0]")]));
    }
}
