//! Share of the passages inside the budget that somebody judged.

use statistics::Undefined;

use super::{Cut, Definition, Over, Parameter, Values};
use crate::name::Measure;
use crate::view::View;

/// Share of the passages inside the budget that somebody judged.
pub const DEFINITION: Definition = Definition {
    name: "Judged",
    aliases: &["judged"],
    title: "judged share",
    trec: ("", ""),
    cut: Cut::Needed,
    takes_rel: false,
    parameter: Parameter::None,
    values: Values::Share,
    over: Over::Mean,
    needs_evidence: false,
    needs_all_relevant: false,
    page: include_str!("judged_share.md"),
    evaluate,
};

/// Nothing came back, so nothing could be judged.
const NOTHING: Undefined = Undefined("nothing was returned");

fn evaluate(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    measure.over_judged(view, |judged, _| {
        if judged.retrieved == 0 {
            return Err(NOTHING);
        }
        Ok(judged.placed.iter().filter(|p| p.grade >= 0).count() as f64 / f64::from(judged.retrieved))
    })
}
