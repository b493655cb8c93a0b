//! Inferred average precision, for pools of which only a sample was judged.

use statistics::Undefined;

use super::{Cut, Definition, Over, Parameter, Values};
use crate::name::Measure;
use crate::view::View;

/// Inferred average precision, for pools of which only a sample was judged.
pub const DEFINITION: Definition = Definition {
    name: "infAP",
    aliases: &["infap", "InfAP"],
    title: "inferred average precision",
    trec: ("infAP", ""),
    cut: Cut::None,
    takes_rel: true,
    parameter: Parameter::None,
    values: Values::Share,
    over: Over::Mean,
    needs_evidence: false,
    needs_all_relevant: true,
    page: include_str!("infap.md"),
    evaluate,
};

/// Smoothing of trec_eval: keeps the ratio defined where nothing judged stands above.
const EPSILON: f64 = 0.00001;

fn evaluate(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    measure.over_relevant(view, |judged, ground| {
        let (mut relevant, mut nonrelevant, mut unjudged) = (0u32, 0u32, 0u32);
        let mut sum = 0.0;
        for placed in judged.placed {
            if placed.grade < 0 {
                unjudged += 1;
            } else if placed.grade < ground.rel {
                nonrelevant += 1;
            } else {
                let above = f64::from(placed.rank - 1);
                sum += if above == 0.0 {
                    1.0
                } else {
                    let pooled = f64::from(relevant + nonrelevant + unjudged) / above;
                    let (found, missed) = (f64::from(relevant), f64::from(nonrelevant));
                    let inferred = (found + EPSILON) / (found + missed + 2.0 * EPSILON);
                    (1.0 + above * pooled * inferred) / (above + 1.0)
                };
                relevant += 1;
            }
        }
        Ok(sum / ground.relevant as f64)
    })
}
