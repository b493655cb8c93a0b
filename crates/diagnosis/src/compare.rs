//! Two runs on the same questions: by how much do they differ, could it be chance, and is it within the margin?

use retrieval::measures::{Over, Values};
use retrieval::{Measure, Scores};
use statistics::multiplicity::holm;
use statistics::paired::sign_flip::{SignMatrix, sign_flip};
use statistics::paired::t::paired_t;
use statistics::paired::{Side, Table, mcnemar, tango};
use statistics::verdict::{self, Outcome, Verdict};
use statistics::{Interval, Level, Score, Undefined, mean};

/// How a comparison is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// How much worse still passes, in the measure's own unit; `None` for no verdict.
    pub margin: Option<f64>,
    /// McNemar's exact test in place of mid-p.
    pub exact: bool,
}

/// One measure compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The measure.
    pub measure: Measure,
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
/// Method name: Student's t on the differences.
pub const T_OF_DIFFERENCE: &str = "t of the difference";

/// Compares two score tables of the same measures and questions, measure by measure; `signs` serves all comparisons of a session.
///
/// Only measures that are a mean over questions are compared: counts are no measure of quality, and a geometric mean has no paired
/// difference.
///
/// # Panics
/// When the tables differ in measures or questions: whoever calls must have refused that.
pub fn compare(a: &Scores, b: &Scores, terms: &Terms, signs: &SignMatrix) -> Vec<Comparison> {
    assert_eq!(a.questions(), b.questions(), "the same questions");
    assert_eq!(a.measures(), b.measures(), "the same measures");
    let columns = a.measures().iter().enumerate().filter(|(_, m)| m.definition.over == Over::Mean);
    let mut all: Vec<Comparison> = columns.map(|(column, measure)| compare_one(*measure, column, a, b, terms, signs)).collect();
    let p: Vec<Option<f64>> = all.iter().map(|c| c.p.ok()).collect();
    for (comparison, adjusted) in all.iter_mut().zip(holm(&p).p) {
        comparison.p_holm = adjusted;
    }
    all
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

fn pair(column: usize, a: &Scores, b: &Scores) -> Paired {
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

fn compare_one(measure: Measure, column: usize, a: &Scores, b: &Scores, terms: &Terms, signs: &SignMatrix) -> Comparison {
    let paired = pair(column, a, b);
    let differences: Vec<f64> = paired.a.iter().zip(&paired.b).map(|(a, b)| a - b).collect();
    let hits = measure.definition.values == Values::Hit;
    let test = if hits { of_hits(&paired, terms) } else { of_scores(&differences, signs) };
    let decide = |a: &[f64], b: &[f64], margin: f64| {
        if hits {
            verdict::for_hits(&table(a, b), margin)
        } else {
            let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
            verdict::for_scores(&differences, margin)
        }
    };
    let mut verdict = terms.margin.map(|margin| decide(&paired.a, &paired.b, margin));
    let (mut bounds, mut hangs_on_failures) = (None, false);
    if paired.failed > 0 {
        // Failed questions against A (it missed, B did not), and against B.
        let against_a = with_failures(&paired, 0.0, 1.0);
        let against_b = with_failures(&paired, 1.0, 0.0);
        let difference =
            |(a, b): &(Vec<f64>, Vec<f64>)| mean(&a.iter().zip(b).map(|(a, b)| a - b).collect::<Vec<f64>>()).unwrap_or(0.0);
        bounds = Some(Interval { lo: difference(&against_a), hi: difference(&against_b) });
        if let Some(margin) = terms.margin {
            let worst = decide(&against_a.0, &against_a.1, margin).map(|v| kind(&v.outcome));
            let best = decide(&against_b.0, &against_b.1, margin).map(|v| kind(&v.outcome));
            if worst != best {
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
        measure,
        a: mean(&paired.a).ok(),
        b: mean(&paired.b).ok(),
        n: differences.len(),
        failed: paired.failed,
        undefined: paired.undefined,
        difference: mean(&differences).ok(),
        interval: test.interval,
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
        // Measures lie in [0, 1], so that no difference can leave [-1, 1].
        interval: paired_t(differences).map(|t| t.interval(Level::NINETY_FIVE).clipped(-1.0, 1.0)),
        interval_method: T_OF_DIFFERENCE,
        p: flipped.map(|f| f.p),
        p_method: flipped.map_or("none", |f| f.method),
    }
}

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
