//! The answer is right, and a citation does not support what cites it, or does not resolve.

use super::{Shape, Target};
use crate::slips::Slip;
use crate::variant::Variant;
use crate::world::Sort;

pub(super) const SHAPES: [Shape; 3] = [
    Shape {
        name: "cites-another",
        fits: |asked| matches!(asked.sort, Sort::Plain | Sort::Row | Sort::Board),
        plant: cites_another,
        is_tight: false,
    },
    Shape {
        name: "cites-nothing",
        fits: |asked| matches!(asked.sort, Sort::Policy | Sort::Version),
        plant: cites_nothing,
        is_tight: false,
    },
    Shape { name: "cites-another-of-two", fits: |asked| asked.sort == Sort::Dual, plant: cites_another, is_tight: false },
];

pub(super) fn cites_another(variant: &mut Variant, target: &Target) {
    variant.slip(target.id(), Slip::CitesOther);
}

fn cites_nothing(variant: &mut Variant, target: &Target) {
    let id = format!("{}@9#4000-4200", target.subject().doc);
    variant.slip(target.id(), Slip::CitesUnknown(id));
}
