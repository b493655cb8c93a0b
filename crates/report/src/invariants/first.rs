//! What stands before every score of a run with incidents: how many, and the first of them.

use fourcell::diagnosis::invariants::{Checked, Incident};
use fourcell::evidence::text::printable;
use serde_json::{Map, Value, json};

use super::json::incident as incident_json;
use super::question;
use crate::number::count;
use crate::score::escape;

/// Incidents that are shown before the rest is only counted.
const SHOWN: usize = 3;

/// How many incidents a run has, and the first of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct First {
    /// The run's name.
    pub run: String,
    /// How many there are.
    pub count: usize,
    /// How many each rule has.
    pub by_rule: Vec<(&'static str, usize)>,
    /// The first of them.
    pub shown: Vec<Incident>,
}

impl First {
    /// Of what was found of a run; nothing where everything holds that could be checked.
    pub fn of(run: &str, checked: &Checked) -> Option<Self> {
        let by_rule = checked.by_rule().into_iter().map(|(rule, n)| (rule.name(), n)).collect();
        let shown = checked.incidents.iter().take(SHOWN).cloned().collect();
        let found = Self { run: run.to_owned(), count: checked.incidents.len(), by_rule, shown };
        (found.count > 0).then_some(found)
    }

    /// In lines.
    fn lines(&self) -> Vec<String> {
        let rules: Vec<String> = self.by_rule.iter().map(|(rule, n)| format!("{rule} {n}")).collect();
        let mut lines =
            vec![format!("{} in {}, before any score: {}", count(self.count, "incident"), self.run, rules.join(", "))];
        for incident in &self.shown {
            lines.push(format!(
                "  {}: {} at {}: {}",
                question(incident),
                incident.rule.name(),
                incident.at.name(),
                incident.proof
            ));
        }
        let more = self.count - self.shown.len();
        let more = if more > 0 { format!("and {more} more; ") } else { String::new() };
        lines.push(format!("  {more}'fourcell invariants {}' shows all", self.run));
        lines
    }
}

/// A block of lines for a terminal, with a blank line at its end.
pub fn first_text(first: &First) -> String {
    let lines: Vec<String> = first.lines().iter().map(|line| format!("{}\n", printable(line, 1000))).collect();
    lines.concat() + "\n"
}

/// The same for a page.
pub fn first_markdown(first: &First) -> String {
    let lines = first.lines();
    let mut text = format!("**{}**\n\n", escape(lines.first().map_or("", |line| line)));
    lines.iter().skip(1).for_each(|line| text += &format!("- {}\n", escape(line.trim())));
    text + "\n"
}

/// The same for programs.
pub fn first_json(first: &First) -> Value {
    let by_rule: Map<String, Value> = first.by_rule.iter().map(|(rule, n)| ((*rule).to_owned(), json!(n))).collect();
    let shown: Vec<Value> = first.shown.iter().map(incident_json).collect();
    json!({ "count": first.count, "by_rule": by_rule, "first": shown })
}
