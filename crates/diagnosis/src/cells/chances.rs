//! P(evidence), P(right | evidence), P(right | no evidence), their product, and what raising each would buy.
//!
//! P(right) = P(E)·P(right | E) + P(not E)·P(right | not E): the product is the whole only where nobody is right without evidence, so
//! the share of success that is lucky stands beside it. Intervals of joint shares come from joint counts, not from intervals multiplied.

use generation::right::Right;
use statistics::{Interval, Kind, Level, Score, Summary, Undefined, summarise};

use super::{Fault, Outcome, Present, Row};

/// What of the loss is undone when a chance is raised "by half of what is lost": from 0.80 to 0.90, from 0.90 to 0.95.
pub const HALF_OF_THE_LOSS: f64 = 0.5;

/// The chances of one definition, each with an interval.
#[derive(Clone, Debug, PartialEq)]
pub struct Chances {
    /// P(evidence).
    pub evidence: Summary,
    /// P(right | evidence).
    pub right_with: Summary,
    /// P(right | no evidence).
    pub right_without: Summary,
    /// P(right): end to end.
    pub right: Summary,
    /// P(evidence and right), the share that works: the product, from the joint count.
    pub works: Summary,
    /// Of right answers the share that had no evidence.
    pub lucky: Summary,
    /// P(evidence)·P(right | evidence).
    pub product: Result<f64, Undefined>,
    /// What raising each would buy; empty where the product is undefined.
    pub what_ifs: Vec<WhatIf>,
}

/// What could be raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    /// P(evidence): the retriever.
    Evidence,
    /// P(right | evidence): the generator.
    Right,
}

/// One chance raised, the other as it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WhatIf {
    /// Which.
    pub factor: Factor,
    /// From there.
    pub from: f64,
    /// To there.
    pub to: f64,
    /// The product that it would give.
    pub product: f64,
    /// Its 95 % interval (see [`what_ifs`]); `None` where a chance has none.
    pub interval: Option<Interval>,
    /// What it would give end to end, with those who are right without evidence; `None` where nobody knows how many those are.
    pub right: Option<f64>,
}

/// The chances under a definition. `clusters` has a number for each row.
///
/// A question that failed, or was not scored, is counted so in every chance that it could belong to.
pub fn chances(rows: &[&Row], present: Present, clusters: Option<&[u32]>) -> Chances {
    let outcomes: Vec<Outcome> = rows.iter().map(|row| row.outcome(present)).collect();
    // Where a verdict is missing it is still known, of most, whether the evidence was there.
    let there = |row: &Row| match row.present[present as usize] {
        Score::Value(value) if !row.call_failed => Some(value >= 1.0),
        _ => None,
    };
    let right = |row: &Row| match row.right {
        Right::Yes(_) => Some(true),
        Right::No(_) => Some(false),
        Right::Failed | Right::NotScored(_) => None,
    };
    let summary = |belongs: &dyn Fn(&Row) -> bool, holds: &dyn Fn(bool, bool) -> bool| {
        let mine: Vec<usize> = (0..rows.len()).filter(|place| belongs(rows[*place])).collect();
        let scores: Vec<Score> = mine
            .iter()
            .map(|place| match outcomes[*place] {
                Outcome::In(cell) => Score::Value(f64::from(u8::from(holds(cell.present(), cell.right())))),
                Outcome::Failed(Fault::Call | Fault::Verdict) => Score::Failed,
                Outcome::NotScored(reason) => Score::Undefined(reason),
            })
            .collect();
        let numbers: Option<Vec<u32>> = clusters.map(|all| mine.iter().filter_map(|place| all.get(*place).copied()).collect());
        summarise(&scores, Kind::Proportion, numbers.as_deref(), Level::NINETY_FIVE)
    };
    let all = |_: &Row| true;
    let evidence = summary(&all, &|present, _| present);
    let right_with = summary(&|row| there(row) != Some(false), &|_, right| right);
    let right_without = summary(&|row| there(row) != Some(true), &|_, right| right);
    let product = match (evidence.value, right_with.value) {
        (Some(evidence), Some(right)) => Ok(evidence * right),
        _ => Err(Undefined("no question with evidence was scored")),
    };
    let what_ifs = what_ifs(&evidence, &right_with, right_without.value);
    Chances {
        right: summary(&all, &|_, right| right),
        works: summary(&all, &|present, right| present && right),
        lucky: summary(&|row| right(row) != Some(false), &|present, _| !present),
        evidence,
        right_with,
        right_without,
        product,
        what_ifs,
    }
}

/// Each chance raised by half of what is lost, and to 1, the other as it is.
///
/// Intervals: Donner and Zou's method of variance estimates recovery on the logarithms, from the intervals of the two chances, which are
/// uncorrelated since one is conditional on the other's event. A raised chance keeps as much of its interval as of its loss.
pub fn what_ifs(evidence: &Summary, right_with: &Summary, right_without: Option<f64>) -> Vec<WhatIf> {
    let (Some(e), Some(r)) = (evidence.value, right_with.value) else { return Vec::new() };
    let one = |factor: Factor, undone: f64| {
        let raised = |p: f64| p + undone * (1.0 - p);
        let lifted = |i: Interval| Interval { lo: raised(i.lo), hi: raised(i.hi) };
        let (from, to_e, to_r) = match factor {
            Factor::Evidence => (e, raised(e), r),
            Factor::Right => (r, e, raised(r)),
        };
        let (around_e, around_r) = match factor {
            Factor::Evidence => (evidence.interval.map(lifted), right_with.interval),
            Factor::Right => (evidence.interval, right_with.interval.map(lifted)),
        };
        let interval = around_e.zip(around_r).map(|(a, b)| product_interval((to_e, a), (to_r, b)));
        WhatIf {
            factor,
            from,
            to: if factor == Factor::Evidence { to_e } else { to_r },
            product: to_e * to_r,
            interval,
            right: match right_without {
                Some(without) => Some(to_e * to_r + (1.0 - to_e) * without),
                // Where all have their evidence, what happens without it is no part of the sum.
                None if to_e >= 1.0 => Some(to_r),
                None => None,
            },
        }
    };
    let each = [Factor::Evidence, Factor::Right].into_iter().flat_map(|factor| [(factor, HALF_OF_THE_LOSS), (factor, 1.0)]);
    // What is at 1 already cannot be raised.
    each.filter(|(factor, _)| if *factor == Factor::Evidence { e < 1.0 } else { r < 1.0 })
        .map(|(factor, undone)| one(factor, undone))
        .collect()
}

/// The interval of a product of two shares, from theirs.
fn product_interval((a, around_a): (f64, Interval), (b, around_b): (f64, Interval)) -> Interval {
    let product = a * b;
    if product <= 0.0 {
        return Interval { lo: 0.0, hi: (around_a.hi * around_b.hi).clamp(0.0, 1.0) };
    }
    // An end at 0 has no logarithm: then the product may be 0.
    let distance = |end: f64, at: f64| if end > 0.0 { (end / at).ln() } else { f64::INFINITY };
    let below = distance(around_a.lo, a).hypot(distance(around_b.lo, b));
    let above = distance(around_a.hi, a).hypot(distance(around_b.hi, b));
    Interval { lo: product * (-below).exp(), hi: (product * above.exp()).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::fixture::{row, rows};
    use generation::right::FACTS_NOT_JUDGED;

    fn of(rows: &[Row]) -> Chances {
        chances(&rows.iter().collect::<Vec<_>>(), Present::Complete, None)
    }

    fn two(value: f64) -> String {
        format!("{value:.2}")
    }

    #[test]
    fn the_product_and_what_raising_each_would_buy() {
        let all = of(&rows([72, 8, 0, 20]));
        assert_eq!(two(all.product.unwrap()), "0.72");
        let raised: Vec<(Factor, String, String)> = all.what_ifs.iter().map(|w| (w.factor, two(w.to), two(w.product))).collect();
        let expected = [
            (Factor::Evidence, "0.90", "0.81"),
            (Factor::Evidence, "1.00", "0.90"),
            (Factor::Right, "0.95", "0.76"),
            (Factor::Right, "1.00", "0.80"),
        ];
        assert_eq!(raised, expected.map(|(factor, to, product)| (factor, to.to_owned(), product.to_owned())));
        for what_if in &all.what_ifs {
            let around = what_if.interval.unwrap();
            assert!(around.lo < what_if.product && what_if.product < around.hi && around.hi <= 1.0, "{what_if:?}");
        }
        // A chance that is raised to 1 leaves the interval of the other.
        let (perfect, other) = (all.what_ifs[1].interval.unwrap(), all.right_with.interval.unwrap());
        assert!((perfect.lo - other.lo).abs() < 1e-12 && (perfect.hi - other.hi).abs() < 1e-12);
        assert_eq!(all.lucky.value, Some(0.0));
    }

    #[test]
    fn who_is_right_without_evidence_is_no_part_of_the_product() {
        let all = of(&rows([216, 24, 18, 42]));
        assert_eq!((two(all.product.unwrap()), two(all.right.value.unwrap())), ("0.72".to_owned(), "0.78".to_owned()));
        assert!((all.lucky.value.unwrap() - 18.0 / 234.0).abs() < 1e-15);
        let perfect = all.what_ifs[0];
        assert!((perfect.right.unwrap() - (0.81 + 0.1 * 0.3)).abs() < 1e-12);
    }

    #[test]
    fn what_nobody_knows_of_those_without_evidence_is_not_taken_for_none() {
        let all = of(&rows([216, 24, 18, 42]));
        let right = what_ifs(&all.evidence, &all.right_with, None).iter().map(|what_if| what_if.right).collect::<Vec<_>>();
        // Only where all have their evidence it does not matter.
        assert_eq!(
            right,
            all.what_ifs.iter().map(|w| (w.to >= 1.0 && w.factor == Factor::Evidence).then_some(0.9)).collect::<Vec<_>>()
        );
    }

    #[test]
    fn without_evidence_anywhere_there_is_no_product() {
        let all = of(&rows([0, 0, 5, 5]));
        assert!(all.product.is_err() && all.what_ifs.is_empty() && all.right_with.value.is_none());
        let sure = of(&rows([10, 0, 0, 0]));
        assert_eq!((sure.product, sure.what_ifs.len(), sure.right_without.value), (Ok(1.0), 0, None));
        let never = of(&rows([0, 10, 0, 10]));
        assert_eq!((never.product, never.lucky.value), (Ok(0.0), None));
        let half = never.what_ifs.iter().find(|w| w.factor == Factor::Right).unwrap();
        assert!(half.product > 0.0 && half.interval.unwrap().lo > 0.0);
        let still = never.what_ifs.iter().find(|w| w.factor == Factor::Evidence).unwrap();
        assert_eq!((still.product, still.interval.unwrap().lo), (0.0, 0.0));
        assert!(of(&[]).evidence.value.is_none());
    }

    #[test]
    fn what_failed_is_counted_wherever_it_could_belong() {
        let mut failed = row("f", [1; 3], true);
        failed.call_failed = true;
        let mut open = row("o", [0; 3], true);
        open.right = Right::NotScored(FACTS_NOT_JUDGED);
        let mut verdict = row("v", [1; 3], true);
        verdict.right = Right::Failed;
        let mut all = rows([3, 1, 1, 2]);
        all.extend([failed, open, verdict]);
        let all = of(&all);
        let counts = |s: &Summary| (s.n, s.failed, s.undefined.values().sum::<usize>());
        assert_eq!(counts(&all.evidence), (7, 2, 1));
        assert_eq!(counts(&all.right_with), (4, 2, 0), "the open one had no evidence");
        assert_eq!(counts(&all.right_without), (3, 1, 1), "the verdict that failed is of one with evidence");
    }

    #[test]
    fn related_questions_have_wider_intervals() {
        let all = rows([12, 4, 4, 4]);
        let rows: Vec<&Row> = all.iter().collect();
        let clusters: Vec<u32> = (0..24).map(|place| place / 4).collect();
        let (alone, related) = (of(&all), chances(&rows, Present::Complete, Some(&clusters)));
        assert!(related.right.interval.unwrap().width() > alone.right.interval.unwrap().width());
        assert_eq!(related.right.clusters, Some(6));
    }
}
