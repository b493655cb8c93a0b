//! How the demo ends: the four cells, an incident, the error ledger, the gate.

use fourcell::evidence::text::printable;
use fourcell::statistics::Summary;

use crate::cells::{CellsReport, in_no_cell, picture, product};
use crate::gate::{GateReport, brief};
use crate::invariants::{RunInvariants, told};
use crate::ledger::{LedgerReport, summary};
use crate::number::{count, value};
use crate::table::table;

/// A run with forbidden results, and what its recall is beside that of the run that has none.
#[derive(Clone, Debug)]
pub struct Leak {
    /// What was found of it.
    pub held: RunInvariants,
    /// Evidence completeness of the context of the run that leaks.
    pub leaking: Summary,
    /// The same of the run that does not.
    pub sound: Summary,
}

/// The four cells of a run.
pub(crate) fn cells(report: &CellsReport) -> String {
    let main = report.main();
    let mut text =
        format!("\nthe four cells: was the evidence in the context, and was the answer right?\n\n{}", picture(&main.tally));
    let outside = in_no_cell(&main.tally);
    if !outside.is_empty() {
        text += &format!("in no cell: {}\n", printable(&outside, 400));
    }
    product(&main.chances).iter().take(1).for_each(|line| {
        text += &format!("P(evidence) · P(right | evidence): {line}; 'fourcell cells' says what raising each would buy\n");
    });
    text
}

/// The incidents of the run that leaks, the first of them in full.
pub(crate) fn leak(leak: &Leak) -> String {
    let checked = &leak.held.found.checked;
    let mut text = format!(
        "\nthe same system without its filter: complete@context {} in place of {}, and {}; no recall buys back one of them\n",
        value(&leak.leaking),
        value(&leak.sound),
        count(checked.incidents.len(), "incident")
    );
    for (name, said) in checked.incidents.first().iter().flat_map(|incident| told(incident)) {
        text += &format!("  {name:<9} {}\n", printable(&said, 400));
    }
    text
}

/// Failures by the stage that owns them, each with one of them.
pub(crate) fn ledger(report: &LedgerReport) -> String {
    let mut text = format!("\nthe error ledger: {}\n", summary(report));
    let head = ["what failed", "n", "for example", "why"].map(str::to_owned);
    let row = |(cause, kept): &(fourcell::diagnosis::Cause, Vec<&fourcell::diagnosis::ledger::life::Kept>)| {
        let first = kept.first().map(|kept| &kept.entry);
        let (question, why) = first.map(|entry| (entry.question.as_str(), entry.owner.why.as_str())).unwrap_or_default();
        let title = cause.definition().title.to_owned();
        vec![title, kept.len().to_string(), printable(question, 40), printable(why, 110)]
    };
    text += &table(&head, report.by_cause().iter().map(row).collect(), &[false, true, false, false]);
    text + "'fourcell ledger' lists them all, with proof and repair; 'fourcell probe' confirms each by changing one stage\n"
}

/// A run that is better on the whole, and is refused.
pub(crate) fn gate(report: &GateReport) -> String {
    format!(
        "\nmay '{}' ship? the candidate's retriever over an index that lacks one document; 'fourcell gate' holds it against '{}'\n{}",
        printable(&report.gate.candidate, 200),
        printable(&report.gate.baseline, 200),
        brief(report)
    )
}
