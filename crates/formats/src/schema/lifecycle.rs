//! A step of a lifecycle script.

use evidence::lifecycle::Action;

use super::form::{Form, any_of, choice, id, list, matching, object, revision, states, visible, where_keys, whole_within};
use super::{document, question};
use crate::native::lifecycle::{EXPECT_FIELDS, FIELDS, LONGEST_DELAY, SHAPES, WANTED_FIELDS};

/// The schema.
pub(super) fn form() -> Form {
    let step = object(&FIELDS)
        .need("do", choice(Action::NAMES).about("what is done; look does nothing"))
        .may("document", document::form().about("of add and update, and of supersede where the new one comes with it"))
        .may("doc", id().about("the document that it is done to"))
        .may("at", day().about("of expire: the day from which it is no longer in force; the script's day where it is left out"))
        .may("by", id().about("of supersede: the document that replaces it, which is there"))
        .may("to", id().about("of move: its new id, where its place is its id"))
        .may("from", id().about("of move: the place that it left, where it keeps its id"))
        .may("day", day().about("of day: the day that it is from now on"))
        .may(
            "seconds",
            whole_within(&(1..=LONGEST_DELAY)).about("of delay: how long nothing is indexed; until index where left out"),
        )
        .may("expect", list(expectation()).about("what must hold afterwards"))
        .closed()
        .form();
    let shape = |(name, shape): (&'static str, &crate::native::lifecycle::Shape)| {
        let of = |one: &[&'static str]| {
            let there: Vec<&str> = shape.all.iter().chain(one).copied().collect();
            let known = |key: &&str| there.contains(key) || shape.may.contains(key);
            let absent: Vec<&str> = FIELDS[1..9].iter().copied().filter(|key| !known(key)).collect();
            states(&there, &absent)
        };
        let forms: Vec<Form> = match shape.one {
            [] => vec![of(&[])],
            several => several.iter().map(|key| of(&[key])).collect(),
        };
        let named = where_keys([("do", choice([name]))]);
        Form::default().with("allOf", vec![named.json(), any_of(forms).json()])
    };
    let shapes = any_of(Action::NAMES.into_iter().zip(&SHAPES).map(shape));
    step.with("allOf", vec![shapes.json()])
}

fn day() -> Form {
    matching("^[0-9]{4}-[0-9]{2}-[0-9]{2}$").about("YYYY-MM-DD")
}

fn expectation() -> Form {
    object(&EXPECT_FIELDS)
        .need("ask", visible().about("what is asked"))
        .may("principal", question::principal().about("who asks"))
        .may("must", list(wanted()).about("what must be sent to the generator"))
        .may("must_not", list(wanted()).about("what must not be in any list at or after the filter"))
        .closed()
        .form()
}

/// A passage that is all of what is said.
fn wanted() -> Form {
    let wanted = object(&WANTED_FIELDS)
        .may("doc", id().about("it is of this document"))
        .may("rev", revision().about("it is of this revision"))
        .may("quote", visible().about("these words stand in it, apart from white space"))
        .closed()
        .form();
    let one = any_of([states(&["doc"], &[]), states(&["quote"], &["doc", "rev"])]);
    wanted.with("allOf", vec![one.json()])
}
