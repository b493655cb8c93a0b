//! What `judge` found, as values; and each format it is written in.

mod json;
mod markdown;
mod notes;
mod schema;
mod sealed;
mod terminal;

pub use json::{SCHEMA, json};
pub use markdown::markdown;
pub use notes::{basis as basis_in_words, notes};
pub use schema::ANSWER_SCORES;
pub use sealed::{JUDGED_SCHEMA, SealedAnswers, sealed_json, sealed_markdown, sealed_text};
pub use terminal::terminal;

use fourcell::diagnosis::abstention::Abstention;
use fourcell::evaluate::{AnswersEvaluated, Presence};
use fourcell::generation::Measure;
use fourcell::generation::measures::Values;
use fourcell::retrieval::summary::{Clusters, LEAST_FOR_A_VERDICT};
use fourcell::statistics::scores::Scores;
use fourcell::statistics::{Kind, Level, Score, Summary, summarise};

use crate::invariants::First;
use crate::score::{Questions, Size};

/// Answers of one run, scored by the verdicts of some judges.
#[derive(Clone, Debug)]
pub struct AnswersReport {
    /// What was judged by whom, in a line.
    pub heading: String,
    /// What a reader must know of the judges before any number: how far they agree with people, or that nobody knows.
    pub judges: Vec<String>,
    /// Keys of slices, in the order asked for.
    pub keys: Vec<String>,
    /// The run.
    pub run: AnswersRun,
    /// What the best passage's score is worth as a sign that there is an answer; `None` without questions of both kinds.
    pub abstention: Option<Abstention>,
    /// How sure a set of this size can be.
    pub size: Size,
    /// What a reader should know beside the numbers.
    pub warnings: Vec<String>,
    /// What does not hold that must, whatever the scores are; `None` where everything does that could be checked.
    pub incidents: Option<First>,
}

/// One run.
#[derive(Clone, Debug)]
pub struct AnswersRun {
    /// Its scores.
    pub evaluated: AnswersEvaluated,
    /// All questions, then those whose evidence was present, absent, …; only groups that hold a question.
    pub groups: Vec<Group>,
    /// Slices of it.
    pub slices: Vec<Group>,
}

/// Some questions of a run, summed up.
#[derive(Clone, Debug)]
pub struct Group {
    /// `all`, `evidence present`; of a slice its key.
    pub name: String,
    /// Of a slice its value.
    pub value: Option<String>,
    /// Questions in it.
    pub questions: usize,
    /// A summary for each measure.
    pub summaries: Vec<Summary>,
}

impl Group {
    /// Too few questions for more than a direction.
    pub fn is_small(&self) -> bool {
        self.questions < LEAST_FOR_A_VERDICT
    }
}

impl AnswersRun {
    /// Sums up one run, apart for questions whose evidence was there and for the others.
    pub fn new(evaluated: AnswersEvaluated, keys: &[String], questions: &dyn Questions) -> Self {
        let scores = &evaluated.scores;
        let clusters = crate::score::clusters_of(scores.questions(), questions);
        let all: Vec<usize> = (0..scores.questions().len()).collect();
        let group = |name: &str, value: Option<String>, places: &[usize]| Group {
            name: name.to_owned(),
            value,
            questions: places.len(),
            summaries: summaries(scores, places, &clusters),
        };
        let mut groups = vec![group("all", None, &all)];
        for (name, presence) in Presence::ALL {
            let places: Vec<usize> = all.iter().copied().filter(|place| evaluated.presence[*place] == presence).collect();
            // Where nothing is known of anything, 'all' says it already.
            let says_nothing = presence == Presence::Unknown && places.len() == all.len();
            if !places.is_empty() && !says_nothing {
                groups.push(group(name, None, &places));
            }
        }
        let mut slices = Vec::new();
        for key in keys {
            let mut values: std::collections::BTreeMap<String, Vec<usize>> = std::collections::BTreeMap::new();
            for (place, question) in scores.questions().iter().enumerate() {
                if let Some(value) = questions.slice(question, key) {
                    values.entry(value).or_default().push(place);
                }
            }
            slices.extend(values.into_iter().map(|(value, places)| group(key, Some(value), &places)));
        }
        Self { groups, slices, evaluated }
    }

    /// The measures, in the order asked for.
    pub fn measures(&self) -> &[Measure] {
        self.evaluated.scores.measures()
    }

    /// The summary of every measure over all questions.
    pub fn all(&self) -> &[Summary] {
        self.groups.first().map_or(&[], |group| &group.summaries)
    }

    /// Whether any measure has a value.
    pub fn has_values(&self) -> bool {
        self.all().iter().any(|summary| summary.n > 0)
    }

    /// Verdicts and calls that failed.
    pub fn incomplete(&self) -> usize {
        let told = &self.evaluated.told;
        told.failed.len() + told.failures.values().sum::<usize>()
    }
}

fn summaries(scores: &Scores<Measure>, places: &[usize], clusters: &Clusters) -> Vec<Summary> {
    let numbers: Option<Vec<u32>> = clusters.numbers().map(|all| places.iter().map(|place| all[*place]).collect());
    let one = |(column, measure): (usize, &Measure)| {
        let values: Vec<Score> = places.iter().map(|place| scores.get(*place, column)).collect();
        let kind = if measure.definition.values == Values::Hit { Kind::Proportion } else { Kind::Score };
        summarise(&values, kind, numbers.as_deref(), Level::NINETY_FIVE)
    };
    scores.measures().iter().enumerate().map(one).collect()
}
