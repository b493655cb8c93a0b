use super::*;

fn set(name: &str) -> FinalSet {
    FinalSet { hash: name.into(), questions: 3 }
}

fn subject(manifest: &str) -> Subject {
    Subject { run: "r".into(), manifest: manifest.into(), by: "gate".into() }
}

fn sealed(name: &str, looks: u32) -> Act {
    Act::Sealed { set: set(name), looks, reason: "r".into() }
}

fn look(name: &str, manifest: &str) -> Act {
    Act::Look { set: set(name), subject: subject(manifest), reason: None }
}

fn burned(name: &str) -> Act {
    Act::Burned { set: set(name), subject: subject("m"), reason: "r".into() }
}

fn retired(name: &str) -> Act {
    Act::Retired { set: set(name), reason: "r".into() }
}

fn after(acts: &[Act]) -> Custody {
    let entries: Vec<Entry> =
        (1..).zip(acts).map(|(seq, act)| Entry { seq, at: "now".into(), who: "ann".into(), act: act.clone() }).collect();
    Custody::of(&entries)
}

#[test]
fn looks_are_counted_until_they_are_spent() {
    let custody = after(&[]);
    assert_eq!((custody.state, custody.left()), (State::Unsealed, 0));
    assert_eq!(custody.may_look(&set("s"), "m"), Answer::Refused(Refusal::Unsealed));
    let one = after(&[sealed("s", 2)]);
    assert_eq!((one.state, one.planned, one.left()), (State::Sealed, 2, 2));
    assert_eq!(one.may_look(&set("s"), "m"), Answer::Allowed { number: 1 });
    let two = after(&[sealed("s", 2), look("s", "m")]);
    assert_eq!(two.may_look(&set("s"), "m"), Answer::AlreadyLooked { number: 1 });
    assert_eq!(two.may_look(&set("s"), "n"), Answer::Allowed { number: 2 });
    let spent = after(&[sealed("s", 2), look("s", "m"), look("s", "n")]);
    assert_eq!((spent.left(), spent.may_look(&set("s"), "o")), (0, Answer::Refused(Refusal::Spent)));
    assert_eq!(spent.may_look(&set("s"), "n"), Answer::AlreadyLooked { number: 2 }, "what was told may be told again");
    assert_eq!(spent.may_look(&set("t"), "n"), Answer::Refused(Refusal::Changed));
    assert_eq!(spent.may_look(&FinalSet { hash: "s".into(), questions: 0 }, "n"), Answer::Refused(Refusal::Empty));
}

#[test]
fn a_correction_gives_no_looks_back_and_does_not_change_the_plan() {
    let custody = after(&[sealed("s", 3), look("s", "m")]);
    assert_eq!(custody.may_seal(&set("t"), None, 5), Ok(3));
    assert_eq!(custody.may_seal(&set("t"), Some(9), 5), Err(Refusal::Planned));
    assert_eq!(custody.may_seal(&set("s"), None, 5), Err(Refusal::SealedAlready));
    let again = after(&[sealed("s", 3), look("s", "m"), sealed("t", 3)]);
    assert_eq!((again.used, again.left()), (1, 2));
    // The same settings on another set tell something new.
    assert_eq!(again.may_look(&set("t"), "m"), Answer::Allowed { number: 2 });
    assert_eq!(again.may_look(&set("s"), "m"), Answer::Refused(Refusal::Changed));
    // Before the first look the plan may still change.
    assert_eq!(after(&[sealed("s", 3)]).may_seal(&set("s"), Some(9), 5), Ok(9));
    assert_eq!(after(&[sealed("s", 3)]).may_seal(&set("s"), None, 5), Err(Refusal::SealedAlready));
    assert_eq!(after(&[]).may_seal(&set("s"), None, 5), Ok(5));
}

#[test]
fn what_was_seen_is_never_final_again() {
    let custody = after(&[sealed("s", 3), burned("s")]);
    assert_eq!((custody.state, custody.is_burned(&set("s")), custody.is_burned(&set("t"))), (State::Burned, true, false));
    assert_eq!(custody.may_look(&set("s"), "m"), Answer::Refused(Refusal::Burned));
    assert_eq!((custody.may_burn(&set("s")), custody.may_burn(&set("t"))), (Ok(false), Err(Refusal::Changed)));
    assert_eq!(custody.may_seal(&set("t"), None, 5), Err(Refusal::Burned));
    assert_eq!(custody.may_retire(&set("s"), false), Ok(()));
    assert_eq!(custody.may_retire(&set("t"), false), Err(Refusal::Changed));
    let retired = after(&[sealed("s", 3), look("s", "m"), burned("s"), retired("s")]);
    assert_eq!((retired.state, retired.used, retired.planned), (State::Retired, 0, 0));
    assert_eq!(retired.may_seal(&set("s"), None, 5), Err(Refusal::WasSpent));
    assert_eq!(retired.may_seal(&set("t"), None, 5), Ok(5));
    assert_eq!(retired.may_retire(&set("t"), true), Err(Refusal::Unsealed));
    assert_eq!(retired.may_burn(&set("t")), Err(Refusal::Unsealed));
}

#[test]
fn an_unspent_set_is_retired_only_on_purpose() {
    let custody = after(&[sealed("s", 1)]);
    assert_eq!(custody.may_burn(&set("s")), Ok(true));
    assert_eq!(custody.may_retire(&set("s"), false), Err(Refusal::Unspent));
    assert_eq!(custody.may_retire(&set("s"), true), Ok(()));
    let spent = after(&[sealed("s", 1), look("s", "m")]);
    assert_eq!(spent.may_retire(&set("s"), false), Ok(()));
    // The questions were turned already, and the record was not reached.
    assert_eq!(custody.may_retire(&FinalSet { hash: "-".into(), questions: 0 }, false), Ok(()));
}

#[test]
fn every_refusal_says_what_to_do() {
    use Refusal::*;
    for refusal in [Empty, Unsealed, Changed, Spent, Burned, WasSpent, Planned, Unspent, SealedAlready] {
        assert!(!refusal.words().ends_with('.') && !refusal.mend().is_empty(), "{refusal}");
    }
}
