//! What findings may say of final questions: ids, and nothing that was asked or quoted.

use std::collections::HashSet;

use fourcell::evidence::lint::{Finding, Place};
use fourcell::evidence::text::printable;
use fourcell::evidence::{Label, Question, Split};

/// What stands in place of a text.
pub const NOT_SHOWN: &str = "(final question, not shown)";

/// A query is known by its first characters: fewer than findings quote, so that their cut does not matter.
const START: usize = 60;

/// Knows which questions are final.
pub struct Sealed<'a> {
    questions: &'a [Question],
    labels: &'a [Label],
    ids: HashSet<&'a str>,
    queries: Vec<String>,
}

impl<'a> Sealed<'a> {
    /// Of a set.
    pub fn of(questions: &'a [Question], labels: &'a [Label]) -> Self {
        let finals = || questions.iter().filter(|q| q.split == Split::Final);
        Self {
            questions,
            labels,
            ids: finals().map(|q| q.id.as_str()).collect(),
            queries: finals().map(|q| printable(&q.query, START).trim_end_matches('…').to_owned()).collect(),
        }
    }

    /// Problem and mend of a finding, without the texts of final questions.
    ///
    /// Texts stand between “ and ”; in a finding about a final question, or about a label of one, all of them go, from the first
    /// mark to the last, since a text may hold the marks itself. A finding about anything else loses them if it quotes a final
    /// query.
    pub fn told(&self, finding: &Finding) -> (String, String) {
        let sealed = match finding.place {
            Place::Question(at) => self.questions[at].split == Split::Final,
            Place::Label(at) => self.ids.contains(self.labels[at].question.as_str()),
            Place::Document(_) | Place::Passage(_) | Place::Set => false,
        };
        let tell = |text: &str| if sealed || self.quotes(text) { without_texts(text) } else { text.to_owned() };
        (tell(&finding.problem), tell(&finding.mend))
    }

    fn quotes(&self, text: &str) -> bool {
        text.contains('“') && self.queries.iter().any(|query| text.contains(&format!("“{query}")))
    }
}

fn without_texts(text: &str) -> String {
    match (text.find('“'), text.rfind('”')) {
        (Some(from), Some(to)) if from < to => format!("{}{NOT_SHOWN}{}", &text[..from], &text[to + '”'.len_utf8()..]),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::without_texts;

    #[test]
    fn everything_between_the_first_mark_and_the_last_goes() {
        assert_eq!(without_texts("it is “a”, not “b”: c"), "it is (final question, not shown): c");
        assert_eq!(without_texts("it is “a ” b“ c”"), "it is (final question, not shown)");
        assert_eq!(without_texts("no text"), "no text");
    }
}
