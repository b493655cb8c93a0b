//! Documents, their revisions, and the corpus that holds them.

use std::collections::BTreeMap;

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
}

impl Document {
    /// Whether `principal` may open it: same tenant, and in one of the groups where groups are named.
    ///
    /// A document without a tenant belongs to everyone; a principal without a tenant may open only such documents.
    pub fn may_be_opened_by(&self, principal: &Principal) -> bool {
        let tenant = self.tenant.is_none() || self.tenant == principal.tenant;
        let group = self.acl.as_ref().is_none_or(|acl| acl.iter().any(|g| principal.groups.contains(g)));
        tenant && group
    }
}

/// Document revisions by id and revision.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    documents: Vec<Document>,
    by_id: BTreeMap<String, Vec<usize>>,
}

impl Corpus {
    /// Builds the corpus; revisions of one id keep their order. Doubles are kept, so that `lint` can name them.
    pub fn new(documents: Vec<Document>) -> Self {
        let mut by_id: BTreeMap<String, Vec<usize>> = BTreeMap::new();
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
