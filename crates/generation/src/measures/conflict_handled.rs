//! Whether of conflicting sources the active one wins, or the conflict is stated, as the question asks.

use evidence::Expect;
use statistics::{Score, Undefined};

use super::facts::{NO_FORBIDDEN, Of, forbidden_stated, recall};
use super::{Better, Definition, Measure, Need, Values, hit, status};
use crate::answer::Status;
use crate::judged::Case;

/// Whether of conflicting sources the active one wins, or the conflict is stated, as the question asks.
pub const DEFINITION: Definition = Definition {
    name: "conflict-handled",
    aliases: &[],
    title: "whether of conflicting sources the active one wins, or the conflict is stated, as the question asks",
    values: Values::Hit,
    better: Better::More,
    needs: &[Need::Status, Need::Facts],
    page: include_str!("conflict_handled.md"),
    evaluate,
};

/// The question has neither a conflict to state nor a superseded value to avoid.
const NO_CONFLICT: Undefined = Undefined("the question holds no conflict");

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    if !case.question.answerable {
        return Score::Undefined(NO_CONFLICT);
    }
    if case.question.expect == Expect::Conflict {
        return status(case).map_or_else(|score| score, |status| hit(status == Status::ConflictStated));
    }
    match forbidden_stated(case) {
        Err(Score::Undefined(reason)) if reason == NO_FORBIDDEN => Score::Undefined(NO_CONFLICT),
        Err(other) => other,
        Ok(true) => hit(false),
        // Saying nothing false is not enough: what holds must be said.
        Ok(false) => match recall(case, Of::Vital, 0.0) {
            Score::Value(recall) => hit(recall == 1.0),
            other => other,
        },
    }
}
