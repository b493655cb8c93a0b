//! A project that is to be written: documents, questions, how the system is set, and what is planted in it.

use std::collections::{BTreeMap, BTreeSet};

use documents::Chunking;
use evidence::{Document, Evidence, SourceRange, text::Text};
use systems::packing::Policy;

use crate::cause::Cause;
use crate::pipeline::sections;
use crate::slips::Slip;
use crate::world::{Asked, Subject, World};

/// A document and its revision.
pub type Key = (String, String);

/// How the system is set.
#[derive(Clone, Debug)]
pub struct Setup {
    /// What was indexed, with the status, dates and groups that its filter goes by.
    pub indexed: Vec<Document>,
    /// Whether the index was last brought up to date with another corpus than the present one.
    pub is_stale: bool,
    /// How documents are cut.
    pub chunking: Chunking,
    /// Where they are cut besides.
    pub cuts: Vec<(Key, usize)>,
    /// What is lost between passages.
    pub lost: Vec<(Key, SourceRange)>,
    /// Documents of a shard of the index that does not answer.
    pub silent: BTreeSet<String>,
    /// Words of a question, and what a rewriter puts for them.
    pub rewriting: Vec<(String, String)>,
    /// How many candidates are retrieved.
    pub candidates: usize,
    /// How the list is ranked anew.
    pub reranking: Option<Reranking>,
    /// The most passages that are sent.
    pub passages: u32,
    /// The most tokens that are sent.
    pub tokens: u32,
    /// What follows a passage that does not fit.
    pub policy: Policy,
    /// What the answerer does wrong, by question.
    pub slips: Vec<(String, Slip)>,
}

/// A reranker that likes some documents and dislikes others.
#[derive(Clone, Debug, Default)]
pub struct Reranking {
    /// Documents whose passages go up.
    pub liked: BTreeSet<String>,
    /// Documents whose passages go down.
    pub disliked: BTreeSet<String>,
    /// How many of the list it is shown.
    pub top: usize,
}

/// What was planted in a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plant {
    /// The question.
    pub question: String,
    /// What was planted, in the order of causes; the first owns the failure.
    pub causes: Vec<Cause>,
    /// In which way.
    pub shape: String,
}

/// A project that is to be written.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The directory's name.
    pub name: String,
    /// The corpus.
    pub documents: Vec<Document>,
    /// Files that texts were parsed from, by their paths.
    pub sources: BTreeMap<String, String>,
    /// The questions.
    pub asked: Vec<Asked>,
    /// The system.
    pub setup: Setup,
    /// What is planted.
    pub plants: Vec<Plant>,
}

impl Variant {
    /// The world as it is, with some of its questions.
    pub fn new(name: String, world: &World, asked: Vec<Asked>) -> Self {
        let setup = Setup {
            indexed: world.documents.clone(),
            is_stale: false,
            chunking: sections(),
            cuts: Vec::new(),
            lost: Vec::new(),
            silent: BTreeSet::new(),
            rewriting: Vec::new(),
            candidates: 24,
            reranking: None,
            passages: 6,
            tokens: 1500,
            policy: Policy::Stop,
            slips: Vec::new(),
        };
        let (documents, sources, plants) = (world.documents.clone(), BTreeMap::new(), Vec::new());
        Self { name, documents, sources, asked, setup, plants }
    }

    /// Changes a document in the corpus.
    pub fn in_corpus(&mut self, key: &Key, change: impl Fn(&mut Document)) {
        self.documents.iter_mut().filter(|d| d.id == key.0 && d.rev == key.1).for_each(change);
    }

    /// Changes a document as the system has it.
    pub fn in_index(&mut self, key: &Key, change: impl Fn(&mut Document)) {
        self.setup.indexed.iter_mut().filter(|d| d.id == key.0 && d.rev == key.1).for_each(change);
    }

    /// Changes a document, in the corpus and in the index that follows it.
    pub fn in_both(&mut self, key: &Key, change: impl Fn(&mut Document)) {
        self.in_corpus(key, &change);
        self.in_index(key, &change);
    }

    /// Changes a document's text, in both.
    pub fn rewrite(&mut self, key: &Key, change: impl Fn(&str) -> String) {
        self.in_both(key, |document| document.text = Text::new(change(document.text.as_str())));
    }

    /// Adds a document, to both.
    pub fn add(&mut self, document: Document) {
        self.documents.push(document.clone());
        self.setup.indexed.push(document);
    }

    /// Takes a document out of both.
    pub fn take_out(&mut self, key: &Key) {
        self.documents.retain(|d| d.id != key.0 || d.rev != key.1);
        self.not_indexed(key);
    }

    /// Takes a document out of the index.
    pub fn not_indexed(&mut self, key: &Key) {
        self.setup.indexed.retain(|d| d.id != key.0 || d.rev != key.1);
    }

    /// A document of the corpus.
    pub fn document(&self, key: &Key) -> &Document {
        self.documents.iter().find(|d| d.id == key.0 && d.rev == key.1).expect("the document is in the corpus")
    }

    /// Adds a slip with a question.
    pub fn slip(&mut self, question: &str, slip: Slip) {
        self.setup.slips.push((question.to_owned(), slip));
    }

    /// The reranker; there is one afterwards.
    pub fn reranker(&mut self) -> &mut Reranking {
        let top = self.setup.candidates;
        self.setup.reranking.get_or_insert_with(|| Reranking { top, ..Reranking::default() })
    }

    /// A question by its id.
    pub fn asked(&mut self, id: &str) -> &mut Asked {
        self.asked.iter_mut().find(|asked| asked.question.id == id).expect("the question is asked")
    }

    /// Labels the evidence of a question's subject with something else.
    pub fn relabel(&mut self, id: &str, place: usize, leaf: Evidence) {
        if let Some(Evidence::All(groups)) = &mut self.asked(id).question.evidence {
            groups[place] = leaf;
        }
    }
}

impl Subject {
    /// Its document.
    pub fn key(&self) -> Key {
        (self.doc.clone(), self.rev.clone())
    }
}
