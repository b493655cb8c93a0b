//! Critical questions keep their evidence, each by itself: no mean stands in for one of them.

use evidence::shell::option;
use statistics::Score;

use super::{Check, Lost, Outcome};

/// What is asked of critical questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Demand {
    /// What was complete in the baseline stays complete.
    #[default]
    Stay,
    /// All are complete, whatever they were.
    All,
}

impl Demand {
    /// Every value with its name in files.
    pub const ALL: [(&'static str, Self); 2] = [("stay", Self::Stay), ("all", Self::All)];
}

/// One critical question: its evidence recall in the context of both runs.
#[derive(Clone, Debug, PartialEq)]
pub struct CriticalSet {
    /// The question's id.
    pub question: String,
    /// Evidence recall in the candidate, 1 where complete.
    pub candidate: Score,
    /// In the baseline.
    pub baseline: Score,
    /// The stage that lost it in the candidate, where it is known.
    pub lost: Option<Lost>,
}

/// One critical question that the corpus does not answer: whether both runs decline.
#[derive(Clone, Debug, PartialEq)]
pub struct CriticalDecline {
    /// The question's id.
    pub question: String,
    /// 1 where the candidate declines, 0 where it answers.
    pub candidate: Score,
    /// The same of the baseline.
    pub baseline: Score,
}

/// A line for each critical question; one that says so where there is none. Those that have no answer are declined, each by itself.
pub fn critical(sets: &[CriticalSet], declines: &[CriticalDecline], demand: Demand) -> Vec<Check> {
    if sets.is_empty() && declines.is_empty() {
        return vec![
            Check::new(
                "critical questions",
                Outcome::NotAsked,
                "no question is marked critical",
                "questions with \"critical\": true, whose evidence may never be lost",
            )
            .mend("mark those that may never lose their evidence: \"critical\": true in questions.jsonl"),
        ];
    }
    sets.iter().map(|set| of_one(set, demand)).chain(declines.iter().map(|one| declined(one, demand))).collect()
}

fn declined(one: &CriticalDecline, demand: Demand) -> Check {
    let (outcome, said) = match (one.candidate, one.baseline) {
        (Score::Value(value), _) if value >= 1.0 => (Outcome::Pass, "declined, as it must be".to_owned()),
        (Score::Value(_), Score::Value(before)) if before < 1.0 && demand == Demand::Stay => {
            (Outcome::Unchanged, "answered although the corpus has no answer, as in the baseline".to_owned())
        }
        (Score::Value(_), _) => (Outcome::Fail, "answered, although the corpus has no answer".to_owned()),
        (Score::Failed, _) => (Outcome::Fail, "the call failed, so that nobody can say that it is declined".to_owned()),
        (Score::Undefined(reason), _) => (Outcome::NotAsked, reason.0.to_owned()),
    };
    Check::new(&one.question, outcome, said, "declined, since the corpus has no answer").naming(vec![one.question.clone()])
}

fn of_one(set: &CriticalSet, demand: Demand) -> Check {
    let complete = |score: Score| matches!(score, Score::Value(value) if value >= 1.0);
    let value = |score: Score| match score {
        Score::Value(value) => format!("{value:.3}"),
        Score::Failed => "failed".to_owned(),
        Score::Undefined(reason) => format!("undefined ({reason})"),
    };
    let why = set.lost.as_ref().map_or_else(String::new, |lost| {
        format!("; {} ({}): {}", lost.cause.definition().title.to_lowercase(), lost.known_by.name(), lost.why)
    });
    let now = value(set.candidate);
    let (outcome, said) = match (set.candidate, set.baseline) {
        (candidate, _) if complete(candidate) => (Outcome::Pass, "complete".to_owned()),
        (Score::Failed, _) => (Outcome::Fail, "the call failed, so that nobody can say that its evidence is there".to_owned()),
        (Score::Undefined(reason), _) => (Outcome::NotEvaluated, reason.0.to_owned()),
        (_, baseline) if complete(baseline) => (Outcome::Fail, format!("was complete, and is {now} now{why}")),
        (Score::Value(value), Score::Value(before)) if value < before => {
            (Outcome::Fail, format!("was {before:.3} in the baseline, and is {now} now{why}"))
        }
        (_, Score::Value(before)) if demand == Demand::Stay => {
            (Outcome::Unchanged, format!("incomplete, as in the baseline: {now}, and {before:.3} there{why}"))
        }
        (_, baseline) => (Outcome::Fail, format!("incomplete: {now}, {} in the baseline{why}", value(baseline))),
    };
    let needs = match demand {
        Demand::Stay => "all of its required evidence in the context as sent, where the baseline has it",
        Demand::All => "all of its required evidence in the context as sent",
    };
    let check = Check::new(&set.question, outcome, said, needs).naming(vec![set.question.clone()]);
    match outcome {
        Outcome::Fail => check.mend(format!("fourcell ledger {} says where it was lost", option("--show", &set.question))),
        _ => check,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use statistics::Undefined;

    #[test]
    fn each_is_decided_by_itself() {
        let of = |candidate, baseline, demand| {
            let set = CriticalSet { question: "q".into(), candidate, baseline, lost: None };
            critical(&[set], &[], demand)[0].outcome
        };
        let (full, half) = (Score::Value(1.0), Score::Value(0.5));
        let unknown = Score::Undefined(Undefined("no context"));
        assert_eq!(of(full, half, Demand::Stay), Outcome::Pass);
        assert_eq!(of(half, full, Demand::Stay), Outcome::Fail);
        assert_eq!(of(half, half, Demand::Stay), Outcome::Unchanged);
        assert_eq!(of(half, half, Demand::All), Outcome::Fail);
        // Where nobody knows what it was, it may have been complete.
        assert_eq!(of(half, Score::Failed, Demand::Stay), Outcome::Fail);
        assert_eq!(of(Score::Failed, half, Demand::Stay), Outcome::Fail);
        assert_eq!(of(unknown, full, Demand::Stay), Outcome::NotEvaluated);
        assert_eq!(of(Score::Value(0.2), half, Demand::Stay), Outcome::Fail, "less than there was");
        assert_eq!(critical(&[], &[], Demand::All)[0].outcome, Outcome::NotAsked);
        let decline = |candidate, baseline, demand| {
            let one = CriticalDecline { question: "u".into(), candidate, baseline };
            critical(&[], &[one], demand)[0].outcome
        };
        let none = Score::Value(0.0);
        assert_eq!(decline(full, none, Demand::Stay), Outcome::Pass);
        assert_eq!(decline(none, full, Demand::Stay), Outcome::Fail);
        assert_eq!(decline(none, none, Demand::Stay), Outcome::Unchanged);
        assert_eq!(decline(none, none, Demand::All), Outcome::Fail);
        assert_eq!(decline(Score::Failed, full, Demand::Stay), Outcome::Fail);
        assert_eq!(decline(unknown, full, Demand::Stay), Outcome::NotAsked);
    }
}
