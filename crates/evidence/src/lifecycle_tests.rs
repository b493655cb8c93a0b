//! What a script does to a corpus, and what it refuses.

use super::*;

fn document(id: &str, rev: &str, text: &str) -> Document {
    Document::new(id, rev, text)
}

/// What is there and what was there: name, status, text.
fn shown(state: &State) -> (Vec<String>, Vec<String>) {
    let line = |d: &Document| format!("{} {} {}", named(&d.id, &d.rev), d.status.name(), d.text.as_str());
    let count = state.current().len();
    (state.current().iter().map(line).collect(), state.known().skip(count).map(line).collect())
}

fn state() -> State {
    State::new("2026-11-30", vec![document("a", "1", "one"), document("plain", "", "old")])
}

#[test]
fn an_update_supersedes_and_without_revisions_replaces() {
    let mut state = state();
    state.apply(&Action::Update(document("a", "2", "two"))).unwrap();
    state.apply(&Action::Update(document("plain", "", "new"))).unwrap();
    let (now, before) = shown(&state);
    assert_eq!(now, ["a@1 superseded one", "plain active new", "a@2 active two"]);
    assert_eq!(before, ["plain superseded old"]);
    assert_eq!(state.current()[0].superseded_by.as_deref(), Some("a@2"));
    let again = state.apply(&Action::Update(document("a", "2", "x"))).unwrap_err();
    assert_eq!(again.0, "a@2 is there already: an update has a new revision");
}

#[test]
fn what_is_deleted_is_remembered_and_may_come_again() {
    let mut state = state();
    state.apply(&Action::Delete("a".into())).unwrap();
    assert_eq!(shown(&state), (vec!["plain active old".into()], vec!["a@1 deleted one".into()]));
    for action in
        [Action::Delete("a".into()), Action::Update(document("a", "2", "")), Action::Expire { doc: "a".into(), at: None }]
    {
        assert!(state.apply(&action).unwrap_err().0.starts_with("there is no document 'a' to "), "{action:?}");
    }
    state.apply(&Action::Add(document("a", "1", "again"))).unwrap();
    assert_eq!(shown(&state).0, ["plain active old", "a@1 active again"]);
    assert!(state.apply(&Action::Add(document("a", "2", ""))).unwrap_err().0.contains("is an update"));
}

#[test]
fn a_document_expires_on_the_day_of_the_script_or_on_a_day_that_is_named() {
    let mut state = state();
    state.apply(&Action::Expire { doc: "a".into(), at: None }).unwrap();
    state.apply(&Action::Expire { doc: "plain".into(), at: Some("2026-12-24".into()) }).unwrap();
    let in_force = |state: &State| state.current().iter().map(|d| d.is_in_force(state.day())).collect::<Vec<_>>();
    assert_eq!(in_force(&state), [false, true]);
    state.apply(&Action::Day("2026-12-24".into())).unwrap();
    assert_eq!(in_force(&state), [false, false]);
}

#[test]
fn a_successor_is_there_or_comes_with_it() {
    let mut state = state();
    state.apply(&Action::Supersede { doc: "a".into(), by: Successor::New(Box::new(document("b", "1", "b"))) }).unwrap();
    state.apply(&Action::Supersede { doc: "plain".into(), by: Successor::There("b".into()) }).unwrap();
    let by: Vec<_> = state.current().iter().map(|d| (d.status.name(), d.superseded_by.as_deref())).collect();
    assert_eq!(by, [("superseded", Some("b@1")), ("superseded", Some("b")), ("active", None)]);
    for (by, said) in [("b", "cannot supersede itself"), ("nobody", "there is no document 'nobody'")] {
        let refused = state.apply(&Action::Supersede { doc: "b".into(), by: Successor::There(by.into()) });
        assert!(refused.unwrap_err().0.contains(said));
    }
}

#[test]
fn a_moved_document_is_known_by_every_name_that_it_had() {
    let mut state = state();
    let to = |doc: &str, to: &str| Action::Move { doc: doc.into(), to: Place::Id(to.into()) };
    state.apply(&to("a", "b")).unwrap();
    state.apply(&to("b", "c")).unwrap();
    assert_eq!((state.name_now("a"), state.name_now("b"), state.name_now("x")), ("c", "c", "x"));
    assert_eq!(state.current()[0].moved_from.as_deref(), Some("b"));
    assert_eq!(shown(&state).1, ["a@1 deleted one", "b@1 deleted one"]);
    assert!(state.apply(&to("c", "plain")).is_err());
    // Back to where it was: names go round, and looking them up ends.
    state.apply(&to("c", "a")).unwrap();
    assert_eq!((state.name_now("b"), state.name_now("a")), ("a", "a"));
    state.apply(&Action::Delete("a".into())).unwrap();
    state.name_now("b");
    state.apply(&Action::Move { doc: "plain".into(), to: Place::From("old/plain".into()) }).unwrap();
    assert_eq!(state.current()[0].moved_from.as_deref(), Some("old/plain"));
}
