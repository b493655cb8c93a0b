//! Sources disagree, and the answer makes nothing good of it.

use super::{Shape, Target};
use crate::slips::Slip;
use crate::variant::Variant;
use crate::world::Sort;

pub(super) const SHAPES: [Shape; 3] = [
    Shape { name: "takes-the-note", fits: |asked| asked.sort == Sort::Note, plant: takes_note, is_tight: false },
    Shape { name: "picks-one", fits: |asked| asked.sort == Sort::Conflict, plant: picks_one, is_tight: false },
    Shape { name: "says-both", fits: |asked| asked.sort == Sort::Note, plant: says_both, is_tight: false },
];

fn takes_note(variant: &mut Variant, target: &Target) {
    variant.slip(target.id(), Slip::TakesNote);
}

fn picks_one(variant: &mut Variant, target: &Target) {
    variant.slip(target.id(), Slip::PicksOne);
}

fn says_both(variant: &mut Variant, target: &Target) {
    variant.slip(target.id(), Slip::MergesNote);
}
