//! Faults in reading files: B01, B05, B07, B10.

use super::fixture::*;
use crate::command::{folder, fourcell_with};
use serde_json::json;

#[test]
fn b01_a_blank_line_loses_nothing_and_a_broken_one_is_named() {
    let queries = "{\"_id\":\"q1\",\"text\":\"a\"}\n\n{\"_id\":\"q2\",\"text\":\"b\"}\n";
    let broken = format!("{queries}{}", "{\"_id\":\"q3\" \"text\":\"c\"}\n");
    let qrels = "query-id\tcorpus-id\tscore\n\nq1\td1\t1\n \nq2\td1\t1\n";
    let run = "q1 Q0 d1 1 1 t\n\nq2 Q0 d1 1 1 t\n";
    let sound = beir(queries, "{\"_id\":\"d1\",\"text\":\"x\"}\n\n", qrels, run);
    let both = told(sound.path(), &[&BEIR[..], &["-m", "RR"]].concat());
    assert_eq!((value(&both, "RR"), measure(&both, "RR")["n"].as_u64()), (1.0, Some(2)));
    let files = beir(&broken, "{\"_id\":\"d1\",\"text\":\"x\"}\n", qrels, run);
    let said = refused(files.path(), &BEIR, 2);
    assert!(said.starts_with("error: ./queries.jsonl:4:13: is not valid JSON"), "{said}");

    let question = |id: &str| json!({ "id": id, "query": "a?", "required": ["a"] });
    let files = project(&[question("q1")], &[("base", &[("q1", json!(["a"])), ("q2", json!(["a"]))])]);
    write(files.path(), "questions.jsonl", &format!("{}\n \t\n{}\n", question("q1"), question("q2")));
    assert_eq!(measure(&told(files.path(), &["score", "base", "-m", "RR"]), "RR")["n"], 2);
    write(
        files.path(),
        "questions.jsonl",
        &format!("{}\n\n{}\n{{\"id\":\"q3\" \"query\":\"c\"}}\n", question("q1"), question("q2")),
    );
    let said = refused(files.path(), &["score", "base"], 2);
    assert!(said.contains("questions.jsonl:4:12: is not valid JSON: expected `,` or `}`"), "{said}");
}

#[test]
fn b05_a_mark_at_the_start_of_a_file_is_no_part_of_it() {
    let mark = |text: &str| format!("\u{feff}{text}");
    let files = beir(
        &mark("{\"_id\":\"q1\",\"text\":\"a\"}\r\n"),
        &mark("{\"_id\":\"d1\",\"text\":\"x\"}\n"),
        &mark("query-id\tcorpus-id\tscore\r\nq1\td1\t1\r\n"),
        &mark("q1 Q0 d1 1 1 t\r\n"),
    );
    write(files.path(), "trec", &mark("q1 0 d1 1\n"));
    for judged in [["--beir", "."], ["--qrels", "trec"]] {
        for format in ["json", "csv", "table", "markdown"] {
            let ran =
                fourcell_with(files.path(), &["score", judged[0], judged[1], "run", "-q", "-m", "RR", "--format", format], b"");
            assert_eq!((ran.code, ran.stdout.contains('\u{feff}')), (0, false), "{ran:?}");
        }
        let told = told(files.path(), &["score", judged[0], judged[1], "run", "-m", "RR"]);
        assert_eq!((value(&told, "RR"), measure(&told, "RR")["n"].as_u64()), (1.0, Some(1)));
        assert!(!warnings(&told).contains("header"), "{told}");
    }
    let question = json!({ "id": "q1", "query": "a?", "required": ["a"] });
    let files = project(std::slice::from_ref(&question), &[]);
    write(files.path(), "fourcell.toml", &mark(PROJECT));
    write(files.path(), "questions.jsonl", &mark(&format!("{question}\r\n")));
    write(files.path(), "runs/base/records.jsonl", &mark("{\"question\":\"q1\",\"stages\":{\"fused\":[\"a\"]}}\r\n"));
    assert_eq!(value(&told(files.path(), &["score", "base", "-m", "RR"]), "RR"), 1.0);
}

#[test]
fn b07_ids_are_neither_numbers_nor_comments() {
    let qrels = "q01 0 msmarco_v2.1_doc_01_7#3_9 1\nq01 0 0001 1\nq01 0 1e5 1\n#1 0 a 1\n";
    let run =
        "q01 Q0 0001 1 2.0 t\nq01 Q0 msmarco_v2.1_doc_01_7#3_9 2 1.0 t\nq01 Q0 1 3 0.5 t\nq01 Q0 100000 4 0.4 t\n#1 Q0 a 1 1 t\n";
    let files = folder(&[("qrels", qrels), ("run", run)]);
    let told_ = told(files.path(), &[&TREC[..], &["-q", "-m", "P@2 P@4 NumRelRet"]].concat());
    assert_eq!((&of(&told_, "q01", "P@2")["value"], &of(&told_, "q01", "P@4")["value"]), (&json!(1.0), &json!(0.5)));
    assert_eq!((value(&told_, "NumRelRet"), &of(&told_, "#1", "P@2")["value"]), (3.0, &json!(0.5)));
    // A number for an id, in JSON: its literal text, with a warning; one rule in all readers.
    let queries = "{\"_id\":1,\"text\":\"a\"}\n";
    let corpus = "{\"_id\":7,\"text\":\"x\"}\n{\"_id\":1e5,\"text\":\"y\"}\n{\"_id\":\"07\",\"text\":\"z\"}\n";
    let files = beir(
        queries,
        corpus,
        "query-id\tcorpus-id\tscore\n1\t7\t1\n1\t1e5\t1\n",
        "1 Q0 7 1 2 t\n1 Q0 1e5 2 1 t\n1 Q0 07 3 0 t\n",
    );
    let read = told(files.path(), &[&BEIR[..], &["-m", "P@2 P@3"]].concat());
    assert_eq!(value(&read, "P@2"), 1.0);
    near(value(&read, "P@3"), 2.0 / 3.0);
    for file in ["queries.jsonl", "corpus.jsonl"] {
        let warned = format!("{file}:1: field '_id' holds a number; its literal text is taken as the id");
        assert!(warnings(&read).contains(&warned), "{}", warnings(&read));
    }
    let files = project(&[json!({ "id": 7, "query": "a?", "required": [1] })], &[("base", &[("7", json!([1, "01"]))])]);
    let read = told(files.path(), &["score", "base", "-m", "P@2"]);
    assert_eq!(value(&read, "P@2"), 0.5);
    assert!(warnings(&read).contains("its literal text is taken as the id"), "{}", warnings(&read));
    // Zeros that one side lost look like that.
    let files = beir(
        "{\"_id\":\"q\",\"text\":\"a\"}\n",
        "{\"_id\":\"007\",\"text\":\"x\"}\n",
        "query-id\tcorpus-id\tscore\nq\t7\t1\n",
        run,
    );
    assert!(refused(files.path(), &BEIR, 2).contains("'7' against '007' looks like zero padding"));
    let files = folder(&[("qrels", "q 0 7 1\n"), ("run", "q Q0 007 1 1 t\n")]);
    assert!(refused(files.path(), &TREC, 4).contains("they would meet without leading zeros: one side was read as numbers"));
}

#[test]
fn b10_nothing_is_paid_twice() {
    // A ranking of passages with one twice is refused, in both formats.
    let run = "q1 Q0 a 1 3.0 t\nq1 Q0 a 2 2.0 t\nq1 Q0 b 3 1.0 t\n";
    let files = folder(&[("qrels", "q1 0 a 1\nq1 0 b 1\n"), ("run", run)]);
    assert!(refused(files.path(), &TREC, 2).starts_with("error: run:2: document 'a' stands twice for query 'q1'"));
    let question = json!({ "id": "q1", "query": "a?", "required": ["a", "b"] });
    let files = project(std::slice::from_ref(&question), &[("base", &[("q1", json!(["a", "a", "b"]))])]);
    assert!(refused(files.path(), &["score", "base"], 2).contains("'a' stands twice in field 'stages.fused'"));
    // Documents made of passages: each at its first passage, before the cut, and the report says what is scored.
    let passages = "q1 Q0 a#1 1 3.0 t\nq1 Q0 a#2 2 2.0 t\nq1 Q0 b#1 3 1.0 t\n";
    let files = folder(&[("qrels", "q1 0 a 1\nq1 0 b 1\n"), ("run", passages)]);
    let by_document = [&TREC[..], &["-m", "nDCG@2 R@2 P@2", "--level", "document", "--doc-separator", "#"]].concat();
    let read = told(files.path(), &by_document);
    ["nDCG@2", "R@2", "P@2"].iter().for_each(|name| assert_eq!(value(&read, name), 1.0));
    assert!(read["result"]["heading"].as_str().unwrap().contains("· documents ·"), "{read}");
    // Gold that stands twice counts once; gold that contradicts itself is refused.
    let run = "q1 Q0 a 1 3.0 t\nq1 Q0 x 2 2.0 t\n";
    let files = folder(&[("qrels", "q1 0 a 1\nq1 0 a 1\nq1 0 b 1\n"), ("run", run)]);
    let read = told(files.path(), &[&TREC[..], &["-m", "R@2 nDCG@2 P@1"]].concat());
    assert_eq!(value(&read, "R@2"), 0.5);
    near(value(&read, "nDCG@2"), 0.6131);
    assert!(warnings(&read).contains("judgements that stand more than once, and count once: 1"), "{}", warnings(&read));
    let files = folder(&[("qrels", "q1 0 a 1\nq1 0 a 0\n"), ("run", run)]);
    assert!(refused(files.path(), &TREC, 2).starts_with("error: qrels:2: document 'a' of query 'q1' has two grades, 1 and 0"));
    let queries = "{\"_id\":\"q1\",\"text\":\"a\"}\n";
    let files = beir(queries, "{\"_id\":\"a\"}\n", "query-id\tcorpus-id\tscore\nq1\ta\t1\nq1\ta\t0\n", run);
    assert!(refused(files.path(), &BEIR, 2).contains("test.tsv:3: query 'q1', document 'a' is judged 0 here and 1 on line 2"));
    let evidence = json!({ "id": "q1", "query": "a?", "evidence": { "all": ["a", "a", "b"] } });
    let files = project(&[evidence], &[("base", &[("q1", json!(["a", "x"]))])]);
    let read = told(files.path(), &["score", "base", "-m", "R@2 nDCG@2"]);
    assert_eq!(value(&read, "R@2"), 0.5);
    near(value(&read, "nDCG@2"), 0.6131);
    let checked = fourcell_with(files.path(), &["check"], b"");
    assert!(checked.stdout.contains("warning[duplicate-evidence] `q1`: `a` stands more than once in one `all`"), "{checked:?}");
}
