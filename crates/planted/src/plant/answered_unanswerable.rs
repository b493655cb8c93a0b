//! The system answered what the corpus does not answer.

use super::{Shape, Target};
use crate::slips::Slip;
use crate::variant::Variant;
use crate::world::Sort;

pub(super) const SHAPES: [Shape; 2] = [
    Shape { name: "the-nearest", fits: |asked| asked.sort == Sort::Unanswerable, plant: nearest, is_tight: false },
    Shape { name: "from-nowhere", fits: |asked| asked.sort == Sort::Unanswerable, plant: from_nowhere, is_tight: false },
];

fn nearest(variant: &mut Variant, target: &Target) {
    variant.slip(target.id(), Slip::Nearest);
}

fn from_nowhere(variant: &mut Variant, target: &Target) {
    let subject = target.subject();
    variant.slip(target.id(), Slip::Invents(format!("The {} of the {} is 64 units.", subject.matter, subject.name)));
}
