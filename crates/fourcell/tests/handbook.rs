//! The shipped example holds what it promises: documents and questions of every kind, labels that slice, enough questions to decide.

use std::collections::BTreeMap;
use std::path::Path;

use fourcell::diagnosis::cells::Present;
use fourcell::evaluate::{NativeTerms, evidence_sent, score_native};
use fourcell::evidence::{Evidence, Expect, FactKind, Locator, Origin, Question, Split, Status};
use fourcell::formats::native::read_run;
use fourcell::formats::project::{Project, QuestionSet, load_set, read_project};
use fourcell::retrieval::Budget;
use fourcell::retrieval::name::parse_list;
use fourcell::statistics::proportion::questions_for_zero_failures;
use fourcell::statistics::{Level, Score};

fn handbook() -> (Project, QuestionSet) {
    let project = read_project(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/handbook")).unwrap();
    let set = load_set(&project).unwrap();
    (project, set)
}

fn count(set: &QuestionSet, kind: impl Fn(&Question) -> bool) -> usize {
    set.questions.iter().filter(|q| kind(q)).count()
}

fn has_all_of_several(tree: &Evidence) -> bool {
    match tree {
        Evidence::Leaf(_) => false,
        Evidence::All(children) => children.len() > 1 || children.iter().any(has_all_of_several),
        Evidence::Any(children) => children.iter().any(has_all_of_several),
    }
}

#[test]
fn there_are_at_least_eight_questions_of_every_kind() {
    let (_, set) = handbook();
    assert!(set.warnings.is_empty(), "{:?}", set.warnings);
    assert!(set.questions.len() >= 120);
    let of_type = |name: &str| count(&set, |q| q.slices.get("type").is_some_and(|t| t == name));
    let evidence = |kind: fn(&Evidence) -> bool| count(&set, |q| q.evidence.as_ref().is_some_and(kind));
    let fact = |kind: FactKind| count(&set, |q| q.facts.iter().any(|f| f.kind == kind));
    let locator =
        |kind: fn(&Locator) -> bool| count(&set, |q| q.evidence.as_ref().is_some_and(|e| e.leaves().into_iter().any(kind)));
    let kinds = [
        ("exact identifier", of_type("exact-identifier")),
        ("paraphrase", of_type("paraphrase")),
        ("conflicting", of_type("conflicting")),
        ("multi-document", of_type("multi-document")),
        ("out of corpus", of_type("out-of-corpus")),
        ("table", of_type("table")),
        ("lifecycle", of_type("lifecycle")),
        ("no access", of_type("no-access")),
        ("answerable", count(&set, |q| q.answerable)),
        ("unanswerable", count(&set, |q| !q.answerable)),
        ("expects an answer", count(&set, |q| q.expect == Expect::Answer)),
        ("expects no answer", count(&set, |q| q.expect == Expect::NoAnswer)),
        ("expects the conflict to be stated", count(&set, |q| q.expect == Expect::Conflict)),
        ("from users", count(&set, |q| q.origin == Some(Origin::User))),
        ("from incidents", count(&set, |q| q.origin == Some(Origin::Incident))),
        ("synthetic", count(&set, |q| q.origin == Some(Origin::Synthetic))),
        ("tune", count(&set, |q| q.split == Split::Tune)),
        ("final", count(&set, |q| q.split == Split::Final)),
        ("critical", count(&set, |q| q.critical)),
        ("core", count(&set, |q| q.core)),
        ("in a cluster", count(&set, |q| q.cluster.is_some())),
        ("with alternatives", evidence(Evidence::has_alternatives)),
        ("with several places needed", evidence(has_all_of_several)),
        ("with a source range", locator(|l| matches!(l, Locator::Range { .. }))),
        ("with a whole document", locator(|l| matches!(l, Locator::Document { .. }))),
        ("with a vital fact", fact(FactKind::Vital)),
        ("with an okay fact", fact(FactKind::Okay)),
        ("with a forbidden fact", fact(FactKind::Forbidden)),
    ];
    for (kind, n) in kinds {
        assert!(n >= 8, "{kind}: {n}");
    }
}

#[test]
fn a_budget_for_false_positives_is_decidable() {
    let (_, set) = handbook();
    let needed = questions_for_zero_failures(0.05, Level::NINETY_FIVE).unwrap();
    let unanswerable = count(&set, |q| !q.answerable && q.split == Split::Tune);
    assert!(unanswerable >= needed, "{unanswerable} of {needed}");
}

#[test]
fn the_corpus_has_tenants_groups_revisions_and_every_status() {
    let (_, set) = handbook();
    let documents = set.corpus.as_ref().unwrap().documents();
    let mut by_status: BTreeMap<&str, usize> = BTreeMap::new();
    for document in documents {
        *by_status.entry(document.status.name()).or_default() += 1;
    }
    assert!(documents.len() >= 40);
    assert_eq!(by_status.len(), 4, "{by_status:?}");
    let tenants: std::collections::BTreeSet<_> = documents.iter().map(|d| d.tenant.clone()).collect();
    assert_eq!(tenants.len(), 2);
    assert!(documents.iter().any(|d| d.acl.as_ref().is_some_and(Vec::is_empty)));
    assert!(documents.iter().any(|d| d.acl.as_ref().is_some_and(|a| !a.is_empty())));
    assert!(documents.iter().any(|d| d.moved_from.is_some()) && documents.iter().any(|d| d.superseded_by.is_some()));
}

#[test]
fn every_range_slices_its_quote_and_may_be_opened_by_the_asker() {
    let (_, set) = handbook();
    let corpus = set.corpus.as_ref().unwrap();
    let mut ranges = 0;
    for question in &set.questions {
        let asker = question.principal.as_ref().unwrap();
        for locator in question.evidence.iter().flat_map(|e| e.leaves()) {
            let document = corpus.find(locator.doc().unwrap(), locator.rev()).unwrap();
            assert_eq!(document.status, Status::Active, "{}", question.id);
            assert!(document.may_be_opened_by(asker), "{}", question.id);
            if let Locator::Range { range, quote, .. } = locator {
                assert_eq!(document.text.slice(*range), quote.as_deref(), "{}", question.id);
                ranges += 1;
            }
        }
    }
    assert!(ranges > 120, "{ranges}");
}

#[test]
fn each_run_brings_passages_that_slice_their_documents() {
    let (project, set) = handbook();
    let corpus = set.corpus.as_ref().unwrap();
    for name in ["baseline", "candidate"] {
        let run = read_run(&project.runs.join(name)).unwrap();
        assert_eq!(run.records.items.len(), set.questions.len());
        for passage in run.passages.unwrap().items {
            let document = corpus.find(passage.doc.as_deref().unwrap(), passage.rev.as_deref()).unwrap();
            assert_eq!(document.text.slice(passage.range.unwrap()), passage.text.as_deref(), "{}", passage.id);
        }
    }
}

/// What a stale or moved label does to a score: the right passage wins, and what cannot be found is not scored.
#[test]
fn ranges_are_found_again_by_their_quote_or_are_not_scored() {
    use fourcell::evaluate::{NativeTerms, score_native};
    use fourcell::retrieval::name::parse_list;
    use fourcell::statistics::Score;

    let folder = std::env::temp_dir().join(format!("fourcell-stale-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("runs/r")).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("fourcell.toml", "version = 1\n");
    write("corpus.jsonl", "{\"id\":\"d\",\"rev\":\"1\",\"text\":\"XXXX hello world\"}\n");
    write(
        "questions.jsonl",
        "{\"id\":\"gone\",\"query\":\"a?\",\"evidence\":{\"all\":[{\"doc\":\"d\",\"rev\":\"1\",\"range\":[0,3],\"quote\":\"bye\"}]}}\n\
         {\"id\":\"moved\",\"query\":\"b?\",\"evidence\":{\"all\":[{\"doc\":\"d\",\"rev\":\"1\",\"range\":[0,5],\"quote\":\"hello\"}]}}\n",
    );
    write(
        "runs/r/passages.jsonl",
        "{\"id\":\"c0\",\"doc\":\"d\",\"rev\":\"1\",\"start\":0,\"end\":5,\"text\":\"XXXX \"}\n\
         {\"id\":\"c1\",\"doc\":\"d\",\"rev\":\"1\",\"start\":5,\"end\":16,\"text\":\"hello there\"}\n",
    );
    write(
        "runs/r/records.jsonl",
        "{\"question\":\"moved\",\"stages\":{\"candidates\":[\"c1\"]},\"status\":\"retrieved\"}\n\
         {\"question\":\"gone\",\"stages\":{\"candidates\":[\"c1\"]},\"status\":\"retrieved\"}\n",
    );
    let project = read_project(&folder).unwrap();
    let set = load_set(&project).unwrap();
    let run = read_run(&folder.join("runs/r")).unwrap();
    let scored = score_native(&set, &run, &NativeTerms::new(parse_list("evidence@1").unwrap()), None).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(matches!(scored.scores.get(0, 0), Score::Undefined(reason) if reason.0.contains("stale")));
    assert_eq!(scored.scores.get(1, 0), Score::Value(1.0));
    assert_eq!((scored.told.stale, scored.told.reanchored), (vec!["gone".to_owned()], 1));
    assert_eq!(scored.told.misplaced_passages, (1, vec!["c1".to_owned()]));
}

/// Whether the evidence was there is what retrieval's measures say; and the definitions follow from one another.
#[test]
fn the_definitions_of_evidence_agree_with_the_measures_and_with_each_other() {
    let (project, set) = handbook();
    let (mut moved, mut open) = (0, 0);
    for name in ["candidate", "baseline"] {
        let run = read_run(&project.runs.join(name)).unwrap();
        for budget in [Budget::Context, Budget::passages(3).unwrap(), Budget::passages(6).unwrap()] {
            let (sent, _) = evidence_sent(&set, &run, &NativeTerms::new(Vec::new()), budget, None).unwrap();
            let measures = parse_list(&format!("complete{budget} Success{budget} evidence{budget}")).unwrap();
            let scored = score_native(&set, &run, &NativeTerms::new(measures), None).unwrap().scores;
            assert_eq!((sent.len(), scored.questions().len()), (106, 106));
            for (place, id) in scored.questions().iter().enumerate() {
                let one = &sent[id];
                let [complete, hit, document] = one.present;
                assert_eq!([complete, hit], [scored.get(place, 0), scored.get(place, 1)], "{id}");
                let is = |score: Score| score == Score::Value(1.0);
                assert!(!is(complete) || (is(hit) && is(document)), "{id}: {one:?}");
                let could = |present: Present| one.could[present as usize];
                assert!(!is(complete) || could(Present::Complete), "{id}: what is there could be there");
                assert!(!could(Present::Hit) || !one.unjudged.is_empty(), "{id}");
                moved += usize::from(is(hit) && !is(complete));
                open += usize::from(!is(complete) && could(Present::Complete));
                if complete == Score::Failed {
                    assert_eq!((document, one.could, one.unjudged.len()), (Score::Failed, [false; 3], 0), "{id}");
                }
            }
        }
    }
    assert!(moved > 20 && open > 20, "{moved} {open}");
}
