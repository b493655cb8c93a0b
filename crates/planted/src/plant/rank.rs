//! It is among the candidates, and ranks below the cut.

use super::{Shape, Target, flood};
use crate::variant::Variant;
use crate::world::Sort;

pub(super) const SHAPES: [Shape; 3] = [
    Shape {
        name: "reranked-down",
        fits: |asked| matches!(asked.sort, Sort::Plain | Sort::Row | Sort::Version),
        plant: reranked_down,
        is_tight: false,
    },
    Shape {
        name: "few-passages",
        fits: |asked| matches!(asked.sort, Sort::Plain | Sort::Board),
        plant: few_passages,
        is_tight: true,
    },
    Shape {
        name: "reranker-shown-few",
        fits: |asked| matches!(asked.sort, Sort::Plain | Sort::Under),
        plant: shown_few,
        is_tight: true,
    },
];

/// The reranker dislikes the document.
pub(super) fn reranked_down(variant: &mut Variant, target: &Target) {
    let doc = target.subject().doc.clone();
    variant.reranker().disliked.insert(doc);
}

/// Three notices come first, and three passages are sent.
fn few_passages(variant: &mut Variant, target: &Target) {
    flood(variant, target, 3, 3);
    variant.setup.passages = 3;
}

/// Three notices come first, and three passages are shown to the reranker; the others are cut.
fn shown_few(variant: &mut Variant, target: &Target) {
    flood(variant, target, 3, 3);
    variant.reranker().top = 3;
}
