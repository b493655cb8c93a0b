//! Documents, their revisions, and the corpus that holds them.

use std::collections::HashMap;

use crate::question::Principal;
use crate::text::Text;

/// Where a document revision is in its life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// In force.
    #[default]
    Active,
    /// Replaced by a later revision or another document.
    Superseded,
    /// Past its `expires_at`.
    Expired,
    /// Removed; must not be retrieved.
    Deleted,
}

impl Status {
    /// Every status with its name in files.
    pub const ALL: [(&'static str, Self); 4] =
        [("active", Self::Active), ("superseded", Self::Superseded), ("expired", Self::Expired), ("deleted", Self::Deleted)];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// One revision of a document.
#[derive(Clone, Debug)]
pub struct Document {
    /// Stable for the document's whole life.
    pub id: String,
    /// The revision; documents without revisions have the empty one.
    pub rev: String,
    /// A title for people.
    pub title: Option<String>,
    /// The parsed text that source ranges count in.
    pub text: Text,
    /// Who owns it; absent where the product has no tenants.
    pub tenant: Option<String>,
    /// Groups that may open it. Absent: everyone of the tenant. Empty: nobody.
    pub acl: Option<Vec<String>>,
    /// Where the revision is in its life.
    pub status: Status,
    /// ISO 8601 date from which it is in force.
    pub effective_from: Option<String>,
    /// ISO 8601 date from which it no longer is.
    pub expires_at: Option<String>,
    /// `id` or `id@rev` of what replaced it.
    pub superseded_by: Option<String>,
    /// Where it stood before it moved.
    pub moved_from: Option<String>,
    /// The file that the text was parsed from, relative to the corpus file: so that a text can be compared with what it was made of.
    pub source: Option<String>,
}

impl Document {
    /// A revision in force, for everyone, of which nothing else is known.
    pub fn new(id: impl Into<String>, rev: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            rev: rev.into(),
            title: None,
            text: Text::new(text.into()),
            tenant: None,
            acl: None,
            status: Status::Active,
            effective_from: None,
            expires_at: None,
            superseded_by: None,
            moved_from: None,
            source: None,
        }
    }

    /// Whether `principal` may open it: same tenant, and in one of the groups where groups are named.
    ///
    /// A document without a tenant belongs to everyone; a principal without a tenant may open only such documents.
    pub fn may_be_opened_by(&self, principal: &Principal) -> bool {
        let tenant = self.tenant.is_none() || self.tenant == principal.tenant;
        let group = self.acl.as_ref().is_none_or(|acl| acl.iter().any(|g| principal.groups.contains(g)));
        tenant && group
    }

    /// Whether it is active and `day` (`YYYY-MM-DD`) lies within its dates: from `effective_from` on, before `expires_at`.
    pub fn is_in_force(&self, day: &str) -> bool {
        // ISO dates compare as they are written; of a time, only the day counts.
        let from = self.effective_from.as_deref().map(day_of);
        let end = self.expires_at.as_deref().map(day_of);
        self.status == Status::Active && from.is_none_or(|from| from <= day) && end.is_none_or(|end| day < end)
    }

    /// Whether it may be used for this asker on this day: his tenant and groups, active, in force.
    pub fn may_be_used_by(&self, asker: &Principal, day: &str) -> bool {
        self.may_be_opened_by(asker) && self.is_in_force(day)
    }
}

/// Document revisions by id and revision.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    documents: Vec<Document>,
    by_id: HashMap<String, Vec<usize>>,
}

impl Corpus {
    /// Builds the corpus; revisions of one id keep their order. Doubles are kept, so that `lint` can name them.
    pub fn new(documents: Vec<Document>) -> Self {
        let mut by_id: HashMap<String, Vec<usize>> = HashMap::with_capacity(documents.len());
        for (index, document) in documents.iter().enumerate() {
            by_id.entry(document.id.clone()).or_default().push(index);
        }
        Self { documents, by_id }
    }

    /// Every revision, in file order.
    pub fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// Every revision of one document, in file order.
    pub fn revisions(&self, id: &str) -> impl Iterator<Item = &Document> {
        self.by_id.get(id).into_iter().flatten().map(|&i| &self.documents[i])
    }

    /// A revision. Without `rev`: the only active one, else the only one there is.
    pub fn find(&self, id: &str, rev: Option<&str>) -> Option<&Document> {
        match rev {
            Some(rev) => self.revisions(id).find(|d| d.rev == rev),
            None => {
                let mut active = self.revisions(id).filter(|d| d.status == Status::Active);
                match (active.next(), active.next()) {
                    (Some(one), None) => Some(one),
                    (Some(_), Some(_)) => None,
                    (None, _) => {
                        let mut any = self.revisions(id);
                        any.next().filter(|_| any.next().is_none())
                    }
                }
            }
        }
    }
}

fn day_of(date: &str) -> &str {
    date.get(..10).unwrap_or(date)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(status: Status, from: Option<&str>, end: Option<&str>) -> Document {
        Document {
            tenant: Some("acme".into()),
            acl: Some(vec!["hr".into()]),
            status,
            effective_from: from.map(str::to_owned),
            expires_at: end.map(str::to_owned),
            ..Document::new("d", "", "")
        }
    }

    #[test]
    fn in_force_from_its_first_day_to_the_day_before_it_ends() {
        let dated = document(Status::Active, Some("2026-03-01T00:00Z"), Some("2026-04-01"));
        let days = [("2026-02-28", false), ("2026-03-01", true), ("2026-03-31", true), ("2026-04-01", false)];
        for (day, holds) in days {
            assert_eq!(dated.is_in_force(day), holds, "{day}");
        }
        assert!(document(Status::Active, None, None).is_in_force("0000-01-01"));
        for status in [Status::Superseded, Status::Expired, Status::Deleted] {
            assert!(!document(status, None, None).is_in_force("2026-03-01"));
        }
    }

    #[test]
    fn only_for_those_who_may_open_it() {
        let of = |tenant: Option<&str>, groups: &[&str]| Principal {
            tenant: tenant.map(str::to_owned),
            groups: groups.iter().map(|g| (*g).to_owned()).collect(),
        };
        let document = document(Status::Active, None, None);
        assert!(document.may_be_used_by(&of(Some("acme"), &["hr"]), "2026-03-01"));
        for asker in [of(Some("acme"), &[]), of(Some("other"), &["hr"]), of(None, &["hr"])] {
            assert!(!document.may_be_used_by(&asker, "2026-03-01"), "{asker:?}");
        }
    }
}
