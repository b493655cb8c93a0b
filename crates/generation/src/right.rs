//! Whether an answer is right, and what says so.

use evidence::{Expect, FactKind};
use statistics::{Score, Undefined};

use crate::answer::Status;
use crate::judged::{Case, DIVIDED, Told};
use crate::judgement::By;
use crate::verdict::Verdict;

/// What an answer's rightness rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Basis {
    /// A verdict of a person, or of the source that the answer came with.
    Recorded(By),
    /// How it stands to the question: it declines where it should answer, say.
    Status,
    /// The question's facts.
    Facts,
    /// The reference answer, as judged.
    Reference,
}

/// Whether an answer is right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Right {
    /// It is.
    Yes(Basis),
    /// It is not.
    No(Basis),
    /// The answer, or a verdict that decides it, failed.
    Failed,
    /// Nothing could decide it.
    NotScored(Undefined),
}

impl Right {
    /// 1, 0, failed, or why there is none.
    pub fn score(self) -> Score {
        match self {
            Self::Yes(_) => Score::Value(1.0),
            Self::No(_) => Score::Value(0.0),
            Self::Failed => Score::Failed,
            Self::NotScored(reason) => Score::Undefined(reason),
        }
    }

    /// What it rests on, where it is decided.
    pub fn basis(self) -> Option<Basis> {
        match self {
            Self::Yes(basis) | Self::No(basis) => Some(basis),
            Self::Failed | Self::NotScored(_) => None,
        }
    }
}

/// No words were captured, or none were asked for.
pub const NO_ANSWER: Undefined = Undefined("no answer was captured");
/// There are words, and neither the system nor a judge says whether they answer or decline.
pub const STATUS_NOT_KNOWN: Undefined = Undefined("nobody says how the answer stands to the question");
/// Facts decide, and nobody was asked about them.
pub const FACTS_NOT_JUDGED: Undefined = Undefined("facts were not judged");
/// There are neither facts nor a judged reference answer.
pub const NOTHING_DECIDES: Undefined = Undefined("neither facts nor a reference answer were judged");

/// Whether a case's answer is right.
///
/// In this order: a recorded verdict of a person or of the source; the expected status (`answer`: answered; `no-answer`, or unanswerable:
/// declined, by whichever half; `conflict`: conflict stated); the facts, where some are vital: all of those stated, no fact contradicted,
/// no forbidden one stated; else the reference answer as judged, with forbidden and contradicted facts as before. What already makes an
/// answer wrong is not unmade by a verdict that failed.
pub fn right(case: &Case<'_>) -> Right {
    if case.answer.error.is_some() {
        return Right::Failed;
    }
    match case.judged.recorded {
        Told::Given((verdict, by)) => return of(verdict == Verdict::Correct, Basis::Recorded(by)),
        Told::Divided => return Right::NotScored(DIVIDED),
        Told::Failed | Told::NotAsked => {}
    }
    let status = match case.status() {
        Told::Given(status) => status,
        Told::Failed => return Right::Failed,
        Told::Divided => return Right::NotScored(DIVIDED),
        Told::NotAsked => return Right::NotScored(status_unknown(case)),
    };
    if !as_expected(case, status) {
        return Right::No(Basis::Status);
    }
    if status.declines() {
        return Right::Yes(Basis::Status);
    }
    by_facts(case)
}

/// Why nothing is known of how an answer stands to its question: there is none, or nobody says.
pub fn status_unknown(case: &Case<'_>) -> Undefined {
    if case.answer.text.is_some() { STATUS_NOT_KNOWN } else { NO_ANSWER }
}

fn of(right: bool, basis: Basis) -> Right {
    if right { Right::Yes(basis) } else { Right::No(basis) }
}

/// Whether the answer stands to the question as a right one does.
pub fn as_expected(case: &Case<'_>, status: Status) -> bool {
    match case.question.expect {
        _ if !case.question.answerable => status.declines(),
        Expect::NoAnswer => status.declines(),
        Expect::Conflict => status == Status::ConflictStated,
        Expect::Answer => status == Status::Answered,
    }
}

fn by_facts(case: &Case<'_>) -> Right {
    let facts = &case.question.facts;
    let (mut failed, mut open) = (false, None);
    let has_vital = facts.iter().any(|fact| fact.kind == FactKind::Vital);
    for fact in facts {
        let told = case.judged.facts.get(&fact.id).copied().unwrap_or_default();
        match (fact.kind, told) {
            (FactKind::Forbidden, Told::Given(Verdict::Stated)) => return Right::No(Basis::Facts),
            (FactKind::Vital | FactKind::Okay, Told::Given(Verdict::Contradicted)) => return Right::No(Basis::Facts),
            (FactKind::Vital, Told::Given(verdict)) if verdict != Verdict::Stated => return Right::No(Basis::Facts),
            (_, Told::Given(_)) => {}
            (_, Told::Failed) => failed = true,
            (_, Told::Divided) => open = Some(DIVIDED),
            (_, Told::NotAsked) => open = open.or(Some(FACTS_NOT_JUDGED)),
        }
    }
    if !has_vital {
        match case.judged.agrees {
            Told::Given(Verdict::Incorrect) => return Right::No(Basis::Reference),
            Told::Given(_) => {}
            Told::Failed => failed = true,
            Told::Divided => open = Some(DIVIDED),
            Told::NotAsked => open = open.or(Some(NOTHING_DECIDES)),
        }
    }
    match (failed, open) {
        (true, _) => Right::Failed,
        (false, Some(reason)) => Right::NotScored(reason),
        (false, None) => Right::Yes(if has_vital { Basis::Facts } else { Basis::Reference }),
    }
}
