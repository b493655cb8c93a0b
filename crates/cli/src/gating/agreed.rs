//! What was agreed: the project's `[gate]` with what the command says, checked before anything is scored.

use fourcell::diagnosis::compare::Compared;
use fourcell::diagnosis::gate::{Certainty, Demand, Limit, Quantity};
use fourcell::formats::gate::{Inconclusive, StatedGate};
use fourcell::formats::project::Project;
use fourcell::generation;
use fourcell::retrieval;

use crate::failure::Failure;
use crate::judges::wanted;

/// The core measure where nothing is said.
pub const CORE: &str = "complete@context";

/// The measure of generation with the labelled evidence where nothing is said.
const ORACLE: &str = "correct";

/// The least share of answerable questions with a value where nothing is said.
const COVERAGE: f64 = 0.99;

/// The largest share of calls that may fail where nothing is said.
const FAILED: f64 = 0.01;

/// What was agreed.
#[derive(Clone, Debug)]
pub struct Agreed {
    /// The core measure.
    pub core: retrieval::Measure,
    /// How much worse still passes.
    pub margin: f64,
    /// Key and value of the core questions; `None` for those marked core, else all.
    pub slice: Option<(String, String)>,
    /// What inconclusive does.
    pub inconclusive: Inconclusive,
    /// The least share of answerable questions with a value.
    pub coverage: f64,
    /// The largest share of calls that may fail.
    pub failed: f64,
    /// What is asked of critical questions.
    pub critical: Demand,
    /// The budget of false answers.
    pub false_answers: Option<f64>,
    /// How many repeats must pass; of as many as there are.
    pub pass: Option<u32>,
    /// How many repeats a run must have.
    pub of: Option<u32>,
    /// With the labelled evidence: the measure, and how much worse still passes.
    pub oracle: Option<(generation::Measure, f64)>,
    /// End to end: measures, and how much worse still passes.
    pub no_worse: Vec<(generation::Measure, f64)>,
    /// End to end: measures with limits of their own.
    pub limits: Vec<(generation::Measure, Limit)>,
    /// Latency budgets.
    pub latency: Vec<(Quantity, f64)>,
    /// Token budgets.
    pub tokens: Vec<(Quantity, f64)>,
    /// The certainty of every bound.
    pub by: Certainty,
}

impl Agreed {
    /// What the project says, with what the command says in place of it.
    pub fn of(project: &Project, margin: Option<f64>) -> Result<Self, Failure> {
        let gate = &project.gate;
        let margin = margin.or(project.margin).ok_or_else(|| {
            Failure::bad_input("no margin is agreed: how much worse may the core measure become?")
                .mend("state it before the runs are made: [gate] margin = 0.05, five points of a hundred; or say --margin")
        })?;
        if !(margin > 0.0 && margin < 1.0) {
            return Err(Failure::bad_input("--margin must lie between 0 and 1; 0.05 is five points"));
        }
        let (no_worse, limits) = (no_worse(gate)?, limits(gate)?);
        let of_answers = |measures: Vec<&generation::Measure>| {
            let named: Vec<generation::Measure> = measures.into_iter().cloned().collect();
            wanted::rubrics_are_stated(&named, Some(project))
        };
        of_answers(no_worse.iter().map(|(m, _)| m).chain(limits.iter().map(|(m, _)| m)).collect())?;
        Ok(Self {
            core: core(gate)?,
            margin,
            slice: gate.slice.clone(),
            inconclusive: gate.inconclusive,
            coverage: gate.coverage.unwrap_or(COVERAGE),
            failed: gate.failed.unwrap_or(FAILED),
            critical: if gate.critical_all { Demand::All } else { Demand::Stay },
            false_answers: gate.false_answers,
            pass: gate.repeats.pass,
            of: gate.repeats.of,
            oracle: oracle(gate)?,
            no_worse,
            limits,
            latency: gate.latency.iter().map(|(name, most)| (quantity(name), *most)).collect(),
            tokens: gate.tokens.iter().map(|(name, most)| (quantity(name), *most)).collect(),
            by: Certainty::USUAL,
        })
    }

    /// The measures of answers that are agreed on, end to end and with the labelled evidence.
    pub fn measures_of_answers(&self) -> Vec<generation::Measure> {
        let all = self.no_worse.iter().map(|(m, _)| m).chain(self.limits.iter().map(|(m, _)| m));
        let mut measures: Vec<generation::Measure> = Vec::new();
        for measure in all.chain(self.oracle.iter().map(|(m, _)| m)) {
            if !measures.contains(measure) {
                measures.push(measure.clone());
            }
        }
        measures
    }
}

fn core(gate: &StatedGate) -> Result<retrieval::Measure, Failure> {
    let name = gate.measure.as_deref().unwrap_or(CORE);
    let named = retrieval::name::parse_list(name).map_err(|e| {
        let other = generation::Measure::parse(name).is_ok();
        let mend = match other {
            true => "layer 2 is of retrieval; measures of answers stand in [gate.answers]".to_owned(),
            false => format!("[gate] measure = \"{CORE}\" is the usual one; 'fourcell explain' lists all"),
        };
        Failure::bad_input(format!("[gate] measure: {e}")).mend(mend)
    })?;
    match named.as_slice() {
        [measure] if measure.is_mean() => Ok(*measure),
        [measure] => {
            Err(Failure::bad_input(format!("[gate] measure: '{measure}' is no mean over questions, so that no margin holds it")))
        }
        _ => Err(Failure::bad_input("[gate] measure: one measure decides, agreed beforehand")
            .mend("name one, and see the others with 'fourcell compare'")),
    }
}

fn answers(key: &str, name: &str) -> Result<generation::Measure, Failure> {
    generation::Measure::parse(name).map_err(|e| Failure::bad_input(format!("[gate.{key}]: {e}")))
}

fn oracle(gate: &StatedGate) -> Result<Option<(generation::Measure, f64)>, Failure> {
    match (&gate.oracle.measure, gate.oracle.margin) {
        (name, Some(margin)) => Ok(Some((answers("oracle", name.as_deref().unwrap_or(ORACLE))?, margin))),
        (Some(_), None) => {
            Err(Failure::bad_input("[gate.oracle] names a measure and no margin").mend("[gate.oracle] margin = 0.05"))
        }
        (None, None) => Ok(None),
    }
}

fn no_worse(gate: &StatedGate) -> Result<Vec<(generation::Measure, f64)>, Failure> {
    if gate.answers.measures.is_empty() {
        return match gate.answers.margin {
            Some(_) => Err(Failure::bad_input("[gate.answers] states a margin, and of no measure")
                .mend("[gate.answers] measures = [\"correct\"]")),
            None => Ok(Vec::new()),
        };
    }
    let margin = gate
        .answers
        .margin
        .ok_or_else(|| Failure::bad_input("[gate.answers] names measures and no margin").mend("[gate.answers] margin = 0.05"))?;
    gate.answers.measures.iter().map(|name| Ok((answers("answers", name)?, margin))).collect()
}

fn limits(gate: &StatedGate) -> Result<Vec<(generation::Measure, Limit)>, Failure> {
    let least = gate.answers.least.iter().map(|(name, value)| Ok((answers("answers.least", name)?, Limit::Least(*value))));
    let most = gate.answers.most.iter().map(|(name, value)| Ok((answers("answers.most", name)?, Limit::Most(*value))));
    least.chain(most).collect()
}

/// `mean`, or `p` and hundredths: the reader knows no others.
fn quantity(name: &str) -> Quantity {
    let hundredths = name.strip_prefix('p').and_then(|digits| digits.parse::<f64>().ok());
    hundredths.map_or(Quantity::Mean, |n| Quantity::Quantile(n / 100.0))
}
