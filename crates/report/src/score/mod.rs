//! What `score` found, as values; and each format it is written in.

mod csv;
mod draw;
mod json;
mod markdown;
mod notes;
pub(crate) mod schema;
mod terminal;
mod trec_eval;

pub use csv::{csv, row};
pub use draw::{draw, levels_off};
pub use json::json;
pub use markdown::{escape, markdown};
pub use notes::{ids as notes_ids, notes, notes_without_intervals};
pub use schema::SCORES;
pub use terminal::{size as size_text, terminal, unanswerable};
pub use trec_eval::{NoTrecName, trec_eval};

use fourcell::evaluate::{Evaluated, Told};
use fourcell::retrieval::curve::{Curve, DEPTHS, curve};
use fourcell::retrieval::no_answer::NoAnswer;
use fourcell::retrieval::summary::{Clusters, LEAST_FOR_A_VERDICT, means_alone, slices, summarise_all, summarise_at};
use fourcell::retrieval::{Measure, Scores};
use fourcell::statistics::power::{McNemar, size_label, smallest_detectable};
use fourcell::statistics::{Level, Summary};

use crate::invariants::First;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Questions with a value.
    pub n: usize,
    /// As many unrelated questions say as much: fewer, where questions share a cluster.
    pub effective: usize,
}

impl Size {
    /// Of a set with so many questions, all unrelated.
    pub fn of(n: usize) -> Self {
        Self { n, effective: n }
    }

    /// Of some runs: the most questions that a measure of theirs rests on, and the fewest unrelated ones that so many are worth.
    pub fn of_runs(runs: &[RunReport]) -> Self {
        let summaries = || runs.iter().flat_map(|run| &run.summaries);
        let n = summaries().map(|s| s.n).max().unwrap_or(0);
        let worth = summaries().filter(|s| s.n > 0).filter_map(|s| s.n_eff).map(|n| n.floor() as usize).min();
        Self { n, effective: worth.unwrap_or(n).min(n) }
    }

    /// `smoke test`, `first target…`, `pipeline grade`.
    pub fn label(self) -> &'static str {
        size_label(self.effective)
    }

    /// The smallest difference in hits that two systems must have to be told apart, with 80 % power and a share of
    /// [`ASSUMED_DISCORDANCE`] questions on which they differ; `None` where there is none. Takes a search, so that only formats that
    /// show it should ask.
    pub fn detectable(self) -> Option<f64> {
        smallest_detectable(self.effective, ASSUMED_DISCORDANCE, 0.05, 0.8, McNemar::MidP).ok().flatten()
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
    /// What decides each question's score, as a fingerprint; empty where it was not asked for.
    pub labels: Vec<String>,
    /// What does not hold that must, whatever the scores are; `None` where everything does that could be checked.
    pub incidents: Option<First>,
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
        self.summaries.iter().map(|s| s.n).min().unwrap_or(0) < LEAST_FOR_A_VERDICT
    }

    /// The questions that its first measure rests on, and of how many, where some failed or are undefined.
    pub fn counted(&self) -> String {
        match self.summaries.first().map_or(0, |s| s.n) {
            n if n < self.questions => format!("{n} of {}", self.questions),
            n => n.to_string(),
        }
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

/// The clusters of some questions, where they have any.
pub fn clusters_of(ids: &[String], questions: &dyn Questions) -> Clusters {
    let names = ids.iter().map(|q| questions.cluster(q));
    if names.clone().any(|c| c.is_some()) { Clusters::from_names(names) } else { Clusters::none() }
}

/// The names of some runs, with a number behind those that are the same.
pub fn distinct_names<'a>(runs: impl IntoIterator<Item = &'a Evaluated>) -> Vec<String> {
    distinct(&runs.into_iter().map(|run| run.name.as_str()).collect::<Vec<_>>())
}

/// Names, with a number behind those that are the same.
pub fn distinct(names: &[&str]) -> Vec<String> {
    let name = |(place, name): (usize, &&str)| {
        let before = names[..place].iter().filter(|n| *n == name).count();
        if names.iter().filter(|n| *n == name).count() > 1 { format!("{name} ({})", before + 1) } else { (*name).to_owned() }
    };
    names.iter().enumerate().map(name).collect()
}

impl RunReport {
    /// One run's means without intervals, slices or curve: all that trec_eval's layout shows.
    pub fn of_means(evaluated: Evaluated) -> Self {
        let Evaluated { name, scores, no_answer, told, labels, .. } = evaluated;
        let (measures, summaries) = (scores.measures().to_vec(), means_alone(&scores));
        Self { name, measures, summaries, slices: Vec::new(), curve: None, no_answer, told, scores, labels, incidents: None }
    }

    /// Sums up one run.
    pub fn new(evaluated: Evaluated, keys: &[String], questions: &dyn Questions) -> Self {
        let Evaluated { name, scores, depths, no_answer, told, labels } = evaluated;
        let clusters = clusters_of(scores.questions(), questions);
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
        Self {
            name,
            measures: scores.measures().to_vec(),
            summaries,
            slices,
            curve,
            no_answer,
            told,
            scores,
            labels,
            incidents: None,
        }
    }

    /// Whether anything at all has a value.
    pub fn has_values(&self) -> bool {
        self.summaries.iter().any(|s| s.n > 0)
    }

    /// Questions that failed or are missing, unanswerable ones included.
    pub fn incomplete(&self) -> usize {
        let unanswerable = self.no_answer.as_ref().map_or(0, |n| n.unanswerable.failed);
        self.summaries.iter().map(|s| s.failed).max().unwrap_or(0) + unanswerable
    }
}
