//! Which groups of evidence reached the generator.

use fourcell::evidence::{Evidence, Locator};
use fourcell::retrieval::arrival::{Arrival, cover_of};
use fourcell::retrieval::record::Item;

use super::QuestionMaterial;

/// The most alternatives of a group that are shown; a claim can have more than a hundred.
const SHOWN: usize = 12;

/// A group of evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupView {
    /// Which, from 1.
    pub number: usize,
    /// At which rank of the context it is complete; `None` where it is not, or no context was captured.
    pub met: Option<u32>,
    /// Whether one of its places is enough.
    pub any: bool,
    /// Its places.
    pub leaves: Vec<LeafView>,
    /// Places that are not shown.
    pub more: usize,
}

/// A place of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct LeafView {
    /// Where it is.
    pub place: String,
    /// What stands there.
    pub quote: Option<String>,
    /// At which rank of the context it is met.
    pub met: Option<u32>,
    /// How much of it the context covers, in [0, 1].
    pub cover: f64,
}

/// The groups of a tree, against what was sent.
pub fn groups(tree: &Evidence, sent: Option<&[Item]>, material: &QuestionMaterial<'_>) -> Vec<GroupView> {
    let located = |locator: &Locator| (material.located)(locator);
    let items = sent.unwrap_or_default();
    let arrival = Arrival::new(tree, items, material.cover, &located);
    let leaf = |locator: &Locator| LeafView {
        place: locator.to_string(),
        quote: match locator {
            Locator::Range { quote, .. } => quote.clone().or_else(|| (material.located)(locator)),
            _ => None,
        },
        met: arrival.rank_of(locator),
        cover: cover_of(locator, items, &located),
    };
    let group = |(group, number): (&Evidence, usize)| {
        let mut all = group.leaves();
        // What is met is seen, however many alternatives there are.
        all.sort_by_key(|locator| arrival.rank_of(locator).is_none());
        GroupView {
            number,
            met: arrival.completed_at(group),
            any: matches!(group, Evidence::Any(_)),
            leaves: all.iter().take(SHOWN).map(|locator| leaf(locator)).collect(),
            more: all.len().saturating_sub(SHOWN),
        }
    };
    tree.groups().iter().zip(1..).filter(|(group, _)| group.fewest_leaves() > 0).map(group).collect()
}
