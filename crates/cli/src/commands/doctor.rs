//! `fourcell doctor`: what will work and what will not, before a run.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use endpoints::Budget;
use fourcell::formats::judges::StatedJudge;
use fourcell::formats::project::{PROJECT_FILE, Project, QuestionSet, read_project};
use fourcell::formats::systems::{Kind, StatedSystem};
use report::doctor::{self as written, DoctorReport, Group, Line, State};
use report::envelope::Input;

use crate::built_in::clients::{allowance, endpoints_of};
use crate::console;
use crate::doctor::{Findings, asking, budget, files, judges, servers, systems};
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::format::Format;
use crate::inputs::shown;
use crate::opening::{self, START};
use crate::running::choose;

/// Say what will work and what will not: files, servers, keys, models, systems, budgets
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell doctor                  the project in this folder; nothing is sent
  fourcell doctor mine             one system and what it needs
  fourcell doctor --ask            one smallest call to each model that a system uses, which may cost a little

Without --ask, connections to the servers that are stated are opened and closed, and nothing is sent over them. Of keys it is said
whether they are set; their values are never shown. What the files say is looked into by 'fourcell check'.

Exit code 0 where all is well or there are only warnings, 1 where something will not work, 2 where there is no project.")]
pub struct Doctor {
    /// The system, as [systems.NAME] states it [default: all of them]
    #[arg(value_name = "SYSTEM")]
    system: Option<String>,
    /// The project's folder [default: the nearest one upwards with a fourcell.toml]
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
    /// Ask every model that a system uses for as little as can be: a word embedded, a token of an answer, two words ranked
    #[arg(long)]
    ask: bool,
    /// How the result is written
    #[arg(long, default_value = "table")]
    format: Format,
}

impl Doctor {
    /// Looks, prints.
    pub fn run(self) -> Result<Exit, Failure> {
        let file = self.file()?;
        let (report, inputs) = match read_project(&file) {
            Ok(project) => self.look(&project)?,
            Err(error) => (unreadable(&file, &error.into(), self.ask), Vec::new()),
        };
        let bytes = match self.format {
            Format::Table => written::terminal(&report),
            Format::Json => written::json(&report, &inputs),
            Format::Markdown => written::markdown(&report),
        };
        console::data(&bytes)?;
        Ok(if report.count(State::Fault) > 0 { Exit::Fault } else { Exit::Ok })
    }

    /// The project file that is meant.
    fn file(&self) -> Result<PathBuf, Failure> {
        let place = opening::place(self.project.as_deref(), START)?;
        let file = if place.is_dir() { place.join(PROJECT_FILE) } else { place.clone() };
        let missing = || Failure::bad_input(format!("{} holds no {PROJECT_FILE}", place.display())).mend(START);
        Some(file).filter(|file| file.is_file()).ok_or_else(missing)
    }

    fn look(&self, project: &Project) -> Result<(DoctorReport, Vec<Input>), Failure> {
        let systems = match (&self.system, project.systems.as_slice()) {
            (None, []) | (Some(_), _) => vec![choose(project, self.system.as_deref())?],
            (None, all) => all.to_vec(),
        };
        let mut found = Findings::default();
        let set = files::question_set(project, &mut found);
        let tokenizer = files::tokenizer(project, &mut found);
        files::folders(project, &mut found);
        // Of one system that is meant, judges are of no concern.
        let judging = if self.system.is_none() { project.judging.judges.as_slice() } else { &[] };
        let used = used(&systems, judging);
        let models = asking::models(&systems, judging);
        let mut clients = Vec::new();
        for endpoint in &project.endpoints {
            let is_used = used.contains(&endpoint.name);
            // Of one system that is meant, what others use is of no concern.
            if is_used || self.system.is_none() {
                let client = servers::endpoint(endpoint, &project.directory, is_used, self.ask, &mut found);
                clients.push((endpoint.name.clone(), client));
            }
        }
        if self.ask {
            asking::ask(&models, clients, &Arc::new(Budget::new(allowance(project.budget))), &mut found);
        }
        let view = systems::View { project, set: set.as_ref(), tokenizer: tokenizer.as_ref(), ask: self.ask };
        let mut runs = Vec::new();
        for system in &systems {
            runs.extend(view.look(system, &mut found).map(|estimate| (system.name.clone(), estimate)));
        }
        if self.system.is_none() {
            judges::look(project, &mut found);
        }
        budget::look(project, &used, &runs, &mut found);
        let mut hints = vec!["what the questions and documents say is looked into by: fourcell check".to_owned()];
        if !self.ask && !models.is_empty() {
            hints.push("nothing was sent to a model; one smallest call to each is made by: fourcell doctor --ask".to_owned());
        }
        let heading = format!("{} · {}", project.name, shown(&project.file));
        Ok((DoctorReport { heading, lines: found.in_order(), asked: self.ask, hints }, inputs(project, set.as_ref())))
    }
}

/// The endpoints that systems and judges use.
fn used(systems: &[StatedSystem], judging: &[StatedJudge]) -> Vec<String> {
    let mut used: Vec<String> = Vec::new();
    for system in systems {
        if let Kind::BuiltIn(stated) = &system.kind {
            used.extend(endpoints_of(stated));
        }
    }
    used.extend(judges::models(judging).into_iter().map(|model| model.endpoint));
    used.sort_unstable();
    used.dedup();
    used
}

/// The files that were read whole; at least the project file.
fn inputs(project: &Project, set: Option<&QuestionSet>) -> Vec<Input> {
    match set {
        Some(set) => set.hashes.iter().map(|(path, sha256)| Input { path: shown(path), sha256: Some(sha256.clone()) }).collect(),
        None => vec![Input { path: shown(&project.file), sha256: None }],
    }
}

/// A project file that cannot be read hides all the rest.
fn unreadable(file: &Path, failure: &Failure, asked: bool) -> DoctorReport {
    let (told, mend) = failure.parts();
    let (told, mend) = (told.to_owned(), mend.unwrap_or_default().to_owned());
    let line = Line { group: Group::Files, state: State::Fault, subject: PROJECT_FILE.to_owned(), told, mend };
    let hints = vec!["the rest can be looked at once this can be read".to_owned()];
    DoctorReport { heading: shown(file), lines: vec![line], asked, hints }
}
