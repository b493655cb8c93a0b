//! How often each rule was checked at each stage, broken, or could not be looked at.

use super::{At, Finding, Reason, Rule};

/// How often a rule was checked, broken, or could not be looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Results that were checked, those that break the rule among them.
    pub checked: usize,
    /// Results that break it.
    pub incidents: usize,
    unchecked: [usize; Reason::COUNT],
}

impl Tally {
    /// Counts what was found.
    pub fn count(&mut self, finding: &Finding) {
        match finding {
            Finding::Holds => self.checked += 1,
            Finding::Broken(_) => {
                self.checked += 1;
                self.incidents += 1;
            }
            Finding::NotChecked(reason) => self.unchecked[*reason as usize] += 1,
        }
    }

    /// Counts what another counted.
    pub fn add(&mut self, other: &Self) {
        self.checked += other.checked;
        self.incidents += other.incidents;
        for (own, other) in self.unchecked.iter_mut().zip(&other.unchecked) {
            *own += other;
        }
    }

    /// Results that were not checked, by reason.
    pub fn not_checked(&self) -> impl Iterator<Item = (Reason, usize)> + '_ {
        Reason::ALL.iter().map(|(_, reason)| (*reason, self.unchecked[*reason as usize])).filter(|(_, n)| *n > 0)
    }

    /// Whether nothing was there to be looked at.
    pub fn is_empty(&self) -> bool {
        self.checked == 0 && self.not_checked().next().is_none()
    }
}

/// A tally for each rule at each stage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tallies([[Tally; At::COUNT]; Rule::ALL.len()]);

impl Tallies {
    /// The tally of a rule at a stage.
    pub fn at(&self, rule: Rule, at: At) -> &Tally {
        &self.0[rule as usize][at.place()]
    }

    /// Counts what a rule found at a stage.
    pub fn count(&mut self, rule: Rule, at: At, finding: &Finding) {
        self.0[rule as usize][at.place()].count(finding);
    }

    /// Counts what others counted.
    pub fn add(&mut self, other: &Self) {
        for (own, other) in self.0.iter_mut().flatten().zip(other.0.iter().flatten()) {
            own.add(other);
        }
    }
}
