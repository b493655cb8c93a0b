//! What is accepted is kept with its reason and its hashes.

use crate::command::{fourcell, root};

/// A copy of the example, which a test may write to.
fn example() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(&root().join("examples/handbook"), folder.path());
    folder
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(std::fs::copy(entry.path(), target).unwrap()),
        }
    }
}

#[test]
fn baselines_are_accepted_with_a_reason_and_the_last_one_holds() {
    let folder = example();
    let none = fourcell(folder.path(), "baseline");
    assert_eq!((none.code, none.stdout.as_str()), (4, ""));
    assert!(none.stderr.contains("fourcell baseline accept RUN --reason"), "{}", none.stderr);
    assert_eq!(fourcell(folder.path(), "baseline accept baseline").code, 2, "a reason is needed");
    let accepted = fourcell(folder.path(), "baseline accept candidate --reason tried");
    assert_eq!(accepted.code, 0, "{}", accepted.stderr);
    assert_eq!(fourcell(folder.path(), "baseline accept baseline --reason release").code, 0);
    let all = fourcell(folder.path(), "baseline").stdout;
    let lines: Vec<&str> = all.lines().collect();
    assert!(lines[0].starts_with("       ") && lines[0].contains("candidate: tried"), "{all}");
    assert!(lines[1].starts_with("holds ") && lines[1].contains("baseline: release"), "{all}");
    let json = fourcell(folder.path(), "baseline --json").stdout;
    assert_eq!(json, std::fs::read_to_string(folder.path().join("baseline.jsonl")).unwrap());
    let gate = fourcell(folder.path(), "gate candidate");
    assert_eq!(gate.code, 0, "{}", gate.stderr);
    assert!(gate.stdout.contains("candidate against baseline"), "{}", gate.stdout);
    let same = fourcell(folder.path(), "gate baseline");
    assert!(same.code == 2 && same.stderr.contains("baseline is the baseline itself"), "{}", same.stderr);
}

#[test]
fn the_same_bytes_whatever_the_threads() {
    let folder = example();
    let gate =
        |threads: u32| fourcell(folder.path(), &format!("gate candidate --baseline baseline --format json --threads {threads}"));
    assert_eq!(gate(1).stdout, gate(7).stdout);
}
