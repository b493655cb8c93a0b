//! What the context is worth: the same questions with the retrieved context and with none.
//!
//! "Not significantly lower without context" is the wrong test: few questions make everything insignificant. The gain is held against a
//! margin that is fixed beforehand, with three outcomes.

use statistics::{Kind, Level, Score, Summary, summarise};

use super::{Asked, Difference, Paired, hit};

/// The margin where nobody states one.
pub const MARGIN: f64 = 0.10;

/// What the context is worth, against the margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// The lower bound of the gain is above the margin.
    Helps,
    /// The upper bound is below the margin: the model answers as well without.
    Memorised,
    /// The bounds lie on both sides, or there are none.
    Inconclusive,
}

impl Worth {
    /// Every outcome with its name in files.
    pub const ALL: [(&'static str, Self); 3] =
        [("context-helps", Self::Helps), ("memorised", Self::Memorised), ("inconclusive", Self::Inconclusive)];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// Normal against no-context.
#[derive(Clone, Debug, PartialEq)]
pub struct ContextGain {
    /// Right with the retrieved context (A) and without any (B), question by question.
    pub paired: Paired,
    /// normal − no-context.
    pub gain: Difference,
    /// P(right) without any context.
    pub without: Summary,
    /// The margin.
    pub margin: f64,
    /// The outcome.
    pub worth: Worth,
    /// Questions answered right without any context: retrieval cannot be told by them.
    pub memorised: Vec<String>,
    /// Right without context, wrong with the retrieved one: harmed by context.
    pub harmed: Vec<String>,
    /// Their share.
    pub harm: Summary,
}

/// What the context gains. Questions that the run lacks in no-context mode are left out.
pub fn context_gain(asked: &[&Asked], margin: f64) -> ContextGain {
    let pairs: Vec<(&Asked, Score)> = asked.iter().filter_map(|one| Some((*one, one.no_context?))).collect();
    let paired = Paired::of(pairs.iter().map(|(one, without)| (one.normal, *without)));
    let gain = Difference::of(paired.table);
    let worth = match gain.bounds {
        Ok(bounds) if bounds.lo > margin => Worth::Helps,
        Ok(bounds) if bounds.hi < margin => Worth::Memorised,
        _ => Worth::Inconclusive,
    };
    let ids = |holds: &dyn Fn(&Asked, bool) -> bool| -> Vec<String> {
        let mine = pairs.iter().filter(|(one, without)| hit(*without).is_some_and(|without| holds(one, without)));
        mine.map(|(one, _)| one.question.clone()).collect()
    };
    let is_harmed = |one: &Asked, without: bool| without && hit(one.normal) == Some(false);
    let harm: Vec<Score> = pairs
        .iter()
        .filter_map(|(one, without)| {
            hit(one.normal)?;
            Some(Score::Value(f64::from(u8::from(is_harmed(one, hit(*without)?)))))
        })
        .collect();
    let mut harm = summarise(&harm, Kind::Proportion, None, Level::NINETY_FIVE);
    (harm.failed, harm.undefined) = (paired.failed, paired.undefined.clone());
    let without: Vec<Score> = pairs.iter().map(|(_, without)| *without).collect();
    ContextGain {
        gain,
        without: summarise(&without, Kind::Proportion, None, Level::NINETY_FIVE),
        margin,
        worth,
        memorised: ids(&|_, without| without),
        harmed: ids(&is_harmed),
        harm,
        paired,
    }
}
