//! Evidence labelled as ranges of three documents, cut into windows of several sizes.

use std::collections::BTreeMap;
use std::path::Path;

use fourcell::evidence::cover::Cover;
use fourcell::evidence::text::{OffsetUnit, Text, slice_in};
use fourcell::evidence::{Evidence, Locator, SourceRange};
use fourcell::retrieval::arrival::Arrival;
use fourcell::retrieval::record::Item;
use fourcell::statistics::mean;
use serde_json::Value;

mod shared;

const CORPORA: [&str; 3] = ["state_of_the_union", "wikitexts", "chatlogs"];

struct Asked {
    corpus: String,
    references: Vec<(SourceRange, String)>,
}

struct Chunking {
    texts: BTreeMap<String, Text>,
    questions: Vec<Asked>,
    expected: Value,
}

fn read() -> Option<Chunking> {
    let folder = shared::folder("chroma-chunking", "evidence as source ranges, and precision over fixed windows")?;
    let texts = CORPORA.map(|name| (name.to_owned(), Text::new(shared::text(&folder.join(format!("{name}.md"))))));
    Some(Chunking { texts: BTreeMap::from(texts), questions: questions(&folder), expected: expected(&folder) })
}

fn questions(folder: &Path) -> Vec<Asked> {
    let reference = |r: &Value| {
        let range = shared::range(shared::number(&r["start_index"]), shared::number(&r["end_index"]));
        (range, shared::string(&r["content"]))
    };
    let asked = |q: &Value| Asked {
        corpus: shared::string(&q["corpus_id"]),
        references: q["references"].as_array().unwrap().iter().map(reference).collect(),
    };
    shared::json_lines(&folder.join("questions.jsonl")).iter().map(asked).collect()
}

fn expected(folder: &Path) -> Value {
    serde_json::from_str(&shared::text(&folder.join("chunk_omega_expected.json"))).unwrap()
}

#[test]
fn every_range_slices_by_code_point_and_hardly_any_by_byte() {
    let Some(data) = read() else { return };
    let (mut all, mut by_byte) = (0, 0);
    for asked in &data.questions {
        let text = &data.texts[&asked.corpus];
        for (range, content) in &asked.references {
            assert_eq!(text.slice(*range), Some(content.as_str()), "{} {range}", asked.corpus);
            let bytes = slice_in(text.as_str(), range.start(), range.end(), OffsetUnit::Utf8);
            by_byte += usize::from(bytes == Some(content.as_str()));
            all += 1;
        }
    }
    assert_eq!((data.questions.len(), all, by_byte), (276, 452, 3));
}

/// Windows of `size` code points, each `size - overlap` after the last.
fn windows(length: usize, size: usize, overlap: usize) -> Vec<SourceRange> {
    (0..length).step_by(size - overlap).map(|start| shared::range(start, (start + size).min(length))).collect()
}

/// Shares at least one code point.
fn shares(window: SourceRange, range: SourceRange) -> bool {
    window.intersection(range).is_some()
}

/// Upstream's habit: a window that ends where a reference starts, or starts where one ends, counts as retrieved as well.
fn touches(window: SourceRange, range: SourceRange) -> bool {
    window.end() == range.start() || window.start() == range.end()
}

/// Token precision where every window that `meets` a reference was sent.
fn precision(asked: &Asked, windows: &[SourceRange], meets: impl Fn(SourceRange, SourceRange) -> bool) -> f64 {
    let leaf = |(range, content): &(SourceRange, String)| shared::range_leaf(&asked.corpus, *range, content);
    let tree = Evidence::All(asked.references.iter().map(leaf).collect());
    let sent = windows.iter().filter(|window| asked.references.iter().any(|(range, _)| meets(**window, *range)));
    let item = |window: &SourceRange| Item {
        id: window.to_string(),
        doc: Some(asked.corpus.clone()),
        range: Some(*window),
        ..Item::default()
    };
    let items: Vec<Item> = sent.map(item).collect();
    let arrival = Arrival::new(&tree, &items, Cover::WHOLE, &|_: &Locator| None);
    // All windows that share something were sent, so all of the evidence was.
    assert_eq!((arrival.recall(items.len()), arrival.complete(items.len())), (Some(1.0), Some(true)));
    let counted = arrival.code_points(items.len()).unwrap();
    assert_eq!((counted.evidence_sent, counted.sent_needed), (counted.evidence, counted.evidence));
    counted.sent_needed as f64 / counted.sent as f64
}

/// Mean and population standard deviation, to the six decimals that were recorded.
fn described(values: &[f64]) -> [String; 2] {
    let mean_of_all = mean(values).unwrap();
    let squares: Vec<f64> = values.iter().map(|v| (v - mean_of_all).powi(2)).collect();
    [mean_of_all, mean(&squares).unwrap().sqrt()].map(|v| format!("{v:.6}"))
}

#[test]
fn precision_over_fixed_windows_is_upstreams_once_a_touch_of_length_zero_counts() {
    let Some(data) = read() else { return };
    let (mut compared, mut differ, mut questions) = (0, Vec::new(), 0);
    for (setting, expected) in data.expected.as_object().unwrap() {
        let (size, overlap) = setting.split_once('/').unwrap();
        let (size, overlap): (usize, usize) = (size.parse().unwrap(), overlap.parse().unwrap());
        for corpus in CORPORA {
            let windows = windows(data.texts[corpus].len(), size, overlap);
            let asked: Vec<&Asked> = data.questions.iter().filter(|q| q.corpus == corpus).collect();
            let ours: Vec<f64> = asked.iter().map(|q| precision(q, &windows, shares)).collect();
            let theirs: Vec<f64> = asked.iter().map(|q| precision(q, &windows, |w, r| shares(w, r) || touches(w, r))).collect();
            let published = &expected["precision_omega"][corpus];
            let published = [0, 1].map(|place| format!("{:.6}", published[place].as_f64().unwrap()));
            assert_eq!(described(&theirs), published, "{setting} {corpus}");
            assert!(ours.iter().zip(&theirs).all(|(ours, theirs)| ours >= theirs), "{setting} {corpus}");
            if described(&ours) != published {
                let more = ours.iter().zip(&theirs).filter(|(ours, theirs)| ours > theirs).count();
                println!("{setting} {corpus}: {:?} without the touch, {published:?} with it; {more} questions", described(&ours));
                differ.push(format!("{setting} {corpus}"));
            }
            compared += 1;
            questions += asked.len();
        }
    }
    assert_eq!((compared, questions), (7 * 3, 7 * 276));
    let union = "state_of_the_union";
    assert_eq!(differ, ["1200/0", "1200/600", "200/0", "400/0"].map(|setting| format!("{setting} {union}")));
}

/// The same by the measure, over a run that sends the windows and names them by id.
#[test]
fn the_measure_gives_what_the_ranges_give() {
    let Some(data) = read() else { return };
    let mut passages = Vec::new();
    let mut by_corpus = BTreeMap::new();
    for (corpus, text) in &data.texts {
        let windows = windows(text.len(), 400, 0);
        let passage = |w: &SourceRange| shared::passage(format!("{corpus} {w}"), Some(corpus), Some(*w), text.slice(*w).unwrap());
        passages.extend(windows.iter().map(passage));
        by_corpus.insert(corpus.as_str(), windows);
    }
    let (mut questions, mut records, mut expected) = (Vec::new(), Vec::new(), Vec::new());
    for (place, asked) in data.questions.iter().enumerate() {
        let leaf = |(range, content): &(SourceRange, String)| shared::range_leaf(&asked.corpus, *range, content);
        let tree = Evidence::All(asked.references.iter().map(leaf).collect());
        let id = format!("{place:03}");
        questions.push(shared::question(&id, "asked", Some(tree)));
        let windows = &by_corpus[asked.corpus.as_str()];
        let sent = windows.iter().filter(|w| asked.references.iter().any(|(range, _)| shares(**w, *range)));
        records.push(shared::record(&id, sent.map(|w| format!("{} {w}", asked.corpus))));
        expected.push(precision(asked, windows, shares));
    }
    let set = shared::question_set(questions, Some(passages), None);
    let scored = shared::score(&set, &shared::run("windows", records), "token-precision token-recall evidence complete");
    assert_eq!(shared::values(&scored, 0), expected);
    for column in 1..4 {
        assert_eq!(shared::values(&scored, column), vec![1.0; 276]);
    }
}
