//! The gate in the log of a GitHub Action: what people read, then annotations where questions stand.

use fourcell::diagnosis::gate::{Check, LayerName, Outcome, Regression};
use fourcell::evidence::text::printable;

use super::{Does, GateReport, does, lost, terminal, verdict, worse};
use crate::number::count;

/// GitHub shows so many annotations of a level in a step, and drops the others without a word.
const SHOWN: usize = 10;

/// How loud an annotation is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Error,
    Warning,
}

/// One annotation.
struct Annotation {
    level: Level,
    /// The question that it points at, where it is one.
    question: Option<String>,
    title: String,
    message: String,
}

/// What [`terminal`] writes, in which no line is taken for a command; then the annotations, checks first, then questions that got worse; at
/// most so many of a level as are shown, and how many were left out.
pub fn github(report: &GateReport, explain: bool, all: bool) -> Vec<u8> {
    let mut text = guarded(&String::from_utf8_lossy(&terminal(report, explain, all)));
    let annotations = annotations(report);
    let mut left_out = Vec::new();
    for (level, name) in [(Level::Error, "error"), (Level::Warning, "warning")] {
        let of_level: Vec<&Annotation> = annotations.iter().filter(|one| one.level == level).collect();
        of_level.iter().take(SHOWN).for_each(|one| text += &line(report, name, one));
        if of_level.len() > SHOWN {
            left_out.push(count(of_level.len() - SHOWN, name));
        }
    }
    let rest = if left_out.is_empty() {
        String::new()
    } else {
        format!(
            "; {} left out here, as GitHub shows {SHOWN} of a level: the log and the summary have them",
            left_out.join(" and ")
        )
    };
    text += &format!("::notice title=fourcell gate::{}\n", data(&format!("{}{rest}", verdict(report))));
    text.into_bytes()
}

/// Text between a pair of commands that stop all others: a question may be called `::error::`. The word that ends it does not stand in it.
fn guarded(text: &str) -> String {
    let lower = text.to_lowercase();
    let mut number = 0;
    while lower.contains(&format!("fourcell-gate-{number}")) {
        number += 1;
    }
    format!("::stop-commands::fourcell-gate-{number}\n{text}::fourcell-gate-{number}::\n")
}

fn annotations(report: &GateReport) -> Vec<Annotation> {
    let mut all = Vec::new();
    for layer in &report.gate.layers {
        for check in &layer.checks {
            let level = match (does(check.outcome, report.inconclusive), check.outcome) {
                (Does::Fail | Does::Error, _) => Level::Error,
                (_, Outcome::Inconclusive { .. }) => Level::Warning,
                _ => continue,
            };
            all.push(of_check(layer.name, check, level));
        }
    }
    let told: Vec<String> = all.iter().filter_map(|one| one.question.clone()).collect();
    all.extend(report.gate.regressions.iter().filter(|one| !told.contains(&one.question)).map(of_regression));
    all
}

fn of_check(layer: LayerName, check: &Check, level: Level) -> Annotation {
    let said = if check.said.is_empty() { String::new() } else { format!(": {}", check.said) };
    let next = if check.mend.is_empty() { String::new() } else { format!("; next: {}", check.mend) };
    let question = check.questions.first().filter(|_| layer == LayerName::Critical).cloned();
    Annotation {
        level,
        question,
        title: format!("fourcell gate: {}", layer.name()),
        message: format!("{}: {}{said}{next}", check.outcome.words(), check.what),
    }
}

/// A question that got worse decides nothing by itself.
fn of_regression(regression: &Regression) -> Annotation {
    let critical = if regression.critical { "critical, " } else { "" };
    Annotation {
        level: Level::Warning,
        question: Some(regression.question.clone()),
        title: "fourcell gate: got worse".to_owned(),
        message: format!("{critical}{}: {}; {}", regression.question, worse(regression), lost(regression)),
    }
}

fn line(report: &GateReport, name: &str, one: &Annotation) -> String {
    let line = one.question.as_deref().and_then(|question| report.places.line(question));
    let place = line.map_or_else(String::new, |line| format!("file={},line={line},", property(&report.places.file)));
    format!("::{name} {place}title={}::{}\n", property(&one.title), data(&one.message))
}

/// A message: what would end the line, and the sign of escapes.
fn data(text: &str) -> String {
    printable(text, 2000).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property, which a comma or a colon would end as well.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
