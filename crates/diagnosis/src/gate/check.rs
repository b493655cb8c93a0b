//! One line of a layer.

use statistics::Summary;

use super::Outcome;

/// One line of a layer: what is asked, what it came to, why, and what it would need.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// What is asked, in a few words.
    pub what: String,
    /// What it came to.
    pub outcome: Outcome,
    /// What was seen, in one line with its numbers.
    pub said: String,
    /// What this line would need to pass, in words.
    pub needs: String,
    /// What to do or type next; empty where nothing is to be done.
    pub mend: String,
    /// Numbers by name, as `candidate`, `baseline` and `difference`.
    pub numbers: Vec<(&'static str, Summary)>,
    /// Limit that the numbers are held against, in the measure's own unit.
    pub limit: Option<f64>,
    /// Ids of the questions it names: those that decide, or are in its way.
    pub questions: Vec<String>,
}

impl Check {
    /// A line without numbers.
    pub fn new(what: impl Into<String>, outcome: Outcome, said: impl Into<String>, needs: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            outcome,
            said: said.into(),
            needs: needs.into(),
            mend: String::new(),
            numbers: Vec::new(),
            limit: None,
            questions: Vec::new(),
        }
    }

    /// The same with what to do next.
    #[must_use]
    pub fn mend(mut self, mend: impl Into<String>) -> Self {
        self.mend = mend.into();
        self
    }

    /// The same with a number.
    #[must_use]
    pub fn number(mut self, name: &'static str, summary: Summary) -> Self {
        self.numbers.push((name, summary));
        self
    }

    /// The same with the limit that the numbers are held against.
    #[must_use]
    pub fn limit(mut self, limit: f64) -> Self {
        self.limit = Some(limit);
        self
    }

    /// The same with the questions that it names.
    #[must_use]
    pub fn naming(mut self, questions: Vec<String>) -> Self {
        self.questions = questions;
        self
    }

    /// The same without what tells of single questions or of how well it went: all that may be said of a final set.
    #[must_use]
    pub fn verdict_alone(self) -> Self {
        let outcome = match self.outcome {
            Outcome::Inconclusive { .. } => Outcome::Inconclusive { more: None },
            other => other,
        };
        Self::new(self.what, outcome, "", "")
    }
}
