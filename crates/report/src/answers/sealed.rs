//! What is said of final questions that were judged: how many, and nothing of how they came out.

use fourcell::evidence::text::printable;
use serde_json::json;

use crate::envelope::{Input, envelope};
use crate::number::count;
use crate::score::escape;

/// The schema of what `judge` prints of final questions.
pub const JUDGED_SCHEMA: &str = "fourcell/judged@1";

/// How many answers to final questions were judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedAnswers {
    /// The run.
    pub run: String,
    /// Who judged, and how far each agrees with people.
    pub judges: Vec<String>,
    /// The mode of the answers.
    pub mode: &'static str,
    /// Their repeat.
    pub repeat: u32,
    /// How many final questions there are.
    pub questions: usize,
    /// How many of them have a verdict.
    pub judged: usize,
    /// How many could not be judged, since a call failed.
    pub failed: usize,
    /// How many results must not be there.
    pub incidents: usize,
}

/// Why that is all.
const WHY: &str = "how they came out is not shown: 'fourcell gate --split final' says verdicts only";

impl SealedAnswers {
    fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{} · {} · mode {} · {} judged, {} failed",
            self.run,
            count(self.questions, "final question"),
            self.mode,
            self.judged,
            self.failed
        )];
        if self.incidents > 0 {
            let incidents = count(self.incidents, "incident");
            lines.push(format!("{incidents}: 'fourcell invariants --split final' says which rules were broken"));
        }
        lines.push(WHY.to_owned());
        lines
    }
}

/// For a terminal.
pub fn sealed_text(sealed: &SealedAnswers) -> Vec<u8> {
    sealed.lines().iter().map(|line| format!("{}\n", printable(line, 1000))).collect::<String>().into_bytes()
}

/// For a page.
pub fn sealed_markdown(sealed: &SealedAnswers) -> Vec<u8> {
    sealed.lines().iter().map(|line| format!("- {}\n", escape(line))).collect::<String>().into_bytes()
}

/// For programs.
pub fn sealed_json(sealed: &SealedAnswers, inputs: &[Input]) -> Vec<u8> {
    let result = json!({
        "run": sealed.run,
        "split": "final",
        "judges": sealed.judges,
        "mode": sealed.mode,
        "repeat": sealed.repeat,
        "questions": sealed.questions,
        "judged": sealed.judged,
        "failed": sealed.failed,
        "incidents": sealed.incidents,
    });
    envelope(JUDGED_SCHEMA, "judge", inputs, result, &[])
}
