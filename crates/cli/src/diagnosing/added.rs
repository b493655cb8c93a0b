//! A user's report as a new labelled question: what went wrong once is asked from now on.

use std::fs;

use clap::Args;
use fourcell::evidence::text::find_quote;
use fourcell::evidence::{Corpus, Document};
use fourcell::formats::Source;
use fourcell::formats::atomic::write_atomically;
use fourcell::formats::native::questions::FIELDS;
use fourcell::formats::native::read_questions;
use fourcell::formats::project::{load_set, read_project};
use serde_json::{Map, Value, json};

use crate::console;
use crate::failure::Failure;
use crate::opening::{START, place};

/// Add a user's report as a new labelled question, which every run from now on is asked
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell ledger add --query 'How long may I carry over leave?' --evidence 'acme-leave=until 31 March' --tenant acme --group staff
  fourcell ledger add --query 'What is the fax number?' --unanswerable

The words after '=' are looked up in the document, and must stand there just once; the label keeps their place and the words.")]
pub struct Add {
    /// What was asked
    #[arg(long, value_name = "TEXT")]
    query: String,
    /// The question's id [default: report-1, report-2, …]
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// What must be retrieved: a document (DOC or DOC@REV) and words that stand in it; all that are named are needed
    #[arg(long, value_name = "DOC=WORDS")]
    evidence: Vec<String>,
    /// What a right answer must state
    #[arg(long, value_name = "TEXT")]
    fact: Vec<String>,
    /// What a right answer must not state: the wrong answer that was reported, say
    #[arg(long, value_name = "TEXT")]
    forbidden: Vec<String>,
    /// A right answer
    #[arg(long, value_name = "TEXT")]
    answer: Option<String>,
    /// The corpus holds no answer: a right system declines
    #[arg(long, conflicts_with_all = ["evidence", "fact", "answer"])]
    unanswerable: bool,
    /// The tenant of the one who asked
    #[arg(long, value_name = "NAME")]
    tenant: Option<String>,
    /// A group of the one who asked
    #[arg(long, value_name = "NAME")]
    group: Vec<String>,
    /// A slice, as in type=paraphrase
    #[arg(long, value_name = "KEY=VALUE")]
    slice: Vec<String>,
    /// Its evidence must always be complete
    #[arg(long)]
    critical: bool,
    /// The project's folder [default: the nearest one upwards with a fourcell.toml]
    #[arg(long, value_name = "DIR")]
    project: Option<std::path::PathBuf>,
}

impl Add {
    /// Looks up the evidence, and adds the question to the set; the set is the old one or the new one, whatever happens.
    pub fn run(self) -> Result<(), Failure> {
        let project = read_project(&place(self.project.as_deref(), START)?)?;
        let path = project.questions.clone();
        let plain = path.extension().is_some_and(|end| end == "jsonl");
        if !plain {
            return Err(Failure::bad_input(format!(
                "{} is not JSON Lines, and questions are added to nothing else",
                path.display()
            ))
            .mend("add the question by hand, or keep the set as questions.jsonl"));
        }
        let set = load_set(&project)?;
        if self.evidence.is_empty() && !self.unanswerable {
            return Err(Failure::bad_input("a question needs its evidence")
                .mend("name it with --evidence 'DOC=WORDS', or say --unanswerable"));
        }
        let stated = [("--fact", &self.fact), ("--forbidden", &self.forbidden)];
        let texts = stated.iter().flat_map(|(flag, texts)| texts.iter().map(|text| (*flag, text)));
        if let Some((flag, _)) = texts.chain(self.answer.iter().map(|text| ("--answer", text))).find(|(_, t)| t.trim().is_empty())
        {
            return Err(Failure::bad_input(format!("{flag} is blank")));
        }
        let id = match &self.id {
            Some(id) if set.questions.iter().any(|question| question.id == *id) => {
                return Err(Failure::bad_input(format!("a question is called '{id}' already")));
            }
            Some(id) => id.clone(),
            None => {
                let free = |n: &usize| set.questions.iter().all(|question| question.id != format!("report-{n}"));
                format!("report-{}", (1..).find(free).unwrap_or(1))
            }
        };
        let line = self.line(&id, set.corpus.as_ref())?;
        let mut text = fs::read_to_string(&path).map_err(|e| Failure::bad_input(format!("{}: {e}", path.display())))?;
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text += &format!("{line}\n");
        // What the reader refuses is not written.
        read_questions(&Source::memory("the new question", line.clone().into_bytes()))?;
        read_questions(&Source::memory(&crate::inputs::shown(&path), text.clone().into_bytes()))?;
        write_atomically(&path, |to| to.write_all(text.as_bytes()))?;
        console::data(format!("{line}\n").as_bytes())?;
        console::talk(&format!(
            "question '{id}' was added to {}; 'fourcell check' looks for faults in it",
            crate::inputs::shown(&path)
        ));
        Ok(())
    }

    fn line(&self, id: &str, corpus: Option<&Corpus>) -> Result<String, Failure> {
        let mut question = Map::new();
        question.insert("id".into(), json!(id));
        question.insert("query".into(), json!(self.query));
        question.insert("answerable".into(), json!(!self.unanswerable));
        question.insert("expect".into(), json!(if self.unanswerable { "no-answer" } else { "answer" }));
        question.insert("origin".into(), json!("incident"));
        if !self.evidence.is_empty() {
            let located: Vec<Value> = self.evidence.iter().map(|stated| located(stated, corpus)).collect::<Result<_, _>>()?;
            question.insert("evidence".into(), json!({ "all": located }));
        }
        let facts: Vec<Value> = (self.fact.iter().map(|text| (text, "vital")))
            .chain(self.forbidden.iter().map(|text| (text, "forbidden")))
            .zip(1..)
            .map(|((text, kind), n)| json!({ "id": format!("fact-{n}"), "text": text, kind: true }))
            .collect();
        if !facts.is_empty() {
            question.insert("facts".into(), json!(facts));
        }
        if let Some(answer) = &self.answer {
            question.insert("answer".into(), json!(answer));
        }
        if self.tenant.is_some() || !self.group.is_empty() {
            question.insert("principal".into(), json!({ "tenant": self.tenant, "groups": self.group }));
        }
        if self.critical {
            question.insert("critical".into(), json!(true));
        }
        for slice in &self.slice {
            let (key, value) = parts(slice, "--slice", "KEY=VALUE")?;
            if FIELDS.contains(&key) {
                return Err(Failure::bad_input(format!("--slice '{key}' is no slice: it is a field of the question")));
            }
            question.insert(key.into(), json!(value));
        }
        Ok(Value::Object(question).to_string())
    }
}

fn parts<'a>(text: &'a str, flag: &str, form: &str) -> Result<(&'a str, &'a str), Failure> {
    let both = text.split_once('=').filter(|(a, b)| !a.trim().is_empty() && !b.trim().is_empty());
    both.ok_or_else(|| Failure::bad_input(format!("{flag} '{text}' must be {form}")))
}

/// A range with its quote.
fn located(stated: &str, corpus: Option<&Corpus>) -> Result<Value, Failure> {
    let (named, words) = parts(stated, "--evidence", "DOC=WORDS")?;
    let corpus = corpus.ok_or_else(|| Failure::bad_input("the project has no corpus to look the evidence up in"))?;
    let document = find(corpus, named)?;
    let name = if document.rev.is_empty() { document.id.clone() } else { format!("{}@{}", document.id, document.rev) };
    match find_quote(&document.text, words, 2).as_slice() {
        [once] => {
            let mut locator = json!({ "doc": document.id, "range": [once.start(), once.end()], "quote": words });
            if !document.rev.is_empty() {
                locator["rev"] = json!(document.rev);
            }
            Ok(locator)
        }
        [] => {
            Err(Failure::bad_input(format!("'{words}' does not stand in {name}")).mend("copy the words as the document has them"))
        }
        _ => {
            Err(Failure::bad_input(format!("'{words}' stands in {name} more than once"))
                .mend("take more of the words around them"))
        }
    }
}

fn find<'a>(corpus: &'a Corpus, named: &str) -> Result<&'a Document, Failure> {
    let whole = corpus.find(named, None);
    let revised = || named.rsplit_once('@').and_then(|(id, rev)| corpus.find(id, Some(rev)));
    whole.or_else(revised).ok_or_else(|| {
        let ids = corpus.documents().iter().map(|document| document.id.as_str());
        let failure =
            Failure::bad_input(format!("the corpus holds no document '{named}', or several revisions of it that are active"));
        match fourcell::formats::suggest::nearest(named, ids) {
            Some(near) => failure.mend(format!("is '{near}' meant?")),
            None => failure.mend("name it as DOC or DOC@REV"),
        }
    })
}
