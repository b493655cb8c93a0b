//! A whole evaluation of two systems over one documentation: ranked lists, and for each question whether the answer was right.
//!
//! One call of the first system failed. Its list is empty, and yet the recorded rows credit it with retrieval: so the averages that
//! were published are not those of the lists.

use std::collections::HashMap;
use std::path::Path;

use fourcell::diagnosis::cells::Cells;
use fourcell::evaluate::Evaluated;
use fourcell::evidence::{Evidence, Locator, Question};
use fourcell::formats::native::{Read, Run, read_passages, read_questions, read_records};
use fourcell::formats::project::QuestionSet;
use fourcell::retrieval::record::{Ending, Stage};
use fourcell::statistics::paired::sign_flip::SignMatrix;
use fourcell::statistics::paired::{Table, mcnemar};
use fourcell::statistics::{Score, mean};
use serde_json::{Value, json};

mod shared;
use shared::four;

const MEASURES: &str = "SetP R@3 RR Success@3 evidence@3 complete@3";
const HIT: usize = 3;
const COMPLETE: usize = 5;

struct Docs {
    set: QuestionSet,
    base: System,
    second: System,
}

struct System {
    run: Run,
    scored: Evaluated,
    /// Precision, recall and reciprocal rank as upstream computed them from each list; none for the failed call.
    upstream: HashMap<String, [f64; 3]>,
    /// What was recorded of each question, by its id.
    rows: HashMap<String, Row>,
    /// The published averages: precision, recall, F1, reciprocal rank and accuracy.
    published: [f64; 5],
}

#[derive(Debug)]
struct Row {
    precision: f64,
    recall: f64,
    rr: f64,
    correct: bool,
}

fn read() -> Option<Docs> {
    let folder =
        shared::folder("anthropic-docs-rag", "two systems over one documentation, scored and joined with their answers")?;
    let questions = shared::json_lines(&folder.join("questions.jsonl"));
    let chunks = shared::json_lines(&folder.join("corpus.jsonl"));
    let passage = |c: &Value| shared::passage(shared::string(&c["chunk_link"]), None, None, c["text"].as_str().unwrap());
    let set = shared::question_set(questions.iter().map(question).collect(), Some(chunks.iter().map(passage).collect()), None);
    let base = System::read(&folder, &set, "base", ["base", "one"]);
    let second = System::read(&folder, &set, "level two", ["level_two", "level_two"]);
    Some(Docs { set, base, second })
}

fn question(value: &Value) -> Question {
    let chunks = shared::strings(&value["correct_chunks"]).into_iter().map(shared::passage_leaf).collect();
    let question =
        shared::question(shared::string(&value["id"]), shared::string(&value["question"]), Some(Evidence::All(chunks)));
    Question { answer: Some(shared::string(&value["correct_answer"])), ..question }
}

impl System {
    fn read(folder: &Path, set: &QuestionSet, name: &str, [lists, rows]: [&str; 2]) -> Self {
        let calls = shared::json_lines(&folder.join(format!("run_retrieve_{lists}.jsonl")));
        let records = calls.iter().map(|call| {
            let id = shared::string(&call["id"]);
            if call["retrieved"].is_array() {
                return shared::record(id, shared::strings(&call["retrieved"]));
            }
            let mut failed = shared::record(id, []);
            failed.ending = Ending::Failed(shared::string(&call["error"]));
            failed.stages.clear();
            failed
        });
        let run = shared::run(name, records.collect());
        let upstream = calls.iter().filter_map(|call| {
            let words: Vec<&str> = call["promptfoo_reason"].as_str()?.split_whitespace().collect();
            let after = |key: &str| words[words.iter().position(|w| *w == key).unwrap() + 1].parse().unwrap();
            Some((shared::string(&call["id"]), [after("Precision:"), after("Recall:"), after("MRR:")]))
        });
        let upstream = upstream.collect();
        let by_text: HashMap<&str, &str> = set.questions.iter().map(|q| (q.query.as_str(), q.id.as_str())).collect();
        assert_eq!(by_text.len(), 100);
        let table = shared::csv(&shared::text(&folder.join(format!("evaluation_results_detailed_{rows}.csv"))));
        let expected = ["question", "retrieval_precision", "retrieval_recall", "retrieval_mrr", "e2e_correct"];
        assert_eq!(table[0], expected);
        let row = |fields: &Vec<String>| {
            let number = |place: usize| fields[place].parse().unwrap();
            let correct = match fields[4].as_str() {
                "True" => true,
                "False" => false,
                other => panic!("{other}"),
            };
            (by_text[fields[0].as_str()].to_owned(), Row { precision: number(1), recall: number(2), rr: number(3), correct })
        };
        let rows_by_id: HashMap<String, Row> = table[1..].iter().map(row).collect();
        assert_eq!((table.len(), rows_by_id.len()), (101, 100));
        let published: Value =
            serde_json::from_str(&shared::text(&folder.join(format!("evaluation_results_{rows}.json")))).unwrap();
        let keys = ["average_precision", "average_recall", "average_f1", "average_mrr", "end_to_end_accuracy"];
        Self {
            scored: shared::score(set, &run, MEASURES),
            run,
            upstream,
            rows: rows_by_id,
            published: keys.map(|key| published[key].as_f64().unwrap()),
        }
    }

    /// The four cells by one measure.
    fn cells(&self, measure: usize) -> Cells {
        let presence = self.scored.scores.column(measure);
        let right = self.scored.scores.questions().iter().map(|id| Some(self.rows[id].correct));
        Cells::count(presence.into_iter().zip(right))
    }

    fn correct(&self) -> Vec<bool> {
        self.scored.scores.questions().iter().map(|id| self.rows[id].correct).collect()
    }
}

fn cells(works: usize, generation_fault: usize, lucky: usize, retrieval_fault: usize, failed: usize) -> Cells {
    Cells { works, generation_fault, lucky, retrieval_fault, failed, not_scored: 0 }
}

#[test]
fn a_failed_call_is_neither_zero_nor_missing() {
    let Some(docs) = read() else { return };
    let base = shared::summaries(&docs.base.scored);
    for (summary, lowest) in base.iter().zip(["0.4217", "0.6492", "0.7267"]) {
        assert_eq!((summary.n, summary.failed, summary.undefined.len()), (99, 1, 0));
        let bounds = summary.bounds.unwrap();
        assert_eq!(four(bounds.lo), lowest);
        assert!((bounds.hi - bounds.lo - 0.01).abs() < 1e-12 && bounds.contains(summary.value.unwrap()));
    }
    assert!(base.iter().all(|s| (s.n, s.failed) == (99, 1)));
    assert_eq!(docs.base.scored.told.failed.len(), 1);
    assert!(docs.base.scored.told.failed[0].1.contains("pickle data was truncated"));
    let second = shared::summaries(&docs.second.scored);
    for (summary, value) in second.iter().zip(["0.4500", "0.7092", "0.7733"]) {
        assert_eq!((summary.n, summary.failed, summary.bounds), (100, 0, None));
        assert_eq!(four(summary.value.unwrap()), value);
    }
}

#[test]
fn every_question_has_the_values_that_upstream_computed_from_its_list() {
    let Some(docs) = read() else { return };
    assert_eq!((docs.base.upstream.len(), docs.second.upstream.len()), (99, 100));
    for system in [&docs.base, &docs.second] {
        let scores = &system.scored.scores;
        for (place, id) in scores.questions().iter().enumerate() {
            let Some(theirs) = system.upstream.get(id) else {
                assert!((0..scores.measures().len()).all(|m| scores.get(place, m) == Score::Failed), "{id}");
                continue;
            };
            for (measure, theirs) in theirs.iter().enumerate() {
                let Score::Value(mine) = scores.get(place, measure) else { panic!("{id}") };
                assert!((mine - theirs).abs() < 1e-12, "{id} {}: {mine} is not {theirs}", scores.measures()[measure]);
            }
            // Without alternatives evidence recall is recall, and complete is a recall of 1.
            assert_eq!(scores.get(place, 1), scores.get(place, 4), "{id}");
            let whole = scores.get(place, 1) == Score::Value(1.0);
            assert_eq!(scores.get(place, COMPLETE), Score::Value(f64::from(u8::from(whole))), "{id}");
        }
    }
    let lengths = |system: &System| {
        let lists = system.run.records.items.iter().filter_map(|r| r.stage(Stage::Candidates));
        lists.filter(|items| items.len() < 3).count()
    };
    assert_eq!((lengths(&docs.base), lengths(&docs.second)), (3, 2), "lists shorter than k");
}

#[test]
fn four_cells_by_hit_and_by_complete_evidence() {
    let Some(docs) = read() else { return };
    assert_eq!(docs.base.cells(HIT), cells(69, 14, 3, 13, 1));
    assert_eq!(docs.base.cells(COMPLETE), cells(40, 6, 32, 21, 1));
    assert_eq!(docs.second.cells(HIT), cells(77, 13, 3, 7, 0));
    assert_eq!(docs.second.cells(COMPLETE), cells(45, 6, 35, 14, 0));
    assert_eq!((docs.base.cells(HIT).scored(), docs.second.cells(HIT).scored()), (99, 100));
}

#[test]
fn paired_correctness_of_the_two_systems() {
    let Some(docs) = read() else { return };
    let table = Table::from_hits(&docs.second.correct(), &docs.base.correct()).unwrap();
    assert_eq!((table.only_b, table.only_a, table.n()), (2, 10, 100));
    assert_eq!(four(mcnemar::exact(&table)), "0.0386");
    assert_eq!(four(mcnemar::mid_p(&table)), "0.0225");
}

#[test]
fn a_comparison_of_retrieval_leaves_the_failed_question_out_and_bounds_it() {
    let Some(docs) = read() else { return };
    let terms = fourcell::diagnosis::compare::Terms::of_margin(None);
    let signs = SignMatrix::new(1, 200, 100);
    let compared = fourcell::diagnosis::compare(&docs.second.scored.scores, &docs.base.scored.scores, None, &terms, &signs);
    assert_eq!(compared.len(), 6);
    for comparison in compared {
        assert_eq!((comparison.n, comparison.failed, comparison.undefined), (99, 1, 0), "{}", comparison.measure);
        let (difference, bounds) = (comparison.difference.unwrap(), comparison.bounds.unwrap());
        assert!(bounds.lo < bounds.hi && difference > 0.0, "{}", comparison.measure);
    }
}

/// The recorded row of the failed call has retrieval that its list does not show.
#[test]
fn the_published_averages_come_only_from_rows_that_credit_the_failed_call() {
    let Some(docs) = read() else { return };
    let expected = [
        (&docs.base, ["0.4283", "0.6592", "0.5193", "0.7367"], [0.71, 0.72]),
        (&docs.second, ["0.4533", "0.7142", "0.5546", "0.7733"], [0.79, 0.80]),
    ];
    for (system, expected, [published_accuracy, accuracy]) in expected {
        let mut ids: Vec<&String> = system.rows.keys().collect();
        ids.sort();
        let average = |value: fn(&Row) -> f64| mean(&ids.iter().map(|id| value(&system.rows[*id])).collect::<Vec<_>>()).unwrap();
        let (precision, recall, rr) = (average(|r| r.precision), average(|r| r.recall), average(|r| r.rr));
        let own = [precision, recall, 2.0 * precision * recall / (precision + recall), rr];
        assert_eq!(own.map(four), expected);
        assert_eq!([0, 1, 2, 3].map(|place| four(system.published[place])), expected);
        // The published accuracy disagrees with its own rows.
        assert_eq!((system.published[4], average(|r| f64::from(u8::from(r.correct)))), (published_accuracy, accuracy));
    }
    let failed = &docs.base.scored.told.failed[0].0;
    let credited = &docs.base.rows[failed];
    assert_eq!((four(credited.precision).as_str(), credited.recall, credited.rr, credited.correct), ("0.6667", 1.0, 1.0, false));
    // The rows of the second system come of another run: three are not those of its lists, one of them better.
    for (system, expected) in [(&docs.base, vec![failed.as_str()]), (&docs.second, vec!["1811c10d", "1d6210b8", "c3f8cb89"])] {
        let of_list = |id: &String| system.upstream.get(id);
        let differs = |(id, row): &(&String, &Row)| of_list(id).is_none_or(|l| *l != [row.precision, row.recall, row.rr]);
        let mut differing: Vec<&str> = system.rows.iter().filter(differs).map(|(id, _)| id.as_str()).collect();
        differing.sort_unstable();
        assert_eq!(differing, expected, "{}", system.run.name);
    }
}

/// Written as native JSON Lines and read back, everything is the same.
#[test]
fn the_native_readers_give_the_same() {
    let Some(docs) = read() else { return };
    let ids = |evidence: &Evidence| -> Vec<String> {
        let id = |leaf: &Locator| if let Locator::Passage(id) = leaf { id.clone() } else { panic!("{leaf}") };
        evidence.leaves().into_iter().map(id).collect()
    };
    let questions = docs.set.questions.iter().map(
        |q| json!({"id": q.id, "query": q.query, "answer": q.answer, "evidence": {"all": ids(q.evidence.as_ref().unwrap())}}),
    );
    let questions = read_questions(&shared::in_memory("questions.jsonl", &questions.collect::<Vec<_>>())).unwrap();
    assert_eq!((&questions.items, questions.warnings.len()), (&docs.set.questions, 0));
    let own = docs.set.passages.as_ref().unwrap();
    let passages = own.iter().map(|p| json!({"id": p.id, "text": p.text}));
    let passages = read_passages(&shared::in_memory("passages.jsonl", &passages.collect::<Vec<_>>())).unwrap();
    assert_eq!((&passages.items, passages.items.len()), (own, 232));
    let set = shared::question_set(questions.items, Some(passages.items), None);
    for system in [&docs.base, &docs.second] {
        let lines = system.run.records.items.iter().map(|record| match (&record.ending, record.stage(Stage::Candidates)) {
            (Ending::Failed(error), _) => json!({"question": record.question, "error": error}),
            (_, items) => {
                let ids: Vec<&str> = items.unwrap().iter().map(|item| item.id.as_str()).collect();
                json!({"question": record.question, "stages": {"candidates": ids}})
            }
        });
        let records: Read<_> = read_records(&shared::in_memory("records.jsonl", &lines.collect::<Vec<_>>())).unwrap();
        assert_eq!((&records.items, records.warnings.len()), (&system.run.records.items, 0));
        let again = shared::score(&set, &Run { records, ..system.run.clone() }, MEASURES);
        assert_eq!(shared::summaries(&again), shared::summaries(&system.scored));
        assert_eq!(again.told, system.scored.told);
    }
}
