//! A result's document is not deleted.

use evidence::Status;

use super::{Finding, Subject};

pub(super) fn look(subject: &Subject<'_>) -> Finding {
    subject.ask(|document| match document.status {
        Status::Deleted => Finding::Broken(format!("document {} has status deleted", subject.document_in_words())),
        Status::Active | Status::Superseded | Status::Expired => Finding::Holds,
    })
}
