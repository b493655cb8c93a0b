//! Before anything is compared: the same questions, labels, judge and repeats, and enough of them scored.

use std::collections::BTreeMap;

use statistics::Level;
use statistics::proportion::wilson;

use super::{Check, Outcome, ids, number, questions};

/// What is known of one of the two runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Side {
    /// The run's name.
    pub name: String,
    /// Questions that are asked for.
    pub questions: usize,
    /// Those of them that the run holds no record of, in some repeat.
    pub missing: Vec<String>,
    /// Those of which a call failed.
    pub failed: Vec<String>,
    /// How many calls failed, and of how many.
    pub calls: (usize, usize),
    /// Those of them, answerable ones, with a value of the core measure; and how many are answerable.
    pub scored: (usize, usize),
    /// Repeats in normal mode, at least 1.
    pub repeats: u32,
    /// The judges whose verdicts count, each with its lock; `None` where nobody knows what it was.
    pub judges: BTreeMap<String, Option<String>>,
}

/// What is asked before anything is compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preconditions {
    /// The candidate.
    pub candidate: Side,
    /// The baseline.
    pub baseline: Side,
    /// What is not any more as it was when the baseline was accepted, in words; `None` where it was not accepted, but named.
    pub accepted: Option<Vec<String>>,
    /// The least share of answerable questions with a value, on each side.
    pub coverage: f64,
    /// The largest share of calls that may fail, on each side.
    pub failed: f64,
}

/// The lines of the layer.
pub fn preconditions(of: &Preconditions) -> Vec<Check> {
    let mut checks = vec![same_questions(of), same_judges(of), same_repeats(of)];
    checks.extend(of.accepted.as_ref().map(|changes| as_accepted(changes, &of.baseline)));
    for side in [&of.candidate, &of.baseline] {
        checks.push(coverage(side, of.coverage));
        checks.push(failed(side, of.failed));
    }
    checks
}

fn same_questions(of: &Preconditions) -> Check {
    let needs = "a record of every question in both runs";
    let sides = [&of.candidate, &of.baseline];
    let lacking: Vec<&&Side> = sides.iter().filter(|side| !side.missing.is_empty()).collect();
    let all = questions(of.candidate.questions);
    if lacking.is_empty() {
        return Check::new("same questions", Outcome::Pass, format!("{all} in both runs"), needs);
    }
    let said: Vec<String> = lacking
        .iter()
        .map(|side| format!("{} of {all} missing in {} ({})", side.missing.len(), side.name, ids(&side.missing)))
        .collect();
    let again: Vec<&str> = lacking.iter().map(|side| side.name.as_str()).collect();
    let missing = lacking.iter().flat_map(|side| side.missing.iter().cloned()).collect();
    Check::new("same questions", Outcome::Fail, said.join("; "), needs)
        .mend(format!("run the whole question set again: {}", again.join(" and ")))
        .naming(missing)
}

fn as_accepted(changes: &[String], baseline: &Side) -> Check {
    let needs = "the baseline's records, questions and labels as they were when it was accepted";
    if changes.is_empty() {
        return Check::new("baseline as accepted", Outcome::Pass, "records, questions and labels are the same", needs);
    }
    Check::new("baseline as accepted", Outcome::Fail, changes.join("; "), needs)
        .mend(format!("look at what changed, then accept it again: fourcell baseline accept {} --reason '…'", baseline.name))
}

fn same_judges(of: &Preconditions) -> Check {
    let needs = "the same judge, with the same lock, in both runs";
    let (mine, theirs) = (&of.candidate.judges, &of.baseline.judges);
    if mine.is_empty() && theirs.is_empty() {
        return Check::new("same judge", Outcome::NotAsked, "no judge's verdicts count", needs);
    }
    let mut wrong = Vec::new();
    for name in mine.keys().chain(theirs.keys().filter(|name| !mine.contains_key(*name))) {
        let problem = match (mine.get(name), theirs.get(name)) {
            (Some(Some(a)), Some(Some(b))) if a == b => continue,
            (Some(Some(_)), Some(Some(_))) => format!("'{name}' was another judge in each run"),
            (None, _) => format!("'{name}' did not judge {}", of.candidate.name),
            (_, None) => format!("'{name}' did not judge {}", of.baseline.name),
            _ => format!("nobody knows what judge '{name}' was"),
        };
        wrong.push((name.clone(), problem));
    }
    let names: Vec<&str> = mine.keys().map(String::as_str).collect();
    let Some((name, _)) = wrong.first() else {
        return Check::new("same judge", Outcome::Pass, format!("{}, as locked", names.join(", ")), needs);
    };
    let said: Vec<&str> = wrong.iter().map(|(_, problem)| problem.as_str()).collect();
    Check::new("same judge", Outcome::Fail, said.join("; "), needs)
        .mend(format!("judge both again: fourcell judge {} --judge {name}", of.candidate.name))
}

fn same_repeats(of: &Preconditions) -> Check {
    let needs = "as many repeats in both runs";
    let (a, b) = (of.candidate.repeats, of.baseline.repeats);
    let repeats = |n: u32| if n == 1 { "1 repeat".to_owned() } else { format!("{n} repeats") };
    if a == b {
        return Check::new("same repeats", Outcome::Pass, format!("{} of each question", repeats(a)), needs);
    }
    Check::new(
        "same repeats",
        Outcome::Fail,
        format!("{} in {}, {} in {}", repeats(a), of.candidate.name, b, of.baseline.name),
        needs,
    )
    .mend(format!("run the other as often: fourcell run --repeats {}", a.max(b)))
}

fn coverage(side: &Side, least: f64) -> Check {
    let (scored, all) = side.scored;
    let what = format!("coverage of {}", side.name);
    let needs = format!("at least {:.1} % of answerable questions with a value", least * 100.0);
    if all == 0 {
        return Check::new(what, Outcome::NotEvaluated, "no answerable question", needs)
            .mend("label evidence for questions that the corpus answers");
    }
    let share = scored as f64 / all as f64;
    let outcome = if share >= least { Outcome::Pass } else { Outcome::Fail };
    let interval = wilson(scored, all, Level::NINETY_FIVE).ok();
    let said = format!("{scored} of {all} scored ({:.1} %)", share * 100.0);
    Check::new(what, outcome, said, needs)
        .number("share", number(Some(share), all, interval, "Wilson", Level::NINETY_FIVE))
        .limit(least)
        .mend(if outcome == Outcome::Fail { "'fourcell score' says which have no value, and why" } else { "" })
}

fn failed(side: &Side, most: f64) -> Check {
    let what = format!("failed calls of {}", side.name);
    let needs = format!("at most {:.1} % of calls", most * 100.0);
    let (failed, all) = side.calls;
    let share = if all == 0 { 0.0 } else { failed as f64 / all as f64 };
    let outcome = if share <= most { Outcome::Pass } else { Outcome::Fail };
    let named = if failed > 0 { format!(" ({})", ids(&side.failed)) } else { String::new() };
    let said = format!("{failed} of {all} calls failed{named}");
    Check::new(what, outcome, said, needs)
        .number("share", number(Some(share), all, wilson(failed, all, Level::NINETY_FIVE).ok(), "Wilson", Level::NINETY_FIVE))
        .limit(most)
        .mend(if outcome == Outcome::Fail {
            format!("ask again: fourcell run --resume --name {}", side.name)
        } else {
            String::new()
        })
        .naming(side.failed.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(name: &str) -> Side {
        Side { name: name.into(), questions: 100, calls: (0, 100), scored: (80, 80), repeats: 1, ..Side::default() }
    }

    fn outcomes(of: &Preconditions) -> Vec<(String, Outcome)> {
        preconditions(of).into_iter().map(|check| (check.what, check.outcome)).collect()
    }

    fn wrong(of: Preconditions) -> Vec<String> {
        outcomes(&of).into_iter().filter(|(_, outcome)| *outcome == Outcome::Fail).map(|(what, _)| what).collect()
    }

    #[test]
    fn each_precondition_fails_by_itself() {
        let base = || Preconditions { candidate: side("c"), baseline: side("b"), accepted: None, coverage: 0.99, failed: 0.01 };
        assert!(wrong(base()).is_empty());
        assert_eq!(
            wrong(Preconditions { candidate: Side { missing: vec!["q".into()], ..side("c") }, ..base() }),
            ["same questions"]
        );
        assert_eq!(wrong(Preconditions { baseline: Side { scored: (79, 80), ..side("b") }, ..base() }), ["coverage of b"]);
        let failed = Side { failed: vec!["q".into(), "r".into()], calls: (2, 100), ..side("c") };
        assert_eq!(wrong(Preconditions { candidate: failed, ..base() }), ["failed calls of c"]);
        assert_eq!(wrong(Preconditions { candidate: Side { repeats: 3, ..side("c") }, ..base() }), ["same repeats"]);
        assert_eq!(wrong(Preconditions { accepted: Some(vec!["labels changed".into()]), ..base() }), ["baseline as accepted"]);
        let judged = |name: &str, lock: Option<&str>| Side {
            judges: BTreeMap::from([("m".to_owned(), lock.map(str::to_owned))]),
            ..side(name)
        };
        let judges = |a, b| wrong(Preconditions { candidate: a, baseline: b, ..base() });
        assert!(judges(judged("c", Some("1")), judged("b", Some("1"))).is_empty());
        assert_eq!(judges(judged("c", Some("1")), judged("b", Some("2"))), ["same judge"]);
        assert_eq!(judges(judged("c", Some("1")), side("b")), ["same judge"]);
        assert_eq!(judges(judged("c", None), judged("b", None)), ["same judge"], "nobody knows whether they were the same");
    }
}
