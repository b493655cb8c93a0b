//! From a run and what was said of its answers to the error ledger.

use std::collections::{BTreeMap, HashMap};

use diagnosis::Captured;
use diagnosis::captured::{CountTokens, Ground, SourceText};
use diagnosis::ledger::{Entry, diagnose};
use evidence::cover::Cover;
use evidence::{Label, Question, Split};
use formats::InputError;
use formats::native::Run;
use formats::project::{Access, QuestionSet};
use generation::{Answer, Judged, Judgement};
use retrieval::Limits;
use retrieval::grading::Chunking;
use retrieval::record::{Ending, Mode, Record, Stage};

use super::native::{NativeTerms, check_passages, check_questions, in_parallel, labels_by_question, records_by_question};

/// How a run is diagnosed.
#[derive(Clone, Debug)]
pub struct LedgerTerms {
    /// Only this split; `None` for all but the final one, which stays sealed.
    pub split: Option<Split>,
    /// Which mode's records: those of normal mode, but for probes.
    pub mode: Mode,
    /// Which repeat's records.
    pub repeat: u32,
    /// How much of a range must be covered.
    pub cover: Cover,
    /// What the product knows of access.
    pub access: Access,
    /// The run's clock; `None` for that of the manifest.
    pub day: Option<String>,
    /// How much may be sent; what is not stated is that of the manifest.
    pub limits: Limits,
    /// Threads to use; 0 for as many as there are processors.
    pub threads: usize,
}

/// The answer to a question, with what was said of it by the judges that count.
#[derive(Clone, Debug)]
pub struct AnswerOf<'a> {
    /// The answer.
    pub answer: &'a Answer,
    /// What was said.
    pub said: Vec<&'a Judgement>,
}

/// Why nothing can be said of a question.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Undiagnosed {
    /// The call failed.
    Failed,
    /// The run has no record of it.
    NoRecord,
    /// No list was captured, and no answer was judged.
    NothingCaptured,
    /// The question is unanswerable, and nobody says whether it was answered.
    NotJudged,
    /// The answer is wrong, and no evidence is labelled that could tell why.
    NoEvidence,
    /// The answer is wrong, and no list was captured that could tell why.
    NoLists,
}

impl Undiagnosed {
    /// The reason in words.
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Failed => "the call failed",
            Self::NoRecord => "the run has no record of it",
            Self::NothingCaptured => "neither lists nor judged answers were captured",
            Self::NotJudged => "unanswerable, and nobody says whether the system answered",
            Self::NoEvidence => "the answer is wrong, and no evidence is labelled",
            Self::NoLists => "the answer is wrong, and no list was captured that could tell why",
        }
    }
}

/// A diagnosed run. Questions are in byte order of their ids.
#[derive(Clone, Debug, Default)]
pub struct Ledgered {
    /// The failed questions.
    pub entries: Vec<Entry>,
    /// Questions that were looked at and did not fail.
    pub sound: Vec<String>,
    /// Questions of which nothing can be said.
    pub undiagnosed: Vec<(String, Undiagnosed)>,
    /// How many records hold each list.
    pub captured: BTreeMap<Stage, usize>,
    /// Questions whose answer nobody judged, or which have none: their answers were not looked at.
    pub not_judged: usize,
    /// Questions that were looked at.
    pub n: usize,
    /// Final questions that were left sealed.
    pub sealed: usize,
    /// Whether the passages of the index are known.
    pub index_captured: bool,
    /// Whether the run's clock is known.
    pub day: Option<String>,
    /// How much may be sent, as far as it is known.
    pub limits: Limits,
}

enum Outcome {
    Entry(Box<Entry>),
    Sound,
    Not(Undiagnosed),
}

/// Diagnoses the records of one mode and repeat.
///
/// # Errors
/// "Nothing to evaluate" where the split holds no question, or where the run knows no question or no passage of the set.
pub fn diagnose_run(
    set: &QuestionSet,
    run: &Run,
    answers: &HashMap<&str, AnswerOf<'_>>,
    terms: &LedgerTerms,
    source: Option<&SourceText<'_>>,
    tokens: Option<&CountTokens<'_>>,
) -> Result<Ledgered, InputError> {
    let native = NativeTerms { mode: terms.mode, repeat: terms.repeat, ..NativeTerms::new(Vec::new()) };
    let records = records_by_question(run, &native);
    let place = |error: InputError| error.in_file(run.directory.display().to_string());
    check_questions(set, run, &records).map_err(place)?;
    let wanted = terms.split.unwrap_or(Split::Tune);
    let mut questions: Vec<&Question> = set.questions.iter().filter(|q| q.split == wanted).collect();
    questions.sort_unstable_by(|a, b| a.id.cmp(&b.id));
    if questions.is_empty() {
        let empty = "the question set holds no question of this split";
        return Err(InputError::nothing_to_evaluate(empty).mend("choose another with --split tune or --split final"));
    }
    let passages = run.passages.as_ref().map(|p| p.items.as_slice()).or(set.passages.as_deref()).unwrap_or_default();
    let chunking = Chunking::new(passages);
    check_passages(set, &chunking, run).map_err(place)?;
    let manifest = run.manifest.as_ref();
    let day = terms.day.clone().or_else(|| manifest?.day.clone());
    let stated = manifest.map(|manifest| manifest.limits).unwrap_or_default();
    let limits = Limits { passages: terms.limits.passages.or(stated.passages), tokens: terms.limits.tokens.or(stated.tokens) };
    let ground = Ground {
        corpus: set.corpus.as_ref(),
        chunking: &chunking,
        source,
        day: day.as_deref(),
        has_access: terms.access != Access::None,
        cover: terms.cover,
        limits,
        tokens,
    };
    let labels = labels_by_question(set);
    let none: Vec<&Label> = Vec::new();
    let look = |question: &Question| {
        let labels = labels.get(question.id.as_str()).unwrap_or(&none);
        let record = records.get(question.id.as_str()).copied();
        outcome(question, labels, record, answers.get(question.id.as_str()), &ground)
    };
    let mut found = Ledgered {
        sealed: if terms.split.is_none() { set.questions.len() - questions.len() } else { 0 },
        n: questions.len(),
        index_captured: !chunking.is_empty(),
        day: day.clone(),
        limits,
        ..Ledgered::default()
    };
    for (question, outcome) in questions.iter().zip(in_parallel(&questions, terms.threads, &look)) {
        match outcome {
            Outcome::Entry(entry) => found.entries.push(*entry),
            Outcome::Sound => found.sound.push(question.id.clone()),
            Outcome::Not(why) => found.undiagnosed.push((question.id.clone(), why)),
        }
        let Some(record) = records.get(question.id.as_str()) else { continue };
        for (stage, _) in &record.stages {
            *found.captured.entry(*stage).or_default() += 1;
        }
        found.not_judged += usize::from(answers.get(question.id.as_str()).is_none_or(|answer| answer.said.is_empty()));
    }
    Ok(found)
}

fn outcome(
    question: &Question,
    labels: &[&Label],
    record: Option<&Record>,
    answer: Option<&AnswerOf<'_>>,
    ground: &Ground<'_>,
) -> Outcome {
    let Some(record) = record else { return Outcome::Not(Undiagnosed::NoRecord) };
    if matches!(record.ending, Ending::Failed(_)) {
        return Outcome::Not(Undiagnosed::Failed);
    }
    let judged = answer.map(|answer| Judged::new(&answer.said)).unwrap_or_default();
    let answer = answer.map(|answer| answer.answer);
    let mut captured = Captured::of_what_was_sent(question, labels, record, answer, &judged, ground);
    let entry = match diagnose(&captured) {
        // Where evidence was lost, every list has its say.
        Some(entry) if !entry.lost.is_empty() => {
            captured = captured.with_every_list();
            diagnose(&captured)
        }
        entry => entry,
    };
    if let Some(entry) = entry {
        return Outcome::Entry(Box::new(entry));
    }
    let right = captured.case().map(|case| generation::right::right(&case));
    let wrong = matches!(right, Some(generation::right::Right::No(_)));
    if !question.answerable {
        return if captured.status().is_some() { Outcome::Sound } else { Outcome::Not(Undiagnosed::NotJudged) };
    }
    match (captured.sent().is_some() && question.required().is_ok(), right) {
        _ if wrong && question.required().is_ok() => Outcome::Not(Undiagnosed::NoLists),
        _ if wrong => Outcome::Not(Undiagnosed::NoEvidence),
        (false, None | Some(generation::right::Right::NotScored(_) | generation::right::Right::Failed)) => {
            Outcome::Not(Undiagnosed::NothingCaptured)
        }
        _ => Outcome::Sound,
    }
}
