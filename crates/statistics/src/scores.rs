//! The scores of one run: a value for each question and measure, kept small.

use crate::score::Score;
use crate::undefined::{NOT_FINITE, Undefined};

/// A table of questions by measures, whichever half they are of. A value takes eight bytes, so that 100,000 questions and all measures
/// fit where they are read.
#[derive(Clone, Debug)]
pub struct Scores<M> {
    measures: Vec<M>,
    questions: Vec<String>,
    cells: Vec<u64>,
    reasons: Vec<Undefined>,
}

/// What a question without a row has.
pub const NOT_SCORED: Undefined = Undefined("not scored");

/// Bits of a quiet NaN, which no value has (values are finite): the cell is no value, and the low bits say what it is.
const NO_VALUE: u64 = 0x7ff8_0000_0000_0000;
const FAILED: u64 = NO_VALUE | 1;
const FIRST_REASON: u64 = NO_VALUE | 2;

impl<M: Clone> Scores<M> {
    /// A table in which nothing is scored yet. `questions` must be in byte order of their ids; sums are taken in that order.
    pub fn new(measures: Vec<M>, questions: Vec<String>) -> Self {
        debug_assert!(questions.is_sorted());
        let cells = vec![FIRST_REASON; measures.len() * questions.len()];
        Self { measures, questions, cells, reasons: vec![NOT_SCORED] }
    }

    /// The measures, in the order asked for.
    pub fn measures(&self) -> &[M] {
        &self.measures
    }

    /// The ids of the questions, in byte order.
    pub fn questions(&self) -> &[String] {
        &self.questions
    }

    /// The place of a question; O(log n).
    pub fn find(&self, question: &str) -> Option<usize> {
        self.questions.binary_search_by(|q| q.as_str().cmp(question)).ok()
    }

    /// Sets the scores of one question. A value that is not finite is kept as undefined.
    ///
    /// # Panics
    /// When there are not as many scores as measures, or no such question.
    pub fn set(&mut self, question: usize, scores: &[Score]) {
        assert_eq!(scores.len(), self.measures.len(), "one score for each measure");
        let from = question * self.measures.len();
        for (offset, score) in scores.iter().enumerate() {
            self.cells[from + offset] = self.pack(*score);
        }
    }

    fn pack(&mut self, score: Score) -> u64 {
        let reason = match score {
            Score::Value(value) if value.is_finite() => return value.to_bits(),
            Score::Value(_) => NOT_FINITE,
            Score::Failed => return FAILED,
            Score::Undefined(reason) => reason,
        };
        let place = self.reasons.iter().position(|r| *r == reason).unwrap_or_else(|| {
            self.reasons.push(reason);
            self.reasons.len() - 1
        });
        FIRST_REASON + place as u64
    }

    /// The score of a question under a measure, by their places.
    pub fn get(&self, question: usize, measure: usize) -> Score {
        match self.cells[question * self.measures.len() + measure] {
            FAILED => Score::Failed,
            cell if cell >= FIRST_REASON && cell < FIRST_REASON + self.reasons.len() as u64 => {
                Score::Undefined(self.reasons[(cell - FIRST_REASON) as usize])
            }
            cell => Score::Value(f64::from_bits(cell)),
        }
    }

    /// The scores of all questions under one measure, in byte order of the ids.
    pub fn column(&self, measure: usize) -> Vec<Score> {
        (0..self.questions.len()).map(|question| self.get(question, measure)).collect()
    }

    /// The table with only the questions for which `keep` holds.
    pub fn filtered(&self, keep: impl Fn(&str) -> bool) -> Self {
        let mut kept = Self { questions: Vec::new(), cells: Vec::new(), ..self.clone() };
        for (place, question) in self.questions.iter().enumerate().filter(|(_, q)| keep(q)) {
            kept.questions.push(question.clone());
            let from = place * self.measures.len();
            kept.cells.extend_from_slice(&self.cells[from..from + self.measures.len()]);
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_undefined_and_failed_stay_apart() {
        let mut scores = Scores::new(vec!["RR", "AP", "P@5"], vec!["a".into(), "b".into()]);
        let reason = Undefined("a reason");
        scores.set(0, &[Score::Value(0.5), Score::Undefined(reason), Score::Failed]);
        assert_eq!(scores.get(0, 0), Score::Value(0.5));
        assert_eq!(scores.get(0, 1), Score::Undefined(reason));
        assert_eq!(scores.get(0, 2), Score::Failed);
        assert_eq!(scores.get(1, 0), Score::Undefined(NOT_SCORED));
        scores.set(1, &[Score::Value(-0.0), Score::Value(f64::NAN), Score::Value(0.0)]);
        assert_eq!(scores.get(1, 1), Score::Undefined(NOT_FINITE));
        assert_eq!(scores.filtered(|q| q == "b").column(0), [Score::Value(0.0)]);
        assert_eq!(scores.find("b"), Some(1));
    }
}
