//! A synthetic run with every list, answer and verdict, of which half of the questions fail: what `fourcell ledger` is timed with.
//!
//! The system is like the built-in one: 50 candidates, a filter, six passages packed. Each failure is made by changing one thing.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde_json::{Value, json};

use crate::native::{CANDIDATES, CONTEXT, Document, PASSAGE, create, write_corpus, write_passages};
use crate::random::Random;

/// How a question fails, if it does. They take turns; every other question is sound.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Sound,
    Stale,
    Filtered,
    NotFound,
    Ranked,
    Packed,
    Misused,
    Miscited,
    Declined,
    Unanswerable,
}

const WAYS: [Way; 9] = [
    Way::Stale,
    Way::Filtered,
    Way::NotFound,
    Way::Ranked,
    Way::Packed,
    Way::Misused,
    Way::Miscited,
    Way::Declined,
    Way::Unanswerable,
];

const MANIFEST: &str = "version = 1\nsystem = \"synthetic\"\nday = \"2026-11-30\"\n\n[settings]\npacking = \"6 passages\"\n\n[budget]\npassages = 6\ntokens = 2000\n";

/// Writes a project of `questions` questions about `documents` documents, with one run, `failing`, into `directory`.
pub fn generate(directory: &Path, questions: usize, documents: usize, seed: u64) -> io::Result<()> {
    let mut random = Random::new(seed);
    let run = directory.join("runs/failing");
    fs::create_dir_all(&run)?;
    fs::write(directory.join("fourcell.toml"), "version = 1\n\n[project]\nname = \"failures\"\n\n[access]\nmodel = \"none\"\n")?;
    fs::write(run.join("manifest.toml"), MANIFEST)?;
    let documents = write_corpus(directory, documents, &mut random)?;
    // As of a run of the built-in system: the index is the run's.
    let passages = write_passages(&run, &documents)?;
    let mut out = Out {
        questions: create(directory, "questions.jsonl")?,
        records: create(&run, "records.jsonl")?,
        judgements: create(&run, "judgements.jsonl")?,
    };
    for number in 0..questions {
        let way = if number % 2 == 0 { Way::Sound } else { WAYS[number / 2 % WAYS.len()] };
        out.one(&format!("q{number:05}"), way, &documents, &passages, &mut random)?;
    }
    out.questions.flush()?;
    out.records.flush()?;
    out.judgements.flush()
}

struct Out {
    questions: BufWriter<fs::File>,
    records: BufWriter<fs::File>,
    judgements: BufWriter<fs::File>,
}

/// A sentence with the number of its passage among all.
struct Needed {
    doc: usize,
    range: (usize, usize),
    words: String,
    passage: usize,
}

impl Out {
    fn one(&mut self, id: &str, way: Way, documents: &[Document], passages: &[String], random: &mut Random) -> io::Result<()> {
        let needed: Vec<Needed> = (0..random.between(1, 3)).map(|_| sentence(documents, random)).collect();
        let query = format!("What about {}?", needed[0].words.trim_end_matches('.'));
        let leaf = |(place, needed): (usize, &Needed)| {
            let quote =
                if way == Way::Stale && place == 0 { format!("{} as amended", needed.words) } else { needed.words.clone() };
            json!({"doc": format!("doc-{:05}", needed.doc), "rev": "1", "range": [needed.range.0, needed.range.1], "quote": quote})
        };
        let leaves: Vec<Value> = needed.iter().enumerate().map(leaf).collect();
        let fact = |(place, needed): (usize, &Needed)| json!({"id": format!("f{place}"), "text": needed.words, "vital": true});
        let facts: Vec<Value> = needed.iter().enumerate().map(fact).collect();
        let question = match way {
            Way::Unanswerable => json!({"id": id, "query": query, "answerable": false, "expect": "no-answer"}),
            _ => json!({"id": id, "query": query, "evidence": {"all": leaves}, "facts": facts}),
        };
        writeln!(self.questions, "{question}")?;
        // Without its evidence the system says something else.
        let lost = matches!(way, Way::Filtered | Way::NotFound | Way::Ranked | Way::Packed);
        let other = lost.then(|| sentence(documents, random));
        let said = other.as_ref().unwrap_or(&needed[0]);
        let cited = self.record(id, way, (&query, said), &needed, (passages, documents), random)?;
        self.verdicts(id, way, said, &cited, &needed)
    }

    /// Writes a record; gives back the passage that it cites.
    fn record(
        &mut self,
        id: &str,
        way: Way,
        (query, said): (&str, &Needed),
        needed: &[Needed],
        (passages, documents): (&[String], &[Document]),
        random: &mut Random,
    ) -> io::Result<String> {
        let mut ranked: Vec<usize> = needed.iter().map(|needed| needed.passage).collect();
        while ranked.len() < CANDIDATES {
            let passage = random.below(passages.len() as u64) as usize;
            if !ranked.contains(&passage) {
                ranked.push(passage);
            }
        }
        let first = ranked[0];
        match way {
            Way::NotFound => ranked.retain(|passage| *passage != first),
            Way::Ranked => ranked.swap(0, random.between(CONTEXT as u64, CANDIDATES as u64 - 1) as usize),
            _ => {}
        }
        let filtered: Vec<usize> = ranked.iter().copied().filter(|passage| way != Way::Filtered || *passage != first).collect();
        let packed: Vec<usize> =
            filtered.iter().copied().take(CONTEXT).filter(|passage| way != Way::Packed || *passage != first).collect();
        let list = |list: &[usize]| -> Vec<Value> {
            list.iter()
                .zip(0..)
                .map(|(passage, rank)| json!({"id": passages[*passage], "score": 20.0 - 0.25 * f64::from(rank)}))
                .collect()
        };
        let sent = |passage: &usize| {
            let doc = documents.partition_point(|document| document.first_passage <= *passage) - 1;
            let start = (passage - documents[doc].first_passage) * PASSAGE;
            let text: String = documents[doc].text.iter().skip(start).take(PASSAGE).collect();
            let end = start + text.chars().count();
            json!({"id": passages[*passage], "doc": format!("doc-{doc:05}"), "rev": "1", "range": [start, end], "tokens": 90, "text": text})
        };
        let declined = way == Way::Declined;
        let answer = if declined { "The context does not answer this." } else { said.words.as_str() };
        let cited: Vec<Value> = if declined {
            Vec::new()
        } else {
            vec![json!({"passage": passages[packed[0]], "span": [0, answer.chars().count()]})]
        };
        let record = json!({
            "question": id, "mode": "normal", "repeat": 0, "status": if declined { "declined" } else { "answered" }, "query_sent": query,
            "stages": {"candidates": list(&ranked), "filtered": list(&filtered), "packed": list(&packed)},
            "context": packed.iter().map(sent).collect::<Vec<_>>(), "answer": answer, "citations": cited,
        });
        writeln!(self.records, "{record}")?;
        Ok(passages[packed[0]].clone())
    }

    fn verdicts(&mut self, id: &str, way: Way, said: &Needed, cited: &str, needed: &[Needed]) -> io::Result<()> {
        let mut line = |kind: &str, more: Value| {
            let mut line = json!({"question": id, "mode": "normal", "repeat": 0, "kind": kind, "judge": "made", "by": "command", "judge_repeat": 0});
            if let (Some(line), Value::Object(more)) = (line.as_object_mut(), more) {
                line.extend(more);
            }
            writeln!(self.judgements, "{line}")
        };
        if way == Way::Declined {
            return line("status", json!({"verdict": "declined"}));
        }
        let words = &said.words;
        let span = [0, words.chars().count()];
        line("status", json!({"verdict": "answered"}))?;
        line("claims", json!({"claims": [{"text": words, "span": span}]}))?;
        line(
            "support",
            json!({"target": {"claim": 0, "text": words}, "verdict": "supported", "passage": cited, "quote": words, "quote_found": true}),
        )?;
        let supports = if way == Way::Miscited { "not-found" } else { "supported" };
        line("citation", json!({"target": {"span": span}, "passage": cited, "verdict": supports}))?;
        for place in 0..needed.len() {
            let verdict =
                if place == 0 && (way == Way::Misused || said.words != needed[0].words) { "not-stated" } else { "stated" };
            line("fact", json!({"target": {"fact": format!("f{place}")}, "verdict": verdict}))?;
        }
        Ok(())
    }
}

/// A sentence that stands in one passage.
fn sentence(documents: &[Document], random: &mut Random) -> Needed {
    loop {
        let doc = random.below(documents.len() as u64) as usize;
        let document = &documents[doc];
        let range = *random.one(&document.sentences);
        if range.0 / PASSAGE == (range.1 - 1) / PASSAGE {
            let words = document.text[range.0..range.1].iter().collect();
            return Needed { doc, range, words, passage: document.first_passage + range.0 / PASSAGE };
        }
    }
}
