//! `fourcell run`: put the questions of a project to a system, and record what every stage did.

use std::path::Path;

use clap::Args;
use fourcell::formats::matrix::is_run_name;
use fourcell::formats::project::{Project, load_set};
use fourcell::formats::systems::{BuiltIn, Kind, StatedSystem};
use fourcell::retrieval::record::Mode;
use report::number::count;
use systems::driver::Ran;
use systems::journal::{JOURNAL, Journal};

use crate::built_in::clients::{self, Clients};
use crate::built_in::{self, Ground, estimate};
use crate::console;
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::opening::RunningArgs;
use crate::others;
use crate::progress::Progress;
use crate::running::{self, Prepared, Recording};
use crate::when;

/// Put the questions of a project to a system, and record what every stage did
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell run                                    the project's first system, into runs/<its name>
  fourcell run --mode normal,oracle,no-context
  fourcell run bm25 --name wider --repeat 3
  fourcell run --resume                           go on where a run was interrupted, or had failures

The built-in system needs no model, no key and no network: BM25, filters before ranking, whole passages in a budget, and an answerer
that picks sentences and cites them. With an [endpoints.NAME] in fourcell.toml it retrieves by vectors, reranks and answers with models.
State systems as [systems.NAME]: built-in ones, one that answers over HTTP (type = \"http\", with its url), one that is a command
(type = \"command\"), or results that are there already (type = \"recorded\"); docs/formats.md has all keys.")]
pub struct Run {
    /// The system, as [systems.NAME] states it [default: the first one, or 'builtin']
    #[arg(value_name = "SYSTEM")]
    system: Option<String>,
    #[command(flatten)]
    running: RunningArgs,
    /// The name of the run, a folder under the project's runs/ [default: the system's]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Modes, with commas between: normal (what was retrieved), oracle (the labelled evidence), no-context
    #[arg(long, value_name = "MODES", default_value = "normal", value_delimiter = ',', value_parser = crate::scoring::modes())]
    mode: Vec<Mode>,
    /// How often each question is asked in each mode
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: u32,
    /// Do only what is missing or failed
    #[arg(long, conflicts_with = "overwrite")]
    resume: bool,
    /// Start anew where a run of this name is there
    #[arg(long)]
    overwrite: bool,
}

/// A run that was made.
pub struct Recorded {
    /// How it went.
    pub ran: Ran,
    /// Its name.
    pub name: String,
    /// The system's name.
    pub system: String,
}

impl Run {
    /// Reads, indexes, asks, writes; tells how it went.
    pub fn run(self) -> Result<Exit, Failure> {
        self.record()?.map_or(Ok(Exit::Ok), |recorded| self.tell(&recorded.ran, &recorded.name, &recorded.system))
    }

    /// A system of the example, on the day the example was made for.
    pub fn of_example(folder: &Path, system: &str, modes: &[Mode]) -> Self {
        Self {
            system: Some(system.to_owned()),
            running: RunningArgs {
                project: Some(folder.to_owned()),
                day: Some("2026-11-30".to_owned()),
                ..RunningArgs::default()
            },
            name: None,
            mode: modes.to_vec(),
            repeat: 1,
            resume: false,
            overwrite: false,
        }
    }

    /// Reads, indexes, asks, writes; nothing where only what would be asked was to be said.
    pub fn record(&self) -> Result<Option<Recorded>, Failure> {
        let started = when::now();
        let project = self.running.open()?;
        let set = load_set(&project)?;
        let system = running::choose(&project, self.system.as_deref())?;
        let name = self.name.clone().unwrap_or_else(|| system.name.clone());
        if !is_run_name(&name) {
            return Err(Failure::bad_input(format!("'{name}' cannot be the name of a run")).mend("name it with --name"));
        }
        let directory = project.runs.join(&name);
        let mut modes = self.mode.clone();
        modes.sort_unstable();
        modes.dedup();
        match &system.kind {
            Kind::BuiltIn(stated) => {
                let task = Recording { set: &set, directory: &directory, modes, repeats: self.repeat, started };
                self.built_in(&project, &system, stated, task)
            }
            Kind::Http(_) | Kind::Command(_) | Kind::Recorded(_) => {
                if let Some(day) = &self.running.day {
                    let problem =
                        format!("--day {day} decides nothing: '{}' is no built-in system, and is not told the day", system.name);
                    return Err(Failure::bad_input(problem).mend("leave --day out"));
                }
                let unfinished = self.unfinished(&directory)?;
                let prepared = others::prepare(&project, &set, &system, &modes, self.repeat, self.running.dry_run)?;
                let day = started.get(..10).unwrap_or_default();
                let journal = self.journal(unfinished, &directory, day)?;
                self.ask(prepared, journal, Recording { set: &set, directory: &directory, modes, repeats: self.repeat, started })
            }
        }
    }

    fn built_in(
        &self,
        project: &Project,
        system: &StatedSystem,
        stated: &BuiltIn,
        task: Recording<'_>,
    ) -> Result<Option<Recorded>, Failure> {
        let Recording { set, directory, started, .. } = &task;
        let corpus = built_in::corpus_of(project, set)?;
        let unfinished = self.unfinished(directory)?;
        let today = started.get(..10).unwrap_or_default().to_owned();
        let day = unfinished.as_ref().map_or_else(|| self.running.day.clone().unwrap_or(today), |journal| journal.day.clone());
        let tokenizer = built_in::tokenizer_of(project)?;
        let ground = Ground { project, set, corpus, tokenizer: &tokenizer, day: &day, threads: self.running.threads() };
        ground.check(stated)?;
        if self.running.dry_run {
            clients::check(project, &[stated], project.budget)?;
            let passages = ground.passages(stated)?;
            let calls = set.questions.len() * task.modes.len() * self.repeat as usize;
            let place = format!("over {}", count(passages.len(), "passage"));
            console::talk(&format!("would ask {} of '{}' {place}", count(calls, "call"), system.name));
            console::talk(&estimate::of(&ground, stated, &passages, &task.modes, self.repeat).words());
            return Ok(None);
        }
        let (indexed, words) = ground.indexed(stated)?;
        console::talk(&words);
        let clients = Clients::open(project, &[stated], project.budget, None)?;
        let prepared = ground.build(&system.name, stated, indexed, &clients)?;
        let journal = self.journal(unfinished, directory, &day)?;
        let recorded = self.ask(prepared, journal, task)?;
        if let Some(words) = clients.spent_in_words() {
            console::talk(&words);
        }
        Ok(recorded)
    }

    /// Asks, or says what would be asked, and writes the run.
    fn ask(&self, prepared: Prepared<'_>, journal: Option<Journal>, task: Recording<'_>) -> Result<Option<Recorded>, Failure> {
        let (system, place) = (prepared.name.clone(), prepared.place.clone());
        let planned = task.plan(String::new()).calls().len();
        let Some(journal) = journal else {
            console::talk(&format!("would ask {} of '{system}' {place}; nothing is sent anywhere", count(planned, "call")));
            return Ok(None);
        };
        let progress = Progress::new(planned, "calls");
        let directory = task.directory;
        let ran = running::record(prepared, journal, task, &|done| progress.told(done))?;
        progress.clear();
        let name = directory.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        point_latest(directory.parent().unwrap_or(directory), &name);
        Ok(Some(Recorded { ran, name, system }))
    }

    /// The journal to go on with, where that is asked for. What is there is never thrown away unasked.
    fn unfinished(&self, directory: &Path) -> Result<Option<Journal>, Failure> {
        let (begun, finished) = (directory.join(JOURNAL).exists(), directory.join("records.jsonl").exists());
        if self.running.dry_run {
            return Ok(None);
        }
        if self.resume && begun {
            let journal = Journal::resume(directory).map_err(|e| Failure::bad_input(format!("{}: {e}", directory.display())))?;
            if let Some(day) = self.running.day.as_deref().filter(|day| *day != journal.day) {
                return Err(Failure::bad_input(format!("the run is of {}, not of {day}", journal.day)).mend("leave --day out"));
            }
            return Ok(Some(journal));
        }
        if (begun || finished) && !self.overwrite {
            let shown = directory.display();
            return Err(match (begun, self.resume) {
                (true, _) => Failure::bad_input(format!("{shown} holds a run that is not finished"))
                    .mend("add --resume to go on with it, or --overwrite to start anew"),
                (false, true) => Failure::bad_input(format!("{shown} holds a run that is finished: nothing is missing"))
                    .mend("add --overwrite in place of --resume to run it again"),
                (false, false) => Failure::bad_input(format!("{shown} holds a run already"))
                    .mend("name another with --name, or add --overwrite"),
            });
        }
        Ok(None)
    }

    /// The journal to write; none where nothing is asked. It begins only when the system is ready: one that cannot be asked leaves no
    /// run behind.
    fn journal(&self, unfinished: Option<Journal>, directory: &Path, day: &str) -> Result<Option<Journal>, Failure> {
        let cannot = |e: std::io::Error| Failure::bad_input(format!("{}: {e}", directory.display()));
        if self.running.dry_run || unfinished.is_some() {
            return Ok(unfinished);
        }
        std::fs::create_dir_all(directory).map_err(cannot)?;
        Journal::start(directory, day).map(Some).map_err(cannot)
    }

    fn tell(&self, ran: &Ran, name: &str, system: &str) -> Result<Exit, Failure> {
        let before = ran.planned - ran.made;
        let earlier = if before > 0 { format!(", {before} were made before") } else { String::new() };
        console::talk(&format!("{name}: {} to '{system}'{earlier}, {} failed", count(ran.made, "call"), ran.failed.len()));
        for (question, said) in ran.failed.iter().take(3) {
            console::talk(&format!("  {question}: {said}"));
        }
        console::data(latencies(ran).as_bytes())?;
        if ran.failed.is_empty() {
            console::talk(&format!("next: fourcell score {name}"));
            return Ok(Exit::Ok);
        }
        console::talk(&format!("next: fourcell run --resume{}", self.again(name, system)));
        Ok(Exit::Incomplete)
    }

    fn again(&self, name: &str, system: &str) -> String {
        let named = if self.system.is_some() { format!(" {system}") } else { String::new() };
        if self.name.is_some() { format!("{named} --name {name}") } else { named }
    }
}

/// The link to the run that was made last.
const LATEST: &str = "latest";

/// Lets `runs/latest` point to a run. Where links cannot be made, the run is there all the same.
fn point_latest(runs: &Path, name: &str) {
    #[cfg(unix)]
    {
        let (link, new) = (runs.join(LATEST), runs.join(format!(".{LATEST}-{}", std::process::id())));
        let is_link = link.symlink_metadata().map_or(true, |m| m.file_type().is_symlink());
        let made = is_link && std::os::unix::fs::symlink(name, &new).is_ok();
        if made && std::fs::rename(&new, &link).is_err() {
            let _ = std::fs::remove_file(&new);
        }
    }
    #[cfg(not(unix))]
    let _ = (runs, name);
}

/// Latency by stage in milliseconds: nearest-rank percentiles over all calls of the run.
fn latencies(ran: &Ran) -> String {
    let mut stages: Vec<(String, Vec<f64>)> = Vec::new();
    for line in &ran.timings {
        let Ok(read) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        for (stage, time) in read["ms"].as_object().into_iter().flatten() {
            let Some(time) = time.as_f64() else { continue };
            match stages.iter_mut().find(|(known, _)| known == stage) {
                Some((_, times)) => times.push(time),
                None => stages.push((stage.clone(), vec![time])),
            }
        }
    }
    // The order of the pipeline, whatever the order of the keys.
    let order = ["rewriting", "embedding", "retrieval", "reranking", "packing", "first_token", "generation", "call", "total"];
    stages.sort_by_key(|(stage, _)| order.iter().position(|known| known == stage).unwrap_or(order.len()));
    let mut text = format!("{:<12} {:>7} {:>9} {:>9} {:>9}\n", "ms", "n", "p50", "p95", "p99");
    for (stage, times) in &mut stages {
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((share * times.len() as f64).ceil() as usize).clamp(1, times.len()) - 1];
        text += &format!("{stage:<12} {:>7} {:>9.3} {:>9.3} {:>9.3}\n", times.len(), at(0.5), at(0.95), at(0.99));
    }
    text
}
