//! What the exit code says. The first that applies, in the order of [`Exit::ORDER`].

use std::process::ExitCode;

/// Why the program ended as it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All is well.
    Ok,
    /// An incident, a failed verdict, a fault found by `check` or `doctor`.
    Fault,
    /// Usage, or an input that is not what it should be.
    BadInput,
    /// Calls failed or are missing.
    Incomplete,
    /// The inputs are sound, but nothing could be evaluated.
    NothingEvaluated,
    /// Too few questions for a verdict.
    Inconclusive,
}

impl Exit {
    /// The order in which codes apply.
    const ORDER: [Self; 6] =
        [Self::BadInput, Self::Fault, Self::Incomplete, Self::NothingEvaluated, Self::Inconclusive, Self::Ok];

    /// The number the shell sees.
    pub const fn code(self) -> u8 {
        match self {
            Self::Ok => 0,
            Self::Fault => 1,
            Self::BadInput => 2,
            Self::Incomplete => 3,
            Self::NothingEvaluated => 4,
            Self::Inconclusive => 5,
        }
    }

    /// What the number says, in a line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Ok => "fine",
            Self::Fault => "an incident, a failed verdict, or a fault that 'check' or 'doctor' found",
            Self::BadInput => "usage, or an input that is not what it should be",
            Self::Incomplete => "calls that failed or are missing",
            Self::NothingEvaluated => "sound inputs, but nothing could be evaluated",
            Self::Inconclusive => "too few questions for a verdict",
        }
    }

    /// Every code with what it says, in the order in which they apply.
    pub fn described() -> Vec<(u8, &'static str)> {
        Self::ORDER.into_iter().map(|exit| (exit.code(), exit.about())).collect()
    }

    /// The one of several that applies.
    pub fn first(all: impl IntoIterator<Item = Self>) -> Self {
        let all: Vec<Self> = all.into_iter().collect();
        Self::ORDER.into_iter().find(|exit| all.contains(exit)).unwrap_or(Self::Ok)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::Exit;

    #[test]
    fn bad_input_comes_first_and_inconclusive_last() {
        assert_eq!(Exit::first([Exit::Incomplete, Exit::Fault]), Exit::Fault);
        assert_eq!(Exit::first([Exit::Fault, Exit::BadInput]), Exit::BadInput);
        assert_eq!(Exit::first([Exit::Inconclusive, Exit::Incomplete]), Exit::Incomplete);
        assert_eq!(Exit::first([]), Exit::Ok);
    }
}
