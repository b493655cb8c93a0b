//! One line of a report: the value of a measure over all questions, and how sure it is.

use std::collections::BTreeMap;

use crate::clustered::{Clustered, FEW_CLUSTERS};
use crate::interval::{Interval, Level};
use crate::mean::{self, off_extremes};
use crate::proportion::wilson_at;
use crate::score::Score;
use crate::sum::{mean as average, sum};
use crate::undefined::{NOTHING_EVALUATED, UNEQUAL_LENGTHS, Undefined};

/// What the values of a measure are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Every value is 0 or 1.
    Proportion,
    /// Values are numbers, usually in [0, 1].
    Score,
}

/// With fewer values than this off an end of [0, 1], a t interval covers far less than it says
/// (.25 to .9 instead of .95 in simulation), so Wilson on the fractional sum is used instead.
const FEW_OFF_EXTREME: usize = 20;

/// The summary of a measure over questions.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Mean of the values; `None` when nothing was evaluated.
    pub value: Option<f64>,
    /// How many questions have a value: the denominator of `value`.
    pub n: usize,
    /// The interval of `value` at the level asked for.
    pub interval: Option<Interval>,
    /// Why there is no interval, where there is none.
    pub interval_undefined: Option<Undefined>,
    /// The name of the method that made the interval.
    pub method: &'static str,
    /// Confidence level of the interval, 0.95 say.
    pub level: f64,
    /// How many questions failed. They are in neither `value` nor `n`.
    pub failed: usize,
    /// How many questions have no value, by reason. They are in neither `value` nor `n`.
    pub undefined: BTreeMap<&'static str, usize>,
    /// Only when questions failed: `value` over n + failed if every failed question counted 0, and
    /// if it counted 1. `None` as well when values leave [0, 1], where no worst case is known.
    pub bounds: Option<Interval>,
    /// How many clusters the interval reckons with; `None` where questions are unrelated.
    pub clusters: Option<usize>,
    /// As many unrelated questions would say as much, at most `n`; `None` where questions are
    /// unrelated.
    pub n_eff: Option<f64>,
    /// What a reader of the interval should know, as fixed sentences.
    pub warnings: Vec<&'static str>,
}

/// Method name: Wilson's interval.
pub const WILSON: &str = "Wilson";
/// Method name: Wilson's interval with an effective number of questions and t(G−1).
pub const WILSON_CLUSTERED: &str = "Wilson, effective n (clusters)";
/// Method name: Student's t.
pub const T: &str = "t";
/// Method name: cluster-robust t.
pub const T_CLUSTERED: &str = "t, CR1 (clusters)";
/// Method name: Wilson on the fractional sum.
pub const WILSON_FRACTIONAL: &str = "Wilson on the fractional sum";
/// Method name: Wilson on the fractional sum with an effective number of questions and t(G−1).
pub const WILSON_FRACTIONAL_CLUSTERED: &str = "Wilson on the fractional sum, effective n (clusters)";
/// Method name where there is a value but no interval.
pub const NO_INTERVAL: &str = "no interval";
/// Method name where there is no value.
pub const NOTHING: &str = NOTHING_EVALUATED.0;
/// Warning: few clusters.
pub const WARN_FEW_CLUSTERS: &str = "fewer than 20 clusters: the interval may be too narrow";
/// Warning: Wilson was used because scores are piled up at an end.
pub const WARN_NEAR_EXTREME: &str =
    "fewer than 20 scores off an end of the range: t would be too narrow, Wilson on the fractional sum is used";

/// Warning: Wilson was used because equal scores have no spread to take a t from.
pub const WARN_ALL_EQUAL: &str = "all scores are equal: their spread is unknown, Wilson on the fractional sum is used";

/// What an interval was made with.
struct Made {
    method: &'static str,
    interval: Interval,
    clusters: Option<usize>,
    n_eff: Option<f64>,
    warnings: Vec<&'static str>,
}

/// Summarise one measure.
///
/// `scores` come in byte order of the question's identifier, so that the sum (Neumaier's) is the
/// same digit for digit in every run. `clusters`, if given, has one number for each score, failed
/// and undefined ones included. A value that is not finite, or beyond 1e70, counts as undefined.
///
/// Interval: hits — Wilson; scores in [0, 1] — t, or Wilson on the fractional sum when fewer than
/// 20 values lie off one end or all are equal; other scores — t. When some cluster has more than
/// one value: Wilson with the effective size and t(G−1), or CR1 with t(G−1), and a warning below
/// 20 clusters. An interval of scores in [0, 1] is cut to [0, 1].
///
/// ```
/// use statistics::{Kind, Level, Score, summarise, summary};
///
/// let mut scores = vec![Score::Value(1.0); 10];
/// scores.push(Score::Failed);
/// let line = summarise(&scores, Kind::Proportion, None, Level::NINETY_FIVE);
/// assert_eq!((line.value, line.n, line.failed), (Some(1.0), 10, 1));
/// assert_eq!(line.method, summary::WILSON);
/// // Ten of ten is not certainty, and the failure might have been a miss.
/// assert!((line.interval.unwrap().lo - 0.722).abs() < 1e-3);
/// assert!((line.bounds.unwrap().lo - 10.0 / 11.0).abs() < 1e-12);
/// ```
pub fn summarise(scores: &[Score], kind: Kind, clusters: Option<&[u32]>, level: Level) -> Summary {
    let mut values = Vec::with_capacity(scores.len());
    let mut kept_clusters = Vec::new();
    let mut failed = 0;
    let mut undefined = BTreeMap::new();
    for (position, score) in scores.iter().enumerate() {
        match *score {
            Score::Value(value) => match mean::check_values(&[value]) {
                Ok(()) => {
                    values.push(value);
                    kept_clusters.extend(clusters.and_then(|c| c.get(position)));
                }
                Err(reason) => *undefined.entry(reason.0).or_insert(0) += 1,
            },
            Score::Undefined(reason) => *undefined.entry(reason.0).or_insert(0) += 1,
            Score::Failed => failed += 1,
        }
    }
    let misaligned = clusters.is_some_and(|c| c.len() != scores.len());
    let related = clusters.is_some().then_some(kept_clusters.as_slice());
    let value = average(&values).ok();
    let made = if misaligned { Err(UNEQUAL_LENGTHS) } else { make(&values, kind, related, level) };
    let in_unit = values.iter().all(|v| (0.0..=1.0).contains(v));
    let mut summary = Summary {
        value,
        n: values.len(),
        interval: None,
        interval_undefined: None,
        method: if values.is_empty() { NOTHING } else { NO_INTERVAL },
        level: level.get(),
        failed,
        undefined,
        bounds: (failed > 0 && in_unit).then(|| worst_cases(&values, failed)),
        clusters: None,
        n_eff: None,
        warnings: Vec::new(),
    };
    match made {
        Ok(made) => {
            summary.interval = Some(made.interval);
            summary.method = made.method;
            summary.clusters = made.clusters;
            summary.n_eff = made.n_eff;
            summary.warnings = made.warnings;
        }
        Err(reason) => summary.interval_undefined = Some(reason),
    }
    summary
}

/// The mean alone, with what is not in it: for output that shows no interval. As [`summarise`] otherwise.
pub fn mean_alone(scores: &[Score]) -> Summary {
    let (mut failed, mut undefined) = (0, BTreeMap::new());
    let mut values = Vec::with_capacity(scores.len());
    for score in scores {
        match *score {
            Score::Value(value) => match mean::check_values(&[value]) {
                Ok(()) => values.push(value),
                Err(reason) => *undefined.entry(reason.0).or_insert(0) += 1,
            },
            Score::Undefined(reason) => *undefined.entry(reason.0).or_insert(0) += 1,
            Score::Failed => failed += 1,
        }
    }
    Summary {
        value: average(&values).ok(),
        n: values.len(),
        interval: None,
        interval_undefined: Some(NOT_ASKED),
        method: if values.is_empty() { NOTHING } else { NO_INTERVAL },
        level: Level::NINETY_FIVE.get(),
        failed,
        undefined,
        bounds: None,
        clusters: None,
        n_eff: None,
        warnings: Vec::new(),
    }
}

/// Nobody asked for the interval.
const NOT_ASKED: Undefined = Undefined("no interval was asked for");

fn worst_cases(values: &[f64], failed: usize) -> Interval {
    let total = sum(values.iter().copied());
    let all = (values.len() + failed) as f64;
    Interval { lo: total / all, hi: (total + failed as f64) / all }
}

fn make(values: &[f64], kind: Kind, clusters: Option<&[u32]>, level: Level) -> Result<Made, Undefined> {
    let centre = average(values)?;
    if kind == Kind::Proportion && values.iter().any(|v| *v != 0.0 && *v != 1.0) {
        return Err(Undefined("a hit that is neither 0 nor 1"));
    }
    match clusters.filter(|c| has_related(c)) {
        Some(clusters) => related(values, kind, &Clustered::new(values, clusters)?, level),
        None => unrelated(values, kind, centre, level),
    }
}

fn has_related(clusters: &[u32]) -> bool {
    let mut sorted = clusters.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

/// Why t will not do for scores in [0, 1]: they are piled up at one end, or all equal.
fn no_t(values: &[f64]) -> Option<&'static str> {
    let (below_1, above_0) = off_extremes(values);
    if below_1.min(above_0) < FEW_OFF_EXTREME {
        Some(WARN_NEAR_EXTREME)
    } else {
        mean::all_equal(values).then_some(WARN_ALL_EQUAL)
    }
}

fn unrelated(values: &[f64], kind: Kind, centre: f64, level: Level) -> Result<Made, Undefined> {
    let plain = |method, interval| Made { method, interval, clusters: None, n_eff: None, warnings: Vec::new() };
    if kind == Kind::Proportion {
        return Ok(plain(WILSON, wilson_at(centre, values.len() as f64, level.z())?));
    }
    if values.iter().any(|v| !(0.0..=1.0).contains(v)) {
        return Ok(plain(T, mean::t_interval(values, level)?));
    }
    if let Some(warning) = no_t(values) {
        let mut made = plain(WILSON_FRACTIONAL, mean::wilson_fractional(values, level)?);
        made.warnings.push(warning);
        return Ok(made);
    }
    Ok(plain(T, mean::t_interval(values, level)?.clipped(0.0, 1.0)))
}

fn related(values: &[f64], kind: Kind, clustered: &Clustered, level: Level) -> Result<Made, Undefined> {
    let in_unit = values.iter().all(|v| (0.0..=1.0).contains(v));
    let mut warnings = Vec::new();
    let (method, interval, n_eff) = if kind == Kind::Proportion {
        (WILSON_CLUSTERED, clustered.wilson_interval(level)?, Some(clustered.wilson_n()?))
    } else if let Some(warning) = no_t(values).filter(|_| in_unit) {
        warnings.push(warning);
        (WILSON_FRACTIONAL_CLUSTERED, clustered.wilson_interval(level)?, Some(clustered.wilson_n()?))
    } else {
        let raw = clustered.t_interval(level)?;
        let shown = if in_unit { raw.clipped(0.0, 1.0) } else { raw };
        (T_CLUSTERED, shown, clustered.effective_n().ok().map(|n_eff| n_eff.min(values.len() as f64)))
    };
    if clustered.clusters < FEW_CLUSTERS {
        warnings.push(WARN_FEW_CLUSTERS);
    }
    Ok(Made { method, interval, clusters: Some(clustered.clusters), n_eff, warnings })
}
