//! A project whose questions have hostile names, through the whole program.

use serde_json::{Value, json};

use super::{json as parse, python, read};
use crate::command::{folder, fourcell};

const IDS: [&str; 9] = [
    "::error file=x::owned",
    "=cmd|' /C calc'!A0",
    "a|b <script>alert(1)</script> ]]> &amp;",
    "two\nlines\r::set-output name=x::y",
    "\u{1b}[2J\u{0}\u{9b}",
    "\u{202e}txet \u{fffe}\u{fffd}",
    "[click](javascript:alert(1)) @team",
    "%0A::warning::x, {0} %25",
    "fourcell-gate-0 ##[fourcell-gate-0]",
];

fn lines(lines: impl Iterator<Item = Value>) -> String {
    lines.map(|line| format!("{line}\n")).collect()
}

/// One question is called as any other: a run of which no passage is known is refused.
fn project() -> tempfile::TempDir {
    let question =
        |(place, id): (usize, &&str)| json!({"id": id, "query": id, "required": ["p"], "critical": place % 2 == 0, "type": id});
    let questions = lines(IDS.iter().enumerate().map(question)) + "{\"id\":\"plain\",\"query\":\"x\",\"required\":[\"p\"]}\n";
    let records = |context: &str| {
        let record = |id: &str, context: &str| json!({"question": id, "context": [context], "answer": id});
        lines(IDS.iter().map(|id| record(id, context)).chain([record("plain", "p")]))
    };
    folder(&[
        ("fourcell.toml", "[project]\nname = \"=1+1 <b> ]]> ::error::x\"\n[gate]\nmargin = 0.05\n"),
        ("questions.jsonl", &questions),
        ("runs/before/records.jsonl", &records("p")),
        ("runs/after/records.jsonl", &records("q")),
        ("runs/before/manifest.toml", "version = 1\n[settings]\nchunking = 'a | b'\n"),
        ("runs/after/manifest.toml", "version = 1\n[settings]\nchunking = '<script> ::error::x'\n"),
    ])
}

#[test]
fn no_format_is_broken_by_what_questions_are_called() {
    let folder = project();
    let at = |name: &str| folder.path().join(name);
    let files =
        "--json gate.json --junit gate.xml --markdown gate.md --sarif gate.sarif --csv gate.csv --regressions-csv worse.csv";
    let ran = fourcell(folder.path(), &format!("gate after --baseline before --all --format github {files}"));
    assert_eq!(ran.code, 1, "{ran:?}");
    let texts: Vec<String> =
        ["gate.json", "gate.xml", "gate.md", "gate.sarif", "gate.csv", "worse.csv"].iter().map(|name| read(at(name))).collect();
    for text in texts.iter().chain([&ran.stdout]) {
        assert!(!text.chars().any(|c| fourcell::evidence::text::commands(c) && c != '\n'), "{text}");
    }
    // JSON gives every name back as it is.
    let gate = parse(&texts[0]);
    let named: Vec<&str> =
        gate["result"]["regressions"].as_array().unwrap().iter().map(|one| one["question"].as_str().unwrap()).collect();
    assert_eq!(named.len(), IDS.len());
    assert!(IDS.iter().all(|id| named.contains(id)));
    // XML and CSV are what another reader takes them for.
    let xml = "import sys, xml.etree.ElementTree as E\nprint(sum(1 for _ in E.parse(sys.argv[1]).iter('testcase')))";
    assert_eq!(python(xml, &at("gate.xml")).trim(), (super::checks(&gate).len() + IDS.len()).to_string());
    let csv = "import sys, csv\nrows = list(csv.reader(open(sys.argv[1], newline='')))\n\
               print(len(rows), *{len(r) for r in rows}, any(c[:1] in ('=', '@', '+') for r in rows for c in r))";
    assert_eq!(python(csv, &at("worse.csv")).trim(), format!("{} 10 False", IDS.len() + 1));
    assert!(!texts[2].contains("<script") && !texts[2].contains("\n::"), "{}", texts[2]);
    // Brackets and braces of others begin neither a link nor a place to fill.
    let sarif = parse(&texts[3]);
    for result in sarif["runs"][0]["results"].as_array().unwrap() {
        let text = result["message"]["text"].as_str().unwrap();
        let bare = text.replace("\\[", "").replace("\\]", "").replace("{{", "").replace("}}", "");
        assert!(!bare.contains(['[', ']', '{', '}']), "{text}");
    }
    // The runner takes nothing between the two commands for one, as the word that ends them stands nowhere in between.
    let (table, annotations) = ran.stdout.split_once("\n::fourcell-gate-1::\n").expect("another word");
    assert!(table.starts_with("::stop-commands::fourcell-gate-1\n") && !table[40..].contains("fourcell-gate-1"));
    for line in annotations.lines() {
        assert!(["::error ", "::warning ", "::notice "].iter().any(|start| line.starts_with(start)), "{line}");
    }
}

#[test]
fn half_a_surrogate_is_refused_where_it_is_read() {
    let folder = project();
    let questions = read(folder.path().join("questions.jsonl")) + "{\"id\":\"a\\ud800\",\"query\":\"x\",\"required\":[\"p\"]}\n";
    std::fs::write(folder.path().join("questions.jsonl"), questions).unwrap();
    let ran = fourcell(folder.path(), "gate after --baseline before --json gate.json");
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert!(
        ran.stderr.contains("questions.jsonl:11:15: is not valid JSON") && !folder.path().join("gate.json").exists(),
        "{ran:?}"
    );
}
