//! The causes of failures, by the names that files use, in the order in which they are asked.

/// Why a question failed: the first at which its evidence was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// The label is not to be trusted.
    LabelSuspect,
    /// The corpus never held it.
    MissingContent,
    /// The parser lost it.
    Parsing,
    /// Its document is deleted, expired or superseded, or the index is stale.
    Lifecycle,
    /// A filter took out what the asker may open.
    PermissionFilter,
    /// Chunking cut it in two, or lost it.
    ChunkBoundary,
    /// The query that was sent is not what was asked.
    QueryRepresentation,
    /// It is not among the candidates.
    CandidateRetrieval,
    /// It ranks below the cut.
    Rank,
    /// It did not fit the budget.
    Packing,
    /// Sources disagree, and the answer made nothing good of it.
    ConflictMishandled,
    /// It was in the context, and not used rightly.
    GenerationMisuse,
    /// The answer says what no passage supports.
    UnsupportedAssertion,
    /// A citation does not support what cites it, or does not resolve.
    CitationFault,
    /// The system declined with the evidence in the context.
    WrongAbstention,
    /// The system answered what the corpus does not answer.
    AnsweredUnanswerable,
}

impl Cause {
    /// Every cause with its name in files, in order.
    pub const ALL: [(&'static str, Self); 16] = [
        ("label-suspect", Self::LabelSuspect),
        ("missing-content", Self::MissingContent),
        ("parsing", Self::Parsing),
        ("lifecycle", Self::Lifecycle),
        ("permission-filter", Self::PermissionFilter),
        ("chunk-boundary", Self::ChunkBoundary),
        ("query-representation", Self::QueryRepresentation),
        ("candidate-retrieval", Self::CandidateRetrieval),
        ("rank", Self::Rank),
        ("packing", Self::Packing),
        ("conflict-mishandled", Self::ConflictMishandled),
        ("generation-misuse", Self::GenerationMisuse),
        ("unsupported-assertion", Self::UnsupportedAssertion),
        ("citation-fault", Self::CitationFault),
        ("wrong-abstention", Self::WrongAbstention),
        ("answered-unanswerable", Self::AnsweredUnanswerable),
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// The cause with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, cause)| *cause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_where_their_cause_does() {
        for (place, (name, cause)) in Cause::ALL.iter().enumerate() {
            assert_eq!((*cause as usize, cause.name(), Cause::named(name)), (place, *name, Some(*cause)));
        }
        assert_eq!(Cause::named("none"), None);
    }
}
