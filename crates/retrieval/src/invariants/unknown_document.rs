//! The corpus holds a result's document, in that revision. One that it does not hold comes from a stale index: it was taken out, or
//! replaced, and the index still answers with it.

use super::{Finding, Subject};

pub(super) fn look(subject: &Subject<'_>) -> Finding {
    match subject.is_absent() {
        Err(reason) => Finding::NotChecked(reason),
        Ok(false) => Finding::Holds,
        Ok(true) => Finding::Broken(format!("the corpus does not hold document {}", subject.document_in_words())),
    }
}
