//! A result's access list admits the asker.

use evidence::Principal;

use super::subject::listed;
use super::{Finding, Reason, Subject};

/// Without a list everyone of the tenant may open it; an empty one admits nobody, whoever asks.
pub(super) fn look(subject: &Subject<'_>, asker: Option<&Principal>) -> Finding {
    subject.ask(|document| {
        let named = || subject.document_in_words();
        match (document.acl.as_deref(), asker) {
            (None, _) => Finding::Holds,
            (Some([]), _) => Finding::Broken(format!("document {} may be opened by nobody", named())),
            (Some(_), None) => Finding::NotChecked(Reason::NoAsker),
            (Some(groups), Some(asker)) if groups.iter().any(|group| asker.groups.contains(group)) => Finding::Holds,
            (Some(groups), Some(asker)) => {
                let own = if asker.groups.is_empty() { "none".to_owned() } else { listed(&asker.groups) };
                Finding::Broken(format!("document {} is for groups {}, the asker's are {own}", named(), listed(groups)))
            }
        }
    })
}
