//! Recall of everything that came back.

use super::{Cut, Definition, Over, Parameter, Values};

/// Recall of everything that came back.
pub const DEFINITION: Definition = Definition {
    name: "SetR",
    aliases: &["set_recall"],
    title: "recall of what was returned",
    trec: ("set_recall", ""),
    cut: Cut::Taken,
    takes_rel: true,
    parameter: Parameter::None,
    values: Values::Share,
    over: Over::Mean,
    needs_evidence: false,
    needs_all_relevant: true,
    page: include_str!("set_recall.md"),
    evaluate: super::recall::evaluate,
};
