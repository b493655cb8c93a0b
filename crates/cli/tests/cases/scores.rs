//! Faults in scores and their certainty: B12, B13, B15, B17, B26, B28.

use super::fixture::*;
use crate::command::{Ran, folder, fourcell_with};
use serde_json::{Value, json};

#[test]
fn b12_one_gain_for_reward_and_ideal_and_none_for_negative_grades() {
    let run = "q Q0 d1 1 2 t\nq Q0 d2 2 1 t\n";
    let files = folder(&[("qrels", "q 0 d1 1\nq 0 d2 3\n"), ("run", run), ("negative", "q 0 d1 -1\nq 0 d2 2\n")]);
    let both = told(files.path(), &[&TREC[..], &["-m", "nDCG nDCG(dcg='exp-log2')"]].concat());
    near(value(&both, "nDCG"), 0.7967);
    near(value(&both, "nDCG(dcg='exp-log2')"), 0.7098);
    // The option is named wherever the number stands.
    for format in ["table", "csv", "markdown"] {
        let ran = fourcell_with(files.path(), &[&TREC[..], &["-m", "nDCG(dcg='exp-log2')", "--format", format]].concat(), b"");
        assert!(ran.stdout.contains("dcg='exp-log2'"), "{}", ran.stdout);
    }
    let negative = ["score", "--qrels", "negative", "run", "-m", "nDCG nDCG(dcg='exp-log2') Judged@2 bpref RR NumRel"];
    let read = told(files.path(), &negative);
    near(value(&read, "nDCG"), 0.6309);
    near(value(&read, "nDCG(dcg='exp-log2')"), 0.6309);
    // -1 is pooled and unjudged, not judged and not relevant.
    assert_eq!((value(&read, "Judged@2"), value(&read, "Bpref")), (0.5, 1.0));
    let files = beir(
        "{\"_id\":\"q\",\"text\":\"a\"}\n",
        "{\"_id\":\"d1\"}\n{\"_id\":\"d2\"}\n",
        "query-id\tcorpus-id\tscore\nq\td1\t-1\nq\td2\t2\n",
        run,
    );
    near(value(&told(files.path(), &[&BEIR[..], &["-m", "nDCG"]].concat()), "nDCG"), 0.6309);
}

#[test]
fn b13_alternatives_are_not_all_required() {
    let evidence = json!({ "all": [{ "any": ["a", "b"] }, "c"] });
    let question = |id: &str| json!({ "id": id, "query": format!("{id}?"), "evidence": evidence });
    let lists: Vec<(&str, Value)> =
        vec![("ab", json!(["a", "b"])), ("ac", json!(["a", "c"])), ("cxb", json!(["c", "x", "b"])), ("none", json!([]))];
    let questions: Vec<Value> = lists.iter().map(|(id, _)| question(id)).collect();
    let files = project(&questions, &[("base", &lists)]);
    let read =
        told(files.path(), &["score", "base", "-q", "-m", "evidence@10 complete@2 complete@10 evidence@2 evidence-nDCG@10"]);
    let row = |name: &str| -> Vec<f64> { lists.iter().map(|(id, _)| of(&read, id, name)["value"].as_f64().unwrap()).collect() };
    assert_eq!(row("evidence@10"), [0.5, 1.0, 1.0, 0.0]);
    assert_eq!(row("complete@2"), [0.0, 1.0, 0.0, 0.0]);
    assert_eq!(row("complete@10"), [0.0, 1.0, 1.0, 0.0]);
    // A second alternative gives no extra recall, and one group has one gain in the ideal.
    assert_eq!(row("evidence@2"), [0.5, 1.0, 0.5, 0.0]);
    assert_eq!(row("evidence-nDCG@10")[1], 1.0);
    assert!(row("evidence-nDCG@10").iter().all(|v| *v <= 1.0));
}

#[test]
fn b15_nothing_is_never_perfect() {
    let answerable = |id: &str| json!({ "id": id, "query": format!("{id}?"), "required": ["a", "b"] });
    let questions = [
        answerable("full"),
        answerable("empty"),
        json!({ "id": "no-gold", "query": "no gold?" }),
        json!({ "id": "zeros", "query": "zeros?" }),
        json!({ "id": "no-answer", "query": "no answer?", "answerable": false }),
    ];
    let lists = [
        ("full", json!(["a", "b"])),
        ("empty", json!([])),
        ("no-gold", json!(["a"])),
        ("zeros", json!(["a"])),
        ("no-answer", json!(["a"])),
    ];
    let files = project(&questions, &[("base", &lists)]);
    write(files.path(), "labels.jsonl", "{\"question\":\"zeros\",\"passage\":\"a\",\"grade\":0}\n");
    let measures = "evidence@2 complete@2 R@2 RR nDCG@2 SetP token-precision Judged@2";
    let read = told(files.path(), &["score", "base", "-q", "-m", measures]);
    // Empty retrieval on an answerable question is a real failure; of nothing there is no precision.
    for name in ["evidence@2", "complete@2", "R@2", "RR", "nDCG@2"] {
        assert_eq!(of(&read, "empty", name)["value"], 0.0, "{name}");
        assert_eq!(of(&read, "full", name)["value"], 1.0, "{name}");
    }
    assert!(of(&read, "empty", "Judged@2")["value"].is_null(), "{read:#}");
    assert!(warnings(&read).contains("nothing was returned for 1 question, scored 0: empty"), "{}", warnings(&read));
    // Without gold a question is not eligible: left out, counted, with the reason; no number is invented.
    for name in ["evidence@2", "complete@2", "R@2", "RR", "nDCG@2"] {
        assert!(of(&read, "no-gold", name)["value"].is_null() && of(&read, "zeros", name)["value"].is_null(), "{name}");
        let undefined = measure(&read, name)["undefined"].as_object().unwrap();
        assert_eq!(undefined.values().map(|n| n.as_u64().unwrap()).sum::<u64>(), 2, "{name} {undefined:?}");
        assert!(
            undefined.keys().all(|reason| reason.contains("use a no-answer test for zero required passages")),
            "{undefined:?}"
        );
        assert_eq!(measure(&read, name)["n"], 2);
    }
    // Both are faults of the set, unless they are meant as questions without an answer.
    let checked = fourcell_with(files.path(), &["check"], b"");
    assert_eq!(checked.code, 1);
    assert!(
        checked.stdout.contains("no-required-evidence] `no-gold`") && checked.stdout.contains("no-required-evidence] `zeros`")
    );
    assert!(!checked.stdout.contains("`no-answer`"), "{}", checked.stdout);
    // What is no passage is a fault of the capture, and what was not captured is not empty.
    for (list, problem) in [
        (json!([""]), "field 'stages.fused[0]' is an empty id\n  the capture is at fault"),
        (json!(["   "]), "field 'stages.fused[0]' is an empty id\n  the capture is at fault"),
        (json!([null]), "field 'stages.fused[0]' must be a passage id or an object, found null\n  the capture is at fault"),
    ] {
        let files = project(&[answerable("q")], &[("base", &[("q", list)])]);
        let said = refused(files.path(), &["score", "base"], 2);
        assert!(said.contains(problem), "{said}");
    }
    let files = project(&[answerable("q")], &[("base", &[("q", Value::Null)])]);
    let ran = fourcell_with(files.path(), &["score", "base", "-m", "R@2"], b"");
    assert_eq!((ran.code, ran.stderr.contains("the list was not captured (R@2 1)")), (4, true), "{ran:?}");
}

#[test]
fn b15_nothing_is_never_perfect_in_beir_files_either() {
    let queries: String =
        ["q1", "zeros", "unjudged", "missing"].iter().map(|q| format!("{{\"_id\":\"{q}\",\"text\":\"a\"}}\n")).collect();
    let files = beir(
        &queries,
        "{\"_id\":\"d1\"}\n{\"_id\":\"d2\"}\n",
        "query-id\tcorpus-id\tscore\nq1\td1\t1\nzeros\td1\t0\nmissing\td2\t1\n",
        "q1 Q0 d1 1 1 t\nzeros Q0 d1 1 1 t\nunjudged Q0 d1 1 1 t\n",
    );
    let read = told(files.path(), &[&BEIR[..], &["-q", "-m", "R@2 RR nDCG@2 Judged@2"]].concat());
    for name in ["R@2", "RR", "nDCG@2"] {
        assert_eq!(
            (of(&read, "q1", name)["value"].as_f64(), of(&read, "missing", name)["value"].as_f64()),
            (Some(1.0), Some(0.0))
        );
        assert!(of(&read, "zeros", name)["value"].is_null());
        assert_eq!((measure(&read, name)["n"].as_u64(), value(&read, name)), (Some(2), 0.5), "{name}");
    }
    assert!(of(&read, "missing", "Judged@2")["value"].is_null());
    let said = warnings(&read);
    assert!(said.contains("1 question not in the run, counted as nothing returned: missing"), "{said}");
    assert!(said.contains("1 query of the run not judged and left out: unjudged"), "{said}");
    assert!(
        said.contains("no relevant passage is known: use a no-answer test for zero required passages (R@2 1, RR 1)"),
        "{said}"
    );
}

#[test]
fn b17_nothing_evaluated_is_no_success() {
    let files = folder(&[
        ("qrels", "q1 0 a 1\n"),
        ("run", "q1 Q0 a 1 1 t\n"),
        ("empty", ""),
        ("other", "z Q0 a 1 1 t\n"),
        ("zeros", "q1 0 a 0\n"),
    ]);
    let with = |run: &'static str| ["score", "--qrels", "qrels", run];
    assert_eq!(refused(files.path(), &with("empty"), 4), "error: empty: holds no results\n");
    let said = refused(files.path(), &with("other"), 4);
    assert!(said.starts_with("error: other: no query of the run is judged: the run has z; the labels have q1\n"), "{said}");
    let said = refused(files.path(), &[&with("run")[..], &["-m", "recal@5"]].concat(), 2);
    assert_eq!(said, "error: measure 'recal@5': no such measure; did you mean 'recall'? 'fourcell explain' lists them all\n");
    let ran: Ran = fourcell_with(files.path(), &["score", "--qrels", "zeros", "run", "-m", "RR"], b"");
    assert!(ran.code == 4 && ran.stderr.contains("error: nothing could be evaluated"), "{ran:?}");
    let ran = fourcell_with(files.path(), &["compare", "--qrels", "zeros", "run", "run", "-m", "RR"], b"");
    assert!(ran.code == 4 && ran.stderr.contains("error: nothing could be compared"), "{ran:?}");

    let questions = [
        json!({ "id": "q1", "query": "a?", "required": ["a"], "type": "x" }),
        json!({ "id": "q2", "query": "b?", "required": ["a"], "type": "y" }),
    ];
    let files = project(&questions, &[("base", &[("q1", json!(["a"])), ("q2", json!(["a"]))])]);
    let said = refused(files.path(), &["score", "base", "--by", "nosuch"], 4);
    assert!(said.starts_with("error: no scored question has a 'nosuch' to slice by\n"), "{said}");
    // Failed calls are counted apart, and the exit code says that the run is not whole.
    write(
        files.path(),
        "runs/base/records.jsonl",
        "{\"question\":\"q1\",\"stages\":{\"fused\":[\"a\"]}}\n{\"question\":\"q2\",\"error\":\"429\"}\n",
    );
    let ran = fourcell_with(files.path(), &["score", "base", "-m", "RR", "--format", "json"], b"");
    let read: Value = serde_json::from_str(&ran.stdout).unwrap();
    let rr = measure(&read, "RR");
    assert_eq!((ran.code, &rr["n"], &rr["failed"], &rr["value"]), (3, &json!(1), &json!(1), &json!(1.0)));
    write(
        files.path(),
        "runs/base/records.jsonl",
        "{\"question\":\"q1\",\"error\":\"429\"}\n{\"question\":\"q2\",\"error\":\"429\"}\n",
    );
    let ran = fourcell_with(files.path(), &["score", "base", "-m", "RR"], b"");
    assert!(matches!(ran.code, 3 | 4), "{ran:?}");
    // A run of other questions.
    write(files.path(), "runs/base/records.jsonl", "{\"question\":\"q9\",\"stages\":{\"fused\":[\"a\"]}}\n");
    assert!(refused(files.path(), &["score", "base"], 4).contains("no question of the run is judged"));
}

#[test]
fn b26_evidence_survives_another_chunking() {
    // 181 letters that nowhere repeat, with the first 100 as evidence.
    let text: String = (0..181u32).map(|n| char::from_u32(0x4e00 + n).unwrap()).collect();
    let cut = |from: usize, to: usize| text.chars().skip(from).take(to - from).collect::<String>();
    let question = json!({ "id": "q", "query": "a?", "evidence": { "all": [{ "doc": "d", "rev": "1", "range": [0, 100], "quote": cut(0, 100) }] } });
    let chunks =
        [("c1", 0, 30), ("c2", 30, 61), ("c3", 61, 100), ("c4", 100, 180), ("w1", 0, 60), ("w2", 50, 110), ("big", 0, 181)];
    let passages: Vec<Value> = chunks
        .iter()
        .map(
            |(id, start, end)| json!({ "id": id, "doc": "d", "rev": "1", "start": start, "end": end, "text": cut(*start, *end) }),
        )
        // The same stretch of another document.
        .chain([json!({ "id": "else", "doc": "e", "rev": "1", "start": 0, "end": 100, "text": cut(0, 100) })])
        .collect();
    let runs: [(&str, &[&str]); 9] = [
        ("three", &["c1", "c2", "c3"]),
        ("first", &["c1"]),
        ("second", &["c2"]),
        ("third", &["c3"]),
        ("fourth", &["c4"]),
        ("two", &["c1", "c2"]),
        ("windows", &["w1", "w2"]),
        ("whole", &["big"]),
        ("else", &["else"]),
    ];
    let lists: Vec<(&str, [(&str, Value); 1])> = runs.iter().map(|(name, list)| (*name, [("q", json!(list))])).collect();
    let lists: Vec<(&str, &[(&str, Value)])> = lists.iter().map(|(name, list)| (*name, &list[..])).collect();
    let files = project(&[question], &lists);
    let document = json!({ "id": "d", "rev": "1", "text": text });
    write(files.path(), "corpus.jsonl", &jsonl(&[document, json!({ "id": "e", "rev": "1", "text": text })]));
    write(files.path(), "passages.jsonl", &jsonl(&passages));
    let of = |run: &str, cover: &str, name: &str| {
        value(&told(files.path(), &["score", run, "--cover", cover, "-m", "evidence@9 P@1 Success@9"]), name)
    };
    // Half open: the first three hold 30, 31 and 39 of the 100, the fourth none.
    for (run, holds) in [("first", 1.0), ("second", 1.0), ("third", 1.0), ("fourth", 0.0), ("whole", 1.0), ("else", 0.0)] {
        assert_eq!(of(run, "1", "P@1"), holds, "{run}");
    }
    // What is retrieved counts together: pieces are needed jointly, and none is an alternative to another.
    let met = |cover: &str| -> Vec<f64> { runs.iter().map(|(run, _)| of(run, cover, "evidence@9")).collect() };
    assert_eq!(met("1"), [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0]);
    assert_eq!(met("0.61"), [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0]);
    assert_eq!(met("0.31"), [1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0]);
    assert_eq!(met("0.3"), [1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0]);
    // The document is edited in front of the evidence: the label is stale, and where its quote is now is told.
    let edited = format!("{}{text}", "x".repeat(7));
    write(
        files.path(),
        "corpus.jsonl",
        &jsonl(&[json!({ "id": "d", "rev": "1", "text": edited }), json!({ "id": "e", "rev": "1", "text": text })]),
    );
    let checked = fourcell_with(files.path(), &["check"], b"");
    assert!(checked.code == 1 && checked.stdout.contains("fault[quote-mismatch] `q`"), "{checked:?}");
    assert!(checked.stdout.contains("[7, 107)"), "{}", checked.stdout);
    // Scoring finds it again by its quote, and says so.
    let window = |end: usize| {
        let text: String = edited.chars().take(end).collect();
        let item = json!({ "id": "new", "doc": "d", "rev": "1", "range": [0, end], "text": text });
        jsonl(&[json!({ "question": "q", "stages": { "fused": [item] } })])
    };
    for (end, met) in [(107, 1.0), (106, 0.0), (100, 0.0)] {
        write(files.path(), "runs/new/records.jsonl", &window(end));
        let read = told(files.path(), &["score", "new", "-m", "evidence@9"]);
        assert_eq!(value(&read, "evidence@9"), met, "{end}");
        assert!(
            warnings(&read).contains("1 range found again by the quote, since its offsets do not hold"),
            "{}",
            warnings(&read)
        );
    }
    // Where the quote is gone too, the label is stale and nothing is scored on it.
    let gone: String = text.chars().skip(50).collect();
    let other = json!({ "id": "e", "rev": "1", "text": text });
    write(files.path(), "corpus.jsonl", &jsonl(&[json!({ "id": "d", "rev": "1", "text": gone }), other]));
    let ran = fourcell_with(files.path(), &["score", "new", "-m", "evidence@9"], b"");
    assert!(ran.code == 4 && ran.stderr.contains("1 question with a stale label, whose quote is not in the document"), "{ran:?}");
    // The document is replaced by another revision: the label is stale, too.
    let revisions = [
        json!({ "id": "d", "rev": "1", "text": text, "status": "superseded", "superseded_by": "d@2" }),
        json!({ "id": "d", "rev": "2", "text": edited }),
        json!({ "id": "e", "rev": "1", "text": text }),
    ];
    write(files.path(), "corpus.jsonl", &jsonl(&revisions));
    let checked = fourcell_with(files.path(), &["check"], b"");
    assert!(checked.stdout.contains("stale-label] `q`"), "{}", checked.stdout);
}

/// Two runs over `n` queries: the first `won` are answered only by `a`, the next `lost` only by `b`, the rest by both.
fn pairs(won: usize, lost: usize, n: usize) -> tempfile::TempDir {
    let (mut qrels, mut a, mut b) = (String::new(), String::new(), String::new());
    for q in 0..n {
        let hit = |hit: bool| if hit { "yes" } else { "no" };
        qrels += &format!("q{q} 0 yes 1\nq{q} 0 no 0\n");
        a += &format!("q{q} Q0 {} 1 1 t\n", hit(q < won || q >= won + lost));
        b += &format!("q{q} Q0 {} 1 1 t\n", hit(q >= won));
    }
    folder(&[("qrels", &qrels), ("a", &a), ("b", &b)])
}

#[test]
fn b28_certainty_comes_from_something() {
    let interval = |won: usize, n: usize| {
        let files = pairs(won, n - won, n);
        let read = told(files.path(), &["score", "--qrels", "qrels", "a", "-m", "Success@1"]);
        let success = measure(&read, "Success@1").clone();
        assert_eq!((success["n"].as_u64(), success["method"].as_str()), (Some(n as u64), Some("Wilson")));
        (success["lo"].as_f64().unwrap(), success["hi"].as_f64().unwrap())
    };
    let (lo, hi) = interval(10, 10);
    assert_eq!((format!("{lo:.3}"), hi), ("0.722".into(), 1.0));
    let (lo, hi) = interval(0, 50);
    assert_eq!((lo, format!("{hi:.4}")), (0.0, "0.0713".into()));
    // One query: an interval that says nothing, said to be a smoke test.
    let (lo, hi) = interval(1, 1);
    assert!(lo < 0.25 && hi == 1.0, "[{lo}, {hi}]");

    let compared = |won, lost, n, more: &[&str]| {
        let files = pairs(won, lost, n);
        let arguments = [&["compare", "--qrels", "qrels", "a", "b", "-m", "Success@1"], more].concat();
        let ran = fourcell_with(files.path(), &arguments, b"");
        // The seed is printed, with the table too.
        assert!(ran.stdout.contains("seed 1, 9999 replicates"), "{}", ran.stdout);
        let read = told(files.path(), &arguments);
        assert_eq!(read["result"]["candidates"][0]["seed"], 1);
        read["result"]["candidates"][0]["comparisons"][0].clone()
    };
    let p = |comparison: &Value| comparison["p"]["value"].as_f64().unwrap();
    let exact = compared(8, 2, 200, &["--exact"]);
    assert_eq!((format!("{:.3}", p(&exact)), exact["p"]["method"].as_str()), ("0.109".into(), Some("McNemar exact")));
    assert!((p(&exact) - 0.109_375).abs() < 1e-12);
    // Not below .05, whatever mid-p says.
    let exact = compared(5, 0, 200, &["--exact"]);
    assert_eq!(p(&exact), 0.0625);
    assert_eq!(compared(5, 0, 200, &[])["p"]["value"], 0.03125);
    // No discordant pair: no evidence either way.
    for more in [&["--margin", "0.05"][..], &["--margin", "0.05", "--exact"]] {
        let nothing = compared(0, 0, 50, more);
        assert_eq!((p(&nothing), nothing["verdict"]["outcome"].as_str()), (1.0, Some("unchanged")), "{nothing}");
        let difference = &nothing["difference"];
        assert!(difference["lo"].as_f64().unwrap() < 0.0 && difference["hi"].as_f64().unwrap() > 0.0, "{difference}");
    }
}

/// Sign flips have a seed of their own, which is printed and gives the same digits again.
#[test]
fn b28_what_is_drawn_at_random_is_drawn_again() {
    let (mut qrels, mut a, mut b) = (String::new(), String::new(), String::new());
    for q in 0..40 {
        qrels += &format!("q{q} 0 yes 1\n");
        a += &format!("q{q} Q0 x 1 3 t\nq{q} Q0 yes 2 {} t\n", if q % 3 == 0 { 4 } else { 1 });
        b += &format!("q{q} Q0 x 1 3 t\nq{q} Q0 yes 2 {} t\n", if q % 4 == 0 { 4 } else { 1 });
    }
    let files = folder(&[("qrels", &qrels), ("a", &a), ("b", &b)]);
    let p = |seed: &str, threads: &str| {
        let arguments =
            ["compare", "--qrels", "qrels", "a", "b", "-m", "RR", "--replicates", "999", "--seed", seed, "--threads", threads];
        let read = told(files.path(), &arguments);
        assert_eq!(read["result"]["candidates"][0]["seed"].to_string(), seed);
        read["result"]["candidates"][0]["comparisons"][0]["p"].clone()
    };
    assert_eq!(p("7", "1"), p("7", "3"));
    assert!((p("7", "1")["value"].as_f64().unwrap() - p("8", "1")["value"].as_f64().unwrap()).abs() < 0.1);
}
