//! What `explain` says, as values; and each format it is written in.

mod answers;
mod causes;
mod json;
mod markdown;
mod plain;

pub use answers::answer_names;
pub use causes::CAUSES_TOPIC;
pub use json::json;
pub use markdown::markdown;
pub use plain::terminal;

use fourcell::evidence::lint::{RULES, Severity};
use fourcell::generation;
use fourcell::retrieval::MEASURES;
use fourcell::retrieval::measures::{Cut, Definition, Over, Parameter, Values};

use crate::check::FILE_RULES;

/// One thing that is explained.
#[derive(Clone, Debug)]
pub enum Explanation {
    /// What there is to explain.
    Everything,
    /// The page of every measure.
    Reference,
    /// The page of one measure of retrieval.
    Measure(&'static Definition),
    /// The page of one measure of answers.
    AnswerMeasure(&'static generation::Definition),
    /// A rule of `check`.
    Rule(RuleText),
    /// A cause of the error ledger.
    Cause(&'static fourcell::diagnosis::causes::Definition),
    /// All of them.
    Causes,
    /// What the exit codes say.
    ExitCodes(Vec<(u8, &'static str)>),
}

/// A rule of `check`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleText {
    /// Its name.
    pub name: &'static str,
    /// Its usual, and worst, severity.
    pub severity: Severity,
    /// What it finds and why that matters.
    pub about: &'static str,
}

/// The topic that explains exit codes.
pub const EXIT_CODES: &str = "exit-codes";

/// Every rule of `check`: those of the lint, then those about files.
pub fn rules() -> impl Iterator<Item = RuleText> {
    let lint = RULES.iter().map(|r| RuleText { name: r.name, severity: r.severity, about: r.about });
    lint.chain(FILE_RULES.iter().map(|r| RuleText { name: r.name, severity: r.severity, about: r.about }))
}

/// Every name of a measure of retrieval that is understood without a budget: its own, its aliases, those of trec_eval.
pub fn names(measure: &'static Definition) -> impl Iterator<Item = &'static str> {
    let trec = [measure.trec.0, measure.trec.1];
    std::iter::once(measure.name).chain(measure.aliases.iter().copied()).chain(trec).filter(|name| !name.is_empty())
}

/// What a measure is computed from.
fn needs(measure: &Definition) -> &'static str {
    if measure.needs_evidence { "labelled evidence (projects)" } else { "grades (projects and TREC files)" }
}

/// How the measure is cut: `@5`.
fn cut(measure: &Definition) -> &'static str {
    match (measure.parameter, measure.cut) {
        (Parameter::RecallLevel, _) => "a recall level, @0.1",
        (_, Cut::Needed) => "needed, @5",
        (_, Cut::Taken) => "may be, @5",
        (_, Cut::None) => "none",
    }
}

/// What values of single questions are, and how they become one.
fn values(measure: &Definition) -> &'static str {
    match (measure.values, measure.over) {
        (Values::Hit, _) => "0 or 1 for a question, then the mean",
        (Values::Count, _) => "a count for a question, then the sum",
        (Values::Share, Over::GeometricMean) => "from 0 to 1 for a question, then the geometric mean",
        (Values::Share, _) => "from 0 to 1 for a question, then the mean",
    }
}

/// Its names in trec_eval, `ndcg, ndcg_cut_k`; empty where it has none.
fn trec_names(measure: &Definition) -> String {
    let end = if measure.parameter == Parameter::RecallLevel { "level" } else { "k" };
    let cut = if measure.trec.1.is_empty() { String::new() } else { format!("{}_{end}", measure.trec.1) };
    let all = [measure.trec.0.to_owned(), cut];
    all.into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>().join(", ")
}

/// A part of a page: its heading without marks, and the text below it.
fn sections(page: &str) -> Vec<(String, String)> {
    let mut sections: Vec<(String, String)> = Vec::new();
    let mut code = false;
    for line in page.lines() {
        code ^= line.starts_with("```");
        match (code, line.trim_start_matches('#')) {
            (false, heading) if heading.len() < line.len() && heading.starts_with(' ') => {
                sections.push((heading.trim().to_owned(), String::new()));
            }
            _ => {
                if let Some((_, text)) = sections.last_mut() {
                    *text += line;
                    text.push('\n');
                }
            }
        }
    }
    sections.into_iter().map(|(heading, text)| (heading, text.trim().to_owned())).collect()
}

/// The page of a rule.
fn rule_page(rule: &RuleText) -> String {
    let severity = rule.severity.name();
    format!("# {}: a {severity} that `fourcell check` finds\n\n{}\n", rule.name, rule.about)
}

/// Every measure of retrieval, in the order of the registry.
fn measures() -> impl Iterator<Item = &'static Definition> {
    MEASURES.iter().copied()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Whoever asks for a name means one thing.
    #[test]
    fn names_are_unique_over_both_halves_rules_and_topics() {
        let answers = || generation::MEASURES.iter().copied().flat_map(answer_names);
        // A measure may name itself twice, as trec_eval's Rprec does.
        let retrieval = measures().flat_map(|measure| names(measure).collect::<HashSet<_>>());
        let mut seen = HashSet::new();
        for name in retrieval.chain(answers()).chain(rules().map(|rule| rule.name)).chain([EXIT_CODES]) {
            assert!(seen.insert(name), "'{name}' names two things");
        }
        // Nor does the other half's grammar read one of them.
        for name in answers() {
            assert!(name.parse::<fourcell::retrieval::Measure>().is_err(), "{name}");
        }
    }
}
