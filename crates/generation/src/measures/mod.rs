//! The measures over verdicts, one file each, and their registry.
//!
//! Each has a page beside it (`faithfulness.md` beside `faithfulness.rs`): what it measures, when it misleads, when it is undefined,
//! formula and source, a worked example, what it agrees with. The reference page, `fourcell explain` and the tests read that same page.
//! No measure asks anybody: all look at the verdicts of one [`Case`].

mod answer_relevance;
mod citation_precision;
mod citation_recall;
mod citation_resolves;
mod cited;
mod claim_f1;
mod claim_precision;
mod conflict_handled;
mod context;
mod context_fact_recall;
mod context_precision;
mod context_relevance;
mod context_relevance_judged;
mod context_utilisation;
mod contradicted;
mod correct;
mod expected_status;
mod fact_recall;
mod fact_recall_partial;
mod facts;
mod faithfulness;
mod false_answer;
mod false_decline;
mod forbidden;
mod hallucination;
mod noise;
mod noise_irrelevant;
mod noise_relevant;
mod not_contradicted;
mod out_of_scope;
mod rubric;
mod self_knowledge;
mod vital_recall;
mod vital_recall_partial;

use std::fmt;

use evidence::Expect;
use evidence::suggest::nearest;
use statistics::{Score, Undefined};

use crate::answer::Status;
use crate::ask::Kind;
use crate::judged::{Case, JudgedClaim, Told};
use crate::right::{NO_ANSWER, status_unknown};
use crate::verdict::Verdict;

/// What the values of single answers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// 0 or 1.
    Hit,
    /// In [0, 1].
    Share,
}

/// Which way is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// The larger the better.
    More,
    /// The smaller the better.
    Less,
}

/// What judges are asked for a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Need {
    /// How the answer stands to the question.
    Status,
    /// Which claims it makes.
    Claims,
    /// Whether the context supports each claim.
    Support,
    /// Whether the answer states each fact of the question.
    Facts,
    /// Whether the context holds each fact.
    FactsInContext,
    /// Whether each passage of the context was needed.
    Needed,
    /// Whether the answer addresses the question.
    Relevance,
    /// Whether the answer agrees with the reference.
    Agreement,
    /// Whether the reference bears each claim out.
    BorneOut,
    /// Whether each cited passage supports the sentence that cites it.
    Citations,
    /// The outcome of a rubric.
    Rubric,
}

impl Need {
    /// Every need with the kind of question that it is, and in words.
    pub const ALL: [(Kind, &'static str, Self); 11] = [
        (Kind::Status, "how the answer stands to the question", Self::Status),
        (Kind::Claims, "the claims of the answer", Self::Claims),
        (Kind::Support, "support of each claim by the context", Self::Support),
        (Kind::Fact, "each fact in the answer", Self::Facts),
        (Kind::Context, "each fact in the context", Self::FactsInContext),
        (Kind::Context, "whether each passage was needed", Self::Needed),
        (Kind::Relevance, "whether the answer addresses the question", Self::Relevance),
        (Kind::Answer, "agreement with the reference answer", Self::Agreement),
        (Kind::Answer, "each claim against the reference answer", Self::BorneOut),
        (Kind::Citation, "support of each citation", Self::Citations),
        (Kind::Rubric, "the rubric", Self::Rubric),
    ];

    /// The kind of question that it is.
    pub fn kind(self) -> Kind {
        Self::ALL[self as usize].0
    }

    /// In words.
    pub fn words(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// A measure as the registry knows it.
#[derive(Debug)]
pub struct Definition {
    /// Its name.
    pub name: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    /// In a few words.
    pub title: &'static str,
    /// What its values are.
    pub values: Values,
    /// Which way is better.
    pub better: Better,
    /// What judges must be asked for it; other questions change nothing.
    pub needs: &'static [Need],
    /// Its page.
    pub page: &'static str,
    /// The measure itself.
    pub evaluate: fn(&Measure, &Case<'_>) -> Score,
}

/// Every measure, in the order in which the reference lists them.
pub const MEASURES: &[&Definition] = &[
    &correct::DEFINITION,
    &expected_status::DEFINITION,
    &faithfulness::DEFINITION,
    &not_contradicted::DEFINITION,
    &contradicted::DEFINITION,
    &out_of_scope::DEFINITION,
    &hallucination::DEFINITION,
    &self_knowledge::DEFINITION,
    &noise_relevant::DEFINITION,
    &noise_irrelevant::DEFINITION,
    &claim_precision::DEFINITION,
    &claim_f1::DEFINITION,
    &vital_recall::DEFINITION,
    &vital_recall_partial::DEFINITION,
    &fact_recall::DEFINITION,
    &fact_recall_partial::DEFINITION,
    &forbidden::DEFINITION,
    &conflict_handled::DEFINITION,
    &false_answer::DEFINITION,
    &false_decline::DEFINITION,
    &answer_relevance::DEFINITION,
    &context_fact_recall::DEFINITION,
    &context_precision::DEFINITION,
    &context_relevance::DEFINITION,
    &context_relevance_judged::DEFINITION,
    &context_utilisation::DEFINITION,
    &citation_resolves::DEFINITION,
    &citation_precision::DEFINITION,
    &citation_recall::DEFINITION,
    &rubric::DEFINITION,
];

/// A measure with what its name says: `faithfulness`, `rubric:tone`.
#[derive(Clone, Debug)]
pub struct Measure {
    /// The entry of the registry.
    pub definition: &'static Definition,
    /// Which rubric is meant, where it is one.
    pub rubric: Option<String>,
}

impl PartialEq for Measure {
    fn eq(&self, other: &Self) -> bool {
        self.definition.name == other.definition.name && self.rubric == other.rubric
    }
}

impl Eq for Measure {}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.rubric {
            Some(rubric) => f.pad(&format!("{}:{rubric}", self.definition.name)),
            None => f.pad(self.definition.name),
        }
    }
}

impl Measure {
    /// The measure's value for one answer.
    pub fn score(&self, case: &Case<'_>) -> Score {
        if case.answer.error.is_some() {
            return Score::Failed;
        }
        (self.definition.evaluate)(self, case)
    }

    /// The measure of that name. The error is a sentence that names the nearest one.
    pub fn parse(name: &str) -> Result<Self, String> {
        let (plain, rubric) = match name.split_once(':') {
            Some((plain, rubric)) if !rubric.is_empty() => (plain, Some(rubric.to_owned())),
            _ => (name, None),
        };
        let called = |d: &&&Definition| d.name == plain || d.aliases.contains(&plain);
        let Some(definition) = MEASURES.iter().find(called) else {
            let shown = evidence::text::printable(name, 60);
            let near = nearest(plain, MEASURES.iter().map(|d| d.name));
            return Err(match near {
                Some(near) => format!("no measure of answers is called '{shown}'; is '{near}' meant?"),
                None => format!("no measure of answers is called '{shown}'; 'fourcell explain' lists all"),
            });
        };
        match (definition.name == "rubric", &rubric) {
            (true, None) => Err("a rubric is named, as in 'rubric:tone'".to_owned()),
            (false, Some(_)) => Err(format!("'{}' takes no name after a colon", definition.name)),
            _ => Ok(Self { definition, rubric }),
        }
    }

    /// The measures of a list of names with blanks or commas between them.
    pub fn parse_list(names: &str) -> Result<Vec<Self>, String> {
        let names = names.split([' ', ',', '\n', '\t']).filter(|name| !name.is_empty());
        let mut measures: Vec<Self> = Vec::new();
        for name in names {
            let measure = Self::parse(name)?;
            if !measures.contains(&measure) {
                measures.push(measure);
            }
        }
        Ok(measures)
    }
}

/// Whether a reason says that something was not recorded, not captured or not judged, as against that the measure does not apply: a mean over
/// what is left would then be of other questions than those that were asked.
pub fn not_recorded(reason: Undefined) -> bool {
    const SAY_SO: [&str; 6] = ["judged", "captured", "nobody says", "no majority", "not scored", "is stated"];
    SAY_SO.iter().any(|words| reason.0.contains(words))
}

/// A system that declines says nothing that could be supported, cited or relevant.
pub const DECLINES: Undefined = Undefined("the answer declines");
/// The answer says nothing that could be true or false.
pub const NO_CLAIMS: Undefined = Undefined("no claims");
/// Nobody was asked which claims it makes.
pub const CLAIMS_NOT_JUDGED: Undefined = Undefined("claims were not judged");
/// Nobody was asked whether the context supports a claim.
pub const SUPPORT_NOT_JUDGED: Undefined = Undefined("support was not judged");
/// Nobody was asked whether the reference answer bears a claim out.
pub const CORRECTNESS_NOT_JUDGED: Undefined = Undefined("claims were not judged against a reference answer");
/// There is nothing to answer.
pub const UNANSWERABLE: Undefined = Undefined("the question is unanswerable");

fn hit(is: bool) -> Score {
    Score::Value(f64::from(u8::from(is)))
}

/// A part of a whole that is not empty.
fn share(part: usize, all: usize) -> Score {
    debug_assert!(all > 0, "whoever counts says why there is nothing");
    Score::Value(part as f64 / all.max(1) as f64)
}

/// How the answer stands to the question.
fn status(case: &Case<'_>) -> Result<Status, Score> {
    case.status().or_score(status_unknown(case))
}

/// Whether a right system answers.
fn expects_answer(case: &Case<'_>) -> bool {
    case.question.answerable && case.question.expect != Expect::NoAnswer
}

/// Something must have been said.
fn said(case: &Case<'_>) -> Result<(), Score> {
    match (case.status(), &case.answer.text) {
        (Told::NotAsked, None) => Err(Score::Undefined(NO_ANSWER)),
        _ => Ok(()),
    }
}

/// Something must have been answered.
fn answered(case: &Case<'_>) -> Result<(), Score> {
    said(case)?;
    match case.status() {
        Told::Given(status) if status.declines() => Err(Score::Undefined(DECLINES)),
        Told::Failed => Err(Score::Failed),
        // Where nobody says how the answer stands, its claims do.
        _ => Ok(()),
    }
}

/// The claims of the answer; there is at least one.
fn claims<'a>(case: &'a Case<'_>) -> Result<&'a [JudgedClaim], Score> {
    answered(case)?;
    match &case.judged.claims {
        Told::Given(claims) if claims.is_empty() => Err(Score::Undefined(NO_CLAIMS)),
        Told::Given(claims) => Ok(claims),
        Told::Failed | Told::Divided => Err(Score::Failed),
        Told::NotAsked => Err(Score::Undefined(CLAIMS_NOT_JUDGED)),
    }
}

/// Whether the context supports a claim.
fn support(claim: &JudgedClaim) -> Result<Verdict, Score> {
    claim.support.or_score(SUPPORT_NOT_JUDGED)
}

/// Whether the reference answer bears a claim out.
fn borne_out(claim: &JudgedClaim) -> Result<bool, Score> {
    Ok(claim.correct.or_score(CORRECTNESS_NOT_JUDGED)? == Verdict::Correct)
}

/// The share of the claims that pass a test. One whose verdict failed leaves the share unknown: that is failed, whatever the others say.
fn share_of_claims(case: &Case<'_>, test: impl Fn(&JudgedClaim) -> Result<bool, Score>) -> Score {
    let claims = match claims(case) {
        Ok(claims) => claims,
        Err(score) => return score,
    };
    let (mut passed, mut unknown) = (0, None);
    for claim in claims {
        match test(claim) {
            Ok(passes) => passed += usize::from(passes),
            Err(Score::Failed) => unknown = Some(Score::Failed),
            Err(other) => unknown = unknown.or(Some(other)),
        }
    }
    unknown.unwrap_or_else(|| share(passed, claims.len()))
}
