//! The custody of the final set for a terminal.

use fourcell::evidence::custody::State;
use fourcell::evidence::text::printable;

use super::{CustodyReport, told};
use crate::number::count;
use crate::table::table;

/// Where it stands, what looks cost, what may be done next, then what happened.
pub fn terminal(report: &CustodyReport) -> Vec<u8> {
    let custody = &report.custody;
    let mut heading =
        vec![printable(&report.project, 200), custody.state.name().to_owned(), count(report.now.questions, "final question")];
    if custody.planned > 0 {
        heading.push(format!("{} of {} had, {} left", custody.used, count(custody.planned as usize, "look"), custody.left()));
    }
    let mut text = format!("{}\n", heading.join(" · "));
    if custody.state == State::Sealed {
        text += &format!(
            "each look decides at {} of {}, with intervals {:.2} times as wide as those of a single look\n",
            rounded(report.alpha),
            rounded(report.alpha * f64::from(custody.planned)),
            report.wider
        );
    }
    if let Some(refusal) = report.refusal() {
        text += &format!("{refusal}\n  {}\n", refusal.mend());
    }
    if report.entries.is_empty() {
        text += &format!("{} is not there yet\n", printable(&report.file, 400));
        return text.into_bytes();
    }
    let head = ["line", "when", "who", "what", ""].map(str::to_owned);
    let row = |entry: &fourcell::evidence::custody::Entry| {
        vec![entry.seq.to_string(), entry.at.clone(), entry.who.clone(), entry.act.kind().to_owned(), told(entry)]
    };
    text += &format!("\n{}", table(&head, report.entries.iter().map(row).collect(), &[true]));
    text += &format!("\n{} ends in {}\n", printable(&report.file, 400), report.head);
    text.into_bytes()
}

/// A level without the noughts at its end.
fn rounded(alpha: f64) -> String {
    format!("{alpha:.5}").trim_end_matches('0').to_owned()
}
