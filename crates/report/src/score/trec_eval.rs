//! The report in trec_eval's own names and layout.

use fourcell::evidence::text::printable;
use fourcell::retrieval::measures::Values;
use fourcell::statistics::Score;

use super::{RunReport, ScoreReport};

/// A measure that trec_eval has no name for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoTrecName(pub String);

/// A line for each measure, `name<TAB>query<TAB>value`; with those of single queries first where asked for. `skip_missing` leaves out
/// the lines of queries that the run lacks, as trec_eval 9 does.
pub fn trec_eval(report: &ScoreReport, per_question: bool, skip_missing: bool) -> Result<Vec<u8>, NoTrecName> {
    let mut text = String::new();
    for run in &report.runs {
        text += &one(run, per_question, skip_missing)?;
    }
    Ok(text.into_bytes())
}

fn one(run: &RunReport, per_question: bool, skip_missing: bool) -> Result<String, NoTrecName> {
    let names: Result<Vec<String>, NoTrecName> =
        run.measures.iter().map(|m| m.trec_name().ok_or_else(|| NoTrecName(m.to_string()))).collect();
    let names = names?;
    let is_count = |column: usize| run.measures[column].definition.values == Values::Count;
    let mut text = String::new();
    if per_question {
        for (place, question) in run.scores.questions().iter().enumerate() {
            if skip_missing && run.told.missing.binary_search(question).is_ok() {
                continue;
            }
            let question = printable(question, usize::MAX);
            for (column, name) in names.iter().enumerate() {
                // The number of queries and a geometric mean are of all queries alone.
                if matches!(name.as_str(), "num_q" | "gm_map") {
                    continue;
                }
                if let Score::Value(value) = run.scores.get(place, column) {
                    text += &line(name, &question, value, is_count(column));
                }
            }
        }
    }
    // trec_eval prints the run's tag only when asked for its counts.
    if names.iter().any(|name| name == "num_q") {
        let tag = run.told.tag.as_deref().unwrap_or(&run.name);
        text += &format!("{:<22}\tall\t{}\n", "runid", printable(tag, usize::MAX));
    }
    for (column, (name, summary)) in names.iter().zip(&run.summaries).enumerate() {
        if let Some(value) = summary.value {
            text += &line(name, "all", value, is_count(column));
        }
    }
    Ok(text)
}

fn line(name: &str, query: &str, value: f64, is_count: bool) -> String {
    if is_count { format!("{name:<22}\t{query}\t{value:.0}\n") } else { format!("{name:<22}\t{query}\t{value:6.4}\n") }
}
