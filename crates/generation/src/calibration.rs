//! How far a judge agrees with people, and what its rates are worth.
//!
//! A judge that is right 85 % of the time gives a mean whose naive interval covers the truth almost never. So its share of positive
//! verdicts is shown beside the one that people's labels correct it to (PPI++), its sensitivity and specificity, and chance-corrected
//! agreement. With fewer than [`ENOUGH_LABELS`] labels of people it is called uncalibrated.

use std::collections::BTreeMap;

use statistics::agreement::{
    Confusion, Gwet, Kappa, Metric, Prevalence, Ratings, Scale, Weights, cohen_kappa, gwet, krippendorff_alpha,
};
use statistics::judge::{PredictionPowered, Repeats, Verbosity, Verdicts, prediction_powered};
use statistics::resample::{self, Resampled};
use statistics::{Level, Undefined};

pub use statistics::judge::prediction_powered::ENOUGH_LABELS;

use crate::ask::{Kind, Target};
use crate::verdict::{Verdict, verdicts};

/// One target with what the judge and people said of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The question that it belongs to: targets of one question are not independent.
    pub question: String,
    /// What the judge said at each repeat; a repeat that failed is not in it.
    pub judge: Vec<Verdict>,
    /// What people said; `None` where nobody was asked.
    pub people: Option<Verdict>,
    /// Whether it was drawn for people at random, and not by what the judge said: only such labels correct a rate.
    pub at_random: bool,
    /// The length of what was judged, in code points; 0 where it is not known.
    pub length: usize,
}

/// A judge against people on one kind of question.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// What was asked.
    pub kind: Kind,
    /// The verdicts, in the order of the confusion.
    pub verdicts: Vec<Verdict>,
    /// The verdict that counts as 1 in rates.
    pub positive: Verdict,
    /// Targets that the judge gave a verdict on.
    pub judged: usize,
    /// Targets on which both gave one.
    pub labelled: usize,
    /// Those of them that were drawn at random.
    pub at_random: usize,
    /// How often the judge (rows) and people (columns) said what.
    pub confusion: Result<Confusion, Undefined>,
    /// Share of targets on which they agree.
    pub agreement: Result<f64, Undefined>,
    /// Cohen's kappa.
    pub kappa: Result<Kappa, Undefined>,
    /// Krippendorff's alpha: ordinal where verdicts have an order, else nominal.
    pub alpha: Result<f64, Undefined>,
    /// Whether alpha is the ordinal one.
    pub ordinal: bool,
    /// Its interval: percentiles over resampled questions.
    pub alpha_interval: Result<Resampled, Undefined>,
    /// Gwet's AC1, which a common verdict does not drag down; nor does it punish guessing it.
    pub ac1: Result<Gwet, Undefined>,
    /// How common the positive verdict is; with `kappa_unstable` kappa and alpha say little.
    pub prevalence: Result<Prevalence, Undefined>,
    /// Sensitivity and specificity of "positive".
    pub rates: Result<Verdicts, Undefined>,
    /// The judge's share of positive verdicts over all that it judged.
    pub naive: Option<f64>,
    /// What people's labels correct that share to.
    pub corrected: Result<PredictionPowered, Undefined>,
    /// Whether longer statements are overrated.
    pub verbosity: Result<Verbosity, Undefined>,
    /// Spread within and between targets, where the judge was asked more than once.
    pub repeats: Result<Repeats, Undefined>,
}

/// Nothing was labelled at random, so that a correction would correct towards what was chosen.
pub const NO_RANDOM_LABELS: Undefined = Undefined("no label of people was drawn at random");
/// People labelled all that was judged: their mean needs no correction.
pub const ALL_LABELLED: Undefined = Undefined("people labelled everything that was judged: their own mean is the answer");

impl Calibration {
    /// Whether it rests on so few labels that the judge must be called uncalibrated.
    pub fn is_uncalibrated(&self) -> bool {
        self.at_random < ENOUGH_LABELS
    }
}

/// The verdict of a kind that counts as 1.
pub fn positive(kind: Kind, target: &Target) -> Option<Verdict> {
    match (kind, target) {
        (Kind::Support | Kind::Citation, _) | (Kind::Context, Target::Fact(_)) => Some(Verdict::Supported),
        (Kind::Context, _) => Some(Verdict::Needed),
        (Kind::Fact, _) => Some(Verdict::Stated),
        (Kind::Relevance, _) => Some(Verdict::Addresses),
        (Kind::Answer, _) => Some(Verdict::Correct),
        (Kind::Status, _) => Some(Verdict::Answered),
        (Kind::Claims | Kind::Rubric, _) => None,
    }
}

/// What the judge says of a target: the majority of its repeats; the first in the order of verdicts where two are as frequent.
fn said(judge: &[Verdict]) -> Option<Verdict> {
    let mut counts: BTreeMap<Verdict, usize> = BTreeMap::new();
    for verdict in judge {
        *counts.entry(*verdict).or_default() += 1;
    }
    let most = counts.values().max().copied()?;
    counts.into_iter().find(|(_, count)| *count == most).map(|(verdict, _)| verdict)
}

/// Calibrates a judge on one kind of question. `target` stands for all targets: it tells passages from facts. `None` for kinds without a
/// closed set of verdicts.
pub fn calibrate(kind: Kind, target: &Target, items: &[Judged], replicates: u32, seed: u64) -> Option<Calibration> {
    let positive = positive(kind, target)?;
    let set = ordered(kind, verdicts(kind, target));
    let place = |verdict: Verdict| set.iter().position(|v| *v == verdict);
    let is = |verdict: Verdict| f64::from(u8::from(verdict == positive));
    let judged: Vec<(&Judged, Verdict)> = items.iter().filter_map(|item| Some((item, said(&item.judge)?))).collect();
    let both: Vec<(&Judged, Verdict, Verdict)> = judged.iter().filter_map(|(i, v)| Some((*i, *v, i.people?))).collect();
    let scale = Scale::whole(0, set.len() as i32 - 1);
    let first: Vec<Option<usize>> = both.iter().map(|(_, judge, _)| place(*judge)).collect();
    let second: Vec<Option<usize>> = both.iter().map(|(_, _, people)| place(*people)).collect();
    let confusion = scale.clone().and_then(|scale| Confusion::new(&scale, &first, &second));
    let ratings = scale.and_then(|scale| Ratings::by_rater(&scale, &[first.as_slice(), second.as_slice()]));
    let ordinal = kind == Kind::Relevance;
    let metric = if ordinal { Metric::Ordinal } else { Metric::Nominal };
    let alpha_of = |ratings: &Ratings| krippendorff_alpha(ratings, metric);
    let alpha_interval = ratings.clone().and_then(|ratings| {
        let clusters = clusters(&both);
        resample::clusters(&clusters, replicates, seed, Level::NINETY_FIVE, |drawn| alpha_of(&ratings.drawn(drawn)?))
    });
    let binary = |verdicts: Vec<Verdict>| -> Vec<bool> { verdicts.into_iter().map(|v| v == positive).collect() };
    let (judge_is, people_is) = (binary(both.iter().map(|b| b.1).collect()), binary(both.iter().map(|b| b.2).collect()));
    let random: Vec<&(&Judged, Verdict, Verdict)> = both.iter().filter(|(item, ..)| item.at_random).collect();
    Some(Calibration {
        kind,
        positive,
        judged: judged.len(),
        labelled: both.len(),
        at_random: random.len(),
        agreement: confusion.as_ref().map_err(|e| *e).and_then(Confusion::agreement),
        kappa: confusion.as_ref().map_err(|e| *e).and_then(|table| cohen_kappa(table, Weights::None)),
        alpha: ratings.as_ref().map_err(|e| *e).and_then(alpha_of),
        ordinal,
        alpha_interval,
        ac1: ratings.as_ref().map_err(|e| *e).and_then(|ratings| gwet(ratings, Weights::None)),
        prevalence: two_by_two(&judge_is, &people_is).and_then(|table| Prevalence::of(&table)),
        rates: Verdicts::new(&judge_is, &people_is),
        naive: statistics::mean(&judged.iter().map(|(_, v)| is(*v)).collect::<Vec<f64>>()).ok(),
        corrected: corrected(&judged, &random, &is),
        verbosity: verbosity(&both, &is),
        repeats: spread(items, &is),
        confusion,
        verdicts: set,
    })
}

/// The verdicts from the least to the most, where they have an order.
fn ordered(kind: Kind, set: &[Verdict]) -> Vec<Verdict> {
    if kind == Kind::Relevance { set.iter().rev().copied().collect() } else { set.to_vec() }
}

fn two_by_two(judge: &[bool], people: &[bool]) -> Result<Confusion, Undefined> {
    let mut counts = [[0_u64; 2]; 2];
    for (judge, people) in judge.iter().zip(people) {
        counts[usize::from(!judge)][usize::from(!people)] += 1;
    }
    Confusion::from_counts(&counts)
}

/// A number for each target, equal for those of one question.
fn clusters(both: &[(&Judged, Verdict, Verdict)]) -> Vec<u32> {
    let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
    let mut all = Vec::with_capacity(both.len());
    for (item, ..) in both {
        let next = numbers.len() as u32;
        all.push(*numbers.entry(item.question.as_str()).or_insert(next));
    }
    all
}

fn corrected(
    judged: &[(&Judged, Verdict)],
    random: &[&(&Judged, Verdict, Verdict)],
    is: &dyn Fn(Verdict) -> f64,
) -> Result<PredictionPowered, Undefined> {
    if random.is_empty() {
        return Err(NO_RANDOM_LABELS);
    }
    let people: Vec<f64> = random.iter().map(|(_, _, people)| is(*people)).collect();
    let judge: Vec<f64> = random.iter().map(|(_, judge, _)| is(*judge)).collect();
    let unlabelled = judged.iter().filter(|(item, _)| item.people.is_none() || !item.at_random);
    let unlabelled: Vec<f64> = unlabelled.map(|(_, judge)| is(*judge)).collect();
    if unlabelled.is_empty() {
        return Err(ALL_LABELLED);
    }
    prediction_powered(&people, &judge, &unlabelled)
}

fn verbosity(both: &[(&Judged, Verdict, Verdict)], is: &dyn Fn(Verdict) -> f64) -> Result<Verbosity, Undefined> {
    let known: Vec<&(&Judged, Verdict, Verdict)> = both.iter().filter(|(item, ..)| item.length > 0).collect();
    let logs: Vec<f64> = known.iter().map(|(item, ..)| (item.length as f64).ln()).collect();
    let centre = statistics::mean(&logs)?;
    let ratios: Vec<f64> = logs.iter().map(|log| log - centre).collect();
    let overrated: Vec<f64> = known.iter().map(|(_, judge, people)| is(*judge) - is(*people)).collect();
    Verbosity::new(&ratios, &overrated)
}

fn spread(items: &[Judged], is: &dyn Fn(Verdict) -> f64) -> Result<Repeats, Undefined> {
    let rows: Vec<Vec<f64>> =
        items.iter().filter(|item| !item.judge.is_empty()).map(|item| item.judge.iter().map(|v| is(*v)).collect()).collect();
    Repeats::new(&rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 200 targets: people find 80 % supported; the judge is right on 85 % of them. People labelled every second one.
    fn items(labelled: usize) -> Vec<Judged> {
        let item = |n: usize| {
            let truth = if n.is_multiple_of(5) { Verdict::NotFound } else { Verdict::Supported };
            let wrong = n % 20 < 3;
            let judge = if !wrong {
                truth
            } else if truth == Verdict::Supported {
                Verdict::NotFound
            } else {
                Verdict::Supported
            };
            Judged {
                question: format!("q{}", n / 2),
                judge: vec![judge],
                people: (n < labelled).then_some(truth),
                at_random: true,
                length: 10 + n % 7,
            }
        };
        (0..200).map(item).collect()
    }

    fn support(items: &[Judged]) -> Calibration {
        calibrate(Kind::Support, &Target::Claim(0, String::new()), items, 200, 1).unwrap()
    }

    #[test]
    fn a_judge_that_errs_is_corrected_by_people() {
        let calibration = support(&items(100));
        assert_eq!((calibration.judged, calibration.labelled, calibration.is_uncalibrated()), (200, 100, false));
        assert_eq!(calibration.agreement, Ok(0.85));
        // In each 20: the judge errs on 0, 1 and 2, that is on one of 4 not found and on two of 16 supported.
        let rates = calibration.rates.unwrap();
        assert_eq!((rates.sensitivity(), rates.specificity()), (Ok(0.875), Ok(0.75)));
        assert_eq!(calibration.naive, Some(0.75));
        let corrected = calibration.corrected.unwrap();
        assert!((corrected.mean - 0.8).abs() < 1e-9, "{corrected:?}");
        assert!(calibration.alpha.unwrap() > 0.3 && calibration.ac1.unwrap().value > 0.7);
    }

    #[test]
    fn few_labels_and_chosen_labels_calibrate_nothing() {
        assert!(support(&items(49)).is_uncalibrated());
        let mut chosen = items(100);
        chosen.iter_mut().for_each(|item| item.at_random = false);
        let calibration = support(&chosen);
        assert_eq!((calibration.corrected, calibration.at_random), (Err(NO_RANDOM_LABELS), 0));
        assert_eq!(support(&items(200)).corrected, Err(ALL_LABELLED));
        let nothing = support(&[]);
        assert!(nothing.agreement.is_err() && nothing.naive.is_none() && nothing.alpha.is_err());
    }

    #[test]
    fn repeats_show_the_spread_within() {
        let mut items = items(0);
        items.iter_mut().enumerate().for_each(|(n, item)| {
            let other = if n.is_multiple_of(10) { Verdict::Contradicted } else { item.judge[0] };
            item.judge.push(other);
        });
        let repeats = support(&items).repeats.unwrap();
        assert!(repeats.within > 0.0 && repeats.between() > repeats.within, "{repeats:?}");
    }
}
