//! From what was captured of one question to its entry.

use std::collections::HashMap;

use evidence::{Evidence, Locator};

use super::{Finding, KnownBy};
use crate::captured::Captured;
use crate::causes::{CAUSES, Cause, Look};
use crate::leaf::{Leaf, Seen};

/// A group of evidence that did not reach the generator.
#[derive(Clone, Debug, PartialEq)]
pub struct Lost {
    /// Which group of the question, from 1.
    pub number: usize,
    /// The locator that came furthest, as the label has it.
    pub locator: Locator,
    /// How far it came, in the order of the pipeline.
    pub seen: Vec<Seen>,
    /// What was found of it, the owner first.
    pub findings: Vec<Finding>,
}

/// A failed question.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The question's id.
    pub question: String,
    /// What owns the failure.
    pub owner: Finding,
    /// What else was found: later causes, and those of other groups; each cause once, in their order.
    pub secondary: Vec<Finding>,
    /// The groups of evidence that were lost.
    pub lost: Vec<Lost>,
    /// How many groups the question has.
    pub groups: usize,
}

impl Entry {
    /// The cause that owns the failure.
    pub fn cause(&self) -> Cause {
        self.owner.cause
    }

    /// How that is known.
    pub fn known_by(&self) -> KnownBy {
        self.owner.known_by
    }
}

/// The entry of a question; `None` where it did not fail, or nothing tells that it did. O(lists × locators).
///
/// Each piece of evidence that was not sent is owned by the first cause that finds something; of alternatives the one that came furthest
/// speaks for all, of pieces that are all needed the one that was lost first. The answer is looked at in the same order.
pub fn diagnose(captured: &Captured<'_>) -> Option<Entry> {
    let mut lost = Vec::new();
    let tree = captured.question.required().ok().filter(|_| captured.question.answerable);
    let groups = tree.map(Evidence::groups).unwrap_or_default();
    for (group, number) in groups.iter().zip(1..).filter(|(group, _)| group.fewest_leaves() > 0) {
        let mut known: HashMap<&Locator, Option<Piece<'_>>> = HashMap::new();
        for locator in group.leaves() {
            known.entry(locator).or_insert_with(|| piece(captured, locator));
        }
        if let Some(locator) = speaks(group, &known)
            && let Some(Some(piece)) = known.remove(locator)
        {
            lost.push(Lost { number, locator: locator.clone(), seen: piece.leaf.seen, findings: piece.findings });
        }
    }
    let present = !groups.is_empty() && lost.is_empty() && captured.sent().is_some();
    let answer = CAUSES.iter().filter_map(|definition| match definition.look {
        Look::Answer(look) => look(captured, present),
        Look::Evidence(_) => None,
    });
    let mut all: Vec<Finding> = lost.iter().flat_map(|lost| lost.findings.iter().cloned()).chain(answer).collect();
    all.sort_by_key(|finding| finding.cause);
    all.dedup_by_key(|finding| finding.cause);
    // The owner is the first cause by which some group was lost, not the first that applies to any: later causes are consequences.
    let owner = lost.iter().filter_map(|lost| lost.findings.first()).min_by_key(|finding| finding.cause).cloned();
    let owner = owner.or_else(|| all.first().cloned())?;
    let secondary = all.into_iter().filter(|finding| finding.cause != owner.cause).collect();
    Some(Entry { question: captured.question.id.clone(), owner, secondary, lost, groups: groups.len() })
}

/// A piece of evidence that was not sent.
struct Piece<'a> {
    leaf: Leaf<'a>,
    findings: Vec<Finding>,
}

/// `None` where the piece was sent, or where nothing was captured that could tell.
fn piece<'a>(captured: &'a Captured<'a>, locator: &'a Locator) -> Option<Piece<'a>> {
    let (stage, sent) = captured.sent()?;
    let leaf = Leaf::new(captured, locator);
    if leaf.at(stage).and_then(|seen| seen.rank).is_some_and(|rank| rank as usize <= sent.len()) {
        return None;
    }
    let findings: Vec<Finding> = CAUSES
        .iter()
        .filter_map(|definition| match definition.look {
            Look::Evidence(look) => look(captured, &leaf),
            Look::Answer(_) => None,
        })
        .collect();
    (!findings.is_empty()).then_some(Piece { leaf, findings })
}

/// The locator that owns the loss of a tree; `None` where the tree is met.
fn speaks<'a>(tree: &'a Evidence, known: &HashMap<&'a Locator, Option<Piece<'a>>>) -> Option<&'a Locator> {
    let cause = |locator: &&'a Locator| known.get(*locator)?.as_ref()?.findings.first().map(|finding| finding.cause);
    match tree {
        Evidence::Leaf(locator) => known.get(locator)?.as_ref().map(|_| locator),
        Evidence::All(children) => children.iter().filter_map(|child| speaks(child, known)).min_by_key(cause),
        Evidence::Any(children) => {
            let asked = children.iter().filter(|child| child.fewest_leaves() > 0);
            let lost: Option<Vec<&Locator>> = asked.map(|child| speaks(child, known)).collect();
            // The first of those that came equally far.
            lost?.into_iter().rev().max_by_key(cause)
        }
    }
}
