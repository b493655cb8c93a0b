//! `[gate]`: what was agreed beforehand of a change that is to ship.

use crate::error::InputError;
use crate::numbers;
use crate::toml_text::Table;

/// What `[gate]` says. What it does not say is `None`, empty, or the usual value that stands at the key.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatedGate {
    /// The baseline's run, where none is accepted or named.
    pub baseline: Option<String>,
    /// The margin of the core measure, a share in (0, 1).
    pub margin: Option<f64>,
    /// The core measure, as written.
    pub measure: Option<String>,
    /// The core questions: key and value of a slice.
    pub slice: Option<(String, String)>,
    /// What inconclusive does.
    pub inconclusive: Inconclusive,
    /// The least share of answerable questions with a value, in [0, 1].
    pub coverage: Option<f64>,
    /// The largest share of calls that may fail, in [0, 1].
    pub failed: Option<f64>,
    /// Whether every critical question must be complete, or only what the baseline had complete.
    pub critical_all: bool,
    /// The largest rate of false answers to unanswerable questions, in (0, 1).
    pub false_answers: Option<f64>,
    /// Whose verdicts count.
    pub judge: Option<String>,
    /// How many of how many repeats must pass.
    pub repeats: StatedRepeats,
    /// Generation with the labelled evidence.
    pub oracle: StatedOracle,
    /// Answers end to end.
    pub answers: StatedAnswers,
    /// Latency budgets in milliseconds: a name of [`LATENCY_KEYS`] and the largest value.
    pub latency: Vec<(String, f64)>,
    /// Budgets of context tokens: a name of [`TOKENS_KEYS`] and the largest value.
    pub tokens: Vec<(String, f64)>,
}

/// What an inconclusive layer does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Inconclusive {
    /// The gate ends as inconclusive, with an exit code of its own.
    #[default]
    Report,
    /// The gate fails.
    Fail,
    /// The gate passes; the layer is shown as what it is.
    Pass,
}

impl Inconclusive {
    /// Every value with its name in files.
    pub const ALL: [(&'static str, Self); 3] = [("report", Self::Report), ("fail", Self::Fail), ("pass", Self::Pass)];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// What `[gate.repeats]` says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StatedRepeats {
    /// So many repeats must pass.
    pub pass: Option<u32>,
    /// Of so many, which a run must have.
    pub of: Option<u32>,
}

/// What `[gate.oracle]` says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatedOracle {
    /// The measure, as written.
    pub measure: Option<String>,
    /// How much worse still passes.
    pub margin: Option<f64>,
}

/// What `[gate.answers]` says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatedAnswers {
    /// Measures that may not be worse than the baseline's by more than the margin, as written.
    pub measures: Vec<String>,
    /// How much worse still passes.
    pub margin: Option<f64>,
    /// Measures with the least value that each must have.
    pub least: Vec<(String, f64)>,
    /// Measures with the largest value that each may have.
    pub most: Vec<(String, f64)>,
}

/// The keys.
pub(crate) const GATE_KEYS: [&str; 15] = [
    "baseline",
    "margin",
    "measure",
    "slice",
    "inconclusive",
    "coverage",
    "failed",
    "critical",
    "false_answers",
    "judge",
    "repeats",
    "oracle",
    "answers",
    "latency",
    "tokens",
];
pub(crate) const REPEATS_KEYS: [&str; 2] = ["pass", "of"];
pub(crate) const ORACLE_KEYS: [&str; 2] = ["measure", "margin"];
pub(crate) const ANSWERS_KEYS: [&str; 4] = ["measures", "margin", "least", "most"];

/// What of latency may have a budget.
pub const LATENCY_KEYS: [&str; 3] = ["p50", "p95", "p99"];

/// What of context tokens may have a budget.
pub const TOKENS_KEYS: [&str; 4] = ["mean", "p50", "p95", "p99"];

/// What `critical` may say, the usual first.
pub(crate) const CRITICAL: [&str; 2] = ["stay", "all"];

/// Reads the table.
pub(crate) fn read_gate(gate: &mut Table<'_>) -> Result<StatedGate, InputError> {
    gate.only(&GATE_KEYS)?;
    let (repeats, oracle, mut answers) = (gate.table("repeats")?, gate.table("oracle")?, gate.table("answers")?);
    let (latency, tokens) = (gate.table("latency")?, gate.table("tokens")?);
    repeats.only(&REPEATS_KEYS)?;
    oracle.only(&ORACLE_KEYS)?;
    answers.only(&ANSWERS_KEYS)?;
    let (least, most) = (answers.table("least")?, answers.table("most")?);
    let inconclusive = gate.choice("inconclusive", &Inconclusive::ALL.map(|(name, _)| name))?;
    let inconclusive = inconclusive.and_then(|name| Inconclusive::ALL.into_iter().find(|(known, _)| *known == name));
    Ok(StatedGate {
        baseline: gate.string("baseline")?,
        margin: margin(gate)?,
        measure: gate.string("measure")?,
        slice: slice(gate)?,
        inconclusive: inconclusive.map_or(Inconclusive::Report, |(_, value)| value),
        coverage: share(gate, "coverage")?,
        failed: share(gate, "failed")?,
        critical_all: gate.choice("critical", &CRITICAL)?.is_some_and(|name| name == CRITICAL[1]),
        false_answers: within(gate, "false_answers")?,
        judge: gate.string("judge")?,
        repeats: read_repeats(&repeats)?,
        oracle: StatedOracle { measure: oracle.string("measure")?, margin: margin(&oracle)? },
        answers: StatedAnswers {
            measures: answers.strings("measures")?,
            margin: margin(&answers)?,
            least: limits(&least)?,
            most: limits(&most)?,
        },
        latency: budgets(&latency, &LATENCY_KEYS)?,
        tokens: budgets(&tokens, &TOKENS_KEYS)?,
    })
}

/// How much worse still passes.
pub(crate) fn margin(table: &Table<'_>) -> Result<Option<f64>, InputError> {
    match table.number("margin")? {
        Some(margin) if !(margin > 0.0 && margin < 1.0) => Err(table
            .fault("margin", format!("margin {margin} must be above 0 and below 1"))
            .mend("it is a share of the score: 0.02 for two points of a hundred")),
        other => Ok(other),
    }
}

fn slice(gate: &Table<'_>) -> Result<Option<(String, String)>, InputError> {
    let Some(text) = gate.string("slice")? else { return Ok(None) };
    match text.split_once('=').map(|(key, value)| (key.trim(), value.trim())) {
        Some((key, value)) if !key.is_empty() && !value.is_empty() => Ok(Some((key.to_owned(), value.to_owned()))),
        _ => Err(gate.fault("slice", "slice must be a key and a value").mend("write it as in slice = \"type=lookup\"")),
    }
}

fn share(table: &Table<'_>, key: &str) -> Result<Option<f64>, InputError> {
    match table.number(key)? {
        Some(share) if !(0.0..=1.0).contains(&share) => {
            Err(table.fault(key, format!("{key} {share} must be a share from 0 to 1")))
        }
        other => Ok(other),
    }
}

fn within(table: &Table<'_>, key: &str) -> Result<Option<f64>, InputError> {
    match table.number(key)? {
        Some(rate) if !(rate > 0.0 && rate < 1.0) => Err(table
            .fault(key, format!("{key} {rate} must be above 0 and below 1"))
            .mend("no number of questions shows a rate of 0; 0.05 takes 59 without a false answer")),
        other => Ok(other),
    }
}

fn read_repeats(table: &Table<'_>) -> Result<StatedRepeats, InputError> {
    let (pass, of) = (numbers::at_least_one(table, "pass")?, numbers::at_least_one(table, "of")?);
    match (pass, of) {
        (Some(pass), Some(of)) if pass > of => {
            Err(table.fault("pass", format!("pass {pass} of {of} repeats: more must pass than there are")))
        }
        _ => Ok(StatedRepeats { pass, of }),
    }
}

fn limits(table: &Table<'_>) -> Result<Vec<(String, f64)>, InputError> {
    let names: Vec<String> = table.keys().map(str::to_owned).collect();
    let limit = |name: String| share(table, &name).map(|value| value.map(|value| (name, value)));
    names.into_iter().filter_map(|name| limit(name).transpose()).collect()
}

fn budgets(table: &Table<'_>, keys: &[&str]) -> Result<Vec<(String, f64)>, InputError> {
    table.only(keys)?;
    let budget = |key: &&str| match table.number(key) {
        Ok(Some(most)) if most <= 0.0 => Some(Err(table.fault(key, format!("{key} {most} must be above 0")))),
        Ok(most) => most.map(|most| Ok(((*key).to_owned(), most))),
        Err(error) => Some(Err(error)),
    };
    keys.iter().filter_map(budget).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;
    use crate::toml_text::TomlText;

    fn read(text: &str) -> Result<StatedGate, InputError> {
        let text = TomlText::read(&Source::memory("fourcell.toml", text.as_bytes().to_vec()))?;
        read_gate(&mut text.table()?.table("gate")?)
    }

    #[test]
    fn every_key_is_read() {
        let gate = read(
            "[gate]\nbaseline = 'main'\nmargin = 0.05\nmeasure = 'evidence@6'\nslice = 'type = lookup'\ninconclusive = 'fail'\n\
             coverage = 0.95\nfailed = 0\ncritical = 'all'\nfalse_answers = 0.05\njudge = 'careful'\nrepeats = {pass = 2, of = 3}\n\
             [gate.oracle]\nmeasure = 'correct'\nmargin = 0.1\n[gate.answers]\nmeasures = ['correct', 'faithfulness']\nmargin = 0.1\n\
             least = {correct = 0.6}\nmost = {forbidden = 0.02}\n[gate.latency]\np95 = 900\np50 = 200\n[gate.tokens]\nmean = 1500\n",
        )
        .unwrap();
        assert_eq!(gate.slice, Some(("type".into(), "lookup".into())));
        assert_eq!((gate.inconclusive, gate.critical_all, gate.failed), (Inconclusive::Fail, true, Some(0.0)));
        assert_eq!(gate.repeats, StatedRepeats { pass: Some(2), of: Some(3) });
        assert_eq!(gate.answers.least, [("correct".to_owned(), 0.6)]);
        assert_eq!(gate.latency, [("p50".to_owned(), 200.0), ("p95".to_owned(), 900.0)]);
        assert_eq!(read("").unwrap(), StatedGate::default());
        for (place, (name, value)) in Inconclusive::ALL.iter().enumerate() {
            assert_eq!((*value as usize, value.name()), (place, *name));
        }
    }

    #[test]
    fn faults_say_where_and_what_to_write() {
        for (text, problem) in [
            ("[gate]\nmargin = 5\n", "margin 5 must be above 0 and below 1"),
            ("[gate]\nslice = 'lookup'\n", "slice must be a key and a value"),
            ("[gate]\nfalse_answers = 0\n", "false_answers 0 must be above 0 and below 1"),
            ("[gate]\ncoverage = 99\n", "coverage 99 must be a share from 0 to 1"),
            ("[gate]\nrepeats = {pass = 4, of = 3}\n", "pass 4 of 3 repeats: more must pass than there are"),
            ("[gate]\nlatency = {p90 = 3}\n", "unknown key 'p90' in [gate.latency]"),
            ("[gate]\nlatency = {p95 = 0}\n", "p95 0 must be above 0"),
            ("[gate]\ninconclusive = 'ignore'\n", "'gate.inconclusive' is 'ignore', which is no known value"),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!((error.problem(), error.line()), (problem, Some(2)), "{text}");
        }
    }
}
