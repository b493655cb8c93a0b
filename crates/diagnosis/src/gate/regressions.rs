//! Questions that got worse, one by one: a mean that rises hides them.

use std::collections::{BTreeSet, HashMap};

use crate::causes::Cause;
use crate::compare::Comparison;
use crate::ledger::KnownBy;

/// Where a question was lost, as the candidate's ledger has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Lost {
    /// What owns the failure.
    pub cause: Cause,
    /// How that is known.
    pub known_by: KnownBy,
    /// Why, in one sentence.
    pub why: String,
}

/// A question that got worse.
#[derive(Clone, Debug, PartialEq)]
pub struct Regression {
    /// Its id.
    pub question: String,
    /// Whether it is marked critical.
    pub critical: bool,
    /// The measures under which it got worse, with the candidate's value and the baseline's.
    pub measures: Vec<(String, f64, f64)>,
    /// The stage that lost it in the candidate; `None` where the ledger holds no failure of it.
    pub lost: Option<Lost>,
}

/// The questions that got worse under some measure: critical ones first, then those that lost most under the first measure that changed,
/// then by id.
pub fn regressions(
    comparisons: &[&Comparison],
    critical: &BTreeSet<&str>,
    lost: &dyn Fn(&str) -> Option<Lost>,
) -> Vec<Regression> {
    let mut all: Vec<Regression> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for comparison in comparisons {
        for changed in comparison.better_and_worse().1 {
            let value = (comparison.measure.clone(), changed.a, changed.b);
            let place = *places.entry(&changed.question).or_insert(all.len());
            match all.get_mut(place) {
                Some(known) => known.measures.push(value),
                None => all.push(Regression {
                    question: changed.question.clone(),
                    critical: critical.contains(changed.question.as_str()),
                    measures: vec![value],
                    lost: lost(&changed.question),
                }),
            }
        }
    }
    let drop = |regression: &Regression| regression.measures.first().map_or(0.0, |(_, a, b)| (a - b).abs());
    all.sort_by(|a, b| b.critical.cmp(&a.critical).then(drop(b).total_cmp(&drop(a))).then_with(|| a.question.cmp(&b.question)));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::Changed;
    use statistics::undefined::NOTHING_EVALUATED;

    fn comparison(measure: &str, less_is_better: bool, changed: &[(&str, f64, f64)]) -> Comparison {
        let changed = changed.iter().map(|(question, a, b)| Changed { question: (*question).into(), a: *a, b: *b }).collect();
        Comparison {
            measure: measure.into(),
            less_is_better,
            a: None,
            b: None,
            n: 0,
            failed: 0,
            undefined: 0,
            difference: None,
            interval: Err(NOTHING_EVALUATED),
            interval_method: "",
            p: Err(NOTHING_EVALUATED),
            p_method: "",
            p_holm: None,
            verdict: None,
            hangs_on_failures: false,
            bounds: None,
            changed,
        }
    }

    #[test]
    fn critical_ones_come_first_then_the_largest_loss() {
        let complete = comparison("complete", false, &[("a", 0.5, 1.0), ("b", 0.0, 1.0), ("c", 1.0, 0.0), ("k", 0.9, 1.0)]);
        let forbidden = comparison("forbidden", true, &[("b", 1.0, 0.0), ("d", 0.0, 1.0), ("e", 1.0, 0.0)]);
        let found = regressions(&[&complete, &forbidden], &BTreeSet::from(["k"]), &|_| None);
        let ids: Vec<&str> = found.iter().map(|one| one.question.as_str()).collect();
        assert_eq!(ids, ["k", "b", "e", "a"], "c and d got better");
        assert_eq!(found[1].measures, [("complete".to_owned(), 0.0, 1.0), ("forbidden".to_owned(), 1.0, 0.0)]);
        assert!(found[0].critical && !found[1].critical);
    }
}
