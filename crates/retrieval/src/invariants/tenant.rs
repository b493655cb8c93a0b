//! A result belongs to the asker's tenant, or to no tenant.

use evidence::Principal;

use super::{Finding, Reason, Subject};

/// Both what the result says of itself and what its document says must hold: of two tenants one is another's.
pub(super) fn look(subject: &Subject<'_>, asker: Option<&Principal>) -> Finding {
    let of = |owner: &str, says: &str| match asker {
        None => Finding::NotChecked(Reason::NoAsker),
        Some(asker) if asker.tenant.as_deref() == Some(owner) => Finding::Holds,
        Some(asker) => {
            let tenant = asker.tenant.as_ref().map_or_else(|| "of no tenant".to_owned(), |tenant| format!("of '{tenant}'"));
            Finding::Broken(format!("{says} is of tenant '{owner}', the asker {tenant}"))
        }
    };
    let stated = subject.item.tenant.as_deref().map(|owner| of(owner, &format!("the result '{}'", subject.item.id)));
    if let Some(Finding::Broken(_)) = stated {
        return stated.unwrap_or(Finding::Holds);
    }
    let known = subject.ask(|document| match &document.tenant {
        None => Finding::Holds,
        Some(owner) => of(owner, &format!("document {}", subject.document_in_words())),
    });
    match (known, stated) {
        // What was captured of the result answers where nobody knows its document.
        (Finding::NotChecked(_), Some(stated)) => stated,
        (known, _) => known,
    }
}
