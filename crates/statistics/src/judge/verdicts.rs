//! A judge that says yes or no, against people.

use crate::interval::{Interval, Level};
use crate::proportion::wilson;
use crate::undefined::{NOTHING_EVALUATED, UNEQUAL_LENGTHS, Undefined};

/// How the verdicts of a judge fell out against the labels of people. "Positive" is what is looked for:
/// right, or supported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdicts {
    /// Both say yes.
    pub true_positive: usize,
    /// The judge says yes, people say no.
    pub false_positive: usize,
    /// The judge says no, people say yes.
    pub false_negative: usize,
    /// Both say no.
    pub true_negative: usize,
}

const NO_POSITIVE: Undefined = Undefined("people labelled nothing positive");
const NO_NEGATIVE: Undefined = Undefined("people labelled nothing negative");

impl Verdicts {
    /// Counts verdicts and labels given in the same order of items. Undefined for unequal lengths.
    pub fn new(judge: &[bool], people: &[bool]) -> Result<Self, Undefined> {
        if judge.len() != people.len() {
            return Err(UNEQUAL_LENGTHS);
        }
        let mut verdicts = Self::default();
        for pair in judge.iter().zip(people) {
            match pair {
                (true, true) => verdicts.true_positive += 1,
                (true, false) => verdicts.false_positive += 1,
                (false, true) => verdicts.false_negative += 1,
                (false, false) => verdicts.true_negative += 1,
            }
        }
        Ok(verdicts)
    }

    /// How many items.
    pub fn n(self) -> usize {
        self.positive().saturating_add(self.negative())
    }

    /// How many items people labelled positive.
    pub fn positive(self) -> usize {
        self.true_positive.saturating_add(self.false_negative)
    }

    /// How many items people labelled negative.
    pub fn negative(self) -> usize {
        self.true_negative.saturating_add(self.false_positive)
    }

    /// Share of the positive that the judge finds. Undefined without one.
    pub fn sensitivity(self) -> Result<f64, Undefined> {
        share(self.true_positive, self.positive(), NO_POSITIVE)
    }

    /// Wilson's interval of [`Self::sensitivity`].
    pub fn sensitivity_interval(self, level: Level) -> Result<Interval, Undefined> {
        self.sensitivity()?;
        wilson(self.true_positive, self.positive(), level)
    }

    /// Share of the negative that the judge leaves negative. Undefined without one.
    pub fn specificity(self) -> Result<f64, Undefined> {
        share(self.true_negative, self.negative(), NO_NEGATIVE)
    }

    /// Wilson's interval of [`Self::specificity`].
    pub fn specificity_interval(self, level: Level) -> Result<Interval, Undefined> {
        self.specificity()?;
        wilson(self.true_negative, self.negative(), level)
    }

    /// Share of items on which judge and people agree. Undefined without an item.
    pub fn accuracy(self) -> Result<f64, Undefined> {
        share(self.true_positive.saturating_add(self.true_negative), self.n(), NOTHING_EVALUATED)
    }

    /// Mean of sensitivity and specificity: ½ for a judge that always says the same. Undefined where either is.
    pub fn balanced_accuracy(self) -> Result<f64, Undefined> {
        Ok(0.5 * (self.sensitivity()? + self.specificity()?))
    }

    /// Share of the judge's yes that is right. Undefined without a yes.
    pub fn precision(self) -> Result<f64, Undefined> {
        let said = self.true_positive.saturating_add(self.false_positive);
        share(self.true_positive, said, Undefined("the judge said yes to nothing"))
    }

    /// F₁ = 2tp/(2tp + fp + fn). Undefined where neither judge nor people say yes to anything.
    pub fn f1(self) -> Result<f64, Undefined> {
        let twice = 2.0 * self.true_positive as f64;
        let total = twice + self.false_positive as f64 + self.false_negative as f64;
        if total == 0.0 { Err(Undefined("neither the judge nor people say yes to anything")) } else { Ok(twice / total) }
    }
}

fn share(count: usize, total: usize, otherwise: Undefined) -> Result<f64, Undefined> {
    if total == 0 { Err(otherwise) } else { Ok(count as f64 / total as f64) }
}
