//! Probes for a pull request.

use super::{ProbeReport, summary, words};
use crate::score::escape;

/// The sentence, and each probe.
pub fn markdown(report: &ProbeReport) -> Vec<u8> {
    let mut text = format!("{}\n\n**{}**\n", escape(&report.heading), escape(&summary(report)));
    if !report.probed.is_empty() {
        text += "\n| question | cause | change | verdict | with the change |\n|---|---|---|---|---|\n";
        for probed in &report.probed {
            let change = escape(&format!("{} ({})", probed.change.name(), probed.setting));
            let (cause, verdict) = (probed.cause.name(), escape(&words(&probed.verdict)));
            text += &format!("| {} | {cause} | {change} | {verdict} | {} |\n", escape(&probed.question), escape(&probed.after));
        }
    }
    for (question, cause, why) in &report.untested {
        text += &format!("\n- not probed: {} ({cause}): {}", escape(question), escape(why));
    }
    text.push('\n');
    text.into_bytes()
}
