//! Four sets of other people as projects: documents, questions, and evidence as places in the documents.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use evidence::text::{Text, find_quote};
use formats::InputError;
use formats::atomic::write_atomically;
use serde_json::{Value, json};

/// Every run: its project, and the system that is asked.
pub const RUNS: [(&str, &str); 5] =
    [("docs", "bm25"), ("code", "bm25"), ("prose", "windows-200"), ("prose", "windows-800"), ("wiki", "bm25")];

/// The longest file that is read, in bytes.
const LONGEST: u64 = 64 << 20;

/// The system on prose: words without their endings, and without those that every sentence has.
const ENGLISH: &str = "stem = \"en\"\nstop_words = \"en\"\n";

/// Documents and questions, as lines of JSON.
#[derive(Default)]
struct Set {
    corpus: Vec<Value>,
    passages: Vec<Value>,
    questions: Vec<Value>,
}

type Made = Result<Set, InputError>;

/// Writes all projects below `out`, from the sets below `data`.
pub fn make(data: &Path, out: &Path) -> Result<(), InputError> {
    let one = |chunking: &str| format!("[systems.bm25]\n{ENGLISH}{chunking}");
    let windows = |size: u32| {
        format!("[systems.windows-{size}]\n{ENGLISH}chunking = \"windows/1 unit=characters size={size} overlap=0\"\n\n")
    };
    write(&out.join("docs"), &one(""), &docs(&data.join("anthropic-docs-rag"))?)?;
    write(&out.join("code"), &one("chunking = \"given\"\n"), &code(&data.join("anthropic-codebase-chunks"))?)?;
    write(&out.join("prose"), &(windows(200) + &windows(800)), &prose(&data.join("chroma-chunking"))?)?;
    write(&out.join("wiki"), &one(""), &wiki(&data.join("clapnq-dev"))?)
}

fn write(project: &Path, systems: &str, set: &Set) -> Result<(), InputError> {
    fs::create_dir_all(project)
        .map_err(|e| InputError::new(format!("cannot be made: {e}")).in_file(project.display().to_string()))?;
    let name = project.file_name().unwrap_or_default().to_string_lossy();
    put(
        project,
        "fourcell.toml",
        &format!("version = 1\n\n[project]\nname = \"{name}\"\n\n[access]\nmodel = \"none\"\n\n{systems}"),
    )?;
    let lines = |values: &[Value]| values.iter().map(|value| format!("{value}\n")).collect::<String>();
    put(project, "corpus.jsonl", &lines(&set.corpus))?;
    if !set.passages.is_empty() {
        put(project, "passages.jsonl", &lines(&set.passages))?;
    }
    put(project, "questions.jsonl", &lines(&set.questions))
}

fn put(project: &Path, name: &str, text: &str) -> Result<(), InputError> {
    write_atomically(&project.join(name), |out| out.write_all(text.as_bytes()))
}

/// Pages of a manual: each of the source's chunks is a document, and any passage of it is evidence.
fn docs(folder: &Path) -> Made {
    let mut set = Set::default();
    for chunk in lines(&folder.join("corpus.jsonl"))? {
        set.corpus.push(json!({"id": chunk["chunk_link"], "title": chunk["chunk_heading"], "text": chunk["text"]}));
    }
    for asked in lines(&folder.join("questions.jsonl"))? {
        let all: Vec<Value> = list(&asked["correct_chunks"]).iter().map(|id| json!({"doc": id})).collect();
        set.questions.push(json!({
            "id": asked["id"], "query": asked["question"], "evidence": {"all": all}, "answer": asked["correct_answer"],
        }));
    }
    Ok(set)
}

/// Files of code: put together from the source's chunks, which are the passages, and the places of some are the evidence.
fn code(folder: &Path) -> Made {
    let mut chunks = lines(&folder.join("chunks.jsonl"))?;
    chunks.sort_by_key(|chunk| (string(&chunk["doc_id"]), chunk["original_index"].as_u64()));
    let mut files: BTreeMap<String, Text> = BTreeMap::new();
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    let mut places = BTreeMap::new();
    let mut set = Set::default();
    for chunk in chunks {
        let (doc, text) = (string(&chunk["doc_id"]), string(&chunk["content"]));
        let whole = texts.entry(doc.clone()).or_default();
        let start = whole.chars().count();
        let end = start + text.chars().count();
        whole.push_str(&text);
        whole.push('\n');
        set.passages.push(json!({"id": chunk["chunk_id"], "doc": doc, "start": start, "end": end, "text": text}));
        places.insert((string(&chunk["original_uuid"]), chunk["original_index"].as_u64()), (doc, start, end, text));
    }
    for (doc, text) in texts {
        set.corpus.push(json!({"id": doc, "text": text}));
        files.insert(doc, Text::new(text));
    }
    for asked in lines(&folder.join("questions.jsonl"))? {
        let mut all = Vec::new();
        for wanted in list(&asked["golden_chunk_uuids"]) {
            let key = (string(&wanted[0]), wanted[1].as_u64());
            let (doc, start, end, text) =
                places.get(&key).ok_or_else(|| InputError::new(format!("no chunk {} of {}", wanted[1], wanted[0])))?;
            let leaf = json!({"doc": doc, "range": [start, end], "quote": text});
            if !all.contains(&leaf) {
                all.push(leaf);
            }
        }
        set.questions.push(json!({
            "id": asked["id"], "query": asked["query"], "evidence": {"all": all}, "answer": asked["answer"],
            "cluster": asked["relative_path"],
        }));
    }
    Ok(set)
}

/// Three long texts: the evidence of a question are one to five ranges, all of which are needed.
fn prose(folder: &Path) -> Made {
    let mut set = Set::default();
    for name in ["state_of_the_union", "wikitexts", "chatlogs"] {
        set.corpus.push(json!({"id": name, "text": text(&folder.join(format!("{name}.md")))?}));
    }
    for (asked, number) in lines(&folder.join("questions.jsonl"))?.iter().zip(0..) {
        let leaf = |part: &Value| json!({"doc": asked["corpus_id"], "range": [part["start_index"], part["end_index"]], "quote": part["content"]});
        let all: Vec<Value> = list(&asked["references"]).iter().map(leaf).collect();
        set.questions.push(json!({
            "id": format!("q{number:03}"), "query": asked["question"], "evidence": {"all": all}, "type": asked["corpus_id"],
        }));
    }
    Ok(set)
}

/// Passages of an encyclopedia: the sentences that a person selected are all needed, and any person's selection is enough. Half of the
/// questions have no answer in the passage that they were asked about.
fn wiki(folder: &Path) -> Made {
    let mut set = Set::default();
    for (name, answerable) in [("answerable", true), ("unanswerable", false)] {
        for asked in lines(&folder.join(format!("{name}.jsonl")))? {
            let id = string(&asked["id"]);
            let passage = &asked["passages"][0];
            let text = Text::new(string(&passage["text"]));
            set.corpus.push(json!({"id": id, "title": passage["title"], "text": text.as_str()}));
            if !answerable {
                set.questions.push(json!({"id": id, "query": asked["input"], "answerable": false, "expect": "no-answer"}));
                continue;
            }
            let mut any: Vec<Value> = Vec::new();
            for output in list(&asked["output"]) {
                let all: Result<Vec<Value>, InputError> =
                    list(&output["selected_sentences"]).iter().map(|sentence| placed(&id, &text, &string(sentence))).collect();
                let all = json!({"all": all?});
                if all["all"] != json!([]) && !any.contains(&all) {
                    any.push(all);
                }
            }
            let answer = list(&asked["output"]).iter().map(|output| string(&output["answer"])).find(|answer| !answer.is_empty());
            let evidence = if any.len() == 1 { any.remove(0) } else { json!({"any": any}) };
            set.questions.push(json!({"id": id, "query": asked["input"], "evidence": evidence, "answer": answer}));
        }
    }
    Ok(set)
}

/// A sentence at its place; it stands once.
fn placed(doc: &str, text: &Text, sentence: &str) -> Result<Value, InputError> {
    match find_quote(text, sentence, 2)[..] {
        [range] => Ok(json!({"doc": doc, "range": [range.start(), range.end()], "quote": sentence})),
        ref found => Err(InputError::new(format!("a sentence of '{doc}' stands {} times in its passage", found.len()))),
    }
}

fn text(file: &Path) -> Result<String, InputError> {
    formats::Source::file(file).read_text(LONGEST)
}

fn lines(file: &Path) -> Result<Vec<Value>, InputError> {
    let line = |(line, number): (&str, usize)| {
        serde_json::from_str(line).map_err(|e| InputError::new(format!("line {number}: {e}")).in_file(file.display().to_string()))
    };
    text(file)?.lines().zip(1..).map(line).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
