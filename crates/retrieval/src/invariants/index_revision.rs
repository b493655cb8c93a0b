//! A retrieval comes from the index that is expected.

use super::{Finding, Reason};

/// One call's index revision, `by` naming the call where there were several.
pub(super) fn look(captured: Option<&str>, expected: Option<&str>, by: &str) -> Finding {
    match (captured, expected) {
        (_, None) => Finding::NotChecked(Reason::NothingExpected),
        (None, Some(_)) => Finding::NotChecked(Reason::RevisionNotCaptured),
        (Some(captured), Some(expected)) if captured == expected => Finding::Holds,
        (Some(captured), Some(expected)) => {
            Finding::Broken(format!("the index{by} says that it is '{captured}', and '{expected}' is expected"))
        }
    }
}
