//! The system declined with the evidence in the context.

use super::{Shape, Target};
use crate::slips::Slip;
use crate::variant::Variant;
use crate::world::Sort;

pub(super) const SHAPES: [Shape; 3] = [
    Shape { name: "declines", fits: |asked| matches!(asked.sort, Sort::Plain | Sort::Dual), plant: declines, is_tight: false },
    Shape {
        name: "declines-in-words",
        fits: |asked| matches!(asked.sort, Sort::Row | Sort::Policy),
        plant: declines_in_words,
        is_tight: false,
    },
    Shape {
        name: "found-nothing",
        fits: |asked| matches!(asked.sort, Sort::Under | Sort::Board),
        plant: found_nothing,
        is_tight: false,
    },
];

fn declines(variant: &mut Variant, target: &Target) {
    variant.slip(target.id(), Slip::Declines);
}

fn declines_in_words(variant: &mut Variant, target: &Target) {
    variant.slip(target.id(), Slip::DeclinesInWords);
}

fn found_nothing(variant: &mut Variant, target: &Target) {
    variant.slip(target.id(), Slip::FoundNothing);
}
