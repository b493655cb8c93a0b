//! What the other modes say, in tables and sentences; Markdown takes the sentences too.

use fourcell::diagnosis::modes::{Attribution, ContextGain, Difference, Paired, State, States, Worth};
use fourcell::evidence::text::printable;
use fourcell::statistics::Summary;

use super::ModesReport;
use crate::number::{count, interval, p, points, value};
use crate::score::notes_ids;
use crate::table::table;

/// Ids that stand in a line before the rest is only counted.
const SHOWN: usize = 8;

/// Everything for a terminal.
pub fn modes(report: &ModesReport, keys: &[String]) -> String {
    let mut text = String::new();
    if let Some(oracle) = &report.oracle {
        text += &format!("\n{}", table(&states_head(), states(&oracle.states), &[false, true, false, false]));
        text += &out(oracle.states.failed, oracle.states.undefined.values().sum());
    }
    text += &sentences(report).iter().map(|line| format!("{}\n", printable(line, 4000))).collect::<String>();
    for key in keys {
        let mine: Vec<_> = report.context.iter().flat_map(|c| &c.slices).filter(|(k, ..)| k == key).collect();
        if mine.is_empty() {
            continue;
        }
        let head =
            [&format!("gain by context, by {}", printable(key, 40)), "n", "points", "bounds", "outcome"].map(str::to_owned);
        let rows = mine.iter().map(|(_, value, gain)| {
            vec![
                printable(value, 40),
                gain.paired.table.n().to_string(),
                gain.gain.value.map_or_else(|_| "–".to_owned(), points),
                gain.gain.bounds.map_or_else(|_| "–".to_owned(), |i| format!("[{}, {}]", points(i.lo), points(i.hi))),
                worth(gain.worth).to_owned(),
            ]
        });
        text += &format!("\n{}", table(&head, rows.collect(), &[false, true, true, true, false]));
    }
    text
}

fn out(failed: usize, undefined: usize) -> String {
    if failed + undefined == 0 { String::new() } else { format!("in no state: {failed} failed, {undefined} not scored\n") }
}

/// The head of [`states`].
pub fn states_head() -> Vec<String> {
    ["normal × oracle", "questions", "what it says", "what to do"].map(str::to_owned).to_vec()
}

/// A row for each state.
pub fn states(states: &States) -> Vec<Vec<String>> {
    let row = |(name, state): &(&str, State)| {
        let about = state.about();
        vec![(*name).to_owned(), states.count(*state).to_string(), about.to_owned(), state.action().to_owned()]
    };
    State::ALL.iter().map(row).collect()
}

/// Whose loss it is and what the context is worth, a sentence each.
pub fn sentences(report: &ModesReport) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(oracle) = &report.oracle {
        lines.extend(attribution("", &oracle.all));
        let memorised = report.context.as_ref().is_some_and(|context| !context.all.memorised.is_empty());
        if let Some(without) = oracle.without_memorised.as_ref().filter(|_| memorised) {
            lines.extend(attribution("without questions that need no context: ", without));
        }
        if !oracle.all.harmed.is_empty() {
            let ids = notes_ids(&oracle.all.harmed, SHOWN);
            lines.push(format!("oracle wrong, normal right: {}: {ids}", share(&oracle.all.harm)));
        }
    }
    if let Some(context) = &report.context {
        lines.extend(self::context(&context.all));
    }
    if report.clustered {
        lines.push(
            "questions share clusters, which Tango's interval and McNemar's test take for unrelated: they may be too sure"
                .to_owned(),
        );
    }
    lines
}

fn attribution(before: &str, found: &Attribution) -> Vec<String> {
    let part = |part: &fourcell::diagnosis::modes::Part| {
        let of_all = part.of_all.map_or_else(|_| "–".to_owned(), points);
        format!("{of_all} points by {}", count(part.difference.table.n(), "question"))
    };
    let mut lines = vec![
        format!(
            "{before}perfect retrieval (the labelled evidence as context) would bring {} ({})",
            difference(&found.retrieval),
            pairs(&found.paired)
        ),
        format!(
            "  {} whose evidence did not arrive; {} whose evidence did, which is what the rest of the context distracts",
            part(&found.on_failed),
            part(&found.on_present)
        ),
    ];
    if found.on_unknown.difference.table.n() > 0 {
        lines.push(format!("  {} of which nobody knows whether it arrived", part(&found.on_unknown)));
    }
    lines.push(format!("{before}generation loses {} even with the labelled evidence", share(&found.generation)));
    lines
}

fn context(found: &ContextGain) -> Vec<String> {
    let mut lines = vec![format!(
        "the context brings {} ({}); right without any context: {}",
        difference(&found.gain),
        pairs(&found.paired),
        share(&found.without)
    )];
    let bounds = found.gain.bounds.map_or_else(|_| "–".to_owned(), |i| format!("[{}, {}]", points(i.lo), points(i.hi)));
    let margin = points(found.margin);
    lines.push(format!("  against a margin of {margin} points, one-sided 95 % bounds {bounds}: {}", worth(found.worth)));
    if !found.memorised.is_empty() {
        let ids = notes_ids(&found.memorised, SHOWN);
        lines.push(format!(
            "right without any context, so that retrieval cannot be told by them: {}: {ids}",
            found.memorised.len()
        ));
    }
    if !found.harmed.is_empty() {
        let ids = notes_ids(&found.harmed, SHOWN);
        lines.push(format!("harmed by context (right without it, wrong with it): {}: {ids}", share(&found.harm)));
    }
    lines
}

/// The outcome in words.
fn worth(worth: Worth) -> &'static str {
    match worth {
        Worth::Helps => "the context helps",
        Worth::Memorised => "memorised: the model answers as well without the context",
        Worth::Inconclusive => "inconclusive: more questions would tell",
    }
}

/// `+14.0 points [+8.5, +22.1], p <0.001`.
fn difference(difference: &Difference) -> String {
    let value = difference.value.map_or_else(|reason| format!("– ({reason})"), |v| format!("{} points", points(v)));
    let around = difference.interval.map(|i| format!(" [{}, {}]", points(i.lo), points(i.hi))).unwrap_or_default();
    let p = match difference.p {
        Ok(value) => format!(", p {}", p(Some(value))),
        Err(reason) => format!(", no p: {reason}"),
    };
    format!("{value}{around}{p}")
}

/// `0.080 [0.040, 0.150]`.
fn share(summary: &Summary) -> String {
    format!("{} {} of {}", value(summary), interval(summary.interval), summary.n)
}

fn pairs(paired: &Paired) -> String {
    let undefined: usize = paired.undefined.values().sum();
    let mut text = format!("n {}", paired.table.n());
    for (n, word) in [(paired.failed, "failed"), (undefined, "not scored")] {
        if n > 0 {
            text += &format!(", {n} {word}");
        }
    }
    text
}
