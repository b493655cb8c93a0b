//! Which documents a question may be answered from: those that the asker may open and that are in force.

use evidence::{Document, Principal, Status};

/// When filters are applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum When {
    /// Before ranking: what is forbidden takes no place.
    #[default]
    Before,
    /// After the first ranks were taken: what is forbidden leaves a gap. A fault that products have, here to be found.
    After,
    /// Never: a fault, here to be found.
    Never,
}

impl When {
    /// Every choice with its name.
    pub const ALL: [(&'static str, Self); 3] = [("before", Self::Before), ("after", Self::After), ("never", Self::Never)];
}

/// Whether a document may be used for this asker on this day (`YYYY-MM-DD`): his tenant and groups, active, in force.
pub fn may_be_used(document: &Document, asker: &Principal, day: &str) -> bool {
    document.may_be_opened_by(asker) && is_in_force(document, day)
}

/// Whether a document is active and `day` lies within its dates: from `effective_from` on, before `expires_at`.
pub fn is_in_force(document: &Document, day: &str) -> bool {
    // ISO dates compare as they are written; of a time, only the day counts.
    let date = |date: &Option<String>| date.as_deref().map(|d| d.get(..10).unwrap_or(d).to_owned());
    document.status == Status::Active
        && date(&document.effective_from).is_none_or(|from| from.as_str() <= day)
        && date(&document.expires_at).is_none_or(|end| day < end.as_str())
}
