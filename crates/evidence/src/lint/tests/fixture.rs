//! A small clean set, and what changes it.

use crate::document::{Corpus, Document, Status};
use crate::fact::{Fact, FactKind};
use crate::label::{Label, LabelStatus};
use crate::lint::{Finding, Set, lint};
use crate::locator::Locator;
use crate::passage::Passage;
use crate::question::{Expect, Principal, Question, Split};
use crate::range::SourceRange;
use crate::text::Text;
use crate::tree::Evidence;

/// An owned set.
#[derive(Clone, Default)]
pub struct Fixture {
    pub questions: Vec<Question>,
    pub documents: Option<Vec<Document>>,
    pub passages: Option<Vec<Passage>>,
    pub labels: Vec<Label>,
    pub snapshots: Vec<(String, String)>,
}

impl Fixture {
    pub fn lint(&self) -> Vec<Finding> {
        self.look(lint)
    }

    pub fn look<T>(&self, look: impl FnOnce(&Set) -> T) -> T {
        let corpus = self.documents.clone().map(Corpus::new);
        look(&Set {
            questions: &self.questions,
            corpus: corpus.as_ref(),
            passages: self.passages.as_deref(),
            labels: &self.labels,
            snapshots: &self.snapshots,
        })
    }

    pub fn documents(&mut self) -> &mut Vec<Document> {
        self.documents.get_or_insert_default()
    }

    pub fn passages(&mut self) -> &mut Vec<Passage> {
        self.passages.get_or_insert_default()
    }

    /// The text of a document revision.
    pub fn write(&mut self, doc: usize, text: &str) {
        self.documents()[doc].text = Text::new(text.into());
    }

    /// The evidence of a question.
    pub fn require(&mut self, question: usize, evidence: Evidence) {
        self.questions[question].evidence = Some(evidence);
    }
}

pub fn question(id: &str, query: &str) -> Question {
    Question {
        corpus: Some("2026-10".into()),
        evidence: Some(doc("prices", None)),
        answer: Some("12 €".into()),
        ..Question::new(id, query)
    }
}

pub fn document(id: &str, rev: &str, text: &str) -> Document {
    Document::new(id, rev, text)
}

pub fn passage(id: &str, doc: &str, rev: &str, range: (usize, usize), text: &str) -> Passage {
    let (doc, rev) = (Some(doc.into()), Some(rev.into()));
    Passage { id: id.into(), doc, rev, range: SourceRange::new(range.0, range.1), text: Some(text.into()) }
}

pub fn label(question: &str, target: Evidence, grade: u8, rater: &str) -> Label {
    let Evidence::Leaf(target) = target else { panic!("a label's target is one place") };
    Label {
        question: question.into(),
        target,
        grade,
        reason: None,
        rater: (!rater.is_empty()).then(|| rater.into()),
        at: Some("2026-10-03".into()),
        status: LabelStatus::Independent,
        adjudicates: Vec::new(),
    }
}

pub fn fact(id: &str, text: &str, kind: FactKind) -> Fact {
    Fact { id: id.into(), text: text.into(), kind }
}

pub fn pas(id: &str) -> Evidence {
    Evidence::Leaf(Locator::Passage(id.into()))
}

pub fn doc(doc: &str, rev: Option<&str>) -> Evidence {
    Evidence::Leaf(Locator::Document { doc: doc.into(), rev: rev.map(Into::into) })
}

pub fn range(doc: &str, rev: Option<&str>, start: usize, end: usize, quote: &str) -> Evidence {
    let range = SourceRange::new(start, end).unwrap();
    let quote = (!quote.is_empty()).then(|| quote.into());
    Evidence::Leaf(Locator::Range { doc: doc.into(), rev: rev.map(Into::into), range, quote })
}

pub fn principal(tenant: &str, groups: &[&str]) -> Option<Principal> {
    Some(Principal { tenant: Some(tenant.into()), groups: groups.iter().map(|&g| g.into()).collect() })
}

/// Documents policy@1 (0), policy@2 (1), prices (2), holds (3); questions leave (0), badge (1), moon (2), hold (3, final).
pub fn clean() -> Fixture {
    let mut old = document("policy", "1", "Leave is 25 days a year. A café voucher is 4 € a day.");
    old.status = Status::Superseded;
    old.superseded_by = Some("policy@2".into());
    old.effective_from = Some("2023-01-01".into());
    old.expires_at = Some("2026-01-01T00:00:00Z".into());
    let new = document("policy", "2", "Leave is 28 days a year 🙂. A café voucher is 5 € a day. Leave ends in May.");
    let prices = document("prices", "", "The badge costs 10 €. A new badge costs 12 €.");
    let mut holds = document("holds", "1", "The hold on the Lindau files ends in June.");
    (holds.tenant, holds.acl) = (Some("acme".into()), Some(vec!["legal".into()]));

    let mut leave = question("leave", "How many days of leave do I get?");
    let quoted = range("policy", Some("2"), 0, 23, "Leave is 28 days a year");
    leave.evidence = Some(Evidence::All(vec![Evidence::Any(vec![quoted, pas("policy@2#0")])]));
    leave.facts = vec![fact("now", "28 days a year", FactKind::Vital), fact("before", "25 days a year", FactKind::Forbidden)];
    let badge = question("badge", "What does a replacement badge cost?");
    let mut moon = question("moon", "Who was first to walk on the moon?");
    (moon.answerable, moon.expect, moon.evidence, moon.answer) = (false, Expect::NoAnswer, None, None);
    let mut hold = question("hold", "When may the Lindau files be destroyed?");
    hold.principal = principal("acme", &["legal"]);
    (hold.evidence, hold.answer, hold.split) = (Some(doc("holds", Some("1"))), Some("After June".into()), Split::Final);
    Fixture {
        questions: vec![leave, badge, moon, hold],
        documents: Some(vec![old, new, prices, holds]),
        passages: Some(vec![
            passage("policy@2#0", "policy", "2", (0, 26), "Leave is 28 days a year 🙂."),
            passage("policy@2#1", "policy", "2", (27, 74), "A café voucher is 5 € a day. Leave ends in May."),
            passage("prices#0", "prices", "", (0, 45), "The badge costs 10 €. A new badge costs 12 €."),
        ]),
        labels: vec![
            label("leave", pas("policy@2#0"), 3, "ann"),
            label("leave", pas("policy@2#0"), 3, "ben"),
            label("badge", pas("prices#0"), 3, "ann"),
        ],
        snapshots: vec![("2026-10".into(), "sha256:0a1b".into())],
    }
}
