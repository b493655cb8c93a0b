//! Counts that trec_eval prints before any measure: questions, passages, relevant ones.

use statistics::Undefined;

use super::{Cut, Definition, Over, Parameter, Values};
use crate::name::Measure;
use crate::view::View;

const COUNT: Definition = Definition {
    name: "",
    aliases: &[],
    title: "",
    trec: ("", ""),
    cut: Cut::None,
    takes_rel: false,
    parameter: Parameter::None,
    values: Values::Count,
    over: Over::Sum,
    needs_evidence: false,
    needs_all_relevant: false,
    page: "",
    evaluate: |_, _| Ok(1.0),
};

/// Questions evaluated.
pub const QUESTIONS: Definition = Definition {
    name: "NumQ",
    aliases: &["num_q"],
    title: "questions evaluated",
    trec: ("num_q", ""),
    page: include_str!("num_q.md"),
    ..COUNT
};

/// Passages retrieved.
pub const RETRIEVED: Definition = Definition {
    name: "NumRet",
    aliases: &["num_ret"],
    title: "passages retrieved",
    trec: ("num_ret", ""),
    page: include_str!("num_ret.md"),
    evaluate: |measure, view| measure.over_judged(view, |judged, _| Ok(f64::from(judged.retrieved))),
    ..COUNT
};

/// Passages known to be relevant.
pub const RELEVANT: Definition = Definition {
    name: "NumRel",
    aliases: &["num_rel"],
    title: "passages known to be relevant",
    trec: ("num_rel", ""),
    takes_rel: true,
    needs_all_relevant: true,
    page: include_str!("num_rel.md"),
    evaluate: |measure, view| measure.over_judged(view, |judged, _| Ok(judged.relevant(measure.rel(view)) as f64)),
    ..COUNT
};

/// Relevant passages retrieved.
pub const RELEVANT_RETRIEVED: Definition = Definition {
    name: "NumRelRet",
    aliases: &["num_rel_ret"],
    title: "relevant passages retrieved",
    trec: ("num_rel_ret", ""),
    takes_rel: true,
    page: include_str!("num_rel_ret.md"),
    evaluate: relevant_retrieved,
    ..COUNT
};

fn relevant_retrieved(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    measure.over_judged(view, |judged, _| Ok(judged.relevant_ranks(measure.rel(view)).count() as f64))
}
