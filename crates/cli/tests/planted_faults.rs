//! The ledger against faults that were planted on purpose: what `docs/ledger.md` says of it is what comes out.

use std::path::{Path, PathBuf};
use std::process::Command;

use planted::confusion::{ask, differences, page};
use planted::plant::suite;
use planted::project::{FULL, write};

/// The seed of the suite on the page.
const SEED: u64 = 1;

/// What stands above the matrix on the page.
const MARK: &str = "<!-- planted faults -->\n```\n";

fn fourcell() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_fourcell"))
}

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ledger.md")
}

#[test]
fn the_matrix_on_the_page_comes_out() {
    let known = Command::new(fourcell()).args(["ledger", "--help"]).output().unwrap();
    if !known.status.success() {
        eprintln!("SKIPPED: the confusion matrix of planted faults: this program has no ledger");
        return;
    }
    let out = tempfile::tempdir().unwrap();
    write(out.path(), &suite(SEED), true).unwrap();
    let pairs = ask(fourcell(), out.path()).unwrap();
    let comes_out = page(&pairs);
    let file = docs();
    let whole = std::fs::read_to_string(&file).unwrap().replace("\r\n", "\n");
    let (before, rest) = whole.split_once(MARK).expect("docs/ledger.md has a place for the matrix");
    let (stands, after) = rest.split_once("```\n").unwrap();
    if std::env::var_os("FOURCELL_UPDATE").is_some() {
        std::fs::write(&file, format!("{before}{MARK}{comes_out}```\n{after}")).unwrap();
    } else {
        assert_eq!(stands, comes_out, "docs/ledger.md says something else: run this test with FOURCELL_UPDATE=1");
    }
    // With stage lists nothing may be missed, taken for something else, or found where nothing is.
    let with_lists: Vec<_> = pairs.into_iter().filter(|pair| pair.of.1 == FULL).collect();
    assert_eq!(differences(&with_lists), "");
}
