//! A small world in which all is well: documents of a firm that makes pumps and dryers, and questions about them.
//!
//! The evidence of each question is a short range with its quote, and the facts of its answer stand in it word for word. A system without a
//! fault answers every question rightly; a test keeps that.

pub mod boards;
mod policies;
pub mod products;
mod questions;

use std::collections::BTreeMap;

use evidence::text::find_quote;
use evidence::{Document, Evidence, Expect, Fact, FactKind, Locator, Origin, Principal, Question};

use crate::random::Random;

pub use policies::THESAURUS;
pub use questions::{AND, bulletin_words};

/// The tenant of all documents but one.
pub const TENANT: &str = "works";

/// The groups of everyone who asks.
pub const GROUPS: [&str; 2] = ["staff", "Field Service"];

/// The day of every run.
pub const DAY: &str = "2026-09-15";

/// What sort of question it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// A sentence answers it that names the product and the matter.
    Plain,
    /// A row of a table does.
    Row,
    /// A sentence that says nothing without the heading above it.
    Under,
    /// Two sentences in two documents, each of its own matter.
    Dual,
    /// Two documents of equal standing disagree, and that is to be said.
    Conflict,
    /// A policy and an old note disagree, and the policy counts.
    Note,
    /// An older revision said otherwise.
    Version,
    /// A rule of the house.
    Policy,
    /// About a board that is known by its initials.
    Board,
    /// Nothing answers it.
    Unanswerable,
}

/// What a question needs: one place.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// The document.
    pub doc: String,
    /// Its revision.
    pub rev: String,
    /// The words that answer, as they stand there.
    pub quote: String,
    /// What is stated then: the vital fact.
    pub fact: String,
    /// The name or identifier that the question has of it.
    pub name: String,
    /// The words of the matter, as the question has them.
    pub matter: String,
}

/// A question with what is known of it beforehand.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// As the question set has it.
    pub question: Question,
    /// Its sort.
    pub sort: Sort,
    /// What it needs; for an unanswerable one, what it is about.
    pub subjects: Vec<Subject>,
    /// The same in other words, none of which stand in the evidence.
    pub paraphrase: Option<String>,
    /// Whether many documents hold the same words but for the name, and this one comes late among them: without the name it is lost.
    pub is_late: bool,
}

/// Documents and questions.
#[derive(Clone, Debug)]
pub struct World {
    /// Every document revision.
    pub documents: Vec<Document>,
    /// Every question, in byte order of the ids.
    pub asked: Vec<Asked>,
}

impl World {
    /// The world of a seed: other numbers, the same words.
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut world = Self { documents: Vec::new(), asked: Vec::new() };
        products::add(&mut world, &mut random);
        policies::add(&mut world, &mut random);
        boards::add(&mut world, &mut random);
        questions::duals(&mut world);
        world.asked.sort_by(|a, b| a.question.id.cmp(&b.question.id));
        world
    }

    /// Adds a document revision in force.
    fn document(&mut self, id: &str, rev: &str, title: &str, text: String) -> &mut Document {
        self.documents.push(document(id, rev, title, text));
        self.documents.last_mut().expect("one was just added")
    }

    /// The leaf that a subject is labelled with.
    fn leaf(&self, subject: &Subject) -> Evidence {
        let document = self.documents.iter().find(|d| d.id == subject.doc && d.rev == subject.rev);
        let found = document.and_then(|d| find_quote(&d.text, &subject.quote, 2).into_iter().next());
        Evidence::Leaf(Locator::Range {
            doc: subject.doc.clone(),
            rev: Some(subject.rev.clone()),
            range: found.unwrap_or_else(|| panic!("{} stands in {}", subject.quote, subject.doc)),
            quote: Some(subject.quote.clone()),
        })
    }

    /// Adds a question whose evidence and vital facts are those of its subjects.
    fn ask(&mut self, id: String, query: String, sort: Sort, subjects: Vec<Subject>) -> &mut Asked {
        let mut question = Question::new(id, query);
        question.principal =
            Some(Principal { tenant: Some(TENANT.to_owned()), groups: GROUPS.iter().map(|g| (*g).to_owned()).collect() });
        question.origin = Some(Origin::Synthetic);
        question.slices = BTreeMap::from([("type".to_owned(), format!("{sort:?}").to_lowercase())]);
        if sort == Sort::Unanswerable {
            (question.answerable, question.expect) = (false, Expect::NoAnswer);
        } else {
            question.evidence = Some(Evidence::All(subjects.iter().map(|subject| self.leaf(subject)).collect()));
            let fact = |(place, subject): (usize, &Subject)| Fact {
                id: format!("f{}", place + 1),
                text: subject.fact.clone(),
                kind: FactKind::Vital,
            };
            question.facts = subjects.iter().enumerate().map(fact).collect();
        }
        self.asked.push(Asked { question, sort, subjects, paraphrase: None, is_late: false });
        self.asked.last_mut().expect("one was just added")
    }
}

/// A document revision in force for everyone of the tenant.
pub fn document(id: &str, rev: &str, title: &str, text: String) -> Document {
    Document {
        title: Some(title.to_owned()),
        tenant: Some(TENANT.to_owned()),
        effective_from: Some("2026-01-01".to_owned()),
        ..Document::new(id, rev, text)
    }
}
