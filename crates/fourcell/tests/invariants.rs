//! Runs are held to the invariants question by question: in order, whatever the threads, with what was not captured told; and fast enough
//! to come before every score.

use std::path::{Path, PathBuf};
use std::time::Instant;

use fourcell::diagnosis::invariants::{At, Rule};
use fourcell::evaluate::{InvariantTerms, InvariantsChecked, check_invariants};
use fourcell::evidence::{Corpus, Document, Passage, Principal, Question, Split, Status};
use fourcell::formats::native::{Read, Run, read_run};
use fourcell::formats::project::{QuestionSet, load_set, read_project};
use fourcell::retrieval::invariants::{Reason, Rule as Held};
use fourcell::retrieval::record::{Item, Mode, Record, Stage};

fn handbook(run: &str) -> (QuestionSet, Run) {
    let project = read_project(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/handbook")).unwrap();
    (load_set(&project).unwrap(), read_run(&project.runs.join(run)).unwrap())
}

fn on(day: &str) -> InvariantTerms {
    InvariantTerms { day: Some(day.into()), ..InvariantTerms::default() }
}

fn checked(set: &QuestionSet, run: &Run, terms: &InvariantTerms) -> InvariantsChecked {
    check_invariants(set, run, None, terms).unwrap()
}

#[test]
fn the_example_holds_on_its_day_and_not_on_one_before_its_documents() {
    for name in ["baseline", "candidate"] {
        let (set, run) = handbook(name);
        let found = checked(&set, &run, &on("2026-11-30"));
        assert_eq!(found.checked.incidents, [], "{name}");
        assert!(found.checked.of(Rule::Result(Held::Tenant)).checked > 1000 && found.sealed == 43 && found.missing.is_empty());
        let undated = checked(&set, &run, &InvariantTerms::default()).checked;
        let not: Vec<_> = undated.of(Rule::Result(Held::NotYetEffective)).not_checked().map(|(reason, _)| reason).collect();
        assert_eq!(not, [Reason::NoDay], "{name}");
        assert!(undated.incidents.is_empty() && undated.of(Rule::Result(Held::Superseded)).checked > 1000);
        let early = checked(&set, &run, &on("2025-06-01")).checked;
        assert!(early.of(Rule::Result(Held::NotYetEffective)).incidents > 100, "{name}");
        assert_eq!(early.incidents.len(), early.by_rule().iter().map(|(_, n)| n).sum::<usize>());
    }
}

#[test]
fn final_questions_stay_sealed_and_others_corpora_are_not_checked() {
    let (set, run) = handbook("baseline");
    let tune = checked(&set, &run, &on("2025-06-01"));
    let split = |id: &str| set.questions.iter().find(|q| q.id == id).unwrap().split;
    assert!(tune.checked.incidents.iter().all(|incident| split(&incident.question) == Split::Tune));
    let opened = checked(&set, &run, &InvariantTerms { split: Some(Split::Final), ..on("2025-06-01") });
    assert_eq!((opened.sealed, opened.questions, opened.checked.records), (0, 43, 43));
    assert!(opened.checked.incidents.iter().all(|incident| split(&incident.question) == Split::Final));
    let other = InvariantTerms { other_corpora: ["2026-11".to_owned()].into(), ..on("2025-06-01") };
    let found = checked(&set, &run, &other).checked;
    let not: Vec<_> = found.of(Rule::Result(Held::Deleted)).not_checked().map(|(reason, _)| reason).collect();
    assert_eq!((found.incidents.len(), not), (0, vec![Reason::OtherCorpus]));
}

#[test]
fn threads_change_nothing() {
    let (set, run) = handbook("candidate");
    let with = |threads| checked(&set, &run, &InvariantTerms { threads, ..on("2025-06-01") }).checked;
    assert_eq!(with(1), with(7));
}

#[test]
fn a_run_of_other_questions_and_an_empty_split_are_nothing_to_evaluate() {
    let (mut set, run) = handbook("baseline");
    set.questions.iter_mut().for_each(|question| question.id.push('!'));
    assert!(check_invariants(&set, &run, None, &on("2026-11-30")).unwrap_err().problem().contains("holds no record"));
    set.questions.clear();
    assert!(check_invariants(&set, &run, None, &on("2026-11-30")).unwrap_err().problem().contains("no question of this split"));
}

/// A corpus of ten thousand documents with five passages each, and ten thousand questions with fifty candidates.
fn large() -> (QuestionSet, Run) {
    let document = |n: usize| Document {
        tenant: Some("acme".into()),
        acl: Some(vec!["staff".into(), "hr".into()]),
        status: if n == 7 { Status::Deleted } else { Status::Active },
        effective_from: Some("2025-01-01".into()),
        expires_at: Some("2027-01-01".into()),
        ..Document::new(format!("document-{n:05}"), "1", "")
    };
    let passage = |n: usize| Passage {
        id: format!("document-{:05}@1#{}", n / 5, n % 5),
        doc: Some(format!("document-{:05}", n / 5)),
        rev: Some("1".into()),
        range: None,
        text: None,
    };
    let passages: Vec<Passage> = (0..50_000).map(passage).collect();
    let principal = Some(Principal { tenant: Some("acme".into()), groups: vec!["guests".into(), "hr".into()] });
    let question = |n: usize| Question { principal: principal.clone(), ..Question::new(format!("q{n:05}"), "Why?") };
    let list = |n: usize, k: usize| -> Vec<Item> {
        (0..k).map(|rank| Item { id: passages[(n * 31 + rank * 7919) % 50_000].id.clone(), ..Item::default() }).collect()
    };
    let record = |n: usize| {
        let stages =
            [(Stage::Candidates, 50), (Stage::Filtered, 50), (Stage::Reranked, 25), (Stage::Packed, 6), (Stage::Context, 6)];
        Record::new(format!("q{n:05}"), stages.map(|(stage, k)| (stage, list(n, k))).to_vec())
    };
    let set = QuestionSet {
        questions: (0..10_000).map(question).collect(),
        lines: Vec::new(),
        corpus: Some(Corpus::new((0..10_000).map(document).collect())),
        corpus_lines: Vec::new(),
        labels: Vec::new(),
        label_lines: Vec::new(),
        passages: None,
        passage_lines: Vec::new(),
        warnings: Vec::new(),
        hashes: Vec::new(),
    };
    let records = Read { items: (0..10_000).map(record).collect(), ..Read::default() };
    let passages = Some(Read { items: passages.clone(), ..Read::default() });
    let run = Run { name: "large".into(), directory: PathBuf::new(), manifest: None, records, passages, files: Vec::new() };
    (set, run)
}

#[test]
fn ten_thousand_questions_take_well_under_a_second() {
    let (set, run) = large();
    let began = Instant::now();
    let found = checked(&set, &run, &on("2026-11-30"));
    let took = began.elapsed();
    eprintln!("10,000 questions with 50 candidates: {took:?}");
    assert_eq!(found.checked.of(Rule::Result(Held::Tenant)).checked, 10_000 * 87);
    let deleted = found.checked.at(Rule::Result(Held::Deleted), At::Stage(Stage::Filtered)).incidents;
    assert!(
        deleted > 0
            && found.checked.incidents.iter().all(|i| i.mode == Mode::Normal && i.doc.as_deref() == Some("document-00007"))
    );
    assert_eq!(found.checked.filtering.leaking, deleted);
    // Far above what it takes, since tests run beside others, with little optimisation.
    assert!(took.as_secs() < 5, "{took:?}");
}
