//! From the judges that a project states to judges that can be asked.

use std::collections::{BTreeMap, BTreeSet};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::Path;
use std::sync::Arc;

use cache::Cache;
use endpoints::chat::Naming;
use endpoints::{Budget, Client};
use fourcell::formats::Source;
use fourcell::formats::judges::{Stated, StatedJudge, StatedModel};
use fourcell::formats::project::Project;
use fourcell::generation::measures::Need;
use fourcell::generation::{By, Kind};
use judging::kept::Kept;
use judging::lexical::Lexical;
use judging::model::{Model, Prompts, Settings};
use judging::sort::Sort;
use judging::{Judge, command};
use serde_json::{Map, Value, json};

use crate::built_in::clients;
use crate::failure::Failure;
use crate::opening;

/// The name of the built-in judge.
pub const LEXICAL: &str = "lexical";

/// The name by which one asks for nothing but what was recorded.
pub const RECORDED: &str = "recorded";

/// The file in a project's `.fourcell` with what judges were paid for.
const CACHE: &str = "judgements.sqlite";

/// Who is to judge.
pub enum Chosen {
    /// Nobody is asked: what was recorded counts.
    Recorded,
    /// One judge, or a panel with its name.
    Judges(String, Vec<StatedJudge>),
}

/// The judges that are meant: by name; else the first that the project states; else the built-in one.
pub fn choose(project: Option<&Project>, name: Option<&str>) -> Result<Chosen, Failure> {
    let stated = project.map_or(&[][..], |project| &project.judging.judges);
    let lexical = || StatedJudge { name: LEXICAL.to_owned(), judge: Stated::Lexical { kinds: usual(By::Lexical) } };
    let find = |name: &str| stated.iter().find(|judge| judge.name == name).cloned();
    let chosen = match name {
        None => stated.first().cloned().unwrap_or_else(lexical),
        Some(name) => match (find(name), name) {
            (Some(judge), _) => judge,
            (None, LEXICAL) => lexical(),
            (None, RECORDED) => return Ok(Chosen::Recorded),
            (None, name) => {
                let known: Vec<&str> = stated.iter().map(|j| j.name.as_str()).chain([LEXICAL, RECORDED]).collect();
                return Err(Failure::bad_input(format!("no judge is called '{name}'; there are {}", known.join(", ")))
                    .mend(format!("state it in fourcell.toml as [judges.{name}]")));
            }
        },
    };
    let members = match &chosen.judge {
        Stated::Panel(members) => members.iter().map(|member| find(member).unwrap_or_else(lexical)).collect(),
        _ => vec![chosen.clone()],
    };
    Ok(Chosen::Judges(chosen.name, members))
}

fn usual(by: By) -> Vec<Kind> {
    let kinds: BTreeSet<Kind> = judging::plan::usual(by).into_iter().map(Need::kind).collect();
    kinds.into_iter().collect()
}

/// A judge that can be asked.
pub struct Seated<'a> {
    /// Its name.
    pub name: String,
    /// The judge.
    pub judge: Box<dyn Judge + 'a>,
    /// How often it is asked the same.
    pub repeats: NonZeroU32,
    /// What it is asked.
    pub kinds: Vec<Kind>,
    /// Of a command, what decides its verdicts.
    program: Option<Value>,
}

/// Servers of models that judge, what may be spent on them, and what is kept of them.
pub struct Bench {
    clients: BTreeMap<String, Client>,
    cache: Option<Arc<Cache>>,
    budget: Arc<Budget>,
    threads: NonZeroUsize,
}

impl Bench {
    /// Everything that these judges need; nothing is sent and nothing is started.
    pub fn open(project: Option<&Project>, judges: &[StatedJudge], threads: NonZeroUsize) -> Result<Self, Failure> {
        let budget = Arc::new(Budget::new(project.map(|p| clients::allowance(p.budget)).unwrap_or_default()));
        let costly = judges.iter().any(|judge| !matches!(judge.judge, Stated::Lexical { .. }));
        let cache = project.filter(|_| costly).and_then(|project| clients::kept(&project.directory, CACHE));
        let mut all = Self { clients: BTreeMap::new(), cache, budget, threads };
        for judge in judges {
            match &judge.judge {
                Stated::Model(model) => all.add_client(project, &model.at.endpoint)?,
                Stated::Command { program, .. } => all.at_least(program.concurrency),
                Stated::Lexical { .. } | Stated::Panel(_) => {}
            }
        }
        Ok(all)
    }

    fn add_client(&mut self, project: Option<&Project>, name: &str) -> Result<(), Failure> {
        let stated = project.and_then(|p| Some((p, p.endpoints.iter().find(|endpoint| endpoint.name == name)?)));
        let Some((project, endpoint)) = stated else {
            return Err(
                Failure::bad_input(format!("no endpoint is called '{name}'")).mend(format!("describe it: [endpoints.{name}]"))
            );
        };
        let client = clients::client_of(project, endpoint, project.budget)?.with_budget(self.budget.clone());
        let client = match &self.cache {
            Some(cache) => client.with_cache(cache.clone()),
            None => client,
        };
        self.at_least(u32::try_from(client.settings().concurrency.get()).unwrap_or(u32::MAX));
        self.clients.insert(name.to_owned(), client);
        Ok(())
    }

    /// As many threads as the judge that takes the most calls at a time.
    fn at_least(&mut self, concurrency: u32) {
        let wanted = NonZeroUsize::new(concurrency as usize).unwrap_or(NonZeroUsize::MIN);
        self.threads = self.threads.max(wanted);
    }

    /// How many ask at a time.
    pub fn threads(&self) -> NonZeroUsize {
        self.threads
    }

    /// What was spent so far, in words; nothing where nothing was.
    pub fn spent_in_words(&self) -> Option<String> {
        clients::in_words(self.budget.spent())
    }

    /// What was taken from what was kept, in words; nothing where nothing is kept.
    pub fn kept_in_words(&self, today: u64) -> Option<String> {
        let found = self.cache.as_ref()?.found();
        let age = |made: Option<u64>| made.map(|made| today.saturating_sub(made) / 86_400);
        let ages = match (age(found.oldest), age(found.newest)) {
            (Some(oldest), Some(newest)) if oldest != newest => format!(", {newest} to {oldest} days old"),
            (Some(0), _) => ", of today".to_owned(),
            (Some(1), _) => ", a day old".to_owned(),
            (Some(days), _) => format!(", {days} days old"),
            (None, _) => String::new(),
        };
        Some(format!(
            "{} taken from what was kept{ages}, {} asked anew",
            report::number::count(found.hits, "reply").replace("replys", "replies"),
            found.misses
        ))
    }

    /// The judge that is stated.
    pub fn seat<'a>(&'a self, judge: &'a StatedJudge, directory: &'a Path) -> Result<Seated<'a>, Failure> {
        let mut stated_program = None;
        let (judge_of, repeats, kinds): (Box<dyn Judge + 'a>, u32, &[Kind]) = match &judge.judge {
            Stated::Lexical { kinds } => (Box::new(Lexical), 1, kinds),
            Stated::Model(model) => (Box::new(self.model(&judge.name, model, directory)?), model.repeats, &model.kinds),
            Stated::Command { program, kinds, repeats } => {
                let settings =
                    command::Settings { command: program.command.clone(), each: program.each, timeout: program.timeout };
                let described = described_command(&program.command, directory);
                let identity = json!({ "judge": judge.name, "program": described }).to_string();
                stated_program = Some(described);
                let command = command::Command::new(settings, directory);
                (Box::new(Kept::new(Box::new(command), self.cache.clone(), identity)), *repeats, kinds)
            }
            Stated::Panel(_) => return Err(Failure::bad_input(format!("'{}' is a panel inside of a panel", judge.name))),
        };
        let repeats = NonZeroU32::new(repeats).unwrap_or(NonZeroU32::MIN);
        Ok(Seated { name: judge.name.clone(), judge: judge_of, repeats, kinds: kinds.to_vec(), program: stated_program })
    }

    fn model<'a>(&'a self, name: &str, stated: &StatedModel, directory: &Path) -> Result<Model<'a>, Failure> {
        let client = self.clients.get(&stated.at.endpoint);
        let client = client.ok_or_else(|| Failure::bad_input(format!("no endpoint is called '{}'", stated.at.endpoint)))?;
        let (settings, prompts) = model_settings(name, stated, directory)?;
        Ok(Model::new(client, settings, prompts))
    }
}

/// How a model is asked, with the prompts that are in files of the project.
fn model_settings(name: &str, stated: &StatedModel, directory: &Path) -> Result<(Settings, Prompts), Failure> {
    let mut prompts = Prompts::built_in(stated.language);
    for (sort, path) in &stated.prompts {
        let file = directory.join(path);
        let place = format!("[judges.{name}] prompts.{sort}: {}", file.display());
        let text = std::fs::read_to_string(&file).map_err(|e| Failure::bad_input(format!("{place}: {e}")))?;
        let sort = Sort::ALL.iter().find(|(known, _)| known == sort).map(|(_, sort)| *sort);
        let sort = sort.ok_or_else(|| Failure::bad_input(format!("{place}: no prompt of that name")))?;
        prompts = prompts.with_text(sort, &text).map_err(|e| Failure::bad_input(format!("{place}: {e}")))?;
    }
    let usual = Settings::new(&stated.at.model);
    let settings = Settings {
        temperature: stated.temperature.or(usual.temperature),
        max_tokens: stated.max_tokens.map(u64::from).or(usual.max_tokens),
        seed: stated.seed,
        form: stated.form,
        naming: Naming { rename: stated.rename.clone(), leave_out: stated.leave_out.clone() },
        ..usual
    };
    Ok((settings, prompts))
}

/// A command with the hashes of the files that it names: a script that was changed is another judge. What a script reads itself nobody knows.
fn described_command(command: &[String], directory: &Path) -> Value {
    let hash = |argument: &String| {
        let path = directory.join(argument);
        let hash = path.is_file().then(|| Source::file(&path).sha256().ok()).flatten()?;
        Some((argument.clone(), Value::from(hash)))
    };
    let files: Map<String, Value> = command.iter().filter_map(hash).collect();
    json!({ "command": command, "files": files })
}

/// What decides a judge's verdicts, as it goes into a lock. Of a model the names that its server reports are added by the model itself.
pub fn described(judge: &StatedJudge, seated: &Seated<'_>) -> Value {
    let kind = match &judge.judge {
        Stated::Lexical { .. } => "lexical",
        Stated::Model(_) => "model",
        Stated::Command { .. } => "command",
        Stated::Panel(_) => "panel",
    };
    let mut described = json!({ "kind": kind, "repeats": seated.repeats });
    if let Some(more) = seated.judge.described() {
        described["settings"] = more;
    }
    if let Some(program) = &seated.program {
        described["settings"] = program.clone();
    }
    described
}

/// As many threads as are meant.
pub fn threads(stated: usize) -> NonZeroUsize {
    NonZeroUsize::new(stated).unwrap_or_else(opening::processors)
}
