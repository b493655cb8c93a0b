//! From answers and what was said of them to scores, apart for questions whose evidence was there.

use std::collections::BTreeMap;

use evidence::Question;
use generation::ask::Rubric;
use generation::judged::Told as Heard;
use generation::measures::Need;
use generation::right::{Basis, right};
use generation::{Answer, Case, Judged, Judgement, Measure, Outcome, Status, Verdict};
use retrieval::record::Mode;
use statistics::scores::Scores;
use statistics::{Score, Undefined};

/// Whether the required evidence was in the context that an answer was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Presence {
    /// All of it was.
    Present,
    /// Some or all of it was missing.
    Absent,
    /// Nothing is required: the question has no answer in its corpus.
    Unanswerable,
    /// It is not known: no evidence is labelled, or no context was captured.
    Unknown,
}

impl Presence {
    /// Every value with its name.
    pub const ALL: [(&'static str, Self); 4] = [
        ("evidence present", Self::Present),
        ("evidence absent", Self::Absent),
        ("unanswerable", Self::Unanswerable),
        ("evidence not known", Self::Unknown),
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// One question with its answer and what was said of that.
#[derive(Clone, Debug)]
pub struct AnswerRow<'a> {
    /// The question.
    pub question: &'a Question,
    /// The answer; `None` where the run has no record of the question, which counts as a failed call.
    pub answer: Option<&'a Answer>,
    /// What was said of it by the judges that are meant.
    pub said: Vec<&'a Judgement>,
    /// Whether its evidence was there.
    pub presence: Presence,
}

/// Answers of one run in one mode and repeat, scored.
#[derive(Clone, Debug)]
pub struct AnswersEvaluated {
    /// The run's name.
    pub name: String,
    /// A value for each question and measure, in byte order of the ids.
    pub scores: Scores<Measure>,
    /// Whether the evidence was there, question by question.
    pub presence: Vec<Presence>,
    /// What was noticed.
    pub told: AnswersTold,
}

/// What was noticed while answers were scored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnswersTold {
    /// Questions whose call failed, or of which the run has no record.
    pub failed: Vec<String>,
    /// What rightness rests on, where it is decided.
    pub bases: BTreeMap<Basis, usize>,
    /// Verdicts that failed, by what went wrong.
    pub failures: BTreeMap<String, usize>,
    /// Claims that the context supports, and all that were judged: the mean over claims beside that over answers.
    pub claims: (usize, usize),
    /// Answers that the system called answered, and a judge something else.
    pub corrected_status: usize,
    /// Supported verdicts whose quote does not stand in the passage: they count as not found.
    pub quotes_not_found: usize,
    /// Targets judged more than once, and those of them on which judges or repeats differ.
    pub judged_twice: (usize, usize),
}

/// No context is given on purpose in this mode, so that nothing can be asked of it.
const NO_CONTEXT_MODE: Undefined = Undefined("no context is given in this mode");

/// Scores answers. Measures that look at the context are undefined in the mode that gives none.
pub fn score_answers(
    name: &str,
    mut rows: Vec<AnswerRow<'_>>,
    measures: &[Measure],
    rubrics: &[Rubric],
    mode: Mode,
) -> AnswersEvaluated {
    rows.sort_by(|a, b| a.question.id.cmp(&b.question.id));
    let ids = rows.iter().map(|row| row.question.id.clone()).collect();
    let mut scores = Scores::new(measures.to_vec(), ids);
    let mut told = AnswersTold::default();
    for (place, row) in rows.iter().enumerate() {
        let Some(answer) = row.answer.filter(|answer| answer.error.is_none()) else {
            told.failed.push(row.question.id.clone());
            scores.set(place, &vec![Score::Failed; measures.len()]);
            continue;
        };
        let judged = Judged::new(&row.said);
        let case = Case { question: row.question, answer, judged: &judged, rubrics };
        told.notice(&case, &row.said);
        let own = measures.iter().map(|measure| match mode {
            Mode::NoContext if looks_at_context(measure) => Score::Undefined(NO_CONTEXT_MODE),
            _ => measure.score(&case),
        });
        scores.set(place, &own.collect::<Vec<Score>>());
    }
    let presence = rows.iter().map(|row| row.presence).collect();
    AnswersEvaluated { name: name.to_owned(), scores, presence, told }
}

fn looks_at_context(measure: &Measure) -> bool {
    let context = [Need::Support, Need::FactsInContext, Need::Needed, Need::Citations];
    let labelled = ["context-relevance", "citation-resolves"].contains(&measure.definition.name);
    labelled || measure.definition.needs.iter().any(|need| context.contains(need))
}

impl AnswersTold {
    fn notice(&mut self, case: &Case<'_>, said: &[&Judgement]) {
        if let Some(basis) = right(case).basis() {
            *self.bases.entry(basis).or_default() += 1;
        }
        let answered = case.answer.status.is_none_or(|status| status == Status::Answered);
        let otherwise = case.judged.status.given().is_some_and(|verdict| *verdict != Verdict::Answered);
        self.corrected_status += usize::from(answered && otherwise && case.answer.status.is_some());
        if let Heard::Given(claims) = &case.judged.claims {
            let judged = claims.iter().filter_map(|claim| claim.support.given());
            let supported = judged.clone().filter(|verdict| **verdict == Verdict::Supported).count();
            self.claims = (self.claims.0 + supported, self.claims.1 + judged.count());
        }
        self.judged_twice.0 += case.judged.judged_twice;
        self.judged_twice.1 += case.judged.disagreements;
        for judgement in said {
            self.quotes_not_found += usize::from(judgement.quote_found == Some(false));
            if let Outcome::Failed(fault) = &judgement.outcome {
                *self.failures.entry(fault.kind.clone()).or_default() += 1;
            }
        }
    }
}
