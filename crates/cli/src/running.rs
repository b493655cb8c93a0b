//! From a project to a system that can be asked, and its manifest.

use std::num::{NonZeroU32, NonZeroUsize};

use documents::parse::markdown;
use documents::{Chunker, Chunking, Structure, passages};
use fourcell::evidence::snapshot::snapshot_id;
use fourcell::evidence::{Corpus, Passage};
use fourcell::formats::project::{Project, QuestionSet};
use fourcell::formats::systems::{BuiltIn as Stated, Kind, StatedSystem};
use systems::access::When;
use systems::analysis::languages;
use systems::asked::System;
use systems::bm25::Parameters;
use systems::built_in::{BuiltIn, Settings};
use systems::extractive;
use systems::manifest::Manifest;
use systems::packing::{Budget, Policy};
use tokens::Tokenizer;

use crate::failure::Failure;

/// A system that can be asked, and what is to be said of it.
pub struct Prepared<'a> {
    /// Its name.
    pub name: String,
    /// The system.
    pub system: Box<dyn System + 'a>,
    /// What the manifest will say.
    pub manifest: Manifest,
    /// What decides a result besides the question.
    pub deciding: String,
    /// How many ask at a time.
    pub threads: NonZeroUsize,
    /// The passages that it was built of, where they are known.
    pub passages: Option<Vec<Passage>>,
    /// Where it is, or over what.
    pub place: String,
}

/// The system of a project that is named; the first one where none is; the built-in one as it comes where the project states none.
pub fn choose(project: &Project, name: Option<&str>) -> Result<StatedSystem, Failure> {
    let usual = || StatedSystem { name: "builtin".to_owned(), kind: Kind::BuiltIn(Stated::default()) };
    match name {
        None => Ok(project.systems.first().cloned().unwrap_or_else(usual)),
        Some(name) => project.systems.iter().find(|s| s.name == name).cloned().map_or_else(
            || {
                if name == "builtin" {
                    return Ok(usual());
                }
                let known: Vec<&str> = project.systems.iter().map(|s| s.name.as_str()).chain(["builtin"]).collect();
                Err(Failure::bad_input(format!("no system is called '{name}'; there are {}", known.join(", ")))
                    .mend(format!("state it in {} as [systems.{name}]", project.file.display())))
            },
            Ok,
        ),
    }
}

/// The passages that a chunking makes of a corpus, on some threads.
pub fn chunk(set: &QuestionSet, corpus: &Corpus, chunking: &str, threads: NonZeroUsize) -> Result<Vec<Passage>, Failure> {
    if chunking == "given" {
        return set.passages.clone().ok_or_else(|| {
            Failure::bad_input("chunking is \"given\", but the project has no passages")
                .mend("[project] passages = \"passages.jsonl\"")
        });
    }
    let chunking: Chunking = chunking.parse().map_err(|e| Failure::bad_input(format!("chunking: {e}")))?;
    let chunker = Chunker::new(chunking).map_err(|e| Failure::bad_input(format!("chunking: {e}")))?;
    // What a corpus file holds is read as Markdown: a text without headings is one section.
    let structures: Vec<Structure> = corpus.documents().iter().map(|d| markdown::structure(d.text.as_str())).collect();
    let documents: Vec<_> = corpus.documents().iter().zip(&structures).collect();
    Ok(passages(&chunker, &documents, threads))
}

/// Builds the built-in system.
pub fn build<'a>(
    corpus: &'a Corpus,
    passages: Vec<Passage>,
    stated: &Stated,
    day: &str,
    tokenizer: &'a Tokenizer,
    threads: NonZeroUsize,
) -> Result<BuiltIn<'a>, Failure> {
    for (key, code) in [("stem", &stated.stem), ("stop_words", &stated.stop_words)] {
        if let Some(code) = code.as_deref().filter(|code| !languages().any(|known| known == *code)) {
            let known = languages().collect::<Vec<_>>().join(", ");
            return Err(Failure::bad_input(format!("{key}: '{code}' is no language that is known; there are {known}")));
        }
    }
    let named = |all: &[(&'static str, When)], name: &str| all.iter().find(|(n, _)| *n == name).map(|(_, value)| *value);
    let settings = Settings {
        bm25: Parameters::new(stated.k1, stated.b).ok_or_else(|| Failure::bad_input("k1 or b is out of range"))?,
        stem: stated.stem.clone(),
        stop_words: stated.stop_words.clone(),
        candidates: stated.candidates as usize,
        filter: named(&When::ALL, &stated.filter).unwrap_or_default(),
        day: day.to_owned(),
        budget: Budget {
            passages: stated.max_passages.and_then(NonZeroU32::new),
            tokens: stated.max_tokens.and_then(NonZeroU32::new),
        },
        packing: Policy::ALL.iter().find(|(n, _)| *n == stated.packing).map(|(_, policy)| *policy).unwrap_or_default(),
        answer: (stated.answer == "extractive")
            .then_some(extractive::Settings { threshold: stated.threshold, sentences: stated.sentences as usize }),
    };
    let revision = snapshot_id(corpus);
    BuiltIn::build(corpus, passages, settings, tokenizer, revision, threads).map_err(|e| Failure::bad_input(e.to_string()))
}

/// The settings of the built-in system, called `name`, as a manifest tells them.
pub fn manifest(name: &str, stated: &Stated, set: &QuestionSet, corpus: &Corpus, day: &str, tokenizer: &Tokenizer) -> Manifest {
    let or_none = |code: &Option<String>| code.clone().unwrap_or_else(|| "none".into());
    let budget: Vec<String> = [
        stated.max_passages.map(|n| format!("{n} passages")),
        stated.max_tokens.map(|n| format!("{n} tokens of {}", tokenizer.name())),
    ]
    .into_iter()
    .flatten()
    .collect();
    let filters = match stated.filter.as_str() {
        "never" => "none".to_owned(),
        when => format!("tenant, groups, status and dates, {when} ranking"),
    };
    let generator = match stated.answer.as_str() {
        "none" => "none".to_owned(),
        _ => format!("extractive/1, threshold {}, {} sentences", stated.threshold, stated.sentences),
    };
    let none = || "none".to_owned();
    let settings = vec![
        ("corpus", snapshot_id(corpus)),
        ("parsing", "as the corpus file has it".to_owned()),
        ("chunking", stated.chunking.clone()),
        ("embedding", none()),
        (
            "sparse_index",
            format!(
                "BM25, k1 {}, b {}, stem {}, stop words {}",
                stated.k1,
                stated.b,
                or_none(&stated.stem),
                or_none(&stated.stop_words)
            ),
        ),
        ("filters", filters),
        ("query_rewriting", none()),
        ("fusion", none()),
        ("reranking", none()),
        (
            "packing",
            format!("{} candidates, {}, {} at what does not fit", stated.candidates, budget.join(" and "), stated.packing),
        ),
        ("generator", generator),
        ("prompt", none()),
        ("sampling", none()),
    ];
    Manifest {
        system: name.to_owned(),
        settings,
        inputs: inputs(set),
        beside: vec![("day", day.to_owned()), ("index_revision", snapshot_id(corpus)), ("tool", tool())],
        when: Vec::new(),
    }
}

/// What was read, with its hashes, as a manifest tells it.
pub fn inputs(set: &QuestionSet) -> Vec<(String, String)> {
    let input = |(path, hash): &(std::path::PathBuf, String)| {
        let name = path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
        (name, hash.clone())
    };
    set.hashes.iter().map(input).collect()
}

/// This program, as a manifest tells it.
pub fn tool() -> String {
    format!("fourcell {}", env!("CARGO_PKG_VERSION"))
}
