//! The document is no longer, or not yet, what the label takes it for: deleted, expired, superseded, or not what was indexed.

use evidence::Status;

use super::{Shape, Target};
use crate::variant::Variant;
use crate::world::{Sort, document};

pub(super) const SHAPES: [Shape; 5] = [
    Shape { name: "deleted", fits: |asked| matches!(asked.sort, Sort::Plain | Sort::Row), plant: deleted, is_tight: false },
    Shape { name: "expired", fits: |asked| matches!(asked.sort, Sort::Policy | Sort::Under), plant: expired, is_tight: false },
    Shape { name: "superseded", fits: |asked| asked.sort == Sort::Board, plant: superseded, is_tight: false },
    Shape { name: "stale-index", fits: |asked| asked.sort == Sort::Version, plant: stale, is_tight: false },
    Shape {
        name: "not-indexed-yet",
        fits: |asked| matches!(asked.sort, Sort::Plain | Sort::Note),
        plant: not_indexed_yet,
        is_tight: false,
    },
];

pub(super) fn deleted(variant: &mut Variant, target: &Target) {
    variant.in_both(&target.subject().key(), |document| document.status = Status::Deleted);
}

fn expired(variant: &mut Variant, target: &Target) {
    variant.in_both(&target.subject().key(), |document| document.expires_at = Some("2026-08-31".into()));
}

/// A newer revision says that it is decided from time to time.
fn superseded(variant: &mut Variant, target: &Target) {
    let subject = target.subject();
    let newer = format!("# {} board\n\nThe {} board meets as it decides from time to time.\n", subject.name, subject.name);
    variant.in_both(&subject.key(), |document| {
        document.status = Status::Superseded;
        document.superseded_by = Some(format!("{}@2", document.id));
    });
    variant.add(document(&subject.doc, "2", &format!("{} board", subject.name), newer));
}

/// The index was made before the newer revision came, and knows the older one as active.
pub(super) fn stale(variant: &mut Variant, target: &Target) {
    let subject = target.subject();
    variant.not_indexed(&subject.key());
    variant.in_index(&(subject.doc.clone(), "1".into()), |document| {
        document.status = Status::Active;
        document.superseded_by = None;
    });
    variant.setup.is_stale = true;
}

/// The document came after the index was made.
fn not_indexed_yet(variant: &mut Variant, target: &Target) {
    let key = target.subject().key();
    variant.in_corpus(&key, |document| document.effective_from = Some("2026-09-14".into()));
    variant.not_indexed(&key);
    variant.setup.is_stale = true;
}
