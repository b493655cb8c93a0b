//! `fourcell explain`: what a measure says and when it misleads, what a rule finds, what an exit code means.

use clap::Args;
use fourcell::diagnosis::CAUSES;
use fourcell::evidence::suggest::nearest;
use fourcell::evidence::text::printable;
use fourcell::generation;
use fourcell::retrieval::measures::Definition;
use fourcell::retrieval::{MEASURES, Measure};
use report::explain::{self, CAUSES_TOPIC, EXIT_CODES, Explanation, answer_names, names, rules};

use crate::console;
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::format::Format;

/// Explain a measure, a rule of 'fourcell check', a cause of 'fourcell ledger', or the exit codes; without a name, list what can be explained
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell explain                                  every measure and every rule
  fourcell explain nDCG                             its page; 'ndcg_cut_10' and 'nDCG@10' find it too
  fourcell explain faithfulness                     a measure of answers
  fourcell explain quote-mismatch                   a rule of 'fourcell check'
  fourcell explain chunk-boundary                   a cause of 'fourcell ledger'; 'causes' explains them all
  fourcell explain exit-codes
  fourcell explain --all --format markdown          the whole reference of measures")]
pub struct Explain {
    /// A measure, a rule, a cause, 'causes' or 'exit-codes'
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// The pages of all measures
    #[arg(long, conflicts_with = "name")]
    all: bool,
    /// How the page is written
    #[arg(long, default_value = "table")]
    format: Format,
}

impl Explain {
    /// Finds the page, prints it.
    pub fn run(self) -> Result<Exit, Failure> {
        let explanation = match &self.name {
            _ if self.all => Explanation::Reference,
            None => Explanation::Everything,
            Some(name) => find(name.trim())?,
        };
        console::data(&match self.format {
            Format::Table => explain::terminal(&explanation),
            Format::Json => explain::json(&explanation),
            Format::Markdown => explain::markdown(&explanation),
        })?;
        Ok(Exit::Ok)
    }
}

fn find(name: &str) -> Result<Explanation, Failure> {
    if let Some(measure) = measure(name)? {
        return Ok(Explanation::Measure(measure));
    }
    if let Some(measure) = answer_measure(name) {
        return Ok(Explanation::AnswerMeasure(measure));
    }
    if let Some(rule) = rules().find(|rule| rule.name == name) {
        return Ok(Explanation::Rule(rule));
    }
    if let Some(cause) = CAUSES.iter().find(|cause| cause.name == name) {
        return Ok(Explanation::Cause(cause));
    }
    if name == CAUSES_TOPIC {
        return Ok(Explanation::Causes);
    }
    if name == EXIT_CODES {
        return Ok(Explanation::ExitCodes(Exit::described()));
    }
    let retrieval = MEASURES.iter().copied().flat_map(names);
    let measures = retrieval.chain(generation::MEASURES.iter().copied().flat_map(answer_names));
    let near = nearest(
        without_budget(name),
        measures
            .chain(rules().map(|rule| rule.name))
            .chain(CAUSES.iter().map(|cause| cause.name))
            .chain([CAUSES_TOPIC, EXIT_CODES]),
    );
    let failure = Failure::bad_input(format!("nothing is called '{}'", printable(name, 60)));
    Err(match near {
        Some(near) => failure.mend(format!("did you mean '{near}'? 'fourcell explain' lists all that can be explained")),
        None => failure.mend("'fourcell explain' lists all that can be explained"),
    })
}

/// The measure of answers of that name; of a rubric, with or without its own.
fn answer_measure(name: &str) -> Option<&'static generation::Definition> {
    let named = generation::MEASURES.iter().copied().find(|measure| answer_names(measure).any(|n| n == name));
    named.or_else(|| generation::measures::Measure::parse(name).ok().map(|measure| measure.definition))
}

/// The measure of retrieval of that name, with or without a budget. A known name with a budget or a parameter that cannot be is an error.
fn measure(name: &str) -> Result<Option<&'static Definition>, Failure> {
    let called = |name: &str| MEASURES.iter().copied().find(|measure| names(measure).any(|n| n == name));
    match (called(name), name.parse::<Measure>()) {
        (Some(measure), _) => Ok(Some(measure)),
        (None, Ok(measure)) => Ok(Some(measure.definition)),
        (None, Err(error)) => match called(without_budget(name)) {
            // What lacks its budget is known well enough to be explained.
            Some(measure) if !name.contains('@') => Ok(Some(measure)),
            Some(measure) => Err(Failure::bad_input(error).mend(format!("fourcell explain {}", measure.name))),
            None => Ok(None),
        },
    }
}

/// A name up to its parentheses or its budget.
fn without_budget(name: &str) -> &str {
    name.split(['(', '@']).next().unwrap_or(name)
}
