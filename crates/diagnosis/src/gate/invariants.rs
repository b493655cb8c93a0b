//! Hard rules come before any score: one violation fails the gate, whatever comes after it.

use super::{Check, Outcome};
use crate::invariants::{Checked, Rule};

/// A line for each rule that is broken, and one for those that hold; what could not be checked is said, and is no pass. Rules of access do
/// not apply to a product without any.
pub fn invariants(checked: &Checked, without_access: bool) -> Vec<Check> {
    let rules: Vec<Rule> = Rule::all().filter(|rule| !(without_access && rule.is_of_access())).collect();
    let (looked, not): (Vec<Rule>, Vec<Rule>) = rules.into_iter().partition(|rule| checked.of(*rule).checked > 0);
    let broken = checked.by_rule();
    let mut checks: Vec<Check> = broken.iter().map(|(rule, n)| of_broken(checked, *rule, *n)).collect();
    let names = |rules: &[Rule]| rules.iter().map(|rule| rule.name()).collect::<Vec<_>>().join(", ");
    let needs = "no incident under any rule, at the filter stage or after it";
    if looked.is_empty() {
        checks.push(
            Check::new("rules", Outcome::NotEvaluated, format!("none could be checked: {}", names(&not)), needs)
                .mend("'fourcell invariants' says what is missing; a product without tenants says [access] model = \"none\""),
        );
        return checks;
    }
    // Who may open what is the first of all rules: a product without tenants says so, and then it is not asked.
    let unasked: Vec<Rule> = not.iter().copied().filter(|rule| rule.is_of_access() && *rule != Rule::CitationForbidden).collect();
    if !unasked.is_empty() {
        let said = format!("could not be checked, so that nobody knows: {}", names(&unasked));
        let needs = "who asks of every question, and whose each document is";
        checks.push(
            Check::new("tenants and access", Outcome::NotEvaluated, said, needs).mend(
                "give questions a principal and documents a tenant; a product without either says [access] model = \"none\"",
            ),
        );
    }
    let held: Vec<Rule> = looked.into_iter().filter(|rule| broken.iter().all(|(other, _)| other != rule)).collect();
    if !held.is_empty() {
        let looked_at: usize = held.iter().map(|rule| checked.of(*rule).checked).sum();
        let not = if not.is_empty() { String::new() } else { format!("; not checked: {}", names(&not)) };
        let said = format!("{} hold in {} records, {looked_at} results looked at{not}", names(&held), checked.records);
        checks.push(Check::new("rules that hold", Outcome::Pass, said, needs));
    }
    checks
}

fn of_broken(checked: &Checked, rule: Rule, n: usize) -> Check {
    let of_rule = || checked.incidents.iter().filter(|incident| incident.rule == rule);
    let first = of_rule().next();
    let first = first.map_or_else(String::new, |incident| {
        format!("; first {} at {}: {}", incident.question, incident.at.name(), incident.proof)
    });
    let mut questions: Vec<String> = of_rule().map(|incident| incident.question.clone()).collect();
    questions.dedup();
    let incidents = if n == 1 { "1 incident".to_owned() } else { format!("{n} incidents") };
    Check::new(rule.name(), Outcome::Fail, format!("{incidents}{first}"), rule.about())
        .mend("'fourcell invariants' shows all of them, with who asked and what proves it")
        .naming(questions)
}
