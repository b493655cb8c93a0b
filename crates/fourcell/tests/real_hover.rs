//! Claims whose evidence stands in two to four documents, all of them needed. Labels only, no texts.

use std::collections::BTreeSet;

use fourcell::evaluate::{Evaluated, NativeTerms, score_native};
use fourcell::evidence::{Evidence, Locator};
use fourcell::formats::native::Run;
use fourcell::formats::project::QuestionSet;
use fourcell::retrieval::case::{Level, Terms};
use fourcell::retrieval::name::parse_list;

mod shared;

struct Claim {
    id: String,
    hops: usize,
    /// Title and sentence.
    facts: Vec<(String, usize)>,
}

impl Claim {
    fn titles(&self) -> Vec<&str> {
        let titles: BTreeSet<&str> = self.facts.iter().map(|(title, _)| title.as_str()).collect();
        titles.into_iter().collect()
    }
}

fn read(what: &str) -> Option<Vec<Claim>> {
    let folder = shared::folder("hover", what)?;
    let claim = |line: &serde_json::Value| Claim {
        id: shared::string(&line["uid"]),
        hops: shared::number(&line["num_hops"]),
        facts: line["supporting_facts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|fact| (shared::string(&fact[0]), shared::number(&fact[1])))
            .collect(),
    };
    let mut claims: Vec<Claim> = shared::json_lines(&folder.join("rows.jsonl")).iter().map(claim).collect();
    claims.sort_by(|a, b| a.id.cmp(&b.id));
    Some(claims)
}

fn name((title, sentence): &(String, usize)) -> String {
    format!("{title}#{sentence}")
}

/// Every sentence needed, each a passage of its document.
fn by_sentence(claims: &[Claim]) -> QuestionSet {
    let tree = |c: &Claim| Evidence::All(c.facts.iter().map(|fact| shared::passage_leaf(name(fact))).collect());
    let questions = claims.iter().map(|c| shared::question(&c.id, "claim", Some(tree(c)))).collect();
    let facts: BTreeSet<&(String, usize)> = claims.iter().flat_map(|c| &c.facts).collect();
    let passages = facts.into_iter().map(|fact| shared::passage(name(fact), Some(&fact.0), None, "")).collect();
    shared::question_set(questions, Some(passages), None)
}

/// Every document needed, whichever passage of it.
fn by_document(claims: &[Claim]) -> QuestionSet {
    let leaf = |title: &str| Evidence::Leaf(Locator::Document { doc: title.into(), rev: None });
    let tree = |c: &Claim| Evidence::All(c.titles().into_iter().map(leaf).collect());
    let questions = claims.iter().map(|c| shared::question(&c.id, "claim", Some(tree(c)))).collect();
    shared::question_set(questions, by_sentence(claims).passages, None)
}

/// All sentences but those of the first `without` documents.
fn run(claims: &[Claim], without: usize) -> Run {
    let record = |c: &Claim| {
        let left_out = &c.titles()[..without];
        let facts = c.facts.iter().filter(|(title, _)| !left_out.contains(&title.as_str()));
        shared::record(&c.id, facts.map(name))
    };
    shared::run("sentences", claims.iter().map(record).collect())
}

fn score(set: &QuestionSet, run: &Run, level: Level) -> Evaluated {
    let measures = parse_list("complete evidence R@20").unwrap();
    let terms = NativeTerms { case: Terms { level, ..Terms::default() }, ..NativeTerms::new(measures) };
    score_native(set, run, &terms, None).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn the_claims_are_these() {
    let Some(claims) = read("evidence in two to four documents") else { return };
    let hops = |hops: usize| claims.iter().filter(|c| c.hops == hops).count();
    assert_eq!((claims.len(), [2, 3, 4].map(hops)), (400, [114, 183, 103]));
    assert!(claims.iter().all(|c| c.titles().len() == c.hops), "as many documents as hops");
    let facts = |least: usize| claims.iter().filter(|c| c.facts.len() >= least).count();
    assert_eq!([2, 3, 4, 5, 10].map(facts), [400, 321, 170, 40, 1]);
}

#[test]
fn every_document_is_needed() {
    let Some(claims) = read("runs that lack one of several documents") else { return };
    for set in [by_sentence(&claims), by_document(&claims)] {
        for level in [Level::Passage, Level::Document] {
            let perfect = score(&set, &run(&claims, 0), level);
            for column in 0..2 {
                assert_eq!(shared::values(&perfect, column), vec![1.0; 400], "{level:?} {}", perfect.scores.measures()[column]);
            }
            let short = score(&set, &run(&claims, 1), level);
            assert_eq!(shared::values(&short, 0), vec![0.0; 400], "{level:?}");
            assert!(shared::values(&short, 1).iter().all(|v| *v > 0.0 && *v < 1.0), "{level:?}");
        }
    }
    let documents: Vec<f64> = claims.iter().map(|c| (c.hops - 1) as f64 / c.hops as f64).collect();
    let short = score(&by_document(&claims), &run(&claims, 1), Level::Document);
    assert_eq!((&shared::values(&short, 1), &shared::values(&short, 2)), (&documents, &documents));
    // Sentences count each, until documents are what is ranked.
    let short = score(&by_sentence(&claims), &run(&claims, 1), Level::Passage);
    let left = |c: &Claim| c.facts.iter().filter(|(title, _)| title != c.titles()[0]).count() as f64 / c.facts.len() as f64;
    let sentences: Vec<f64> = claims.iter().map(left).collect();
    assert_eq!((&shared::values(&short, 1), &shared::values(&short, 2)), (&sentences, &sentences));
    let short = score(&by_sentence(&claims), &run(&claims, 1), Level::Document);
    assert_eq!(shared::values(&short, 2), documents);
}
