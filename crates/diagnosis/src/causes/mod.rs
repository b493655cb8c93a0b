//! Why did it fail? Every cause in the order in which it is asked; the first at which the evidence was lost owns the failure.
//!
//! A cause is a pure function over what was captured: of one piece of evidence that did not arrive ([`Look::Evidence`]), or of the
//! answer ([`Look::Answer`]). It says how it knows and what proves it, or nothing.

mod answered_unanswerable;
mod candidate_retrieval;
mod chunk_boundary;
mod citation_fault;
mod conflict_mishandled;
mod cut;
mod generation_misuse;
mod label_suspect;
mod lifecycle;
mod missing_content;
mod packing;
mod parsing;
mod permission_filter;
mod query_representation;
mod rank;
mod unsupported_assertion;
mod wrong_abstention;

use crate::captured::Captured;
use crate::leaf::Leaf;
use crate::ledger::Finding;

/// A cause, in the order in which causes are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// The label is stale, wrong or incomplete.
    LabelSuspect,
    /// The corpus does not hold the document.
    MissingContent,
    /// The source file holds it, the parsed text does not.
    Parsing,
    /// The document is deleted, expired or superseded, or the index is stale.
    Lifecycle,
    /// A filter took out what the asker may open.
    PermissionFilter,
    /// No passage holds it whole, or the passage lost its heading.
    ChunkBoundary,
    /// The query as sent lacks what the question names.
    QueryRepresentation,
    /// No list holds it at any depth.
    CandidateRetrieval,
    /// It was found, and stands below the cut.
    Rank,
    /// It was above the cut, and the token budget dropped it.
    Packing,
    /// The sources disagree, and the wrong one won or the conflict was not stated.
    ConflictMishandled,
    /// The evidence was there, and the answer misses or contradicts it.
    GenerationMisuse,
    /// The answer claims what no passage supports.
    UnsupportedAssertion,
    /// A citation does not resolve, or its passage does not support the sentence.
    CitationFault,
    /// The evidence was there, and the system declined.
    WrongAbstention,
    /// The corpus holds no answer, and the system answered.
    AnsweredUnanswerable,
}

/// What a cause looks at.
#[derive(Clone, Copy, Debug)]
pub enum Look {
    /// One piece of evidence that did not reach the generator.
    Evidence(fn(&Captured<'_>, &Leaf<'_>) -> Option<Finding>),
    /// The answer. `true`: all required evidence was there.
    Answer(fn(&Captured<'_>, bool) -> Option<Finding>),
}

/// A cause with its documentation.
#[derive(Debug)]
pub struct Definition {
    /// The cause.
    pub cause: Cause,
    /// Its name in files.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// By which facts it is told from the others.
    pub told_by: &'static str,
    /// What to mend.
    pub repair: &'static str,
    /// The function.
    pub look: Look,
}

/// Every cause, in the order in which it is asked.
pub static CAUSES: [Definition; 16] = [
    label_suspect::DEFINITION,
    missing_content::DEFINITION,
    parsing::DEFINITION,
    lifecycle::DEFINITION,
    permission_filter::DEFINITION,
    chunk_boundary::DEFINITION,
    query_representation::DEFINITION,
    candidate_retrieval::DEFINITION,
    rank::DEFINITION,
    packing::DEFINITION,
    conflict_mishandled::DEFINITION,
    generation_misuse::DEFINITION,
    unsupported_assertion::DEFINITION,
    citation_fault::DEFINITION,
    wrong_abstention::DEFINITION,
    answered_unanswerable::DEFINITION,
];

impl Cause {
    /// Its documentation.
    pub fn definition(self) -> &'static Definition {
        &CAUSES[self as usize]
    }

    /// Its name in files.
    pub fn name(self) -> &'static str {
        self.definition().name
    }

    /// The cause of a name in files.
    pub fn find(name: &str) -> Option<Self> {
        CAUSES.iter().find(|definition| definition.name == name).map(|definition| definition.cause)
    }

    /// Whether retrieval owns it: everything up to what was packed. Labels are nobody's but the set's.
    pub fn is_of_retrieval(self) -> bool {
        (Self::MissingContent..=Self::Packing).contains(&self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_registry_is_in_the_order_of_the_causes_and_documented() {
        for (place, definition) in CAUSES.iter().enumerate() {
            assert_eq!(definition.cause as usize, place, "{}", definition.name);
            assert_eq!(Cause::find(definition.name), Some(definition.cause));
            assert!(definition.told_by.ends_with('.') && definition.repair.len() > 20, "{}", definition.name);
            let simple = definition.name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
            assert!(simple && !definition.title.is_empty(), "{}", definition.name);
        }
    }
}
