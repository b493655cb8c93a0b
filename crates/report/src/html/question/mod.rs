//! One question as the page shows it: values only, made from what was recorded, labelled and judged.

mod answers;
mod evidence;
mod failure;
mod marks;
mod ranked;

pub use answers::{AnswerMaterial, ClaimView, FactView, ModeAnswer, QuoteView, SaidView};
pub use evidence::{GroupView, LeafView};
pub use failure::{FailureView, LostView};
pub use marks::Mark;
pub use ranked::{RankedRow, RankedView};

use fourcell::diagnosis::ledger::life::Kept;
use fourcell::evidence::cover::Cover;
use fourcell::evidence::{Evidence, Expect, Locator, Question};
use fourcell::retrieval::grading::Chunking;
use fourcell::retrieval::record::{Item, Mode, Record, Stage};
use fourcell::statistics::Score;

/// Finds a quote in a text: half-open, in code points.
pub type FindQuote<'a> = dyn Fn(&str, &str) -> Option<(usize, usize)> + Sync + 'a;

/// How a question's state in the run stands to that in the baseline.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Before {
    /// `better`, `worse`, `same`; `new` where the baseline has no record of it.
    pub change: &'static str,
    /// Its cell there.
    pub cell: &'static str,
    /// Its cause there, where it failed.
    pub cause: Option<&'static str>,
    /// How much of the evidence was in the context there.
    pub evidence: Option<f64>,
    /// Whether it was right there, in a word.
    pub right: &'static str,
    /// The answer there.
    pub answer: Option<String>,
}

/// A passage of the context, as it was sent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContextView {
    /// The passage's id.
    pub id: String,
    /// Where it stands: document, revision and range.
    pub place: String,
    /// Its tenant.
    pub tenant: Option<String>,
    /// Its length in tokens.
    pub tokens: Option<u64>,
    /// Its text; `None` where it was not captured.
    pub text: Option<String>,
    /// Where evidence stands in the text.
    pub marks: Vec<Mark>,
    /// Whether the answer cites it.
    pub cited: bool,
    /// Whether a judge says that it was needed.
    pub needed: Option<&'static str>,
}

/// One question.
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionView {
    /// The question as labelled.
    pub question: Question,
    /// Its cell, or why it is in none: `works`, `retrieval-fault`, `declined`, `answered`, `failed`, `not-scored`.
    pub cell: &'static str,
    /// Why it is in no cell.
    pub why_none: Option<&'static str>,
    /// How much of the evidence was in the context.
    pub evidence: Score,
    /// Whether the answer was right: `right`, `wrong`, `failed`, `not scored`.
    pub right: &'static str,
    /// What that rests on.
    pub basis: String,
    /// What the call failed with.
    pub error: Option<String>,
    /// The query as it was sent.
    pub query_sent: Option<String>,
    /// Groups of evidence, met or not.
    pub groups: Vec<GroupView>,
    /// The ranked lists.
    pub ranked: RankedView,
    /// What was sent; `None` where it was not captured.
    pub context: Option<Vec<ContextView>>,
    /// The answers, a mode each.
    pub answers: Vec<ModeAnswer>,
    /// The ledger's entry.
    pub failure: Option<FailureView>,
    /// What the baseline did; `None` without one.
    pub before: Option<Before>,
    /// Milliseconds of the whole call.
    pub ms: Option<f64>,
    /// Commands that show this case again.
    pub commands: Vec<String>,
}

/// What is known of one question.
pub struct QuestionMaterial<'a> {
    /// The question, its evidence where it stands in the corpus of today.
    pub question: &'a Question,
    /// What was recorded in normal mode.
    pub record: Option<&'a Record>,
    /// Passages of the index.
    pub chunking: &'a Chunking,
    /// How much of a range must be there.
    pub cover: Cover,
    /// The text of a locator.
    pub located: &'a (dyn Fn(&Locator) -> Option<String> + Sync),
    /// Answers, a mode each.
    pub answers: Vec<AnswerMaterial<'a>>,
    /// Its failure.
    pub kept: Option<&'a Kept>,
    /// How quotes are looked up.
    pub find: &'a FindQuote<'a>,
}

impl QuestionView {
    /// What can be shown of a question. Cell, rightness, change and commands are the caller's, who knows them.
    pub fn new(material: &QuestionMaterial<'_>) -> Self {
        let QuestionMaterial { question, record, .. } = material;
        let tree = question.required().ok();
        let full = |stage: Stage| record.and_then(|record| record.stage(stage)).map(|items| filled(items, material.chunking));
        let sent = full(Stage::Context);
        let groups = tree.map(|tree| evidence::groups(tree, sent.as_deref(), material)).unwrap_or_default();
        let ranked = record.map(|record| ranked::ranked(record, tree, material)).unwrap_or_default();
        let normal = material.answers.iter().find(|answer| answer.mode == Mode::Normal);
        let context = sent.map(|items| context(&items, tree, normal, material));
        let answers =
            material.answers.iter().map(|answer| answers::answer(answer, question, context.as_deref(), material.find)).collect();
        Self {
            question: (*question).clone(),
            cell: "not-scored",
            why_none: None,
            evidence: Score::Undefined(fourcell::statistics::Undefined("not looked at")),
            right: "not scored",
            basis: String::new(),
            error: None,
            query_sent: record.and_then(|record| record.query_sent.clone()).filter(|sent| *sent != question.query),
            groups,
            ranked,
            context,
            answers,
            failure: material.kept.map(failure::failure),
            before: None,
            ms: None,
            commands: Vec::new(),
        }
    }

    /// What a right system does with it, in a word.
    pub fn expected(&self) -> &'static str {
        match self.question.expect {
            _ if !self.question.answerable => "no-answer",
            Expect::Answer => "answer",
            Expect::NoAnswer => "no-answer",
            Expect::Conflict => "conflict",
        }
    }
}

/// Items with what the passages of the run say of them.
fn filled(items: &[Item], chunking: &Chunking) -> Vec<Item> {
    let full = |item: &Item| {
        let mut item = item.clone();
        if let Some(known) = chunking.find(&item.id) {
            item.fill_from(known, true);
        }
        item
    };
    items.iter().map(full).collect()
}

/// The context with evidence marked.
fn context(
    items: &[Item],
    tree: Option<&Evidence>,
    normal: Option<&AnswerMaterial<'_>>,
    material: &QuestionMaterial<'_>,
) -> Vec<ContextView> {
    let cited = |id: &str| {
        let citations = normal.and_then(|answer| answer.answer.citations.as_ref());
        citations.is_some_and(|citations| citations.iter().any(|citation| citation.passage == id))
    };
    let known = |id: &str| normal.and_then(|answer| answer.answer.passage(id)).and_then(|passage| passage.text.clone());
    let view = |item: &Item| {
        let text = item.text.clone().or_else(|| known(&item.id));
        let marks = match (&text, tree) {
            (Some(text), Some(tree)) => marks::evidence(item, text, tree, material.find),
            _ => Vec::new(),
        };
        let needed = normal.and_then(|answer| answer.needed(&item.id));
        ContextView {
            id: item.id.clone(),
            place: place(item),
            tenant: item.tenant.clone(),
            tokens: item.tokens,
            cited: cited(&item.id),
            needed,
            text,
            marks,
        }
    };
    items.iter().map(view).collect()
}

/// Where an item stands: `doc@rev [0, 9)`.
fn place(item: &Item) -> String {
    let rev = item.rev.as_ref().map(|rev| format!("@{rev}")).unwrap_or_default();
    let range = item.range.map(|range| format!(" {range}")).unwrap_or_default();
    item.doc.as_ref().map(|doc| format!("{doc}{rev}{range}")).unwrap_or_default()
}
