//! `fourcell power` as people run it; the numbers are those of the golden vectors.

mod command;

use command::{folder, fourcell, root};
use serde_json::Value;

fn power(arguments: &str) -> String {
    let ran = fourcell(&root(), &format!("power {arguments}"));
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{arguments}");
    ran.stdout
}

fn json(arguments: &str) -> Value {
    let whole: Value = serde_json::from_str(&power(&format!("{arguments} --format json"))).unwrap();
    assert_eq!((whole["schema"].as_str(), whole["command"].as_str()), (Some("fourcell/power@1"), Some("power")));
    whole["result"].clone()
}

/// The numbers of questions of the first goal, by method.
fn needed(arguments: &str) -> Vec<(u64, Value)> {
    let result = json(arguments);
    let needed = result["goals"][0]["needed"].as_array().unwrap();
    needed.iter().map(|n| (n["questions"].as_u64().unwrap(), n["with_clusters"].clone())).collect()
}

fn first(arguments: &str) -> u64 {
    needed(arguments)[0].0
}

fn golden() -> Value {
    let path = root().join("conformance/statistics/05_power.json");
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

#[test]
fn what_it_takes_to_detect_a_difference() {
    for case in golden()["connor_n"].as_array().unwrap() {
        let [pd, delta, alpha, power] = ["p_discordant", "delta", "alpha", "power"].map(|key| case[key].as_f64().unwrap());
        let got = needed(&format!("--detect {delta} --discordance {pd} --alpha {alpha} --power {power}"));
        let connor = case["n_connor1987"].as_f64().unwrap();
        assert_eq!(got.last().unwrap().0, connor.ceil() as u64, "{pd} {delta}");
        assert!((got[0].0 as f64 / connor - 1.0).abs() < 0.1, "{pd} {delta}: {} {connor}", got[0].0);
    }
    // 300 questions detect 5.037 points at 10 %, so that five take a few more.
    insta::assert_snapshot!("detect", power("--detect 0.05 --discordance 0.1"));
    insta::assert_snapshot!("detect_clustered", power("--detect 0.05 --comparisons 4 --cluster-size 3 --icc 0.4"));
}

#[test]
fn the_number_found_detects_what_it_should() {
    for (difference, discordance) in [("0.1", "0.2"), ("0.05", "0.1"), ("0.05", "0.05"), ("0.03", "0.3")] {
        let n = first(&format!("--detect {difference} --discordance {discordance}"));
        let detects = |n: u64| {
            let found = json(&format!("--questions {n} --discordance {discordance}"));
            found["reach"]["by_discordance"][0]["smallest_difference"]["value"].as_f64()
        };
        let wanted: f64 = difference.parse().unwrap();
        assert!(detects(n).is_some_and(|d| d <= wanted + 1e-9), "{n}: {:?}", detects(n));
        assert!(detects(n - 1).is_none_or(|d| d > wanted), "{n}: {:?}", detects(n - 1));
    }
    // Beyond 20,000 questions only the closed form is left.
    assert_eq!(needed("--detect 0.001").len(), 1);
}

#[test]
fn what_it_takes_for_margins_intervals_scores_and_clean_sets() {
    assert_eq!([first("--margin 0.05 --discordance 0.1"), first("--margin 0.02 --discordance 0.1")], [248, 1546]);
    assert_eq!(first("--margin 0.05"), 495);
    let widths = |p: &str, h: &str| needed(&format!("--half-width {h} --rate {p}")).iter().map(|n| n.0).collect::<Vec<_>>();
    assert_eq!([widths("0.8", "0.05"), widths("0.8", "0.03"), widths("0.8", "0.02")], [[245, 246], [682, 683], [1535, 1537]]);
    assert_eq!([widths("0.95", "0.05"), widths("0.95", "0.03")], [[83, 73], [215, 203]]);
    let clean = ["0.05", "0.02", "0.01", "0.005", "0.001"].map(|rate| first(&format!("--zero-failures {rate}")));
    assert_eq!(clean, [59, 149, 299, 598, 2995]);
    assert_eq!([first("--dz 0.1"), first("--dz 0.2"), first("--dz 0.5")], [787, 199, 34]);
    insta::assert_snapshot!("four_goals", power("--margin 0.05 --half-width 0.03 --dz 0.2 --zero-failures 0.05"));
}

#[test]
fn what_a_hundred_questions_can_tell() {
    insta::assert_snapshot!("hundred", power("--questions 100"));
    for case in golden()["mde_by_discordance"].as_array().unwrap() {
        let (n, pd) = (case["n"].as_u64().unwrap(), case["p_discordant"].as_f64().unwrap());
        let found = json(&format!("--questions {n} --discordance {pd}"));
        let found = &found["reach"]["by_discordance"][0]["smallest_difference"]["value"];
        match case["mde_midp_80"].as_f64() {
            Some(expected) => assert!((found.as_f64().unwrap() / expected - 1.0).abs() < 1e-4, "{n} {pd}"),
            None => assert!(found.is_null(), "{n} {pd}"),
        }
    }
}

#[test]
fn clusters_and_comparisons_cost_questions() {
    let plain = first("--margin 0.05");
    assert_eq!(needed("--margin 0.05 --deff 2")[0], (plain, Value::from(2 * plain)));
    assert_eq!(needed("--margin 0.05 --cluster-size 6 --icc 0.2")[0], (plain, Value::from(2 * plain)));
    assert_eq!(json("--questions 200 --deff 2")["reach"]["worth"], 100);
    // alpha/5 is one in a hundred: ln(0.01)/ln(0.95), rounded up.
    assert_eq!(first("--zero-failures 0.05 --comparisons 5"), 90);
}

#[test]
fn without_a_goal_the_set_of_the_project_is_looked_at() {
    let handbook = root().join("examples/handbook");
    let ran = fourcell(&handbook, "power");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    insta::assert_snapshot!("handbook", ran.stdout);
    let elsewhere = fourcell(&root(), "power --project examples/handbook --deff 1.5 --discordance 0.3 --format json");
    let whole: Value = serde_json::from_str(&elsewhere.stdout).unwrap();
    let tune = &whole["result"]["project"]["answerable"][0];
    assert_eq!((tune["questions"].as_u64(), tune["worth"].as_u64()), (Some(106), Some(70)));
    assert_eq!((&tune["more"][0]["questions"], &tune["more"][1]["questions"]), (&Value::from(44), &Value::from(344)));
    assert_eq!(whole["inputs"][0]["path"], "examples/handbook/questions.jsonl");
    let nowhere = folder(&[]);
    let ran = fourcell(nowhere.path(), "power");
    assert!(ran.code == 2 && ran.stderr.contains("--detect 0.05"), "{}", ran.stderr);
}

#[test]
fn what_makes_no_sense_is_refused_with_the_mend() {
    for (arguments, said) in [
        ("--detect 5", "write 0.05 for 5 %"),
        ("--detect 0", "0.05 is five points"),
        ("--detect nan", "a share lies between 0 and 1"),
        ("--detect 0.3", "raise --discordance"),
        ("--rate 0.8", "--half-width"),
        ("--detect 0.05 --rate 0.8", "--half-width"),
        ("--half-width 0.03 --discordance 0.1", "it goes with --detect, --margin or --questions"),
        ("--zero-failures 0.05 --power 0.9", "it goes with --detect, --margin, --dz or --questions"),
        ("--detect 0.05 --project .", "leave out --project"),
        ("--detect 0.05 --icc 0.2", "--cluster-size"),
        ("--detect 0.05 --deff 2 --icc 0.2 --cluster-size 3", "cannot be used with"),
        ("--detect 0.05 --icc 2 --cluster-size 3", "--icc lies between"),
        ("--detect 0.05 --deff 0", "--deff must be above 0"),
        ("--questions 0", "0"),
        ("--questions 1 --deff 3", "no question is left"),
        ("--dz 0", "must not be zero"),
    ] {
        let ran = fourcell(&root(), &format!("power {arguments}"));
        assert!(ran.code == 2 && ran.stderr.contains(said) && ran.stdout.is_empty(), "{arguments}: {}", ran.stderr);
    }
}
