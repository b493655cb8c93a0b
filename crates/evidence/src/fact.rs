//! Facts: short statements that an answer must, should or must not contain.

/// How much a fact matters to the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactKind {
    /// The answer is wrong without it.
    Vital,
    /// Good to have.
    Okay,
    /// The answer is wrong with it: a superseded value, say.
    Forbidden,
}

/// A short statement about the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Unique inside its question.
    pub id: String,
    /// The statement.
    pub text: String,
    /// How much it matters.
    pub kind: FactKind,
}
