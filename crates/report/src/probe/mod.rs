//! What probes said of failures.

mod json;
mod markdown;
mod terminal;

use fourcell::diagnosis::Cause;
use fourcell::diagnosis::probe::{Change, Verdict};

pub use json::{SCHEMA, json};
pub use markdown::markdown;
pub use terminal::terminal;

/// A failure that was probed.
#[derive(Clone, Debug, PartialEq)]
pub struct Probed {
    /// The question.
    pub question: String,
    /// What owned the failure before.
    pub cause: Cause,
    /// What was changed.
    pub change: Change,
    /// The setting in words.
    pub setting: String,
    /// What the probe says.
    pub verdict: Verdict,
    /// What became of the question, in words.
    pub after: String,
}

/// The outcome of probing a run.
#[derive(Clone, Debug, Default)]
pub struct ProbeReport {
    /// What was probed.
    pub heading: String,
    /// Failures that were probed.
    pub probed: Vec<Probed>,
    /// Failures that were not: question, cause, why.
    pub untested: Vec<(String, &'static str, String)>,
}

/// The verdict in words.
pub(super) fn words(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Confirmed => "confirmed".to_owned(),
        Verdict::Reattributed(cause) => format!("now {}", cause.name()),
        Verdict::Open(why) => format!("open: {why}"),
    }
}

/// How many were confirmed, re-attributed, left open.
pub(super) fn summary(report: &ProbeReport) -> String {
    let of = |is: fn(&Verdict) -> bool| report.probed.iter().filter(|probed| is(&probed.verdict)).count();
    let confirmed = of(|verdict| *verdict == Verdict::Confirmed);
    let other = of(|verdict| matches!(verdict, Verdict::Reattributed(_)));
    let open = of(|verdict| matches!(verdict, Verdict::Open(_)));
    let n = crate::number::count(report.probed.len(), "failure");
    format!("{n} probed: {confirmed} confirmed, {other} now of another cause, {open} open; {} not probed", report.untested.len())
}
