//! Variants as project directories. What is planted is written before any system is asked.

use std::fs;
use std::io;
use std::path::Path;

use evidence::{Corpus, Document, Evidence, FactKind, Locator, Passage, Question, Status};
use formats::InputError;
use formats::atomic::write_atomically;
use retrieval::record::Mode;
use serde_json::{Map, Value, json};
use systems::asked::Ask;
use systems::{driver, written};
use tokens::Tokenizer;

use crate::judge;
use crate::pipeline::{Pipeline, TOKENIZER};
use crate::stripped::{self, Given};
use crate::variant::Variant;

/// The file that says what is planted.
pub const PLANTED: &str = "planted.jsonl";

/// The run with everything that the built-in system records.
pub const FULL: &str = "full";

/// The run with only the context: texts, and which documents they are of.
pub const NAMED: &str = "named";

/// The run with only the context: texts.
pub const STRIPPED: &str = "stripped";

/// Writes all variants below `out`: first what is planted, then what the systems do.
pub fn write(out: &Path, variants: &[Variant], with_stripped: bool) -> Result<(), InputError> {
    fs::create_dir_all(out).map_err(|e| cannot(out, &e))?;
    let runs: &[&str] = if with_stripped { &[FULL, NAMED, STRIPPED] } else { &[FULL] };
    let planted: String = variants.iter().map(|variant| planted(variant, runs)).collect();
    put(&out.join(PLANTED), &planted)?;
    for variant in variants {
        inputs(&out.join(&variant.name), variant)?;
    }
    let tokenizer = Tokenizer::named(TOKENIZER).map_err(|e| InputError::new(e.to_string()))?;
    for variant in variants {
        let runs = out.join(&variant.name).join("runs");
        let ran = ask(variant, &tokenizer)?;
        whole(&runs.join(FULL), &ran)?;
        if with_stripped {
            bare(&runs.join(NAMED), variant, &ran.records, Given::TextAndDocument)?;
            bare(&runs.join(STRIPPED), variant, &ran.records, Given::Text)?;
        }
    }
    Ok(())
}

/// What is planted in a variant, a line a question and run.
fn planted(variant: &Variant, runs: &[&str]) -> String {
    let mut lines = String::new();
    for run in runs {
        for plant in &variant.plants {
            let names: Vec<&str> = plant.causes.iter().map(|cause| cause.name()).collect();
            let line = json!({
                "project": variant.name,
                "run": run,
                "question": plant.question,
                "plant": names,
                "shape": plant.shape,
                "owner": names.first(),
                "secondary": names.get(1..).unwrap_or_default(),
            });
            lines.push_str(&line.to_string());
            lines.push('\n');
        }
    }
    lines
}

/// The project without its runs.
fn inputs(directory: &Path, variant: &Variant) -> Result<(), InputError> {
    fs::create_dir_all(directory.join("runs")).map_err(|e| cannot(directory, &e))?;
    let toml = format!(
        "version = 1\n\n[project]\nname = \"{}\"\ncorpus = \"corpus.jsonl\"\nquestions = \"questions.jsonl\"\nruns = \"runs\"\n\n\
         [tokens]\ntokenizer = \"{TOKENIZER}\"\n",
        variant.name
    );
    put(&directory.join("fourcell.toml"), &toml)?;
    put(&directory.join("corpus.jsonl"), &variant.documents.iter().map(document).collect::<String>())?;
    put(&directory.join("questions.jsonl"), &variant.asked.iter().map(|asked| question(&asked.question)).collect::<String>())?;
    for (path, text) in &variant.sources {
        let file = directory.join(path);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).map_err(|e| cannot(folder, &e))?;
        }
        put(&file, text)?;
    }
    Ok(())
}

/// What came of asking a variant's system: the files of a run.
#[derive(Clone, Debug)]
pub struct Ran {
    /// `records.jsonl`.
    pub records: String,
    /// The passages.
    pub passages: Vec<Passage>,
    /// `judgements.jsonl`.
    pub judgements: String,
    /// `manifest.toml`.
    pub manifest: String,
}

/// Asks the system of a variant, and has its answers judged.
pub fn ask(variant: &Variant, tokenizer: &Tokenizer) -> Result<Ran, InputError> {
    let indexed = Corpus::new(variant.setup.indexed.clone());
    let pipeline = Pipeline::new(variant, &indexed, tokenizer);
    let mut records = String::new();
    for asked in &variant.asked {
        let called = pipeline.ask(&asked.question);
        records.push_str(&written::record(&Ask { question: &asked.question, mode: Mode::Normal, repeat: 0 }, &called));
        records.push('\n');
    }
    let judgements = judge::judgements(records.as_bytes(), &questions(variant), pipeline.passages())?;
    Ok(Ran { records, passages: pipeline.passages().to_vec(), judgements, manifest: pipeline.manifest().toml() })
}

fn questions(variant: &Variant) -> Vec<&Question> {
    variant.asked.iter().map(|asked| &asked.question).collect()
}

fn whole(directory: &Path, ran: &Ran) -> Result<(), InputError> {
    fs::create_dir_all(directory).map_err(|e| cannot(directory, &e))?;
    put(&directory.join("records.jsonl"), &ran.records)?;
    put(&directory.join("manifest.toml"), &ran.manifest)?;
    driver::write_passages(&directory.join("passages.jsonl"), &ran.passages)?;
    put(&directory.join("judgements.jsonl"), &ran.judgements)
}

/// The same run with only the context, judged anew.
fn bare(directory: &Path, variant: &Variant, records: &str, given: Given) -> Result<(), InputError> {
    fs::create_dir_all(directory).map_err(|e| cannot(directory, &e))?;
    let records = stripped::records(records, given).map_err(|e| InputError::new(e.to_string()))?;
    put(&directory.join("records.jsonl"), &records)?;
    put(&directory.join("judgements.jsonl"), &judge::judgements(records.as_bytes(), &questions(variant), &[])?)
}

/// A document as a line of `corpus.jsonl`.
fn document(document: &Document) -> String {
    let mut line = Map::new();
    line.insert("id".into(), json!(document.id));
    line.insert("rev".into(), json!(document.rev));
    let stated = [
        ("title", &document.title),
        ("tenant", &document.tenant),
        ("effective_from", &document.effective_from),
        ("expires_at", &document.expires_at),
        ("superseded_by", &document.superseded_by),
        ("source", &document.source),
    ];
    line.extend(stated.into_iter().filter_map(|(key, value)| Some((key.to_owned(), json!(value.as_ref()?)))));
    if let Some(groups) = &document.acl {
        line.insert("acl".into(), json!(groups));
    }
    if document.status != Status::Active {
        line.insert("status".into(), json!(document.status.name()));
    }
    line.insert("text".into(), json!(document.text.as_str()));
    format!("{}\n", Value::Object(line))
}

/// A question as a line of `questions.jsonl`.
fn question(question: &Question) -> String {
    let mut line = Map::new();
    line.insert("id".into(), json!(question.id));
    line.insert("query".into(), json!(question.query));
    line.insert("answerable".into(), json!(question.answerable));
    line.insert("expect".into(), json!(evidence::Expect::ALL[question.expect as usize].0));
    line.extend(question.slices.iter().map(|(key, value)| (key.clone(), json!(value))));
    if let Some(asker) = &question.principal {
        line.insert("principal".into(), json!({"tenant": asker.tenant, "groups": asker.groups}));
    }
    if let Some(tree) = &question.evidence {
        line.insert("evidence".into(), evidence_tree(tree));
    }
    let fact = |fact: &evidence::Fact| {
        let kind = match fact.kind {
            FactKind::Vital => json!({"vital": true}),
            FactKind::Forbidden => json!({"forbidden": true}),
            FactKind::Okay => json!({}),
        };
        let mut fact = Map::from_iter([("id".to_owned(), json!(fact.id)), ("text".to_owned(), json!(fact.text))]);
        fact.extend(kind.as_object().cloned().unwrap_or_default());
        Value::Object(fact)
    };
    if !question.facts.is_empty() {
        line.insert("facts".into(), question.facts.iter().map(fact).collect());
    }
    if let Some(origin) = question.origin {
        line.insert("origin".into(), json!(origin.name()));
    }
    format!("{}\n", Value::Object(line))
}

fn evidence_tree(tree: &Evidence) -> Value {
    match tree {
        Evidence::All(children) => json!({"all": children.iter().map(evidence_tree).collect::<Vec<_>>()}),
        Evidence::Any(children) => json!({"any": children.iter().map(evidence_tree).collect::<Vec<_>>()}),
        Evidence::Leaf(Locator::Passage(id)) => json!({"passage": id}),
        Evidence::Leaf(Locator::Document { doc, rev }) => json!({"doc": doc, "rev": rev}),
        Evidence::Leaf(Locator::Range { doc, rev, range, quote }) => {
            json!({"doc": doc, "rev": rev, "range": [range.start(), range.end()], "quote": quote})
        }
    }
}

fn put(path: &Path, text: &str) -> Result<(), InputError> {
    write_atomically(path, |to| to.write_all(text.as_bytes()))
}

fn cannot(path: &Path, e: &io::Error) -> InputError {
    InputError::new(format!("cannot be written: {e}")).in_file(path.display().to_string())
}
