//! The measures, one file each, and their registry.
//!
//! Each has a page beside it (`ndcg.md` beside `ndcg.rs`): what it measures, when it misleads, when it is undefined, formula and
//! source, a worked example, what it agrees with. The reference page, `fourcell explain` and the tests read that same page.

mod ap;
mod bpref;
mod complete;
mod counts;
mod evidence_ndcg;
mod evidence_recall;
mod gmap;
mod hole;
mod infap;
mod iprec;
mod judged_share;
mod ndcg;
mod precision;
mod rbp;
mod recall;
mod rprec;
mod rr;
mod set_f;
mod set_precision;
mod set_recall;
mod success;
mod token_iou;
mod token_precision;
mod token_recall;

pub use ndcg::Gain;
pub(crate) use ndcg::{NO_GAIN, TOO_LARGE, discount, reached_of_ideal};
pub(crate) use rbp::weight;

use statistics::{Score, Undefined};

use crate::judged::{Judged, Placed, condensed};
use crate::name::Measure;
use crate::view::{NO_RELEVANT, NONE_REACHES, NOT_ALL_KNOWN, View};

/// Whether a measure is cut by a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// It needs one: `P@5`.
    Needed,
    /// It takes one: `nDCG`, `nDCG@10`.
    Taken,
    /// It takes none: `Bpref`.
    None,
}

/// What stands in parentheses after a measure's name, beyond `rel` and `judged_only`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// Nothing.
    None,
    /// The gain: `nDCG(dcg='exp-log2')`.
    Gain,
    /// A number that stands after the `@` instead of a budget: `IPrec@0.1`.
    RecallLevel,
    /// The persistence: `RBP(p=0.8)`.
    Persistence,
}

/// What the values of single questions are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// 0 or 1.
    Hit,
    /// In [0, 1].
    Share,
    /// A whole number from 0.
    Count,
}

/// How the values of questions become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// Arithmetic mean.
    Mean,
    /// Geometric mean, with 0.00001 in place of what is smaller.
    GeometricMean,
    /// Sum.
    Sum,
}

/// A measure as the registry knows it.
#[derive(Debug)]
pub struct Definition {
    /// Its name: the one that ir_measures uses, where it has one.
    pub name: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    /// In a few words.
    pub title: &'static str,
    /// trec_eval's names, without and with a cut; empty where it has none.
    pub trec: (&'static str, &'static str),
    /// Whether a budget cuts it.
    pub cut: Cut,
    /// Whether it counts grades from a threshold: `rel=2`.
    pub takes_rel: bool,
    /// What else its name says.
    pub parameter: Parameter,
    /// What its values are.
    pub values: Values,
    /// How values become one.
    pub over: Over,
    /// Whether it needs an evidence tree, as native sets have and TREC files have not.
    pub needs_evidence: bool,
    /// Whether it reckons with every relevant passage, and not only with those that came back.
    pub needs_all_relevant: bool,
    /// Its page.
    pub page: &'static str,
    /// The measure itself.
    pub evaluate: fn(&Measure, &View<'_>) -> Result<f64, Undefined>,
}

/// Every measure, in the order in which the reference lists them.
pub const MEASURES: &[&Definition] = &[
    &evidence_recall::DEFINITION,
    &complete::DEFINITION,
    &evidence_ndcg::DEFINITION,
    &success::DEFINITION,
    &rr::DEFINITION,
    &ndcg::DEFINITION,
    &precision::DEFINITION,
    &recall::DEFINITION,
    &ap::DEFINITION,
    &gmap::DEFINITION,
    &rprec::DEFINITION,
    &bpref::DEFINITION,
    &infap::DEFINITION,
    &iprec::DEFINITION,
    &set_precision::DEFINITION,
    &set_recall::DEFINITION,
    &set_f::DEFINITION,
    &rbp::DEFINITION,
    &judged_share::DEFINITION,
    &hole::DEFINITION,
    &token_precision::DEFINITION,
    &token_recall::DEFINITION,
    &token_iou::DEFINITION,
    &counts::QUESTIONS,
    &counts::RETRIEVED,
    &counts::RELEVANT,
    &counts::RELEVANT_RETRIEVED,
];

impl Measure {
    /// The measure's value for one question.
    pub fn score(&self, view: &View<'_>) -> Score {
        match (self.definition.evaluate)(self, view) {
            Ok(value) => Score::Value(value),
            Err(reason) => Score::Undefined(reason),
        }
    }

    /// The least grade that counts as relevant.
    fn rel(&self, view: &View<'_>) -> i32 {
        self.rel.unwrap_or(view.rel)
    }

    /// Hands the judged ranking inside the budget to `measure`, condensed where the name says `judged_only`, with the budget's k.
    ///
    /// Where no passage is known to be relevant a question says nothing about retrieval, so the value is undefined.
    fn over_relevant(
        &self,
        view: &View<'_>,
        measure: impl FnOnce(&Judged<'_>, &Ground) -> Result<f64, Undefined>,
    ) -> Result<f64, Undefined> {
        let rel = self.rel(view);
        self.over_judged(view, |judged, k| {
            let relevant = judged.relevant(rel);
            if relevant == 0 && judged.all_known {
                return Err(if judged.relevant(1) > 0 { NONE_REACHES } else { NO_RELEVANT });
            }
            measure(judged, &Ground { rel, relevant, k })
        })
    }

    /// Hands the judged ranking inside the budget to `measure`, whether or not something relevant is known.
    fn over_judged(
        &self,
        view: &View<'_>,
        measure: impl FnOnce(&Judged<'_>, Option<u32>) -> Result<f64, Undefined>,
    ) -> Result<f64, Undefined> {
        let inside = view.inside(self.budget)?;
        let judged = inside.list.judged?;
        if self.definition.needs_all_relevant && !judged.all_known {
            return Err(NOT_ALL_KNOWN);
        }
        if !self.judged_only {
            return measure(&judged.cut(inside.passages), inside.k);
        }
        // Unjudged passages leave before a cut in passages, as in ir_measures; after one in tokens, which they did use up.
        let before = if inside.k.is_some() { judged } else { judged.cut(inside.passages) };
        let placed: Vec<Placed> = condensed(&before);
        let all = Judged { retrieved: placed.len() as u32, placed: &placed, ..judged };
        measure(&all.cut(inside.k.map_or(usize::MAX, |k| k as usize)), inside.k)
    }
}

/// What measures over relevant passages ask about besides the ranking.
struct Ground {
    /// The least grade that counts as relevant.
    rel: i32,
    /// How many passages are known to be relevant; at least 1 where all are known.
    relevant: usize,
    /// The k of a budget in passages.
    k: Option<u32>,
}

/// The sum of some terms; of none it is 0, where [`Iterator::sum`] has −0, which would be shown as "-0.0000".
fn total(terms: impl Iterator<Item = f64>) -> f64 {
    terms.fold(0.0, |sum, term| sum + term)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{List, NO_CONTEXT, NO_TOKENS, RecallLevels};

    #[test]
    fn a_ranking_without_anything_relevant_has_zero_and_not_minus_zero() {
        let judged = Judged { retrieved: 2, placed: &[], grades: &[1], all_known: true };
        let list = List { judged: Ok(judged), length: 2, tokens: Err(NO_TOKENS), arrival: None };
        let view = View { ranked: Ok(list), context: Err(NO_CONTEXT), evidence: None, rel: 1, levels: RecallLevels::Nearest };
        for measure in crate::name::parse_list("all_trec AP@5 nDCG(dcg='exp-log2')@5 RBP RBP@5").unwrap() {
            if let Score::Value(value) = measure.score(&view) {
                assert!(!value.is_sign_negative(), "{measure}");
            }
        }
    }
}
