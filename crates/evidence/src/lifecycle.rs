//! A corpus that changes: what is done to it step by step, what must and must not be retrievable then, and what it holds meanwhile.
//!
//! What was deleted or replaced is remembered, so that it is recognised where it comes back.

use std::collections::BTreeMap;

use crate::document::{Document, Status};
use crate::question::Principal;

/// What is done to a corpus.
#[derive(Clone, Debug)]
pub enum Action {
    /// A document that is not there yet.
    Add(Document),
    /// A new revision; what was active of the document is superseded. Of a document without revisions the text is replaced.
    Update(Document),
    /// Every revision of a document goes.
    Delete(String),
    /// A document is no longer in force from a day on; from the script's own day where none is named.
    Expire {
        /// The document.
        doc: String,
        /// The day, `YYYY-MM-DD`.
        at: Option<String>,
    },
    /// A document replaces another.
    Supersede {
        /// What is replaced.
        doc: String,
        /// What replaces it.
        by: Successor,
    },
    /// A document stands elsewhere.
    Move {
        /// The document, by the name that it has before.
        doc: String,
        /// Where it stands.
        to: Place,
    },
    /// The day becomes another one, `YYYY-MM-DD`.
    Day(String),
    /// From now on nothing is indexed: for some seconds, or until [`Action::Index`].
    Delay(Option<u32>),
    /// What waits is indexed, and from now on all is at once.
    Index,
    /// Nothing is done.
    Look,
}

/// What replaces a document.
#[derive(Clone, Debug)]
pub enum Successor {
    /// A document that is there.
    There(String),
    /// A document that comes with it.
    New(Box<Document>),
}

/// Where a document stands once it has moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Its place is its id, so that it has a new one.
    Id(String),
    /// It keeps its id, and left this place.
    From(String),
}

impl Action {
    /// Every action by its name in files.
    pub const NAMES: [&'static str; 10] =
        ["add", "update", "delete", "expire", "supersede", "move", "day", "delay", "index", "look"];

    /// The name in files.
    pub fn name(&self) -> &'static str {
        let place = match self {
            Self::Add(_) => 0,
            Self::Update(_) => 1,
            Self::Delete(_) => 2,
            Self::Expire { .. } => 3,
            Self::Supersede { .. } => 4,
            Self::Move { .. } => 5,
            Self::Day(_) => 6,
            Self::Delay(_) => 7,
            Self::Index => 8,
            Self::Look => 9,
        };
        Self::NAMES[place]
    }

    /// The action in words, as in `update fees@2`.
    pub fn words(&self) -> String {
        let name = self.name();
        match self {
            Self::Add(document) | Self::Update(document) => format!("{name} {}", named(&document.id, &document.rev)),
            Self::Delete(doc) | Self::Expire { doc, at: None } => format!("{name} {doc}"),
            Self::Expire { doc, at: Some(day) } => format!("{name} {doc} on {day}"),
            Self::Supersede { doc, by: Successor::There(by) } => format!("{name} {doc} by {by}"),
            Self::Supersede { doc, by: Successor::New(by) } => format!("{name} {doc} by {}", named(&by.id, &by.rev)),
            Self::Move { doc, to: Place::Id(to) } => format!("{name} {doc} to {to}"),
            Self::Move { doc, to: Place::From(from) } => format!("{name} {doc} from {from}"),
            Self::Day(day) => format!("{name} {day}"),
            Self::Delay(Some(seconds)) => format!("{name} {seconds} s"),
            Self::Delay(None) | Self::Index | Self::Look => name.to_owned(),
        }
    }
}

/// `id@rev`, or the id alone where there are no revisions.
pub fn named(id: &str, rev: &str) -> String {
    if rev.is_empty() { id.to_owned() } else { format!("{id}@{rev}") }
}

/// Something to be retrieved, or not: a passage that is all of what is said here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// It is of this document. What must be found is known by every name that the document had.
    pub doc: Option<String>,
    /// It is of this revision of it.
    pub rev: Option<String>,
    /// These words stand in it, apart from white space.
    pub quote: Option<String>,
}

impl Wanted {
    /// In words, as in `fees@2 "35 euros"`.
    pub fn words(&self) -> String {
        let document = self.doc.as_deref().map(|doc| named(doc, self.rev.as_deref().unwrap_or_default()));
        let quote = self.quote.as_deref().map(|quote| format!("\"{quote}\""));
        document.into_iter().chain(quote).collect::<Vec<_>>().join(" ")
    }
}

/// What one asker must and must not retrieve.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expectation {
    /// What is asked.
    pub query: String,
    /// Who asks.
    pub principal: Option<Principal>,
    /// What must be sent to the generator.
    pub must: Vec<Wanted>,
    /// What must not be in any list at or after the filter.
    pub must_not: Vec<Wanted>,
}

/// One step of a script.
#[derive(Clone, Debug)]
pub struct Step {
    /// What is done.
    pub action: Action,
    /// What must hold afterwards.
    pub expect: Vec<Expectation>,
}

/// What a corpus holds in the course of a script.
#[derive(Clone, Debug)]
pub struct State {
    day: String,
    /// What is there, in the order in which it came; an id and a revision stand once.
    current: Vec<Document>,
    /// What was there: deleted, replaced, or under another name.
    past: Vec<Document>,
    /// The next name of each document that got one.
    moved: BTreeMap<String, String>,
}

/// What cannot be done to a corpus, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

impl State {
    /// The state before the first step.
    pub fn new(day: impl Into<String>, documents: Vec<Document>) -> Self {
        Self { day: day.into(), current: documents, past: Vec::new(), moved: BTreeMap::new() }
    }

    /// The day, `YYYY-MM-DD`.
    pub fn day(&self) -> &str {
        &self.day
    }

    /// What is there, superseded and expired revisions too.
    pub fn current(&self) -> &[Document] {
        &self.current
    }

    /// What is there and what was there.
    pub fn known(&self) -> impl Iterator<Item = &Document> + Clone {
        self.current.iter().chain(&self.past)
    }

    /// The name that a document has now.
    pub fn name_now<'n>(&'n self, doc: &'n str) -> &'n str {
        let mut name = doc;
        // A document may come back to a name that it had.
        for _ in 0..=self.moved.len() {
            if self.current.iter().any(|d| d.id == name) {
                return name;
            }
            match self.moved.get(name) {
                Some(next) => name = next,
                None => return name,
            }
        }
        name
    }

    /// Does it. What cannot be done leaves everything as it was.
    pub fn apply(&mut self, action: &Action) -> Result<(), Refused> {
        match action {
            Action::Add(document) => self.add(document)?,
            Action::Update(document) => self.update(document)?,
            Action::Delete(doc) => {
                self.need(doc, "delete")?;
                self.take_out(doc);
            }
            Action::Expire { doc, at } => {
                self.need(doc, "expire")?;
                let at = at.clone().unwrap_or_else(|| self.day.clone());
                for document in self.active(doc) {
                    document.expires_at = Some(at.clone());
                }
            }
            Action::Supersede { doc, by } => {
                self.need(doc, "supersede")?;
                let by = match by {
                    Successor::There(by) if by == doc => return Err(Refused(format!("'{doc}' cannot supersede itself"))),
                    Successor::There(by) => self.need(by, "supersede another").map(|()| by.clone())?,
                    Successor::New(document) => self.add(document).map(|()| named(&document.id, &document.rev))?,
                };
                for document in self.active(doc) {
                    document.status = Status::Superseded;
                    document.superseded_by = Some(by.clone());
                }
            }
            Action::Move { doc, to } => self.move_to(doc, to)?,
            Action::Day(day) => self.day.clone_from(day),
            Action::Delay(_) | Action::Index | Action::Look => {}
        }
        Ok(())
    }

    fn need(&self, doc: &str, what: &str) -> Result<(), Refused> {
        let there = self.current.iter().any(|document| document.id == doc);
        there.then_some(()).ok_or_else(|| Refused(format!("there is no document '{doc}' to {what}")))
    }

    fn active(&mut self, doc: &str) -> impl Iterator<Item = &mut Document> {
        self.current.iter_mut().filter(move |document| document.id == doc && document.status == Status::Active)
    }

    fn add(&mut self, document: &Document) -> Result<(), Refused> {
        if self.current.iter().any(|there| there.id == document.id) {
            return Err(Refused(format!("'{}' is there already: a new revision of it is an update", document.id)));
        }
        self.current.push(document.clone());
        Ok(())
    }

    fn update(&mut self, document: &Document) -> Result<(), Refused> {
        self.need(&document.id, "update")?;
        let same = self.current.iter().position(|there| there.id == document.id && there.rev == document.rev);
        match same {
            Some(_) if !document.rev.is_empty() => {
                return Err(Refused(format!(
                    "{} is there already: an update has a new revision",
                    named(&document.id, &document.rev)
                )));
            }
            // Without revisions the text is replaced.
            Some(place) => {
                let old = std::mem::replace(&mut self.current[place], document.clone());
                self.past.push(Document { status: Status::Superseded, ..old });
            }
            None => {
                let by = named(&document.id, &document.rev);
                for old in self.active(&document.id) {
                    old.status = Status::Superseded;
                    old.superseded_by = Some(by.clone());
                }
                self.current.push(document.clone());
            }
        }
        Ok(())
    }

    fn take_out(&mut self, doc: &str) {
        let (gone, stay) = std::mem::take(&mut self.current).into_iter().partition(|document| document.id == doc);
        self.current = stay;
        let gone: Vec<Document> = gone;
        self.past.extend(gone.into_iter().map(|document| Document { status: Status::Deleted, ..document }));
    }

    fn move_to(&mut self, doc: &str, to: &Place) -> Result<(), Refused> {
        self.need(doc, "move")?;
        match to {
            Place::From(from) => self.active(doc).for_each(|document| document.moved_from = Some(from.clone())),
            Place::Id(to) => {
                if self.current.iter().any(|document| document.id == *to) {
                    return Err(Refused(format!("'{doc}' cannot move to '{to}', where another document stands")));
                }
                let old: Vec<Document> = self.current.iter().filter(|document| document.id == doc).cloned().collect();
                self.past.extend(old.into_iter().map(|document| Document { status: Status::Deleted, ..document }));
                for document in self.current.iter_mut().filter(|document| document.id == doc) {
                    document.id.clone_from(to);
                    document.moved_from = Some(doc.to_owned());
                }
                self.moved.insert(doc.to_owned(), to.clone());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "lifecycle_tests.rs"]
mod tests;
