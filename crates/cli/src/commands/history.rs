//! `fourcell history`: what a project's runs measured, one after the other, and what was changed between them.

use std::fs::DirEntry;
use std::path::{Path, PathBuf};

use clap::Args;
use fourcell::diagnosis::Comparison;
use fourcell::diagnosis::compare::{Compared, Terms, adjust, compare};
use fourcell::diagnosis::experiment::table::columns;
use fourcell::formats::Source;
use fourcell::formats::native::{Run, read_manifest, read_run};
use fourcell::formats::project::{Project, load_set};
use fourcell::statistics::paired::sign_flip::SignMatrix;
use fourcell::statistics::scores::Scores as Table;
use report::HistoryReport;
use report::history::{self, Measured, PastRun};
use report::number::count;
use report::score::{Questions, clusters_of};

use crate::console;
use crate::exit_codes::Exit;
use crate::experiments::halves::{self, OfRun};
use crate::experiments::options::SideBySideArgs;
use crate::experiments::runs::once;
use crate::experiments::{Wanted, changes_between};
use crate::failure::Failure;
use crate::format::TableFormat;
use crate::inputs::{InputArgs, Native, named};
use crate::scoring::Known;

/// Tell the measures of a project's runs over time, each against the run before, with what was changed between them
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell history                                  every run of the project, the oldest first
  fourcell history --limit 5 -m 'complete@6 correct'
  fourcell history baseline candidate               these, in this order
  fourcell history --matrices --format csv          runs of matrices too

Each run is compared with the run before it on the same questions. Where their manifests differ in one setting, the difference is
attributable to it; where they differ in several it is not attributable, and they are named. Runs that cannot be read are listed with
the reason. The final split stays sealed.")]
pub struct History {
    /// Runs, in the order in which they were made: names under the project's runs, or run directories [default: all of the project]
    #[arg(value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// The project's folder [default: the nearest one upwards with a fourcell.toml]
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
    /// Also the runs of matrices, which lie in folders of their own
    #[arg(long, conflicts_with = "runs")]
    matrices: bool,
    /// Only the last so many
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    #[command(flatten)]
    side_by_side: SideBySideArgs,
}

/// A run that may be read.
struct Candidate {
    /// Its name, with its folder's where it is one of a matrix.
    name: String,
    directory: PathBuf,
    started: Option<String>,
}

/// Runs in order, with what decides the order, and what else is to be said.
struct Found {
    candidates: Vec<Candidate>,
    order: String,
    warnings: Vec<String>,
}

/// What was read and scored of the runs that could be.
#[derive(Default)]
struct Past {
    candidates: Vec<Candidate>,
    runs: Vec<Run>,
    scored: Vec<OfRun>,
    unread: Vec<(String, String)>,
}

impl History {
    /// Finds, scores, compares, prints.
    pub fn run(self) -> Result<Exit, Failure> {
        let project = InputArgs::open_project(self.project.as_deref())?;
        let found = if self.runs.is_empty() { all_of(&project, self.matrices)? } else { self.named(&project) };
        let Found { mut candidates, order, mut warnings } = found;
        if candidates.is_empty() {
            return Err(
                Failure::nothing(format!("{} holds no run", crate::inputs::shown(&project.runs))).mend("make one: fourcell run")
            );
        }
        let (all, limit) = (candidates.len(), self.limit.map_or(usize::MAX, |limit| limit as usize));
        // One more is read, which the first that is shown is compared with.
        candidates.drain(..all.saturating_sub(limit.saturating_add(1)));
        if all > limit {
            warnings.push(format!("the last {limit} of {}", count(all, "run")));
        }
        let wanted = Wanted::new(&self.side_by_side, &project)?;
        let set = load_set(&project)?;
        let known = Known::new(&set);
        let (native, past) = self.read(Native { project, set, runs: Vec::new() }, candidates, &wanted);
        if past.runs.is_empty() {
            let failure = Failure::nothing("no run could be read");
            return Err(past.unread.iter().fold(failure, |failure, (run, why)| failure.mend(format!("{run}: {why}"))));
        }
        let mut files: Vec<Source> = past.scored.iter().flat_map(|scored| scored.files.clone()).collect();
        let answers = match wanted.answers.is_empty() {
            true => Vec::new(),
            false => {
                let materials = halves::materials(&native.project, &past.runs)?;
                files.extend(materials.iter().flat_map(|material| material.files.clone()));
                halves::answers_of(&materials, &wanted, &self.side_by_side, &mut warnings)?
            }
        };
        let report = self.report(past, &wanted, &answers, &known, (order, warnings), limit);
        self.print(&report, &files)?;
        Ok(Exit::Ok)
    }

    /// The runs that are named, in that order.
    fn named(&self, project: &Project) -> Found {
        let candidate = |named: &PathBuf| {
            let below = project.runs.join(named);
            let directory = if named.is_dir() { named.clone() } else { below };
            Candidate { name: named.display().to_string(), started: started(&directory), directory }
        };
        Found {
            candidates: self.runs.iter().map(candidate).collect(),
            order: "runs stand in the order in which they were named".to_owned(),
            warnings: Vec::new(),
        }
    }

    /// Reads and scores runs one after the other; what cannot be is told with its reason.
    fn read(&self, mut native: Native, candidates: Vec<Candidate>, wanted: &Wanted) -> (Native, Past) {
        let mut past = Past::default();
        for candidate in candidates {
            let run = match read_run(&candidate.directory) {
                Ok(run) => run,
                Err(e) => {
                    past.unread.push((candidate.name, Failure::from(e).parts().0.to_owned()));
                    continue;
                }
            };
            native.runs = vec![run];
            let (back, scored) = halves::retrieval_of(native, wanted, &self.side_by_side);
            native = back;
            match (scored, native.runs.pop()) {
                (Ok(scored), Some(run)) => {
                    past.candidates.push(candidate);
                    past.runs.push(run);
                    past.scored.push(scored);
                }
                (Err(failure), _) => past.unread.push((candidate.name, failure.parts().0.to_owned())),
                (Ok(_), None) => {}
            }
        }
        (native, past)
    }

    fn report(
        &self,
        past: Past,
        wanted: &Wanted,
        answers: &[Table<fourcell::generation::Measure>],
        known: &Known,
        (order, mut warnings): (String, Vec<String>),
        limit: usize,
    ) -> HistoryReport {
        let Past { candidates, runs, scored, unread } = past;
        let heading = scored.last().map(|scored| scored.heading.clone()).unwrap_or_default();
        let shown: Vec<&str> = heading.split(" · ").filter(|part| !part.starts_with("run ")).collect();
        let mut incidents = Vec::new();
        let mut retrieval = Vec::new();
        for scored in scored {
            incidents.push(scored.incidents);
            retrieval.push(scored.scores);
            warnings.extend(scored.warnings.into_iter().filter(|w| !warnings.contains(w)).collect::<Vec<_>>());
        }
        let mut measures: Vec<Vec<Measured>> = candidates.iter().map(|_| Vec::new()).collect();
        if !wanted.retrieval.is_empty() {
            self.measure(&retrieval, known, &mut measures);
        }
        self.measure(answers, known, &mut measures);
        let skipped = candidates.len().saturating_sub(limit);
        let mut past: Vec<PastRun> = Vec::new();
        for (place, candidate) in candidates.into_iter().enumerate().skip(skipped) {
            past.push(PastRun {
                name: candidate.name,
                started: candidate.started,
                changes: place.checked_sub(1).map(|before| changes_between(&runs[before], &runs[place])),
                incidents: incidents[place].take(),
                measures: std::mem::take(&mut measures[place]),
            });
        }
        let compared = adjust_all(&mut past);
        HistoryReport {
            heading: format!("{} · {}", shown.join(" · "), count(past.len(), "run")),
            order,
            runs: past,
            unread,
            compared,
            seed: self.side_by_side.seed,
            replicates: self.side_by_side.replicates,
            warnings,
        }
    }

    /// Sums up each run, and compares it with the run before.
    fn measure<M: Compared>(&self, tables: &[Table<M>], questions: &dyn Questions, into: &mut [Vec<Measured>]) {
        let Some(first) = tables.first() else { return };
        let clusters = clusters_of(first.questions(), questions);
        let signs = SignMatrix::new(self.side_by_side.seed, self.side_by_side.replicates, first.questions().len());
        for (place, table) in tables.iter().enumerate() {
            let own = columns(std::slice::from_ref(table), &[], clusters.numbers(), &signs);
            let terms = Terms::of_margin(None);
            let since = place.checked_sub(1).map(|before| compare(table, &tables[before], clusters.numbers(), &terms, &signs));
            let mut since = since.unwrap_or_default().into_iter();
            for column in own {
                let something = |c: &Comparison| c.n > 0 || c.failed > 0;
                let since = since.next().filter(something).map(|c| Comparison { changed: Vec::new(), ..c });
                let Some(summary) = column.cells.into_iter().next() else { continue };
                into[place].push(Measured { measure: column.measure, less_is_better: column.less_is_better, summary, since });
            }
        }
    }

    fn print(&self, report: &HistoryReport, files: &[Source]) -> Result<(), Failure> {
        console::data(&match self.side_by_side.format {
            TableFormat::Table => history::terminal(report),
            TableFormat::Json => history::json(report, &named(&once(files))),
            TableFormat::Markdown => history::markdown(report),
            TableFormat::Csv => {
                history::notes(report).iter().for_each(|note| console::talk(&format!("note: {note}")));
                history::csv(report)
            }
        })
    }
}

/// Holm over every comparison that is shown: each is a claim that could be picked out.
fn adjust_all(runs: &mut [PastRun]) -> usize {
    let mut families: Vec<Vec<Comparison>> = Vec::new();
    for measured in measured_of(runs) {
        families.push(measured.since.take().into_iter().collect());
    }
    let compared = adjust(&mut families);
    for (measured, family) in measured_of(runs).zip(families) {
        measured.since = family.into_iter().next();
    }
    compared
}

fn measured_of(runs: &mut [PastRun]) -> impl Iterator<Item = &mut Measured> {
    runs.iter_mut().flat_map(|run| run.measures.iter_mut())
}

/// Every run of a project.
fn all_of(project: &Project, matrices: bool) -> Result<Found, Failure> {
    let mut candidates = Vec::new();
    let mut warnings = Vec::new();
    for entry in folders(&project.runs) {
        let (name, directory) = (entry.file_name().to_string_lossy().into_owned(), entry.path());
        let inside: Vec<DirEntry> = if is_run(&directory) { Vec::new() } else { folders(&directory) };
        let inside: Vec<DirEntry> = inside.into_iter().filter(|entry| is_run(&entry.path())).collect();
        match (inside.len(), matrices) {
            // What holds nothing of a run is told as one that cannot be read.
            (0, _) => candidates.push(Candidate { name, started: started(&directory), directory }),
            (n, false) => warnings.push(format!("not shown: {} of the matrix {name}; --matrices shows them", count(n, "run"))),
            (_, true) => candidates.extend(inside.into_iter().map(|entry| Candidate {
                name: format!("{name}/{}", entry.file_name().to_string_lossy()),
                started: started(&entry.path()),
                directory: entry.path(),
            })),
        }
    }
    candidates.sort_by(|a, b| (&a.started, &a.name).cmp(&(&b.started, &b.name)));
    let silent: Vec<&str> = candidates.iter().filter(|c| c.started.is_none()).map(|c| c.name.as_str()).collect();
    let order = match silent.len() {
        0 => "runs stand in the order in which they were started, as their manifests say".to_owned(),
        n if n == candidates.len() => {
            "no manifest says when its run was started: runs stand in the order of their names".to_owned()
        }
        _ => format!(
            "runs stand in the order in which they were started; before them, by name, those whose manifests do not say: {}",
            silent.join(", ")
        ),
    };
    Ok(Found { candidates, order, warnings })
}

/// The folders in a folder, by name; without links, which are other names of runs, and hidden ones.
fn folders(folder: &Path) -> Vec<DirEntry> {
    let mut all: Vec<DirEntry> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .filter(|entry| !entry.file_name().to_string_lossy().starts_with('.'))
        .collect();
    all.sort_by_key(DirEntry::file_name);
    all
}

/// Whether a folder holds something of a run.
fn is_run(directory: &Path) -> bool {
    ["records.jsonl", "records.jsonl.gz", "records.jsonl.zst", "manifest.toml", systems::journal::JOURNAL]
        .iter()
        .any(|file| directory.join(file).exists())
}

/// When a run was started, as far as its manifest can be read.
fn started(directory: &Path) -> Option<String> {
    read_manifest(&Source::file(&directory.join("manifest.toml"))).ok()?.started
}
