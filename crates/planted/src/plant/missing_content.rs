//! The corpus never held it: the document was not taken in.

use super::{Shape, Target};
use crate::slips::Slip;
use crate::variant::Variant;
use crate::world::Sort;

pub(super) const SHAPES: [Shape; 3] = [
    Shape {
        name: "not-taken-in",
        fits: |asked| matches!(asked.sort, Sort::Plain | Sort::Row | Sort::Under),
        plant: not_taken_in,
        is_tight: false,
    },
    Shape { name: "folder-left-out", fits: |asked| asked.sort == Sort::Policy, plant: not_taken_in, is_tight: false },
    Shape { name: "and-invented", fits: |asked| asked.sort == Sort::Board, plant: and_invented, is_tight: false },
];

pub(super) fn not_taken_in(variant: &mut Variant, target: &Target) {
    variant.take_out(&target.subject().key());
}

/// And the answerer says something from nowhere.
fn and_invented(variant: &mut Variant, target: &Target) {
    not_taken_in(variant, target);
    let name = &target.subject().name;
    variant.slip(target.id(), Slip::Invents(format!("The {name} board meets every 97 weeks.")));
}
