//! Questions whose answers nothing can decide about.

use super::{Finding, Place, Rule, Set, Severity, show};
use crate::fact::FactKind;

pub(super) const RULE: Rule = Rule {
    name: "no-reference",
    severity: Severity::Note,
    about: "Finds answerable questions with neither a vital fact nor a reference answer: retrieval is measured, but whether an answer is right is not scored.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let undecidable = |&index: &usize| {
        let question = &set.questions[index];
        let decides = question.facts.iter().any(|f| f.kind == FactKind::Vital);
        question.answerable && !decides && question.answer.as_ref().is_none_or(|a| a.trim().is_empty())
    };
    let without: Vec<usize> = (0..set.questions.len()).filter(undecidable).collect();
    // One finding, at the first: a set for retrieval alone has no references at all.
    let Some(&first) = without.first() else { return };
    let answerable = set.questions.iter().filter(|q| q.answerable).count();
    let problem = format!(
        "{} of {} {} neither a vital fact nor a reference answer: {}",
        without.len(),
        show::count(answerable, "answerable question"),
        if without.len() == 1 { "has" } else { "have" },
        show::few(without.iter().map(|&i| set.questions[i].id.as_str()))
    );
    let mend = "add \"facts\" or an \"answer\", where answers are to be scored".into();
    findings.push(RULE.finding(Place::Question(first), &set.questions[first].id, problem, mend));
}
