//! Golden vectors 10: four cells, their product, and the attribution over normal, oracle and no-context.

#[path = "../../statistics/tests/golden/mod.rs"]
mod golden;

use diagnosis::cells::{Present, Row, Trace, chances, tally};
use diagnosis::modes::{Asked, State, Worth, attribution, context_gain, states};
use generation::right::{Basis, Right};
use golden::{ALGEBRA, Check, QUANTILE, f, leaves, list, load, n};
use serde_json::Value;
use statistics::{Score, Summary, Undefined};

const NONE: Undefined = Undefined("nothing evaluated");

fn row(present: bool, right: bool) -> Row {
    Row {
        question: String::new(),
        present: [Score::Value(f64::from(u8::from(present))); 3],
        could: [false; 3],
        call_failed: false,
        right: if right { Right::Yes(Basis::Facts) } else { Right::No(Basis::Facts) },
        declined: None,
        trace: Trace::NotJudged,
        unjudged: Vec::new(),
    }
}

fn value(summary: &Summary) -> Result<f64, Undefined> {
    summary.value.ok_or(NONE)
}

#[test]
fn every_table_of_cells() {
    let file = load("10_fourcell.json");
    let mut check = Check::default();
    for case in list(&file["cells"]) {
        let cells = [
            ("retrieval_ok_answer_ok", true, true),
            ("retrieval_ok_answer_bad", true, false),
            ("retrieval_bad_answer_ok", false, true),
            ("retrieval_bad_answer_bad", false, false),
        ];
        let rows: Vec<Row> = cells.iter().flat_map(|(key, present, right)| vec![row(*present, *right); n(&case[*key])]).collect();
        let counted = tally(&rows, Present::Complete).cells;
        let counts = [counted.works, counted.generation_fault, counted.lucky, counted.retrieval_fault];
        assert_eq!(counts.to_vec(), cells.iter().map(|(key, ..)| n(&case[*key])).collect::<Vec<_>>());
        let got = chances(&rows.iter().collect::<Vec<_>>(), Present::Complete, None);
        check.same("n", got.evidence.n, n(&case["n"]));
        check.defined("retrieval_rate", value(&got.evidence), &case["retrieval_rate"], ALGEBRA);
        check.defined("answer_given_ok", value(&got.right_with), &case["answer_given_ok"], ALGEBRA);
        check.defined("answer_given_bad", value(&got.right_without), &case["answer_given_bad"], ALGEBRA);
        check.defined("end_to_end", value(&got.right), &case["end_to_end"], ALGEBRA);
        check.defined("product", got.product, &case["product"], ALGEBRA);
        check.defined("lucky", value(&got.lucky), &case["lucky_share_of_success"], ALGEBRA);
        for (key, summary) in [("end_to_end", &got.right), ("retrieval", &got.evidence), ("answer_given_ok", &got.right_with)] {
            let key = format!("wilson_{key}");
            check.interval(&key, summary.interval.ok_or(NONE), &case[&key], QUANTILE);
        }
    }
    let inputs = ["retrieval_ok_answer_ok", "retrieval_ok_answer_bad", "retrieval_bad_answer_ok", "retrieval_bad_answer_bad"];
    check.finish(leaves(&file["cells"], &inputs));
}

#[test]
fn the_product_as_it_is_printed() {
    let file = load("10_fourcell.json");
    let mut check = Check::default();
    for case in list(&file["product_arithmetic"]) {
        let product = f(&case["retrieval"]) * f(&case["generation"]);
        check.close("product", product, &case["product"], ALGEBRA);
        check.same("print", format!("{product:.2}").as_str(), case["print"].as_str().unwrap());
    }
    check.finish(leaves(&file["product_arithmetic"], &["retrieval", "generation"]));
}

fn asked(item: (usize, &Value)) -> Asked {
    let (place, item) = item;
    let [oracle, normal, no_context, present] = [0, 1, 2, 3].map(|column| Score::Value(f(&item[column])));
    Asked { question: format!("q{place:03}"), present, normal, oracle: Some(oracle), no_context: Some(no_context) }
}

/// A table as the file has it: both, only A, only B, neither.
fn table(check: &mut Check, what: &str, got: statistics::paired::Table, want: &Value) {
    for (got, want) in [got.both, got.only_a, got.only_b, got.neither].into_iter().zip(list(want)) {
        check.same(what, got, n(want));
    }
}

#[test]
fn every_run_in_three_modes() {
    let file = load("10_fourcell.json");
    let mut check = Check::default();
    for case in list(&file["oracle_runs"]) {
        let all: Vec<Asked> = list(&case["items_oracle_normal_nocontext_retrievalok"]).iter().enumerate().map(asked).collect();
        let questions: Vec<&Asked> = all.iter().collect();
        let loss = attribution(&questions);
        let context = context_gain(&questions, 0.10);
        check.same("n", loss.paired.table.n(), n(&case["n"]));
        let of = loss.paired.table;
        let share = |hits: usize| hits as f64 / of.n() as f64;
        check.close("oracle", share(of.both + of.only_a), &case["oracle"], ALGEBRA);
        check.close("normal", share(of.both + of.only_b), &case["normal"], ALGEBRA);
        check.defined("no_context", value(&context.without), &case["no_context"], ALGEBRA);
        table(&mut check, "oracle_vs_normal", of, &case["oracle_vs_normal_table"]);
        check.defined("retrieval", loss.retrieval.value, &case["attributable_to_retrieval"], ALGEBRA);
        check.interval("retrieval", loss.retrieval.interval, &case["attributable_tango95"], QUANTILE);
        check.defined("retrieval p", loss.retrieval.p, &case["attributable_mcnemar_midp"], QUANTILE);
        check.defined("generation", value(&loss.generation), &case["generation_loss_1_minus_oracle"], ALGEBRA);
        check.defined("failed", loss.on_failed.of_all, &case["retrieval_loss_on_failed_retrieval_only"], ALGEBRA);
        check.defined("present", loss.on_present.of_all, &case["distraction_loss_on_ok_retrieval"], ALGEBRA);
        check.defined("harm", value(&loss.harm), &case["harm_rate_normal_beats_oracle"], ALGEBRA);
        table(&mut check, "normal_vs_nocontext", context.paired.table, &case["normal_vs_nocontext_table"]);
        check.defined("gain", context.gain.value, &case["context_gain"], ALGEBRA);
        check.interval("gain 90", context.gain.bounds, &case["context_gain_tango90"], QUANTILE);
        check.interval("gain 95", context.gain.interval, &case["context_gain_tango95"], QUANTILE);
        let verdict = match context.worth {
            Worth::Helps => "context clearly helps",
            Worth::Memorised => "memorised: no-context within margin",
            Worth::Inconclusive => "inconclusive",
        };
        check.same("verdict", verdict, case["memorisation_verdict_margin_0.10"].as_str().unwrap());
        let states = states(&all);
        for (pattern, count) in case["pattern_counts_oracle_normal_nocontext"].as_object().unwrap() {
            let bits: Vec<bool> = pattern.chars().map(|bit| bit == '1').collect();
            let of_state = states.questions.get(&State::of(bits[1], bits[0])).cloned().unwrap_or_default();
            let mine = of_state.iter().filter(|id| context.memorised.contains(id) == bits[2]).count();
            check.same(pattern, mine, n(count));
        }
    }
    check.finish(leaves(&file["oracle_runs"], &["items_oracle_normal_nocontext_retrievalok"]));
}
