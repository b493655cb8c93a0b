//! How far the counts may move once the unjudged passages of the contexts are judged: two worlds, and what lies between them.

use super::{Present, Row};
use statistics::Undefined;
use statistics::proportion::rate;

/// The counts as the labels are, and were every unjudged passage that could be evidence to be it.
#[derive(Clone, Debug, PartialEq)]
pub struct Open {
    /// Questions in a cell.
    pub n: usize,
    /// Those whose evidence is there by the labels as they are.
    pub present: usize,
    /// Those whose answer is right with the evidence there.
    pub works: usize,
    /// Answered right, evidence absent, and an unjudged passage could be the evidence: they could turn out to work.
    pub right: Vec<String>,
    /// Answered wrong, evidence absent, and an unjudged passage could be the evidence: they could turn out generation faults.
    pub wrong: Vec<String>,
}

/// Counts what is open under a definition.
pub fn open(rows: &[Row], present: Present) -> Open {
    let cells = || rows.iter().filter_map(|row| Some((row, row.cell(present)?)));
    let open = |right: bool| {
        let mine = cells().filter(|(row, cell)| cell.right() == right && row.could_flip(present));
        mine.map(|(row, _)| row.question.clone()).collect()
    };
    Open {
        n: cells().count(),
        present: cells().filter(|(_, cell)| cell.present()).count(),
        works: cells().filter(|(_, cell)| cell.present() && cell.right()).count(),
        right: open(true),
        wrong: open(false),
    }
}

impl Open {
    /// Questions that could flip.
    pub fn flips(&self) -> usize {
        self.right.len() + self.wrong.len()
    }

    /// The share with evidence: by the labels as they are, and with everything that is open.
    pub fn evidence(&self) -> Result<[f64; 2], Undefined> {
        Ok([rate(self.present, self.n)?, rate(self.present + self.flips(), self.n)?])
    }

    /// The share answered right where the evidence is there, in the same two worlds; none in a world without evidence anywhere.
    pub fn right_with(&self) -> [Result<f64, Undefined>; 2] {
        [rate(self.works, self.present), rate(self.works + self.right.len(), self.present + self.flips())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::fixture::rows;

    #[test]
    fn naive_and_ceiling() {
        let mut all = rows([6, 2, 1, 1]);
        let as_labelled = open(&all, Present::Complete);
        assert_eq!((as_labelled.flips(), as_labelled.evidence()), (0, Ok([0.8, 0.8])));
        all.iter_mut().for_each(|row| row.could = [true, false, false]);
        let open_now = open(&all, Present::Complete);
        assert_eq!((open_now.right.len(), open_now.wrong.len(), open_now.evidence()), (1, 1, Ok([0.8, 1.0])));
        assert_eq!(open_now.right_with(), [Ok(0.75), Ok(0.7)]);
        assert_eq!(open(&all, Present::Hit).flips(), 0);
        let none = open(&[], Present::Complete);
        assert!(none.evidence().is_err() && none.right_with()[0].is_err());
    }
}
