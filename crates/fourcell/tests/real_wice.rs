//! Claims of Wikipedia with the sentences that support them: alternative sets, all sentences of a set needed together.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use fourcell::evidence::cover::Cover;
use fourcell::evidence::{Evidence, Locator};
use fourcell::retrieval::arrival::Arrival;
use fourcell::retrieval::record::Item;
use fourcell::statistics::Score;
use serde_json::Value;

mod shared;

struct Claim {
    id: String,
    label: String,
    /// As annotated: an empty set says that somebody found no support.
    sets: Vec<Vec<usize>>,
    tree: Evidence,
    sentences: usize,
}

fn read() -> Option<Vec<Claim>> {
    let folder = shared::folder("wice", "evidence with up to 120 alternatives a claim")?;
    Some(shared::json_lines(&folder.join("claims_dev.jsonl")).iter().map(claim).collect())
}

fn claim(value: &Value) -> Claim {
    let set = |set: &Value| set.as_array().unwrap().iter().map(shared::number).collect();
    let sets: Vec<Vec<usize>> = value["supporting_sentences"].as_array().unwrap().iter().map(set).collect();
    let all = |set: &Vec<usize>| Evidence::All(set.iter().map(|sentence| shared::passage_leaf(name(*sentence))).collect());
    Claim {
        id: shared::string(&value["meta"]["id"]),
        label: shared::string(&value["label"]),
        tree: Evidence::Any(sets.iter().map(all).collect()),
        sets,
        sentences: value["evidence"].as_array().unwrap().len(),
    }
}

fn name(sentence: usize) -> String {
    format!("s{sentence}")
}

impl Claim {
    /// The sets that need something.
    fn asking(&self) -> impl Iterator<Item = BTreeSet<usize>> {
        self.sets.iter().filter(|set| !set.is_empty()).map(|set| set.iter().copied().collect())
    }

    /// Evidence recall and completeness after these sentences were retrieved.
    fn retrieve(&self, sentences: &BTreeSet<usize>) -> (Option<f64>, Option<bool>) {
        let items: Vec<Item> = sentences.iter().map(|s| Item { id: name(*s), ..Item::default() }).collect();
        let arrival = Arrival::new(&self.tree, &items, Cover::WHOLE, &|_: &Locator| None);
        (arrival.recall(items.len()), arrival.complete(items.len()))
    }

    /// The same by set arithmetic.
    fn by_hand(&self, sentences: &BTreeSet<usize>) -> (Option<f64>, Option<bool>) {
        let best = self.asking().map(|set| set.intersection(sentences).count() as f64 / set.len() as f64).reduce(f64::max);
        (best, best.map(|_| self.asking().any(|set| set.is_subset(sentences))))
    }
}

#[test]
fn the_claims_are_these() {
    let Some(claims) = read() else { return };
    let labelled = |label: &str| claims.iter().filter(|c| c.label == label).count();
    assert_eq!(claims.len(), 117);
    assert_eq!(["supported", "partially_supported", "not_supported"].map(labelled), [39, 63, 15]);
    assert_eq!(claims.iter().filter(|c| c.asking().next().is_some()).count(), 107);
    assert_eq!(claims.iter().filter(|c| c.tree.has_alternatives()).count(), 85);
    let several = |c: &&Claim| c.sets.len() > 1 && c.sets.iter().any(|set| set.len() > 1);
    assert_eq!(claims.iter().filter(several).count(), 85);
    assert_eq!(claims.iter().map(|c| c.sets.len()).max(), Some(120));
    assert_eq!(claims.iter().map(|c| c.sets.len()).sum::<usize>(), 778);
    assert!(claims.iter().all(|c| c.tree.leaves().len() == c.sets.iter().map(Vec::len).sum::<usize>()));
    assert!(claims.iter().all(|c| c.sets.iter().flatten().all(|s| *s < c.sentences)), "every sentence is there");
}

#[test]
fn one_whole_alternative_is_enough_and_less_is_not() {
    let Some(claims) = read() else { return };
    let (mut whole, mut less, mut otherwise_met) = (0, 0, 0);
    for claim in &claims {
        for set in claim.asking() {
            assert_eq!(claim.retrieve(&set), (Some(1.0), Some(true)), "{} {set:?}", claim.id);
            whole += 1;
            for sentence in &set {
                let mut rest = set.clone();
                rest.remove(sentence);
                let (recall, complete) = claim.retrieve(&rest);
                assert_eq!((recall, complete), claim.by_hand(&rest), "{} {rest:?}", claim.id);
                if claim.asking().any(|other| other.is_subset(&rest)) {
                    assert_eq!((recall, complete), (Some(1.0), Some(true)), "{} {rest:?}", claim.id);
                    otherwise_met += 1;
                } else {
                    assert!(recall.is_some_and(|r| r < 1.0) && complete == Some(false), "{} {rest:?}", claim.id);
                    less += 1;
                }
            }
        }
    }
    assert_eq!((whole, less, otherwise_met), (763, 2039, 1546));
}

#[test]
fn nothing_retrieved_is_zero_and_nothing_required_is_no_value() {
    let Some(claims) = read() else { return };
    let (mut zero, mut no_value) = (0, 0);
    for claim in &claims {
        let everything: BTreeSet<usize> = (0..claim.sentences).collect();
        if claim.asking().next().is_some() {
            assert_eq!(claim.retrieve(&BTreeSet::new()), (Some(0.0), Some(false)), "{}", claim.id);
            assert_eq!(claim.retrieve(&everything), (Some(1.0), Some(true)), "{}", claim.id);
            zero += 1;
        } else {
            assert_eq!(claim.retrieve(&BTreeSet::new()), (None, None), "{}", claim.id);
            assert_eq!(claim.retrieve(&everything), (None, None), "{}", claim.id);
            no_value += 1;
        }
    }
    assert_eq!((zero, no_value), (107, 10));
}

/// All sentences of every page as one run: alternatives are looked up, never multiplied out.
#[test]
fn the_whole_set_is_scored_in_well_under_a_second() {
    let Some(claims) = read() else { return };
    let questions = claims.iter().map(|c| shared::question(&c.id, "claim", Some(c.tree.clone()))).collect();
    let set = shared::question_set(questions, None, None);
    let records = claims.iter().map(|c| shared::record(&c.id, (0..c.sentences).map(name))).collect();
    let run = shared::run("every sentence", records);
    let began = Instant::now();
    let scored = shared::score(&set, &run, "evidence complete evidence@5 complete@5 R@5 nDCG@10 evidence-nDCG@10");
    let took = began.elapsed();
    println!("{} claims with {} sentences in {took:?}", claims.len(), claims.iter().map(|c| c.sentences).sum::<usize>());
    assert!(took < Duration::from_secs(1), "{took:?}");
    for summary in &shared::summaries(&scored)[..2] {
        assert_eq!((summary.value, summary.n, summary.undefined.values().sum::<usize>()), (Some(1.0), 107, 10));
    }
    let without = scored.scores.column(0).into_iter().filter(|s| matches!(s, Score::Undefined(_))).count();
    assert_eq!((without, scored.told.with_alternatives), (10, 85));
}
