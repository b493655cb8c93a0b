//! A result's document is in force already on the day of the run.

use super::{Finding, Reason, Subject, day_of};

pub(super) fn look(subject: &Subject<'_>, day: Option<&str>) -> Finding {
    subject.ask(|document| {
        let Some(date) = document.effective_from.as_deref() else { return Finding::Holds };
        match (day_of(date), day) {
            (_, None) => Finding::NotChecked(Reason::NoDay),
            (None, Some(_)) => Finding::NotChecked(Reason::BadDate),
            (Some(from), Some(day)) if day < from => Finding::Broken(format!(
                "document {} is in force from {from}, and the run's day is {day}",
                subject.document_in_words()
            )),
            (Some(_), Some(_)) => Finding::Holds,
        }
    })
}
