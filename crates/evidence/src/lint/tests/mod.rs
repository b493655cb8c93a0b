//! What holds for every rule.

mod examples;
mod fixture;
mod odd_sets;
mod silent;
mod speaks;
mod speed;

use std::collections::BTreeSet;

use super::*;
use crate::tree::Evidence;
use fixture::{Fixture, clean, doc, label, pas, range};
use silent::negative;
use speaks::positive;

/// One example for people: its rule, what it shows, and every finding.
fn told(rule: &str, shows: &str, findings: &[Finding]) -> String {
    let mut lines = format!("## {rule}: {shows}\n");
    for f in findings {
        let subject = if f.subject.is_empty() { String::new() } else { format!(" {}", f.subject) };
        let place = format!("{:?}{subject}", f.place);
        lines += &format!("{} [{}] {place}: {}\n    mend: {}\n", f.severity.name(), f.rule, f.problem, f.mend);
    }
    lines
}

#[test]
fn a_clean_set_has_no_finding() {
    assert_eq!(clean().lint(), []);
    assert_eq!(Fixture::default().lint(), []);
}

#[test]
fn every_rule_has_examples_of_both_kinds_that_hold() {
    let names: BTreeSet<&str> = RULES.iter().map(|r| r.name).collect();
    let of = |examples: &[examples::Example]| examples.iter().map(|e| e.0).collect::<BTreeSet<&str>>();
    assert_eq!(of(&positive()), names);
    assert_eq!(of(&negative()), names);
    let speaks = |rule: &str, set: &Fixture| set.lint().iter().any(|f| f.rule == rule);
    for (rule, shows, set) in positive() {
        assert!(speaks(rule, &set), "{rule} says nothing: {shows}");
    }
    for (rule, shows, set) in negative() {
        assert!(!speaks(rule, &set), "{rule} speaks: {shows}: {:#?}", set.lint());
    }
}

#[test]
fn findings_read_as_they_are_written_down() {
    let now: Vec<String> = positive().iter().map(|(rule, shows, set)| told(rule, shows, &set.lint())).collect();
    let now = now.join("\n");
    assert!(now == include_str!("findings.md"), "findings.md should be:\n{now}");
}

#[test]
fn the_registry_is_in_order() {
    let names: BTreeSet<&str> = RULES.iter().map(|r| r.name).collect();
    assert_eq!(names.len(), RULES.len(), "names are unique");
    for rule in RULES {
        assert!(rule.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", rule.name);
        assert!(rule.about.starts_with("Finds ") && rule.about.ends_with('.'), "{}", rule.name);
    }
    for (rule, _, set) in positive() {
        let usual = RULES.iter().find(|r| r.name == rule).unwrap().severity;
        let worst = set.lint().iter().filter(|f| f.rule == rule).map(|f| f.severity).min();
        assert!(worst >= Some(usual), "{rule} is worse than it says");
    }
    for (index, (_, severity)) in Severity::ALL.into_iter().enumerate() {
        assert_eq!(severity as usize, index);
    }
}

#[test]
fn findings_come_by_place_then_by_rule() {
    let order = |rule| RULES.iter().position(|r| r.name == rule).unwrap();
    for (_, shows, set) in positive() {
        let keys: Vec<_> = set.lint().iter().map(|f| (f.place, order(f.rule))).collect();
        assert!(keys.is_sorted(), "{shows}");
        assert_eq!(set.lint(), set.lint());
    }
}

#[test]
fn the_words_of_the_no_answer_error_are_exact() {
    let mut set = clean();
    set.questions[0].evidence = None;
    let [finding] = &set.lint()[..] else { panic!() };
    assert!(finding.problem.contains("use a no-answer test for zero required passages"));
}

#[test]
fn many_ids_of_another_level_are_one_finding() {
    let mut set = clean();
    set.labels = (0..1000).map(|_| label("leave", pas("policy"), 1, "")).collect();
    set.labels.truncate(1000);
    let findings: Vec<Finding> = set.lint().into_iter().filter(|f| f.rule != "duplicate-label").collect();
    let [finding] = &findings[..] else { panic!("{findings:#?}") };
    assert!(finding.problem.starts_with("1000 of 1001 passage locators are"), "{}", finding.problem);
}

/// Quotes in all three units, and the mend that holds afterwards.
#[test]
fn the_unit_of_an_offset_is_found_and_the_mend_mends() {
    let text = "é🙂 Kündigung zum Quartalsende 🙂🙂 wirkt sofort";
    for (quote, unit) in [("Quartalsende", "UTF-8 bytes"), ("Quartalsende", "UTF-16 units"), ("sofort", "UTF-16 units")] {
        let byte = text.find(quote).unwrap();
        let (start, length) = match unit {
            "UTF-8 bytes" => (byte, quote.len()),
            _ => (text[..byte].encode_utf16().count(), quote.encode_utf16().count()),
        };
        let mut set = clean();
        set.write(2, text);
        set.passages().pop();
        set.labels.pop();
        set.require(1, range("prices", None, start, start + length, quote));
        let [finding] = &set.lint()[..] else { panic!("{:#?}", set.lint()) };
        assert!(finding.problem.ends_with(&format!("counted in {unit}")), "{}", finding.problem);
        let at = text[..byte].chars().count();
        assert!(finding.mend.ends_with(&format!("[{at}, {})", at + quote.chars().count())), "{}", finding.mend);
        set.require(1, range("prices", None, at, at + quote.chars().count(), quote));
        assert_eq!(set.lint(), []);
    }
}

#[test]
fn an_old_alternative_is_a_fault_where_no_other_completes_the_tree() {
    let severities = |evidence: Evidence| {
        let mut set = clean();
        set.require(0, evidence);
        let findings = set.lint();
        findings.iter().filter(|f| f.rule == "stale-label").map(|f| f.severity).collect::<Vec<_>>()
    };
    use Severity::{Fault, Warning};
    let (old, new) = (|| doc("policy", Some("1")), || doc("policy", Some("2")));
    let (any, all) = (Evidence::Any, Evidence::All);
    assert_eq!(severities(old()), [Fault]);
    assert_eq!(severities(all(vec![any(vec![old(), new()]), old()])), [Warning, Fault]);
    assert_eq!(severities(any(vec![old(), all(vec![new(), old()])])), [Fault, Fault]);
    assert_eq!(severities(any(vec![new(), all(vec![new(), old()])])), [Warning]);
    assert_eq!(severities(any(vec![old(), all(vec![])])), [Fault]);
    assert_eq!(severities(all(vec![new(), any(vec![new(), new()])])), []);
}

#[test]
fn alternatives_are_counted_among_questions_that_require_something() {
    assert_eq!(clean().look(alternatives_share), (1, 3));
    assert_eq!(Fixture::default().look(alternatives_share), (0, 0));
}
