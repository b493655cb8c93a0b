//! What `doctor` found, as values; and each format it is written in.

mod json;
mod markdown;
mod terminal;

pub use json::json;
pub use markdown::markdown;
pub use terminal::terminal;

use crate::number::count;

/// How a check came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// It will work.
    Ok,
    /// It will work, but perhaps not as it was meant.
    Warning,
    /// It will not work.
    Fault,
}

impl State {
    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Fault => "fault",
        }
    }
}

/// What a check is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// The project's files and folders, and what counts its tokens.
    Files,
    /// The servers of models.
    Endpoints,
    /// The models on them.
    Models,
    /// What is evaluated.
    Systems,
    /// Who judges.
    Judges,
    /// What may be spent.
    Budget,
}

impl Group {
    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Endpoints => "endpoints",
            Self::Models => "models",
            Self::Systems => "systems",
            Self::Judges => "judges",
            Self::Budget => "budget",
        }
    }
}

/// One check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is about.
    pub group: Group,
    /// How it came out.
    pub state: State,
    /// The file, endpoint, model or system.
    pub subject: String,
    /// What was found.
    pub told: String,
    /// What to do about it; empty where there is nothing to do.
    pub mend: String,
}

/// Everything that `doctor` says.
#[derive(Clone, Debug, Default)]
pub struct DoctorReport {
    /// Which project it is, in a line.
    pub heading: String,
    /// The checks: group by group, in the order in which they were made.
    pub lines: Vec<Line>,
    /// Whether models and servers were asked.
    pub asked: bool,
    /// What else can be looked into, a sentence each.
    pub hints: Vec<String>,
}

impl DoctorReport {
    /// How many checks came out so.
    pub fn count(&self, state: State) -> usize {
        self.lines.iter().filter(|line| line.state == state).count()
    }

    /// The lines of each group.
    fn groups(&self) -> impl Iterator<Item = &[Line]> {
        self.lines.chunk_by(|a, b| a.group == b.group)
    }

    /// `1 fault, 0 warnings, 12 ok`.
    fn tally(&self) -> String {
        let (faults, warnings) = (self.count(State::Fault), self.count(State::Warning));
        format!("{}, {}, {} ok", count(faults, "fault"), count(warnings, "warning"), self.count(State::Ok))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format_has_every_line_and_no_command_for_the_terminal() {
        let line = |group, state, subject: &str, mend: &str| Line {
            group,
            state,
            subject: subject.into(),
            told: "is \u{1b}[2J <b>".into(),
            mend: mend.into(),
        };
        let lines =
            vec![line(Group::Files, State::Ok, "q.jsonl", ""), line(Group::Systems, State::Fault, "s", "mend\u{202e} it")];
        let report = DoctorReport { heading: "h".into(), lines, asked: false, hints: vec!["more".into()] };
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        assert_eq!(
            text(terminal(&report)),
            "h\n\nfiles\n  ok       q.jsonl: is \\u{1b}[2J <b>\n\nsystems\n  fault    s: is \\u{1b}[2J <b>\n           mend\\u{202e} it\n\n\
             1 fault, 0 warnings, 1 ok\nmore\n"
        );
        let shown = text(markdown(&report));
        assert!(shown.contains("**1 fault, 0 warnings, 1 ok**") && shown.contains("- **fault** s: is"), "{shown}");
        assert!(!shown.contains("<b>") && !shown.contains('\u{202e}') && !shown.contains('\u{1b}'), "{shown}");
        let shown = text(json(&report, &[]));
        let read: serde_json::Value = serde_json::from_str(&shown).unwrap();
        assert_eq!(read["result"]["counts"], serde_json::json!({"faults": 1, "warnings": 0, "ok": 1}));
        assert_eq!(read["result"]["checks"][1]["mend"], "mend\u{202e} it");
        assert!(read["result"]["checks"][0]["mend"].is_null());
    }
}
