//! Who judges answers, and what is asked: `[judges.NAME]`, `[rubrics.NAME]`, `[citations]` and `[judge]` of a project.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use generation::Kind;
use generation::ask::Rubric;
use generation::citations::Grammar;

use crate::error::{InputError, quoted};
use crate::numbers::{at_least_one, between};
use crate::suggest;
use crate::systems::command::{PROGRAM_KEYS, program};
use crate::systems::models::{ModelAt, TEMPERATURE, model_at};
use crate::systems::{Program, missing};
use crate::toml_text::Table;

/// What a project says of judging.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatedJudging {
    /// The judges, in written order.
    pub judges: Vec<StatedJudge>,
    /// The rubrics, in written order.
    pub rubrics: Vec<Rubric>,
    /// How answers write what they cite; `None` where nothing is said.
    pub citations: Option<Grammar>,
    /// Measures as written, `faithfulness`; none where nothing is said.
    pub measures: Vec<String>,
    /// Slices to report by.
    pub by: Vec<String>,
}

/// A judge as it is stated.
#[derive(Clone, Debug, PartialEq)]
pub struct StatedJudge {
    /// Its name.
    pub name: String,
    /// What it is, with its settings.
    pub judge: Stated,
}

/// What a judge is.
#[derive(Clone, Debug, PartialEq)]
pub enum Stated {
    /// The built-in judge that compares words.
    Lexical {
        /// What it is asked.
        kinds: Vec<Kind>,
    },
    /// A language model.
    Model(Box<StatedModel>),
    /// A command of the project's own.
    Command {
        /// How it is started.
        program: Program,
        /// What it is asked.
        kinds: Vec<Kind>,
        /// How often it is asked the same; at least 1.
        repeats: u32,
    },
    /// Several of the project's judges, of which the majority decides; at least two, none of them a panel.
    Panel(Vec<String>),
}

/// A language model as a judge.
#[derive(Clone, Debug, PartialEq)]
pub struct StatedModel {
    /// Which model.
    pub at: ModelAt,
    /// The language of the prompts.
    pub language: Language,
    /// How freely tokens are drawn, from 0 to 2; `None` where nothing is said.
    pub temperature: Option<f64>,
    /// The longest reply in tokens, at least 1; `None` where nothing is said.
    pub max_tokens: Option<u32>,
    /// The seed of the draw.
    pub seed: Option<i64>,
    /// How often it is asked the same; at least 1.
    pub repeats: u32,
    /// How the form of a reply is asked for.
    pub form: Form,
    /// What it is asked.
    pub kinds: Vec<Kind>,
    /// Fields of the request body that the server calls otherwise.
    pub rename: BTreeMap<String, String>,
    /// Fields of the request body that are not sent.
    pub leave_out: BTreeSet<String>,
    /// Prompt files in place of built-in ones, relative to the project, by name: one of [`PROMPTS`].
    pub prompts: BTreeMap<String, PathBuf>,
}

/// A language of built-in prompts. Verdicts are the same English words in all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
    /// Chinese.
    Chinese,
    /// Japanese.
    Japanese,
    /// Spanish.
    Spanish,
}

impl Language {
    /// Every language with its name in files.
    pub const ALL: [(&'static str, Self); 5] =
        [("en", Self::English), ("de", Self::German), ("zh", Self::Chinese), ("ja", Self::Japanese), ("es", Self::Spanish)];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// How the form of a reply is asked for. The stricter stands before the looser.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// By a JSON Schema, which the server enforces.
    JsonSchema,
    /// As any JSON object; which one, the prompt says.
    JsonObject,
    /// By the prompt alone.
    Text,
    /// By a schema, and one step down for good wherever the server refuses the field.
    #[default]
    Auto,
}

impl Form {
    /// Every form with its name in files.
    pub const ALL: [(&'static str, Self); 4] =
        [("json-schema", Self::JsonSchema), ("json-object", Self::JsonObject), ("text", Self::Text), ("auto", Self::Auto)];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// The names of prompts: a kind each; those about a fact in the context, and about a claim and the reference answer, are of their own.
pub const PROMPTS: [&str; 11] = [
    "status",
    "claims",
    "support",
    "fact",
    "context",
    "context-fact",
    "relevance",
    "answer",
    "answer-claim",
    "citation",
    "rubric",
];

/// What `type` may be.
pub(crate) const TYPES: [&str; 4] = ["lexical", "model", "command", "panel"];

/// How often a judge may be asked the same.
pub(crate) const REPEATS: std::ops::RangeInclusive<u32> = 1..=100;

/// The keys of a judge that compares words.
pub(crate) const LEXICAL_KEYS: [&str; 2] = ["type", "kinds"];
/// The keys of a model.
pub(crate) const MODEL_KEYS: [&str; 13] = [
    "type",
    "endpoint",
    "model",
    "language",
    "temperature",
    "max_tokens",
    "seed",
    "repeats",
    "form",
    "kinds",
    "rename",
    "leave_out",
    "prompts",
];
/// The keys of a command, besides those of its program.
pub(crate) const COMMAND_KEYS: [&str; 3] = ["type", "kinds", "repeats"];
/// The keys of a panel.
pub(crate) const PANEL_KEYS: [&str; 2] = ["type", "members"];
/// The keys of a rubric.
pub(crate) const RUBRIC_KEYS: [&str; 3] = ["question", "outcomes", "pass"];
/// The keys of `[citations]`.
pub(crate) const CITATIONS_KEYS: [&str; 1] = ["grammar"];
/// The keys of `[judge]`.
pub(crate) const JUDGE_KEYS: [&str; 2] = ["measures", "by"];

/// Fields without which a request asks nothing.
pub(crate) const NEEDED_FIELDS: [&str; 2] = ["model", "messages"];

/// Reads the tables of a project that are about judging; `endpoints` are the names of the project's.
pub(crate) fn read_judging(top: &mut Table<'_>, endpoints: &[String]) -> Result<StatedJudging, InputError> {
    let (citations, judge) = (top.table("citations")?, top.table("judge")?);
    citations.only(&CITATIONS_KEYS)?;
    judge.only(&JUDGE_KEYS)?;
    Ok(StatedJudging {
        judges: judges(&mut top.table("judges")?, endpoints)?,
        rubrics: rubrics(&mut top.table("rubrics")?)?,
        citations: one_of(&citations, "grammar", &Grammar::ALL)?,
        measures: judge.strings("measures")?,
        by: judge.strings("by")?,
    })
}

fn judges(table: &mut Table<'_>, endpoints: &[String]) -> Result<Vec<StatedJudge>, InputError> {
    let names: Vec<String> = table.keys().map(str::to_owned).collect();
    let (mut tables, mut types) = (Vec::new(), Vec::new());
    for name in names {
        let judge = table.table(&name)?;
        let named = TYPES.map(|of| format!("\"{of}\"")).join(", ");
        let kind = judge.choice("type", &TYPES)?.ok_or_else(|| {
            judge.fault("type", "'type' is missing").mend(format!("write it like type = \"lexical\"; known: {named}"))
        })?;
        types.push((name, kind));
        tables.push(judge);
    }
    let read = |(table, (name, kind)): (Table<'_>, &(String, String))| {
        let judge = match kind.as_str() {
            "lexical" => lexical(&table)?,
            "model" => Stated::Model(Box::new(model(table, endpoints)?)),
            "command" => command(&table)?,
            _ => panel(&table, &types)?,
        };
        Ok(StatedJudge { name: name.clone(), judge })
    };
    tables.into_iter().zip(&types).map(read).collect()
}

fn lexical(table: &Table<'_>) -> Result<Stated, InputError> {
    table.only(&LEXICAL_KEYS)?;
    Ok(Stated::Lexical { kinds: kinds(table)? })
}

fn model(mut table: Table<'_>, endpoints: &[String]) -> Result<StatedModel, InputError> {
    table.only(&MODEL_KEYS)?;
    let (rename, prompts) = (table.table("rename")?, table.table("prompts")?);
    prompts.only(&PROMPTS)?;
    let prompt = |name: &str| Ok((name.to_owned(), prompts.string(name)?.unwrap_or_default().into()));
    let rename = renamed(&rename)?;
    Ok(StatedModel {
        at: model_at(&table, endpoints)?,
        language: one_of(&table, "language", &Language::ALL)?.unwrap_or_default(),
        temperature: between(&table, "temperature", TEMPERATURE)?,
        max_tokens: at_least_one(&table, "max_tokens")?,
        seed: table.integer("seed")?,
        repeats: repeats(&table)?,
        form: one_of(&table, "form", &Form::ALL)?.unwrap_or_default(),
        kinds: kinds(&table)?,
        leave_out: left_out(&table, &rename)?,
        rename,
        prompts: prompts.keys().map(prompt).collect::<Result<_, InputError>>()?,
    })
}

fn renamed(table: &Table<'_>) -> Result<BTreeMap<String, String>, InputError> {
    let mut rename = BTreeMap::new();
    for field in table.keys() {
        let to = table.string(field)?.unwrap_or_default();
        if rename.values().any(|other| *other == to) {
            return Err(table.fault(field, format!("two fields would be called {}", quoted(&to))));
        }
        rename.insert(field.to_owned(), to);
    }
    Ok(rename)
}

fn left_out(table: &Table<'_>, rename: &BTreeMap<String, String>) -> Result<BTreeSet<String>, InputError> {
    let fields = table.words("leave_out")?;
    if let Some(field) = fields.iter().find(|field| NEEDED_FIELDS.contains(&field.as_str())) {
        return Err(table.fault("leave_out", format!("{} of a request cannot be left out", quoted(field))));
    }
    if let Some(field) = fields.iter().find(|field| rename.contains_key(*field)) {
        return Err(table.fault("leave_out", format!("{} is renamed and left out; one of the two is meant", quoted(field))));
    }
    distinct(table, "leave_out", &fields)?;
    Ok(fields.into_iter().collect())
}

fn command(table: &Table<'_>) -> Result<Stated, InputError> {
    table.only(&[&COMMAND_KEYS[..], &PROGRAM_KEYS].concat())?;
    Ok(Stated::Command { program: program(table)?, kinds: kinds(table)?, repeats: repeats(table)? })
}

fn panel(table: &Table<'_>, types: &[(String, String)]) -> Result<Stated, InputError> {
    table.only(&PANEL_KEYS)?;
    if !table.holds("members") {
        return Err(missing(table, "members", "members = [\"words\", \"model\"]"));
    }
    let members = table.words("members")?;
    distinct(table, "members", &members)?;
    if members.len() < 2 {
        let problem = format!("'members' names {} judges, and a panel has at least two", members.len());
        return Err(table.fault("members", problem));
    }
    for member in &members {
        match types.iter().find(|(name, _)| name == member) {
            Some((_, kind)) if kind == "panel" => {
                return Err(table.fault("members", format!("{} is a panel, which cannot sit in one", quoted(member))));
            }
            Some(_) => {}
            None => {
                let judges = types.iter().filter(|(_, kind)| kind != "panel").map(|(name, _)| name.as_str());
                let fault = table.fault("members", format!("no judge is called {}", quoted(member)));
                return Err(fault.mend(suggest::advice(member, judges)));
            }
        }
    }
    Ok(Stated::Panel(members))
}

/// What a judge is asked: all but whether passages were needed, which asks most and few measures need.
fn kinds(table: &Table<'_>) -> Result<Vec<Kind>, InputError> {
    if !table.holds("kinds") {
        return Ok(Kind::ALL.into_iter().map(|(_, kind)| kind).filter(|kind| *kind != Kind::Context).collect());
    }
    let names = table.words("kinds")?;
    if names.is_empty() {
        return Err(table.fault("kinds", "'kinds' is empty").mend("leave it out for all but \"context\""));
    }
    distinct(table, "kinds", &names)?;
    let kind = |name: &String| {
        let known = Kind::ALL.into_iter().find(|(known, _)| known == name).map(|(_, kind)| kind);
        known.ok_or_else(|| {
            let fault = table.fault("kinds", format!("{} is no kind of question", quoted(name)));
            fault.mend(suggest::advice(name, Kind::ALL.map(|(name, _)| name)))
        })
    };
    names.iter().map(kind).collect()
}

fn repeats(table: &Table<'_>) -> Result<u32, InputError> {
    Ok(crate::numbers::within(table, "repeats", REPEATS)?.unwrap_or(1))
}

fn rubrics(table: &mut Table<'_>) -> Result<Vec<Rubric>, InputError> {
    let names: Vec<String> = table.keys().map(str::to_owned).collect();
    names.into_iter().map(|name| rubric(table.table(&name)?, name)).collect()
}

fn rubric(table: Table<'_>, name: String) -> Result<Rubric, InputError> {
    table.only(&RUBRIC_KEYS)?;
    if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c == ',') {
        let fault = table.fault("question", format!("the rubric's name {} must have no blanks and no commas", quoted(&name)));
        return Err(fault.mend("measures name it, as in rubric:tone"));
    }
    let needed =
        |key: &str, example: &str| table.fault(key, format!("'{key}' is missing")).mend(format!("write it like {example}"));
    let question = table.string("question")?.ok_or_else(|| needed("question", "question = \"Is the tone kind?\""))?;
    let list = |key: &str, example: &str| {
        let words = table.words(key)?;
        if words.is_empty() {
            return Err(needed(key, example));
        }
        if words.iter().any(|word| word.trim().is_empty()) {
            return Err(table.fault(key, format!("'{key}' holds an empty name")));
        }
        distinct(&table, key, &words)?;
        Ok(words)
    };
    let outcomes = list("outcomes", "outcomes = [\"kind\", \"neutral\", \"rude\"]")?;
    if outcomes.len() < 2 {
        return Err(table.fault("outcomes", "a rubric has at least two outcomes; with one it says nothing"));
    }
    let pass = list("pass", "pass = [\"kind\"], the outcomes that count as 1")?;
    if let Some(other) = pass.iter().find(|outcome| !outcomes.contains(outcome)) {
        let fault = table.fault("pass", format!("{} is none of the outcomes", quoted(other)));
        return Err(fault.mend(suggest::advice(other, outcomes.iter().map(String::as_str))));
    }
    Ok(Rubric { name, question, outcomes, pass })
}

fn one_of<T: Copy>(table: &Table<'_>, key: &str, names: &[(&'static str, T)]) -> Result<Option<T>, InputError> {
    let known: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
    let chosen = table.choice(key, &known)?;
    Ok(chosen.and_then(|chosen| names.iter().find(|(name, _)| *name == chosen)).map(|(_, value)| *value))
}

fn distinct(table: &Table<'_>, key: &str, words: &[String]) -> Result<(), InputError> {
    let mut seen = BTreeSet::new();
    match words.iter().find(|word| !seen.insert(word.as_str())) {
        Some(twice) => Err(table.fault(key, format!("{} stands twice in '{key}'", quoted(twice)))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
