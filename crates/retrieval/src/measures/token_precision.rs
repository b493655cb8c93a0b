//! Share of the text sent that is evidence, over source ranges.

use statistics::Undefined;

use super::token_recall::counted;
use super::{Cut, Definition, Over, Parameter, Values};
use crate::name::Measure;
use crate::view::View;

/// Share of the text sent that is evidence, over source ranges.
pub const DEFINITION: Definition = Definition {
    name: "token-precision",
    aliases: &["token_precision", "tokP", "range-precision"],
    title: "token-level precision over source ranges",
    trec: ("", ""),
    cut: Cut::Taken,
    takes_rel: false,
    parameter: Parameter::None,
    values: Values::Share,
    over: Over::Mean,
    needs_evidence: true,
    needs_all_relevant: false,
    page: include_str!("token_precision.md"),
    evaluate,
};

/// Nothing was sent, so there is nothing to be precise about.
const NOTHING: Undefined = Undefined("no text is inside the budget");

fn evaluate(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    let counted = counted(measure, view)?;
    if counted.sent == 0 {
        return Err(NOTHING);
    }
    Ok(counted.sent_needed as f64 / counted.sent as f64)
}
