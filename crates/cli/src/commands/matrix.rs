//! `fourcell matrix`: a base system and what it becomes when one setting changes, each run over the same questions and scored.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::Args;
use fourcell::evidence::Passage;
use fourcell::evidence::snapshot::{content_hash, hex, snapshot_id};
use fourcell::formats::atomic::write_atomically;
use fourcell::formats::matrix::{Configuration, Matrix as Stated, read_matrix};
use fourcell::formats::project::load_set;
use fourcell::retrieval::record::Mode;
use report::number::count;
use sha2::{Digest, Sha256};
use systems::journal::{JOURNAL, Journal};

use crate::built_in::clients::{self, Clients};
use crate::built_in::estimate::Estimate;
use crate::built_in::{self, Ground, estimate};
use crate::commands::score::Score;
use crate::console;
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::opening::RunningArgs;
use crate::progress::Progress;
use crate::running::{self, Recording};
use crate::when;

/// Run a base system and what it becomes when one setting changes, and score each
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell matrix chunk-sizes.toml --dry-run     what would be run, what would be sent to models, what it would cost
  fourcell matrix chunk-sizes.toml               run it; run it again to go on where it was stopped
  fourcell score chunk-sizes/base --per-question

The file names a built-in system of the project and the values to try:

  base = \"bm25\"
  [vary]                                         one setting at a time
  chunking = [\"headings/1 unit=characters max=400\", \"headings/1 unit=characters max=1600\"]
  k1 = [0.9, 2.0]
  [grid.both]                                    every combination
  k1 = [0.9, 2.0]
  b = [0.4, 0.75]

Runs go into runs/NAME/CONFIGURATION. What is the same is not done twice: vectors and replies of models are kept by what was sent.")]
pub struct Matrix {
    /// The matrix file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    running: RunningArgs,
}

/// The day of a matrix, in its folder: one that goes on after midnight keeps it.
const DAY: &str = "day.txt";

impl Matrix {
    /// Reads, runs what is missing, scores.
    pub fn run(self) -> Result<Exit, Failure> {
        let started = when::now();
        let project = self.running.open()?;
        let stated = read_matrix(&self.file, &project)?;
        let modes = modes(&stated)?;
        let folder = project.runs.join(&stated.name);
        let day = self.day(&folder, &started)?;
        let set = load_set(&project)?;
        let corpus = built_in::corpus_of(&project, &set)?;
        let tokenizer = built_in::tokenizer_of(&project)?;
        let threads = self.running.threads();
        let ground = Ground { project: &project, set: &set, corpus, tokenizer: &tokenizer, day: &day, threads };
        for configuration in &stated.configurations {
            ground.check(&configuration.system).map_err(|e| e.before(&format!("configuration '{}': ", configuration.name)))?;
        }
        let systems: Vec<_> = stated.configurations.iter().map(|c| &c.system).collect();
        clients::check(&project, &systems, stated.budget)?;
        let calls_of_one = set.questions.len() * modes.len() * stated.repeats as usize;
        if self.running.dry_run {
            return tell_plan(&ground, &stated, &modes, calls_of_one);
        }
        let replies = stated.configurations.iter().any(|c| !clients::endpoints_of(&c.system).is_empty());
        let replies = if replies { clients::kept(&project.directory, "replies.sqlite") } else { None };
        let clients = Clients::open(&project, &systems, stated.budget, replies.as_ref())?;
        std::fs::create_dir_all(&folder).map_err(|e| Failure::bad_input(format!("{}: {e}", folder.display())))?;
        write_atomically(&folder.join(DAY), |to| writeln!(to, "{day}"))?;

        let progress = Progress::new(calls_of_one * stated.configurations.len(), "calls");
        let (mut ends, mut before, mut failed) = (Vec::new(), 0, 0);
        for (place, configuration) in stated.configurations.iter().enumerate() {
            let directory = folder.join(&configuration.name);
            let identity = identity(&ground, configuration, &modes, stated.repeats)?;
            if is_done(&directory, &identity) {
                before += 1;
                continue;
            }
            let (indexed, _) = ground.indexed(&configuration.system)?;
            let mut prepared = ground.build(&configuration.name, &configuration.system, indexed, &clients)?;
            // Under another configuration nothing that was asked before counts.
            prepared.deciding = content_hash(format!("{}\n{identity}", prepared.deciding).as_bytes());
            prepared.manifest.beside.push(("configuration", identity));
            let journal = journal(&directory, &day)?;
            let recording = Recording {
                set: &set,
                directory: &directory,
                modes: modes.clone(),
                repeats: stated.repeats,
                started: when::now(),
            };
            let ran = running::record(prepared, journal, recording, &|done| progress.told(place * calls_of_one + done))?;
            progress.clear();
            if let Some((question, said)) = ran.failed.first() {
                failed += 1;
                console::talk(&format!(
                    "{}: {} of {} calls failed, as {question}: {said}",
                    configuration.name,
                    ran.failed.len(),
                    ran.planned
                ));
                ends.push(Exit::Incomplete);
            }
        }
        let made = stated.configurations.len() - before;
        let earlier = if before > 0 { format!(", {before} were run before") } else { String::new() };
        console::talk(&format!("{}: {} run{earlier}, {failed} with failed calls", stated.name, count(made, "configuration")));
        if let Some(words) = clients.spent_in_words() {
            console::talk(&words);
        }
        let kept = replies.as_ref().map_or(0, |cache| cache.found().hits);
        if kept > 0 {
            console::talk(&format!("{} taken from what was kept", count(kept, "answer")));
        }
        let names = stated.configurations.iter().map(|c| Path::new(&stated.name).join(&c.name)).collect();
        ends.push(Score::of_runs(names, &project.directory).run()?);
        if failed > 0 {
            console::talk(&format!("next: fourcell matrix {}, which asks again what failed", self.file.display()));
        }
        Ok(Exit::first(ends))
    }

    fn day(&self, folder: &Path, started: &str) -> Result<String, Failure> {
        let kept =
            std::fs::read_to_string(folder.join(DAY)).ok().map(|day| day.trim().to_owned()).filter(|day| when::is_day(day));
        let today = started.get(..10).unwrap_or_default();
        Ok(self.running.day.clone().or(kept).unwrap_or_else(|| today.to_owned()))
    }
}

/// The modes that are stated; normal where none are.
fn modes(stated: &Stated) -> Result<Vec<Mode>, Failure> {
    let of = |name: &String| {
        let known = Mode::ALL.iter().find(|(known, _)| known == name).map(|(_, mode)| *mode);
        let names = Mode::ALL.map(|(name, _)| name).join(", ");
        known.ok_or_else(|| Failure::bad_input(format!("modes: '{name}' is no mode; there are {names}")))
    };
    let mut modes: Vec<Mode> = stated.modes.iter().map(of).collect::<Result<_, _>>()?;
    modes.sort_unstable();
    modes.dedup();
    Ok(if modes.is_empty() { vec![Mode::Normal] } else { modes })
}

/// The passages of the last chunking: neighbours in a matrix mostly share it.
#[derive(Default)]
struct Cut(Option<(String, Vec<Passage>)>);

impl Cut {
    fn passages(&mut self, ground: &Ground<'_>, system: &fourcell::formats::systems::BuiltIn) -> Result<Vec<Passage>, Failure> {
        if let Some((chunking, passages)) = &self.0
            && *chunking == system.chunking
        {
            return Ok(passages.clone());
        }
        let passages = ground.passages(system)?;
        self.0 = Some((system.chunking.clone(), passages.clone()));
        Ok(passages)
    }
}

/// What decides the result of a configuration, as far as it is known before it runs.
fn identity(ground: &Ground<'_>, configuration: &Configuration, modes: &[Mode], repeats: u32) -> Result<String, Failure> {
    let system = &configuration.system;
    let used = clients::endpoints_of(system);
    let extra: Vec<_> = ground.project.endpoints.iter().filter(|e| used.contains(&e.name)).map(|e| (&e.name, &e.extra)).collect();
    let mut prompts = Vec::new();
    for file in built_in::prompt_files(system) {
        prompts.push(content_hash(built_in::prompts::text(ground.project, file)?.as_bytes()));
    }
    let mut models = Vec::new();
    for file in built_in::model_files(system) {
        models.push(hash_of(&ground.project.directory.join(file)));
    }
    let questions = ground.set.hashes.iter().find(|(path, _)| *path == ground.project.questions).map(|(_, hash)| hash);
    let parts = [
        format!("{system:?}\n{extra:?}\n{prompts:?}\n{models:?}\n{modes:?}\n{repeats}"),
        format!("{}\n{questions:?}\n{:?}", snapshot_id(ground.corpus), running::passages_hash(ground.project, ground.set)),
        format!("{}\n{}\n{}", ground.day, ground.tokenizer.name(), running::tool()),
    ];
    let parts = parts.join("\n");
    Ok(content_hash(parts.as_bytes()))
}

/// The hash of a file; nothing where it cannot be read, which whoever opens it will tell.
fn hash_of(file: &Path) -> Option<String> {
    let mut hash = Sha256::new();
    std::io::copy(&mut std::fs::File::open(file).ok()?, &mut hash).ok()?;
    Some(hex(&hash.finalize()))
}

/// Whether a finished run of just this configuration is there.
fn is_done(directory: &Path, identity: &str) -> bool {
    let manifest = std::fs::read_to_string(directory.join("manifest.toml")).unwrap_or_default();
    let is_it = manifest.lines().any(|line| line == format!("configuration = \"{identity}\""));
    is_it && directory.join("records.jsonl").exists() && !directory.join(JOURNAL).exists()
}

/// What an interrupted run has done; or a new one, in place of a run of other settings.
fn journal(directory: &Path, day: &str) -> Result<Journal, Failure> {
    let cannot = |e: std::io::Error| Failure::bad_input(format!("{}: {e}", directory.display()));
    std::fs::create_dir_all(directory).map_err(cannot)?;
    if directory.join(JOURNAL).exists() {
        // What was asked under other settings has other keys, and does not count.
        match Journal::resume(directory) {
            Ok(journal) if journal.day == day => return Ok(journal),
            Ok(_) => {}
            Err(e) if e.kind() == std::io::ErrorKind::WouldBlock => return Err(cannot(e)),
            Err(e) => console::talk(&format!("{}: {e}; it is run anew", directory.display())),
        }
    }
    Journal::start(directory, day).map_err(cannot)
}

fn tell_plan(ground: &Ground<'_>, stated: &Stated, modes: &[Mode], calls: usize) -> Result<Exit, Failure> {
    let mut whole = Estimate::NOTHING;
    let mut embedded = HashSet::new();
    let mut cut = Cut::default();
    let width = stated.configurations.iter().map(|c| c.name.len()).max().unwrap_or(0);
    let mut text = format!(
        "{:<width$} {:>8} {:>9} {:>9} {:>12} {:>10}\n",
        "configuration", "calls", "passages", "requests", "tokens", "cost"
    );
    for configuration in &stated.configurations {
        let passages = cut.passages(ground, &configuration.system)?;
        let (of_passages, of_questions) = estimate::parts(ground, &configuration.system, &passages, modes, stated.repeats);
        // The same passages are embedded by the same model once.
        let key = (configuration.system.chunking.clone(), format!("{:?}", configuration.system.embedding));
        let own = if embedded.insert(key) { of_passages.and(of_questions) } else { of_questions };
        whole = whole.and(own);
        let cost = own.money.map_or_else(|| "unknown".to_owned(), |money| format!("{money:.4}"));
        text += &format!(
            "{:<width$} {calls:>8} {:>9} {:>9} {:>12} {cost:>10}\n",
            configuration.name,
            passages.len(),
            own.calls,
            own.tokens
        );
    }
    console::data(text.as_bytes())?;
    console::talk(&format!("{}: {}; {}", stated.name, count(stated.configurations.len(), "configuration"), whole.words()));
    Ok(Exit::Ok)
}
