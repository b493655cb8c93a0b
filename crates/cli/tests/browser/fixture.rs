//! Reports to look at: of the shipped example, run and judged; made once for all tests.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::command::{fourcell, root};

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap).filter(|e| e.file_name() != ".fourcell") {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() { copy(&from, &to) } else { std::fs::copy(&from, &to).map(drop).unwrap() }
    }
}

static EXAMPLE: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let place = tempfile::tempdir().unwrap();
    copy(&root().join("examples/handbook"), place.path());
    let run = fourcell(place.path(), "run bm25 --name bm25 --mode normal,oracle,no-context --day 2026-11-30");
    assert_eq!(run.code, 0, "{run:?}");
    for mode in ["normal", "oracle", "no-context"] {
        let judged = fourcell(place.path(), &format!("judge bm25 --judge lexical --mode {mode}"));
        assert!([0, 1].contains(&judged.code), "{judged:?}");
    }
    let report = fourcell(place.path(), "report bm25 --baseline baseline");
    assert_eq!((report.code, report.stdout.as_str()), (0, "runs/bm25/report.html\n"), "{report:?}");
    place
});

/// The report of the example's system, against its recorded baseline.
pub fn example() -> PathBuf {
    EXAMPLE.path().join("runs/bm25/report.html")
}
