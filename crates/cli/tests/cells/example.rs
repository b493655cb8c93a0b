//! The shipped example: the built-in system in its three modes, judged by the lexical judge.

use crate::command::{fourcell, root};

#[test]
fn the_example_in_its_three_modes() {
    let place = tempfile::tempdir().unwrap();
    assert_eq!(fourcell(place.path(), "demo --keep handbook").code, 0);
    let handbook = place.path().join("handbook");
    let ran = fourcell(&handbook, "run --mode normal,oracle,no-context --day 2026-10-01 --name all");
    assert_eq!(ran.code, 0, "{ran:?}");
    for mode in ["normal", "oracle", "no-context"] {
        let ran = fourcell(&handbook, &format!("judge all --judge lexical --mode {mode}"));
        assert_eq!(ran.code, 0, "{mode}: {ran:?}");
    }
    let ran = fourcell(&handbook, "cells all --by type --present all");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{ran:?}");
    // The README shows the picture as it is.
    let picture: String =
        ran.stdout.lines().skip_while(|l| !l.contains("answer right")).take(8).map(|l| format!("{l}\n")).collect();
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    assert!(picture.contains('└') && readme.contains(&picture), "{picture}");
    insta::with_settings!({snapshot_path => "../snapshots", prepend_module_to_snapshot => false}, {
        insta::assert_snapshot!("cells__handbook", ran.stdout);
    });
}
