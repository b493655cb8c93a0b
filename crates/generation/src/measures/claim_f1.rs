//! Harmonic mean of claim precision and fact recall.

use statistics::Score;

use super::facts::{Of, recall};
use super::{Better, Definition, Measure, Need, Values, borne_out, share_of_claims};
use crate::judged::Case;

/// Harmonic mean of claim precision and fact recall.
pub const DEFINITION: Definition = Definition {
    name: "claim-f1",
    aliases: &[],
    title: "harmonic mean of claim precision and fact recall",
    values: Values::Share,
    better: Better::More,
    needs: &[Need::Status, Need::Claims, Need::BorneOut, Need::Facts],
    page: include_str!("claim_f1.md"),
    evaluate,
};

fn evaluate(_: &Measure, case: &Case<'_>) -> Score {
    let precision = match share_of_claims(case, borne_out) {
        Score::Value(precision) => precision,
        other => return other,
    };
    match recall(case, Of::All, 0.0) {
        Score::Value(recall) if precision + recall > 0.0 => Score::Value(2.0 * precision * recall / (precision + recall)),
        Score::Value(_) => Score::Value(0.0),
        other => other,
    }
}
