//! What a reply cost, as its server says.

use serde::Deserialize;

/// Tokens read and written for one reply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Tokens read: the prompt, the texts.
    pub input: u64,
    /// Tokens written.
    pub output: u64,
}

impl Usage {
    /// All tokens.
    pub fn total(self) -> u64 {
        self.input.saturating_add(self.output)
    }
}

/// The field `usage` as servers write it; each part may be missing.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Reported {
    prompt_tokens: Option<u64>,
    completion_tokens: Option<u64>,
    total_tokens: Option<u64>,
}

impl Reported {
    /// What it says; `None` where it says nothing. A total alone counts as read.
    pub fn usage(self) -> Option<Usage> {
        let output = self.completion_tokens.unwrap_or(0);
        let input = self.prompt_tokens.or_else(|| self.total_tokens.map(|total| total.saturating_sub(output)));
        input.or(self.completion_tokens)?;
        Some(Usage { input: input.unwrap_or(0), output })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_may_be_missing() {
        let usage = |text: &str| serde_json::from_str::<Reported>(text).unwrap().usage();
        assert_eq!(usage(r#"{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}"#), Some(Usage { input: 3, output: 2 }));
        assert_eq!(usage(r#"{"total_tokens":5}"#), Some(Usage { input: 5, output: 0 }));
        assert_eq!(usage(r#"{"completion_tokens":5}"#), Some(Usage { input: 0, output: 5 }));
        assert_eq!(usage("{}"), None);
    }
}
