//! The gate for people.

use fourcell::diagnosis::gate::{Check, Outcome};
use fourcell::evidence::text::printable;

use super::{GateReport, heading, lost, regressed, shown, verdict, worse};
use crate::number::count;

/// Regressions that are shown before the rest is only counted.
const SHOWN: usize = 20;

/// Every layer with its lines, then what got worse, then the verdict, which stands last as it is what one looks for. With `explain`,
/// what each line would need; with `all`, every regression.
pub fn terminal(report: &GateReport, explain: bool, all: bool) -> Vec<u8> {
    let mut text = format!("{}\n", printable(&heading(report), 1000));
    for layer in &report.gate.layers {
        let outcome = layer.outcome();
        text += &format!("\n{} {:<22} {}\n", layer.name.number(), layer.name.name(), mark(outcome));
        if explain {
            text += &format!("    asks: {}\n", layer.name.asks());
        }
        let (well, lines) = shown(layer);
        well.iter().for_each(|well| text += &format!("    pass            {}\n", printable(well, 1000)));
        lines.into_iter().for_each(|check| text += &line(check, explain));
    }
    if !report.gate.regressions.is_empty() {
        text += &format!("\n{}\n", regressed(&report.gate));
        let most = if all { usize::MAX } else { SHOWN };
        for regression in report.gate.regressions.iter().take(most) {
            let critical = if regression.critical { "CRITICAL  " } else { "" };
            text += &format!("  {critical}{}: {}\n", printable(&regression.question, 200), printable(&worse(regression), 1000));
            text += &format!("      {}\n", printable(&lost(regression), 1000));
        }
        let more = report.gate.regressions.len().saturating_sub(most);
        if more > 0 {
            text += &format!("  and {more} more: --all\n");
        }
    }
    if !report.gate.flaky.is_empty() {
        text += &format!("\nflaky: repeats of {} differ\n", count(report.gate.flaky.len(), "question and measure"));
        for flaky in &report.gate.flaky {
            text += &format!(
                "  {}: {} in {} of {}\n",
                printable(&flaky.question, 200),
                printable(&flaky.measure, 200),
                flaky.passed,
                flaky.of
            );
        }
    }
    let notes = report.gate.notes.iter().chain(&report.warnings);
    let notes: String = notes.map(|note| format!("note: {}\n", printable(note, 1000))).collect();
    if !notes.is_empty() {
        text += &format!("\n{notes}");
    }
    text += &format!("\n{}\n", printable(&verdict(report), 1000));
    text.into_bytes()
}

/// The gate in a few lines: each layer that is asked with what decides it, critical questions that got worse, the verdict.
pub fn brief(report: &GateReport) -> String {
    let mut text = String::new();
    for layer in report.gate.layers.iter().filter(|layer| layer.outcome() != Outcome::NotAsked) {
        let outcome = layer.outcome();
        let decides = layer.checks.iter().find(|check| check.outcome.name() == outcome.name());
        let said = decides.map_or_else(String::new, |check| format!("{}: {}", check.what, check.said));
        let said = printable(&said, 150);
        text += &format!("  {} {:<18} {:<5} {said}\n", layer.name.number(), layer.name.name(), mark(outcome));
    }
    for regression in report.gate.regressions.iter().filter(|regression| regression.critical) {
        text +=
            &format!("  critical {} got worse: {}\n", printable(&regression.question, 200), printable(&lost(regression), 400));
    }
    text + &format!("  {}\n", printable(&verdict(report), 1000))
}

fn line(check: &Check, explain: bool) -> String {
    let said = if check.said.is_empty() { String::new() } else { format!(": {}", check.said) };
    let mut text = format!("    {:<15} {}{}\n", mark(check.outcome), printable(&check.what, 200), printable(&said, 2000));
    if explain && !check.needs.is_empty() {
        text += &format!("{:20}needs: {}\n", "", printable(&check.needs, 1000));
    }
    let troubled = !matches!(check.outcome, Outcome::Pass | Outcome::Unchanged);
    if !check.mend.is_empty() && (explain || troubled) {
        text += &format!("{:20}next: {}\n", "", printable(&check.mend, 1000));
    }
    text
}

/// Words, so that no colour is needed; what is not well stands out.
fn mark(outcome: Outcome) -> String {
    match outcome {
        Outcome::Fail | Outcome::Inconclusive { .. } | Outcome::NotEvaluated => outcome.words().to_uppercase(),
        _ => outcome.words().replace("pass (unchanged)", "unchanged"),
    }
}
