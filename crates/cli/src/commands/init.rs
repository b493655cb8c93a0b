//! `fourcell init`: a first project.

use std::path::{Path, PathBuf};

use clap::Args;
use fourcell::formats::atomic::write_atomically;
use fourcell::formats::project::PROJECT_FILE;

use crate::console;
use crate::exit_codes::Exit;
use crate::failure::Failure;

/// Start a project: a commented fourcell.toml, a first document and a first question
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell init
  fourcell init evaluation")]
pub struct Init {
    /// The folder; it is made where it is not there
    #[arg(value_name = "FOLDER", default_value = ".")]
    folder: PathBuf,
}

const PROJECT: &str = r#"# What Fourcell evaluates, and how. Paths are relative to this file; `fourcell explain` tells what a measure means.
version = 1

[project]
corpus = "corpus.jsonl"          # made from documents/ by: fourcell corpus snapshot documents
questions = "questions.jsonl"

[score]
measures = ["complete@context", "evidence@context", "Success@6", "RR"]
by = ["type"]

# How much worse a change may be and still pass, as a share. Agree on it before you look at results.
# [compare]
# margin = 0.05

# Say so where your product has no tenants and no access rules.
# [access]
# model = "none"

# The built-in system: BM25, and an answerer without a model. One table for each setting that you want to compare.
[systems.bm25]
type = "builtin"
chunking = "headings/1 unit=characters max=800"
# stem = "en"
# stop_words = "en"
max_passages = 6
max_tokens = 2000

# A server of models that speaks the usual interface (embeddings, chat, rerank), and a system that uses it. No key stands in this file: a
# header names the environment variable that holds it, as in `export API_KEY='Bearer …'`. `fourcell run hybrid --dry-run` tells what is sent.
# [endpoints.local]
# url = "http://localhost:8080/v1"
# headers = { Authorization = "API_KEY" }
#
# [systems.hybrid]
# embedding = { endpoint = "local", model = "all-minilm" }
# generator = { endpoint = "local", model = "qwen2.5", temperature = 0 }
#
# A model that judges answers, in place of the built-in judge that compares words: `fourcell judge --judge careful --dry-run`.
# [judges.careful]
# type = "model"
# endpoint = "local"
# model = "qwen2.5"
"#;

const DOCUMENT: &str = "\
# Welcome

This file stands for your documents. Replace it by your own Markdown, text or HTML files, and run the snapshot again.

## Refunds

A refund is paid within 14 days of the day on which the goods came back.
";

const QUOTE: &str = "A refund is paid within 14 days of the day on which the goods came back.";

impl Init {
    /// Writes what is not there yet, or nothing.
    pub fn run(self) -> Result<Exit, Failure> {
        let folder = &self.folder;
        let cannot = |e: std::io::Error| Failure::bad_input(format!("{}: {e}", folder.display()));
        let files =
            [("documents/welcome.md", DOCUMENT.to_owned()), ("questions.jsonl", questions()), (PROJECT_FILE, PROJECT.to_owned())];
        if let Some((name, _)) = files.iter().find(|(name, _)| folder.join(name).exists()) {
            return Err(Failure::bad_input(format!("{} is there already, and is not replaced", folder.join(name).display()))
                .mend("name another folder: fourcell init FOLDER"));
        }
        std::fs::create_dir_all(folder.join("documents")).map_err(cannot)?;
        for (name, text) in &files {
            write_atomically(&folder.join(name), |to| to.write_all(text.as_bytes()))?;
            console::talk(&format!("wrote {}", folder.join(name).display()));
        }
        let there = if folder == Path::new(".") { String::new() } else { format!("cd {} && ", folder.display()) };
        console::talk(&format!(
            "next: {there}fourcell corpus snapshot documents && fourcell check && fourcell run && fourcell score"
        ));
        Ok(Exit::Ok)
    }
}

/// Two questions: one with its evidence, and one that the documents do not answer.
fn questions() -> String {
    let before = DOCUMENT.split(QUOTE).next().unwrap_or_default();
    let (start, length) = (before.chars().count(), QUOTE.chars().count());
    let answerable = serde_json::json!({
        "id": "refund-time", "query": "Within how many days is a refund paid?", "type": "lookup",
        "evidence": {"doc": "welcome.md", "range": [start, start + length], "quote": QUOTE},
        "facts": [{"id": "14-days", "text": "A refund is paid within 14 days.", "vital": true}],
    });
    let unanswerable = serde_json::json!({
        "id": "gift-cards", "query": "Do you sell gift cards?", "type": "out-of-corpus", "answerable": false, "expect": "no-answer",
    });
    format!("{answerable}\n{unanswerable}\n")
}
