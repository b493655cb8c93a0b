//! One answerable question: whether its evidence was there, under each definition, and whether its answer was right.

use generation::right::Right;
use statistics::{Score, Undefined};

use super::audit::Trace;

/// What "the evidence was there" means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Present {
    /// All of it was.
    Complete,
    /// Something relevant was.
    Hit,
    /// A passage of every document that it stands in was.
    Document,
}

impl Present {
    /// Every definition with its name, the strictest use first.
    pub const ALL: [(&'static str, Self); 3] = [("complete", Self::Complete), ("hit", Self::Hit), ("document", Self::Document)];

    /// The name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// What it means, in words.
    pub fn about(self) -> &'static str {
        match self {
            Self::Complete => "all required evidence is there",
            Self::Hit => "something relevant is there",
            Self::Document => "the documents of all required evidence are there",
        }
    }
}

/// One of the four cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cell {
    /// Evidence present, answer right.
    Works,
    /// Evidence present, answer wrong.
    GenerationFault,
    /// Evidence absent, answer right.
    Lucky,
    /// Evidence absent, answer wrong.
    RetrievalFault,
}

impl Cell {
    /// Every cell with its name in files.
    pub const ALL: [(&'static str, Self); 4] = [
        ("works", Self::Works),
        ("generation-fault", Self::GenerationFault),
        ("right-for-the-wrong-reason", Self::Lucky),
        ("retrieval-fault", Self::RetrievalFault),
    ];

    /// The cell of these two.
    pub fn of(present: bool, right: bool) -> Self {
        match (present, right) {
            (true, true) => Self::Works,
            (true, false) => Self::GenerationFault,
            (false, true) => Self::Lucky,
            (false, false) => Self::RetrievalFault,
        }
    }

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// Whether the evidence was there.
    pub fn present(self) -> bool {
        matches!(self, Self::Works | Self::GenerationFault)
    }

    /// Whether the answer was right.
    pub fn right(self) -> bool {
        matches!(self, Self::Works | Self::Lucky)
    }

    /// What to do about it.
    pub fn action(self) -> &'static str {
        match self {
            Self::Works => "keep it so",
            Self::GenerationFault => "mend the generator: it was given what it needed",
            Self::Lucky => "audit the label: the answer came from the model's own knowledge, or a passage that no label lists",
            Self::RetrievalFault => "mend retrieval: what was needed did not arrive",
        }
    }
}

/// What failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// The call, or the run has no record of it.
    Call,
    /// A verdict that decides whether the answer is right.
    Verdict,
}

/// Where a question stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// In this cell.
    In(Cell),
    /// In none, since something failed.
    Failed(Fault),
    /// In none, since the evidence or the answer could not be decided.
    NotScored(Undefined),
}

/// One answerable question.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its id.
    pub question: String,
    /// 1 where the evidence was there and 0 where it was not, under each definition, in the order of [`Present::ALL`].
    pub present: [Score; 3],
    /// Whether it could turn out to have been there, were unjudged passages of the context to hold it.
    pub could: [bool; 3],
    /// Whether the call failed, or was never made.
    pub call_failed: bool,
    /// Whether the answer was right.
    pub right: Right,
    /// Whether it declined; `None` where nobody says.
    pub declined: Option<bool>,
    /// What its claims rest on, as far as that is known.
    pub trace: Trace,
    /// Passages inside the budget that nobody judged.
    pub unjudged: Vec<String>,
}

impl Row {
    /// Where it stands under a definition.
    pub fn outcome(&self, present: Present) -> Outcome {
        let there = self.present[present as usize];
        if self.call_failed || there == Score::Failed {
            return Outcome::Failed(Fault::Call);
        }
        match (there, self.right) {
            (Score::Undefined(reason), _) | (_, Right::NotScored(reason)) => Outcome::NotScored(reason),
            (_, Right::Failed) => Outcome::Failed(Fault::Verdict),
            (Score::Value(value), Right::Yes(_)) => Outcome::In(Cell::of(value >= 1.0, true)),
            (Score::Value(value), Right::No(_)) => Outcome::In(Cell::of(value >= 1.0, false)),
            (Score::Failed, _) => Outcome::Failed(Fault::Call),
        }
    }

    /// The cell, where it is in one.
    pub fn cell(&self, present: Present) -> Option<Cell> {
        match self.outcome(present) {
            Outcome::In(cell) => Some(cell),
            Outcome::Failed(_) | Outcome::NotScored(_) => None,
        }
    }

    /// Whether an unjudged passage could move it to the cells where evidence is present.
    pub fn could_flip(&self, present: Present) -> bool {
        self.could[present as usize] && self.cell(present).is_some_and(|cell| !cell.present())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::fixture::row;
    use generation::right::{Basis, FACTS_NOT_JUDGED};

    const NOT_CAPTURED: Undefined = Undefined("the context was not captured");

    #[test]
    fn every_pair_has_its_cell() {
        let cells = [(1, true), (1, false), (0, true), (0, false)].map(|(there, right)| {
            let row = row("q", [there, 1, 1], right);
            (row.cell(Present::Complete).unwrap(), row.cell(Present::Hit).unwrap())
        });
        use Cell::{GenerationFault, Lucky, RetrievalFault, Works};
        let hits = [Works, GenerationFault, Works, GenerationFault];
        assert_eq!(cells.map(|c| c.0), [Works, GenerationFault, Lucky, RetrievalFault]);
        assert_eq!(cells.map(|c| c.1), hits);
        for (place, (name, cell)) in Cell::ALL.iter().enumerate() {
            assert_eq!((*cell as usize, cell.name(), Cell::of(cell.present(), cell.right())), (place, *name, *cell));
        }
        for (place, (name, present)) in Present::ALL.iter().enumerate() {
            assert_eq!((*present as usize, present.name()), (place, *name));
        }
    }

    #[test]
    fn what_failed_or_is_not_known_is_in_no_cell() {
        let fine = row("q", [1, 1, 1], true);
        let outcome = |row: Row| row.outcome(Present::Complete);
        assert_eq!(outcome(Row { call_failed: true, ..fine.clone() }), Outcome::Failed(Fault::Call));
        assert_eq!(outcome(Row { present: [Score::Failed; 3], ..fine.clone() }), Outcome::Failed(Fault::Call));
        assert_eq!(outcome(Row { right: Right::Failed, ..fine.clone() }), Outcome::Failed(Fault::Verdict));
        let unknown = Row { right: Right::NotScored(FACTS_NOT_JUDGED), ..fine.clone() };
        assert_eq!(outcome(unknown.clone()), Outcome::NotScored(FACTS_NOT_JUDGED));
        // A failed call is failed, whatever was recorded of its answer.
        assert_eq!(outcome(Row { call_failed: true, ..unknown }), Outcome::Failed(Fault::Call));
        let absent = Row { present: [Score::Undefined(NOT_CAPTURED); 3], right: Right::Yes(Basis::Facts), ..fine };
        assert_eq!(outcome(absent), Outcome::NotScored(NOT_CAPTURED));
    }

    #[test]
    fn only_absent_evidence_flips() {
        let mut open = row("q", [0, 1, 1], true);
        open.could = [true; 3];
        assert!(open.could_flip(Present::Complete) && !open.could_flip(Present::Hit));
        open.right = Right::Failed;
        assert!(!open.could_flip(Present::Complete));
    }
}
