//! The facts are right, and the answer adds what no passage says.

use super::{Shape, Target};
use crate::slips::Slip;
use crate::variant::Variant;
use crate::world::Sort;

pub(super) const SHAPES: [Shape; 3] = [
    Shape {
        name: "adds-a-kindness",
        fits: |asked| matches!(asked.sort, Sort::Plain | Sort::Row),
        plant: adds_kindness,
        is_tight: false,
    },
    Shape {
        name: "adds-a-number",
        fits: |asked| matches!(asked.sort, Sort::Policy | Sort::Version | Sort::Board),
        plant: adds_number,
        is_tight: false,
    },
    Shape { name: "adds-to-two", fits: |asked| asked.sort == Sort::Dual, plant: adds_kindness, is_tight: false },
];

pub(super) fn adds_kindness(variant: &mut Variant, target: &Target) {
    variant.slip(target.id(), Slip::Adds("A technician comes to the house free of charge.".into()));
}

fn adds_number(variant: &mut Variant, target: &Target) {
    variant.slip(target.id(), Slip::Adds("Requests are decided by the committee within 83 minutes.".into()));
}
