//! What must hold of every result before anything is measured: it may be shown to who asks, it is in force, and the index is the one
//! that was meant. There is no mean over these: one result that breaks a rule is an incident, whatever the others are.
//!
//! A rule looks at one result and finds that it holds, that it is broken, with the ids that prove it, or that what it needs was not
//! captured. The last is never taken for the first.

mod access;
mod deleted;
mod expired;
mod filtering;
mod index_revision;
mod lists;
mod not_yet_effective;
mod reason;
mod subject;
mod superseded;
mod tally;
mod tenant;
mod unknown_document;

#[cfg(test)]
mod tests;

pub use filtering::{Filtering, Filterings, Worst};
pub use lists::{At, Breach, CHECKED, check};
pub use reason::Reason;
pub use subject::{Subject, asker_in_words};
pub use tally::{Tallies, Tally};

use evidence::{Corpus, Principal};

use crate::grading::Chunking;

/// What must hold of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// It belongs to the asker's tenant, or to no tenant.
    Tenant,
    /// Its access list admits the asker.
    Access,
    /// Its document is not deleted.
    Deleted,
    /// Its document is not expired.
    Expired,
    /// Its document is not superseded.
    Superseded,
    /// Its document is in force already.
    NotYetEffective,
    /// The corpus holds its document, in that revision.
    UnknownDocument,
    /// It comes from the index that was meant.
    IndexRevision,
}

impl Rule {
    /// Every rule with its name, in the order in which they are told.
    pub const ALL: [(&'static str, Self); 8] = [
        ("tenant", Self::Tenant),
        ("access", Self::Access),
        ("deleted", Self::Deleted),
        ("expired", Self::Expired),
        ("superseded", Self::Superseded),
        ("not-yet-effective", Self::NotYetEffective),
        ("unknown-document", Self::UnknownDocument),
        ("index-revision", Self::IndexRevision),
    ];

    /// The rules that single results are held to; the other is one of a whole retrieval.
    pub const OF_RESULTS: [Self; 7] = [
        Self::Tenant,
        Self::Access,
        Self::Deleted,
        Self::Expired,
        Self::Superseded,
        Self::NotYetEffective,
        Self::UnknownDocument,
    ];

    /// What a filter is there to take out.
    pub const OF_FILTERS: [Self; 6] =
        [Self::Tenant, Self::Access, Self::Deleted, Self::Expired, Self::Superseded, Self::NotYetEffective];

    /// The name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// Whether it asks who may open what, which a product without tenants has no answer to.
    pub fn is_of_access(self) -> bool {
        matches!(self, Self::Tenant | Self::Access)
    }

    /// What must hold, in words.
    pub fn about(self) -> &'static str {
        match self {
            Self::Tenant => "belongs to the asker's tenant",
            Self::Access => "may be opened by the asker's groups",
            Self::Deleted => "its document is not deleted",
            Self::Expired => "its document is not expired",
            Self::Superseded => "its document is not superseded",
            Self::NotYetEffective => "its document is in force already",
            Self::UnknownDocument => "the corpus holds its document, in that revision",
            Self::IndexRevision => "comes from the index that is expected",
        }
    }
}

/// What a rule finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It holds.
    Holds,
    /// It is broken; the words name the ids that prove it.
    Broken(String),
    /// Nobody knows.
    NotChecked(Reason),
}

/// What results are held against.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// The documents, or why none are at hand.
    pub corpus: Result<&'a Corpus, Reason>,
    /// All passages of the run's chunking; empty where they were not captured.
    pub chunking: &'a Chunking,
    /// The day of the run, `YYYY-MM-DD`.
    pub day: Option<&'a str>,
    /// What the index should say it is.
    pub index_revision: Option<&'a str>,
    /// Whether the product has tenants and access rules.
    pub has_access: bool,
}

/// Holds one result to one rule. [`Rule::IndexRevision`] is none of single results; it is not checked here.
pub fn look(rule: Rule, subject: &Subject<'_>, asker: Option<&Principal>, day: Option<&str>) -> Finding {
    match rule {
        Rule::Tenant => tenant::look(subject, asker),
        Rule::Access => access::look(subject, asker),
        Rule::Deleted => deleted::look(subject),
        Rule::Expired => expired::look(subject, day),
        Rule::Superseded => superseded::look(subject),
        Rule::NotYetEffective => not_yet_effective::look(subject, day),
        Rule::UnknownDocument => unknown_document::look(subject),
        Rule::IndexRevision => Finding::NotChecked(Reason::RevisionNotCaptured),
    }
}

/// The day of a date or time; `None` where it has not the form of one.
fn day_of(date: &str) -> Option<&str> {
    let day = date.get(..10)?;
    let is_day =
        day.bytes().enumerate().all(|(place, byte)| if place == 4 || place == 7 { byte == b'-' } else { byte.is_ascii_digit() });
    is_day.then_some(day)
}
