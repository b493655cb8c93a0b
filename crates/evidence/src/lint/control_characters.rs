//! Queries with characters that nobody types.

use super::{Finding, Place, Rule, Set, Severity, show};

pub(super) const RULE: Rule = Rule {
    name: "control-characters",
    severity: Severity::Warning,
    about: "Finds queries with control characters or marks that turn the reading direction: no user types them, and they change what is retrieved unseen.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    for (index, question) in set.questions.iter().enumerate() {
        let mut odd: Vec<char> = question.query.chars().filter(|&c| is_odd(c)).collect();
        odd.sort_unstable();
        odd.dedup();
        if !odd.is_empty() {
            let named = show::few_of(odd.iter().map(|&c| format!("U+{:04X}", u32::from(c))), 5);
            let problem = format!("its query holds {named}: {}", show::text(&question.query));
            findings.push(RULE.finding(Place::Question(index), &question.id, problem, "remove them from the query".into()));
        }
    }
}

/// Line breaks and tabs are what people paste; the marks of right-to-left scripts (U+200E, U+200F) are what they need.
fn is_odd(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => true,
        other => other.is_control(),
    }
}
