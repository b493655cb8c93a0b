//! The benchmark table of runs of a project, and how such tables are printed.

use fourcell::diagnosis::experiment::Column;
use fourcell::diagnosis::experiment::table::{columns, mark};
use fourcell::formats::Source;
use fourcell::retrieval::summary::{Slice, slices};
use fourcell::statistics::paired::sign_flip::SignMatrix;
use fourcell::statistics::scores::Scores as Table;
use report::BenchmarkReport;
use report::benchmark::{self, System};
use report::invariants::first_text;
use report::score::{Questions, clusters_of, distinct};

use super::halves::{self, Wanted};
use super::options::SideBySideArgs;
use super::{Halves, changes_between};
use crate::console;
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::format::TableFormat;
use crate::inputs::{Native, named};
use crate::scoring::Known;

/// The table of some runs; their changes are told from the first. `keys` are what questions are sliced by.
pub fn of_runs(native: Native, keys: &[String], args: &SideBySideArgs) -> Result<(BenchmarkReport, Vec<Source>), Failure> {
    let wanted = Wanted::new(args, &native.project)?;
    let (native, halves) = halves::halves(native, &wanted, args)?;
    let Halves { heading, retrieval, answers, incidents, files, mut warnings } = halves;
    let known = Known::new(&native.set);
    let most = [retrieval.first().map(|t| t.questions().len()), answers.first().map(|t| t.questions().len())];
    let signs = SignMatrix::new(args.seed, args.replicates, most.into_iter().flatten().max().unwrap_or(0));
    let mut all = Vec::new();
    if !wanted.retrieval.is_empty() {
        let no_means: Vec<String> = wanted
            .retrieval
            .iter()
            .filter(|m| !fourcell::diagnosis::compare::Compared::is_mean(*m))
            .map(ToString::to_string)
            .collect();
        if !no_means.is_empty() {
            warnings.push(format!("left out, being no mean over questions: {}", no_means.join(", ")));
        }
        all.extend(of_half(&retrieval, keys, &known, &signs));
    }
    all.extend(of_half(&answers, keys, &known, &signs));
    let family = mark(&mut all);
    known_keys(keys, &all)?;
    let names: Vec<&str> = native.runs.iter().map(|run| run.name.as_str()).collect();
    let systems = native.runs.iter().zip(distinct(&names)).zip(incidents).enumerate();
    let systems = systems.map(|(place, ((run, name), incidents))| System {
        name,
        changes: native.runs.first().filter(|_| place > 0).map(|first| changes_between(first, run)),
        incidents,
    });
    let report = BenchmarkReport {
        heading: heading_of(&heading, native.runs.len()),
        systems: systems.collect(),
        columns: all,
        family,
        seed: args.seed,
        replicates: args.replicates,
        warnings,
    };
    Ok((report, files))
}

/// The heading of a single run's scores, which names it, for all of them.
fn heading_of(of_one: &str, runs: usize) -> String {
    let parts: Vec<&str> = of_one.split(" · ").filter(|part| !part.starts_with("run ")).collect();
    let mut parts: Vec<String> = parts.into_iter().map(str::to_owned).collect();
    parts.insert(1.min(parts.len()), report::number::count(runs, "system"));
    parts.join(" · ")
}

fn of_half<M: fourcell::diagnosis::compare::Compared>(
    tables: &[Table<M>],
    keys: &[String],
    questions: &dyn Questions,
    signs: &SignMatrix,
) -> Vec<Column> {
    let Some(first) = tables.first() else { return Vec::new() };
    let slices: Vec<Slice> = slices(first, keys, &|question, key| questions.slice(question, key));
    let clusters = clusters_of(first.questions(), questions);
    columns(tables, &slices, clusters.numbers(), signs)
}

/// A slice key that no question has is a typing error, not an empty table.
pub fn known_keys(keys: &[String], columns: &[Column]) -> Result<(), Failure> {
    let has = |key: &&String| columns.iter().any(|column| column.slice.as_ref().is_some_and(|(k, _)| k == *key));
    match keys.iter().find(|key| !has(key)) {
        None => Ok(()),
        Some(key) => Err(Failure::nothing(format!("no scored question has a '{key}' to slice by"))
            .mend("--by takes keys of the questions, as in --by type,scope")),
    }
}

/// Prints a table, and says how that ends: with a fault where something does not hold that must, incomplete where something failed.
pub fn print(report: &BenchmarkReport, files: &[Source], format: TableFormat) -> Result<Exit, Failure> {
    let incidents: String = report.systems.iter().filter_map(|system| system.incidents.as_ref()).map(first_text).collect();
    let failed = report.columns.iter().flat_map(|column| &column.cells).any(|cell| cell.failed > 0);
    if report.columns.iter().all(|column| column.cells.iter().all(|cell| cell.value.is_none())) {
        let nothing = Failure::nothing("nothing could be evaluated: no question has a value for any measure");
        return Err(nothing.or_incomplete(failed).or_incidents(&incidents));
    }
    let bytes = match format {
        TableFormat::Table => benchmark::terminal(report),
        TableFormat::Json => benchmark::json(report, &named(&once(files))),
        TableFormat::Markdown => benchmark::markdown(report),
        TableFormat::Csv => {
            incidents.lines().filter(|line| !line.is_empty()).for_each(console::talk);
            benchmark::notes(report).iter().for_each(|note| console::talk(&format!("note: {note}")));
            benchmark::csv(report)
        }
    };
    console::data(&bytes)?;
    let fault = if incidents.is_empty() { Exit::Ok } else { Exit::Fault };
    Ok(Exit::first([fault, if failed { Exit::Incomplete } else { Exit::Ok }]))
}

/// Each file once, in the order in which it was first read.
pub fn once(files: &[Source]) -> Vec<Source> {
    let mut seen = std::collections::HashSet::new();
    files
        .iter()
        .filter(|file| seen.insert(file.path().map_or_else(|| file.name().to_string().into(), |p| p.to_owned())))
        .cloned()
        .collect()
}
