//! Where a claim comes from: passages that were needed, or others.

use statistics::{Score, Undefined};

use super::context::NEEDED_NOT_JUDGED;
use super::support;
use crate::judged::{Case, JudgedClaim, Told};
use crate::verdict::Verdict;

/// A claim is supported, but whether by passages that were needed nobody can say.
const NOT_NAMED: Undefined = Undefined("no passage is named that supports a claim");

/// What kind of passages a claim comes from.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Source {
    /// At least one was needed.
    Needed,
    /// None was.
    NotNeeded,
}

/// Where a claim comes from; `None` where no passage supports it.
pub(super) fn source(case: &Case<'_>, claim: &JudgedClaim) -> Result<Option<Source>, Score> {
    if support(claim)? != Verdict::Supported {
        return Ok(None);
    }
    if claim.supported_by.is_empty() {
        return Err(Score::Undefined(NOT_NAMED));
    }
    let mut unknown = None;
    for passage in &claim.supported_by {
        match case.judged.needed.get(passage).copied().unwrap_or(Told::NotAsked).or_score(NEEDED_NOT_JUDGED) {
            Ok(true) => return Ok(Some(Source::Needed)),
            Ok(false) => {}
            Err(score) => unknown = Some(score),
        }
    }
    unknown.map_or(Ok(Some(Source::NotNeeded)), Err)
}
