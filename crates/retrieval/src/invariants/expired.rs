//! A result's document is not expired, by its status or by its date on the day of the run.

use evidence::Status;

use super::{Finding, Reason, Subject, day_of};

pub(super) fn look(subject: &Subject<'_>, day: Option<&str>) -> Finding {
    subject.ask(|document| {
        let named = || subject.document_in_words();
        if document.status == Status::Expired {
            return Finding::Broken(format!("document {} has status expired", named()));
        }
        let Some(date) = document.expires_at.as_deref() else { return Finding::Holds };
        match (day_of(date), day) {
            (_, None) => Finding::NotChecked(Reason::NoDay),
            (None, Some(_)) => Finding::NotChecked(Reason::BadDate),
            (Some(end), Some(day)) if end <= day => {
                Finding::Broken(format!("document {} expired on {end}, and the run's day is {day}", named()))
            }
            (Some(_), Some(_)) => Finding::Holds,
        }
    })
}
