//! It is not among the candidates.

use super::{Shape, Target, flood};
use crate::variant::Variant;
use crate::world::Sort;

pub(super) const SHAPES: [Shape; 3] = [
    Shape { name: "other-words", fits: |asked| asked.paraphrase.is_some(), plant: other_words, is_tight: false },
    Shape {
        name: "few-candidates",
        fits: |asked| matches!(asked.sort, Sort::Plain | Sort::Board),
        plant: few_candidates,
        is_tight: true,
    },
    Shape {
        name: "silent-shard",
        fits: |asked| matches!(asked.sort, Sort::Row | Sort::Under | Sort::Version),
        plant: silent_shard,
        is_tight: false,
    },
];

/// The question is put in words that the documents do not use; the index knows words only.
fn other_words(variant: &mut Variant, target: &Target) {
    let paraphrase = target.asked.paraphrase.clone().unwrap_or_default();
    variant.asked(target.id()).question.query = paraphrase;
}

/// Three notices come first, and three candidates are taken.
fn few_candidates(variant: &mut Variant, target: &Target) {
    flood(variant, target, 3, 3);
    variant.setup.candidates = 3;
}

/// A shard of the index does not answer.
pub(super) fn silent_shard(variant: &mut Variant, target: &Target) {
    variant.setup.silent.insert(target.subject().doc.clone());
}
