//! Rows for tests.

use generation::right::{Basis, Right};
use statistics::Score;

use super::{Row, Trace};

/// A question whose evidence was there or not (complete, hit, document), and whose answer was right or wrong.
pub fn row(question: &str, present: [u8; 3], right: bool) -> Row {
    Row {
        question: question.to_owned(),
        present: present.map(|there| Score::Value(f64::from(there))),
        could: [false; 3],
        call_failed: false,
        right: if right { Right::Yes(Basis::Facts) } else { Right::No(Basis::Facts) },
        declined: Some(false),
        trace: Trace::NotJudged,
        unjudged: Vec::new(),
    }
}

/// As many rows of each cell, in the order of [`super::Cell::ALL`].
pub fn rows(counts: [usize; 4]) -> Vec<Row> {
    let cells = [(1, true), (1, false), (0, true), (0, false)];
    let all = counts.into_iter().zip(cells).flat_map(|(n, cell)| std::iter::repeat_n(cell, n));
    all.enumerate().map(|(place, (there, right))| row(&format!("q{place:04}"), [there; 3], right)).collect()
}
