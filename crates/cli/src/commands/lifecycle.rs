//! `fourcell lifecycle`: documents come, change and go; is what must be retrievable there, and what must not be gone?

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use endpoints::clock::ComputerClock;
use fourcell::evidence::Document;
use fourcell::evidence::lifecycle::{Action, State, Step};
use fourcell::evidence::snapshot::content_hash;
use fourcell::formats::Source;
use fourcell::formats::native::{read_corpus, read_lifecycle};
use fourcell::formats::project::{Access, Project, QuestionSet, find_project, no_project};
use fourcell::formats::systems::{Http, Kind, StatedSystem};
use fourcell::retrieval::lifecycle::Verdict;
use report::LifecycleReport;
use report::envelope::Input;
use report::lifecycle::{self as shown, Freshness};
use report::number::count;
use systems::lifecycle::http::LivingHttp;
use systems::lifecycle::steps::BY_DELETE;
use systems::lifecycle::{Living, Played, is_sound, play};

use crate::built_in::clients::Clients;
use crate::built_in::living::{LivingBuiltIn, Standing};
use crate::built_in::tokenizer_of;
use crate::console;
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::format::Format;
use crate::opening::RunningArgs;
use crate::progress::Progress;
use crate::running;
use crate::when;

/// The script of a project, where there is one.
const USUAL: &str = "lifecycle.jsonl";
/// The script that is played otherwise: what happens to documents, and what happens between tenants.
const DOCUMENTS: &str = include_str!("../lifecycle/documents.jsonl");
const TENANTS: &str = include_str!("../lifecycle/tenants.jsonl");
/// How long is waited for a system over HTTP where nothing is said, in seconds.
const PATIENCE: f64 = 30.0;
/// So many for the built-in system, which has indexed when it says so.
const AT_ONCE: f64 = 0.0;
/// The longest wait, in seconds.
const LONGEST_WAIT: f64 = 3600.0;

/// Play a script of changes against a system, and assert after each step what must and must not be retrievable
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell lifecycle                              the built-in script against the project's first system; without a project, the built-in one
  fourcell lifecycle mine --script moves.jsonl    a script of your own
  fourcell lifecycle mine --dry-run               the steps and questions; nothing is sent
  fourcell lifecycle mine --wait 120              a system that indexes in the background

A script adds, updates, deletes, expires, supersedes and moves documents and delays indexing, a step a line; lifecycle.jsonl in the
project's folder is played where no other is named. After each step what was deleted, superseded, expired or is another tenant's must
not be retrieved, whatever else the script asserts. A system over HTTP says in [systems.NAME.admin] how its documents are changed;
what the script put into it is taken out again at the end. docs/formats.md has both.")]
pub struct Lifecycle {
    /// The system, as [systems.NAME] states it [default: the first one, or 'builtin']
    #[arg(value_name = "SYSTEM")]
    system: Option<String>,
    /// The script [default: the project's lifecycle.jsonl, else the built-in one]
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Seconds after a step within which all must be as it must be [default: 0 for the built-in system, 30 over HTTP]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    wait: Option<f64>,
    /// The documents of the project's corpus are there from the start
    #[arg(long)]
    with_corpus: bool,
    #[command(flatten)]
    running: RunningArgs,
    /// Output
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Table)]
    format: Format,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: Option<f64> = text.parse().ok().filter(|seconds| (0.0..=LONGEST_WAIT).contains(seconds));
    seconds.ok_or_else(|| format!("must be a number of seconds from 0 to {LONGEST_WAIT}"))
}

/// A script, and where it comes from.
struct Script {
    steps: Vec<Step>,
    from: String,
    notes: Vec<String>,
    input: Option<Input>,
}

impl Lifecycle {
    /// Reads, plays, prints.
    pub fn run(self) -> Result<Exit, Failure> {
        let project = self.project()?;
        let system = running::choose(&project, self.system.as_deref())?;
        let script = self.script(&project)?;
        let (documents, corpus) = self.documents(&project)?;
        let today = when::now().get(..10).unwrap_or_default().to_owned();
        let state = State::new(self.running.day.clone().unwrap_or(today), documents);
        is_sound(&script.steps, &state).map_err(|(step, refused)| {
            Failure::bad_input(format!("{}: step {step} cannot be done: {refused}", script.from))
                .mend("each step is done to what the steps before it left; --with-corpus begins with the project's documents")
        })?;
        if self.running.dry_run {
            return tell(&script.steps, &system.name);
        }
        let mut report = match &system.kind {
            Kind::BuiltIn(_) => self.built_in(&project, &system, &script.steps, state)?,
            Kind::Http(http) => self.over_http(&project, &system, http, &script.steps, state)?,
            Kind::Command(_) | Kind::Recorded(_) => {
                let problem =
                    format!("the documents of '{}' cannot be changed: it is neither built-in nor over HTTP", system.name);
                return Err(Failure::bad_input(problem).mend("name another system; 'builtin' is always there"));
            }
        };
        report.heading = format!("Lifecycle of '{}' by {}{}", system.name, script.from, report.heading);
        report.notes.splice(0..0, script.notes);
        let inputs: Vec<Input> = script.input.into_iter().chain(corpus).collect();
        console::data(&match self.format {
            Format::Table => shown::terminal(&report),
            Format::Json => shown::json(&report, &inputs),
            Format::Markdown => shown::markdown(&report),
        })?;
        Ok(exit(&report))
    }

    /// The project; where none is named and there is none, one that says nothing.
    fn project(&self) -> Result<Project, Failure> {
        if self.running.project.is_none() && find_project(Path::new(".")).is_none() {
            if let Some(day) = self.running.day.as_deref().filter(|day| !when::is_day(day)) {
                return Err(Failure::bad_input(format!("--day '{day}' is no day")).mend("write it as in 2026-11-30"));
            }
            return Ok(no_project(Path::new("."))?);
        }
        self.running.open()
    }

    fn script(&self, project: &Project) -> Result<Script, Failure> {
        let usual = project.directory.join(USUAL);
        let has_own = project.file.is_file() && usual.is_file();
        if let Some(file) = self.script.clone().or_else(|| has_own.then_some(usual)) {
            let source = Source::file(&file);
            let read = read_lifecycle(&source)?;
            read.warnings.iter().for_each(|warning| console::talk(&format!("warning: {warning}")));
            let path = file.display().to_string();
            let from = self.script.as_ref().map_or_else(|| USUAL.to_owned(), |file| file.display().to_string());
            let input = Some(Input { path, sha256: source.sha256().ok() });
            return Ok(Script { steps: read.items, from, notes: Vec::new(), input });
        }
        let mut notes = Vec::new();
        let text = if project.access == Access::None {
            notes.push("[access] model = \"none\": the steps about tenants and groups are left out".to_owned());
            DOCUMENTS.to_owned()
        } else {
            [DOCUMENTS, TENANTS].concat()
        };
        let input = Input { path: "built-in script".to_owned(), sha256: Some(content_hash(text.as_bytes())) };
        let steps = read_lifecycle(&Source::memory("the built-in script", text.into_bytes()))?.items;
        Ok(Script { steps, from: "the built-in script".to_owned(), notes, input: Some(input) })
    }

    /// The documents that are there from the start.
    fn documents(&self, project: &Project) -> Result<(Vec<Document>, Option<Input>), Failure> {
        if !self.with_corpus {
            return Ok((Vec::new(), None));
        }
        let corpus = project.corpus.as_ref().ok_or_else(|| {
            Failure::bad_input("--with-corpus: the project has no documents")
                .mend(format!("say in {} where they are: [project] corpus = \"corpus.jsonl\"", project.file.display()))
        })?;
        let source = Source::file(corpus);
        let input = Input { path: corpus.display().to_string(), sha256: source.sha256().ok() };
        Ok((read_corpus(&source)?.items, Some(input)))
    }

    fn built_in(
        &self,
        project: &Project,
        system: &StatedSystem,
        steps: &[Step],
        mut state: State,
    ) -> Result<LifecycleReport, Failure> {
        let Kind::BuiltIn(stated) = &system.kind else { return Err(Failure::bad_input("it is no built-in system")) };
        let (set, tokenizer, clock) = (QuestionSet::default(), tokenizer_of(project)?, ComputerClock::new());
        let clients = Clients::open(project, &[stated], project.budget, None)?;
        let on = Standing {
            project,
            set: &set,
            name: &system.name,
            stated,
            tokenizer: &tokenizer,
            clients: &clients,
            threads: self.running.threads(),
            clock: &clock,
        };
        let mut living = LivingBuiltIn::new(on, &state)?;
        let day = state.day().to_owned();
        let wait = self.wait.unwrap_or(AT_ONCE);
        let report = played(steps, &mut state, &mut living, wait, &clock);
        if let Some(words) = clients.spent_in_words() {
            console::talk(&words);
        }
        Ok(LifecycleReport { heading: format!(", on {day}"), ..report })
    }

    fn over_http(
        &self,
        project: &Project,
        system: &StatedSystem,
        http: &Http,
        steps: &[Step],
        mut state: State,
    ) -> Result<LifecycleReport, Failure> {
        let name = &system.name;
        if let Some(day) = &self.running.day {
            let problem = format!("--day {day} decides nothing: '{name}' is no built-in system, and is not told the day");
            return Err(Failure::bad_input(problem).mend("leave --day out"));
        }
        let admin = http.admin.as_ref().ok_or_else(|| {
            Failure::bad_input(format!("nothing says how the documents of '{name}' are changed"))
                .mend(format!("add [systems.{name}.admin] with its url and calls; docs/formats.md has all keys"))
        })?;
        let sets_day = steps.iter().any(|step| matches!(step.action, Action::Day(_)));
        if sets_day && !admin.calls.is_empty() && admin.calls.iter().all(|(action, _)| *action != "day") {
            return Err(Failure::bad_input(format!("the script sets the day, but [systems.{name}.admin] has no call for it"))
                .mend("state a call for day, or expire documents in the past"));
        }
        let mut living = LivingHttp::new(http, admin, &project.directory)
            .map_err(|e| Failure::bad_input(format!("[systems.{name}]: {}", e.problem())).mend(e.mend()))?;
        let mut before: Vec<String> = state.current().iter().map(|document| document.id.clone()).collect();
        let mut report = played(steps, &mut state, &mut living, self.wait.unwrap_or(PATIENCE), &ComputerClock::new());
        // What expired or was replaced may have been done by deleting it: it is not there any more.
        let by_delete = |step: &shown::Step| step.state == shown::State::Done(Some(BY_DELETE.to_owned()));
        before.extend(steps.iter().zip(&report.steps).filter(|(_, done)| by_delete(done)).filter_map(|(step, _)| {
            match &step.action {
                Action::Expire { doc, .. } | Action::Supersede { doc, .. } => Some(doc.clone()),
                _ => None,
            }
        }));
        report.notes.extend(taken_out(&before, &mut state, &mut living));
        Ok(report)
    }
}

/// Plays the script; the heading is left to the caller.
fn played(steps: &[Step], state: &mut State, living: &mut dyn Living, wait: f64, clock: &ComputerClock) -> LifecycleReport {
    let progress = Progress::new(steps.len(), "steps");
    let played = play(steps, state, living, Duration::from_secs_f64(wait), clock, &|n| progress.told(n));
    progress.clear();
    let left = steps.len() - played.len();
    LifecycleReport { steps: played.into_iter().map(step).collect(), left, wait, ..LifecycleReport::default() }
}

fn step(played: Played) -> shown::Step {
    let pending = played.said.as_ref().ok().and_then(|said| said.pending);
    let state = match played.said {
        Ok(said) if !said.played => shown::State::NotPlayed,
        Ok(said) => shown::State::Done(said.how),
        Err(why) => shown::State::Failed(why),
    };
    let freshness = match played.freshness {
        systems::lifecycle::Freshness::NotLooked => Freshness::NotLooked,
        systems::lifecycle::Freshness::AtOnce => Freshness::AtOnce,
        systems::lifecycle::Freshness::After(time) => Freshness::After(time.as_secs_f64()),
        systems::lifecycle::Freshness::Pending => Freshness::Pending,
        systems::lifecycle::Freshness::Never => Freshness::Never,
    };
    shown::Step { action: played.action, state, pending, asked: played.asked, freshness }
}

/// Takes out of a system of others what the script put into it; tells how that went.
fn taken_out(before: &[String], state: &mut State, living: &mut dyn Living) -> Vec<String> {
    let mut left: Vec<String> = state.current().iter().map(|document| document.id.clone()).collect();
    left.retain(|id| !before.contains(id));
    left.dedup();
    left.sort_unstable();
    left.dedup();
    let (mut gone, mut stay) = (0, Vec::new());
    for id in left {
        let action = Action::Delete(id.clone());
        let done = state.apply(&action).map_err(|refused| refused.0).and_then(|()| living.apply(&action, state));
        match done {
            Ok(_) => gone += 1,
            Err(why) => stay.push(format!("'{id}' may still be in the system: {why}")),
        }
    }
    if gone > 0 {
        stay.insert(
            0,
            format!(
                "{} that the script had put in {} taken out again",
                count(gone, "document"),
                if gone == 1 { "was" } else { "were" }
            ),
        );
    }
    stay
}

/// What would be done.
fn tell(steps: &[Step], system: &str) -> Result<Exit, Failure> {
    let questions: usize = steps.iter().map(|step| step.expect.len()).sum();
    console::talk(&format!(
        "would do {} to '{system}' and ask {}; nothing is sent",
        count(steps.len(), "step"),
        count(questions, "question")
    ));
    let mut text = String::new();
    for (n, step) in steps.iter().enumerate() {
        text += &format!("{:>3}  {}\n", n + 1, fourcell::evidence::text::printable(&step.action.words(), 400));
    }
    console::data(text.as_bytes())?;
    Ok(Exit::Ok)
}

fn exit(report: &LifecycleReport) -> Exit {
    let evaluated = [Verdict::Held, Verdict::Broken, Verdict::Pending].into_iter().any(|verdict| report.count(verdict) > 0);
    let mut all = Vec::new();
    if report.count(Verdict::Broken) > 0 {
        all.push(Exit::Fault);
    }
    if report.failed() > 0 {
        all.push(Exit::Incomplete);
    }
    if !evaluated {
        all.push(Exit::NothingEvaluated);
    }
    Exit::first(all)
}
