//! A synthetic project: documents, passages, questions whose evidence is ranges of the documents, and runs that differ a little.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::random::Random;

/// Characters of a passage; documents are cut without overlap.
pub(crate) const PASSAGE: usize = 400;
/// Results that a run records as candidates.
pub(crate) const CANDIDATES: usize = 50;
/// Passages that a run sends.
pub(crate) const CONTEXT: usize = 6;
/// Passages that runs rank for a question; each keeps its own best.
const POOL: usize = 80;

const WORDS: &str = "\
    access account after approval archive badge before budget building café claim contract cost customer data day \
    delivery department desk employee equipment every expense form from hall holds hotel invoice is key laptop \
    leave limit manager may month must needs not notice office order paid password per period person price project \
    receipt remote report request room rule signed Straße supplier team travel vendor within year";

pub(crate) struct Document {
    /// The text, of which offsets count the characters.
    pub(crate) text: Vec<char>,
    /// Where each sentence starts and ends.
    pub(crate) sentences: Vec<(usize, usize)>,
    /// The number of its first passage among all.
    pub(crate) first_passage: usize,
}

/// One question as the runs see it.
struct Asked {
    id: String,
    /// Passages with how far down a good system ranks each, in hundredths of a rank.
    pool: Vec<(usize, u64)>,
}

/// Writes a project of `questions` questions with `runs` runs into `directory`.
pub fn generate(directory: &Path, questions: usize, runs: usize, seed: u64) -> io::Result<()> {
    let mut random = Random::new(seed);
    std::fs::create_dir_all(directory)?;
    std::fs::write(directory.join("fourcell.toml"), "version = 1\n\n[project]\nname = \"benchmark\"\n")?;
    let documents = write_corpus(directory, (questions * 2 / 5).max(10), &mut random)?;
    let passages = write_passages(directory, &documents)?;
    let asked = write_questions(directory, questions, &documents, &passages, &mut random)?;
    for run in 0..runs {
        let directory = directory.join(format!("runs/run{run:02}"));
        std::fs::create_dir_all(&directory)?;
        let noise = 600 + 40 * (run as u64 % 7);
        let settings = format!("version = 1\nsystem = \"run{run:02}\"\n\n[settings]\nnoise = {noise}\n");
        std::fs::write(directory.join("manifest.toml"), settings)?;
        write_records(&directory, &asked, &passages, noise, &mut random)?;
    }
    Ok(())
}

pub(crate) fn create(directory: &Path, name: &str) -> io::Result<BufWriter<File>> {
    Ok(BufWriter::new(File::create(directory.join(name))?))
}

pub(crate) fn write_corpus(directory: &Path, count: usize, random: &mut Random) -> io::Result<Vec<Document>> {
    let mut out = create(directory, "corpus.jsonl")?;
    let words: Vec<&str> = WORDS.split(' ').collect();
    let mut documents: Vec<Document> = Vec::new();
    for number in 0..count {
        let first_passage = documents.last().map_or(0, |d| d.first_passage + d.text.len().div_ceil(PASSAGE));
        let mut document = Document { text: Vec::new(), sentences: Vec::new(), first_passage };
        for _ in 0..random.between(40, 160) {
            if !document.text.is_empty() {
                document.text.push(if random.chance(15) { '\n' } else { ' ' });
            }
            let start = document.text.len();
            for word in 0..random.between(6, 14) {
                document.text.extend((word > 0).then_some(' '));
                document.text.extend(random.one(&words).chars());
            }
            document.text.push('.');
            document.sentences.push((start, document.text.len()));
        }
        let text = escaped(&document.text);
        writeln!(out, r#"{{"id":"doc-{number:05}","rev":"1","title":"Document {number}","text":"{text}"}}"#)?;
        documents.push(document);
    }
    out.flush()?;
    Ok(documents)
}

/// The words hold no quotes and no backslashes.
pub(crate) fn escaped(text: &[char]) -> String {
    text.iter().collect::<String>().replace('\n', "\\n")
}

/// Writes the passages; gives back their ids.
pub(crate) fn write_passages(directory: &Path, documents: &[Document]) -> io::Result<Vec<String>> {
    let mut out = create(directory, "passages.jsonl")?;
    let mut ids = Vec::new();
    for (number, document) in documents.iter().enumerate() {
        for (at, text) in document.text.chunks(PASSAGE).enumerate() {
            let (id, start, end) = (format!("doc-{number:05}#{at:03}"), at * PASSAGE, at * PASSAGE + text.len());
            let (text, doc) = (escaped(text), format!("doc-{number:05}"));
            writeln!(out, r#"{{"id":"{id}","doc":"{doc}","rev":"1","start":{start},"end":{end},"text":"{text}"}}"#)?;
            ids.push(id);
        }
    }
    out.flush()?;
    Ok(ids)
}

fn write_questions(
    directory: &Path,
    count: usize,
    documents: &[Document],
    passages: &[String],
    random: &mut Random,
) -> io::Result<Vec<Asked>> {
    let mut out = create(directory, "questions.jsonl")?;
    let words: Vec<&str> = WORDS.split(' ').collect();
    let mut asked = Vec::new();
    for number in 0..count {
        let id = format!("q{number:05}");
        let (kind, scope) = (random.one(&["fact", "list", "procedure", "multi-document"]), random.one(&["hr", "it", "finance"]));
        let query: Vec<&str> = (0..random.between(5, 12)).map(|_| *random.one(&words)).collect();
        write!(out, r#"{{"id":"{id}","query":"{}?","type":"{kind}","scope":"{scope}","#, query.join(" "))?;
        let mut pool: Vec<(usize, u64)> = Vec::new();
        if random.chance(5) {
            writeln!(out, r#""answerable":false,"expect":"no-answer"}}"#)?;
        } else {
            let mut leaves = Vec::new();
            for _ in 0..4 {
                leaves.push(locator(documents, &mut pool, random));
            }
            // Most questions need one or two places; some are satisfied by either of two.
            let evidence = match random.below(100) {
                0..40 => format!(r#"{{"all":[{}]}}"#, leaves[0]),
                40..65 => format!(r#"{{"all":[{},{}]}}"#, leaves[0], leaves[1]),
                65..80 => format!(r#"{{"any":[{},{}]}}"#, leaves[0], leaves[1]),
                80..92 => format!(r#"{{"all":[{},{{"any":[{},{}]}}]}}"#, leaves[0], leaves[1], leaves[2]),
                _ => format!(r#"{{"all":[{}]}}"#, leaves.join(",")),
            };
            writeln!(out, r#""answerable":true,"evidence":{evidence}}}"#)?;
        }
        while pool.len() < POOL.min(passages.len()) {
            let passage = random.below(passages.len() as u64) as usize;
            if pool.iter().all(|&(p, _)| p != passage) {
                pool.push((passage, 100 * random.below(POOL as u64)));
            }
        }
        asked.push(Asked { id, pool });
    }
    out.flush()?;
    Ok(asked)
}

/// One or two sentences of a document; the passages that hold them are near the top of the pool.
fn locator(documents: &[Document], pool: &mut Vec<(usize, u64)>, random: &mut Random) -> String {
    let number = random.below(documents.len() as u64) as usize;
    let document = &documents[number];
    let first = random.below(document.sentences.len() as u64 - 1) as usize;
    let (start, end) = (document.sentences[first].0, document.sentences[first + random.below(2) as usize].1);
    for passage in start / PASSAGE..=(end - 1) / PASSAGE {
        let passage = document.first_passage + passage;
        if pool.iter().all(|&(p, _)| p != passage) {
            pool.push((passage, 100 * random.near_zero(POOL as u64)));
        }
    }
    let quote = escaped(&document.text[start..end]);
    format!(r#"{{"doc":"doc-{number:05}","rev":"1","range":[{start},{end}],"quote":"{quote}"}}"#)
}

/// Every run ranks the same pool, each with noise of its own.
fn write_records(directory: &Path, asked: &[Asked], passages: &[String], noise: u64, random: &mut Random) -> io::Result<()> {
    let mut out = create(directory, "records.jsonl")?;
    for question in asked {
        let mut ranked: Vec<(u64, usize)> = question.pool.iter().map(|&(p, place)| (place + random.below(noise), p)).collect();
        ranked.sort_unstable();
        let write_list = |out: &mut BufWriter<File>, length: usize| -> io::Result<()> {
            for (at, (place, passage)) in ranked.iter().take(length).enumerate() {
                let (comma, id) = (if at > 0 { "," } else { "" }, &passages[*passage]);
                let score = 20_000_000 - place * 1_000;
                write!(out, r#"{comma}{{"id":"{id}","score":{}.{:06}}}"#, score / 1_000_000, score % 1_000_000)?;
            }
            Ok(())
        };
        write!(out, r#"{{"question":"{}","mode":"normal","stages":{{"candidates":["#, question.id)?;
        write_list(&mut out, CANDIDATES)?;
        out.write_all(br#"]},"context":["#)?;
        write_list(&mut out, CONTEXT)?;
        out.write_all(b"]}\n")?;
    }
    out.flush()
}
