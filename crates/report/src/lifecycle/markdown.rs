//! A script as Markdown, for a pull request: the tally, the incidents, and the steps.

use fourcell::retrieval::lifecycle::Verdict;

use super::terminal::question;
use super::{LifecycleReport, State, asker, claim, is_told, proof, result};
use crate::score::escape;

/// The tally, what is broken or failed, then a table.
pub fn markdown(report: &LifecycleReport) -> Vec<u8> {
    let mut text = format!("{}\n\n**{}**\n\n", escape(&report.heading), report.tally());
    let before = text.len();
    for (n, step) in report.steps.iter().enumerate() {
        if let State::Failed(why) = &step.state {
            text += &format!("- **failed** step {}, {}: {}\n", n + 1, escape(&step.action), escape(why));
        }
        for asked in &step.asked {
            if let Err(why) = &asked.assertions {
                text += &format!("- **failed** step {}, {}: {}\n", n + 1, escape(&question(asked)), escape(why));
            }
        }
    }
    for (n, asked, assertion) in report.assertions().filter(|(_, _, assertion)| assertion.verdict == Verdict::Broken) {
        let told = format!("{}; {}; {}", report.steps[n].action, question(asked), claim(&assertion.claim));
        text += &format!("- **incident** step {}, {}\n", n + 1, escape(&told));
        proof(&assertion.claim, &assertion.outcome).iter().for_each(|line| text += &format!("  - {}\n", escape(line)));
    }
    if text.len() > before {
        text.push('\n');
    }
    text += "| step | action | asked by | assertion | result | seen |\n|---:|---|---|---|---|---|\n";
    for (n, step) in report.steps.iter().enumerate() {
        let seen = report.freshness(step);
        let mut row = |by: &str, claim: &str, result: &str| {
            let cells = [&step.action, by, claim, result, &seen].map(escape).join(" | ");
            text += &format!("| {} | {cells} |\n", n + 1);
        };
        let mut told = false;
        for asked in &step.asked {
            let by = asker(asked.expected.principal.as_ref());
            if asked.assertions.is_err() {
                row(&by, &asked.expected.query, "failed");
                told = true;
            }
            for assertion in asked.assertions().iter().filter(|assertion| is_told(assertion)) {
                row(&by, &claim(&assertion.claim), result(assertion));
                told = true;
            }
        }
        if !told {
            let state = match step.state {
                State::Failed(_) => "failed",
                State::NotPlayed => "not played",
                State::Done(_) => "",
            };
            row("", "", state);
        }
    }
    if !report.notes.is_empty() {
        text.push('\n');
    }
    report.notes.iter().for_each(|note| text += &format!("{}\n", escape(note)));
    text.into_bytes()
}
