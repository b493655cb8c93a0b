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
    let from = document.effective_from.as_deref().map(day_of);
    let end = document.expires_at.as_deref().map(day_of);
    document.status == Status::Active && from.is_none_or(|from| from <= day) && end.is_none_or(|end| day < end)
}

fn day_of(date: &str) -> &str {
    date.get(..10).unwrap_or(date)
}

#[cfg(test)]
mod tests {
    use super::*;
    use evidence::text::Text;

    fn document(status: Status, from: Option<&str>, end: Option<&str>) -> Document {
        Document {
            id: "d".into(),
            rev: String::new(),
            title: None,
            text: Text::new(String::new()),
            tenant: Some("acme".into()),
            acl: Some(vec!["hr".into()]),
            status,
            effective_from: from.map(str::to_owned),
            expires_at: end.map(str::to_owned),
            superseded_by: None,
            moved_from: None,
        }
    }

    #[test]
    fn in_force_from_its_first_day_to_the_day_before_it_ends() {
        let dated = document(Status::Active, Some("2026-03-01T00:00Z"), Some("2026-04-01"));
        let days = [("2026-02-28", false), ("2026-03-01", true), ("2026-03-31", true), ("2026-04-01", false)];
        for (day, holds) in days {
            assert_eq!(is_in_force(&dated, day), holds, "{day}");
        }
        assert!(is_in_force(&document(Status::Active, None, None), "0000-01-01"));
        for status in [Status::Superseded, Status::Expired, Status::Deleted] {
            assert!(!is_in_force(&document(status, None, None), "2026-03-01"));
        }
    }

    #[test]
    fn only_for_those_who_may_open_it() {
        let of = |tenant: Option<&str>, groups: &[&str]| Principal {
            tenant: tenant.map(str::to_owned),
            groups: groups.iter().map(|g| (*g).to_owned()).collect(),
        };
        let document = document(Status::Active, None, None);
        assert!(may_be_used(&document, &of(Some("acme"), &["hr"]), "2026-03-01"));
        for asker in [of(Some("acme"), &[]), of(Some("other"), &["hr"]), of(None, &["hr"])] {
            assert!(!may_be_used(&document, &asker, "2026-03-01"), "{asker:?}");
        }
    }
}
