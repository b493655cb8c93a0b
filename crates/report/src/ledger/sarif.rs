//! The ledger as SARIF 2.1.0: a rule for each cause and each hard rule, a result for each failure, at its line of the questions file.

use std::collections::{BTreeMap, HashSet};

use fourcell::diagnosis::causes::{CAUSES, Cause};
use fourcell::diagnosis::invariants::{Incident, Rule};
use fourcell::diagnosis::ledger::life::Kept;
use fourcell::evidence::text::printable;
use serde_json::{Value, json};

use super::LedgerReport;
use crate::envelope::harmless;
use crate::place::Places;

/// What SARIF says besides the ledger.
#[derive(Clone, Debug, Default)]
pub struct Pointed<'a> {
    /// Where the questions stand.
    pub places: Places,
    /// Questions that are marked critical.
    pub critical: HashSet<&'a str>,
    /// All incidents of the run.
    pub incidents: Vec<Incident>,
    /// Questions that got worse than in a baseline; `None` without one.
    pub worse: Option<HashSet<&'a str>>,
}

/// The failures that are shown and all incidents, an incident for each question and rule. What somebody decided to leave is suppressed, with
/// the reason. A failure is told again, whatever line it stands on, by its question and its cause.
pub fn sarif(report: &LedgerReport, pointed: &Pointed<'_>) -> Vec<u8> {
    let mut results: Vec<Value> = incidents(pointed);
    results.extend(report.kept.iter().map(|kept| failure(kept, pointed)));
    let notes = report.notes.iter().chain(&report.warnings);
    let notes: Vec<Value> = notes.map(|note| json!({ "level": "note", "message": { "text": message(note) } })).collect();
    let whole = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "Fourcell", "semanticVersion": env!("CARGO_PKG_VERSION"), "rules": rules() } },
            "columnKind": "unicodeCodePoints",
            "invocations": [{ "executionSuccessful": true, "toolExecutionNotifications": notes }],
            "results": results,
            "properties": { "heading": report.heading, "questions": report.found.n, "failed": report.found.entries.len() },
        }],
    });
    let mut text = serde_json::to_string_pretty(&whole).expect("values are plain JSON");
    text.push('\n');
    harmless(&text).into_bytes()
}

/// Every cause in its order, then every hard rule: a result names its place in this list.
fn rules() -> Vec<Value> {
    let of_cause = |definition: &fourcell::diagnosis::causes::Definition| {
        let part = match definition.cause {
            Cause::LabelSuspect => "labels",
            cause if cause.is_of_retrieval() => "retrieval",
            _ => "generation",
        };
        json!({
            "id": definition.name,
            "shortDescription": { "text": message(definition.title) },
            "fullDescription": { "text": message(definition.told_by) },
            "help": { "text": message(&format!("{}. 'fourcell explain {}' says more.", definition.repair, definition.name)) },
            "defaultConfiguration": { "level": of(definition.cause) },
            "properties": { "tags": [part] },
        })
    };
    let of_rule = |rule: Rule| {
        json!({
            "id": rule.name(),
            "shortDescription": { "text": message(&format!("Broken: {}", rule.about())) },
            "fullDescription": { "text": message(&format!("A hard rule, which no score buys back: a result {}.", rule.about())) },
            "help": { "text": "'fourcell invariants' shows all incidents, with who asked and what proves each." },
            "defaultConfiguration": { "level": "error" },
            "properties": { "tags": ["incident"] },
        })
    };
    CAUSES.iter().map(of_cause).chain(Rule::all().map(of_rule)).collect()
}

/// An answer that claims what nothing supports misleads whoever reads it; one that is missing or incomplete does not.
fn of(cause: Cause) -> &'static str {
    if matches!(cause, Cause::UnsupportedAssertion | Cause::AnsweredUnanswerable) { "error" } else { "warning" }
}

fn failure(kept: &Kept, pointed: &Pointed<'_>) -> Value {
    let entry = &kept.entry;
    let (question, cause) = (entry.question.as_str(), entry.cause());
    let critical = pointed.critical.contains(question);
    let secondary: Vec<&str> = entry.secondary.iter().map(|finding| finding.cause.name()).collect();
    let (title, known_by, owner) = (cause.definition().title, entry.known_by().name(), &entry.owner);
    let text = format!("{question}: {title} ({known_by}): {}. To mend: {}", owner.why, owner.repair);
    let mut result = json!({
        "ruleId": cause.name(),
        "ruleIndex": CAUSES.iter().position(|definition| definition.cause == cause),
        "level": if critical { "error" } else { of(cause) },
        "message": { "text": message(&text) },
        "locations": [location(question, pointed)],
        "partialFingerprints": fingerprint(cause.name(), question),
        "properties": {
            "question": question,
            "known_by": known_by,
            "state": kept.state().name(),
            "critical": critical,
            "secondary": secondary,
            "first_run": kept.first_run(),
            "last_run": kept.last_run(),
        },
    });
    if let Some(worse) = &pointed.worse {
        result["properties"]["got_worse"] = json!(worse.contains(question));
    }
    if let Some(reason) = &kept.wont_fix {
        result["suppressions"] = json!([{ "kind": "external", "status": "accepted", "justification": printable(reason, 1000) }]);
    }
    result
}

fn incidents(pointed: &Pointed<'_>) -> Vec<Value> {
    let mut all: BTreeMap<(Rule, &str), Vec<&Incident>> = BTreeMap::new();
    for incident in &pointed.incidents {
        all.entry((incident.rule, &incident.question)).or_default().push(incident);
    }
    let rules: Vec<Rule> = Rule::all().collect();
    let one = |((rule, question), incidents): ((Rule, &str), Vec<&Incident>)| {
        let (first, more) = (incidents[0], incidents.len() - 1);
        let more = if more > 0 { format!("; and {more} more of this question") } else { String::new() };
        let text = format!("{question}: incident, {} at {}: {}{more}", rule.name(), first.at.name(), first.proof);
        json!({
            "ruleId": rule.name(),
            "ruleIndex": rules.iter().position(|other| *other == rule).map(|place| CAUSES.len() + place),
            "level": "error",
            "message": { "text": message(&text) },
            "locations": [location(question, pointed)],
            "partialFingerprints": fingerprint(rule.name(), question),
            "properties": { "question": question, "incidents": incidents.len(), "critical": pointed.critical.contains(question) },
        })
    };
    all.into_iter().map(one).collect()
}

fn location(question: &str, pointed: &Pointed<'_>) -> Value {
    let places = &pointed.places;
    let mut artifact = json!({ "uri": places.uri() });
    if places.is_relative() {
        artifact["uriBaseId"] = json!("%SRCROOT%");
    }
    let mut physical = json!({ "artifactLocation": artifact });
    if let Some(line) = places.line(question) {
        physical["region"] = json!({ "startLine": line });
    }
    json!({ "physicalLocation": physical, "logicalLocations": [{ "name": printable(question, 200), "kind": "question" }] })
}

fn fingerprint(rule: &str, question: &str) -> Value {
    json!({ "ruleAndQuestion/v1": format!("{rule}:{question}") })
}

/// Text that stays what it is where SARIF knows more: brackets would begin a link, braces a place that is filled in.
fn message(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in printable(text, 4000).chars() {
        match character {
            '[' | ']' => {
                escaped.push('\\');
                escaped.push(character);
            }
            '{' | '}' => {
                escaped.push(character);
                escaped.push(character);
            }
            other => escaped.push(other),
        }
    }
    escaped
}
