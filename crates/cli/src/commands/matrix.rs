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
use crate::console;
use crate::exit_codes::Exit;
use crate::experiments::of_others::{ScoreColumnsArgs, of_scores};
use crate::experiments::options::SideBySideArgs;
use crate::experiments::runs;
use crate::failure::Failure;
use crate::inputs::{InputArgs, Inputs};
use crate::opening::RunningArgs;
use crate::progress::Progress;
use crate::running::{self, Recording};
use crate::when;

/// Run a base system and what it becomes when one setting changes, and tell which may be called best
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell matrix chunk-sizes.toml --dry-run     what would be run, what would be sent to models, what it would cost
  fourcell matrix chunk-sizes.toml               run it; run it again to go on where it was stopped
  fourcell matrix chunk-sizes.toml --results --by type --format markdown
  fourcell matrix --runs baseline candidate      the same table of runs that are there
  fourcell matrix --scores scores.tsv            of scores that other tools gave, a row for each configuration and question

The file names a built-in system of the project and the values to try:

  base = \"bm25\"
  [vary]                                         one setting at a time
  chunking = [\"headings/1 unit=characters max=400\", \"headings/1 unit=characters max=1600\"]
  k1 = [0.9, 2.0]
  [grid.both]                                    every combination
  k1 = [0.9, 2.0]
  b = [0.4, 0.75]

Runs go into runs/NAME/CONFIGURATION. What is the same is not done twice: vectors and replies of models are kept by what was sent.

The table has a row for each configuration and a column for each measure. Best is marked where paired tests tell it apart from every
other, after Holm over all such comparisons of the table; else all that are not told apart from the best mean are marked. Columns of
--scores before the question's say which configuration a row is of; those after it hold scores; a blank one failed.")]
pub struct Matrix {
    /// The matrix file
    #[arg(value_name = "FILE", required_unless_present_any = ["runs", "scores"])]
    file: Option<PathBuf>,
    #[command(flatten)]
    running: RunningArgs,
    /// The table of what was run before; nothing is run
    #[arg(long, requires = "file", conflicts_with = "dry_run")]
    results: bool,
    /// The table of these runs of the project in place of a matrix's; changes are told from the first
    #[arg(long, value_name = "RUN", num_args = 1.., conflicts_with_all = ["file", "dry_run"])]
    runs: Vec<PathBuf>,
    /// The table of scores that other tools gave, separated by tabs or commas ('-' for stdin)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "runs", "dry_run", "judge"])]
    scores: Option<PathBuf>,
    #[command(flatten)]
    columns: ScoreColumnsArgs,
    /// Slices, as in type,scope (also origin, critical, core and any key of the questions, or column of --scores)
    #[arg(long, value_name = "KEYS", value_delimiter = ',')]
    by: Vec<String>,
    #[command(flatten)]
    side_by_side: SideBySideArgs,
}

/// The day of a matrix, in its folder: one that goes on after midnight keeps it.
const DAY: &str = "day.txt";

impl Matrix {
    /// Reads, runs what is missing, tells.
    pub fn run(mut self) -> Result<Exit, Failure> {
        let keys: Vec<String> = self.by.iter().map(|key| key.trim().to_owned()).filter(|key| !key.is_empty()).collect();
        self.by = keys;
        if let Some(scores) = &self.scores {
            let (report, files) = of_scores(scores, &self.columns, &self.by, &self.side_by_side)?;
            return runs::print(&report, &files, self.side_by_side.format);
        }
        let Some(file) = self.file.clone() else {
            return self.tell(self.runs.clone(), self.running.project.clone());
        };
        let started = when::now();
        let project = self.running.open()?;
        let stated = read_matrix(&file, &project)?;
        if self.results {
            let (there, not_run): (Vec<_>, Vec<_>) = stated
                .configurations
                .iter()
                .partition(|c| project.runs.join(&stated.name).join(&c.name).join("records.jsonl").exists());
            if !not_run.is_empty() {
                let names: Vec<&str> = not_run.iter().map(|c| c.name.as_str()).collect();
                console::talk(&format!("not run yet: {}", names.join(", ")));
            }
            if there.is_empty() {
                return Err(Failure::nothing(format!("nothing of {} was run yet", stated.name))
                    .mend(format!("fourcell matrix {}", file.display())));
            }
            return self.tell(below(&stated, there), Some(project.directory.clone()));
        }
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
        ends.push(self.tell(below(&stated, &stated.configurations), Some(project.directory.clone()))?);
        if failed > 0 {
            console::talk(&format!("next: fourcell matrix {}, which asks again what failed", file.display()));
        }
        Ok(Exit::first(ends))
    }

    /// The table of some runs of a project.
    fn tell(&self, runs: Vec<PathBuf>, project: Option<PathBuf>) -> Result<Exit, Failure> {
        let input = InputArgs { runs, project, ..InputArgs::default() };
        let Inputs::Native(native) = input.open(None)? else { return Err(Failure::bad_input("a project is expected")) };
        let (report, files) = runs::of_runs(*native, &self.by, &self.side_by_side)?;
        runs::print(&report, &files, self.side_by_side.format)
    }

    fn day(&self, folder: &Path, started: &str) -> Result<String, Failure> {
        let kept =
            std::fs::read_to_string(folder.join(DAY)).ok().map(|day| day.trim().to_owned()).filter(|day| when::is_day(day));
        let today = started.get(..10).unwrap_or_default();
        Ok(self.running.day.clone().or(kept).unwrap_or_else(|| today.to_owned()))
    }
}

/// Where the runs of configurations are, under the project's runs.
fn below<'c>(stated: &Stated, configurations: impl IntoIterator<Item = &'c Configuration>) -> Vec<PathBuf> {
    configurations.into_iter().map(|c| Path::new(&stated.name).join(&c.name)).collect()
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
