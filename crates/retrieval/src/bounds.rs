//! How far a value may move once the unjudged passages are judged.
//!
//! A measure takes "unjudged" for "not relevant". That is one possible world, not the truth, and for nDCG not even the worst:
//! a passage that turns out relevant raises the ideal too. Each function here gives the worst and the best of the worlds that
//! the labels leave open. The grades that are known stay as they are; a passage that is pooled but unjudged (a negative
//! grade) is unjudged.

use std::num::NonZeroU32;

use statistics::Undefined;

use crate::arrival::Arrival;
use crate::judged::{Judged, Placed};
use crate::measures::{Gain, NO_GAIN, TOO_LARGE, discount, reached_of_ideal, weight};
use crate::view::{NO_EVIDENCE, NO_RELEVANT};

/// The worst and the best value that the missing judgements leave open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds<T = f64> {
    /// The worst.
    pub lo: T,
    /// The best.
    pub hi: T,
}

/// Recall of the first `k`. Each end stands alone, since in the world that it belongs to there may be no relevant passage at all.
///
/// Worst, the unjudged in the first `k` are irrelevant and the `elsewhere` relevant; best, the other way round. `elsewhere`
/// counts the unjudged passages seen outside the first `k`: further down this list, or in the lists of other systems. The
/// worst is honest only for what was seen: a relevant passage that nothing ever retrieved is not in it.
pub fn recall_at(judged: &Judged<'_>, rel: i32, k: NonZeroU32, elsewhere: usize) -> Bounds<Result<f64, Undefined>> {
    let (found, open) = inside(judged, rel, k);
    let relevant = judged.relevant(rel);
    let share = |found: usize, relevant: usize| {
        if relevant == 0 { Err(NO_RELEVANT) } else { Ok(found as f64 / relevant as f64) }
    };
    Bounds { lo: share(found, relevant + elsewhere), hi: share(found + open, relevant + open) }
}

/// Precision of the first `k`: the unjudged among them all irrelevant, or all relevant.
pub fn precision_at(judged: &Judged<'_>, rel: i32, k: NonZeroU32) -> Bounds {
    let (found, open) = inside(judged, rel, k);
    let places = f64::from(k.get());
    Bounds { lo: found as f64 / places, hi: (found + open) as f64 / places }
}

/// Whether anything relevant is in the first `k` (1) or not (0).
pub fn hit_at(judged: &Judged<'_>, rel: i32, k: NonZeroU32) -> Bounds {
    let (found, open) = inside(judged, rel, k);
    Bounds { lo: f64::from(u8::from(found > 0)), hi: f64::from(u8::from(found + open > 0)) }
}

/// Relevant and unjudged passages in the first `k`.
fn inside(judged: &Judged<'_>, rel: i32, k: NonZeroU32) -> (usize, usize) {
    let top = judged.cut(k.get() as usize);
    (top.relevant_ranks(rel).count(), top.unjudged())
}

/// `p` is no persistence.
const NOT_A_PERSISTENCE: Undefined = Undefined("the persistence must lie between 0 and 1");

/// Rank-biased precision, with what Moffat and Zobel 2008 call its residual as the distance between the ends.
///
/// The residual is what the unjudged passages could add, and all the ranks below the end of the list. No ideal is involved, so
/// nothing has to be searched. `p` lies between 0 and 1.
pub fn rank_biased_precision(judged: &Judged<'_>, rel: i32, p: f64) -> Result<Bounds, Undefined> {
    if !(p > 0.0 && p < 1.0) {
        return Err(NOT_A_PERSISTENCE);
    }
    let lo = weight(p, judged.relevant_ranks(rel));
    let open = weight(p, unjudged_ranks(judged).into_iter());
    let below = p.powi(i32::try_from(judged.retrieved).unwrap_or(i32::MAX));
    Ok(Bounds { lo, hi: (lo + open + below).min(1.0) })
}

/// The ranks of the passages that nobody has judged, rising.
fn unjudged_ranks(judged: &Judged<'_>) -> Vec<u32> {
    let mut known = judged.placed.iter().filter(|p| p.grade >= 0).map(|p| p.rank).peekable();
    (1..=judged.retrieved).filter(|rank| known.next_if_eq(rank).is_none()).collect()
}

/// nDCG of the first `k`, where each unjudged passage among them may have any grade from 0 to `max_grade`. Those further down
/// stay without gain. Worlds in which no passage has a positive grade have no nDCG and are left out; undefined where there is
/// no other.
///
/// Exact, without trying every combination of grades. Let n_t be how many unjudged passages get at least grade t, so n_1 ≥
/// n_2 ≥ …, and w_t what grade t earns more than grade t − 1. For given n_t the gain reached is greatest with the best grades
/// at the best ranks and least with them at the worst, in both cases a sum over t of w_t · (discounts of the first n_t such
/// ranks), and the ideal is the sum over t of w_t · (discounts of the first min(k, known_t + n_t) ranks). Both are sums over
/// t, so the largest quotient is found by Dinkelbach's method: for a quotient λ maximise reached − λ · ideal by one pass over
/// t and n, take the quotient found as the next λ, stop when it no longer rises. Grades between which no known grade lies
/// have the same two terms but for the weight, so it is enough to try the known grades and `max_grade`. For one λ that is
/// O(grades · unjudged); a few suffice.
pub fn ndcg_at(judged: &Judged<'_>, gain: Gain, k: NonZeroU32, max_grade: i32) -> Result<Bounds, Undefined> {
    let highest = judged.grades.first().copied().unwrap_or(0).max(max_grade);
    if gain == Gain::Exponential && highest > 500 {
        return Err(TOO_LARGE);
    }
    let top = judged.cut(k.get() as usize);
    let mut open = if max_grade > 0 { unjudged_ranks(&top) } else { Vec::new() };
    let positive = judged.relevant(1);
    if positive == 0 && open.is_empty() {
        return Err(NO_GAIN);
    }
    let steps = steps(judged.grades, gain, max_grade);
    let room = (k.get() as usize).min(positive + open.len());
    let search = Search {
        top,
        k: k.get() as usize,
        gain,
        steps,
        ideal: summed((1..=room).map(discount)),
        least: usize::from(positive == 0),
    };
    let hi = search.extreme(&open, 1.0)?;
    open.reverse();
    let lo = search.extreme(&open, -1.0)?;
    Ok(Bounds { lo, hi })
}

/// A grade worth trying, and what it earns more than the one below it.
struct Step {
    grade: i32,
    weight: f64,
    /// Known passages of at least this grade.
    known: usize,
    /// Whether an unjudged passage may have it.
    open: bool,
}

/// The positive grades that are known, and `max_grade`, rising.
fn steps(grades: &[i32], gain: Gain, max_grade: i32) -> Vec<Step> {
    let mut values: Vec<i32> = grades.iter().copied().chain([max_grade]).filter(|&g| g > 0).collect();
    values.sort_unstable();
    values.dedup();
    let below = std::iter::once(0).chain(values.iter().copied());
    let step = |(&grade, below): (&i32, i32)| Step {
        grade,
        weight: gain.of(grade) - gain.of(below),
        known: grades.partition_point(|&g| g >= grade),
        open: grade <= max_grade,
    };
    values.iter().zip(below).map(step).collect()
}

/// Sums of the first 0, 1, 2, … values.
fn summed(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut sums = vec![0.0];
    values.for_each(|v| sums.push(sums[sums.len() - 1] + v));
    sums
}

struct Search<'a> {
    /// The first k.
    top: Judged<'a>,
    k: usize,
    gain: Gain,
    steps: Vec<Step>,
    /// Discounts of the first ranks, summed.
    ideal: Vec<f64>,
    /// How many unjudged passages must have a positive grade, so that there is an ideal.
    least: usize,
}

impl Search<'_> {
    /// The largest (`sign` 1) or smallest (`sign` −1) nDCG, where the best grades go to the ranks that come first in `open`.
    fn extreme(&self, open: &[u32], sign: f64) -> Result<f64, Undefined> {
        let reached = summed(open.iter().map(|&rank| discount(rank as usize)));
        let mut counts = vec![0; self.steps.len()];
        if let Some(first) = counts.first_mut() {
            *first = self.least;
        }
        let mut best = self.with(open, &counts)?;
        loop {
            let next = self.with(open, &self.best_counts(&reached, best, sign))?;
            // Each value is the nDCG of one of finitely many worlds and better than the last, so this ends.
            if sign * next <= sign * best {
                return Ok(best);
            }
            best = next;
        }
    }

    /// For each step how many unjudged passages have at least its grade, where sign · (reached − λ · ideal) is greatest.
    fn best_counts(&self, reached: &[f64], lambda: f64, sign: f64) -> Vec<usize> {
        let mut above = vec![0.0; reached.len()];
        let mut choices: Vec<Vec<usize>> = Vec::with_capacity(self.steps.len());
        for (index, step) in self.steps.iter().enumerate().rev() {
            let least = if index == 0 { self.least } else { 0 };
            let most = if step.open { reached.len() - 1 } else { 0 };
            let (mut best, mut at) = (f64::NEG_INFINITY, least);
            let (mut sums, mut choice) = (Vec::with_capacity(reached.len()), Vec::with_capacity(reached.len()));
            for (count, &above) in above.iter().enumerate() {
                if (least..=most).contains(&count) {
                    let ideal = self.ideal[(step.known + count).min(self.k)];
                    let sum = above + step.weight * sign * (reached[count] - lambda * ideal);
                    if sum > best {
                        (best, at) = (sum, count);
                    }
                }
                sums.push(best);
                choice.push(at);
            }
            above = sums;
            choices.push(choice);
        }
        let mut most = reached.len() - 1;
        let pick = |choice: &Vec<usize>| {
            most = choice[most];
            most
        };
        choices.iter().rev().map(pick).collect()
    }

    /// nDCG in the world where so many unjudged passages have at least the grade of each step.
    fn with(&self, open: &[u32], counts: &[usize]) -> Result<f64, Undefined> {
        let grade = |place: usize| {
            let reached = self.steps.iter().zip(counts).rev().find(|&(_, &count)| count > place);
            reached.map_or(0, |(step, _)| step.grade)
        };
        let supposed = open.iter().enumerate().map(|(place, &rank)| Placed { rank, grade: grade(place) });
        let mut placed: Vec<Placed> = self.top.placed.iter().filter(|p| p.grade >= 0).copied().chain(supposed).collect();
        placed.sort_unstable_by_key(|p| p.rank);
        let mut grades: Vec<i32> = self.top.grades.iter().copied().chain((0..open.len()).map(grade)).collect();
        grades.sort_unstable_by(|a, b| b.cmp(a));
        reached_of_ideal(self.gain, &placed, &grades, self.k)
    }
}

/// How much of the required evidence one unjudged passage may turn out to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fills {
    /// One group at most: the usual case, since a passage is short.
    OneGroup,
    /// Any number of groups.
    Any,
}

/// Evidence recall of the first `passages`, of which `unjudged` are in no label: each may be an alternative that nobody listed.
pub fn evidence_at(arrival: &Arrival<'_>, passages: usize, unjudged: usize, fills: Fills) -> Result<Bounds, Undefined> {
    let lo = arrival.recall(passages).ok_or(NO_EVIDENCE)?;
    let mut groups = group_values(arrival, passages);
    groups.sort_unstable_by(f64::total_cmp);
    let filled = unjudged_fill(unjudged, fills).min(groups.len());
    groups[..filled].fill(1.0);
    let hi = groups.iter().sum::<f64>() / groups.len() as f64;
    Ok(Bounds { lo, hi: hi.max(lo) })
}

/// Evidence completeness of the first `passages`: 1 where every group is complete, else 0.
pub fn complete_at(arrival: &Arrival<'_>, passages: usize, unjudged: usize, fills: Fills) -> Result<Bounds, Undefined> {
    let complete = arrival.complete(passages).ok_or(NO_EVIDENCE)?;
    let missing = arrival.tree().groups().iter();
    let missing = missing.filter(|group| group.complete(&mut |l| arrival.is_met(l, passages)) == Some(false)).count();
    let possible = missing <= unjudged_fill(unjudged, fills);
    Ok(Bounds { lo: f64::from(u8::from(complete)), hi: f64::from(u8::from(possible)) })
}

fn group_values(arrival: &Arrival<'_>, passages: usize) -> Vec<f64> {
    arrival.tree().groups().iter().filter_map(|group| group.value(&mut |l| arrival.is_met(l, passages))).collect()
}

/// How many groups the unjudged passages may fill.
fn unjudged_fill(unjudged: usize, fills: Fills) -> usize {
    match fills {
        Fills::Any if unjudged > 0 => usize::MAX,
        _ => unjudged,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn k(k: u32) -> NonZeroU32 {
        NonZeroU32::new(k).unwrap()
    }

    /// SplitMix64.
    fn next(state: &mut u64, below: u64) -> u64 {
        *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = *state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % below
    }

    /// Every combination of grades, one by one.
    fn enumerated(judged: &Judged<'_>, gain: Gain, k: NonZeroU32, max_grade: i32) -> Result<Bounds, Undefined> {
        let top = judged.cut(k.get() as usize);
        let open = unjudged_ranks(&top);
        let base = max_grade as usize + 1;
        let values: Vec<f64> = (0..base.pow(open.len() as u32))
            .filter_map(|world| {
                let grade = |place: usize| (world / base.pow(place as u32) % base) as i32;
                let supposed = open.iter().enumerate().map(|(place, &rank)| Placed { rank, grade: grade(place) });
                let placed: Vec<Placed> = top.placed.iter().copied().chain(supposed).collect();
                let mut grades: Vec<i32> = top.grades.iter().copied().chain((0..open.len()).map(grade)).collect();
                grades.sort_unstable_by(|a, b| b.cmp(a));
                reached_of_ideal(gain, &placed, &grades, k.get() as usize).ok()
            })
            .collect();
        let lo = values.iter().copied().reduce(f64::min).ok_or(NO_GAIN)?;
        Ok(Bounds { lo, hi: values.into_iter().fold(lo, f64::max) })
    }

    #[test]
    fn the_search_finds_what_enumeration_finds() {
        let mut state = 8;
        for round in 0..4000 {
            let retrieved = next(&mut state, 7) as u32;
            let placed: Vec<Placed> = (1..=retrieved)
                .filter_map(|rank| {
                    let grade = next(&mut state, 8) as i32 - 3;
                    (grade >= -1).then_some(Placed { rank, grade })
                })
                .collect();
            let missing = (0..next(&mut state, 5)).map(|_| next(&mut state, 5) as i32).collect::<Vec<_>>();
            let mut grades: Vec<i32> = placed.iter().map(|p| p.grade).filter(|&g| g >= 0).chain(missing).collect();
            grades.sort_unstable_by(|a, b| b.cmp(a));
            let judged = Judged { retrieved, placed: &placed, grades: &grades, all_known: true };
            let (cut, max_grade) = (k(1 + next(&mut state, 8) as u32), 1 + next(&mut state, 3) as i32);
            for gain in [Gain::Linear, Gain::Exponential] {
                let found = ndcg_at(&judged, gain, cut, max_grade);
                match (found, enumerated(&judged, gain, cut, max_grade)) {
                    (Ok(found), Ok(expected)) => {
                        let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
                        assert!(near(found.lo, expected.lo) && near(found.hi, expected.hi), "{round}: {found:?} {expected:?}");
                    }
                    (found, expected) => assert_eq!(found, expected, "{round}"),
                }
            }
        }
    }

    /// The best world is not always one with the highest grade: known 1, 1, 1, one unjudged at rank 3, two relevant ones not
    /// retrieved.
    #[test]
    fn an_intermediate_grade_can_be_best() {
        let placed = [1, 2, 4].map(|rank| Placed { rank, grade: 1 });
        let judged = Judged { retrieved: 4, placed: &placed, grades: &[1, 1, 1, 1, 1], all_known: true };
        let bounds = ndcg_at(&judged, Gain::Linear, k(4), 3).unwrap();
        assert_eq!(bounds.hi, 1.0);
        assert!((bounds.lo - 0.781).abs() < 0.001, "{bounds:?}");
    }

    #[test]
    fn many_unjudged_passages_and_large_grades_cost_little() {
        let placed = [Placed { rank: 7, grade: 1_000_000 }, Placed { rank: 900, grade: 3 }];
        let judged = Judged { retrieved: 2000, placed: &placed, grades: &[1_000_000, 40, 3, 3, 0], all_known: true };
        let bounds = ndcg_at(&judged, Gain::Linear, NonZeroU32::MAX, i32::MAX).unwrap();
        assert!(0.0 < bounds.lo && bounds.lo < bounds.hi && bounds.hi <= 1.0);
        assert_eq!(ndcg_at(&judged, Gain::Exponential, k(5), 3), Err(TOO_LARGE));
    }

    #[test]
    fn with_everything_judged_the_ends_meet() {
        let placed = [Placed { rank: 1, grade: 0 }, Placed { rank: 2, grade: 2 }];
        let judged = Judged { retrieved: 2, placed: &placed, grades: &[2, 1, 0], all_known: true };
        let bounds = ndcg_at(&judged, Gain::Linear, k(5), 3).unwrap();
        assert_eq!(bounds.lo, bounds.hi);
        assert_eq!(recall_at(&judged, 1, k(5), 0), Bounds { lo: Ok(0.5), hi: Ok(0.5) });
        assert!(rank_biased_precision(&judged, 1, 1.0).is_err() && rank_biased_precision(&judged, 1, f64::NAN).is_err());
        let nothing = Judged { retrieved: 0, placed: &[], grades: &[], all_known: true };
        assert_eq!(ndcg_at(&nothing, Gain::Linear, k(5), 3), Err(NO_GAIN));
        assert_eq!(rank_biased_precision(&nothing, 1, 0.8), Ok(Bounds { lo: 0.0, hi: 1.0 }));
    }
}
