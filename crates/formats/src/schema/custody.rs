//! What happened to the final set.

use evidence::custody::{Act, LOOKS, PER_QUESTION, USUAL_LOOKS, VERDICTS};

use super::form::{Form, any_of, choice, matching, object, states, table, visible, where_keys, whole, whole_within};
use crate::custody::{CUSTODY_FILE, KEYS};
use crate::native::custody::{FIELDS, NEWEST, OF_KIND, SHAPES};

/// The schema of a line.
pub(super) fn form() -> Form {
    let line = object(&FIELDS)
        .need("version", whole_within(&(1..=NEWEST)).about("the version of this line's format"))
        .need("seq", whole(1).about("its number in the record"))
        .need("at", visible().about("when"))
        .need("who", visible().about("who"))
        .need("kind", choice(Act::KINDS).about("what happened"))
        .need("set", hash().about("the hash of the final questions and their labels, as they were then"))
        .need("questions", whole(0).about("how many final questions there were"))
        .may("looks", whole_within(&LOOKS).about("of sealed: how many looks are planned"))
        .may("run", visible().about("of look and burned: the run, or several"))
        .may("manifest", hash().about("of look and burned: the hash of the settings that the run was made with"))
        .may("released", choice([VERDICTS, PER_QUESTION]).about("of look and burned: what was released"))
        .may("by", visible().about("of look and burned: the command that released it, or 'hand'"))
        .may("reason", visible().about("why"))
        .need("previous", hash().about("the hash of the line before; of the first line 64 zeros"))
        .need("hash", hash().about("of this line's bytes up to here"))
        .closed()
        .form();
    let shape = |(kind, shape): (&'static str, &crate::native::custody::Shape)| {
        let absent: Vec<&str> = OF_KIND.into_iter().filter(|key| !shape.all.contains(key) && !shape.may.contains(key)).collect();
        let mut named = vec![("kind", choice([kind]))];
        named.extend(shape.released.map(|released| ("released", choice([released]))));
        Form::default().with("allOf", vec![where_keys(named).json(), states(shape.all, &absent).json()])
    };
    let shapes = any_of(Act::KINDS.into_iter().zip(&SHAPES).map(shape));
    line.with("allOf", vec![shapes.json()])
}

fn hash() -> Form {
    matching("^sha256:[0-9a-f]{64}$")
}

/// The schema of `[custody]`.
pub(super) fn stated() -> Form {
    table(&KEYS)
        .may(
            "looks",
            whole_within(&LOOKS).usual(USUAL_LOOKS).about("how many looks at the final set are planned when it is sealed"),
        )
        .may("file", visible().usual(CUSTODY_FILE).about("the record"))
        .closed()
        .form()
}
