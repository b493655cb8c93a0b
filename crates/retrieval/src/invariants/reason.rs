//! Why something was not checked.

/// Why something was not checked: what the run did not capture is neither passed nor failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// There is no corpus.
    NoCorpus,
    /// The question is asked of another corpus snapshot than the one at hand.
    OtherCorpus,
    /// The result does not say which document it is of.
    NoDocument,
    /// The corpus does not hold the document, so that nothing more is known of it.
    NotInCorpus,
    /// The result does not say its revision, and revisions of its document differ in this.
    NoRevision,
    /// The question does not say who asks.
    NoAsker,
    /// No day is known for the run.
    NoDay,
    /// A date of the document is none.
    BadDate,
    /// No index revision is expected.
    NothingExpected,
    /// The record does not say its index revision.
    RevisionNotCaptured,
    /// The list was not captured.
    NotCaptured,
    /// The call failed.
    Failed,
    /// The context was given, not retrieved.
    Given,
    /// Neither the context nor the passages of the run were captured.
    NoPassages,
}

impl Reason {
    /// How many there are.
    pub const COUNT: usize = Self::ALL.len();

    /// Every reason in words.
    pub const ALL: [(&'static str, Self); 14] = [
        ("there is no corpus", Self::NoCorpus),
        ("the question is asked of another corpus snapshot", Self::OtherCorpus),
        ("the result does not say which document it is of", Self::NoDocument),
        ("the corpus does not hold the document", Self::NotInCorpus),
        ("the result does not say its revision, and revisions differ", Self::NoRevision),
        ("the question does not say who asks", Self::NoAsker),
        ("no day is known", Self::NoDay),
        ("the document's date is no date", Self::BadDate),
        ("no index revision is expected", Self::NothingExpected),
        ("the record does not say its index revision", Self::RevisionNotCaptured),
        ("not captured", Self::NotCaptured),
        ("the call failed", Self::Failed),
        ("the context was given, not retrieved", Self::Given),
        ("neither the context nor passages were captured", Self::NoPassages),
    ];

    /// In words.
    pub fn words(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}
