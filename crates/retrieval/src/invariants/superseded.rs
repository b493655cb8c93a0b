//! A result's document is not superseded: of two versions only the active one may come back.

use evidence::Status;

use super::{Finding, Subject};

pub(super) fn look(subject: &Subject<'_>) -> Finding {
    subject.ask(|document| match document.status {
        Status::Superseded => {
            let by = document.superseded_by.as_ref().map(|by| format!(", by '{by}'")).unwrap_or_default();
            Finding::Broken(format!("document {} has status superseded{by}", subject.document_in_words()))
        }
        Status::Active | Status::Expired | Status::Deleted => Finding::Holds,
    })
}
