//! How large a question set is, and what that can tell.

use std::collections::{BTreeMap, BTreeSet};

use fourcell::evidence::{Question, Split};
use fourcell::retrieval::summary::LEAST_FOR_A_VERDICT;
use fourcell::statistics::Level;
use fourcell::statistics::proportion::{questions_for_zero_failures, zero_failures_upper};

use crate::score::Size;

/// False-positive budgets that are usual.
const BUDGETS: [f64; 5] = [0.10, 0.05, 0.02, 0.01, 0.005];

/// Counts of a question set.
#[derive(Clone, Debug)]
pub struct SetSize {
    /// A row for each split that has questions.
    pub parts: Vec<Part>,
    /// The sizes of slices.
    pub slices: Vec<Slice>,
    /// What the answerable tune questions can tell.
    pub tune: Size,
    /// Independent groups among the answerable tune questions, where some share a cluster.
    pub groups: Option<usize>,
    /// Unanswerable tune questions.
    pub unanswerable: usize,
    /// The largest rate of false positives that remains possible when none is seen among them; `None` where there are none.
    pub rate_excluded: Option<f64>,
    /// Which budgets can be held.
    pub budgets: Vec<Budget>,
}

/// Questions of one split.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// `tune` or `final`.
    pub split: &'static str,
    /// Questions.
    pub questions: usize,
    /// Those that can be answered.
    pub answerable: usize,
    /// Those that accept one of several alternatives somewhere.
    pub with_alternatives: usize,
}

/// Questions of one slice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// `type`, say.
    pub key: String,
    /// `paraphrase`, say.
    pub value: String,
    /// Tune questions, and the answerable ones among them.
    pub tune: (usize, usize),
    /// Final questions, and the answerable ones among them.
    pub sealed: (usize, usize),
}

impl Slice {
    /// Too few tune questions for more than a direction.
    pub fn is_small(&self) -> bool {
        self.tune.0 < LEAST_FOR_A_VERDICT
    }
}

/// A budget for false positives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// The rate.
    pub rate: f64,
    /// Questions it takes, none of them answered.
    pub needed: usize,
    /// Whether there are as many.
    pub decidable: bool,
}

impl SetSize {
    /// Counts. `keys` are those of slices; where there are none, every key that the questions have.
    pub fn of(questions: &[Question], keys: &[String]) -> Self {
        let tune = |q: &&Question| q.split == Split::Tune;
        let answerable = questions.iter().filter(tune).filter(|q| q.answerable).count();
        let unanswerable = questions.iter().filter(tune).count() - answerable;
        let budgets = BUDGETS.into_iter().filter_map(|rate| {
            let needed = questions_for_zero_failures(rate, Level::NINETY_FIVE).ok()?;
            Some(Budget { rate, needed, decidable: unanswerable >= needed })
        });
        Self {
            parts: parts(questions),
            slices: slices(questions, keys),
            tune: Size::of(answerable),
            groups: groups(questions),
            unanswerable,
            rate_excluded: zero_failures_upper(unanswerable, Level::NINETY_FIVE).ok(),
            budgets: budgets.collect(),
        }
    }

    /// The least budget that can be held, and the next that cannot.
    pub fn border(&self) -> (Option<Budget>, Option<Budget>) {
        let held = self.budgets.iter().rfind(|b| b.decidable).copied();
        (held, self.budgets.iter().find(|b| !b.decidable).copied())
    }
}

fn parts(questions: &[Question]) -> Vec<Part> {
    let of = |(name, split)| {
        let mine: Vec<&Question> = questions.iter().filter(|q| q.split == split).collect();
        let alternatives = |q: &&&Question| q.required().is_ok_and(|e| e.has_alternatives());
        Part {
            split: name,
            questions: mine.len(),
            answerable: mine.iter().filter(|q| q.answerable).count(),
            with_alternatives: mine.iter().filter(alternatives).count(),
        }
    };
    Split::ALL.into_iter().map(of).filter(|part| part.questions > 0).collect()
}

fn slices(questions: &[Question], keys: &[String]) -> Vec<Slice> {
    let all: BTreeSet<&String> = questions.iter().flat_map(|q| q.slices.keys()).collect();
    let keys: Vec<&String> = if keys.is_empty() { all.into_iter().collect() } else { keys.iter().collect() };
    let mut found = Vec::new();
    for key in keys {
        let mut values: BTreeMap<&str, [(usize, usize); 2]> = BTreeMap::new();
        for question in questions {
            let Some(value) = question.slices.get(key) else { continue };
            let cell = &mut values.entry(value).or_default()[question.split as usize];
            *cell = (cell.0 + 1, cell.1 + usize::from(question.answerable));
        }
        found.extend(values.into_iter().map(|(value, [tune, sealed])| Slice {
            key: key.clone(),
            value: value.to_owned(),
            tune,
            sealed,
        }));
    }
    found
}

/// How many groups the answerable tune questions make, where those of a cluster are one; `None` where none share a cluster.
fn groups(questions: &[Question]) -> Option<usize> {
    let mine = || questions.iter().filter(|q| q.split == Split::Tune && q.answerable);
    let alone = mine().filter(|q| q.cluster.is_none()).count();
    let clusters: BTreeSet<&str> = mine().filter_map(|q| q.cluster.as_deref()).collect();
    let groups = alone + clusters.len();
    (groups < mine().count()).then_some(groups)
}
