//! Where forbidden results were taken out: before they could take a rank, or only afterwards, which leaves fewer results than were
//! asked for. Forbidden candidates before a later filter are no leak; what the filter lets through is.

use std::collections::BTreeMap;

use super::Reason;

/// What the candidates and the filtered list of one question show of the filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filtering {
    /// The candidates hold nothing forbidden.
    During,
    /// The candidates hold forbidden results, and the filtered list none.
    After {
        /// Forbidden candidates.
        forbidden: usize,
        /// Candidates.
        asked: usize,
        /// Results of the filtered list.
        kept: usize,
    },
    /// The filtered list holds forbidden results.
    Leaking {
        /// Forbidden results of the filtered list.
        held: usize,
    },
    /// It cannot be seen: a list was not captured, or what it holds is not known well enough.
    NotVisible(Reason),
}

impl Filtering {
    /// How many fewer results than candidates the filter left.
    pub fn shortfall(&self) -> usize {
        match self {
            Self::After { asked, kept, .. } => asked.saturating_sub(*kept),
            Self::During | Self::Leaking { .. } | Self::NotVisible(_) => 0,
        }
    }

    /// From what was found of both lists: each a number of forbidden results, and why one of them could not be checked.
    pub(super) fn new(candidates: Option<&Forbidden>, filtered: Option<&Forbidden>) -> Self {
        match (candidates, filtered) {
            (_, Some(filtered)) if filtered.forbidden > 0 => Self::Leaking { held: filtered.forbidden },
            (None, _) | (_, None) => Self::NotVisible(Reason::NotCaptured),
            (Some(candidates), Some(filtered)) => match (candidates.forbidden, candidates.unknown.or(filtered.unknown)) {
                (0, None) => Self::During,
                (0, Some(reason)) => Self::NotVisible(reason),
                (forbidden, _) => Self::After { forbidden, asked: candidates.length, kept: filtered.length },
            },
        }
    }
}

/// What is forbidden of a list.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Forbidden {
    pub length: usize,
    pub forbidden: usize,
    pub unknown: Option<Reason>,
}

/// The largest shortfall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worst {
    /// The question.
    pub question: String,
    /// How many results are missing.
    pub missing: usize,
    /// Of how many candidates.
    pub of: usize,
}

/// What many questions show of the filter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filterings {
    /// Questions whose candidates hold nothing forbidden.
    pub during: usize,
    /// Questions of which forbidden candidates were taken out afterwards.
    pub after: usize,
    /// Questions whose filtered list still holds forbidden results.
    pub leaking: usize,
    /// Questions that show nothing, by reason.
    pub not_visible: BTreeMap<Reason, usize>,
    /// Forbidden candidates that were taken out afterwards, over all questions.
    pub taken_out: usize,
    /// Results missing from filtered lists, over all questions filtered afterwards.
    pub missing: usize,
    /// The question that is short of most results; of several the first in byte order.
    pub worst: Option<Worst>,
}

impl Filterings {
    /// Adds a question.
    pub fn add(&mut self, question: &str, filtering: &Filtering) {
        match filtering {
            Filtering::During => self.during += 1,
            Filtering::Leaking { .. } => self.leaking += 1,
            Filtering::NotVisible(reason) => *self.not_visible.entry(*reason).or_default() += 1,
            Filtering::After { forbidden, asked, .. } => {
                self.after += 1;
                self.taken_out += forbidden;
                let missing = filtering.shortfall();
                self.missing += missing;
                self.worse(Worst { question: question.to_owned(), missing, of: *asked });
            }
        }
    }

    /// Adds what others show.
    pub fn join(&mut self, other: Self) {
        self.during += other.during;
        self.after += other.after;
        self.leaking += other.leaking;
        self.taken_out += other.taken_out;
        self.missing += other.missing;
        for (reason, n) in other.not_visible {
            *self.not_visible.entry(reason).or_default() += n;
        }
        if let Some(worst) = other.worst {
            self.worse(worst);
        }
    }

    /// Results missing from a filtered list, on average over the questions filtered afterwards; `None` where there is none.
    pub fn mean_shortfall(&self) -> Option<f64> {
        (self.after > 0).then(|| self.missing as f64 / self.after as f64)
    }

    fn worse(&mut self, other: Worst) {
        let is_worse = self.worst.as_ref().is_none_or(|worst| {
            (other.missing, std::cmp::Reverse(&other.question)) > (worst.missing, std::cmp::Reverse(&worst.question))
        });
        if is_worse {
            self.worst = Some(other);
        }
    }
}
