//! Questions with answers as ranges of Wikipedia paragraphs, in three languages, one of them written without spaces.

use std::path::Path;

use fourcell::evidence::text::{OffsetUnit, slice_in};
use fourcell::evidence::{Corpus, Document, Locator, Passage, SourceRange};
use fourcell::formats::native::{Run, read_corpus, read_passages, read_questions, read_records};
use fourcell::formats::project::QuestionSet;
use fourcell::retrieval::arrival::cover_of;
use fourcell::retrieval::record::{Item, Record};
use fourcell::statistics::Score;
use serde_json::{Value, json};

mod shared;

const SIZE: usize = 50;
const OVERLAP: usize = 10;
const MEASURES: &str = "evidence@100 complete@100 evidence complete token-recall Success@100";

struct Language {
    documents: Vec<Document>,
    windows: Vec<Vec<Passage>>,
    answers: Vec<Answer>,
}

struct Answer {
    id: String,
    query: String,
    /// The place of its passage.
    place: usize,
    start: usize,
    text: String,
}

impl Answer {
    fn range(&self) -> SourceRange {
        shared::range(self.start, self.start + self.text.chars().count())
    }
}

fn read(what: &str) -> Option<Vec<(&'static str, Language)>> {
    let folder = shared::folder("xquad", what)?;
    Some(["en", "de", "zh"].into_iter().map(|name| (name, language(&folder.join(format!("{name}.jsonl"))))).collect())
}

fn language(file: &Path) -> Language {
    let mut language = Language { documents: Vec::new(), windows: Vec::new(), answers: Vec::new() };
    for (place, line) in shared::json_lines(file).iter().enumerate() {
        let document = document(shared::string(&line["passage_id"]), shared::string(&line["context"]));
        language.windows.push(windows(&document));
        language.documents.push(document);
        for asked in line["qas"].as_array().unwrap() {
            let answers = asked["answers"].as_array().unwrap();
            assert_eq!(answers.len(), 1);
            language.answers.push(Answer {
                id: shared::string(&asked["id"]),
                query: shared::string(&asked["question"]),
                place,
                start: shared::number(&answers[0]["answer_start"]),
                text: shared::string(&answers[0]["text"]),
            });
        }
    }
    language
}

fn document(id: String, text: String) -> Document {
    Document::new(id, "", text)
}

/// Cut by code points, wherever words end.
fn windows(document: &Document) -> Vec<Passage> {
    let length = document.text.len();
    let starts = (0..length).step_by(SIZE - OVERLAP);
    let window = |start: usize| {
        let range = shared::range(start, (start + SIZE).min(length));
        shared::passage(format!("{}@{start}", document.id), Some(&document.id), Some(range), document.text.slice(range).unwrap())
    };
    starts.map(window).collect()
}

impl Language {
    fn set(&self) -> QuestionSet {
        let question = |a: &Answer| {
            let leaf = shared::range_leaf(&self.documents[a.place].id, a.range(), &a.text);
            shared::question(&a.id, &a.query, Some(leaf))
        };
        let questions = self.answers.iter().map(question).collect();
        shared::question_set(questions, Some(self.windows.concat()), Some(Corpus::new(self.documents.clone())))
    }

    /// A run that retrieves, of the passage asked about, the windows that `choose` picks.
    fn run<'a>(&'a self, choose: impl Fn(&Answer, &'a [Passage]) -> Vec<&'a Passage>) -> Run {
        let record = |a: &Answer| {
            let ids = choose(a, &self.windows[a.place]).into_iter().map(|w| w.id.clone());
            shared::record(&a.id, ids)
        };
        shared::run("windows", self.answers.iter().map(record).collect())
    }
}

/// The window that holds the most of a range; the first among equals.
fn best(range: SourceRange, windows: &[Passage]) -> &Passage {
    let held = |w: &Passage| w.range.and_then(|own| own.intersection(range)).map_or(0, SourceRange::len);
    windows.iter().reduce(|best, next| if held(next) > held(best) { next } else { best }).unwrap()
}

#[test]
fn every_answer_slices_by_code_point_and_hardly_any_chinese_one_by_byte() {
    let Some(languages) = read("answers as ranges, by code point and by byte") else { return };
    for ((name, language), by_byte) in languages.iter().zip([507, 103, 23]) {
        let (mut by_point, mut bytes) = (0, 0);
        for answer in &language.answers {
            let text = &language.documents[answer.place].text;
            by_point += usize::from(text.slice(answer.range()) == Some(answer.text.as_str()));
            let end = answer.start + answer.text.len();
            bytes += usize::from(slice_in(text.as_str(), answer.start, end, OffsetUnit::Utf8) == Some(answer.text.as_str()));
        }
        assert_eq!((language.documents.len(), language.answers.len(), by_point, bytes), (120, 612, 612, by_byte), "{name}");
    }
}

#[test]
fn all_windows_of_the_passage_together_hold_every_answer() {
    let Some(languages) = read("answers over all windows of their passage") else { return };
    for ((name, language), expected) in languages.iter().zip([109, 134, 15]) {
        let scored = shared::score(&language.set(), &language.run(|_, windows| windows.iter().collect()), MEASURES);
        for column in 0..6 {
            assert_eq!(shared::values(&scored, column), vec![1.0; 612], "{name} {}", scored.scores.measures()[column]);
        }
        // Pieces count together: some answers stand in no window whole.
        let cut =
            language.answers.iter().filter(|a| language.windows[a.place].iter().all(|w| !w.range.unwrap().contains(a.range())));
        assert_eq!(cut.count(), expected, "{name}");
    }
}

#[test]
fn one_window_is_complete_only_where_it_holds_every_letter() {
    let Some(languages) = read("answers over the one window that holds most of them") else { return };
    for ((name, language), expected) in languages.iter().zip([(503, 1, 108), (478, 0, 134), (597, 1, 14)]) {
        let scored = shared::score(&language.set(), &language.run(|a, windows| vec![best(a.range(), windows)]), MEASURES);
        let (mut whole, mut letters, mut part) = (0, 0, 0);
        for answer in &language.answers {
            let window = best(answer.range(), &language.windows[answer.place]).range.unwrap();
            let letter = |(offset, c): (usize, char)| c.is_alphanumeric().then_some(answer.start + offset);
            let wanted: Vec<usize> = answer.text.chars().enumerate().filter_map(letter).collect();
            let held = wanted.iter().filter(|p| (window.start()..window.end()).contains(*p)).count();
            let row = scored.scores.find(&answer.id).unwrap();
            // A range is met or it is not: a part earns nothing.
            let met = Score::Value(f64::from(u8::from(held == wanted.len())));
            for column in 0..4 {
                assert_eq!(scored.scores.get(row, column), met, "{name} {} {}", answer.id, scored.scores.measures()[column]);
            }
            let leaf = Locator::Range {
                doc: language.documents[answer.place].id.clone(),
                rev: None,
                range: answer.range(),
                quote: Some(answer.text.clone()),
            };
            let items = [Item::from(best(answer.range(), &language.windows[answer.place]))];
            assert_eq!(cover_of(&leaf, &items, &|_| None), held as f64 / wanted.len() as f64, "{name} {}", answer.id);
            match (window.contains(answer.range()), held == wanted.len()) {
                (true, _) => whole += 1,
                (false, true) => letters += 1,
                (false, false) => part += 1,
            }
        }
        // Whole, whole but for white space or punctuation, and in part.
        assert_eq!((whole, letters, part), expected, "{name}");
    }
}

/// Written as native JSON Lines and read back, everything is the same.
#[test]
fn the_native_readers_give_the_same_of_chinese() {
    let Some(languages) = read("Chinese as native files") else { return };
    let (_, chinese) = languages.into_iter().find(|(name, _)| *name == "zh").unwrap();
    let set = chinese.set();
    let lines = |values: Vec<Value>, name: &str| shared::in_memory(name, &values);
    let corpus = chinese.documents.iter().map(|d| json!({"id": d.id, "text": d.text.as_str()})).collect();
    let corpus = read_corpus(&lines(corpus, "corpus.jsonl")).unwrap();
    assert_eq!((corpus.items.len(), corpus.warnings.len()), (120, 0));
    for (own, read) in chinese.documents.iter().zip(&corpus.items) {
        assert_eq!((&own.id, &own.rev, own.text.as_str(), own.status), (&read.id, &read.rev, read.text.as_str(), read.status));
    }
    let passage = |p: &Passage| {
        let range = p.range.unwrap();
        json!({"id": p.id, "doc": p.doc, "start": range.start(), "end": range.end(), "text": p.text})
    };
    let own = set.passages.as_ref().unwrap();
    let passages = read_passages(&lines(own.iter().map(passage).collect(), "passages.jsonl")).unwrap();
    assert_eq!((&passages.items, passages.warnings.len()), (own, 0));
    let question = |a: &Answer| {
        let (doc, range) = (&chinese.documents[a.place].id, a.range());
        let evidence = json!({"doc": doc, "range": [range.start(), range.end()], "quote": a.text});
        json!({"id": a.id, "query": a.query, "evidence": evidence})
    };
    let questions = read_questions(&lines(chinese.answers.iter().map(question).collect(), "questions.jsonl")).unwrap();
    assert_eq!((&questions.items, questions.warnings.len()), (&set.questions, 0));
    let again = shared::question_set(questions.items, Some(passages.items), Some(Corpus::new(corpus.items)));
    for run in [chinese.run(|a, windows| vec![best(a.range(), windows)]), chinese.run(|_, windows| windows.iter().collect())] {
        let record = |r: &Record| {
            let ids: Vec<&str> = r.ranked().unwrap().1.iter().map(|item| item.id.as_str()).collect();
            json!({"question": r.question, "stages": {"candidates": ids}})
        };
        let records = read_records(&lines(run.records.items.iter().map(record).collect(), "records.jsonl")).unwrap();
        assert_eq!((&records.items, records.warnings.len()), (&run.records.items, 0));
        let (before, after) =
            (shared::score(&set, &run, MEASURES), shared::score(&again, &Run { records, ..run.clone() }, MEASURES));
        assert_eq!(shared::summaries(&before), shared::summaries(&after));
        assert_eq!(before.told, after.told);
    }
}
