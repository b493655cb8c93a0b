//! The four cells: was the evidence there, and was the answer right?

use statistics::Score;

/// Answerable questions, counted on two axes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cells {
    /// Evidence present, answer right: works.
    pub works: usize,
    /// Evidence present, answer wrong: a generation fault.
    pub generation_fault: usize,
    /// Evidence absent, answer right: right for the wrong reason.
    pub lucky: usize,
    /// Evidence absent, answer wrong: a retrieval fault.
    pub retrieval_fault: usize,
    /// The call failed: in no cell.
    pub failed: usize,
    /// Presence or rightness is undefined or was not judged: in no cell.
    pub not_scored: usize,
}

impl Cells {
    /// Counts questions by presence (a score that is 1 where the evidence was present, as completeness or a hit is) and by whether
    /// the answer was right (`None`: nothing could decide).
    pub fn count(questions: impl IntoIterator<Item = (Score, Option<bool>)>) -> Self {
        let mut cells = Self::default();
        for (present, right) in questions {
            let cell = match (present, right) {
                (Score::Failed, _) => &mut cells.failed,
                (Score::Undefined(_), _) | (_, None) => &mut cells.not_scored,
                (Score::Value(present), Some(right)) => match (present >= 1.0, right) {
                    (true, true) => &mut cells.works,
                    (true, false) => &mut cells.generation_fault,
                    (false, true) => &mut cells.lucky,
                    (false, false) => &mut cells.retrieval_fault,
                },
            };
            *cell += 1;
        }
        cells
    }

    /// Questions that are in a cell.
    pub fn scored(self) -> usize {
        self.works + self.generation_fault + self.lucky + self.retrieval_fault
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use statistics::Undefined;

    #[test]
    fn a_failed_call_is_in_no_cell() {
        let cells = Cells::count([
            (Score::Value(1.0), Some(true)),
            (Score::Value(0.5), Some(true)),
            (Score::Value(0.0), Some(false)),
            (Score::Value(1.0), Some(false)),
            (Score::Failed, Some(true)),
            (Score::Value(1.0), None),
            (Score::Undefined(Undefined("why")), Some(true)),
        ]);
        let expected = Cells { works: 1, generation_fault: 1, lucky: 1, retrieval_fault: 1, failed: 1, not_scored: 2 };
        assert_eq!(cells, expected);
        assert_eq!(cells.scored(), 4);
    }
}
