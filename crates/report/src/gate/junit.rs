//! The gate as JUnit XML, for whatever shows tests.
//!
//! Its verdict is the gate's. A check that fails is a failure; one that was agreed and could not be evaluated is an error. One that is
//! inconclusive is a failure where the project says so, else skipped, as is what was not asked. A question that got worse decides
//! nothing by itself, so that it is skipped too, with what got worse and why: viewers show the message of a skipped test, and never what a
//! passing one says.

use std::collections::HashMap;

use fourcell::diagnosis::gate::{Check, Layer, Regression};
use fourcell::evidence::text::printable;

use super::{Does, GateReport, does, heading, lost, regressed, verdict, worse};
use crate::number::count;

/// How many cases of a suite came out how.
#[derive(Clone, Copy, Default)]
struct Tally {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

impl Tally {
    fn attributes(self) -> String {
        let Self { tests, failures, errors, skipped } = self;
        format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\"")
    }

    fn add(&mut self, other: Self) {
        self.tests += other.tests;
        self.failures += other.failures;
        self.errors += other.errors;
        self.skipped += other.skipped;
    }
}

/// A suite for each layer with a case for each check, and one of the questions that got worse. No times: nothing was timed.
pub fn junit(report: &GateReport) -> Vec<u8> {
    let mut all = Tally::default();
    let mut suites = String::new();
    for layer in &report.gate.layers {
        let (text, tally) = of_layer(report, layer);
        all.add(tally);
        suites += &text;
    }
    if !report.gate.regressions.is_empty() {
        let (text, tally) = of_regressions(report);
        all.add(tally);
        suites += &text;
    }
    let name = xml(&format!("fourcell gate: {}", heading(report)));
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    format!("{head}<testsuites name=\"{name}\" {}>\n{suites}</testsuites>\n", all.attributes()).into_bytes()
}

fn of_layer(report: &GateReport, layer: &Layer) -> (String, Tally) {
    let (mut tally, mut cases) = (Tally::default(), String::new());
    let mut names: HashMap<&str, usize> = HashMap::new();
    for check in &layer.checks {
        // Viewers keep the first of several cases of one name.
        let times = names.entry(&check.what).or_default();
        *times += 1;
        let name = if *times > 1 { format!("{} ({times})", check.what) } else { check.what.clone() };
        tally.tests += 1;
        let inside = match does(check.outcome, report.inconclusive) {
            Does::Hold => String::new(),
            Does::Fail => {
                tally.failures += 1;
                told("failure", check)
            }
            Does::Error => {
                tally.errors += 1;
                told("error", check)
            }
            Does::Nothing => {
                tally.skipped += 1;
                let message = format!("{}: {}", check.outcome.words(), check.said);
                format!("      <skipped message=\"{}\"/>\n", xml(message.trim_end_matches(": ")))
            }
        };
        cases += &case(&format!("gate.{}", layer.name.name().replace(' ', "-")), &name, &inside);
    }
    let name = format!("{} {}", layer.name.number(), layer.name.name());
    let properties = format!(
        "    <properties>\n      <property name=\"asks\" value=\"{}\"/>\n      <property name=\"outcome\" value=\"{}\"/>\n      \
         <property name=\"gate\" value=\"{}\"/>\n    </properties>\n",
        xml(layer.name.asks()),
        layer.outcome().name(),
        xml(&verdict(report))
    );
    (suite(&name, tally, &format!("{properties}{cases}")), tally)
}

fn of_regressions(report: &GateReport) -> (String, Tally) {
    let all = &report.gate.regressions;
    let tally = Tally { tests: all.len(), skipped: all.len(), ..Tally::default() };
    let one = |regression: &Regression| {
        let critical = if regression.critical { "critical; " } else { "" };
        let message = format!("got worse: {critical}{}; {}", worse(regression), lost(regression));
        case("gate.got-worse", &regression.question, &format!("      <skipped message=\"{}\"/>\n", xml(&message)))
    };
    let cases: String = all.iter().map(one).collect();
    (suite(&regressed(&report.gate), tally, &cases), tally)
}

fn suite(name: &str, tally: Tally, inside: &str) -> String {
    format!("  <testsuite name=\"{}\" {}>\n{inside}  </testsuite>\n", xml(name), tally.attributes())
}

fn case(class: &str, name: &str, inside: &str) -> String {
    let head = format!("    <testcase classname=\"{}\" name=\"{}\"", xml(class), xml(name));
    if inside.is_empty() { format!("{head}/>\n") } else { format!("{head}>\n{inside}    </testcase>\n") }
}

/// What a check says, for attributes and as text: some viewers show the one, some the other.
fn told(element: &str, check: &Check) -> String {
    let mut lines = vec![format!("{}: {}", check.outcome.words(), check.said)];
    for (what, text) in [("needs", &check.needs), ("next", &check.mend)] {
        if !text.is_empty() {
            lines.push(format!("{what}: {text}"));
        }
    }
    const NAMED: usize = 20;
    if !check.questions.is_empty() {
        let more = check.questions.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {}", count(more, "more question")) } else { String::new() };
        let named: Vec<&str> = check.questions.iter().take(NAMED).map(String::as_str).collect();
        lines.push(format!("questions: {}{more}", named.join(", ")));
    }
    let text: Vec<String> = lines.iter().map(|line| xml(line.trim_end_matches(": "))).collect();
    let (kind, message) = (check.outcome.name(), &text[0]);
    format!("      <{element} type=\"{kind}\" message=\"{message}\">{}</{element}>\n", text.join("\n"))
}

/// Text for an attribute or for content. Characters that XML 1.0 does not have, even as references, are shown as escapes; so are those
/// that command a terminal.
pub(crate) fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in printable(text, 4000).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            '\u{fffe}' | '\u{ffff}' => escaped.extend(character.escape_unicode()),
            other => escaped.push(other),
        }
    }
    escaped
}
