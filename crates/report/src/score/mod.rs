//! What `score` found, as values; and each format it is written in.

mod csv;
mod draw;
mod json;
mod markdown;
mod notes;
mod terminal;
mod trec_eval;

pub use csv::csv;
pub use draw::{draw, levels_off};
pub use json::json;
pub use markdown::{escape, markdown};
pub use notes::{ids as notes_ids, notes, notes_without_intervals};
pub use terminal::{size as size_text, terminal, unanswerable};
pub use trec_eval::{NoTrecName, trec_eval};

use fourcell::evaluate::{Evaluated, Told};
use fourcell::retrieval::curve::{Curve, DEPTHS, curve};
use fourcell::retrieval::no_answer::NoAnswer;
use fourcell::retrieval::summary::{Clusters, LEAST_FOR_A_VERDICT, slices, summarise_all, summarise_at};
use fourcell::retrieval::{Measure, Scores};
use fourcell::statistics::power::{McNemar, size_label, smallest_detectable};
use fourcell::statistics::{Level, Summary};

/// The share of questions on which two systems are taken to differ where nobody has measured it.
pub const ASSUMED_DISCORDANCE: f64 = 0.2;

/// One or more runs, scored against one set.
#[derive(Clone, Debug)]
pub struct ScoreReport {
    /// What was scored against what, in a line.
    pub heading: String,
    /// Keys of slices, in the order asked for.
    pub keys: Vec<String>,
    /// The runs, in the order asked for.
    pub runs: Vec<RunReport>,
    /// How sure a set of this size can be.
    pub size: Size,
    /// What a reader should know beside the numbers.
    pub warnings: Vec<String>,
}

/// How much a set can tell.
#[derive(Clone, Debug, PartialEq)]
pub struct Size {
    /// Questions that count: the effective number where questions are clustered.
    pub n: usize,
    /// `smoke test`, `first target…`, `pipeline grade`.
    pub label: &'static str,
    /// The smallest difference in hits that two systems must have to be told apart, with 80 % power and a share of
    /// [`ASSUMED_DISCORDANCE`] questions on which they differ; `None` where there is none.
    pub detectable: Option<f64>,
}

impl Size {
    /// Of a set with so many questions.
    pub fn of(n: usize) -> Self {
        let detectable = smallest_detectable(n, ASSUMED_DISCORDANCE, 0.05, 0.8, McNemar::MidP).ok().flatten();
        Self { n, label: size_label(n), detectable }
    }
}

/// One run.
#[derive(Clone, Debug)]
pub struct RunReport {
    /// Its name.
    pub name: String,
    /// The measures, in the order asked for.
    pub measures: Vec<Measure>,
    /// A summary for each measure.
    pub summaries: Vec<Summary>,
    /// Slices of it.
    pub slices: Vec<SliceReport>,
    /// The recall curve.
    pub curve: Option<Curve>,
    /// Unanswerable questions.
    pub no_answer: Option<NoAnswer>,
    /// What was noticed.
    pub told: Told,
    /// The scores of single questions.
    pub scores: Scores,
}

/// A slice of a run.
#[derive(Clone, Debug)]
pub struct SliceReport {
    /// `type`, say.
    pub key: String,
    /// `paraphrase`, say.
    pub value: String,
    /// Questions in it.
    pub questions: usize,
    /// A summary for each measure.
    pub summaries: Vec<Summary>,
}

impl SliceReport {
    /// Too few questions for more than a direction.
    pub fn is_small(&self) -> bool {
        self.questions < LEAST_FOR_A_VERDICT
    }
}

/// What is known of questions beside their scores.
pub trait Questions {
    /// The value of a slice key for a question.
    fn slice(&self, question: &str, key: &str) -> Option<String>;
    /// The cluster a question belongs to.
    fn cluster(&self, question: &str) -> Option<&str>;
}

/// Questions of which nothing is known: a TREC file's.
pub struct Unknown;

impl Questions for Unknown {
    fn slice(&self, _: &str, _: &str) -> Option<String> {
        None
    }

    fn cluster(&self, _: &str) -> Option<&str> {
        None
    }
}

impl RunReport {
    /// Sums up one run.
    pub fn new(evaluated: Evaluated, keys: &[String], questions: &dyn Questions) -> Self {
        let Evaluated { name, scores, depths, no_answer, told } = evaluated;
        let names = scores.questions().iter().map(|q| questions.cluster(q));
        let clusters = if names.clone().any(|c| c.is_some()) { Clusters::from_names(names) } else { Clusters::none() };
        let level = Level::NINETY_FIVE;
        let summaries = summarise_all(&scores, &clusters, level);
        let slices = slices(&scores, keys, &|question, key| questions.slice(question, key));
        let slices = slices.into_iter().map(|slice| SliceReport {
            questions: slice.places.len(),
            summaries: summarise_at(&scores, &slice.places, &clusters, level),
            key: slice.key,
            value: slice.value,
        });
        let slices = slices.collect();
        let curve = depths.map(|depths| {
            let summaries = summarise_all(&depths.scores, &clusters, level);
            curve(depths.measure, &depths.scores, summaries, &DEPTHS, depths.longest)
        });
        Self { name, measures: scores.measures().to_vec(), summaries, slices, curve, no_answer, told, scores }
    }

    /// Whether anything at all has a value.
    pub fn has_values(&self) -> bool {
        self.summaries.iter().any(|s| s.n > 0)
    }

    /// Questions that failed or are missing.
    pub fn incomplete(&self) -> usize {
        self.summaries.iter().map(|s| s.failed).max().unwrap_or(0)
    }

    /// The number of questions that the run's first measure says how much about, the effective one where clustered.
    pub fn effective_questions(&self) -> usize {
        self.summaries.first().map_or(0, |s| s.n_eff.map_or(s.n, |n| (n.floor() as usize).min(s.n)))
    }
}
