//! Binary preference: how seldom a judged irrelevant passage stands above a relevant one.

use statistics::Undefined;

use super::{Cut, Definition, Over, Parameter, Values};
use crate::name::Measure;
use crate::view::View;

/// Binary preference: how seldom a judged irrelevant passage stands above a relevant one.
pub const DEFINITION: Definition = Definition {
    name: "Bpref",
    aliases: &["bpref", "BPref"],
    title: "binary preference",
    trec: ("bpref", ""),
    cut: Cut::None,
    takes_rel: true,
    parameter: Parameter::None,
    values: Values::Share,
    over: Over::Mean,
    needs_evidence: false,
    needs_all_relevant: true,
    page: include_str!("bpref.md"),
    evaluate,
};

fn evaluate(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    measure.over_relevant(view, |judged, ground| {
        let bound = ground.relevant.min(judged.nonrelevant(ground.rel));
        let (mut above, mut sum) = (0usize, 0.0);
        for placed in judged.placed.iter().filter(|p| p.grade >= 0) {
            if placed.grade < ground.rel {
                above += 1;
            } else if above == 0 {
                sum += 1.0;
            } else {
                sum += 1.0 - above.min(ground.relevant) as f64 / bound as f64;
            }
        }
        Ok(sum / ground.relevant as f64)
    })
}
