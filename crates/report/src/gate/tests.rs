//! A gate whose every text is hostile: no format lets it out of where it stands.

use std::io::Write as _;
use std::process::{Command, Stdio};

use fourcell::diagnosis::causes::Cause;
use fourcell::diagnosis::experiment::{Attribution, Change, Changes, Part};
use fourcell::diagnosis::gate::{Certainty, Check, Flaky, Gate, Layer, LayerName, Lost, Outcome, Regression};
use fourcell::diagnosis::ledger::KnownBy;
use fourcell::evidence::text::commands;
use fourcell::formats::gate::Inconclusive;
use fourcell::statistics::{Kind, Level, Score, summarise};

use super::*;

/// What stands where a name or a sentence is expected.
const HOSTILE: [&str; 14] = [
    "::error::owned",
    "##[add-mask]x",
    "=cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "a|b `c` <script>alert(1)</script> ]]> </failure>",
    "two\nlines\r\n::warning::x",
    "\u{1b}[2J\u{7}\u{0}\u{9b}31m",
    "\u{202e}txet\u{2066}\u{feff}",
    "\u{fffd}\u{fffe}\u{ffff}\u{d7ff}\u{e000}",
    "[click](javascript:alert(1)) ![x](http://x) @team #1",
    "%0A::error::x,line=1:2%25",
    "\"quoted\",'single' &amp; &lt;",
    "fourcell-gate-0 ::fourcell-gate-0:: FOURCELL-GATE-1",
    "",
];

fn check(text: &str, outcome: Outcome, questions: Vec<String>) -> Check {
    let scores = [Score::Value(0.5), Score::Value(0.75), Score::Value(1.0), Score::Failed];
    let summary = summarise(&scores, Kind::Score, None, Level::NINETY);
    Check::new(text, outcome, text, text)
        .mend(text)
        .number("candidate", summary.clone())
        .number("difference", summary)
        .naming(questions)
}

/// Each text in every place, and outcomes of every kind.
fn hostile() -> GateReport {
    let more = Outcome::Inconclusive { more: Some(7) };
    let outcomes = [Outcome::Fail, more, Outcome::NotEvaluated, Outcome::NotAsked, Outcome::Pass, Outcome::Unchanged];
    let all = |name| {
        let named = |text: &&str| vec![(*text).to_owned()];
        let checks = HOSTILE.iter().zip(outcomes.iter().cycle());
        Layer { name, checks: checks.map(|(text, outcome)| check(text, *outcome, named(text))).collect() }
    };
    let regression = |(place, text): (usize, &&str)| Regression {
        question: (*text).to_owned(),
        critical: place == 0,
        measures: vec![((*text).to_owned(), 0.25, 1.0)],
        lost: (place % 2 == 0).then(|| Lost { cause: Cause::Rank, known_by: KnownBy::Observed, why: (*text).to_owned() }),
    };
    let joined = HOSTILE.concat();
    let owned = || HOSTILE.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    GateReport {
        project: joined.clone(),
        gate: Gate {
            candidate: joined.clone(),
            baseline: joined.clone(),
            layers: vec![all(LayerName::Core), all(LayerName::Critical)],
            regressions: HOSTILE.iter().enumerate().map(regression).collect(),
            flaky: owned().into_iter().map(|id| Flaky { question: id.clone(), measure: id, passed: 1, of: 2 }).collect(),
            notes: owned(),
        },
        inconclusive: Inconclusive::Report,
        by: Certainty::USUAL,
        sealed: false,
        warnings: owned(),
        changes: Some(Changes {
            attribution: Attribution::NotAttributable(HOSTILE.iter().map(|text| changed(text)).collect()),
            beside: changed(HOSTILE[4]).parts,
        }),
        link: Some(format!("https://ci.example/{joined}")),
        places: Places { file: joined, lines: HOSTILE.iter().zip(1..).map(|(id, line)| ((*id).to_owned(), line)).collect() },
    }
}

fn changed(text: &str) -> Change {
    let part = Part { path: text.to_owned(), from: Some(text.to_owned()), to: None };
    Change { setting: text.to_owned(), parts: vec![part] }
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// What another program makes of it; python's parser of XML and of CSV read by the letter.
fn by_python(program: &str, input: &str) -> String {
    let mut child = Command::new("python3")
        .args(["-B", "-c", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("python3 is there, as scripts/test sees to");
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}\n{input}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn no_format_commands_a_terminal() {
    let report = hostile();
    let all = [
        terminal(&report, true, true),
        markdown(&report, true),
        junit(&report),
        github(&report, true, true),
        csv(&report),
        regressions_csv(&report),
        json(&report, &[]),
    ];
    for text in all.map(text) {
        // CSV keeps tabs and line feeds, inside quotes.
        assert!(!text.chars().any(|c| commands(c) && c != '\n'), "{text}");
        assert!(text.contains("owned"));
    }
}

#[test]
fn junit_is_xml_that_another_parser_reads_and_comes_to_the_same_verdict() {
    let read = "import sys, xml.etree.ElementTree as E\n\
                root = E.fromstring(sys.stdin.buffer.read())\n\
                count = lambda name: len(root.findall('.//' + name))\n\
                for suite in [root, *root]:\n \
                  for what in ('failure', 'error', 'skipped'):\n  \
                    told = suite.get(what + 's') or suite.get(what)\n  \
                    assert int(told) == len(suite.findall('.//' + what)), what\n \
                  assert int(suite.get('tests')) == len(suite.findall('.//testcase'))\n\
                names = [(c.get('classname'), c.get('name')) for c in root.iter('testcase')]\n\
                assert len(set(names)) == len(names), names\n\
                print(count('testcase'), count('failure'), count('error'), count('skipped'), root[0].find('.//failure').get('message'))";
    // Of 14 checks in each of two layers: 3 of Fail, Inconclusive, 2 of the others; 14 questions got worse.
    let mut report = hostile();
    assert_eq!(by_python(read, &text(junit(&report))).trim(), "42 6 4 24 fail: ::error::owned");
    report.inconclusive = Inconclusive::Fail;
    assert_eq!(by_python(read, &text(junit(&report))).trim(), "42 12 4 18 fail: ::error::owned");
    report.gate.layers.iter_mut().flat_map(|layer| &mut layer.checks).for_each(|check| check.outcome = Outcome::Pass);
    let passed = text(junit(&report));
    assert!(!passed.contains("<failure") && !passed.contains("<error"), "questions that got worse fail nothing by themselves");
}

#[test]
fn a_spreadsheet_gets_as_many_columns_as_there_are_and_no_formula() {
    let read = "import sys, csv, io\n\
                rows = list(csv.reader(io.StringIO(sys.stdin.buffer.read().decode(), newline='')))\n\
                assert len({len(row) for row in rows}) == 1\n\
                for row in rows:\n \
                  for cell in row:\n  \
                    assert not (cell[:1] in '=+-@' and cell[:1]) or float(cell) is not None, cell\n\
                print(len(rows), len(rows[0]))";
    let report = hostile();
    assert_eq!(by_python(read, &text(csv(&report))).trim(), "29 20");
    assert_eq!(by_python(read, &text(regressions_csv(&report))).trim(), "15 10");
}

/// The runner takes a line for a command that begins with `::`, after blanks; between `stop-commands` and its word it takes none.
#[test]
fn no_hostile_line_is_a_command_in_the_log_of_an_action() {
    let report = hostile();
    let text = text(github(&report, true, true));
    let mut stopped: Option<String> = None;
    let mut seen = Vec::new();
    for line in text.lines() {
        if let Some(word) = &stopped {
            if line.to_lowercase() == format!("::{word}::") {
                stopped = None;
            } else {
                assert!(!line.to_lowercase().contains(&format!("::{word}::")), "{line}");
            }
            continue;
        }
        let command = line.strip_prefix("::").unwrap_or_else(|| panic!("no command: {line}"));
        if let Some(word) = command.strip_prefix("stop-commands::") {
            stopped = Some(word.to_owned());
            continue;
        }
        let (head, message) = command.split_once("::").unwrap();
        let (name, properties) = head.split_once(' ').unwrap();
        assert!(!message.contains(['\r', '\n']));
        for property in properties.split(',') {
            let (key, value) = property.split_once('=').unwrap();
            assert!(["file", "line", "title"].contains(&key), "{line}");
            assert!(!value.contains([',', ':']) && (key != "line" || value.parse::<u64>().is_ok()), "{line}");
        }
        seen.push(name);
    }
    let count = |name| seen.iter().filter(|seen| **seen == name).count();
    assert_eq!((stopped, count("error"), count("warning"), count("notice"), seen.len()), (None, 10, 10, 1, 21));
    // Ten errors are told; of six warnings that are inconclusive and the questions that no critical check has told, the rest is counted.
    let last = text.lines().last().unwrap();
    assert!(last.contains("warnings left out here, as GitHub shows 10 of a level"), "{last}");
}

#[test]
fn markdown_holds_no_markup_of_others() {
    let text = text(markdown(&hostile(), true));
    assert!(!text.contains("<script"), "{text}");
    let links = text.matches("](").count() - text.matches("\\](").count();
    assert_eq!(links, 1, "the link that was stated, and no other");
    let columns = |line: &str| line.replace("\\\\", "").replace("\\|", "").matches('|').count();
    let tables: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
    // Layers, questions that got worse, numbers.
    let found: std::collections::BTreeSet<usize> = tables.iter().map(|line| columns(line)).collect();
    assert_eq!(found, [4, 5, 10].into(), "{text}");
    assert_eq!(tables.len(), (2 + 2) + (2 + 14) + (2 + 2 * 2 * 14));
    for line in text.lines() {
        let ours = ["###", "|", "- ", "**", "<details>", "</details>"].iter().any(|start| line.starts_with(start));
        assert!(ours || line.is_empty() || line.contains(" against "), "{line}");
    }
}

#[test]
fn of_final_questions_verdicts_alone_are_told_in_every_format() {
    let mut report = hostile();
    let secret = |text: &str| text.replace(|c: char| !c.is_ascii_alphanumeric(), "");
    for check in report.gate.layers.iter_mut().filter(|layer| layer.name == LayerName::Core).flat_map(|layer| &mut layer.checks) {
        check.what = "complete@context".into();
    }
    (report.project, report.gate.candidate, report.gate.baseline) = ("p".into(), "c".into(), "b".into());
    (report.gate.notes, report.changes, report.link) = (Vec::new(), None, None);
    let report = report.verdicts_alone();
    let all = [
        terminal(&report, true, true),
        markdown(&report, true),
        junit(&report),
        github(&report, true, true),
        csv(&report),
        regressions_csv(&report),
        json(&report, &[]),
    ];
    for text in all.map(text) {
        for word in ["owned", "calc", "script", "txet", "javascript", "0.75", "0.5", "line=", " 7 ", "\"7\""] {
            assert!(!secret(&text).contains(word) && !text.contains(word), "{word} in {text}");
        }
    }
    assert_eq!(report.gate.outcome(), Outcome::Fail);
    assert_eq!(text(regressions_csv(&report)).lines().count(), 1);
}
