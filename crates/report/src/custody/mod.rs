//! Where the final set stands and what happened to it, as values; and each format that is written in.

mod json;
mod terminal;

pub use json::{SCHEMA, json};
pub use terminal::terminal;

use fourcell::evidence::custody::{Custody, Entry, FinalSet, Refusal, State};

/// Everything that `custody` says.
#[derive(Clone, Debug)]
pub struct CustodyReport {
    /// The project's name.
    pub project: String,
    /// The record's file.
    pub file: String,
    /// The final questions as they are now.
    pub now: FinalSet,
    /// What the record says of them.
    pub custody: Custody,
    /// How many looks the project plans for a set that is sealed anew.
    pub planned: u32,
    /// What each look may decide at.
    pub alpha: f64,
    /// How many times as wide as those of a single look its intervals are.
    pub wider: f64,
    /// What happened, in order.
    pub entries: Vec<Entry>,
    /// The hash that the record ends in.
    pub head: String,
}

impl CustodyReport {
    /// Whether what is sealed is what there is.
    fn unchanged(&self) -> Option<bool> {
        self.custody.sealed.as_ref().map(|sealed| *sealed == self.now)
    }

    /// What keeps the set from being looked at, where something does.
    fn refusal(&self) -> Option<Refusal> {
        match self.custody.state {
            State::Unsealed | State::Retired if self.now.is_empty() => Some(Refusal::Empty),
            State::Unsealed | State::Retired => Some(Refusal::Unsealed),
            State::Burned => Some(Refusal::Burned),
            State::Sealed if self.unchanged() == Some(false) => Some(Refusal::Changed),
            State::Sealed if self.custody.left() == 0 => Some(Refusal::Spent),
            State::Sealed => None,
        }
    }
}

/// What an entry says besides when and who.
fn told(entry: &Entry) -> String {
    use fourcell::evidence::custody::Act;
    let set = entry.act.set();
    let of = format!("{} as {}", crate::number::count(set.questions, "question"), short(&set.hash));
    let because = entry.act.reason().map(|reason| format!(": {reason}")).unwrap_or_default();
    match &entry.act {
        Act::Sealed { looks, .. } => format!("{of}, {} planned{because}", crate::number::count(*looks as usize, "look")),
        Act::Look { subject, .. } | Act::Burned { subject, .. } => {
            let released = entry.act.released().unwrap_or_default();
            format!("{released} of {} ({}) by {}{because}", subject.run, short(&subject.manifest), subject.by)
        }
        Act::Retired { .. } => format!("{of}{because}"),
    }
}

/// Enough of a hash to tell it from others.
fn short(hash: &str) -> &str {
    hash.get(..19).unwrap_or(hash)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcell::evidence::custody::{Act, Subject};

    #[test]
    fn names_from_the_record_command_no_terminal() {
        let set = FinalSet { hash: format!("sha256:{}", "0".repeat(64)), questions: 2 };
        let subject = Subject { run: "r\u{1b}[2J".into(), manifest: set.hash.clone(), by: "gate".into() };
        let entry = |seq, act| Entry { seq, at: "2026-11-30T08:15:00Z".into(), who: "eve\u{202e}".into(), act };
        let entries = vec![
            entry(1, Act::Sealed { set: set.clone(), looks: 2, reason: "why".into() }),
            entry(2, Act::Look { set: set.clone(), subject, reason: None }),
        ];
        let report = CustodyReport {
            project: "p".into(),
            file: "custody.jsonl".into(),
            now: set,
            custody: Custody::of(&entries),
            planned: 5,
            alpha: 0.025,
            wider: 1.1436,
            entries,
            head: "sha256:1".into(),
        };
        let text = String::from_utf8(terminal(&report)).unwrap();
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
        assert!(text.contains("sealed · 2 final questions · 1 of 2 looks had, 1 left"), "{text}");
        assert!(text.contains("1.14 times as wide"), "{text}");
        assert!(text.contains("verdicts of r\\u{1b}[2J (sha256:000000000000) by gate"), "{text}");
        let json = String::from_utf8(json(&report, &[])).unwrap();
        let read: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert!(!json.contains(['\u{1b}', '\u{202e}']), "{json}");
        assert_eq!(read["result"]["looks"]["left"], 1);
        assert_eq!(read["result"]["record"][1]["run"], "r\u{1b}[2J");
        assert_eq!(read["result"]["unchanged"], true);
    }
}
