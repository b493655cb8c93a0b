//! What must hold before anything is measured, as values; and each format it is written in.

mod csv;
mod first;
mod json;
mod markdown;
mod schema;
mod terminal;
#[cfg(test)]
mod tests;
mod verdicts;

pub use csv::csv;
pub use first::{First, first_json, first_markdown, first_text};
pub use json::{SCHEMA, json};
pub use markdown::markdown;
pub use schema::INVARIANTS;
pub(crate) use schema::first as first_form;
pub use terminal::terminal;
pub use verdicts::{VERDICTS_SCHEMA, verdicts_json, verdicts_markdown, verdicts_text};

use fourcell::diagnosis::invariants::{At, Captured, Checked, Incident, Rule};
use fourcell::evaluate::InvariantsChecked;
use fourcell::retrieval::invariants::{Filterings, Reason, asker_in_words};
use fourcell::retrieval::record::Mode;

use crate::number::count;

/// Some runs, held to the invariants.
#[derive(Clone, Debug)]
pub struct InvariantsReport {
    /// What was held against what, in a line.
    pub heading: String,
    /// The product has neither tenants nor access rules.
    pub without_access: bool,
    /// The runs, in the order named.
    pub runs: Vec<RunInvariants>,
    /// What is odd in the files.
    pub warnings: Vec<String>,
}

/// One run.
#[derive(Clone, Debug)]
pub struct RunInvariants {
    /// What was found.
    pub found: InvariantsChecked,
    /// The day, and who says so.
    pub day: Option<(String, &'static str)>,
    /// The index revision that is expected, and who says so.
    pub index_revision: Option<(String, &'static str)>,
    /// What a reader should know, a sentence each.
    pub notes: Vec<String>,
}

impl InvariantsReport {
    /// Incidents of all runs.
    pub fn incidents(&self) -> usize {
        self.runs.iter().map(|run| run.found.checked.incidents.len()).sum()
    }

    /// Whether anything at all could be checked.
    pub fn has_checked(&self) -> bool {
        self.runs.iter().any(|run| run.found.checked.has_checked())
    }

    /// The rules that the product has an answer to.
    fn rules(&self) -> impl Iterator<Item = Rule> {
        let without = self.without_access;
        Rule::all().filter(move |rule| !(without && rule.is_of_access()))
    }
}

/// Said once of a product without tenants.
pub(crate) const WITHOUT_ACCESS: &str =
    "tenants and access are not checked: the project says that the product has none ([access] model = \"none\")";

/// What was held against what, in lines.
pub(crate) fn terms(run: &RunInvariants) -> Vec<String> {
    let mut lines = Vec::new();
    lines.push(match &run.day {
        Some((day, from)) => format!("day {day} ({from})"),
        None => "no day is known, so that dates of documents are not checked; say one with --day".to_owned(),
    });
    lines.push(match &run.index_revision {
        Some((revision, from)) => format!("index revision {revision} is expected ({from})"),
        None => "no index revision is expected; say one with --index-revision".to_owned(),
    });
    lines
}

/// Why a rule was not checked, with how many of each: `12: there is no corpus`. Where there was nothing to look at it says whether that
/// is so or was not captured.
pub(crate) fn not_checked(checked: &Checked, rule: Rule) -> String {
    let tally = checked.of(rule);
    let reasons: Vec<String> = tally.not_checked().map(|(reason, n)| format!("{n}: {}", reason.words())).collect();
    if !reasons.is_empty() {
        return reasons.join(", ");
    }
    let is_of_citations = matches!(rule, Rule::CitationUnresolved | Rule::CitationForbidden);
    let places = checked.captured.iter().filter(|(at, _)| !is_of_citations || **at == At::Citations);
    match (tally.checked, places.map(|(_, captured)| captured.captured).sum::<usize>()) {
        (0, 0) => "nothing was captured".to_owned(),
        (0, _) => "nothing to look at".to_owned(),
        _ => "–".to_owned(),
    }
}

/// What was captured at each place, a line each.
pub(crate) fn captured(checked: &Checked) -> Vec<String> {
    let line = |(at, captured): (&At, &Captured)| {
        let not: Vec<String> = captured.not.iter().map(|(reason, n)| format!("{} {n}", reason.words())).collect();
        let not = if not.is_empty() { String::new() } else { format!(" ({})", not.join(", ")) };
        format!("{}: {} of {}{not}", at.name(), captured.captured, count(checked.records, "record"))
    };
    checked.captured.iter().map(line).collect()
}

/// What the lists show of the filter, in sentences.
pub(crate) fn filtering(found: &Filterings) -> Vec<String> {
    let mut lines = Vec::new();
    if found.during > 0 {
        let n = count(found.during, "record");
        lines.push(format!("before or during retrieval, as far as {n} show: the candidates hold nothing forbidden"));
    }
    if let (Some(mean), Some(worst)) = (found.mean_shortfall(), &found.worst) {
        lines.push(format!(
            "only afterwards in {}: {} taken out of the candidates, which is no leak and leaves {mean:.1} results fewer on average, \
             at worst {} of {} ({})",
            count(found.after, "record"),
            count(found.taken_out, "forbidden result"),
            worst.missing,
            worst.of,
            worst.question
        ));
    }
    if found.leaking > 0 {
        lines.push(format!("leaking in {}: the filtered list holds forbidden results", count(found.leaking, "record")));
    }
    for (reason, n) in &found.not_visible {
        let why = match reason {
            Reason::NotCaptured => "not both of the candidates and the filtered list were captured",
            other => other.words(),
        };
        lines.push(format!("not visible in {}: {why}", count(*n, "record")));
    }
    lines
}

/// An incident in lines: who asked what, the rule, where, and the proof.
pub(crate) fn told(incident: &Incident) -> [(&'static str, String); 5] {
    let asker = incident.asker.as_ref().map_or_else(|| "not stated".to_owned(), asker_in_words);
    let call = incident.call.map(|call| format!(", retrieval call {call}")).unwrap_or_default();
    let passage = incident.passage.as_ref().map(|passage| format!(", passage '{passage}'")).unwrap_or_default();
    let rev = incident.rev.as_ref().filter(|rev| !rev.is_empty()).map(|rev| format!("@{rev}")).unwrap_or_default();
    let document = incident.doc.as_ref().map(|doc| format!(", document '{doc}{rev}'")).unwrap_or_default();
    [
        ("question", question(incident)),
        ("asker", asker),
        ("rule", format!("{}: {}", incident.rule.name(), incident.rule.about())),
        ("at", format!("{}{call}{passage}{document}", incident.at.name())),
        ("proof", incident.proof.clone()),
    ]
}

/// The question, with its mode and repeat where they are not the usual ones.
pub(crate) fn question(incident: &Incident) -> String {
    let mode = match incident.mode {
        Mode::Normal => String::new(),
        Mode::Oracle | Mode::NoContext => format!(", mode {}", Mode::ALL[incident.mode as usize].0),
    };
    let repeat = if incident.repeat == 0 { String::new() } else { format!(", repeat {}", incident.repeat) };
    format!("{}{mode}{repeat}", incident.question)
}

/// What else a reader should know of a run.
pub(crate) fn notes(run: &RunInvariants) -> Vec<String> {
    let found = &run.found;
    let mut notes = run.notes.clone();
    if !found.missing.is_empty() {
        let ids = crate::score::notes_ids(&found.missing, 5);
        notes.push(format!("{} not in the run, and not checked: {ids}", count(found.missing.len(), "question")));
    }
    if found.unknown_records > 0 {
        let n = count(found.unknown_records, "record");
        notes.push(format!("{n} of questions that the set does not hold, not checked"));
    }
    notes
}

/// What was not checked, and what the lists show of the filter, a sentence each: for formats that hold incidents alone.
pub fn not_checked_in_words(report: &InvariantsReport) -> Vec<String> {
    let mut lines: Vec<String> = report.without_access.then(|| WITHOUT_ACCESS.to_owned()).into_iter().collect();
    for run in &report.runs {
        let name = &run.found.name;
        for rule in report.rules() {
            let why = not_checked(&run.found.checked, rule);
            if why != "–" {
                lines.push(format!("{name}: {} not checked, {why}", rule.name()));
            }
        }
        lines.extend(captured(&run.found.checked).into_iter().map(|line| format!("{name}: {line}")));
        lines.extend(filtering(&run.found.checked.filtering).into_iter().map(|line| format!("{name}: filter {line}")));
        lines.extend(notes(run).into_iter().map(|note| format!("{name}: {note}")));
    }
    lines.extend(report.warnings.iter().cloned());
    lines
}
