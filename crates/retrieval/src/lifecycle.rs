//! What came back, held against what must and must not be retrievable after a change of the corpus; each with the proof.
//!
//! What must be there must be in what was sent. What must not be there must stand in no list at or after the filter: candidates before
//! a later filter are no leak. What cannot be told from what a system captured is unknown, and not held.

use std::cell::RefCell;
use std::collections::HashMap;

use evidence::lifecycle::{Expectation, State, Wanted};
use evidence::{Document, Principal, Status};

use crate::record::{Item, Stage};

/// What is asserted of one retrieval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// This is retrieved.
    Must(Wanted),
    /// This is not.
    MustNot(Wanted),
    /// Nothing is that the asker may not use on this day.
    Usable,
    /// The index says that it is of this revision.
    Revision(String),
}

/// How a claim came out.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It holds; where it is found, for what must be.
    Holds(Option<Found>),
    /// What must be there is not.
    Missing {
        /// Where it stood in an earlier list.
        lost: Option<Found>,
        /// Candidates that the asker may not use, and which took places.
        displaced_by: Vec<Found>,
    },
    /// What must not be there is.
    Present(Vec<Found>),
    /// The index says that it is of this revision, which is another one.
    Stale(String),
    /// It cannot be told, and why.
    Unknown(String),
}

/// A passage that was found, with all that is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The last list that it stands in.
    pub stage: Stage,
    /// Its rank there, from 1.
    pub rank: usize,
    /// The passage.
    pub passage: String,
    /// Its document, as `id` or `id@rev`, where that is known.
    pub document: Option<String>,
    /// Why it must not be used; `None` where it may be.
    pub why: Option<Why>,
}

/// Why a document must not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// It belongs to another tenant.
    Tenant,
    /// The asker is in none of its groups.
    Groups,
    /// It was deleted, or stands elsewhere now.
    Deleted,
    /// Something newer replaced it.
    Superseded,
    /// It is no longer in force.
    Expired,
    /// It is not yet in force.
    NotYet,
}

impl Why {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Tenant => "of another tenant",
            Self::Groups => "not for the asker's groups",
            Self::Deleted => "deleted",
            Self::Superseded => "superseded",
            Self::Expired => "expired",
            Self::NotYet => "not yet in force",
        }
    }

    /// Whether no delay excuses it: what was never the asker's is never shown for a moment.
    pub fn is_leak(self) -> bool {
        matches!(self, Self::Tenant | Self::Groups)
    }

    /// Why an asker must not use a document on a day; `None` where he may.
    pub fn of(document: &Document, asker: &Principal, day: &str) -> Option<Self> {
        if document.tenant.is_some() && document.tenant != asker.tenant {
            return Some(Self::Tenant);
        }
        if !document.may_be_opened_by(asker) {
            return Some(Self::Groups);
        }
        match document.status {
            Status::Deleted => return Some(Self::Deleted),
            Status::Superseded => return Some(Self::Superseded),
            Status::Expired => return Some(Self::Expired),
            Status::Active => {}
        }
        if document.is_in_force(day) {
            return None;
        }
        let from = Document { expires_at: None, ..document.clone() };
        Some(if from.is_in_force(day) { Self::Expired } else { Self::NotYet })
    }
}

/// What follows from what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Held,
    /// It does not.
    Broken,
    /// It waits for indexing, as the script says.
    Pending,
    /// It cannot be told.
    Unchecked,
}

impl Verdict {
    /// Every verdict with its name.
    pub const ALL: [(&'static str, Self); 4] =
        [("held", Self::Held), ("broken", Self::Broken), ("pending", Self::Pending), ("not checked", Self::Unchecked)];

    /// The name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// A claim about what was retrieved, and how it came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Assertion {
    /// What is asserted.
    pub claim: Claim,
    /// What was found.
    pub outcome: Outcome,
    /// What follows from it.
    pub verdict: Verdict,
}

impl Assertion {
    /// Whether something was shown that was never the asker's.
    pub fn is_leak(&self) -> bool {
        matches!(&self.outcome, Outcome::Present(found) if found.iter().any(|f| f.why.is_some_and(Why::is_leak)))
    }
}

/// What one asker found after a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// What was expected.
    pub expected: Expectation,
    /// How it came out; or why the question could not be asked.
    pub assertions: Result<Vec<Assertion>, String>,
    /// What the index said it was.
    pub index_revision: Option<String>,
}

impl Asked {
    /// The assertions; none where the question could not be asked.
    pub fn assertions(&self) -> &[Assertion] {
        self.assertions.as_deref().unwrap_or_default()
    }
}

/// Holds one retrieval against what is expected of it. `stages` are the lists that were captured, the context among them.
pub fn check(expected: &Expectation, state: &State, stages: &[(Stage, Vec<Item>)]) -> Vec<(Claim, Outcome)> {
    let nobody = Principal::default();
    let looked = Looked { state, asker: expected.principal.as_ref().unwrap_or(&nobody), stages, told: RefCell::default() };
    let must = expected.must.iter().map(|wanted| (Claim::Must(wanted.clone()), looked.must(wanted)));
    let must_not = expected.must_not.iter().map(|wanted| (Claim::MustNot(wanted.clone()), looked.must_not(wanted)));
    must.chain(must_not).chain([(Claim::Usable, looked.usable())]).collect()
}

struct Looked<'a> {
    state: &'a State,
    asker: &'a Principal,
    stages: &'a [(Stage, Vec<Item>)],
    /// The documents of each passage, which every claim asks for again.
    told: RefCell<HashMap<*const Item, Option<Vec<&'a Document>>>>,
}

/// Whether a passage is what is looked for.
#[derive(Clone, Copy, PartialEq)]
enum Is {
    Yes,
    No,
    /// It may be this or something else.
    Maybe,
}

impl<'a> Looked<'a> {
    /// The list that reached the generator, or what stands for it.
    fn last(&self) -> Option<(Stage, &'a [Item])> {
        let of = |stage: Stage| self.stages.iter().find(|(s, _)| *s == stage);
        let order = [Stage::Context, Stage::Packed].into_iter().chain(Stage::RANKED);
        order.into_iter().find_map(of).map(|(stage, list)| (*stage, list.as_slice()))
    }

    /// The lists in which nothing forbidden may stand, the last first.
    fn filtered(&self) -> Vec<(Stage, &'a [Item])> {
        let mut lists: Vec<(Stage, &[Item])> =
            self.stages.iter().filter(|(stage, _)| *stage >= Stage::Filtered).map(|(s, list)| (*s, list.as_slice())).collect();
        lists.sort_by_key(|(stage, _)| std::cmp::Reverse(*stage));
        if lists.is_empty() { self.last().into_iter().collect() } else { lists }
    }

    /// The documents that a passage may be of, as far as it and its text say. `None` where nothing can be told.
    fn documents(&self, item: &Item) -> Option<Vec<&'a Document>> {
        self.told.borrow_mut().entry(std::ptr::from_ref(item)).or_insert_with(|| self.recognised(item)).clone()
    }

    fn recognised(&self, item: &Item) -> Option<Vec<&'a Document>> {
        let known = self.state.known();
        let same = |document: &&Document| {
            let id = item.doc.as_ref().unwrap_or(&item.id);
            document.id == *id && item.rev.as_ref().is_none_or(|rev| document.rev == *rev)
        };
        let named: Vec<&Document> = known.clone().filter(same).collect();
        let Some(text) = item.text.as_deref().map(letters).filter(|text| !text.is_empty()) else {
            return (item.doc.is_some() || !named.is_empty()).then_some(named);
        };
        let holds = |document: &&Document| letters(document.text.as_str()).contains(&text);
        if item.doc.is_some() || !named.is_empty() {
            let holding: Vec<&Document> = named.iter().copied().filter(holds).collect();
            // A system may put a title before each passage: then the text says nothing.
            return Some(if holding.is_empty() { named } else { holding });
        }
        Some(known.filter(holds).collect())
    }

    fn is(&self, item: &Item, wanted: &Wanted, doc: Option<&str>) -> Is {
        let mut is = Is::Yes;
        if let Some(doc) = doc {
            let of = |d: &&&Document| d.id == doc && wanted.rev.as_ref().is_none_or(|rev| d.rev == *rev);
            is = match self.documents(item) {
                None => Is::Maybe,
                Some(documents) if documents.is_empty() && item.doc.as_deref() == Some(doc) => {
                    // A document that the script does not know: only a revision that is not told is open.
                    match (&wanted.rev, &item.rev) {
                        (Some(wanted), Some(rev)) if wanted != rev => Is::No,
                        (Some(_), None) => Is::Maybe,
                        _ => Is::Yes,
                    }
                }
                Some(documents) => match documents.iter().filter(of).count() {
                    0 => Is::No,
                    n if n == documents.len() => Is::Yes,
                    _ => Is::Maybe,
                },
            };
        }
        if let Some(quote) = wanted.quote.as_deref().filter(|_| is != Is::No) {
            match item.text.as_deref() {
                None => is = Is::Maybe,
                Some(text) if letters(text).contains(&letters(quote)) => {}
                Some(_) => is = Is::No,
            }
        }
        is
    }

    fn found(&self, stage: Stage, place: usize, item: &Item) -> Found {
        let documents = self.documents(item).unwrap_or_default();
        let (document, why) = match self.forbidden(&documents) {
            Some((document, why)) => (Some(document), Some(why)),
            None => (documents.first().copied(), None),
        };
        let known = document.map(|d| evidence::lifecycle::named(&d.id, &d.rev));
        let told = || item.doc.as_deref().map(|doc| evidence::lifecycle::named(doc, item.rev.as_deref().unwrap_or_default()));
        Found { stage, rank: place + 1, passage: item.id.clone(), document: known.or_else(told), why }
    }

    /// Why none of these may be used, by the mildest reason: what cannot be told apart is not held against anyone.
    fn forbidden(&self, documents: &[&'a Document]) -> Option<(&'a Document, Why)> {
        let mut worst = None;
        for document in documents {
            let why = Why::of(document, self.asker, self.state.day())?;
            if worst.is_none_or(|(_, known)| why > known) {
                worst = Some((*document, why));
            }
        }
        worst
    }

    fn must(&self, wanted: &Wanted) -> Outcome {
        let Some((stage, list)) = self.last() else { return Outcome::Unknown("no list was captured".into()) };
        let doc = wanted.doc.as_deref().map(|doc| self.state.name_now(doc));
        let all: Vec<Is> = list.iter().map(|item| self.is(item, wanted, doc)).collect();
        if let Some(place) = all.iter().position(|is| *is == Is::Yes) {
            return Outcome::Holds(Some(self.found(stage, place, &list[place])));
        }
        let open = all.iter().filter(|is| **is == Is::Maybe).count();
        if open > 0 {
            return Outcome::Unknown(format!(
                "{open} of the passages found may be it, but do not say so (document, revision or text)"
            ));
        }
        let mut earlier: Vec<_> = self.stages.iter().filter(|(s, _)| *s < stage).collect();
        earlier.sort_by_key(|(s, _)| std::cmp::Reverse(*s));
        let lost = earlier.iter().find_map(|(stage, list)| {
            let place = list.iter().position(|item| self.is(item, wanted, doc) == Is::Yes)?;
            Some(self.found(*stage, place, &list[place]))
        });
        let candidates = self.stages.iter().find(|(s, _)| *s == Stage::Candidates).map(|(_, list)| list.as_slice());
        let all = candidates.unwrap_or_default().iter().enumerate();
        let forbidden = all.map(|(n, item)| self.found(Stage::Candidates, n, item)).filter(|found| found.why.is_some());
        Outcome::Missing { lost, displaced_by: forbidden.collect() }
    }

    /// The passages of the filtered lists that a test names, each once, where it stands last.
    fn each(&self, mut test: impl FnMut(&Item) -> bool) -> Vec<Found> {
        let mut found: Vec<Found> = Vec::new();
        for (stage, list) in self.filtered() {
            for (place, item) in list.iter().enumerate() {
                if test(item) && found.iter().all(|known| known.passage != item.id) {
                    found.push(self.found(stage, place, item));
                }
            }
        }
        found
    }

    fn must_not(&self, wanted: &Wanted) -> Outcome {
        let lists = self.filtered();
        if lists.is_empty() {
            return Outcome::Unknown("no list was captured".into());
        }
        let present = self.each(|item| self.is(item, wanted, wanted.doc.as_deref()) == Is::Yes);
        if !present.is_empty() {
            return Outcome::Present(present);
        }
        // A passage that may be another one as well is excused where one of those may be used.
        let open = |item: &&Item| {
            self.is(item, wanted, wanted.doc.as_deref()) == Is::Maybe
                && self.documents(item).is_none_or(|documents| documents.is_empty() || self.forbidden(&documents).is_some())
        };
        let open = self.last().map_or(0, |(_, list)| list.iter().filter(open).count());
        match open {
            0 => Outcome::Holds(None),
            n => Outcome::Unknown(format!("{n} of the passages found may be it, but do not say so (document, revision or text)")),
        }
    }

    fn usable(&self) -> Outcome {
        let Some((_, list)) = self.last() else { return Outcome::Unknown("no list was captured".into()) };
        let present = self.each(|item| self.documents(item).is_some_and(|documents| self.forbidden(&documents).is_some()));
        if !present.is_empty() {
            return Outcome::Present(present);
        }
        match list.iter().filter(|item| self.documents(item).is_none()).count() {
            0 => Outcome::Holds(None),
            n => Outcome::Unknown(format!("{n} of the passages found say neither document nor text")),
        }
    }
}

/// A text without its white space.
fn letters(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

#[cfg(test)]
#[path = "lifecycle_tests.rs"]
mod tests;
