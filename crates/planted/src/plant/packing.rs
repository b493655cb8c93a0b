//! It ranks high enough, and does not fit the budget.

use systems::packing::Policy;

use super::{Shape, Target, flood};
use crate::variant::Variant;
use crate::world::Sort;

pub(super) const SHAPES: [Shape; 3] = [
    Shape {
        name: "long-before-it",
        fits: |asked| matches!(asked.sort, Sort::Plain | Sort::Board),
        plant: long_before_it,
        is_tight: true,
    },
    Shape { name: "too-long-itself", fits: |asked| asked.sort == Sort::Board, plant: too_long_itself, is_tight: true },
    Shape {
        name: "longer-than-the-budget",
        fits: |asked| matches!(asked.sort, Sort::Under | Sort::Row),
        plant: longer_than_all,
        is_tight: true,
    },
];

/// The most tokens that are sent.
const TOKENS: u32 = 320;

/// Two long notices come first, and fill the budget.
pub(super) fn long_before_it(variant: &mut Variant, target: &Target) {
    flood(variant, target, 3, 7);
    variant.setup.tokens = TOKENS;
}

/// A notice comes first; the passage itself is too long for what is left, and shorter ones behind it are not.
fn too_long_itself(variant: &mut Variant, target: &Target) {
    flood(variant, target, 1, 10);
    let subject = target.subject();
    let minutes = format!("Minutes of the {} board are sent to whoever meets there, in good time. ", subject.name).repeat(14);
    variant.rewrite(&subject.key(), |text| text.replace(&subject.quote, &format!("{} {}", subject.quote, minutes.trim_end())));
    variant.setup.tokens = TOKENS;
    variant.setup.policy = Policy::Skip;
}

/// One notice comes first that is longer than the budget, and nothing is sent.
fn longer_than_all(variant: &mut Variant, target: &Target) {
    flood(variant, target, 1, 40);
    variant.setup.tokens = TOKENS;
}
