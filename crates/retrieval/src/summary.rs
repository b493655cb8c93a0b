//! The scores of a run, summed up: a number for each measure, over all questions and over slices of them.

use std::collections::BTreeMap;

use statistics::summary::{NO_INTERVAL, mean_alone};
use statistics::{Interval, Kind, Level, Score, Summary, summarise};

use crate::measures::{Over, Values};
use crate::name::Measure;
use crate::scores::Scores;

/// What the geometric mean takes in place of a smaller value, as trec_eval does.
const LEAST: f64 = 0.00001;

/// Which questions are not independent: a number for each question, equal for those that share a cluster.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clusters(Option<Vec<u32>>);

impl Clusters {
    /// Every question stands for itself.
    pub fn none() -> Self {
        Self(None)
    }

    /// From the cluster names of questions in the order of a score table. A question without one stands for itself.
    pub fn from_names<'a>(names: impl Iterator<Item = Option<&'a str>>) -> Self {
        let mut numbers = BTreeMap::new();
        let mut next = 0;
        let mut fresh = || {
            next += 1;
            next - 1
        };
        let list = names.map(|name| match name {
            None => fresh(),
            Some(name) => *numbers.entry(name).or_insert_with(&mut fresh),
        });
        Self(Some(list.collect()))
    }

    /// The number of each question, in the order of the table; `None` where every question stands for itself.
    pub fn numbers(&self) -> Option<&[u32]> {
        self.0.as_deref()
    }

    /// The numbers of the questions at `places`.
    fn of(&self, places: &[usize]) -> Option<Vec<u32>> {
        self.0.as_ref().map(|all| places.iter().map(|&place| all[place]).collect())
    }
}

/// The summary of every measure over the questions at `places`, which must rise.
pub fn summarise_at(scores: &Scores, places: &[usize], clusters: &Clusters, level: Level) -> Vec<Summary> {
    let clusters = clusters.of(places);
    let measures = scores.measures().iter().enumerate();
    measures
        .map(|(column, measure)| {
            let values: Vec<Score> = places.iter().map(|&question| scores.get(question, column)).collect();
            summarise_one(measure, &values, clusters.as_deref(), level)
        })
        .collect()
}

/// The summary of every measure over all questions.
pub fn summarise_all(scores: &Scores, clusters: &Clusters, level: Level) -> Vec<Summary> {
    let places: Vec<usize> = (0..scores.questions().len()).collect();
    summarise_at(scores, &places, clusters, level)
}

/// The mean of every measure over all questions, without intervals: for output that shows none.
pub fn means_alone(scores: &Scores) -> Vec<Summary> {
    let measures = scores.measures().iter().enumerate();
    let mean = |(column, measure): (usize, &Measure)| {
        let values = scores.column(column);
        match measure.definition.over {
            Over::Mean => mean_alone(&values),
            _ => summarise_one(measure, &values, None, Level::NINETY_FIVE),
        }
    };
    measures.map(mean).collect()
}

fn summarise_one(measure: &Measure, values: &[Score], clusters: Option<&[u32]>, level: Level) -> Summary {
    let kind = if measure.definition.values == Values::Hit { Kind::Proportion } else { Kind::Score };
    match measure.definition.over {
        Over::Mean => summarise(values, kind, clusters, level),
        Over::Sum => {
            let mut sum = summarise(values, Kind::Score, None, level);
            sum.value = sum.value.map(|mean| (mean * sum.n as f64).round());
            (sum.interval, sum.method, sum.bounds) = (None, "sum", None);
            sum.interval_undefined = Some(statistics::Undefined("a count has no interval"));
            sum.warnings.clear();
            sum
        }
        Over::GeometricMean => {
            let logs: Vec<Score> = values.iter().map(log_of).collect();
            let mut mean = summarise(&logs, Kind::Score, clusters, level);
            mean.value = mean.value.map(f64::exp);
            mean.bounds = None;
            // Only t is an interval of a mean of logarithms; the one that summaries fall back on is of shares.
            if mean.method.starts_with("t") {
                mean.interval = mean.interval.map(|i| Interval { lo: i.lo.exp(), hi: i.hi.exp().min(1.0) });
            } else {
                (mean.interval, mean.method) = (None, NO_INTERVAL);
                mean.interval_undefined = Some(statistics::undefined::NO_SPREAD);
                mean.warnings.clear();
            }
            mean
        }
    }
}

fn log_of(score: &Score) -> Score {
    match score {
        Score::Value(value) => Score::Value(value.max(LEAST).ln()),
        other => *other,
    }
}

/// Questions that share the value of a slice.
#[derive(Clone, Debug, PartialEq)]
pub struct Slice {
    /// `type`, `scope` or any other key.
    pub key: String,
    /// The value they share.
    pub value: String,
    /// Their places in the score table, rising.
    pub places: Vec<usize>,
}

/// Groups questions by the values of `keys`, in the order of the keys and then of the values. `value_of` gives a question's value
/// for a key; a question without one is in no slice of that key, and is counted by whoever asks.
pub fn slices<M: Clone>(
    scores: &statistics::scores::Scores<M>,
    keys: &[String],
    value_of: &dyn Fn(&str, &str) -> Option<String>,
) -> Vec<Slice> {
    let mut all = Vec::new();
    for key in keys {
        let mut values: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (place, question) in scores.questions().iter().enumerate() {
            if let Some(value) = value_of(question, key) {
                values.entry(value).or_default().push(place);
            }
        }
        all.extend(values.into_iter().map(|(value, places)| Slice { key: key.clone(), value, places }));
    }
    all
}

/// A slice with fewer questions gets no verdict: what it shows is a direction.
pub const LEAST_FOR_A_VERDICT: usize = 30;
