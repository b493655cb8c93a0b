//! What is wrong with an input is said once, with its place and the mend; the exit code tells it from other ends; nothing is printed
//! on stdout and nothing is written.

mod command;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use command::{Ran, folder, fourcell_with};

const QRELS: &str = "q1 0 a 1\nq1 0 b 2\nq2 0 a 1\n";
const RUN: &str = "q1 Q0 a 1 2.0 t\nq1 Q0 b 2 1.0 t\nq2 Q0 a 1 1 t\n";

/// Every file below a folder, with its bytes.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(contents(&path));
        } else {
            all.insert(path.display().to_string(), std::fs::read(&path).unwrap());
        }
    }
    all
}

/// Runs the command, which must refuse with this code, print nothing and write nothing; what it said.
fn refused(folder: &Path, arguments: &[&str], input: &[u8], code: i32) -> String {
    let before = contents(folder);
    let ran = fourcell_with(folder, arguments, input);
    assert_eq!((ran.code, ran.stdout.as_str()), (code, ""), "{arguments:?}\n{}", ran.stderr);
    assert_eq!(contents(folder), before, "{arguments:?}");
    assert!(ran.stderr.starts_with("error: ") && ran.stderr.ends_with('\n'), "{}", ran.stderr);
    let folder = folder.canonicalize().unwrap();
    ran.stderr.replace(&folder.display().to_string(), "DIR")
}

/// What was said in each of several cases, for one snapshot.
#[derive(Default)]
struct Book(String);

impl Book {
    fn put(&mut self, case: &str, code: i32, said: &str) {
        self.0 += &format!("── {case} (exit {code})\n{said}\n");
    }

    /// TREC files: the case's own file stands in place of the run, or of the qrels.
    fn trec(&mut self, case: &str, code: i32, qrels: &[u8], run: &[u8]) {
        let files = folder(&[]);
        std::fs::write(files.path().join("qrels"), qrels).unwrap();
        std::fs::write(files.path().join("run"), run).unwrap();
        let said = refused(files.path(), &["score", "--qrels", "qrels", "run"], b"", code);
        self.put(case, code, &said);
        // The other commands that read the files say the same.
        assert_eq!(refused(files.path(), &["compare", "--qrels", "qrels", "run", "run"], b"", code), said);
    }

    fn run(&mut self, case: &str, run: &[u8]) {
        self.trec(case, 2, QRELS.as_bytes(), run);
    }

    fn qrels(&mut self, case: &str, qrels: &[u8]) {
        self.trec(case, 2, qrels, RUN.as_bytes());
    }

    fn with(&mut self, case: &str, code: i32, folder: &Path, arguments: &[&str]) {
        let said = refused(folder, arguments, b"", code);
        self.put(case, code, &said);
    }
}

#[test]
fn trec_files_that_are_none() {
    let mut book = Book::default();
    book.run("malformed line", b"q1 Q0 a 1 2.0 t\nhello\n");
    book.run("missing field", b"q1 Q0 a 1 2.0 t\nq1 Q0 b 2 t\n");
    book.run("extra field", b"q1 Q0 a 1 2.0 t\n\nq1 Q0 b 2 1.0 t extra\n");
    for score in ["NaN", "-inf", "Infinity", "1e400", "0x10", "1,5"] {
        book.run(&format!("score {score}"), format!("q1 Q0 a 1 2.0 t\nq1 Q0 b 2 {score} t\n").as_bytes());
    }
    book.run("a document twice", b"q1 Q0 a 1 2 t\nq1 Q0 b 2 1 t\nq1 Q0 a 3 0 t\n");
    book.run("a document twice, queries in turn", b"q1 Q0 a 1 2 t\nq2 Q0 a 2 1 t\nq1 Q0 b 3 0 t\nq2 Q0 a 3 0 t\n");
    book.run("invalid UTF-8 in the run", b"q1 Q0 a 1 2.0 t\nq1 Q0 b\xff 2 1 t\n");
    book.run("NUL byte", b"q1 Q0 a 1 2.0 t\nq1 Q0 b\0 2 1 t\n");
    book.qrels("qrels: missing field", b"q1 0 a 1\nq1 0 b\n");
    book.qrels("qrels: five fields", b"q1 0 a 1 1\n");
    book.qrels("qrels: a grade that is none", b"q1 0 a 1.5\n");
    book.qrels("qrels: two grades", b"q1 0 a 1\nq1 0 a 1\nq2 0 a 2\nq1 0 a 0\n");
    book.qrels("invalid UTF-8 in the qrels", b"q1 0 a 1\nq1 0 b\xff 1\n");
    book.qrels("qrels: NUL byte", b"q1 0 a\0 1\n");
    book.qrels("empty qrels", b"");
    book.qrels("qrels of comments", b"# q1 0 a 1\n\n");
    book.trec("empty run", 4, QRELS.as_bytes(), b"");
    book.trec("run of blank lines", 4, QRELS.as_bytes(), b"\n \n\t\r\n");
    insta::assert_snapshot!("trec_files", book.0);
}

#[test]
fn files_that_do_not_meet() {
    let mut book = Book::default();
    let mut meet = |case: &str, qrels: &str, run: &str| book.trec(case, 4, qrels.as_bytes(), run.as_bytes());
    meet("no query in common", QRELS, "q7 Q0 a 1 2 t\nq8 Q0 a 1 2 t\n");
    meet("queries with leading zeros", "7 0 a 1\n", "007 Q0 a 1 2 t\n");
    meet("no document in common", QRELS, "q1 Q0 x 1 2 t\nq2 Q0 y 1 2 t\n");
    meet("passages against documents", "q1 0 doc1 1\nq1 0 doc2 1\n", "q1 Q0 doc1#c0 1 2 t\nq1 Q0 doc2#c1 2 1 t\n");
    meet("documents with leading zeros", "q1 0 7 1\n", "q1 Q0 007 1 2 t\n");
    meet("documents in another case", "q1 0 Doc-A 1\n", "q1 Q0 doc-a 1 2 t\n");
    insta::assert_snapshot!("no_overlap", book.0);
}

/// The advice for passages against documents works.
#[test]
fn the_advice_for_passages_against_documents_works() {
    let files = folder(&[("qrels", "q1 0 doc1 1\n"), ("run", "q1 Q0 doc1#c0 1 2 t\nq1 Q0 doc1#c0 2 1 t\n")]);
    let arguments =
        ["score", "--qrels", "qrels", "run", "-m", "RR", "--format", "csv", "--level", "document", "--doc-separator", "#"];
    let ran = fourcell_with(files.path(), &arguments, b"");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("\nrun,,,RR,1,"), "{}", ran.stdout);
    // Where documents do not meet either, it is documents that are named.
    let files = folder(&[("qrels", "q1 0 doc9 1\n"), ("run", "q1 Q0 doc1#c0 1 2 t\nq1 Q0 doc1#c0 2 1 t\n")]);
    let said = refused(files.path(), &arguments, b"", 4);
    assert!(said.contains("the run has doc1; the labels have doc9"), "{said}");
}

#[test]
fn usage_that_cannot_be_meant() {
    let files = folder(&[("qrels", QRELS), ("run", RUN), ("folder/file", "")]);
    let mut book = Book::default();
    let mut score = |case: &str, more: &[&str]| {
        let arguments = [&["score", "--qrels", "qrels", "run"], more].concat();
        book.with(case, 2, files.path(), &arguments);
    };
    score("unknown measure", &["-m", "recal@5"]);
    score("unknown measure of evidence", &["-m", "RR evidnce@6"]);
    score("budget 0", &["-m", "nDCG@0"]);
    score("budget -1", &["-m", "nDCG@-1"]);
    score("budget of no tokens", &["-m", "evidence@0tok"]);
    score("no measure", &["-m", ""]);
    score("evidence of TREC files", &["-m", "evidence@6"]);
    score("tokens of TREC files", &["-m", "R@500tok"]);
    score("slices of TREC files", &["--by", "type"]);
    score("depth 0", &["--depth", "0"]);
    score("documents without a separator", &["--level", "document"]);
    score("a measure that trec_eval has not", &["-m", "Judged@5", "--format", "trec_eval", "--compat", "trec_eval-10"]);
    book.with("a folder for a run", 2, files.path(), &["score", "--qrels", "qrels", "folder"]);
    book.with("a folder for qrels", 2, files.path(), &["score", "--qrels", "folder", "run"]);
    book.with("no such run", 2, files.path(), &["score", "--qrels", "qrels", "nowhere/run"]);
    book.with("no such qrels", 2, files.path(), &["score", "--qrels", "qrel", "run"]);
    book.with("no run", 2, files.path(), &["score", "--qrels", "qrels"]);
    book.with("one run to compare", 2, files.path(), &["compare", "--qrels", "qrels", "run"]);
    book.with("margin 5", 2, files.path(), &["compare", "--qrels", "qrels", "run", "run", "--margin", "5"]);
    book.with("no project", 2, files.path(), &["score"]);
    insta::assert_snapshot!("usage", book.0);
}

#[test]
fn an_example_is_not_kept_in_a_folder_that_is_not_there() {
    let place = folder(&[("here/x", "")]);
    let said = refused(place.path(), &["demo", "--keep", "no/such/handbook"], b"", 2);
    assert!(said.contains("there is no folder no/such to write the example into"), "{said}");
    assert!(said.contains("mkdir -p no/such"), "{said}");
}

#[test]
fn compressed_files() {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(RUN.as_bytes()).unwrap();
    let whole = gzip.finish().unwrap();
    let files = folder(&[("qrels", QRELS), ("plain.gz", RUN)]);
    std::fs::write(files.path().join("whole"), &whole).unwrap();
    std::fs::write(files.path().join("cut.gz"), &whole[..whole.len() - 12]).unwrap();
    let said = refused(files.path(), &["score", "--qrels", "qrels", "cut.gz"], b"", 2);
    assert_eq!(said, "error: cut.gz: ends in the middle of its compressed data\n  the file was cut off; copy or make it again\n");
    // What a file is is told by its bytes, not by its name.
    for run in ["plain.gz", "whole"] {
        let ran = fourcell_with(files.path(), &["score", "--qrels", "qrels", run, "-m", "P@2", "--format", "csv"], b"");
        assert_eq!((ran.code, ran.stdout.contains(&format!("{run},,,P@2,0.75,"))), (0, true), "{ran:?}");
    }
}

#[test]
fn standard_input() {
    let files = folder(&[("qrels", QRELS)]);
    let arguments = ["score", "--qrels", "qrels", "-", "-m", "RR", "--format", "csv"];
    let said = refused(files.path(), &arguments, b"", 4);
    assert_eq!(said, "error: standard input: holds no results\n");
    let said = refused(files.path(), &arguments, b"q1 Q0 a\n", 2);
    assert!(said.starts_with("error: standard input:1: expected 6 fields"), "{said}");
    let ran = fourcell_with(files.path(), &arguments, RUN.as_bytes());
    assert_eq!((ran.code, ran.stdout.contains("standard input,,,RR,1,")), (0, true), "{ran:?}");
    // Closed, as a shell does it.
    let fourcell = env!("CARGO_BIN_EXE_fourcell");
    let script = format!("'{fourcell}' {} <&-", arguments.join(" "));
    let output = ended(Command::new("sh").arg("-c").arg(script), files.path());
    assert!([2, 4].contains(&output.code) && output.stdout.is_empty(), "{output:?}");
    assert!(output.stderr.starts_with("error: "), "{output:?}");
}

fn ended(command: &mut Command, folder: &Path) -> Ran {
    let output = command.current_dir(folder).env("NO_COLOR", "1").output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { stdout: text(output.stdout), stderr: text(output.stderr), code: output.status.code().unwrap() }
}

/// A pipe cannot be read twice, and still is read right where the queries of the run are not together.
#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_a_file() {
    let files = folder(&[("qrels", QRELS), ("run", "q1 Q0 a 1 2 t\nq2 Q0 a 1 1 t\nq1 Q0 b 2 1 t\n")]);
    let fourcell = env!("CARGO_BIN_EXE_fourcell");
    let script = format!("cat run | '{fourcell}' score --qrels qrels /dev/stdin -m P@2 --format csv");
    let ran = ended(Command::new("sh").arg("-c").arg(script), files.path());
    assert_eq!((ran.code, ran.stdout.contains("P@2,0.75,")), (0, true), "{ran:?}");
}

/// A gigabyte without a line end, as a hole that takes no space, is refused at once and is not held in memory.
#[test]
fn a_line_without_end() {
    let files = folder(&[("qrels", QRELS), ("run", RUN)]);
    let huge = files.path().join("huge");
    std::fs::File::create(&huge).unwrap().set_len(1 << 30).unwrap();
    let native = project();
    let questions = std::fs::File::create(native.path().join("questions.jsonl")).unwrap();
    questions.set_len(1 << 30).unwrap();
    let cases: [(&Path, &[&str], &str); 4] = [
        (files.path(), &["score", "--qrels", "qrels", "huge"], "huge:1: the line is longer than 1048576 bytes"),
        (files.path(), &["score", "--qrels", "huge", "run"], "huge:1: the line is longer than 1048576 bytes"),
        (files.path(), &["compare", "--qrels", "qrels", "huge", "run"], "huge:1: the line is longer than 1048576 bytes"),
        (native.path(), &["score", "base"], "questions.jsonl:1: line is longer than 67108864 bytes"),
    ];
    for (folder, arguments, problem) in cases {
        let started = Instant::now();
        let mut command = Command::new(env!("CARGO_BIN_EXE_fourcell"));
        let mut command = command.current_dir(folder).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Memory is told by GNU time, where it is there.
        let mut timed = Command::new("/usr/bin/time");
        if Path::new("/usr/bin/time").exists() {
            command = timed.args(["-f", "KB %M", env!("CARGO_BIN_EXE_fourcell")]).args(arguments);
        }
        let ran = ended(command, folder);
        let took = started.elapsed();
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{ran:?}");
        assert!(ran.stderr.contains(problem), "{}", ran.stderr);
        assert!(took < Duration::from_secs(2), "{arguments:?} took {took:?}");
        if let Some(memory) = ran.stderr.lines().find_map(|line| line.strip_prefix("KB ")) {
            assert!(memory.parse::<u64>().unwrap() < 100_000, "{arguments:?} took {memory} KB");
        }
    }
}

const QUESTIONS: &str = "\
{\"id\":\"q1\",\"query\":\"a?\",\"required\":[\"a\",\"b\"],\"type\":\"x\"}
{\"id\":\"q2\",\"query\":\"b?\",\"required\":[\"a\"],\"type\":\"y\"}
";

/// A sound project with a run.
fn project() -> tempfile::TempDir {
    folder(&[
        ("fourcell.toml", "version = 1\n[project]\nname = \"small\"\n"),
        ("questions.jsonl", QUESTIONS),
        (
            "runs/base/records.jsonl",
            "{\"question\":\"q1\",\"stages\":{\"fused\":[\"a\",\"c\"]}}\n{\"question\":\"q2\",\"stages\":{\"fused\":[\"a\"]}}\n",
        ),
        (
            "runs/other/records.jsonl",
            "{\"question\":\"q1\",\"stages\":{\"fused\":[\"a\",\"b\"]}}\n{\"question\":\"q2\",\"stages\":{\"fused\":[]}}\n",
        ),
    ])
}

#[test]
fn projects_that_are_none() {
    let mut book = Book::default();
    let mut broken = |case: &str, code: i32, file: &str, text: &str, arguments: &[&str]| {
        let files = project();
        std::fs::write(files.path().join(file), text).unwrap();
        book.with(case, code, files.path(), arguments);
    };
    let score: &[&str] = &["score", "base"];
    let toml = "fourcell.toml";
    broken("a typing error in a key", 2, toml, "version = 1\n\n[project]\n  nmae = \"small\"\n", score);
    broken("a typing error in a table", 2, toml, "version = 1\n[scroe]\nrel = 2\n", score);
    broken("no TOML", 2, toml, "version = 1\n[score\nrel = 2\n", score);
    broken("a later version", 2, toml, "version = 2\n", score);
    broken("a measure that is none", 2, toml, "version = 1\n[score]\nmeasures = [\"evidnce@6\"]\n", score);
    let lines = "{\"id\":\"q1\",\"query\":\"a\"}\n\n{\"id\":\"q2\",\"query\":\"b\"}\n{\"id\":\"q3\" \"query\":\"c\"}\n";
    broken("a broken line after a blank one", 2, "questions.jsonl", lines, score);
    let twice = format!("{QUESTIONS}{}", "{\"id\":\"q1\",\"query\":\"again\"}\n");
    broken("a question twice", 2, "questions.jsonl", &twice, score);
    broken("no questions", 4, "questions.jsonl", "\n\n", score);
    broken("no records", 4, "runs/base/records.jsonl", "", score);
    broken("a record without a question", 2, "runs/base/records.jsonl", "{\"stages\":{}}\n", score);
    broken(
        "records of other questions",
        4,
        "runs/base/records.jsonl",
        "{\"question\":\"q9\",\"stages\":{\"fused\":[\"a\"]}}\n",
        score,
    );
    let files = project();
    book.with("no such run", 2, files.path(), &["score", "bsae"]);
    book.with("no such baseline", 2, files.path(), &["compare", "base", "--baseline", "main"]);
    book.with("no such slice", 4, files.path(), &["score", "base", "--by", "nosuch"]);
    book.with("no records of the mode", 4, files.path(), &["score", "base", "--mode", "oracle"]);
    book.with("no such split", 2, files.path(), &["score", "base", "--split", "test"]);
    book.with("budget 0", 2, files.path(), &["score", "base", "-m", "evidence@0"]);
    book.with("cover 0", 2, files.path(), &["score", "base", "--cover", "0"]);
    book.with("depth of a project", 2, files.path(), &["score", "base", "--depth", "3"]);
    insta::assert_snapshot!("projects", book.0);
}

/// What may stand on a terminal.
fn is_harmless(text: &str) -> bool {
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    !text.chars().any(|c| turns(c) || (c.is_control() && c != '\n'))
}

/// Ids that would command the terminal, wherever ids can stand, in every format of every command.
#[test]
fn no_id_commands_the_terminal() {
    let evil = "\u{1b}]0;x\u{7}\u{1b}[2J\u{202e}\u{9b}31m\u{7f}";
    let files = folder(&[
        ("qrels", &format!("q{evil} 0 d{evil} 1\nq{evil} 0 e 2\nz{evil} 0 e 1\n")),
        ("run", &format!("q{evil} Q0 d{evil} 1 2 tag{evil}\nq{evil} Q0 f 3 1 t\nu{evil} Q0 f 1 1 t\n")),
        ("none", &format!("u{evil} Q0 f 1 1 t\n")),
        ("broken", &format!("q{evil} Q0 d 1 {evil} t\n")),
        ("twice", &format!("q{evil} Q0 d{evil} 1 1 t\nq{evil} Q0 d{evil} 1 1 t\n")),
    ]);
    let evil_name = format!("run{}", evil.replace(['/', '\0'], ""));
    std::fs::copy(files.path().join("run"), files.path().join(&evil_name)).unwrap();
    let mut all: Vec<Ran> = Vec::new();
    let mut run = |folder: &Path, arguments: &[&str], codes: &[i32]| {
        let ran = fourcell_with(folder, arguments, b"");
        assert!(codes.contains(&ran.code), "{arguments:?} {ran:?}");
        all.push(ran);
    };
    let evil_name = evil_name.as_str();
    for format in ["table", "json", "csv", "markdown", "trec_eval"] {
        for more in [&[][..], &["-q"]] {
            let arguments = [&["score", "--qrels", "qrels", evil_name, "--format", format], more].concat();
            run(files.path(), &arguments, &[0]);
        }
    }
    for format in ["table", "json", "markdown"] {
        run(files.path(), &["compare", "--qrels", "qrels", evil_name, "run", "-q", "--format", format], &[0]);
        run(files.path(), &["check", "--qrels", "qrels", evil_name, "--format", format], &[0, 1]);
    }
    for (name, code) in [("none", 4), ("broken", 2), ("twice", 2), (&*format!("no{evil}"), 2)] {
        run(files.path(), &["score", "--qrels", "qrels", name], &[code]);
    }
    run(files.path(), &["score", "--qrels", "qrels", "run", "-m", evil], &[2]);

    let json = |text: String| serde_json::Value::String(text).to_string();
    let (id, passage) = (json(format!("q{evil}")), json(format!("p{evil}")));
    let slice = json(evil.to_owned());
    let records = format!(
        "{{\"question\":{id},\"stages\":{{\"fused\":[{passage}]}}}}\n{{\"question\":{slice},\"stages\":{{\"fused\":[]}}}}\n"
    );
    let questions = format!("{{\"id\":{id},\"query\":\"a{}?\",\"type\":{slice},\"required\":[{passage}]}}\n", "\\u001b[2J");
    let native = folder(&[
        (
            "fourcell.toml",
            &format!("version = 1\n[project]\nname = {}\n[score]\nby = [\"type\"]\n", json(format!("n{}", "\u{1b}[2J"))),
        ),
        ("questions.jsonl", &questions),
        ("runs/base/records.jsonl", &records),
        (&format!("runs/{evil}/records.jsonl"), &records),
    ]);
    for format in ["table", "json", "csv", "markdown"] {
        run(native.path(), &["score", "base", evil, "-q", "--format", format], &[0]);
    }
    for format in ["table", "json", "markdown"] {
        run(native.path(), &["compare", evil, "base", "-q", "--format", format], &[0, 5]);
        run(native.path(), &["check", "--format", format], &[0, 1]);
        run(native.path(), &["doctor", "--format", format], &[0, 1]);
    }
    run(native.path(), &["score", &format!("no{evil}")], &[2]);
    run(native.path(), &["score", "base", "--by", evil], &[4]);
    std::fs::write(native.path().join("questions.jsonl"), format!("{{\"id\":{id},\"query\":7}}\n")).unwrap();
    run(native.path(), &["score", "base"], &[2]);
    std::fs::write(native.path().join("fourcell.toml"), format!("version = 1\n[{}]\n", json(evil.to_owned()))).unwrap();
    run(native.path(), &["score", "base"], &[2]);
    run(native.path(), &["doctor"], &[1]);
    for ran in all {
        // Tabs are part of CSV's and trec_eval's layout.
        let said = ran.stdout.replace('\t', " ") + &ran.stderr;
        let harmful: Vec<&str> = said.lines().filter(|line| !is_harmless(line)).collect();
        assert!(harmful.is_empty(), "{harmful:#?}");
    }
}

fn has_nan(text: &str) -> bool {
    ["NaN", "inf", "Infinity"].iter().any(|word| text.split(|c: char| !c.is_alphanumeric()).any(|part| part == *word))
}

/// JSON is JSON, whatever is undefined in it.
#[test]
fn json_is_valid_and_holds_no_nan() {
    let files = folder(&[
        ("qrels", "q1 0 a 1\nq1 0 b 0\nq2 0 a 0\nq3 0 c -1\nq4 0 a 1000000\nq5 0 a 2000000000\n"),
        (
            "run",
            "q1 Q0 a 1 1e300 t\nq1 Q0 x 2 -1e300 t\nq2 Q0 a 1 0 t\nq3 Q0 c 1 0 t\nq4 Q0 a 1 1 t\nq5 Q0 b 1 1 t\nq5 Q0 a 1 0 t\n",
        ),
        ("other", "q1 Q0 b 1 1 t\nq9 Q0 x 2 1 t\nq2 Q0 a 1 0 t\n"),
        ("one", "q1 Q0 a 1 1 t\n"),
    ]);
    let native = project();
    let all = "official all_trec AP@5 nDCG(dcg='exp-log2')@5 RBP RBP(p=0.99) Judged@1 hole@3 IPrec@0.5 SetF";
    let evidence = "evidence@1 complete@6 evidence-nDCG@6 Success@6 R@6 nDCG AP P@6 Judged@6";
    let trec = |more: &[&'static str]| [&["--qrels", "qrels", "-q", "--format", "json"], more].concat();
    let mut cases: Vec<(&Path, Vec<&str>)> = Vec::new();
    for run in ["run", "other", "one"] {
        cases.push((files.path(), [&["score"], &trec(&[run, "-m", all])[..]].concat()));
        cases.push((files.path(), [&["score"], &trec(&[run, "--curve", "--compat", "trec_eval-9", "-m", all])[..]].concat()));
        cases.push((files.path(), [&["score"], &trec(&[run, "--judged-only", "--depth", "1"])[..]].concat()));
        cases.push((files.path(), [&["compare"], &trec(&[run, "run", "--missing-as-zero", "-m", all])[..]].concat()));
        cases.push((files.path(), [&["compare"], &trec(&[run, "other", "--intersection", "--margin", "0.1"])[..]].concat()));
        cases.push((files.path(), vec!["check", "--qrels", "qrels", run, "--format", "json"]));
    }
    for more in [&["base"][..], &["other", "--by", "type"], &["base", "other"], &["base", "--level", "document"]] {
        cases.push((native.path(), [&["score", "-q", "--no-write", "--format", "json", "-m", evidence], more].concat()));
    }
    cases.push((native.path(), vec!["compare", "base", "other", "-q", "--format", "json", "-m", evidence]));
    cases.push((native.path(), vec!["check", "--format", "json"]));
    cases.push((native.path(), vec!["doctor", "--format", "json"]));
    for (folder, arguments) in cases {
        let ran = fourcell_with(folder, &arguments, b"");
        assert!(matches!(ran.code, 0 | 1 | 4 | 5), "{arguments:?} {ran:?}");
        if ran.code != 4 || !ran.stdout.is_empty() {
            let told: serde_json::Value =
                serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{arguments:?}: {e}\n{}", ran.stdout));
            assert!(told["result"].is_object() || told["result"].is_array(), "{arguments:?}");
            assert!(!has_nan(&ran.stdout), "{arguments:?}");
        }
        // Other formats of the same hold none either.
        if arguments[0] == "score" {
            let csv: Vec<&str> = arguments.iter().map(|a| if *a == "json" { "csv" } else { a }).collect();
            let ran = fourcell_with(folder, &csv, b"");
            assert!(!has_nan(&ran.stdout), "{csv:?}\n{}", ran.stdout);
        }
    }
}

/// A run directory that cannot be written to: the scores are printed, and the loss is told.
#[test]
fn a_run_that_cannot_keep_its_scores() {
    let files = project();
    std::fs::create_dir(files.path().join("runs/base/scores.json")).unwrap();
    let ran = fourcell_with(files.path(), &["score", "base", "-m", "RR", "--format", "csv"], b"");
    assert_eq!((ran.code, ran.stdout.contains("base,,,RR,1,")), (0, true), "{ran:?}");
    let warning = ran.stderr.lines().find(|line| line.starts_with("warning: ")).unwrap();
    assert!(warning.starts_with("warning: scores.json was not written: ") && warning.ends_with("it is a directory"), "{warning}");
    let left: Vec<_> = std::fs::read_dir(files.path().join("runs/base")).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
    // Nothing to write is no loss.
    let ran = fourcell_with(files.path(), &["score", "base", "-m", "RR", "--no-write"], b"");
    assert_eq!((ran.code, ran.stderr.contains("warning")), (0, false), "{ran:?}");
}

/// `fourcell … | head -1`.
#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut qrels = String::new();
    let mut run = String::new();
    for query in 0..20_000 {
        qrels += &format!("query-{query} 0 a 1\n");
        run += &format!("query-{query} Q0 a 1 1 t\n");
    }
    let files = folder(&[("qrels", &qrels), ("run", &run)]);
    for format in ["table", "json", "csv", "trec_eval"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fourcell"));
        command.current_dir(files.path()).args(["score", "--qrels", "qrels", "run", "-q", "-m", "RR", "--format", format]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        BufReader::with_capacity(16, child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        let status = child.wait().unwrap();
        assert!(!first.is_empty() && status.code() == Some(0), "{format} {status} {said}");
        assert!(!said.contains("error") && !said.contains("panic"), "{format} {said}");
    }
}
