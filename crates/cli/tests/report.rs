//! `fourcell report`: what is written, what is refused, how large it gets.

mod command;

use std::path::Path;

use command::{folder, fourcell, root, salad};

fn written(place: &Path, arguments: &str) -> String {
    let ran = fourcell(place, arguments);
    assert_eq!(ran.code, 0, "{ran:?}");
    std::fs::read_to_string(place.join(ran.stdout.trim())).unwrap()
}

/// 4.7 MB of texts, none of them twice.
#[test]
fn a_thousand_questions_with_their_contexts_take_less_than_six_megabytes() {
    let place = tempfile::tempdir().unwrap();
    salad::write(place.path(), 1000);
    let texts = std::fs::metadata(place.path().join("corpus.jsonl")).unwrap().len();
    assert!(texts > 4_700_000, "{texts}");
    let page = written(place.path(), "report one");
    assert!(page.len() < 6_000_000, "{}", page.len());
    assert!(page.len() > 1_000_000, "the contexts are in it: {}", page.len());
    // Whoever counts with other threads, or again, makes the same bytes.
    assert!(page == written(place.path(), "report one --threads 1 --out again.html"));
}

#[test]
fn final_questions_are_refused_and_not_in_it() {
    let place = folder(&[]);
    let kept = fourcell(place.path(), "demo --keep handbook");
    assert_eq!(kept.code, 0, "{kept:?}");
    let place = place.path().join("handbook");
    let refused = fourcell(&place, "report candidate --split final");
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("one by one"), "{}", refused.stderr);
    assert!(!place.join("runs/candidate/report.html").exists());
    let page = written(&place, "report candidate --baseline baseline");
    assert!(page.contains("43 final ones sealed") && page.contains("against baseline"));
}

#[test]
fn a_run_without_judged_answers_says_so_and_shows_retrieval() {
    let place = folder(&[]);
    fourcell(place.path(), "demo --keep handbook");
    let page = written(&place.path().join("handbook"), "report candidate --out page.html");
    assert!(page.contains("holds no verdict"), "why there are no cells");
    assert!(page.contains("complete@context") && page.contains("budget: "));
}

#[test]
fn what_is_not_there_is_said() {
    let example = root().join("examples/handbook");
    for (arguments, words) in [
        ("report nowhere", "no run 'nowhere'"),
        ("report candidate --baseline nowhere", "no run 'nowhere'"),
        ("report candidate --by colour", "no question has a 'colour'"),
        ("report candidate --judge nobody", "nobody"),
    ] {
        let ran = fourcell(&example, arguments);
        assert!(ran.code != 0 && ran.stderr.contains(words), "{arguments}: {ran:?}");
    }
    assert!(!example.join("runs/candidate/report.html").exists());
}
