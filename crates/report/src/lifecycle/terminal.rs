//! A script for a terminal: a table step by step, then each incident with its proof.

use fourcell::evidence::text::printable;
use fourcell::retrieval::lifecycle::{Asked, Verdict};

use super::{LifecycleReport, State, Step, asker, claim, is_told, proof, result};
use crate::table::table;

/// Longest line below the table.
const LONGEST: usize = 2000;

/// The table, the incidents, the tally.
pub fn terminal(report: &LifecycleReport) -> Vec<u8> {
    let head = ["step", "action", "asked by", "assertion", "result", "seen"].map(str::to_owned);
    let rows: Vec<Vec<String>> = report.steps.iter().enumerate().flat_map(|(n, step)| rows(report, n + 1, step)).collect();
    let mut text = format!("{}\n\n{}\n", printable(&report.heading, 400), table(&head, rows, &[true]));
    for (n, step) in report.steps.iter().enumerate() {
        if let State::Failed(why) = &step.state {
            text += &format!("failed: step {}, {}: {}\n", n + 1, printable(&step.action, 200), printable(why, LONGEST));
        }
        for asked in &step.asked {
            if let Err(why) = &asked.assertions {
                text += &format!("failed: step {}, {}: {}\n", n + 1, printable(&question(asked), 400), printable(why, LONGEST));
            }
        }
    }
    for (n, asked, assertion) in report.assertions() {
        let kind = match assertion.verdict {
            Verdict::Broken => "incident",
            Verdict::Unchecked => "not checked",
            Verdict::Held | Verdict::Pending => continue,
        };
        let action = &report.steps[n].action;
        let told = format!("{kind}: step {}, {action}; {}; {}", n + 1, question(asked), claim(&assertion.claim));
        text += &format!("{}\n", printable(&told, LONGEST));
        for line in proof(&assertion.claim, &assertion.outcome) {
            text += &format!("  {}\n", printable(&line, LONGEST));
        }
    }
    text += &format!("{}\n", report.tally());
    report.notes.iter().for_each(|note| text += &format!("note: {}\n", printable(note, LONGEST)));
    text.into_bytes()
}

/// `asked by acme: "What is the fee?"`.
pub(super) fn question(asked: &Asked) -> String {
    format!("asked by {}: \"{}\"", asker(asked.expected.principal.as_ref()), asked.expected.query)
}

fn rows(report: &LifecycleReport, number: usize, step: &Step) -> Vec<Vec<String>> {
    let mut rows: Vec<[String; 3]> = Vec::new();
    for asked in &step.asked {
        let by = asker(asked.expected.principal.as_ref());
        if asked.assertions.is_err() {
            rows.push([by, asked.expected.query.clone(), "failed".to_owned()]);
            continue;
        }
        for assertion in asked.assertions().iter().filter(|assertion| is_told(assertion)) {
            rows.push([by.clone(), claim(&assertion.claim), result(assertion).to_owned()]);
        }
    }
    if rows.is_empty() {
        let state = match step.state {
            State::Failed(_) => "failed",
            State::NotPlayed => "not played",
            State::Done(_) => "",
        };
        rows.push([String::new(), String::new(), state.to_owned()]);
    }
    let whole = |(place, [by, claim, result]): (usize, [String; 3])| {
        let first = |text: String| if place == 0 { text } else { String::new() };
        vec![first(number.to_string()), first(step.action.clone()), by, claim, result, first(report.freshness(step))]
    };
    rows.into_iter().enumerate().map(whole).collect()
}
