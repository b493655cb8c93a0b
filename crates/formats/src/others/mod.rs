//! Answers that others recorded, without a run: rows of ragas and DeepEval, results of RAGChecker. All come to one shape, [`Answered`].
//!
//! Only what an answer is judged by is read: the question, the answer, the context that it was given, the reference answer, facts, and
//! verdicts. The context that a right answer would rest on has no place here, and neither have scores of others.

mod cells;
mod deepeval;
mod ragas;
mod ragchecker;
mod rows;
pub mod score_table;

pub use deepeval::read_deepeval;
pub use ragas::read_ragas;
pub use ragchecker::read_ragchecker;
pub use rows::LONGEST_DOCUMENT;
pub use score_table::{ScoreTable, read_score_table};

use std::collections::{HashMap, HashSet};

use evidence::{Passage, Question};
use generation::{Answer, Judgement, Status};

use crate::error::InputError;
use crate::json::Value;
use crate::native::answers::says_something;
use crate::native::read::{Note, Notes};

/// An answer with all that is known of its question, and what was said of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// The question's id; `row-1`, `row-2` and so on where rows have none.
    pub id: String,
    /// The question: its words, facts and reference answer.
    pub question: Question,
    /// The answer, with the context that it was given.
    pub answer: Answer,
    /// Verdicts that came with the file.
    pub judgements: Vec<Judgement>,
}

/// An answer from its parts. An answer of which nobody says how it stands to the question was answered, as in a record.
fn answered(
    id: String,
    query: String,
    reference: Option<String>,
    text: Option<String>,
    context: Option<Vec<Passage>>,
) -> Answered {
    let status = says_something(text.as_deref()).then_some(Status::Answered);
    Answered {
        question: Question { answer: reference, ..Question::new(id.clone(), query) },
        id,
        answer: Answer { text, status, citations: None, context, error: None },
        judgements: Vec::new(),
    }
}

fn passage(id: String, text: Option<String>) -> Passage {
    Passage { id, doc: None, rev: None, range: None, text }
}

/// Ids for texts that have none, by their place from 1.
fn places(texts: Vec<String>) -> Vec<Passage> {
    texts.into_iter().zip(1..).map(|(text, place)| passage(format!("context-{place}"), Some(text))).collect()
}

/// Ids that stand twice in one context get a number behind, `a (2)`, since a verdict must say which of them it means. Whether there were
/// some.
fn told_apart(passages: &mut [Passage]) -> bool {
    let mut taken: HashSet<String> = passages.iter().map(|passage| passage.id.clone()).collect();
    let (mut seen, mut next) = (HashSet::new(), HashMap::<String, usize>::new());
    let mut changed = false;
    for passage in passages {
        if seen.insert(passage.id.clone()) {
            continue;
        }
        let number = next.entry(passage.id.clone()).or_insert(1);
        let id = loop {
            *number += 1;
            let id = format!("{} ({number})", passage.id);
            if taken.insert(id.clone()) {
                break id;
            }
        };
        seen.insert(id.clone());
        (passage.id, changed) = (id, true);
    }
    changed
}

/// As [`told_apart`], with a warning.
fn tell_apart(passages: &mut [Passage], notes: &mut Notes) {
    if told_apart(passages) {
        notes.add(Note::Other(TWICE.to_owned()));
    }
}

const TWICE: &str = "an id stands more than once in a context; the later ones get a number behind, as in 'a (2)'";

/// A text with something to be seen in it; whatever is blank is a fault of the recording.
fn not_blank(value: Value<'_>) -> Result<String, InputError> {
    let text = value.string()?;
    match text.trim().is_empty() {
        true => Err(value
            .fault(format!("{} is blank", value.name()))
            .mend("the capture is at fault: leave out what is not a passage")),
        false => Ok(text.into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_that_stand_twice_are_told_apart_from_all_others() {
        let mut passages: Vec<Passage> = ["a", "a", "b", "a (2)", "a"].iter().map(|id| passage((*id).to_owned(), None)).collect();
        assert!(told_apart(&mut passages));
        let ids: Vec<&str> = passages.iter().map(|p| p.id.as_str()).collect();
        assert_eq!(ids, ["a", "a (3)", "b", "a (2)", "a (4)"]);
        assert!(!told_apart(&mut passages));
    }

    #[test]
    fn many_of_one_id_take_no_longer_than_many_of_several() {
        let mut passages: Vec<Passage> = (0..200_000).map(|_| passage("a".to_owned(), None)).collect();
        assert!(told_apart(&mut passages));
        assert_eq!(passages.last().unwrap().id, "a (200000)");
    }
}
