//! A filter with a fault takes out what the asker may open.

use evidence::Document;

use super::{Shape, Target};
use crate::variant::Variant;
use crate::world::Sort;

pub(super) const SHAPES: [Shape; 4] = [
    Shape { name: "case-of-groups", fits: |asked| asked.sort == Sort::Plain, plant: case_of_groups, is_tight: false },
    Shape { name: "all-groups", fits: |asked| asked.sort == Sort::Policy, plant: all_groups, is_tight: false },
    Shape { name: "day-and-month", fits: |asked| asked.sort == Sort::Version, plant: day_and_month, is_tight: false },
    Shape { name: "tenant-spelling", fits: |asked| asked.sort == Sort::Board, plant: tenant_spelling, is_tight: false },
];

/// The group has capitals in the corpus, and none where the filter looks.
pub(super) fn case_of_groups(variant: &mut Variant, target: &Target) {
    let key = target.subject().key();
    variant.in_corpus(&key, |document| document.acl = Some(vec!["Field Service".into()]));
    variant.in_index(&key, |document| document.acl = Some(vec!["field service".into()]));
}

/// One of two groups is enough, and the filter wants both.
fn all_groups(variant: &mut Variant, target: &Target) {
    let key = target.subject().key();
    variant.in_corpus(&key, |document| document.acl = Some(vec!["staff".into(), "auditors".into()]));
    variant.in_index(&key, |document| document.acl = Some(vec!["staff+auditors".into()]));
}

/// The twelfth of March is read as the third of December, which is yet to come.
fn day_and_month(variant: &mut Variant, target: &Target) {
    let key = target.subject().key();
    let from = |day: &'static str| move |document: &mut Document| document.effective_from = Some(day.into());
    variant.in_corpus(&key, from("2026-03-12"));
    variant.in_index(&key, from("2026-12-03"));
}

/// The tenant has a blank behind it where the filter looks.
fn tenant_spelling(variant: &mut Variant, target: &Target) {
    variant.in_index(&target.subject().key(), |document| document.tenant = Some("works ".into()));
}
