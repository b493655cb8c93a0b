//! What the gate came to, as values; and each format it is written in.

mod csv;
mod github;
mod json;
mod junit;
mod markdown;
mod schema;
mod terminal;
#[cfg(test)]
mod tests;

pub use csv::{csv, regressions_csv};
pub use github::github;
pub use json::{SCHEMA, json};
pub use junit::junit;
pub use markdown::{link, markdown};
pub use schema::GATE;
pub use terminal::{brief, terminal};

use fourcell::diagnosis::experiment::Changes;
use fourcell::diagnosis::gate::{Certainty, Check, Gate, Layer, LayerName, Outcome, Regression};
use fourcell::formats::gate::Inconclusive;

use crate::number::count;
use crate::place::Places;

/// The gate with what a reader must know beside it.
#[derive(Clone, Debug)]
pub struct GateReport {
    /// The project's name.
    pub project: String,
    /// The gate.
    pub gate: Gate,
    /// What inconclusive does.
    pub inconclusive: Inconclusive,
    /// The certainty of every bound.
    pub by: Certainty,
    /// Verdicts alone are shown: the questions are final ones.
    pub sealed: bool,
    /// What is odd in the files.
    pub warnings: Vec<String>,
    /// What differs from the baseline's settings; `None` where that is not told.
    pub changes: Option<Changes>,
    /// Where more is to be read, on the web.
    pub link: Option<String>,
    /// Where the questions stand.
    pub places: Places,
}

impl GateReport {
    /// The same with verdicts alone, in every format: nothing of single questions, and no number.
    #[must_use]
    pub fn verdicts_alone(self) -> Self {
        // What is odd in the files is told by the question that it is odd of.
        Self { gate: self.gate.verdicts_alone(), sealed: true, warnings: Vec::new(), places: Places::default(), ..self }
    }
}

/// What an outcome does to the verdict of the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Does {
    /// It holds.
    Hold,
    /// It fails the gate.
    Fail,
    /// It was agreed, and nothing decides it.
    Error,
    /// It neither holds nor fails.
    Nothing,
}

/// What an outcome does, where the project says what inconclusive does.
pub(crate) fn does(outcome: Outcome, inconclusive: Inconclusive) -> Does {
    match (outcome, inconclusive) {
        (Outcome::Pass | Outcome::Unchanged, _) => Does::Hold,
        (Outcome::Fail, _) | (Outcome::Inconclusive { .. }, Inconclusive::Fail) => Does::Fail,
        (Outcome::NotEvaluated, _) => Does::Error,
        (Outcome::NotAsked | Outcome::Inconclusive { .. }, _) => Does::Nothing,
    }
}

/// What was held against what, in a line.
pub(crate) fn heading(report: &GateReport) -> String {
    let finals = if report.sealed { " · final questions, verdicts alone" } else { "" };
    format!("{}: {} against {}{finals}", report.project, report.gate.candidate, report.gate.baseline)
}

/// The verdict in a line: what it is, which layer decides, and what an inconclusive one does.
pub fn verdict(report: &GateReport) -> String {
    let outcome = report.gate.outcome();
    let by = report.gate.decided_by().map(|layer| format!("layer {}, {}", layer.name.number(), layer.name.name()));
    let by = by.unwrap_or_default();
    match outcome {
        Outcome::Pass => "PASS: every layer that is asked holds".to_owned(),
        Outcome::Unchanged => "PASS: nothing that is measured changed".to_owned(),
        Outcome::Fail => format!("FAIL at {by}; no later layer buys it back"),
        Outcome::NotEvaluated => format!("NOT EVALUATED at {by}: it was agreed, and nothing decides it"),
        Outcome::NotAsked => "NOT EVALUATED: nothing is asked".to_owned(),
        Outcome::Inconclusive { .. } => {
            let does = match report.inconclusive {
                Inconclusive::Report => "",
                Inconclusive::Fail => ", which fails: [gate] inconclusive = \"fail\"",
                Inconclusive::Pass => ", which passes: [gate] inconclusive = \"pass\"",
            };
            format!("INCONCLUSIVE at {by}{does}")
        }
    }
}

/// A layer's lines as they are shown: of critical questions only what is not well, behind one line for those that are.
pub(crate) fn shown(layer: &Layer) -> (Option<String>, Vec<&Check>) {
    const FEW: usize = 6;
    let well: Vec<&Check> = layer.checks.iter().filter(|check| check.outcome == Outcome::Pass).collect();
    if layer.name != LayerName::Critical || layer.checks.len() <= FEW || well.len() < 2 {
        return (None, layer.checks.iter().collect());
    }
    let names: Vec<String> = well.iter().map(|check| check.what.clone()).collect();
    let line = format!("{} of {} pass: {}", well.len(), layer.checks.len(), crate::score::notes_ids(&names, 8));
    (Some(line), layer.checks.iter().filter(|check| check.outcome != Outcome::Pass).collect())
}

/// What got worse of a question, measure by measure.
pub(crate) fn worse(regression: &Regression) -> String {
    let one = |(measure, mine, theirs): &(String, f64, f64)| format!("{measure} {theirs:.3} → {mine:.3}");
    regression.measures.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Why, where the ledger knows.
pub(crate) fn lost(regression: &Regression) -> String {
    regression.lost.as_ref().map_or_else(
        || "no failure of it is in the ledger".to_owned(),
        |lost| format!("{} ({}): {}", lost.cause.definition().title.to_lowercase(), lost.known_by.name(), lost.why),
    )
}

/// How many got worse, in a line.
pub(crate) fn regressed(gate: &Gate) -> String {
    let critical = gate.regressions.iter().filter(|regression| regression.critical).count();
    let of = if critical > 0 { format!(", {critical} of them critical") } else { String::new() };
    format!("{} got worse{of}", count(gate.regressions.len(), "question"))
}
