//! Fences: texts of others stand in a prompt between two lines that no such text can hold, so that none of them ends its own fence.

/// What stands for texts where there are none.
pub const NONE: &str = "(none)";

/// A line of tildes around each text of a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fence(String);

impl Fence {
    /// A fence that is longer than any run of tildes in these texts: those of all the prompt, so that no text looks like another's end.
    pub fn for_all<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let longest = texts.into_iter().map(longest_run).max().unwrap_or(0);
        Self("~".repeat(longest.max(2) + 1))
    }

    /// The line itself.
    pub fn line(&self) -> &str {
        &self.0
    }

    /// A text in its fence.
    pub fn around(&self, text: &str) -> String {
        let fence = &self.0;
        format!("{fence}\n{text}\n{fence}")
    }

    /// Texts with numbers from 1, each in its fence.
    pub fn numbered(&self, texts: &[&str]) -> String {
        if texts.is_empty() {
            return NONE.to_owned();
        }
        let one = |(n, text): (usize, &&str)| format!("[{}]\n{}", n + 1, self.around(text));
        texts.iter().enumerate().map(one).collect::<Vec<_>>().join("\n")
    }
}

/// The longest run of tildes.
fn longest_run(text: &str) -> usize {
    let (mut longest, mut rest) = (0, text);
    // Most texts hold none, and looking for one is quick.
    while let Some(start) = rest.find('~') {
        let run = &rest[start..];
        let length = run.find(|c| c != '~').unwrap_or(run.len());
        longest = longest.max(length);
        rest = &run[length..];
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_is_longer_than_what_any_text_holds() {
        let fence = Fence::for_all(["a", "~~~~ b ~~"]);
        assert_eq!(fence.line(), "~~~~~");
        assert_eq!(fence.around("a"), "~~~~~\na\n~~~~~");
        assert_eq!(Fence::for_all([]).numbered(&["x", "y"]), "[1]\n~~~\nx\n~~~\n[2]\n~~~\ny\n~~~");
        assert_eq!(Fence::for_all([]).numbered(&[]), NONE);
    }
}
