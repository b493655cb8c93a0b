//! Every format of one gate says the same.

use serde_json::{Value, json};

use super::{checks, count, handbook, json as parse, python, read};
use crate::command::{fourcell, root};

/// Tests, failures, errors, skipped cases, and the names of suites.
const JUNIT: &str = "import sys, xml.etree.ElementTree as E\n\
                     root = E.parse(sys.argv[1]).getroot()\n\
                     print(*(root.get(n) for n in ('tests', 'failures', 'errors', 'skipped')), len(root.findall('.//failure')), \
                     len(root.findall('.//error')), '|'.join(s.get('name') for s in root), sep=';')";

/// How many records, and how many columns in each of them.
const CSV: &str = "import sys, csv\n\
                   rows = list(csv.reader(open(sys.argv[1], newline='')))\n\
                   print(len(rows) - 1, *{len(row) for row in rows})";

const ALL: &str =
    "--json gate.json --junit gate.xml --markdown gate.md --sarif gate.sarif --csv gate.csv --regressions-csv worse.csv";

#[test]
fn one_gate_writes_them_all_and_they_agree() {
    for (runs, code, outcome) in [("candidate --baseline baseline", 0, "pass"), ("baseline --baseline candidate", 1, "fail")] {
        let folder = handbook();
        let at = |name: &str| folder.path().join("evaluation").join(name);
        let ran = fourcell(&at(""), &format!("gate {runs} --format github {ALL}"));
        assert_eq!(ran.code, code, "{ran:?}");
        let gate = parse(&read(at("gate.json")));
        assert_eq!(gate["result"]["outcome"], outcome);
        let verdict = gate["result"]["verdict"].as_str().unwrap();
        assert!(read(at("gate.md")).starts_with(&format!("### {verdict}\n")) && ran.stdout.contains(&format!("\n{verdict}\n")));
        let worse = gate["result"]["regressions"].as_array().unwrap();
        let told = python(JUNIT, &at("gate.xml"));
        let fields: Vec<&str> = told.trim().split(';').collect();
        let all = checks(&gate).len();
        assert_eq!(fields[0], (all + worse.len()).to_string());
        assert_eq!((fields[1], fields[4]), (&*count(&gate, "fail").to_string(), &*count(&gate, "fail").to_string()));
        let skipped = count(&gate, "not-asked") + count(&gate, "inconclusive") + worse.len();
        assert_eq!((fields[2], fields[5], fields[3]), ("0", "0", &*skipped.to_string()));
        assert!(fields[6].starts_with("0 preconditions|1 invariants|2 core retrieval|3 critical evidence|4 unanswerable|"));
        assert_eq!(python(CSV, &at("gate.csv")).trim(), format!("{all} 20"));
        assert_eq!(python(CSV, &at("worse.csv")).trim(), format!("{} 10", worse.len()), "one measure each");
        let sarif = parse(&read(at("gate.sarif")));
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        let new: Vec<&str> = results
            .iter()
            .filter(|result| result["properties"]["got_worse"] == true)
            .map(|result| result["properties"]["question"].as_str().unwrap())
            .collect();
        assert_eq!(new.len(), worse.len(), "each has a cause in the example");
        for one in worse {
            assert!(new.contains(&one["question"].as_str().unwrap()), "{one}");
        }
    }
}

#[test]
fn an_annotation_stands_at_its_question() {
    let folder = handbook();
    let ran = fourcell(folder.path(), "gate baseline --baseline candidate --project evaluation --format github");
    let questions = read(folder.path().join("evaluation/questions.jsonl"));
    let lines: Vec<&str> = questions.lines().collect();
    let (table, annotations) = ran.stdout.split_once("::fourcell-gate-0::\n").unwrap();
    assert!(table.starts_with("::stop-commands::fourcell-gate-0\nhandbook: baseline against candidate\n"), "{table}");
    let mut seen = 0;
    for annotation in annotations.lines().filter(|line| line.contains("line=")) {
        let (place, message) = annotation.split_once(",title=").unwrap();
        let line: usize = place.split_once("line=").unwrap().1.parse().unwrap();
        assert!(place.contains("file=evaluation/questions.jsonl,"), "{annotation}");
        let id = parse(lines[line - 1])["id"].as_str().unwrap().to_owned();
        assert!(message.contains(&format!("{id}: ")), "{annotation} is at {id}");
        seen += 1;
    }
    // Seven critical questions lost evidence, and nothing else fails; the core measure is inconclusive, and seventeen others got worse.
    assert_eq!(annotations.matches("::error ").count(), 7, "{annotations}");
    assert_eq!((annotations.matches("::warning ").count(), seen), (10, 16));
    assert!(annotations.ends_with(
        "::notice title=fourcell gate::FAIL at layer 3, critical evidence; no later layer buys it back; 8 warnings left out here, \
         as GitHub shows 10 of a level: the log and the summary have them\n"
    ));
}

/// The parts of SARIF 2.1.0 that are written, with what its schema requires and allows of them.
fn sarif_schema() -> Value {
    let message = json!({"type": "object", "required": ["text"], "additionalProperties": false, "properties": {"text": {"type": "string"}}});
    let level = json!({"enum": ["none", "note", "warning", "error"]});
    let closed = |required: &[&str], properties: Value| json!({"type": "object", "required": required, "additionalProperties": false, "properties": properties});
    let rule = closed(
        &["id"],
        json!({
            "id": {"type": "string"}, "shortDescription": message, "fullDescription": message, "help": message,
            "defaultConfiguration": closed(&[], json!({"level": level})),
            "properties": closed(&[], json!({"tags": {"type": "array", "uniqueItems": true, "items": {"type": "string"}}})),
        }),
    );
    let uri = json!({"type": "string", "pattern": "^([A-Za-z0-9._~/-]|%[0-9A-F]{2}|file://)+$"});
    let physical = closed(
        &["artifactLocation"],
        json!({
            "artifactLocation": closed(&["uri"], json!({"uri": uri, "uriBaseId": {"const": "%SRCROOT%"}})),
            "region": closed(&["startLine"], json!({"startLine": {"type": "integer", "minimum": 1}})),
        }),
    );
    let logical = closed(&[], json!({"name": {"type": "string"}, "kind": {"type": "string"}}));
    let location = closed(
        &["physicalLocation"],
        json!({"physicalLocation": physical, "logicalLocations": {"type": "array", "items": logical}}),
    );
    let suppression = closed(
        &["kind"],
        json!({"kind": {"enum": ["inSource", "external"]}, "status": {"enum": ["accepted", "underReview", "rejected"]}, "justification": {"type": "string"}}),
    );
    let result = closed(
        &["message", "ruleId", "locations"],
        json!({
            "ruleId": {"type": "string"}, "ruleIndex": {"type": "integer", "minimum": 0}, "level": level, "message": message,
            "locations": {"type": "array", "minItems": 1, "maxItems": 1, "items": location},
            "partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
            "suppressions": {"type": "array", "items": suppression}, "properties": {"type": "object"},
        }),
    );
    let notification = closed(&["message"], json!({"level": level, "message": message}));
    let invocation = closed(
        &["executionSuccessful"],
        json!({"executionSuccessful": {"type": "boolean"}, "toolExecutionNotifications": {"type": "array", "items": notification}}),
    );
    let driver = closed(
        &["name"],
        json!({"name": {"type": "string"}, "semanticVersion": {"type": "string"}, "rules": {"type": "array", "uniqueItems": true, "items": rule}}),
    );
    let run = closed(
        &["tool"],
        json!({
            "tool": closed(&["driver"], json!({"driver": driver})),
            "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
            "invocations": {"type": "array", "items": invocation},
            "results": {"type": "array", "items": result}, "properties": {"type": "object"},
        }),
    );
    closed(
        &["version", "runs"],
        json!({"$schema": {"type": "string", "format": "uri"}, "version": {"const": "2.1.0"}, "runs": {"type": "array", "items": run}}),
    )
}

/// Holds SARIF to what it must be, and gives its results: each rule is the one at its index, each line that of its question.
fn sarif(text: &str, questions: &str) -> Vec<Value> {
    let whole = parse(text);
    let validator = jsonschema::draft202012::new(&sarif_schema()).unwrap();
    let faults: Vec<String> = validator.iter_errors(&whole).map(|e| format!("{} {e}", e.instance_path())).collect();
    assert_eq!(faults, [""; 0]);
    let run = &whole["runs"][0];
    let results = run["results"].as_array().unwrap();
    let lines: Vec<&str> = questions.lines().collect();
    for result in results {
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(run["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
        let line = result["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64().unwrap() as usize;
        assert_eq!(parse(lines[line - 1])["id"], result["properties"]["question"]);
    }
    let prints: std::collections::BTreeSet<String> =
        results.iter().map(|result| result["partialFingerprints"].to_string()).collect();
    assert_eq!(prints.len(), results.len(), "each is told from the others");
    results.clone()
}

#[test]
fn the_ledger_is_sarif_at_the_lines_of_the_questions_with_incidents_as_errors() {
    let folder = handbook();
    let at = folder.path().join("evaluation");
    let questions = read(at.join("questions.jsonl"));
    let results = sarif(&fourcell(&at, "ledger candidate --format sarif").stdout, &questions);
    let entries = parse(&fourcell(&at, "ledger candidate --format json").stdout)["result"]["entries"].as_array().unwrap().len();
    assert_eq!(results.len(), entries);
    let of = |id: &str| results.iter().find(|result| result["properties"]["question"] == id).unwrap().clone();
    assert_eq!((of("angry-caller")["level"].clone(), of("found-stick")["level"].clone()), (json!("error"), json!("warning")));
    assert_eq!(
        of("found-stick")["locations"][0]["physicalLocation"]["artifactLocation"],
        json!({"uri": "evaluation/questions.jsonl", "uriBaseId": "%SRCROOT%"})
    );
    assert!(of("found-stick")["properties"].get("got_worse").is_none(), "without a baseline nobody knows");
    // What was decided to stay is suppressed; filters hold here too.
    assert_eq!(fourcell(&at, "ledger wont-fix found-stick --reason [later](x)").code, 0);
    let filtered = sarif(&fourcell(&at, "ledger candidate --format sarif --cause candidate-retrieval").stdout, &questions);
    assert!(filtered.len() < results.len() && filtered.iter().all(|result| result["ruleId"] == "candidate-retrieval"));
    let kept = filtered.iter().find(|result| result["properties"]["question"] == "found-stick").unwrap();
    assert_eq!(kept["suppressions"], json!([{"kind": "external", "status": "accepted", "justification": "[later](x)"}]));
    // A system without its filter shows what belongs to others.
    assert_eq!(fourcell(&at, "run unfiltered --day 2026-11-30").code, 0);
    let ran = fourcell(&at, "ledger unfiltered --format sarif");
    assert_eq!(ran.code, 1, "incidents");
    let results = sarif(&ran.stdout, &questions);
    let incidents: Vec<&Value> = results.iter().filter(|result| result["properties"].get("incidents").is_some()).collect();
    assert!(
        incidents.iter().any(|result| result["ruleId"] == "tenant") && incidents.iter().all(|result| result["level"] == "error")
    );
    let told: u64 = incidents.iter().map(|result| result["properties"]["incidents"].as_u64().unwrap()).sum();
    let found = parse(&fourcell(&at, "invariants unfiltered --format json").stdout);
    assert_eq!(told, found["result"]["runs"][0]["incidents"].as_array().unwrap().len() as u64);
}

#[test]
fn what_is_written_for_people_stays_what_it_is() {
    let told = |arguments: &str| {
        let ran = fourcell(&root().join("examples/handbook"), arguments);
        format!("exit {}\n{}", ran.code, ran.stdout)
    };
    insta::assert_snapshot!(
        "markdown_pass",
        told("gate candidate --baseline baseline --format markdown --link https://ci.example/run/7")
    );
    insta::assert_snapshot!("markdown_fail", told("gate baseline --baseline candidate --format markdown"));
    insta::assert_snapshot!("junit_fail", told("gate baseline --baseline candidate --format junit"));
    insta::assert_snapshot!("csv_fail", told("gate baseline --baseline candidate --format csv"));
}

#[test]
fn what_cannot_be_written_is_said_before_anything_is() {
    let folder = handbook();
    let at = folder.path().join("evaluation");
    let gate = "gate candidate --baseline baseline --json gate.json";
    for (arguments, said) in [
        (
            "--link javascript:alert(1)",
            "error: --link 'javascript:alert(1)' is no web address\n  it starts with https:// or http://\n",
        ),
        ("--junit nowhere/gate.xml", "error: nowhere/gate.xml: its folder is not there\n  make it first\n"),
        ("--junit gate.json", "error: gate.json is named twice\n  a file for each format\n"),
    ] {
        let ran = fourcell(&at, &format!("{gate} {arguments}"));
        assert_eq!((ran.code, ran.stderr.as_str(), ran.stdout.as_str()), (2, said, ""), "{arguments}");
        assert!(!at.join("gate.json").exists());
    }
    std::fs::create_dir(at.join("folder")).unwrap();
    let ran = fourcell(&at, &format!("{gate} --junit folder"));
    assert!(ran.code == 2 && ran.stderr.starts_with("error: folder: cannot be written: it is a directory"), "{ran:?}");
}
