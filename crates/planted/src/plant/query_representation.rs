//! The query that was sent is not what was asked: a rewriter drops or changes what tells one thing from another.

use super::{Shape, Target};
use crate::variant::Variant;
use crate::world::boards::BOARDS;
use crate::world::{Asked, Sort};

pub(super) const SHAPES: [Shape; 4] = [
    Shape { name: "drops-name", fits: is_late, plant: drops_name, is_tight: false },
    Shape { name: "drops-code", fits: |asked| asked.sort == Sort::Row && asked.is_late, plant: drops_code, is_tight: false },
    Shape { name: "expands-initials", fits: |asked| asked.sort == Sort::Board && asked.is_late, plant: expands, is_tight: false },
    Shape { name: "mends-spelling", fits: is_late, plant: mends_spelling, is_tight: false },
];

fn is_late(asked: &Asked) -> bool {
    matches!(asked.sort, Sort::Plain | Sort::Under) && asked.is_late
}

/// A name is taken for a person's, and left out.
pub(super) fn drops_name(variant: &mut Variant, target: &Target) {
    let name = target.subject().name.clone();
    variant.setup.rewriting.push((name, "product".into()));
}

/// A code is taken for noise.
fn drops_code(variant: &mut Variant, target: &Target) {
    let code = target.subject().name.clone();
    variant.setup.rewriting.push((format!(" {code}"), String::new()));
}

/// Initials are spelt out by somebody who does not know them.
fn expands(variant: &mut Variant, target: &Target) {
    let name = &target.subject().name;
    let guess = BOARDS.iter().find(|(known, _)| known == name).map_or("", |(_, guess)| guess);
    variant.setup.rewriting.push((name.clone(), guess.to_owned()));
}

/// A name that no dictionary has becomes a word that one has, and what kind of thing it is goes with it.
fn mends_spelling(variant: &mut Variant, target: &Target) {
    let name = target.subject().name.clone();
    variant.setup.rewriting.push((name, "elder unit".into()));
}
