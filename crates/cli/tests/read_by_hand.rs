//! The ledger against what was read by hand: failures of the built-in system on questions of other people. What `docs/ledger.md` says of
//! them is what comes out.

use std::path::{Path, PathBuf};

#[path = "../../statistics/tests/shared/sets.rs"]
mod sets;

use bench::real;

/// What stands above the tally on the page.
const MARK: &str = "<!-- read by hand -->\n```\n";

fn docs(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)
}

#[test]
fn the_tally_on_the_page_comes_out() {
    let read = real::read(&docs("ledger-read.tsv")).unwrap();
    for (project, system) in real::RUNS {
        let name = format!("{project}/{system}");
        assert!(read.iter().filter(|read| read.run == name).count() >= 20, "{name}: twenty failures are read");
    }
    let data = sets::data();
    if !data.is_dir() {
        return sets::skipped("SKIPPED: the ledger against failures that were read by hand: no data\n");
    }
    let out = tempfile::tempdir().unwrap();
    real::make(&data, out.path()).unwrap();
    let found = real::ask(Path::new(env!("CARGO_BIN_EXE_fourcell")), out.path()).unwrap();
    // What is read is what the steps through the failures name, and not what suits.
    for run in &found {
        for (question, _) in real::picked(run) {
            let is_read = read.iter().any(|read| read.run == run.run && read.question == *question);
            assert!(is_read, "{} {question} is to be read, and is not in docs/ledger-read.tsv", run.run);
        }
    }
    let comes_out = real::tally(&read, &found);
    let page = docs("ledger.md");
    let whole = std::fs::read_to_string(&page).unwrap().replace("\r\n", "\n");
    let (before, rest) = whole.split_once(MARK).expect("docs/ledger.md has a place for the tally");
    let (stands, after) = rest.split_once("```\n").unwrap();
    if std::env::var_os("FOURCELL_UPDATE").is_some() {
        std::fs::write(&page, format!("{before}{MARK}{comes_out}```\n{after}")).unwrap();
    } else {
        assert_eq!(stands, comes_out, "docs/ledger.md says something else: run this test with FOURCELL_UPDATE=1");
    }
}
