//! R-precision: precision at as many passages as are relevant.

use statistics::Undefined;

use super::{Cut, Definition, Over, Parameter, Values};
use crate::name::Measure;
use crate::view::View;

/// R-precision: precision at as many passages as are relevant.
pub const DEFINITION: Definition = Definition {
    name: "Rprec",
    aliases: &["RPrec", "r-precision"],
    title: "R-precision",
    trec: ("Rprec", ""),
    cut: Cut::None,
    takes_rel: true,
    parameter: Parameter::None,
    values: Values::Share,
    over: Over::Mean,
    needs_evidence: false,
    needs_all_relevant: true,
    page: include_str!("rprec.md"),
    evaluate,
};

fn evaluate(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    measure.over_relevant(view, |judged, ground| {
        let found = judged.relevant_ranks(ground.rel).take_while(|&rank| rank as usize <= ground.relevant).count();
        Ok(found as f64 / ground.relevant as f64)
    })
}
