//! Finding the input: a native project, TREC files, or a BEIR directory; and the runs that are named.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use fourcell::formats::native::{Read, Run, read_run};
use fourcell::formats::project::{Project, QuestionSet, load_set, read_project};
use fourcell::formats::trec::{Compat, Judgement, Qrels, Reading, from_judgements, read_lists, read_qrels};
use fourcell::formats::{Source, beir};
use report::envelope::Input as Named;

use crate::console;
use crate::custody::split::BurnArgs;
use crate::failure::Failure;
use crate::opening;

/// Where questions, labels and runs are.
#[derive(Debug, Default, Args)]
pub struct InputArgs {
    /// Runs: directories, names under the project's runs/, or TREC run files ('-' for stdin). None: runs/latest
    #[arg(value_name = "RUN")]
    pub runs: Vec<PathBuf>,
    /// The project's folder [default: the nearest one upwards with a fourcell.toml]
    #[arg(long, value_name = "DIR")]
    pub project: Option<PathBuf>,
    /// TREC qrels; then no project is read and runs are TREC run files
    #[arg(long, value_name = "FILE", conflicts_with_all = ["project", "beir"])]
    pub qrels: Option<PathBuf>,
    /// A BEIR directory; then no project is read and runs are TREC run files
    #[arg(long, value_name = "DIR", conflicts_with = "project")]
    pub beir: Option<PathBuf>,
    /// Which questions of a project: tune, or final, which are not for tuning (see --burn) [default: all but the final ones]; or the
    /// name of a BEIR split [default: test]
    #[arg(long, value_name = "NAME")]
    pub split: Option<String>,
    #[command(flatten)]
    pub burn: BurnArgs,
    /// Follow trec_eval's habits (TREC files): single-precision scores in 9, means over the queries of both files
    #[arg(long, value_name = "TOOL")]
    pub compat: Option<CompatArg>,
    /// Only the first N of each ranking count, after sorting (TREC files; trec_eval's -M)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// What is scored: passages, or the documents they come from, each at its first passage
    #[arg(long)]
    pub level: Option<LevelArg>,
    /// In TREC files, what separates a document's id from its passage's: '#' makes 'd1#c0' a passage of 'd1'
    #[arg(long, value_name = "TEXT")]
    pub doc_separator: Option<String>,
    /// Threads to use [default: as many as there are processors]; they never change a digit
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub threads: usize,
}

/// trec_eval versions whose habits are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompatArg {
    /// trec_eval 9.x
    #[value(name = "trec_eval-9")]
    TrecEval9,
    /// trec_eval 10.x
    #[value(name = "trec_eval-10")]
    TrecEval10,
}

/// What is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LevelArg {
    /// Passages as they were ranked
    Passage,
    /// Documents, each at its first passage, before any cut
    Document,
}

/// What was found.
pub enum Inputs {
    /// A project with its question set and runs.
    Native(Box<Native>),
    /// Judgements with TREC runs.
    Trec(Box<Trec>),
}

/// A project with what is to be scored of it.
pub struct Native {
    /// The project.
    pub project: Project,
    /// Its questions, corpus and labels.
    pub set: QuestionSet,
    /// The runs, in the order named.
    pub runs: Vec<Run>,
}

/// Judgements with what is to be scored against them.
pub struct Trec {
    /// The judgements.
    pub qrels: Qrels,
    /// Their name in headings.
    pub name: String,
    /// How run files are read.
    pub reading: Reading,
    /// The run files.
    pub runs: Vec<Source>,
    /// The files of the judgements.
    pub files: Vec<Source>,
    /// What is odd in them.
    pub warnings: Vec<String>,
}

impl InputArgs {
    /// Before anything is shown of the questions: final ones of a project are refused, or burned. `by` is the command.
    pub fn open_final(&self, inputs: &Inputs, by: &str) -> Result<(), Failure> {
        let Inputs::Native(native) = inputs else { return Ok(()) };
        let split = self.burn.wanted(self.split.as_deref())?;
        let runs: Vec<&Run> = native.runs.iter().collect();
        self.burn.open(split, &native.project, &native.set, &runs, by)
    }

    /// How TREC files are read. `compat` is what the output format implies.
    pub fn reading(&self, implied: Option<Compat>) -> Result<Reading, Failure> {
        let compat = match self.compat {
            Some(CompatArg::TrecEval9) => Some(Compat::V9),
            Some(CompatArg::TrecEval10) => Some(Compat::V10),
            None => implied,
        };
        let document_separator = match (self.level, &self.doc_separator) {
            (Some(LevelArg::Document), Some(separator)) if !separator.is_empty() => Some(separator.clone()),
            (Some(LevelArg::Document), _) => {
                return Err(Failure::bad_input("--level document of TREC files needs to know where a document's id ends")
                    .mend("add --doc-separator '#' where passages are called 'd1#c0'"));
            }
            (_, Some(_)) => return Err(Failure::bad_input("--doc-separator goes with --level document")),
            _ => None,
        };
        Ok(Reading { compat, depth: self.depth, document_separator, threads: self.threads })
    }

    /// Reads everything but the contents of TREC runs, which are streamed.
    pub fn open(&self, implied: Option<Compat>) -> Result<Inputs, Failure> {
        let from_stdin = self.runs.iter().chain(&self.qrels).filter(|path| path.as_os_str() == "-").count();
        if from_stdin > 1 {
            return Err(Failure::bad_input("'-' is standard input, which can be read only once").mend("name the other file"));
        }
        if self.burn.burn.is_some() && (self.qrels.is_some() || self.beir.is_some()) {
            return Err(Failure::bad_input("--burn is for the final questions of a project"));
        }
        match (&self.qrels, &self.beir) {
            (Some(qrels), _) => self.open_trec(qrels, implied),
            (None, Some(directory)) => self.open_beir(directory, implied),
            (None, None) => self.open_native(),
        }
    }

    fn open_trec(&self, path: &Path, implied: Option<Compat>) -> Result<Inputs, Failure> {
        if self.split.is_some() {
            return Err(Failure::bad_input("--split goes with a project or --beir; a qrels file has no splits"));
        }
        let reading = self.reading(implied)?;
        let source = Source::from_argument(path)?;
        let qrels = read_qrels(&source, &reading)?;
        let mut warnings = Vec::new();
        if qrels.repeated() > 0 {
            warnings.push(format!(
                "{}: judgements that stand more than once, and count once: {}",
                source.name(),
                qrels.repeated()
            ));
        }
        let name = source.name().to_string();
        Ok(Inputs::Trec(Box::new(Trec { qrels, name, reading, runs: self.run_files()?, files: vec![source], warnings })))
    }

    fn open_beir(&self, directory: &Path, implied: Option<Compat>) -> Result<Inputs, Failure> {
        let reading = self.reading(implied)?;
        let found = beir::read_beir(directory, self.split.as_deref())?;
        let Read { items, lines, .. } = found.judgements;
        let judgements = items.into_iter().zip(lines).map(|(j, line)| {
            let grade =
                i32::try_from(j.grade).map_err(|_| Failure::bad_input(format!("line {line}: grade {} is too large", j.grade)))?;
            Ok(Judgement { query: j.query, document: j.document, grade, line })
        });
        let judgements: Vec<Judgement> = judgements.collect::<Result<_, Failure>>()?;
        let qrels = from_judgements(&judgements, &reading)?;
        let warnings = found.warnings.iter().map(ToString::to_string).collect();
        let name = format!("{} ({})", directory.display(), found.split);
        Ok(Inputs::Trec(Box::new(Trec { qrels, name, reading, runs: self.run_files()?, files: found.files, warnings })))
    }

    fn run_files(&self) -> Result<Vec<Source>, Failure> {
        if self.runs.is_empty() {
            return Err(Failure::bad_input("no run is named")
                .mend("name one or more TREC run files: fourcell score --qrels qrels.txt run.txt"));
        }
        self.runs.iter().map(|path| Source::from_argument(path).map_err(Failure::from)).collect()
    }

    /// The project that is meant, read.
    pub fn open_project(project: Option<&Path>) -> Result<Project, Failure> {
        let mend = "name the project with --project DIR, TREC judgements with --qrels FILE, a BEIR folder with --beir DIR; \
                    'fourcell demo' needs none of them";
        Ok(read_project(&opening::place(project, mend)?)?)
    }

    fn open_native(&self) -> Result<Inputs, Failure> {
        for (flag, given) in [("--compat", self.compat.is_some()), ("--depth", self.depth.is_some())] {
            if given {
                return Err(Failure::bad_input(format!(
                    "{flag} is for TREC files (--qrels or --beir); a project's runs are read as they are"
                )));
            }
        }
        if self.doc_separator.is_some() {
            return Err(Failure::bad_input(
                "--doc-separator is for TREC files; a project's passages say which document they are of",
            ));
        }
        let project = Self::open_project(self.project.as_deref())?;
        let runs = if self.runs.is_empty() {
            let latest = project.runs.join("latest");
            if !latest.exists() {
                return Err(no_run(&project, "no run is named, and there is no run 'latest'", SCORED));
            }
            let real = latest.canonicalize().ok().and_then(|p| Some(p.file_name()?.to_string_lossy().into_owned()));
            console::talk(&format!("no run is named: taking {} ({})", shown(&latest), real.unwrap_or_default()));
            vec![read_run(&latest)?]
        } else {
            open_runs(&project, &self.runs)?
        };
        let set = load_set(&project)?;
        Ok(Inputs::Native(Box::new(Native { project, set, runs })))
    }
}

/// The runs that were named, read side by side. Standard input can be read but once, so it is read in its turn.
fn open_runs(project: &Project, names: &[PathBuf]) -> Result<Vec<Run>, Failure> {
    let threads = opening::processors().get();
    let share = names.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let open = |part: &[PathBuf]| part.iter().map(|name| open_run(project, name)).collect::<Vec<_>>();
        let parts: Vec<_> = names.chunks(share).map(|part| scope.spawn(move || open(part))).collect();
        parts.into_iter().flat_map(|part| part.join().expect("reading does not panic")).collect()
    })
}

/// A run by what was named: a directory, a name under the project's runs, or a TREC run file.
fn open_run(project: &Project, named: &Path) -> Result<Run, Failure> {
    let under_runs = project.runs.join(named);
    if named.is_dir() {
        return Ok(read_run(named)?);
    }
    if under_runs.is_dir() {
        return Ok(read_run(&under_runs)?);
    }
    if named.is_file() || named.as_os_str() == "-" {
        let source = Source::from_argument(named)?;
        let lists = read_lists(&source, &Reading::default())?;
        let items = fourcell::evaluate::records_of_lists(lists);
        let lines = vec![0; items.len()];
        return Ok(Run {
            name: named.file_name().map_or_else(|| "standard input".into(), |n| n.to_string_lossy().into_owned()),
            directory: named.to_owned(),
            manifest: None,
            records: Read { items, lines, ..Read::default() },
            passages: None,
            files: vec![source],
        });
    }
    Err(no_run(project, &format!("no run '{}'", named.display()), SCORED))
}

/// What may be scored besides runs of a project.
const SCORED: &str = "a run directory or a TREC run file";

/// No run of that name; `others` is what may be named besides.
pub fn no_run(project: &Project, problem: &str, others: &str) -> Failure {
    let mut names: Vec<String> = std::fs::read_dir(&project.runs)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?).filter(|e| e.path().is_dir()))
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let held = if names.is_empty() { "it holds none yet".to_owned() } else { format!("it holds {}", names.join(", ")) };
    Failure::bad_input(problem).mend(format!("name a run of {} ({held}), {others}", shown(&project.runs)))
}

/// Sources with the hashes of their bytes, for JSON.
pub fn named(sources: &[Source]) -> Vec<Named> {
    let name = |source: &Source| Named {
        path: source.path().map_or_else(|| source.name().to_string(), shown),
        sha256: source.sha256().ok(),
    };
    sources.iter().map(name).collect()
}

/// A path as people name it: from the current folder where it lies below it.
pub fn shown(path: &Path) -> String {
    let here = std::env::current_dir().ok();
    let below = here.and_then(|here| path.strip_prefix(here).ok().map(Path::to_owned));
    let path = below.unwrap_or_else(|| path.to_owned());
    path.strip_prefix(".").unwrap_or(&path).display().to_string()
}
