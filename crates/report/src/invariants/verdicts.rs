//! What is said of final questions that were held to the invariants: whether the rules hold, how often which was broken, no question.

use fourcell::evidence::text::printable;
use serde_json::{Map, Value, json};

use super::{InvariantsReport, RunInvariants};
use crate::envelope::{Input, envelope};
use crate::number::count;
use crate::score::escape;

/// The schema of what `invariants` prints of final questions.
pub const VERDICTS_SCHEMA: &str = "fourcell/invariants-verdicts@1";

/// Why that is all.
const WHY: &str = "which questions these are is not shown: they are final";

fn verdict(run: &RunInvariants) -> &'static str {
    let checked = &run.found.checked;
    match (checked.has_checked(), checked.incidents.len()) {
        (false, _) => "not checked",
        (true, 0) => "pass",
        (true, _) => "fail",
    }
}

fn by_rule(run: &RunInvariants) -> Vec<(&'static str, usize)> {
    run.found.checked.by_rule().into_iter().map(|(rule, n)| (rule.name(), n)).collect()
}

fn lines(report: &InvariantsReport) -> Vec<String> {
    let line = |run: &RunInvariants| {
        let rules: Vec<String> = by_rule(run).iter().map(|(rule, n)| format!("{rule} {n}")).collect();
        let rules = if rules.is_empty() { String::new() } else { format!(": {}", rules.join(", ")) };
        let (name, checked) = (&run.found.name, &run.found.checked);
        format!("{name}: {}, {}{rules}", verdict(run), count(checked.incidents.len(), "incident"))
    };
    let mut all = vec![report.heading.clone()];
    all.extend(report.runs.iter().map(line));
    if report.incidents() > 0 {
        all.push(WHY.to_owned());
    }
    all
}

/// For a terminal.
pub fn verdicts_text(report: &InvariantsReport) -> Vec<u8> {
    lines(report).iter().map(|line| format!("{}\n", printable(line, 1000))).collect::<String>().into_bytes()
}

/// For a page.
pub fn verdicts_markdown(report: &InvariantsReport) -> Vec<u8> {
    lines(report).iter().map(|line| format!("- {}\n", escape(line))).collect::<String>().into_bytes()
}

/// For programs.
pub fn verdicts_json(report: &InvariantsReport, inputs: &[Input]) -> Vec<u8> {
    let run = |run: &RunInvariants| {
        let rules: Map<String, Value> = by_rule(run).into_iter().map(|(rule, n)| (rule.to_owned(), json!(n))).collect();
        json!({
            "name": run.found.name,
            "questions": run.found.questions,
            "verdict": verdict(run),
            "incidents": run.found.checked.incidents.len(),
            "by_rule": rules,
        })
    };
    let result = json!({
        "heading": report.heading,
        "split": "final",
        "incidents": report.incidents(),
        "runs": report.runs.iter().map(run).collect::<Vec<Value>>(),
    });
    envelope(VERDICTS_SCHEMA, "invariants", inputs, result, &[])
}
