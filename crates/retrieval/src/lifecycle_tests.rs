//! What is held, what is broken with its proof, and what cannot be told.

use evidence::lifecycle::{Action, Place};

use super::*;

fn document(id: &str, rev: &str, text: &str, tenant: Option<&str>) -> Document {
    Document { tenant: tenant.map(str::to_owned), ..Document::new(id, rev, text) }
}

/// `fees` in its second revision, and a document of another tenant.
fn state() -> State {
    let fees = document("fees", "1", "A late fee is 20 euros. It is due at once.", Some("acme"));
    let mut state = State::new("2026-11-30", vec![fees, document("other", "", "The other fee is 90 euros.", Some("globex"))]);
    let new = document("fees", "2", "A late fee is 35 euros. It is due at once.", Some("acme"));
    state.apply(&Action::Update(new)).unwrap();
    state
}

fn item(id: &str, doc: Option<&str>, rev: Option<&str>, text: Option<&str>) -> Item {
    let own = |text: Option<&str>| text.map(str::to_owned);
    Item { id: id.into(), doc: own(doc), rev: own(rev), text: own(text), ..Item::default() }
}

fn wanted(doc: &str, rev: &str, quote: &str) -> Wanted {
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Wanted { doc: some(doc), rev: some(rev), quote: some(quote) }
}

fn expected(must: &[Wanted], must_not: &[Wanted]) -> Expectation {
    let principal = Some(Principal { tenant: Some("acme".into()), groups: Vec::new() });
    Expectation { query: "late fee?".into(), principal, must: must.to_vec(), must_not: must_not.to_vec() }
}

fn of(expected: &Expectation, state: &State, stages: &[(Stage, Vec<Item>)]) -> Vec<Outcome> {
    check(expected, state, stages).into_iter().map(|(_, outcome)| outcome).collect()
}

fn context(items: &[Item]) -> Vec<(Stage, Vec<Item>)> {
    vec![(Stage::Context, items.to_vec())]
}

#[test]
fn a_new_revision_is_there_and_the_old_one_is_gone() {
    let asked = expected(&[wanted("fees", "2", "35 euros")], &[wanted("fees", "1", ""), wanted("", "", "20 euros")]);
    let new = item("p1", Some("fees"), Some("2"), Some("A late fee\nis 35 euros."));
    let found = Found { stage: Stage::Context, rank: 1, passage: "p1".into(), document: Some("fees@2".into()), why: None };
    let held = [Outcome::Holds(Some(found)), Outcome::Holds(None), Outcome::Holds(None), Outcome::Holds(None)];
    assert_eq!(of(&asked, &state(), &context(&[new])), held);
    let old = item("p0", Some("fees"), Some("1"), Some("A late fee is 20 euros."));
    let proof = Found {
        stage: Stage::Context,
        rank: 1,
        passage: "p0".into(),
        document: Some("fees@1".into()),
        why: Some(Why::Superseded),
    };
    let outcomes = of(&asked, &state(), &context(&[old]));
    assert_eq!(outcomes[0], Outcome::Missing { lost: None, displaced_by: Vec::new() });
    for broken in &outcomes[1..] {
        assert_eq!(*broken, Outcome::Present(vec![proof.clone()]));
    }
}

#[test]
fn a_system_that_tells_no_revision_is_told_by_its_text() {
    let asked = expected(&[wanted("fees", "2", "")], &[wanted("fees", "1", "")]);
    for doc in [Some("fees"), None] {
        let new = of(&asked, &state(), &context(&[item("p", doc, None, Some("A late fee is 35 euros."))]));
        assert!(new.iter().all(|o| matches!(o, Outcome::Holds(_))), "{new:?}");
        let old = of(&asked, &state(), &context(&[item("p", doc, None, Some("A late fee is 20 euros."))]));
        assert!(
            matches!((&old[0], &old[1], &old[2]), (Outcome::Missing { .. }, Outcome::Present(_), Outcome::Present(_))),
            "{old:?}"
        );
        // What stands in both is of neither for certain, and may be shown.
        let both = of(&asked, &state(), &context(&[item("p", doc, None, Some("It is due at once."))]));
        assert!(
            matches!((&both[0], &both[1], &both[2]), (Outcome::Unknown(_), Outcome::Holds(_), Outcome::Holds(_))),
            "{both:?}"
        );
    }
    let bare = of(&asked, &state(), &context(&[item("p", None, None, None)]));
    assert!(bare.iter().all(|o| matches!(o, Outcome::Unknown(_))), "what says nothing is not held: {bare:?}");
    let nothing = of(&asked, &state(), &[]);
    assert!(nothing.iter().all(|o| matches!(o, Outcome::Unknown(_))), "{nothing:?}");
    let empty = of(&asked, &state(), &context(&[]));
    assert!(matches!((&empty[0], &empty[1]), (Outcome::Missing { .. }, Outcome::Holds(None))), "{empty:?}");
}

#[test]
fn a_list_of_nothing_but_document_ids_is_one_of_documents() {
    let asked = expected(&[wanted("fees", "", "")], &[wanted("other", "", "")]);
    let outcomes = of(&asked, &state(), &context(&[item("fees", None, None, None), item("other", None, None, None)]));
    assert!(matches!(outcomes[0], Outcome::Holds(Some(_))));
    let Outcome::Present(found) = &outcomes[2] else { panic!("{outcomes:?}") };
    assert_eq!((found[0].why, found[0].rank, found[0].why.unwrap().is_leak()), (Some(Why::Tenant), 2, true));
}

#[test]
fn forbidden_candidates_are_no_leak_but_the_shortfall_that_they_cause_is_told() {
    let asked = expected(&[wanted("fees", "2", "")], &[]);
    let (other, new) = (item("x", Some("other"), None, None), item("p1", Some("fees"), Some("2"), None));
    let stages = vec![
        (Stage::Candidates, vec![other.clone(), new.clone()]),
        (Stage::Filtered, vec![new.clone()]),
        (Stage::Context, Vec::new()),
    ];
    let outcomes = of(&asked, &state(), &stages);
    let Outcome::Missing { lost: Some(lost), displaced_by } = &outcomes[0] else { panic!("{outcomes:?}") };
    assert_eq!((lost.stage, lost.rank), (Stage::Filtered, 1));
    assert_eq!(displaced_by.iter().map(|f| (f.rank, f.why)).collect::<Vec<_>>(), [(1, Some(Why::Tenant))]);
    assert_eq!(outcomes[1], Outcome::Holds(None));
    // Without a later list the candidates are what was retrieved.
    let only = vec![(Stage::Candidates, vec![other, new])];
    assert!(matches!(of(&asked, &state(), &only)[1], Outcome::Present(_)));
    // A leak is proved where it stands last.
    let leak = item("x", Some("other"), None, None);
    let both = vec![(Stage::Filtered, vec![leak.clone()]), (Stage::Context, vec![leak])];
    let Outcome::Present(found) = &of(&asked, &state(), &both)[1] else { panic!() };
    assert_eq!((found.len(), found[0].stage), (1, Stage::Context));
}

#[test]
fn a_moved_document_answers_to_its_old_name_but_must_not_come_back_under_it() {
    let mut state = state();
    state.apply(&Action::Move { doc: "fees".into(), to: Place::Id("prices/fees".into()) }).unwrap();
    let asked = expected(&[wanted("fees", "2", "")], &[wanted("fees", "", "")]);
    let text = Some("A late fee is 35 euros.");
    let held = of(&asked, &state, &context(&[item("p", Some("prices/fees"), Some("2"), text)]));
    assert!(held.iter().all(|o| matches!(o, Outcome::Holds(_))), "{held:?}");
    let stale = of(&asked, &state, &context(&[item("p", Some("fees"), Some("2"), text)]));
    assert!(matches!(stale[0], Outcome::Missing { .. }), "{stale:?}");
    let Outcome::Present(found) = &stale[2] else { panic!("{stale:?}") };
    assert_eq!((found[0].document.as_deref(), found[0].why), (Some("fees@2"), Some(Why::Deleted)));
}

#[test]
fn dates_groups_and_foreign_documents() {
    let asker = Principal { tenant: Some("acme".into()), groups: vec!["board".into()] };
    let mut dated = document("d", "", "t", Some("acme"));
    dated.acl = Some(vec!["hr".into()]);
    assert_eq!(Why::of(&dated, &asker, "2026-11-30"), Some(Why::Groups));
    dated.acl = Some(vec!["board".into()]);
    assert_eq!(Why::of(&dated, &asker, "2026-11-30"), None);
    (dated.effective_from, dated.expires_at) = (Some("2026-12-01".into()), Some("2026-12-31".into()));
    assert_eq!(Why::of(&dated, &asker, "2026-11-30"), Some(Why::NotYet));
    assert_eq!(Why::of(&dated, &asker, "2026-12-31"), Some(Why::Expired));
    dated.status = Status::Expired;
    assert_eq!(Why::of(&dated, &asker, "2026-12-05"), Some(Why::Expired));
    // Documents that the script does not know are no concern of it.
    let foreign = of(&expected(&[], &[wanted("fees", "1", "")]), &state(), &context(&[item("z", Some("z"), None, Some("zzz"))]));
    assert_eq!(foreign, [Outcome::Holds(None), Outcome::Holds(None)]);
    // One that is named all the same is known by its name.
    let named = of(&expected(&[wanted("z", "", "")], &[]), &state(), &context(&[item("z", Some("z"), None, None)]));
    assert!(matches!(named[0], Outcome::Holds(Some(_))));
}
