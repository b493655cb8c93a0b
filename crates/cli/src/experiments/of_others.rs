//! The benchmark table of scores that other tools gave.

use std::collections::BTreeMap;
use std::path::Path;

use clap::Args;
use fourcell::diagnosis::experiment::table::{columns, mark};
use fourcell::evaluate::from_score_table;
use fourcell::formats::Source;
use fourcell::formats::others::read_score_table;
use fourcell::formats::others::score_table::{Columns, Scored};
use fourcell::retrieval::summary::slices;
use fourcell::statistics::paired::sign_flip::SignMatrix;
use report::BenchmarkReport;
use report::benchmark::System;
use report::number::count;

use super::options::SideBySideArgs;
use super::runs::known_keys;
use crate::failure::Failure;

/// Which columns of a table of scores hold what.
#[derive(Debug, Default, Args)]
pub struct ScoreColumnsArgs {
    /// Of --scores: the column of questions [default: one called question_id, query_id, qid, q, id, question or query]
    #[arg(long, value_name = "COLUMN", requires = "scores")]
    pub question: Option<String>,
    /// Of --scores: the columns that say which configuration a row is of [default: those before the question's]
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', requires = "scores")]
    pub settings: Option<Vec<String>>,
    /// Of --scores: columns of which less is better
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', requires = "scores")]
    pub less_is_better: Vec<String>,
}

/// The table of the scores in a file.
pub fn of_scores(
    path: &Path,
    stated: &ScoreColumnsArgs,
    keys: &[String],
    args: &SideBySideArgs,
) -> Result<(BenchmarkReport, Vec<Source>), Failure> {
    let source = Source::from_argument(path)?;
    let split = |names: &String| names.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect();
    let stated = Columns {
        question: stated.question.clone(),
        settings: stated.settings.clone(),
        measures: args.measures.as_ref().map(split),
        less_is_better: stated.less_is_better.clone(),
    };
    let table = read_score_table(&source, &stated)?;
    let tables = from_score_table(&table);
    let questions = table.questions.len();
    let signs = SignMatrix::new(args.seed, args.replicates, questions);
    let none = BTreeMap::new();
    let value = |question: &str, key: &str| table.slices.get(key).unwrap_or(&none).get(question).cloned();
    let slices = tables.first().map(|first| slices(first, keys, &value)).unwrap_or_default();
    let mut all = columns(&tables, &slices, None, &signs);
    known_keys(keys, &all)?;
    let family = mark(&mut all);
    let mut warnings = table.warnings;
    let less: Vec<&str> = all.iter().filter(|c| c.less_is_better && c.slice.is_none()).map(|c| c.measure.as_str()).collect();
    warnings.push(match less.as_slice() {
        [] => "of every column more is taken to be better; --less-is-better names others".to_owned(),
        less => format!("less is taken to be better of {}, and more of all others", less.join(", ")),
    });
    warnings.push("nothing says which questions share a cluster: all are taken as independent".to_owned());
    let system = |scored: &Scored| System { name: scored.name(), changes: None, incidents: None };
    let report = BenchmarkReport {
        heading: format!(
            "{} · {} · {} · scores of others, as they are",
            source.name(),
            count(table.configurations.len(), "system"),
            count(questions, "question")
        ),
        systems: table.configurations.iter().map(system).collect(),
        columns: all,
        family,
        seed: args.seed,
        replicates: args.replicates,
        warnings,
    };
    Ok((report, vec![source]))
}
