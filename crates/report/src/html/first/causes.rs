//! The causes of failures as bars that lead to their questions.

use fourcell::diagnosis::ledger::KnownBy;

use super::super::plots::{Scale, strip};
use super::super::{Page, escape};
use super::{card, notes, nothing};
use crate::ledger::summary;

const AID: &str = "Each failed question is owned by the first cause that lost it, in the order of the pipeline from top to bottom. \
                   Solid: observed or confirmed; hatched: inferred. Choose a bar to see its questions.";

/// The section.
pub fn section(page: &Page) -> String {
    let report = &page.ledger;
    let by_cause = report.by_cause();
    let most = by_cause.iter().map(|(_, kept)| kept.len()).max().unwrap_or(0);
    let scale = Scale { lo: 0.0, hi: most.max(1) as f64 };
    let bar = |(cause, kept): &(fourcell::diagnosis::Cause, Vec<&fourcell::diagnosis::ledger::life::Kept>)| {
        let definition = cause.definition();
        let [observed, inferred, confirmed] =
            KnownBy::ALL.map(|(_, known)| kept.iter().filter(|k| k.entry.known_by() == known).count());
        let known: Vec<String> = [(observed, "observed"), (inferred, "inferred"), (confirmed, "confirmed")]
            .iter()
            .filter(|(n, _)| *n > 0)
            .map(|(n, word)| format!("{n} {word}"))
            .collect();
        let half = if cause.is_of_retrieval() {
            "retrieval"
        } else if *cause == fourcell::diagnosis::Cause::LabelSuspect {
            "labels"
        } else {
            "generation"
        };
        format!(
            "<li><a href=\"{href}\" title=\"{told}\"><span class=\"name\">{title}</span><span class=\"half\">{half}</span>{bar}<span class=\"count\">{n}</span><span class=\"known\">{known}</span></a></li>",
            href = escape::text(&escape::filter(&[("cause", definition.name)])),
            told = escape::text(definition.told_by),
            title = escape::text(definition.title),
            bar = strip::bar(&[((observed + confirmed) as f64, "fill"), (inferred as f64, "hatched")], scale),
            n = kept.len(),
            known = escape::text(&known.join(", ")),
        )
    };
    let bars: Vec<String> = by_cause.iter().map(bar).collect();
    let inner =
        if bars.is_empty() { nothing("No failure was found.") } else { format!("<ol class=\"causes\">{}</ol>", bars.concat()) };
    let mut lines = report.notes.clone();
    if !report.fixed.is_empty() {
        lines.insert(
            0,
            format!("{} of an earlier run are fixed in this one.", crate::number::count(report.fixed.len(), "failure")),
        );
    }
    let said = format!("<p class=\"sum\">{}.</p>", escape::text(&summary(report)));
    card("causes", "wide-half", "Why questions failed", AID, &format!("{said}{inner}{}", notes(&lines)))
}
