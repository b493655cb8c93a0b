//! No reader panics, whatever the bytes; and what is written is what is read.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use evidence::{Evidence, Locator, Question, SourceRange};
use formats::fuzz_entry::{read_anything, readers};
use formats::native::{Read, read_corpus, read_passages, read_questions, read_records};
use formats::{InputError, Source, beir};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use retrieval::record::{Ending, Stage};
use serde_json::{Value, json};

/// A sound file for every reader, in the order of `read_anything`.
const SOUND: [&str; 11] = [
    r#"{"id":"q1","query":"Why é?","type":"paraphrase","principal":{"tenant":"a","groups":["g"]},"evidence":{"all":["p1",{"any":[{"doc":"d","rev":"3","range":[12,91],"quote":"\u00e9 x"},{"passage":"p2"}]}]},"facts":[{"id":"f","text":"F.","vital":true}],"expect":"answer","split":"tune","critical":true}
{"id":7,"query":"b","required":["p1","p2"],"answer":null}
"#,
    r#"{"id":"d","rev":"1","title":"T","text":"t é","tenant":"a","acl":["g"],"status":"superseded","superseded_by":"d@2"}
{"id":"d","rev":"2","path":"a.md","acl":[]}
"#,
    "{\"id\":\"p1\",\"doc\":\"d\",\"rev\":\"1\",\"start\":0,\"end\":9,\"text\":\"x\"}\r\n\r\n{\"id\":\"p2\"}\r\n",
    r#"{"question":"q1","range":{"doc":"d","rev":"1","range":[0,9],"quote":"x"},"grade":3,"rater":"ann","at":"2026-10-01"}
{"question":"q1","passage":"p1","grade":0,"status":"adjudicated","adjudicates":["ann","bob"]}
"#,
    r#"{"question":"q1","mode":"normal","repeat":0,"stages":{"candidates":[{"id":"p1","score":12.5},"p2",7],"packed":[]},"context":[{"id":"p1","doc":"d","range":[0,9],"tokens":9,"text":"é"}],"status":"answered","error":null}
{"question":"q1","mode":"oracle","error":"429"}
"#,
    r#"{"question":"q1","kind":"answer","verdict":"correct","judge":"ann"}
{"question":"q1","kind":"fact","target":{"fact":"f"},"verdict":"stated","repeat":1,"by":"model"}
{"question":"q1","kind":"claims","claims":[{"text":"é","span":[0,1]}]}
{"question":"q1","kind":"support","target":{"claim":0,"text":"é"},"error":{"kind":"unparsed","problem":"x","raw":"y"}}
"#,
    "version = 1\nsystem = 'base'\n[settings]\ntop_k = 6\nchunks = { size = 400, overlap = 4.0e1 }\n[when]\nstarted = 2026-10-01T00:00:00Z\n",
    "version = 1\n[project]\nname = 'é'\nruns = \"runs\"\n[score]\nmeasures = ['evidence@6']\ncover = 0.9\nrel = 2\n[gate]\nmargin = 0.02\n",
    "{\"_id\":\"q1\",\"text\":\"a\",\"metadata\":{}}\n{\"_id\":7,\"text\":\"b\"}\n",
    "{\"_id\":\"d1\",\"title\":\"\",\"text\":\"x\"}\n",
    "query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t-1\nq1\td1\t1\n",
];

/// The fuzzer's seeds, each with the number of its reader first.
static SEEDS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let mut seeds: Vec<Vec<u8>> =
        std::fs::read_dir(folder).unwrap().map(|file| std::fs::read(file.unwrap().path()).unwrap()).collect();
    seeds.sort();
    seeds
});

/// What tends to break readers, to be put anywhere.
const PIECES: [&str; 22] = [
    "\u{feff}",
    "\r",
    "\n",
    "\0",
    "\t",
    "\"",
    "\\",
    "\\ud800",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "null",
    "1e999",
    "-0",
    "é\u{202e}",
    "[[[[[[[[",
    "{\"all\":[",
    "\u{1b}[2J",
    "99999999999999999999",
];

#[derive(Clone, Debug)]
enum Change {
    Cut(prop::sample::Index),
    Flip(prop::sample::Index, u8),
    Put(prop::sample::Index, prop::sample::Index),
    Double(prop::sample::Index, prop::sample::Index),
    Drop(prop::sample::Index, u8),
}

fn change() -> impl Strategy<Value = Change> {
    use any as a;
    type Index = prop::sample::Index;
    prop_oneof![
        a::<Index>().prop_map(Change::Cut),
        (a::<Index>(), a::<u8>()).prop_map(|(i, b)| Change::Flip(i, b)),
        (a::<Index>(), a::<Index>()).prop_map(|(i, p)| Change::Put(i, p)),
        (a::<Index>(), a::<Index>()).prop_map(|(i, j)| Change::Double(i, j)),
        (a::<Index>(), a::<u8>()).prop_map(|(i, n)| Change::Drop(i, n)),
    ]
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    let at = |i: &prop::sample::Index, bytes: &Vec<u8>| i.index(bytes.len() + 1);
    match change {
        Change::Cut(i) => bytes.truncate(at(i, bytes)),
        Change::Flip(i, mask) => {
            if !bytes.is_empty() {
                let at = i.index(bytes.len());
                bytes[at] ^= mask;
            }
        }
        Change::Put(i, piece) => {
            let at = at(i, bytes);
            bytes.splice(at..at, piece.get(&PIECES).bytes());
        }
        Change::Double(i, j) => {
            let (a, b) = (at(i, bytes), at(j, bytes));
            let part = bytes[a.min(b)..a.max(b)].to_vec();
            bytes.splice(a..a, part);
        }
        Change::Drop(i, count) => {
            let from = at(i, bytes);
            let to = (from + usize::from(*count)).min(bytes.len());
            bytes.drain(from..to);
        }
    }
}

fn give(reader: usize, bytes: &[u8]) {
    read_anything(&[&[reader as u8][..], bytes].concat());
}

/// Any text, with what is awkward in it more often than by chance.
fn text() -> impl Strategy<Value = String> {
    vec(prop_oneof![any::<char>().prop_map(String::from), (0..PIECES.len()).prop_map(|i| PIECES[i].to_owned())], 0..6)
        .prop_map(|parts| parts.concat())
}

fn id() -> impl Strategy<Value = String> {
    text().prop_filter("an id has a visible character", |t| !t.trim().is_empty())
}

fn rev() -> impl Strategy<Value = Option<String>> {
    proptest::option::of(id())
}

fn range() -> impl Strategy<Value = SourceRange> {
    (0..1000usize, 1..1000usize).prop_map(|(start, length)| SourceRange::new(start, start + length).unwrap())
}

fn locator() -> impl Strategy<Value = Locator> {
    prop_oneof![
        id().prop_map(Locator::Passage),
        (id(), rev()).prop_map(|(doc, rev)| Locator::Document { doc, rev }),
        (id(), rev(), range(), proptest::option::of(text())).prop_map(|(doc, rev, range, quote)| Locator::Range {
            doc,
            rev,
            range,
            quote
        }),
    ]
}

fn tree() -> impl Strategy<Value = Evidence> {
    locator().prop_map(Evidence::Leaf).prop_recursive(4, 24, 4, |inner| {
        prop_oneof![vec(inner.clone(), 0..4).prop_map(Evidence::All), vec(inner, 0..4).prop_map(Evidence::Any)]
    })
}

fn written(evidence: &Evidence) -> Value {
    match evidence {
        Evidence::Leaf(Locator::Passage(id)) => json!({ "passage": id }),
        Evidence::Leaf(Locator::Document { doc, rev }) => json!({ "doc": doc, "rev": rev }),
        Evidence::Leaf(Locator::Range { doc, rev, range, quote }) => {
            json!({ "doc": doc, "rev": rev, "range": [range.start(), range.end()], "quote": quote })
        }
        Evidence::All(children) => json!({ "all": children.iter().map(written).collect::<Vec<_>>() }),
        Evidence::Any(children) => json!({ "any": children.iter().map(written).collect::<Vec<_>>() }),
    }
}

fn source(lines: &[Value]) -> Source {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    Source::memory("m.jsonl", text.into_bytes())
}

fn one<T: Clone>(read: Result<Read<T>, InputError>) -> T {
    let read = read.unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(read.warnings, []);
    read.items[0].clone()
}

#[test]
fn there_is_a_sound_file_for_every_reader() {
    assert!(readers() >= SOUND.len());
    let sources: Vec<Source> = SOUND.iter().map(|text| Source::memory("m", text.as_bytes())).collect();
    assert_eq!(read_questions(&sources[0]).unwrap().items.len(), 2);
    // The second document's text is in a file, which a source in memory cannot have.
    assert_eq!(read_corpus(&sources[1]).unwrap_err().line(), Some(2));
    assert_eq!(read_passages(&sources[2]).unwrap().items.len(), 2);
    assert_eq!(formats::native::read_labels(&sources[3]).unwrap().items.len(), 2);
    assert_eq!(read_records(&sources[4]).unwrap().items.len(), 2);
    assert_eq!(formats::native::read_judgements(&sources[5]).unwrap().items.len(), 4);
    assert_eq!(formats::native::run::read_manifest(&sources[6]).unwrap().settings.len(), 2);
    assert_eq!(beir::read_queries(&sources[8]).unwrap().items.len(), 2);
    assert_eq!(beir::read_corpus_ids(&sources[9]).unwrap().0.len(), 1);
    assert_eq!(beir::read_qrels(&sources[10]).unwrap().items.len(), 2);
}

/// Every place where a file may be cut off.
#[test]
fn every_truncation_of_every_sound_file_is_survived() {
    for (reader, text) in SOUND.iter().enumerate() {
        for length in 0..=text.len() {
            give(reader, &text.as_bytes()[..length]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_are_survived(bytes in vec(any::<u8>(), 0..400)) {
        read_anything(&bytes);
        for reader in 0..readers() {
            give(reader, &bytes);
        }
    }

    #[test]
    fn mutated_sound_files_are_survived(reader in 0..SOUND.len(), changes in vec(change(), 1..6)) {
        let mut bytes = SOUND[reader].as_bytes().to_vec();
        changes.iter().for_each(|c| apply(&mut bytes, c));
        give(reader, &bytes);
    }

    /// The same of the fuzzer's seeds, of which every reader has one.
    #[test]
    fn mutated_seeds_are_survived(seed in 0..readers(), changes in vec(change(), 1..6)) {
        let mut bytes = SEEDS[seed].clone();
        let reader = bytes.remove(0);
        changes.iter().for_each(|c| apply(&mut bytes, c));
        give(usize::from(reader), &bytes);
    }

    /// Faults of hostile files are safe to print, and stay short.
    #[test]
    fn faults_carry_nothing_that_commands_a_terminal(changes in vec(change(), 1..6)) {
        let mut bytes = SOUND[0].as_bytes().to_vec();
        changes.iter().for_each(|c| apply(&mut bytes, c));
        if let Err(error) = read_questions(&Source::memory("m", bytes)) {
            let shown = error.to_string();
            prop_assert!(!shown.chars().any(|c| (c.is_control() && c != '\n') || c == '\u{202e}'), "{shown:?}");
            prop_assert!(shown.len() < 10_000);
        }
    }

    #[test]
    fn questions_come_back_as_written(id in id(), query in id(), evidence in tree(), slices in btree_map("s_[a-z]{5,9}", text(), 0..3)) {
        let mut line = json!({ "id": id, "query": query, "evidence": written(&evidence) });
        for (key, value) in &slices {
            line[key] = json!(value);
        }
        let question: Question = one(read_questions(&source(&[line])));
        prop_assert_eq!(question.id, id);
        prop_assert_eq!(question.query, query);
        prop_assert_eq!(question.evidence, Some(evidence));
        prop_assert_eq!(question.slices, slices);
    }

    #[test]
    fn passages_and_documents_come_back_as_written(id in id(), doc in id(), rev in rev(), range in range(), text in text()) {
        let line = json!({ "id": id, "doc": doc, "rev": rev, "start": range.start(), "end": range.end(), "text": text });
        let passage = one(read_passages(&source(&[line])));
        prop_assert_eq!((&passage.id, passage.doc, &passage.rev, passage.range), (&id, Some(doc), &rev, Some(range)));
        prop_assert_eq!(passage.text.as_deref(), Some(text.as_str()));
        let document = one(read_corpus(&source(&[json!({ "id": id, "rev": rev, "text": text })])));
        prop_assert_eq!((document.id, document.rev), (id, rev.unwrap_or_default()));
        prop_assert_eq!(document.text.as_str(), text);
    }

    #[test]
    fn records_come_back_as_written(scores in btree_map(id(), any::<f64>().prop_filter("finite", |f| f.is_finite()), 0..6), question in id()) {
        let list: Vec<Value> = scores.iter().map(|(id, score)| json!({ "id": id, "score": score })).collect();
        let record = one(read_records(&source(&[json!({ "question": question, "stages": { "fused": list } })])));
        prop_assert_eq!((record.question.as_str(), &record.ending), (question.as_str(), &Ending::Retrieved));
        let read: Vec<_> = record.stage(Stage::Fused).unwrap().iter().map(|i| (i.id.clone(), i.score.unwrap())).collect();
        prop_assert_eq!(read, scores.into_iter().collect::<Vec<_>>());
    }

    /// Marks, line ends and blank lines change nothing but the line numbers.
    #[test]
    fn layout_changes_nothing(ids in btree_map(id(), 0..4i64, 1..6), mark: bool, crlf: bool, blank in 0..3usize, last: bool) {
        let end = if crlf { "\r\n" } else { "\n" };
        let lines: Vec<String> = ids.keys().map(|id| format!("{}{end}", json!({ "_id": id, "text": "t" }))).collect();
        let mut text = format!("{}{}", if mark { "\u{feff}" } else { "" }, lines.join(&end.repeat(blank)));
        if last {
            text.truncate(text.trim_end().len());
        }
        let read = beir::read_queries(&Source::memory("m", text.into_bytes())).unwrap();
        prop_assert_eq!(read.items.iter().map(|q| &q.id).collect::<Vec<_>>(), ids.keys().collect::<Vec<_>>());
        let expected: Vec<u64> = (0..ids.len()).map(|i| (i * (blank + 1) + 1) as u64).collect();
        prop_assert_eq!(read.lines, expected);
    }

    /// Ids without tabs and line ends go through a TSV file byte for byte.
    #[test]
    fn qrels_come_back_as_written(triples in btree_map("[^\t\r\n\u{feff}]{0,5}[a-z0-9#]", any::<i64>(), 1..6), header: bool) {
        let mut text = String::from(if header { "query-id\tcorpus-id\tscore\n" } else { "" });
        triples.iter().for_each(|(id, grade)| text.push_str(&format!("{id}\t{id}\t{grade}\n")));
        let read = beir::read_qrels(&Source::memory("m", text.into_bytes())).unwrap();
        let back: BTreeMap<_, _> = read.items.into_iter().map(|j| (j.document, j.grade)).collect();
        prop_assert_eq!(back, triples);
    }
}
