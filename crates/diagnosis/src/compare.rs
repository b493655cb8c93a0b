//! Two runs on the same questions: by how much do they differ, could it be chance, and is it within the margin?

use std::collections::BTreeMap;

use std::fmt::Display;

use retrieval::measures::{Over, Values};
use statistics::clustered::Clustered;
use statistics::multiplicity::holm;
use statistics::paired::sign_flip::{SignMatrix, sign_flip};
use statistics::paired::t::paired_t;
use statistics::paired::{Side, Table, mcnemar, tango};
use statistics::scores::Scores;
use statistics::verdict::{self, Outcome, Verdict};
use statistics::{Interval, Level, Score, Undefined, mean};

/// How a comparison is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// How much worse still passes, in the measure's own unit; `None` for no verdict.
    pub margin: Option<f64>,
    /// McNemar's exact test in place of mid-p.
    pub exact: bool,
    /// The two-sided level whose ends are the bounds that are held against the margin: 90 % for one-sided bounds of 95 %.
    pub bound: Level,
}

impl Terms {
    /// Against a margin, or none, with mid-p and one-sided bounds of 95 %.
    pub fn of_margin(margin: Option<f64>) -> Self {
        Self { margin, exact: false, bound: Level::NINETY }
    }
}

/// A measure of either half, as far as comparing needs to know it.
pub trait Compared: Clone + PartialEq + Display {
    /// Whether it is a mean over questions: only such have a paired difference.
    fn is_mean(&self) -> bool;
    /// Whether its values are 0 or 1.
    fn is_hit(&self) -> bool;
    /// Whether less of it is better.
    fn less_is_better(&self) -> bool;
    /// Whether its values lie in [0, 1], as those of every measure here do; numbers of others may not.
    fn in_unit(&self) -> bool {
        true
    }
}

impl Compared for retrieval::Measure {
    fn is_mean(&self) -> bool {
        self.definition.over == Over::Mean
    }

    fn is_hit(&self) -> bool {
        self.definition.values == Values::Hit
    }

    fn less_is_better(&self) -> bool {
        false
    }
}

impl Compared for generation::Measure {
    fn is_mean(&self) -> bool {
        true
    }

    fn is_hit(&self) -> bool {
        self.definition.values == generation::measures::Values::Hit
    }

    fn less_is_better(&self) -> bool {
        self.definition.better == generation::measures::Better::Less
    }
}

/// One measure compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The measure, by name.
    pub measure: String,
    /// Whether less of it is better: then the margin is how much more still passes.
    pub less_is_better: bool,
    /// Mean of A, the candidate, over the paired questions; `None` where there are none.
    pub a: Option<f64>,
    /// Mean of B, the baseline, over the same questions.
    pub b: Option<f64>,
    /// Questions with a value in both.
    pub n: usize,
    /// Questions that failed in A or in B: left out, with bounds below.
    pub failed: usize,
    /// Questions without a value in A or in B.
    pub undefined: usize,
    /// Mean of A − B; `None` where no question is paired.
    pub difference: Option<f64>,
    /// Two-sided 95 % interval of the difference; or why there is none.
    pub interval: Result<Interval, Undefined>,
    /// How the interval was made.
    pub interval_method: &'static str,
    /// Two-sided p of "no difference"; or why there is none.
    pub p: Result<f64, Undefined>,
    /// How p was had.
    pub p_method: &'static str,
    /// Holm's p over all measures compared at once; `None` where there is no p.
    pub p_holm: Option<f64>,
    /// Against the margin, where one was given.
    pub verdict: Option<Result<Verdict, Undefined>>,
    /// The verdict hangs on questions that failed: with the worst for one side and for the other it is not the same.
    pub hangs_on_failures: bool,
    /// The difference if every failed question counted against A, and against B; only where some failed.
    pub bounds: Option<Interval>,
    /// Questions on which A and B differ, in byte order, with both values.
    pub changed: Vec<Changed>,
}

impl Comparison {
    /// Questions on which A is better, then those on which it is worse.
    pub fn better_and_worse(&self) -> (Vec<&Changed>, Vec<&Changed>) {
        let (more, less): (Vec<&Changed>, Vec<&Changed>) = self.changed.iter().partition(|changed| changed.a > changed.b);
        if self.less_is_better { (less, more) } else { (more, less) }
    }
}

/// A question on which two runs differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    /// Its id.
    pub question: String,
    /// What A has.
    pub a: f64,
    /// What B has.
    pub b: f64,
}

/// Method name: mid-p McNemar.
pub const MID_P: &str = "McNemar mid-p";
/// Method name: exact McNemar.
pub const EXACT: &str = "McNemar exact";
/// Method name: Tango's score interval.
pub const TANGO: &str = "Tango";
/// Method name: cluster-robust t on the differences.
pub const T_OF_CLUSTERS: &str = "t of the difference, CR1 (clusters)";
/// Method name: signs of whole clusters are flipped.
pub const SIGNS_OF_CLUSTERS: &str = "sign flips of whole clusters";
/// Method name: Student's t on the differences.
pub const T_OF_DIFFERENCE: &str = "t of the difference";

/// Compares two score tables of the same measures and questions, measure by measure; `signs` serves all comparisons of a session.
///
/// `clusters` has a number for each question, equal for those that are not independent (same document, author, conversation). Where
/// paired questions share one, whole clusters are flipped and the interval is cluster-robust (CR1, t with one less than the clusters),
/// for hits too: ten questions of one document are not ten witnesses.
///
/// Only measures that are a mean over questions are compared: counts are no measure of quality, and a geometric mean has no paired
/// difference.
///
/// # Panics
/// When the tables differ in measures or questions: whoever calls must have refused that.
pub fn compare<M: Compared>(
    a: &Scores<M>,
    b: &Scores<M>,
    clusters: Option<&[u32]>,
    terms: &Terms,
    signs: &SignMatrix,
) -> Vec<Comparison> {
    assert_eq!(a.questions(), b.questions(), "the same questions");
    assert!(a.measures() == b.measures(), "the same measures");
    let columns = a.measures().iter().enumerate().filter(|(_, measure)| measure.is_mean());
    let mut all: Vec<Comparison> =
        columns.map(|(column, measure)| compare_one(measure, column, a, b, clusters, terms, signs)).collect();
    adjust(std::slice::from_mut(&mut all));
    all
}

/// Holm's p over all comparisons at once: of several measures, and of several candidates. Returns how many there are.
pub fn adjust(families: &mut [Vec<Comparison>]) -> usize {
    let p: Vec<Option<f64>> = families.iter().flatten().map(|c| c.p.ok()).collect();
    let adjusted = holm(&p);
    for (comparison, p) in families.iter_mut().flatten().zip(adjusted.p) {
        comparison.p_holm = p;
    }
    adjusted.compared
}

struct Paired {
    a: Vec<f64>,
    b: Vec<f64>,
    questions: Vec<usize>,
    failed: usize,
    undefined: usize,
    /// What the failed questions have on the side that did not fail; (A's, B's).
    half: Vec<(Option<f64>, Option<f64>)>,
}

fn pair<M: Compared>(column: usize, a: &Scores<M>, b: &Scores<M>) -> Paired {
    let mut paired = Paired { a: vec![], b: vec![], questions: vec![], failed: 0, undefined: 0, half: vec![] };
    for question in 0..a.questions().len() {
        match (a.get(question, column), b.get(question, column)) {
            (Score::Value(x), Score::Value(y)) => {
                paired.a.push(x);
                paired.b.push(y);
                paired.questions.push(question);
            }
            (Score::Undefined(_), _) | (_, Score::Undefined(_)) => paired.undefined += 1,
            (x, y) => {
                let value = |score| if let Score::Value(v) = score { Some(v) } else { None };
                paired.failed += 1;
                paired.half.push((value(x), value(y)));
            }
        }
    }
    paired
}

/// Compares two score tables of the same questions under the measure at `column`.
pub(crate) fn compare_one<M: Compared>(
    measure: &M,
    column: usize,
    a: &Scores<M>,
    b: &Scores<M>,
    clusters: Option<&[u32]>,
    terms: &Terms,
    signs: &SignMatrix,
) -> Comparison {
    let paired = pair(column, a, b);
    let clusters = clusters.and_then(|all| related(&paired.questions.iter().map(|&q| all[q]).collect::<Vec<u32>>()));
    let clusters = clusters.as_deref();
    let differences: Vec<f64> = paired.a.iter().zip(&paired.b).map(|(a, b)| a - b).collect();
    let hits = measure.is_hit();
    let test = match clusters {
        Some(clusters) => of_clusters(&differences, clusters, signs),
        None if hits => of_hits(&paired, terms),
        None => of_scores(&differences, signs),
    };
    // No difference of values in [0, 1] can leave [-1, 1].
    let interval = test.interval.map(|i| if measure.in_unit() { i.clipped(-1.0, 1.0) } else { i });
    let decide = |a: &[f64], b: &[f64], margin: f64| {
        // Where less is better, A is no worse where B does not have less by more than the margin.
        let (a, b) = if measure.less_is_better() { (b, a) } else { (a, b) };
        let failures = a.len() - differences.len();
        if let Some(clusters) = clusters {
            let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
            // What failed stands for itself: its cluster is that of no paired question.
            let fresh = clusters.iter().max().map_or(0, |m| m + 1);
            let all: Vec<u32> = clusters.iter().copied().chain(fresh..fresh + failures as u32).collect();
            let verdict = verdict_of_clusters(&differences, &all, margin, terms.bound)?;
            // A few questions of one cluster do not lift what is asked of as many that are independent.
            let alone = if hits {
                verdict::for_hits_at(&table(a, b), margin, terms.bound)
            } else {
                verdict::for_scores_at(&differences, margin, terms.bound)
            };
            Ok(match (verdict.outcome, alone?.outcome) {
                (Outcome::Pass, open @ Outcome::Inconclusive { .. }) => Verdict { outcome: open, ..verdict },
                _ => verdict,
            })
        } else if hits {
            verdict::for_hits_at(&table(a, b), margin, terms.bound)
        } else {
            let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
            verdict::for_scores_at(&differences, margin, terms.bound)
        }
    };
    let mut verdict = terms.margin.map(|margin| decide(&paired.a, &paired.b, margin));
    let (mut bounds, mut hangs_on_failures) = (None, false);
    if paired.failed > 0 && measure.in_unit() {
        // Failed questions against A (it missed, B did not), and against B.
        let (bad, good) = if measure.less_is_better() { (1.0, 0.0) } else { (0.0, 1.0) };
        let against_a = with_failures(&paired, bad, good);
        let against_b = with_failures(&paired, good, bad);
        let difference = |(a, b): &(Vec<f64>, Vec<f64>)| mean(&a.iter().zip(b).map(|(a, b)| a - b).collect::<Vec<f64>>()).ok();
        bounds = difference(&against_a).zip(difference(&against_b)).map(|(a, b)| Interval { lo: a.min(b), hi: a.max(b) });
        if let Some(margin) = terms.margin {
            let worst = decide(&against_a.0, &against_a.1, margin).map(|v| kind(&v.outcome));
            let best = decide(&against_b.0, &against_b.1, margin).map(|v| kind(&v.outcome));
            let plain = verdict.map(|v| v.map(|v| kind(&v.outcome)));
            if worst != best || plain != Some(worst) {
                hangs_on_failures = true;
                if let Some(Ok(verdict)) = &mut verdict {
                    verdict.outcome = Outcome::Inconclusive { more: None };
                }
            }
        }
    }
    let changed = differences.iter().enumerate().filter(|(_, d)| **d != 0.0).map(|(place, _)| Changed {
        question: a.questions()[paired.questions[place]].clone(),
        a: paired.a[place],
        b: paired.b[place],
    });
    Comparison {
        measure: measure.to_string(),
        less_is_better: measure.less_is_better(),
        a: mean(&paired.a).ok(),
        b: mean(&paired.b).ok(),
        n: differences.len(),
        failed: paired.failed,
        undefined: paired.undefined,
        difference: mean(&differences).ok(),
        interval,
        interval_method: test.interval_method,
        p: test.p,
        p_method: test.p_method,
        p_holm: None,
        verdict,
        hangs_on_failures,
        bounds,
        changed: changed.collect(),
    }
}

struct Test {
    interval: Result<Interval, Undefined>,
    interval_method: &'static str,
    p: Result<f64, Undefined>,
    p_method: &'static str,
}

fn table(a: &[f64], b: &[f64]) -> Table {
    let mut table = Table::default();
    for (a, b) in a.iter().zip(b) {
        *match (*a >= 1.0, *b >= 1.0) {
            (true, true) => &mut table.both,
            (true, false) => &mut table.only_a,
            (false, true) => &mut table.only_b,
            (false, false) => &mut table.neither,
        } += 1;
    }
    table
}

fn of_hits(paired: &Paired, terms: &Terms) -> Test {
    let table = table(&paired.a, &paired.b);
    let p = if terms.exact { mcnemar::exact(&table) } else { mcnemar::mid_p(&table) };
    Test {
        interval: tango::interval(&table, Level::NINETY_FIVE),
        interval_method: TANGO,
        p: if table.n() == 0 { Err(statistics::undefined::NOTHING_EVALUATED) } else { Ok(p) },
        p_method: if terms.exact { EXACT } else { MID_P },
    }
}

fn of_scores(differences: &[f64], signs: &SignMatrix) -> Test {
    let flipped = sign_flip(differences, Side::Two, signs);
    Test {
        interval: paired_t(differences).map(|t| t.interval(Level::NINETY_FIVE)),
        interval_method: T_OF_DIFFERENCE,
        p: flipped.map(|f| f.p),
        p_method: flipped.map_or("none", |f| f.method),
    }
}

/// The clusters, where some of them has more than one question.
fn related(clusters: &[u32]) -> Option<Vec<u32>> {
    let distinct: std::collections::BTreeSet<&u32> = clusters.iter().collect();
    (distinct.len() < clusters.len()).then(|| clusters.to_vec())
}

/// Interval and test by cluster: CR1 with t, and sign flips of whole clusters.
fn of_clusters(differences: &[f64], clusters: &[u32], signs: &SignMatrix) -> Test {
    let mut sums: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    differences.iter().zip(clusters).for_each(|(d, cluster)| sums.entry(*cluster).or_default().push(*d));
    let sums: Vec<f64> = sums.into_values().map(statistics::sum).collect();
    let flipped = sign_flip(&sums, Side::Two, signs);
    let interval = Clustered::new(differences, clusters).and_then(|c| c.t_interval(Level::NINETY_FIVE));
    Test { interval, interval_method: T_OF_CLUSTERS, p: flipped.map(|f| f.p), p_method: SIGNS_OF_CLUSTERS }
}

/// Non-inferiority with the cluster-robust bounds: as for scores, but for the standard error.
fn verdict_of_clusters(differences: &[f64], clusters: &[u32], margin: f64, bound: Level) -> Result<Verdict, Undefined> {
    if differences.iter().all(|d| *d == 0.0) {
        return verdict::for_scores_at(differences, margin, bound);
    }
    let clustered = Clustered::new(differences, clusters)?;
    let bounds = clustered.t_interval(bound)?;
    let n = differences.len();
    let outcome = if bounds.lo > -margin {
        Outcome::Pass
    } else if bounds.hi < -margin {
        Outcome::Fail
    } else {
        // As many times the questions as the standard error is too large for 80 % power, if new ones come in clusters like these.
        let times = (bound.z() + Z_POWER) * clustered.se_cr1 / margin;
        let needed = (n as f64 * times * times).ceil() - n as f64;
        Outcome::Inconclusive { more: (needed.is_finite() && (1.0..1e9).contains(&needed)).then_some(needed as usize) }
    };
    Ok(Verdict { outcome, difference: clustered.mean, bounds: Some(bounds), method: T_OF_CLUSTERS, margin, n })
}

/// Standard normal quantile of 80 %, the power.
const Z_POWER: f64 = 0.841_621_233_572_914_3;

/// Both sides with failed questions put in: what failed on A's side counts `a`, on B's side `b`; the other side keeps its value.
fn with_failures(paired: &Paired, a: f64, b: f64) -> (Vec<f64>, Vec<f64>) {
    let (mut all_a, mut all_b) = (paired.a.clone(), paired.b.clone());
    for (own_a, own_b) in &paired.half {
        all_a.push(own_a.unwrap_or(a));
        all_b.push(own_b.unwrap_or(b));
    }
    (all_a, all_b)
}

/// The outcome without its count, to see whether two are the same.
fn kind(outcome: &Outcome) -> u8 {
    match outcome {
        Outcome::Pass | Outcome::Unchanged => 0,
        Outcome::Fail => 1,
        Outcome::Inconclusive { .. } => 2,
    }
}
