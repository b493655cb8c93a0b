//! Missing judgements against expected values made with ir_measures 0.4.3 and by enumeration (`08_missing.json`).

mod support;

use std::num::NonZeroU32;

use evidence::{Evidence, Locator};
use retrieval::bounds::{self, Bounds, Fills};
use retrieval::{Judged, Measure};
use serde_json::Value;
use statistics::{Score, Undefined};
use support::Case;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance/statistics/08_missing.json");
const TOLERANCE: f64 = 1e-13;

fn golden() -> Value {
    let text = std::fs::read_to_string(FILE).unwrap_or_else(|e| panic!("{FILE}: {e}"));
    serde_json::from_str(&text).unwrap()
}

fn array(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}

fn strings(value: &Value) -> Vec<&str> {
    array(value).iter().map(|v| v.as_str().unwrap()).collect()
}

fn case(run: &Value) -> Case {
    let grades: Vec<(&str, i32)> =
        run["qrels"].as_object().unwrap().iter().map(|(id, grade)| (id.as_str(), grade.as_i64().unwrap() as i32)).collect();
    Case::new(&grades, &strings(&run["run"]))
}

/// The bounds of the file take a grade of -1 for "judged, not relevant"; to Fourcell it is unjudged, as it is for infAP.
fn with_negative_as_zero(mut case: Case) -> Case {
    case.grades.iter_mut().for_each(|(_, grade)| *grade = (*grade).max(0));
    case
}

fn with_judged<R>(case: &Case, look: impl FnOnce(&Judged<'_>) -> R) -> R {
    case.view(|view| look(&view.ranked.unwrap().judged.unwrap()))
}

#[derive(Default)]
struct Compared(usize);

impl Compared {
    /// `null` means undefined, `true` 1.
    fn equal(&mut self, what: &str, ours: Result<f64, Undefined>, expected: &Value) {
        let expected = match expected {
            Value::Null => None,
            Value::Bool(whole) => Some(f64::from(u8::from(*whole))),
            number => Some(number.as_f64().unwrap()),
        };
        match (ours, expected) {
            (Ok(ours), Some(expected)) => {
                assert!((ours - expected).abs() <= TOLERANCE, "{what}: {ours} where {expected} is expected");
            }
            (Err(_), None) => {}
            (ours, expected) => panic!("{what}: {ours:?} where {expected:?} is expected"),
        }
        self.0 += 1;
    }
}

/// Where Fourcell differs from ir_measures on purpose: run, measure, and what it says instead.
fn deliberate(run: &str, measure: &str) -> Option<Result<f64, &'static str>> {
    match (run, measure) {
        // A question without a relevant passage says nothing about retrieval; trec_eval and with it ir_measures say 0.
        ("no_relevant", "nDCG@5" | "nDCG@10" | "nDCG(judged_only=True)@5") => {
            Some(Err("no passage with a positive grade is known: use a no-answer test for zero required passages"))
        }
        ("no_relevant", name) if !name.starts_with("Judged") => {
            Some(Err("no relevant passage is known: use a no-answer test for zero required passages"))
        }
        // A grade of -1 is "pooled, unjudged"; ir_measures counts whatever stands in the qrels.
        ("unsampled_minus1", "Judged@5") => Some(Ok(3.0 / 5.0)),
        ("unsampled_minus1", "Judged@10") => Some(Ok(4.0 / 7.0)),
        _ => None,
    }
}

#[test]
fn measures_agree_with_ir_measures_but_where_they_differ_on_purpose() {
    let (golden, mut compared, mut differences) = (golden(), Compared::default(), 0);
    for run in array(&golden["runs"]) {
        let (name, case) = (run["name"].as_str().unwrap(), case(run));
        for (measure, expected) in run["ir_measures"].as_object().unwrap() {
            assert_eq!(measure.parse::<Measure>().unwrap().to_string(), *measure);
            let ours = match case.score(measure) {
                Score::Value(value) => Ok(value),
                Score::Undefined(reason) => Err(reason),
                Score::Failed => panic!("a measure does not fail"),
            };
            match deliberate(name, measure) {
                None => compared.equal(&format!("{name} {measure}"), ours, expected),
                Some(Ok(value)) => assert!((ours.unwrap() - value).abs() <= TOLERANCE, "{name} {measure}: {ours:?}"),
                Some(Err(reason)) => assert_eq!(ours, Err(Undefined(reason)), "{name} {measure}"),
            }
            differences += usize::from(deliberate(name, measure).is_some());
        }
    }
    assert_eq!((compared.0, differences), (78, 13));
}

#[test]
fn bounds_agree_with_enumeration() {
    let (golden, mut compared) = (golden(), Compared::default());
    for run in array(&golden["runs"]) {
        let case = with_negative_as_zero(case(run));
        for expected in array(&run["bounds"]) {
            let k = NonZeroU32::new(expected["k"].as_u64().unwrap() as u32).unwrap();
            let mut equal = |key: &str, ours| compared.equal(&format!("{} @{k} {key}", run["name"]), ours, &expected[key]);
            with_judged(&case, |judged| {
                let top = judged.cut(k.get() as usize);
                let elsewhere = judged.unjudged() - top.unjudged();
                equal("unjudged_in_topk", Ok(top.unjudged() as f64));
                equal("unjudged_below_k_in_pool", Ok(elsewhere as f64));
                let Bounds { lo, hi } = bounds::recall_at(judged, 1, k, elsewhere);
                equal("recall_lower", lo);
                equal("recall_upper", hi);
                let Bounds { lo, hi } = bounds::precision_at(judged, 1, k);
                equal("precision_lower", Ok(lo));
                equal("precision_upper", Ok(hi));
                let Bounds { lo, hi } = bounds::hit_at(judged, 1, k);
                equal("hit_lower", Ok(lo));
                equal("hit_upper", Ok(hi));
                let ndcg = bounds::ndcg_at(judged, retrieval::measures::Gain::Linear, k, 3);
                equal("ndcg_lower_topk_only", ndcg.map(|b| b.lo));
                equal("ndcg_upper_topk_only", ndcg.map(|b| b.hi));
            });
            let recall = case.score(&format!("R@{k}"));
            equal("recall_point", if let Score::Value(value) = recall { Ok(value) } else { Err(Undefined("")) });
        }
    }
    assert_eq!(compared.0, 7 * 2 * 11);
}

/// The same run with -1 as what it is to Fourcell: unjudged. By hand: a relevant, b and d and g unjudged, c and f not, e
/// relevant.
#[test]
fn a_negative_grade_leaves_the_bounds_open() {
    let golden = golden();
    let run = array(&golden["runs"]).iter().find(|run| run["name"] == "unsampled_minus1").unwrap();
    with_judged(&case(run), |judged| {
        let k = NonZeroU32::new(3).unwrap();
        assert_eq!(judged.unjudged(), 3);
        let recall = bounds::recall_at(judged, 1, k, 2);
        assert_eq!((recall.lo, recall.hi), (Ok(1.0 / 4.0), Ok(2.0 / 3.0)));
        assert_eq!(bounds::precision_at(judged, 1, k), Bounds { lo: 1.0 / 3.0, hi: 2.0 / 3.0 });
        let rbp = bounds::rank_biased_precision(judged, 1, 0.5).unwrap();
        assert!((rbp.hi - rbp.lo - (0.25 + 0.0625 + 2.0 * 0.0078125)).abs() < TOLERANCE);
    });
}

#[test]
fn rank_biased_precision_has_its_residual() {
    let (golden, mut compared) = (golden(), Compared::default());
    for expected in array(&golden["rbp"]) {
        let run = array(&golden["runs"]).iter().find(|run| run["name"] == expected["name"]).unwrap();
        let (case, p) = (with_negative_as_zero(case(run)), expected["p"].as_f64().unwrap());
        let bounds = with_judged(&case, |judged| bounds::rank_biased_precision(judged, 1, p)).unwrap();
        compared.equal("rbp_base", Ok(bounds.lo), &expected["rbp_base"]);
        compared.equal("residual", Ok(bounds.hi - bounds.lo), &expected["residual"]);
    }
    assert_eq!(compared.0, 14 * 2);
}

#[test]
fn evidence_groups_have_their_ceiling() {
    let (golden, mut compared) = (golden(), Compared::default());
    for expected in array(&golden["evidence_sets"]) {
        let slots: Vec<Vec<&str>> = array(&expected["slots"]).iter().map(strings).collect();
        let leaf = |id: &&str| Evidence::Leaf(Locator::Passage((*id).to_owned()));
        let tree = Evidence::All(slots.iter().map(|slot| Evidence::Any(slot.iter().map(leaf).collect())).collect());
        let listed = slots.iter().flatten().map(|&id| (id, 3));
        let refused = strings(&expected["judged_nonrelevant"]).into_iter().map(|id| (id, 0));
        let mut case = Case::new(&listed.chain(refused).collect::<Vec<_>>(), &strings(&expected["run"]));
        case.evidence = Some(tree);
        let mut equal = |key: &str, ours| compared.equal(&format!("{} {key}", expected["name"]), ours, &expected[key]);
        case.view(|view| {
            let list = view.ranked.unwrap();
            let k = expected["k"].as_u64().unwrap() as usize;
            let unjudged = list.judged.unwrap().cut(k).unjudged();
            let arrival = list.arrival.unwrap();
            let one = bounds::evidence_at(arrival, k, unjudged, Fills::OneGroup);
            let any = bounds::evidence_at(arrival, k, unjudged, Fills::Any);
            let complete = bounds::complete_at(arrival, k, unjudged, Fills::OneGroup);
            equal("unjudged", Ok(unjudged as f64));
            equal("slot_recall", one.map(|b| b.lo));
            equal("slot_recall_upper_one_slot_per_passage", one.map(|b| b.hi));
            equal("slot_recall_upper_any", any.map(|b| b.hi));
            equal("complete", complete.map(|b| b.lo));
            equal("complete_upper_one_slot_per_passage", complete.map(|b| b.hi));
        });
    }
    assert_eq!(compared.0, 5 * 6);
}

/// By hand: `all(a b)` is half there and `c` is not. One unjudged passage fills the emptier group, or both.
#[test]
fn a_group_that_is_partly_there_is_filled_last() {
    let leaf = |id: &str| Evidence::Leaf(Locator::Passage(id.to_owned()));
    let mut case = Case::new(&[("a", 3), ("b", 3), ("c", 3)], &["a", "u"]);
    case.evidence = Some(Evidence::All(vec![Evidence::All(vec![leaf("a"), leaf("b")]), leaf("c")]));
    case.view(|view| {
        let arrival = view.ranked.unwrap().arrival.unwrap();
        let recall = |unjudged, fills| bounds::evidence_at(arrival, 2, unjudged, fills).unwrap();
        assert_eq!(recall(0, Fills::Any), Bounds { lo: 0.25, hi: 0.25 });
        assert_eq!(recall(1, Fills::OneGroup), Bounds { lo: 0.25, hi: 0.75 });
        assert_eq!(recall(1, Fills::Any), Bounds { lo: 0.25, hi: 1.0 });
        let complete = |fills| bounds::complete_at(arrival, 2, 1, fills).unwrap();
        assert_eq!((complete(Fills::OneGroup).hi, complete(Fills::Any).hi), (0.0, 1.0));
    });
}
