//! Whether the answer stands to the question as it should.

use statistics::Score;

use super::{Better, Definition, Measure, Need, Values, hit, status};
use crate::judged::Case;
use crate::right::as_expected;

/// Whether the answer stands to the question as it should.
pub const DEFINITION: Definition = Definition {
    name: "expected-status",
    aliases: &[],
    title: "whether the answer stands to the question as it should",
    values: Values::Hit,
    better: Better::More,
    needs: &[Need::Status],
    page: include_str!("expected_status.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    match status(case) {
        Ok(status) => hit(as_expected(case, status)),
        Err(score) => score,
    }
}
