//! Interpolated precision at a level of recall.

use statistics::Undefined;

use super::{Cut, Definition, Over, Parameter, Values};
use crate::name::Measure;
use crate::view::View;

/// Interpolated precision at a level of recall.
pub const DEFINITION: Definition = Definition {
    name: "IPrec",
    aliases: &["iprec_at_recall"],
    title: "interpolated precision at a recall level",
    trec: ("", "iprec_at_recall"),
    cut: Cut::None,
    takes_rel: true,
    parameter: Parameter::RecallLevel,
    values: Values::Share,
    over: Over::Mean,
    needs_evidence: false,
    needs_all_relevant: true,
    page: include_str!("iprec.md"),
    evaluate,
};

/// Only a measure that was put together by hand can lack one: its name is refused without.
const NO_LEVEL: Undefined = Undefined("the recall level of IPrec is not stated");

fn evaluate(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    let level = measure.number.ok_or(NO_LEVEL)?;
    measure.over_relevant(view, |judged, ground| {
        let needed = view.levels.passages(level, ground.relevant);
        let best = judged
            .relevant_ranks(ground.rel)
            .zip(1usize..)
            .filter(|(_, found)| *found >= needed)
            .map(|(rank, found)| found as f64 / f64::from(rank))
            .fold(0.0, f64::max);
        Ok(best)
    })
}
