//! It was in the context, and the answer says something else.

use super::{Shape, Target};
use crate::slips::Slip;
use crate::variant::Variant;
use crate::world::Sort;

pub(super) const SHAPES: [Shape; 4] = [
    Shape { name: "says-else", fits: |asked| matches!(asked.sort, Sort::Plain | Sort::Board), plant: says_else, is_tight: false },
    Shape {
        name: "other-number",
        fits: |asked| matches!(asked.sort, Sort::Plain | Sort::Under | Sort::Version),
        plant: other_number,
        is_tight: false,
    },
    Shape { name: "leaves-out", fits: |asked| asked.sort == Sort::Dual, plant: leaves_out, is_tight: false },
    Shape { name: "other-row", fits: |asked| asked.sort == Sort::Row, plant: other_row, is_tight: false },
];

fn says_else(variant: &mut Variant, target: &Target) {
    variant.slip(target.id(), Slip::SaysElse);
}

pub(super) fn other_number(variant: &mut Variant, target: &Target) {
    variant.slip(target.id(), Slip::OtherNumber);
}

fn leaves_out(variant: &mut Variant, target: &Target) {
    variant.slip(target.id(), Slip::LeavesOut);
}

fn other_row(variant: &mut Variant, target: &Target) {
    variant.slip(target.id(), Slip::OtherRow);
}
