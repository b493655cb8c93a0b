//! The benchmark table: systems by measures and slices, and which may be called best; and each format it is written in.

mod csv;
mod json;
mod markdown;
mod notes;
mod schema;
mod terminal;

pub use csv::csv;
pub use json::json;
pub use markdown::markdown;
pub use notes::notes;
pub use schema::BENCHMARK;
pub use terminal::terminal;

use fourcell::diagnosis::experiment::{Changes, Column, Family, Standing};
use fourcell::statistics::Summary;

use crate::invariants::First;
use crate::number::{interval, value};

/// Systems side by side.
#[derive(Clone, Debug)]
pub struct BenchmarkReport {
    /// What was scored, in a line.
    pub heading: String,
    /// The systems, in the order of the columns' cells; the first is the one that the others' changes are told from.
    pub systems: Vec<System>,
    /// The columns: each measure over all questions, then over each slice.
    pub columns: Vec<Column>,
    /// What Holm reckoned with.
    pub family: Family,
    /// The seed of random sign flips.
    pub seed: u64,
    /// Replicates of random sign flips.
    pub replicates: u32,
    /// What a reader should know beside the numbers.
    pub warnings: Vec<String>,
}

/// A system of the table.
#[derive(Clone, Debug)]
pub struct System {
    /// Its name.
    pub name: String,
    /// What differs from the first system; `None` for that one itself, and where the name says it.
    pub changes: Option<Changes>,
    /// What does not hold that must, whatever the scores are; `None` where everything does that could be checked.
    pub incidents: Option<First>,
}

/// Columns over the same questions.
pub(crate) struct Part<'a> {
    /// The slice's key and value; `None` for all questions.
    pub slice: Option<&'a (String, String)>,
    /// The columns.
    pub columns: Vec<&'a Column>,
}

impl BenchmarkReport {
    /// The columns of all questions, then of each slice, in their order.
    pub(crate) fn parts(&self) -> Vec<Part<'_>> {
        let mut parts: Vec<Part<'_>> = Vec::new();
        for column in &self.columns {
            let slice = column.slice.as_ref();
            match parts.iter_mut().find(|part| part.slice == slice) {
                Some(part) => part.columns.push(column),
                None => parts.push(Part { slice, columns: vec![column] }),
            }
        }
        parts
    }

    /// Whether any system's changes are told.
    pub(crate) fn tells_changes(&self) -> bool {
        self.systems.iter().any(|system| system.changes.is_some())
    }
}

impl Part<'_> {
    /// `all questions`, or the slice with its number of questions.
    pub(crate) fn title(&self) -> String {
        let Some((key, value)) = self.slice else { return "all questions".to_owned() };
        let questions = self.columns.iter().map(|column| column.questions).max().unwrap_or(0);
        let few = if self.columns.iter().all(|column| column.directional) { ": too few for more than a direction" } else { "" };
        format!("{key} = {value} · {}{few}", crate::number::count(questions, "question"))
    }
}

/// A system that is told apart from every other.
const BEST: &str = "▲";
/// One that is not told apart from the best mean.
const NOT_TOLD_APART: &str = "≈";

fn mark(standing: Standing) -> &'static str {
    match standing {
        Standing::Best => BEST,
        Standing::NotToldApart => NOT_TOLD_APART,
        Standing::Worse | Standing::Unmarked => "",
    }
}

/// The measure with the questions that it rests on, and which way is better where that is down.
fn title(column: &Column) -> String {
    let n = usual_n(column);
    format!(
        "{}{} (n {n}{})",
        column.measure,
        if column.less_is_better { " ↓" } else { "" },
        if column.directional { "*" } else { "" }
    )
}

/// As many questions as the best covered system has a value for.
fn usual_n(column: &Column) -> usize {
    column.cells.iter().map(|cell| cell.n).max().unwrap_or(0)
}

/// Value, interval, and what is not as in the other cells of its column: questions left out, and why.
fn cell(summary: &Summary, standing: Standing, usual_n: usize) -> String {
    let mut parts = vec![value(summary)];
    if summary.interval.is_some() {
        parts.push(interval(summary.interval));
    }
    let left = left_out(summary, usual_n);
    parts.extend((!left.is_empty()).then_some(left));
    let mark = mark(standing);
    parts.extend((!mark.is_empty()).then(|| mark.to_owned()));
    parts.join(" ")
}

/// What failed and what has no value, with the n that is left; nothing where all is as usual.
fn left_out(summary: &Summary, usual_n: usize) -> String {
    let mut told = Vec::new();
    if summary.n != usual_n {
        told.push(format!("n {}", summary.n));
    }
    if summary.failed > 0 {
        told.push(format!("{} failed", summary.failed));
    }
    if told.is_empty() { String::new() } else { format!("({})", told.join(", ")) }
}
