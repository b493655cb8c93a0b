//! How many questions stand in each cell, and how the wrong ones are wrong.

use std::collections::BTreeMap;

use super::{Cell, Cells, Fault, Outcome, Present, Row};

/// Wrong answers, by how they are wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wrong {
    /// Nothing was claimed: safe.
    pub declined: usize,
    /// Something was claimed: dangerous.
    pub asserted: usize,
    /// Nobody says which.
    pub not_known: usize,
}

impl Wrong {
    fn count(&mut self, declined: Option<bool>) {
        match declined {
            Some(true) => self.declined += 1,
            Some(false) => self.asserted += 1,
            None => self.not_known += 1,
        }
    }
}

/// Questions counted under one definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The cells.
    pub cells: Cells,
    /// Wrong although the evidence was there.
    pub wrong_with_evidence: Wrong,
    /// Wrong without the evidence.
    pub wrong_without_evidence: Wrong,
    /// Calls that failed or were never made.
    pub failed_calls: usize,
    /// Questions whose call went well, but not a verdict that decides.
    pub failed_verdicts: usize,
    /// Questions that could not be decided, by reason.
    pub not_scored: BTreeMap<&'static str, usize>,
}

impl Tally {
    /// All questions that were counted.
    pub fn questions(&self) -> usize {
        self.cells.scored() + self.cells.failed + self.cells.not_scored
    }
}

/// Counts questions under a definition.
pub fn tally<'a>(rows: impl IntoIterator<Item = &'a Row>, present: Present) -> Tally {
    let mut tally = Tally::default();
    for row in rows {
        let cells = &mut tally.cells;
        match row.outcome(present) {
            Outcome::In(Cell::Works) => cells.works += 1,
            Outcome::In(Cell::Lucky) => cells.lucky += 1,
            Outcome::In(Cell::GenerationFault) => {
                cells.generation_fault += 1;
                tally.wrong_with_evidence.count(row.declined);
            }
            Outcome::In(Cell::RetrievalFault) => {
                cells.retrieval_fault += 1;
                tally.wrong_without_evidence.count(row.declined);
            }
            Outcome::Failed(fault) => {
                cells.failed += 1;
                match fault {
                    Fault::Call => tally.failed_calls += 1,
                    Fault::Verdict => tally.failed_verdicts += 1,
                }
            }
            Outcome::NotScored(reason) => {
                cells.not_scored += 1;
                *tally.not_scored.entry(reason.0).or_default() += 1;
            }
        }
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::fixture::rows;
    use generation::right::{FACTS_NOT_JUDGED, Right};

    #[test]
    fn every_question_is_counted_once() {
        let mut all = rows([2, 3, 1, 3]);
        for (place, declined) in [(2, Some(true)), (6, Some(true)), (7, None)] {
            all[place].declined = declined;
        }
        let mut more = rows([3, 0, 0, 0]);
        more[0].call_failed = true;
        more[1].right = Right::Failed;
        more[2].right = Right::NotScored(FACTS_NOT_JUDGED);
        all.extend(more);
        let tally = tally(&all, Present::Complete);
        let cells = Cells { works: 2, generation_fault: 3, lucky: 1, retrieval_fault: 3, failed: 2, not_scored: 1 };
        assert_eq!((tally.cells, tally.questions()), (cells, 12));
        assert_eq!(tally.wrong_with_evidence, Wrong { declined: 1, asserted: 2, not_known: 0 });
        assert_eq!(tally.wrong_without_evidence, Wrong { declined: 1, asserted: 1, not_known: 1 });
        assert_eq!((tally.failed_calls, tally.failed_verdicts), (1, 1));
        assert_eq!(tally.not_scored, BTreeMap::from([(FACTS_NOT_JUDGED.0, 1)]));
    }
}
