//! Commands of the project's own as judges, panels of several, rubrics, repeats, and the passages in reverse.

use crate::fixture::*;
use serde_json::{Value, json};

/// A judge in a few lines of Python that says one thing of each sort; `{}` is what it says of support.
fn program(rule: &str) -> String {
    format!(
        r#"import json, sys
n = 0
for line in sys.stdin:
    ask = json.loads(line)
    sort, n = ask["sort"], n + 1
    text = ask.get("statement") or ""
    context = " ".join(p["text"] for p in ask["passages"])
    reply = {{"id": ask["id"]}}
    if sort == "claims":
        parts = [s.strip(" .") + "." for s in ask["answer"].split(". ")]
        reply["claims"] = [{{"text": part}} for part in parts]
    elif sort == "support":
        {rule}
    elif sort == "status":
        reply["verdict"] = "answered"
    elif sort == "rubric":
        reply["verdict"] = "rude" if "7" in ask["answer"] else "kind"
    elif sort == "fact":
        reply["verdict"] = "stated"
    else:
        reply["error"] = "I know nothing of " + sort
    with open("asked.txt", "a") as f:
        f.write(sort + "\n")
    print(json.dumps(reply), flush=True)
"#
    )
}

const HONEST: &str = "reply[\"verdict\"] = \"supported\" if text in context else \"not-found\"";
const KIND: &str = "reply[\"verdict\"] = \"supported\"";
const STRICT: &str = "reply[\"verdict\"] = \"not-found\"";
const ILL: &str = "reply[\"verdict\"] = \"perhaps\"";

fn judges(names: &[(&str, &str)], more: &str) -> tempfile::TempDir {
    let stated: String = names
        .iter()
        .map(|(name, _)| format!("[judges.{name}]\ntype = \"command\"\ncommand = [\"python3\", \"{name}.py\"]\n"))
        .collect();
    let place = project(&format!("{stated}{more}"));
    for (name, rule) in names {
        write(place.path(), &format!("{name}.py"), &program(rule));
    }
    place
}

#[test]
fn a_command_judges_and_is_asked_once() {
    let place = judges(&[("mine", HONEST)], "");
    let told = judged(place.path(), &["a", "-m", "faithfulness vital-recall", "-q"], 0);
    assert_eq!(measure(&told, "faithfulness")["value"], 0.75);
    let said = lines(&read(place.path(), "runs/a/judgements.jsonl"));
    assert!(said.iter().all(|line| line["judge"] == "mine" && line["by"] == "command"), "{said:?}");
    let asked = read(place.path(), "asked.txt");
    let again = judge(place.path(), &["a", "-m", "faithfulness vital-recall"]);
    assert_eq!((again.code, read(place.path(), "asked.txt")), (0, asked.clone()), "{again:?}");
    // What it says it cannot judge is failed, and asked for again the next time.
    let failed = judged(place.path(), &["a", "-m", "answer-relevance faithfulness"], 3);
    assert_eq!(
        (&measure(&failed, "answer-relevance")["failed"], &measure(&failed, "faithfulness")["failed"]),
        (&2.into(), &0.into())
    );
    assert!(read(place.path(), "runs/a/judgements.jsonl").contains("the command says: I know nothing of relevance"));
    assert_eq!(read(place.path(), "asked.txt").lines().count(), asked.lines().count() + 2);
}

#[test]
fn a_program_that_is_changed_is_another_judge() {
    let place = judges(&[("mine", KIND)], "");
    let first = judged(place.path(), &["a", "-m", "faithfulness"], 0);
    assert_eq!(measure(&first, "faithfulness")["value"], 1.0);
    write(place.path(), "mine.py", &program(STRICT));
    let second = judged(place.path(), &["a", "-m", "faithfulness"], 0);
    assert_eq!(measure(&second, "faithfulness")["value"], 0.0);
}

#[test]
fn a_panel_goes_by_its_majority_and_tells_where_it_is_divided() {
    let panel = "[judges.three]\ntype = \"panel\"\nmembers = [\"honest\", \"kindly\", \"strict\"]\n";
    let place = judges(&[("honest", HONEST), ("kindly", KIND), ("strict", STRICT)], panel);
    let told = judged(place.path(), &["a", "--judge", "three", "-m", "faithfulness", "-q"], 0);
    // Of three, two follow the passages each time.
    let of = |question: &str| &told["result"]["questions"][question]["scores"]["faithfulness"]["value"];
    assert_eq!((of("late"), of("tram")), (&json!(0.5), &json!(1.0)));
    assert_eq!(told["result"]["judged_more_than_once"]["differ"], 3, "{told:#}");
    assert!(warnings(&told).contains("judges or their repeats differ on 3 of "), "{told:#}");
    let said = lines(&read(place.path(), "runs/a/judgements.jsonl"));
    let of = |kind: &str| said.iter().filter(|line| line["kind"] == kind).count();
    // One member takes answers apart, so that all judge the same claims.
    assert_eq!((of("claims"), of("support")), (2, 9));
    let judges: Value = serde_json::from_str(&read(place.path(), "runs/a/judges.json")).unwrap();
    assert_eq!(judges["judges"].as_object().unwrap().keys().collect::<Vec<_>>(), ["honest", "kindly", "strict"]);
}

#[test]
fn a_member_that_fails_has_no_vote() {
    let panel = "[judges.three]\ntype = \"panel\"\nmembers = [\"honest\", \"kindly\", \"ill\"]\n\
                 [judges.two]\ntype = \"panel\"\nmembers = [\"kindly\", \"strict\"]\n";
    let place = judges(&[("honest", HONEST), ("kindly", KIND), ("strict", STRICT), ("ill", ILL)], panel);
    let told = judged(place.path(), &["a", "--judge", "three", "-m", "faithfulness", "-q"], 3);
    let of = |question: &str| &told["result"]["questions"][question]["scores"]["faithfulness"];
    // Two that agree are a majority of those who said something.
    assert_eq!(of("tram"), &json!({"value": 1.0}));
    assert_eq!(told["result"]["failed_verdicts"], json!({"out-of-set": 3}));
    assert!(of("late").get("value").is_none(), "one for and one against is no majority: {}", of("late"));
    let divided = judged(place.path(), &["a", "--judge", "two", "-m", "faithfulness expected-status", "-q"], 0);
    assert_eq!(measure(&divided, "faithfulness")["n"], 0, "{divided:#}");
    assert!(measure(&divided, "faithfulness")["undefined"].to_string().contains("2"), "{divided:#}");
}

#[test]
fn a_rubric_is_asked_in_the_words_of_the_project() {
    let rubric = "[rubrics.tone]\nquestion = \"Is the tone kind?\"\noutcomes = [\"kind\", \"rude\"]\npass = [\"kind\"]\n";
    let place = judges(&[("mine", HONEST)], rubric);
    let told = judged(place.path(), &["a", "-m", "rubric:tone", "-q"], 0);
    let of = |question: &str| &told["result"]["questions"][question]["scores"]["rubric:tone"]["value"];
    assert_eq!((of("late"), of("tram")), (&json!(0.0), &json!(1.0)));
    // It is among the usual ones where nothing is named.
    let usual = judge(place.path(), &["a"]);
    assert!(usual.stdout.contains("rubric:tone"), "{usual:?}");
    let wrong = judge(place.path(), &["a", "-m", "rubric:tones"]);
    assert!(wrong.code == 2 && wrong.stderr.contains("no rubric is called 'tones'; there are tone"), "{wrong:?}");
}

#[test]
fn repeats_are_asked_and_told_apart() {
    // It says one thing, then another; a process of its own sees every second question.
    let moody = "reply[\"verdict\"] = \"supported\" if ask[\"repeat\"] < 2 else \"not-found\"";
    let place = judges(&[("moody", moody)], "repeats = 3\n");
    let told = judged(place.path(), &["a", "-m", "faithfulness"], 0);
    assert_eq!(measure(&told, "faithfulness")["value"], 1.0, "two of three");
    let differ = &told["result"]["judged_more_than_once"];
    assert_eq!(differ["differ"], 3, "{differ}");
    let said = lines(&read(place.path(), "runs/a/judgements.jsonl"));
    let repeats: Vec<u64> = said.iter().filter(|l| l["kind"] == "support").map(|l| l["judge_repeat"].as_u64().unwrap()).collect();
    assert_eq!(repeats, [0, 1, 2, 0, 1, 2, 0, 1, 2]);
    assert_eq!(said.iter().filter(|l| l["kind"] == "claims").count(), 2);
}

#[test]
fn passages_in_reverse_are_another_judge() {
    // It looks only at the first passage.
    let first = "reply[\"verdict\"] = \"supported\" if text in ask[\"passages\"][0][\"text\"] else \"not-found\"";
    let place = judges(&[("hasty", first)], "");
    let forward = judged(place.path(), &["a", "-m", "faithfulness", "-q"], 0);
    let backward = judged(place.path(), &["a", "-m", "faithfulness", "-q", "--reversed"], 0);
    let of = |told: &Value| told["result"]["questions"]["tram"]["scores"]["faithfulness"]["value"].clone();
    assert_eq!((of(&forward), of(&backward)), (json!(1.0), json!(0.0)));
    let said = lines(&read(place.path(), "runs/a/judgements.jsonl"));
    for name in ["hasty", "hasty (reversed)"] {
        assert!(said.iter().any(|line| line["judge"] == name), "{name}");
    }
    let told = cli(place.path(), &["calibrate", "a", "--judge", "hasty", "--against", "hasty (reversed)", "--format", "json"]);
    assert_eq!(told.code, 0, "{told:?}");
    let told: Value = serde_json::from_str(&told.stdout).unwrap();
    let support = told["result"]["kinds"].as_array().unwrap().iter().find(|k| k["kind"] == "support").unwrap();
    // One of three: the tram's claim.
    assert!((support["change"]["changed"]["value"].as_f64().unwrap() - 1.0 / 3.0).abs() < 1e-9, "{support:#}");
    assert_eq!(support["change"]["changed"]["n"], 3);
}
