//! `fourcell check` as people run it.

mod command;

use command::{folder, fourcell, root};
use serde_json::Value;

const PROJECT: &str = "[project]\nname = \"planted\"\n[corpora]\n\"2026-10\" = \"corpus.jsonl\"\n";

/// A project whose every line but a few holds a fault.
fn planted() -> tempfile::TempDir {
    let corpus = r#"{"id":"policy","rev":"1","text":"Leave is 25 days a year.","status":"superseded","superseded_by":"policy@2"}
{"id":"policy","rev":"2","text":"Leave is 28 days a year 🙂. A café voucher is 5 € a day."}
{"id":"prices","rev":"1","text":"The badge costs 10 €. A new badge costs 12 €."}
{"id":"holds","rev":"1","text":"The hold ends in June.","tenant":"acme","acl":["legal"]}
{"id":"rooms","rev":"1","text":"Rooms are booked.","effective_from":"soon"}
{"id":"desks","rev":"1","text":"Desks are shared.","effective_from":"2026-02-01","expires_at":"2026-01-01"}
{"id":"cars","rev":"1","text":"Cars are leased.","status":"superseded"}
{"id":"bikes","rev":"1","text":"Bikes are lent.","status":"superseded","superseded_by":"bicycles@2"}
{"id":"keys","rev":"1","text":"Keys are counted."}
{"id":"keys","rev":"2","text":"Keys are not counted."}
"#;
    let passages = r#"{"id":"prices#0","doc":"prices","rev":"1","start":0,"end":21,"text":"The badge costs 10 €."}
{"id":"prices#1","doc":"prices","rev":"1","start":21,"end":45,"text":"A new badge costs 12 €."}
{"id":"lost#0","doc":"lost","rev":"1","start":0,"end":4,"text":"Lost"}
"#;
    let questions = r#"{"id":"fine","query":"What does a replacement badge cost?","corpus":"2026-10","required":["prices#0"],"answer":"12 €"}

{"id":"utf16","query":"What is a meal voucher worth?","required":[{"doc":"policy","rev":"2","range":[30,34],"quote":"café"}],"answer":"5 €"}
{"id":"bytes","query":"How much may lunch be?","required":[{"doc":"policy","rev":"2","range":[32,37],"quote":"café"}],"answer":"5 €"}
{"id":"gone","query":"Who washes the windows?","required":[{"doc":"tariffs"}],"answer":"Nobody"}
{"id":"cut","query":"Where do I park?","required":["prices#7"],"answer":"Nowhere"}
{"id":"level","query":"May I smoke?","required":["policy"],"answer":"No"}
{"id":"month","query":"Is June a long month?","corpus":"2026-09","required":["prices#0"],"answer":"No"}
{"id":"bell","query":"Ring \u0007 the bell?","required":["prices#0"],"answer":"Yes"}
{"id":"twice","query":"what does a replacement  BADGE cost?","corpus":"2026-10","required":["prices#0"],"answer":"12 €"}
{"id":"bare","query":"Which colour is the carpet?","answer":"Red"}
{"id":"moon","query":"Who walked on the moon first?","answerable":false,"expect":"no-answer","required":["prices#0"]}
{"id":"both","query":"Do the rules agree?","expect":"conflict","answerable":false}
{"id":"empty","query":"Is there a gym here?","evidence":{"all":["prices#0",{"any":[]}]},"answer":"No"}
{"id":"double","query":"Are pets allowed upstairs?","evidence":{"any":["prices#0","prices#0"]},"answer":"No"}
{"id":"closed","query":"When does the hold end?","principal":{"tenant":"acme","groups":["staff"]},"required":[{"doc":"holds","rev":"1"}],"answer":"June"}
{"id":"far","query":"How many lifts are there?","required":[{"doc":"prices","rev":"1","range":[40,99],"quote":"costs 12 €."}],"answer":"2"}
{"id":"old","query":"How long is my holiday?","required":[{"doc":"policy","rev":"1"}],"answer":"25"}
{"id":"mute","query":"Can the printer staple?","required":["prices#0"]}
{"id":"torn","query":"Who pays for shoes?","required":["prices#0"],"facts":[{"id":"a","text":"We do","vital":true},{"id":"b","text":"we do","forbidden":true}]}
{"id":"leak","query":"May I smoke?","required":["prices#0"],"answer":"No","split":"final"}
{"id":"seal","query":"Which vault holds the blueprint of project Nightjar?","required":[{"doc":"policy","rev":"2","range":[0,8],"quote":"voucher is 5 €"}],"answer":"None","split":"final"}
"#;
    let labels = r#"{"question":"fine","passage":"prices#0","grade":3,"rater":"ann"}
{"question":"fine","passage":"prices#0","grade":3,"rater":"ann"}
{"question":"fine","passage":"prices#1","grade":3,"rater":"ann"}
{"question":"fine","passage":"prices#1","grade":1,"rater":"ann"}
{"question":"nobody","passage":"prices#1","grade":1,"rater":"ann"}
{"question":"seal","range":{"doc":"prices","rev":"1","range":[0,9],"quote":"A new badge"},"grade":2,"rater":"ann"}
"#;
    folder(&[
        ("fourcell.toml", PROJECT),
        ("corpus.jsonl", corpus),
        ("passages.jsonl", passages),
        ("questions.jsonl", questions),
        ("labels.jsonl", labels),
    ])
}

#[test]
fn the_handbook_is_without_faults() {
    let ran = fourcell(&root().join("examples/handbook"), "check");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    insta::assert_snapshot!("handbook", ran.stdout);
    let strict = fourcell(&root().join("examples/handbook"), "check --strict");
    assert_eq!((strict.code, strict.stdout), (1, ran.stdout.clone()));
    // From elsewhere the files are named from there.
    let elsewhere = fourcell(&root(), "check --project examples/handbook");
    assert!(
        elsewhere.stdout.contains("\nexamples/handbook/labels.jsonl:12: warning[contradicting-grades]"),
        "{}",
        elsewhere.stdout
    );
}

#[test]
fn every_planted_fault_is_found_at_its_line() {
    let planted = planted();
    let ran = fourcell(planted.path(), "check --all");
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    for place in [
        "questions.jsonl:3: fault[quote-mismatch] `utf16`",
        "questions.jsonl:4: fault[quote-mismatch] `bytes`",
        "questions.jsonl:5: fault[dangling-document] `gone`",
        "questions.jsonl:6: fault[dangling-passage] `cut`",
        "fault[other-level-id]",
        "questions.jsonl:8: fault[unknown-corpus] `month`",
        "questions.jsonl:9: warning[control-characters] `bell`",
        "questions.jsonl:10: warning[duplicate-question-text] `twice`",
        "questions.jsonl:11: fault[no-required-evidence] `bare`",
        "questions.jsonl:12: fault[unanswerable-with-evidence] `moon`",
        "questions.jsonl:13: fault[expect-mismatch] `both`",
        "questions.jsonl:14: warning[empty-node] `empty`",
        "questions.jsonl:15: warning[duplicate-evidence] `double`",
        "questions.jsonl:16: fault[evidence-not-openable] `closed`",
        "questions.jsonl:17: fault[range-out-of-bounds] `far`",
        "questions.jsonl:18: fault[stale-label] `old`",
        "questions.jsonl:19: note[no-reference] `mute`",
        "questions.jsonl:20: fault[contradicting-facts] `torn`",
        "questions.jsonl:21: fault[leaked-final-question] `leak`",
        "questions.jsonl:22: fault[quote-mismatch] `seal`",
        "labels.jsonl:2: warning[duplicate-label] `fine`",
        "labels.jsonl:4: fault[contradicting-grades] `fine`",
        "labels.jsonl:5: fault[dangling-question] `nobody`",
        "labels.jsonl:6: fault[quote-mismatch] `seal`",
        "corpus.jsonl:5: fault[bad-date] `rooms`",
        "corpus.jsonl:6: fault[date-order] `desks`",
        "corpus.jsonl:7: warning[superseded-without-successor] `cars`",
        "corpus.jsonl:8: fault[dangling-successor] `bikes`",
        "corpus.jsonl:10: fault[two-active-revisions] `keys`",
        "passages.jsonl:2: fault[passage-range-mismatch] `prices#1`",
        "passages.jsonl:3: fault[passage-without-document] `lost#0`",
    ] {
        assert!(ran.stdout.contains(place), "{place} is not in\n{}", ran.stdout);
    }
    for unit in ["UTF-16", "UTF-8"] {
        assert!(ran.stdout.contains(&format!("it fits when the offsets are counted in {unit}")), "{}", ran.stdout);
    }
    assert!(ran.stdout.contains("count offsets in code points: [29, 33)"), "{}", ran.stdout);
    insta::assert_snapshot!("planted", ran.stdout);
    insta::assert_snapshot!("planted_markdown", fourcell(planted.path(), "check --format markdown").stdout);
}

#[test]
fn what_final_questions_ask_and_quote_is_never_shown() {
    let planted = planted();
    for format in ["table", "json", "markdown"] {
        let ran = fourcell(planted.path(), &format!("check --all --format {format}"));
        for secret in ["May I smoke", "Nightjar", "voucher is 5", "A new badge”", "A new badge\\\""] {
            assert!(!ran.stdout.contains(secret), "{secret} in\n{}", ran.stdout);
        }
        let shown = if format == "markdown" { "leak: it is final, and the same as" } else { "it is final, and the same as" };
        assert!(ran.stdout.contains(shown) && ran.stdout.contains("(final question, not shown)"), "{}", ran.stdout);
    }
}

#[test]
fn json_holds_every_finding() {
    let planted = planted();
    let whole: Value = serde_json::from_str(&fourcell(planted.path(), "check --format json").stdout).unwrap();
    assert_eq!((whole["schema"].as_str(), whole["command"].as_str()), (Some("fourcell/check@1"), Some("check")));
    let result = &whole["result"];
    let findings = result["findings"].as_array().unwrap();
    let faults = findings.iter().filter(|f| f["severity"] == "fault").count();
    assert_eq!(result["counts"]["faults"], faults);
    assert!(findings.iter().any(|f| f["file"] == "corpus.jsonl" && f["line"] == 8 && f["rule"] == "dangling-successor"));
    let snapshot = &result["snapshots"][0];
    assert_eq!((snapshot["names"][0].as_str(), snapshot["documents"].as_u64()), (Some("2026-10"), Some(10)));
    assert!(snapshot["id"].as_str().unwrap().starts_with("sha256:"));
    let paths: Vec<&str> = whole["inputs"].as_array().unwrap().iter().map(|i| i["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["fourcell.toml", "questions.jsonl", "corpus.jsonl", "labels.jsonl", "passages.jsonl"]);
}

#[test]
fn of_many_findings_of_a_rule_five_are_shown() {
    let question = |n: usize| format!("{{\"id\":\"q{n}\",\"query\":\"Q{n}?\",\"answer\":\"A\"}}\n");
    let questions: String = (0..17).map(question).collect();
    let project = folder(&[("fourcell.toml", "[project]\nname = \"bare\"\n"), ("questions.jsonl", &questions)]);
    let ran = fourcell(project.path(), "check");
    assert_eq!(ran.code, 1);
    assert_eq!(ran.stdout.matches("fault[no-required-evidence]").count(), 5);
    assert!(ran.stdout.contains("  and 12 more like it: --all shows them\n"), "{}", ran.stdout);
    let all = fourcell(project.path(), "check --all");
    assert_eq!(all.stdout.matches("fault[no-required-evidence]").count(), 17);
    assert!(all.stdout.contains("17 faults, 0 warnings, 0 notes"), "{}", all.stdout);
    assert!(all.stdout.contains("unanswerable tune questions: none"), "{}", all.stdout);
}

#[test]
fn a_budget_of_five_percent_takes_fifty_nine_clean_questions() {
    for (n, said) in [(58, "a 5 % budget needs 59 clean ones, 1 more"), (59, "a 5 % budget can be held")] {
        let question = |n: usize| format!("{{\"id\":\"q{n}\",\"query\":\"Q{n}?\",\"expect\":\"no-answer\"}}\n");
        let questions: String = (0..n).map(question).collect();
        let project = folder(&[("fourcell.toml", ""), ("questions.jsonl", &questions)]);
        let ran = fourcell(project.path(), "check");
        assert!(ran.stdout.contains(said), "{}", ran.stdout);
        assert_eq!(ran.code, 0);
    }
}

#[test]
fn snapshots_are_known_by_name_and_by_id() {
    let corpus = "{\"id\":\"d\",\"text\":\"t\"}\n";
    let question = |corpus: &str| {
        format!("{{\"id\":\"q\",\"query\":\"Why?\",\"required\":[{{\"doc\":\"d\"}}],\"answer\":\"A\",\"corpus\":\"{corpus}\"}}\n")
    };
    let files = |question: &str, toml: &str| {
        folder(&[
            ("fourcell.toml", toml),
            ("corpus.jsonl", corpus),
            ("old.jsonl", "{\"id\":\"d\",\"text\":\"old\",\"colour\":\"red\"}\n"),
            ("questions.jsonl", question),
        ])
    };
    let unnamed = fourcell(files(&question("2026-10"), "").path(), "check");
    assert!(unnamed.stdout.contains("fault[unknown-corpus]") && unnamed.code == 1, "{}", unnamed.stdout);
    let at = unnamed.stdout.find("sha256:").unwrap();
    let id = &unnamed.stdout[at..at + 71];
    assert_eq!(fourcell(files(&question(id), "").path(), "check").code, 0);
    let two = fourcell(files(&question("old"), "[corpora]\nold = 'old.jsonl'\nnew = 'corpus.jsonl'\n").path(), "check");
    assert_eq!(two.code, 0, "{}", two.stdout);
    assert!(two.stdout.contains("(corpus.jsonl: 1 document revision, named new)"), "{}", two.stdout);
    assert!(two.stdout.contains("(old.jsonl: 1 document revision, named old)"), "{}", two.stdout);
    assert!(two.stdout.contains("old.jsonl:1: warning[odd-file]"), "{}", two.stdout);
}

#[test]
fn trec_files_are_checked_against_each_other() {
    let files = folder(&[
        ("qrels.txt", "1 0 a 1\n1 0 a 1\n2 0 b 0\n3 0 c 2\n"),
        ("odd.txt", "1 Q0 a 1 1.0 t\n1 Q0 x 2 2.0 t\n9 Q0 a 1 1.0 t\n"),
        ("other.txt", "7 Q0 a 1 1.0 t\n"),
        ("chunks.txt", "1 Q0 a#0 1 1.0 t\n3 Q0 c#4 1 1.0 t\n2 Q0 b#1 1 1.0 t\n"),
        ("broken.txt", "1 Q0 a 1 1.0 t\n1 Q0 b 2 nan t\n"),
        ("empty.txt", ""),
    ]);
    let ran = fourcell(files.path(), "check --qrels qrels.txt odd.txt");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(ran.stdout, @r"
    qrels.txt: 3 judged queries, 3 judgements, 1 run

    qrels.txt: warning[repeated-judgement] 1 judgement stands more than once, with the same grade
        remove the repeated lines
    odd.txt: warning[unjudged-query] 1 query is not judged, and left out: 9
        is this the run of these judgements?
    odd.txt: warning[missing-query] 2 queries are judged and not in the run: they count as nothing returned: 2, 3
        run the retriever on them too, or score on fewer judgements
    odd.txt: warning[rank-disagreement] 1 query has ranks and scores that tell different orders; the scores decide
        write scores that fall with the rank
    qrels.txt: note[nothing-relevant] 1 query has no positive grade: 2

    0 faults, 4 warnings, 1 note
    ");
    assert_eq!(fourcell(files.path(), "check --qrels qrels.txt odd.txt --strict").code, 1);
    let other = fourcell(files.path(), "check --qrels qrels.txt other.txt");
    assert!(
        other.stdout.contains("other.txt: fault[no-overlap] no query of the run is judged: the run has 7"),
        "{}",
        other.stdout
    );
    assert_eq!(other.code, 1);
    let chunks = fourcell(files.path(), "check --qrels qrels.txt chunks.txt");
    assert!(chunks.stdout.contains("they would meet if what follows the last '#' were left out"), "{}", chunks.stdout);
    assert_eq!(fourcell(files.path(), "check --qrels qrels.txt chunks.txt --doc-separator #").code, 0);
    let broken = fourcell(files.path(), "check --qrels qrels.txt broken.txt");
    assert!(broken.code == 2 && broken.stderr.starts_with("error: broken.txt:2"), "{}", broken.stderr);
    assert_eq!(fourcell(files.path(), "check --qrels qrels.txt empty.txt").code, 4);
    assert_eq!(fourcell(files.path(), "check --qrels empty.txt").code, 2);
    assert_eq!(fourcell(files.path(), "check --qrels absent.txt").code, 2);
    let alone = fourcell(files.path(), "check --qrels qrels.txt");
    assert!(alone.stdout.starts_with("qrels.txt: 3 judged queries, 3 judgements, 0 runs\n"), "{}", alone.stdout);
}

#[test]
fn a_beir_folder_is_checked() {
    let files = folder(&[
        ("corpus.jsonl", "{\"_id\":\"a\",\"title\":\"\",\"text\":\"A\"}\n"),
        ("queries.jsonl", "{\"_id\":\"1\",\"text\":\"one\"}\n"),
        ("qrels/test.tsv", "query-id\tcorpus-id\tscore\n1\ta\t1\n1\tb\t1\n"),
    ]);
    let ran = fourcell(files.path(), "check --beir .");
    assert!(ran.stdout.contains("warning[odd-file]") && ran.code == 0, "{}", ran.stdout);
    let split = fourcell(files.path(), "check --beir . --split dev");
    assert!(split.code == 2 && split.stderr.contains("test"), "{}", split.stderr);
    assert_eq!(fourcell(files.path(), "check --split dev").code, 2);
}

#[test]
fn what_cannot_be_read_or_is_not_there_is_said() {
    let nowhere = folder(&[]);
    let ran = fourcell(nowhere.path(), "check");
    assert!(ran.code == 2 && ran.stderr.contains("no fourcell.toml"), "{}", ran.stderr);
    let broken = folder(&[("fourcell.toml", ""), ("questions.jsonl", "{\"id\":\"q\",\"query\":\"Why?\"}\n{\"id\":\"q\"}\n")]);
    let ran = fourcell(broken.path(), "check");
    assert!(ran.code == 2 && ran.stderr.contains("questions.jsonl:2:"), "{}", ran.stderr);
    let empty = folder(&[("fourcell.toml", ""), ("questions.jsonl", "\n")]);
    assert_eq!(fourcell(empty.path(), "check").code, 4);
    let run = fourcell(empty.path(), "check candidate");
    assert!(run.code == 2 && run.stderr.contains("--qrels FILE"), "{}", run.stderr);
}
