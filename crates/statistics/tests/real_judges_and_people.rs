//! Judges against people on the labels of published studies, to the digits that were published.

use shared::{Table, folder, four};
use statistics::agreement::{
    Confusion, Metric, OffScale, Ratings, Scale, Weights, cohen_kappa, fleiss_kappa, krippendorff_alpha,
};
use statistics::correlation::{pearson, spearman};
use statistics::judge::Verdicts;
use statistics::ranking::Auroc;
use statistics::{Level, resample};

mod shared;

fn some(labels: Vec<f64>) -> Vec<Option<f64>> {
    labels.into_iter().map(Some).collect()
}

/// Grades from 0 to 3 by people and by twenty judges: every coefficient of the expected table.
#[test]
fn relevance_grades_of_twenty_judges() {
    let Some(folder) = folder("llmjudge-kappa", "agreement of twenty judges with people") else { return };
    let labels = Table::read(&folder.join("labels.tsv"));
    let expected = Table::read(&folder.join("expected.tsv"));
    let (scale, binary) = (Scale::whole(0, 3).unwrap(), Scale::whole(0, 1).unwrap());
    let people = scale.place(&some(labels.numbers("human")), OffScale::Keep).unwrap().positions;
    let judges = expected.column("judge");
    assert_eq!((judges.len(), people.len()), (20, 4423));
    let mut compared = 0;
    for (row, judge) in judges.iter().enumerate() {
        let given = scale.place(&some(labels.numbers(judge)), OffScale::Keep).unwrap().positions;
        let table = Confusion::new(&scale, &people, &given).unwrap();
        let ratings = Ratings::by_rater(&scale, &[&people, &given]).unwrap();
        let kappa = |table: &Confusion, weights| cohen_kappa(table, weights).unwrap().value;
        let from = |least: usize| {
            let cut = |labels: &[Option<usize>]| labels.iter().map(|l| l.map(|l| usize::from(l >= least))).collect::<Vec<_>>();
            kappa(&Confusion::new(&binary, &cut(&people), &cut(&given)).unwrap(), Weights::None)
        };
        for name in &expected.names()[1..] {
            let got = match name.as_str() {
                "kappa_4pt" => kappa(&table, Weights::None),
                "kappa_quadratic" => kappa(&table, Weights::Quadratic),
                "kappa_0|123" => from(1),
                "kappa_01|23" => from(2),
                "kappa_012|3" => from(3),
                "alpha_nominal" => krippendorff_alpha(&ratings, Metric::Nominal).unwrap(),
                "alpha_ordinal" => krippendorff_alpha(&ratings, Metric::Ordinal).unwrap(),
                "alpha_interval" => krippendorff_alpha(&ratings, Metric::Interval).unwrap(),
                "accuracy" => table.agreement().unwrap(),
                _ => panic!("nothing checks {name}"),
            };
            assert_eq!(four(got), expected.column(name)[row], "{judge} {name}");
            compared += 1;
        }
    }
    assert_eq!(compared, 180);
}

/// Labels of one query fail together: drawing queries gives a wider interval than drawing labels.
#[test]
fn an_interval_over_queries() {
    let Some(folder) = folder("llmjudge-kappa", "an interval of alpha over queries") else { return };
    let labels = Table::read(&folder.join("labels.tsv"));
    let scale = Scale::whole(0, 3).unwrap();
    let raters = ["human", "Olz-exp"].map(|name| scale.place(&some(labels.numbers(name)), OffScale::Keep).unwrap().positions);
    let ratings = Ratings::by_rater(&scale, &raters).unwrap();
    let alpha = |drawn: &[usize]| krippendorff_alpha(&ratings.drawn(drawn)?, Metric::Ordinal);
    let queries: Vec<u32> = labels.column("qid").iter().map(|id| id.trim_start_matches('q').parse().unwrap()).collect();
    let by_label = resample::units(ratings.count(), 400, 7, Level::NINETY_FIVE, alpha).unwrap();
    let by_query = resample::clusters(&queries, 400, 7, Level::NINETY_FIVE, alpha).unwrap();
    assert_eq!((by_query.replicates, by_query.undefined), (400, 0));
    let (narrow, wide) = (by_label.interval.unwrap(), by_query.interval.unwrap());
    assert!(narrow.contains(0.4701) && wide.contains(0.4701), "{narrow:?} {wide:?}");
    assert!(wide.width() > 2.0 * narrow.width(), "{narrow:?} {wide:?}");
}

/// Three raters, yes or no, NULL and missing labels.
#[test]
fn facts_of_summaries() {
    let Some(folder) = folder("xsum-annotations", "three raters with missing labels") else { return };
    let table = Table::read(&folder.join("factual_3raters.tsv"));
    let scale = Scale::whole(0, 1).unwrap();
    let raters = ["wid_0", "wid_1", "wid_2"].map(|name| table.column(name));
    let rows = |null: Option<usize>| -> Vec<Vec<Option<usize>>> {
        let label = |cell: &str| match cell {
            "no" => Some(0),
            "yes" => Some(1),
            "NULL" => null,
            "" => None,
            _ => panic!("{cell}"),
        };
        (0..raters[0].len()).map(|at| raters.iter().map(|rater| label(rater[at])).collect()).collect()
    };
    let given = rows(None);
    let complete: Vec<_> = given.iter().filter(|unit| unit.iter().all(Option::is_some)).collect();
    assert_eq!((given.len(), complete.len()), (1869, 1848));
    let fleiss = fleiss_kappa(&Ratings::by_unit(&scale, &complete).unwrap()).unwrap();
    assert_eq!((four(fleiss.value), four(fleiss.observed)), ("0.7744".into(), "0.9578".into()));
    let all = Ratings::by_unit(&scale, &rows(Some(0))).unwrap();
    assert_eq!(four(krippendorff_alpha(&all, Metric::Nominal).unwrap()), "0.7738");
    assert!(fleiss_kappa(&all).is_err(), "ten units have two labels");
    // Without a decision about NULL these units have no label at all and are left out.
    let undecided = Ratings::by_unit(&scale, &given).unwrap();
    assert_eq!((undecided.count(), undecided.pairable()), (1869, 1858));
}

/// Two or three people an answer, grades 1 to 4.
#[test]
fn faithfulness_of_answers() {
    let Some(folder) = folder("mtrag-human-eval", "ordinal alpha of faithfulness") else { return };
    let scale = Scale::whole(1, 4).unwrap();
    let units: Vec<Vec<Option<usize>>> = shared::text(&folder.join("evaluations.jsonl"))
        .lines()
        .map(|line| {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            let given = value["annotations"]["faithfulness"].as_object().unwrap();
            given.values().map(|grade| scale.position(grade.as_str().unwrap().parse().unwrap())).collect()
        })
        .collect();
    assert!(units.len() == 330 && units.iter().flatten().all(Option::is_some));
    let ratings = Ratings::by_unit(&scale, &units).unwrap();
    assert_eq!(four(krippendorff_alpha(&ratings, Metric::Ordinal).unwrap()), "0.5135");
}

/// Supported or not, by four judges with published thresholds: F1, accuracy, balanced accuracy, area under the curve.
#[test]
fn supported_claims() {
    let Some(folder) = folder("wice", "judges of claims") else { return };
    let table = Table::read(&folder.join("judge_scores_test100.tsv"));
    let expected: serde_json::Value = serde_json::from_str(&shared::text(&folder.join("judge_expected.json"))).unwrap();
    let people: Vec<bool> = table.column("human_label").iter().map(|label| *label == "supported").collect();
    let expected = expected.as_object().unwrap();
    assert_eq!((expected.len(), people.len()), (4, 100));
    for (judge, want) in expected {
        let scores = table.numbers(judge);
        let of = |wanted: bool| scores.iter().zip(&people).filter(|(_, p)| **p == wanted).map(|(s, _)| *s).collect::<Vec<_>>();
        let area = Auroc::new(&of(true), &of(false)).unwrap().area;
        let verdicts = |threshold: &str| {
            let threshold = want[threshold].as_f64().unwrap();
            let said: Vec<bool> = scores.iter().map(|score| *score > threshold).collect();
            Verdicts::new(&said, &people).unwrap()
        };
        for (key, want) in want.as_object().unwrap() {
            let got = match key.as_str() {
                "f1_pub" | "f1_here" => verdicts("f1_thr").f1().unwrap(),
                "acc_pub" | "acc_here" => verdicts("acc_thr").accuracy().unwrap(),
                "auc_pub" | "auc_here" => area,
                "f1_thr" | "acc_thr" => continue,
                "bacc_pub" => verdicts("acc_thr").balanced_accuracy().unwrap(),
                _ => panic!("nothing checks {key}"),
            };
            let want = want.as_f64().unwrap();
            assert!((got - want).abs() < 1e-12, "{judge} {key}: got {got}, want {want}");
        }
    }
}

/// Preferences between two answers: two people, and a tool against both.
#[test]
fn preferences_between_answers() {
    let Some(folder) = folder("ragchecker", "correlation of preferences") else { return };
    let table = Table::read(&folder.join("meta_labels.tsv"));
    let hundred = |value: f64| format!("{:.2}", 100.0 * value);
    for (name, people, tool) in [
        ("corr", ["63.67", "59.19"], ["49.66", "46.94"]),
        ("comp", ["71.91", "68.36"], ["60.67", "58.09"]),
        ("overall", ["70.09", "68.89"], ["61.93", "60.90"]),
    ] {
        let [first, second] = ["a1", "a2"].map(|person| table.numbers(&format!("{name}_{person}")));
        let [m1, m2] = ["m1", "m2"].map(|model| table.numbers(&format!("rc_{name}_{model}")));
        assert_eq!(first.len(), 280);
        let found = [pearson(&first, &second), spearman(&first, &second)].map(|r| hundred(r.unwrap()));
        assert_eq!(found, people, "{name}");
        let predicted: Vec<f64> = m1.iter().zip(&m2).map(|(m1, m2)| m2 - m1).collect();
        let (twice, both) = (predicted.repeat(2), [first, second].concat());
        let found = [pearson(&twice, &both), spearman(&twice, &both)].map(|r| hundred(r.unwrap()));
        assert_eq!(found, tool, "{name}");
    }
}
