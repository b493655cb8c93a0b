//! What a measure looks at: one question's lists, with what is known about them.

use evidence::Evidence;
use statistics::Undefined;

use crate::arrival::Arrival;
use crate::budget::{Budget, passages_that_fit};
use crate::judged::Judged;

/// One ranked list of a question.
#[derive(Clone, Copy, Debug)]
pub struct List<'a> {
    /// Ranks and grades; or why grades are not known.
    pub judged: Result<Judged<'a>, Undefined>,
    /// How many passages are in it.
    pub length: usize,
    /// The tokens of each passage, in rank order; or why they are not known.
    pub tokens: Result<&'a [u64], Undefined>,
    /// Which evidence arrives where; `None` where the question has no evidence tree (a TREC run).
    pub arrival: Option<&'a Arrival<'a>>,
}

/// One question as a measure sees it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The ranked list that budgets cut.
    pub ranked: Result<List<'a>, Undefined>,
    /// What the pipeline really sent.
    pub context: Result<List<'a>, Undefined>,
    /// What the question requires.
    pub evidence: Option<&'a Evidence>,
    /// The least grade that counts as relevant where the measure's name does not say.
    pub rel: i32,
    /// How a recall level becomes a number of passages.
    pub levels: RecallLevels,
}

/// How many relevant passages reach a recall level that falls between two: trec_eval changed its mind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecallLevels {
    /// The nearest number, as in trec_eval 10.
    #[default]
    Nearest,
    /// Rounded up from a tenth on, as in trec_eval 9.
    Up,
}

impl RecallLevels {
    /// How many of `relevant` passages reach `level`.
    pub fn passages(self, level: f64, relevant: usize) -> usize {
        let nudge = match self {
            Self::Nearest => 0.5,
            Self::Up => 0.9,
        };
        (level * relevant as f64 + nudge) as usize
    }
}

/// A list with the number of passages that lie inside the budget.
#[derive(Clone, Copy, Debug)]
pub struct Inside<'a> {
    /// The list.
    pub list: &'a List<'a>,
    /// How many of its passages count.
    pub passages: usize,
    /// The k of a budget in passages; `None` for other budgets and for none.
    pub k: Option<u32>,
}

/// Tokens were neither captured nor could be counted.
pub const NO_TOKENS: Undefined = Undefined("token counts were not captured and could not be counted");
/// The stage's list was not captured.
pub const NOT_CAPTURED: Undefined = Undefined("the list was not captured");
/// The context was not captured.
pub const NO_CONTEXT: Undefined = Undefined("the context was not captured");
/// A passage list of the run's own chunking is needed to know every relevant passage.
pub const NOT_ALL_KNOWN: Undefined = Undefined("the run's passages were not captured, so relevant ones are not all known");
/// The question has no evidence tree.
pub const NO_EVIDENCE: Undefined = Undefined("no evidence is labelled: use a no-answer test for zero required passages");
/// No passage is known to be relevant.
pub const NO_RELEVANT: Undefined = Undefined("no relevant passage is known: use a no-answer test for zero required passages");
/// Passages are graded above zero, but none as high as relevance asks.
pub const NONE_REACHES: Undefined = Undefined("no grade is as high as relevance asks here: the passages known have lower grades");
/// A document's tokens are no one's budget: passages are what fills it.
pub const NO_DOCUMENT_TOKENS: Undefined = Undefined("tokens are counted for passages, and this is the level of documents");

impl View<'_> {
    /// Applies a budget. Without one, the whole ranked list counts.
    pub fn inside(&self, budget: Option<Budget>) -> Result<Inside<'_>, Undefined> {
        if budget == Some(Budget::Context) {
            let list = self.context.as_ref().map_err(|reason| *reason)?;
            return Ok(Inside { list, passages: list.length, k: None });
        }
        let list = self.ranked.as_ref().map_err(|reason| *reason)?;
        Ok(match budget {
            Some(Budget::Passages(k)) => Inside { list, passages: list.length.min(k.get() as usize), k: Some(k.get()) },
            Some(Budget::Tokens(tokens)) => {
                let fit = passages_that_fit(list.tokens?, tokens);
                Inside { list, passages: fit, k: None }
            }
            _ => Inside { list, passages: list.length, k: None },
        })
    }
}
