//! The gate for a pull request, or for the summary of a step.

use fourcell::diagnosis::gate::{Check, Layer, Outcome};

use super::{GateReport, heading, lost, regressed, shown, verdict, worse};
use crate::changes;
use crate::number::{count, interval, value};
use crate::score::escape;

/// Regressions that are shown before the rest is only counted.
const TOP: usize = 10;

/// Lines of other lists: a comment has an end, and whoever wants them all asks for JSON.
const LISTED: usize = 20;

/// The verdict, the layers with what decided each, what changed, the questions that lost most, what to do next, the numbers, the notes.
/// With `all`, every question that got worse.
pub fn markdown(report: &GateReport, all: bool) -> Vec<u8> {
    let link = report.link.as_deref().and_then(link).map_or_else(String::new, |url| format!(" · [report]({url})"));
    let mut text = format!("### {}\n\n{}{link}\n", escape(&verdict(report)), escape(&heading(report)));
    text += "\n| | layer | outcome | what decided |\n|--:|---|---|---|\n";
    for layer in &report.gate.layers {
        let outcome = strong(layer.outcome());
        text += &format!("| {} | {} | {outcome} | {} |\n", layer.name.number(), layer.name.name(), escape(&decided(layer)));
    }
    text += &list("what changed", changed(report).iter().map(|change| escape(change)));
    text += &regressions(report, if all { usize::MAX } else { TOP });
    let flaky = report.gate.flaky.iter();
    text += &list(
        "flaky: repeats differ",
        flaky.map(|one| format!("{}: {} in {} of {}", escape(&one.question), escape(&one.measure), one.passed, one.of)),
    );
    text += &list("next", next(report));
    text += &numbers(report);
    let notes = report.gate.notes.iter().chain(&report.warnings);
    text += &list("notes", notes.map(|note| escape(note)));
    text.into_bytes()
}

/// A web address as a link's target: `http` or `https` and nothing else, without a character that could end it.
pub fn link(url: &str) -> Option<String> {
    let whole = url.starts_with("https://") || url.starts_with("http://");
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:/?#@$&+,;=%".contains(&byte);
    let escaped = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    whole.then(|| url.bytes().map(escaped).collect())
}

/// What can be laid to which setting, then every setting that differs.
fn changed(report: &GateReport) -> Vec<String> {
    let Some(told) = &report.changes else { return Vec::new() };
    let mut lines = vec![changes::sentence(told)];
    lines.extend(changes::details(told));
    lines.extend(changes::beside(told));
    lines
}

/// What a layer's outcome rests on: the first of its lines that came to it, and how many more did.
fn decided(layer: &Layer) -> String {
    let outcome = layer.outcome();
    if let (Outcome::Pass, (Some(well), _)) = (outcome, shown(layer)) {
        return well;
    }
    let lines: Vec<&Check> = layer.checks.iter().filter(|check| check.outcome.name() == outcome.name()).collect();
    let Some(first) = lines.first() else { return String::new() };
    let said = if first.said.is_empty() { String::new() } else { format!(": {}", first.said) };
    let more = if lines.len() > 1 { format!(" (and {} more)", lines.len() - 1) } else { String::new() };
    format!("{}{said}{more}", first.what)
}

fn strong(outcome: Outcome) -> String {
    match outcome {
        Outcome::Pass | Outcome::Unchanged | Outcome::NotAsked => outcome.words().to_owned(),
        _ => format!("**{}**", outcome.words()),
    }
}

fn regressions(report: &GateReport, most: usize) -> String {
    let all = &report.gate.regressions;
    if all.is_empty() {
        return String::new();
    }
    let mut text =
        format!("\n**{}**\n\n| question | was → is | lost in the candidate |\n|---|---|---|\n", regressed(&report.gate));
    for one in all.iter().take(most) {
        let critical = if one.critical { "**critical** " } else { "" };
        text += &format!("| {critical}{} | {} | {} |\n", escape(&one.question), escape(&worse(one)), escape(&lost(one)));
    }
    let more = all.len().saturating_sub(most);
    if more > 0 {
        text += &format!("\nand {more} more: `fourcell gate --all`\n");
    }
    text
}

/// What to do about each line that is not well, once.
fn next(report: &GateReport) -> impl Iterator<Item = String> {
    let lines = report.gate.layers.iter().flat_map(|layer| &layer.checks);
    let not_well = lines.filter(|check| !matches!(check.outcome, Outcome::Pass | Outcome::Unchanged) && !check.mend.is_empty());
    let mut all: Vec<String> = Vec::new();
    for check in not_well {
        let next = format!("{}: {}", escape(&check.what), escape(&check.mend));
        if !all.contains(&next) {
            all.push(next);
        }
    }
    all.into_iter()
}

/// Every number with its interval, folded.
fn numbers(report: &GateReport) -> String {
    let mut rows = String::new();
    for layer in &report.gate.layers {
        for check in &layer.checks {
            // What the limit holds is the difference, where there is one.
            let compared = check.numbers.iter().any(|(name, _)| *name == "difference");
            let limit = |name: &str| match check.limit.filter(|_| !compared || name == "difference") {
                Some(limit) => limit.to_string(),
                None => "–".to_owned(),
            };
            for (name, s) in &check.numbers {
                let undefined: usize = s.undefined.values().sum();
                let level = s.interval.map_or_else(String::new, |_| format!(" ({:.0} %)", s.level * 100.0));
                rows += &format!(
                    "| {} | {} | {name} | {} | {}{level} | {} | {} | {undefined} | {} |\n",
                    layer.name.number(),
                    escape(&check.what),
                    value(s),
                    interval(s.interval),
                    s.n,
                    s.failed,
                    limit(name),
                );
            }
        }
    }
    if rows.is_empty() {
        return String::new();
    }
    let head =
        "| layer | check | number | value | interval | n | failed | undefined | limit |\n|--:|---|---|--:|--:|--:|--:|--:|--:|\n";
    format!("\n<details><summary>numbers</summary>\n\n{head}{rows}\n</details>\n")
}

/// A titled list; nothing where there is none.
fn list(title: &str, lines: impl Iterator<Item = String>) -> String {
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        return String::new();
    }
    let mut text = format!("\n**{title}**\n\n");
    lines.iter().take(LISTED).for_each(|line| text += &format!("- {line}\n"));
    let more = lines.len().saturating_sub(LISTED);
    if more > 0 {
        text += &format!("- and {}\n", count(more, "more line"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::link;

    #[test]
    fn a_link_leads_to_the_web_and_cannot_end_early() {
        assert_eq!(link("https://ci.example/run/7?a=b&c=%20#x").as_deref(), Some("https://ci.example/run/7?a=b&c=%20#x"));
        assert_eq!(link("http://a/) [x](b").as_deref(), Some("http://a/%29%20%5Bx%5D%28b"));
        assert_eq!(link("https://a/\"><script>|\n").as_deref(), Some("https://a/%22%3E%3Cscript%3E%7C%0A"));
        assert_eq!((link("javascript:alert(1)"), link("data:text/html,x"), link("//a"), link("")), (None, None, None, None));
    }
}
