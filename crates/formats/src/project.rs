//! `fourcell.toml`, the project, and the question set that it names.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use evidence::cover::Cover;
use evidence::{Corpus, Label, Passage, Question};

use crate::custody::{StatedCustody, read_stated};
use crate::endpoints::{StatedBudget, StatedEndpoint, read_budget, read_endpoints};
use crate::error::InputError;
use crate::gate::{StatedGate, margin, read_gate};
use crate::judges::{StatedJudging, read_judging};
use crate::native::run::find_file;
use crate::native::{Read, Warning, read_corpus, read_labels, read_passages, read_questions};
use crate::source::Source;
use crate::systems::{StatedSystem, read_systems};
use crate::toml_text::{Table, TomlText};

/// The name of the project file.
pub const PROJECT_FILE: &str = "fourcell.toml";

/// The newest project file that is read.
pub(crate) const NEWEST: i64 = 1;

/// Levels at which a retrieval may be scored.
pub(crate) const LEVELS: [&str; 2] = ["passage", "document"];

/// Grades from which a passage may count as relevant.
pub(crate) const RELEVANT: RangeInclusive<u8> = 1..=3;

/// What `[access]` may say.
pub(crate) const ACCESS: [&str; 1] = ["none"];

/// The keys of the file, and of its tables.
pub(crate) const KEYS: [&str; 17] = [
    "version",
    "project",
    "corpora",
    "score",
    "tokens",
    "compare",
    "gate",
    "access",
    "invariants",
    "systems",
    "endpoints",
    "budget",
    "judges",
    "rubrics",
    "citations",
    "judge",
    "custody",
];
pub(crate) const PROJECT_KEYS: [&str; 6] = ["name", "corpus", "questions", "labels", "passages", "runs"];
pub(crate) const SCORE_KEYS: [&str; 5] = ["measures", "by", "level", "cover", "rel"];
pub(crate) const TOKENS_KEYS: [&str; 1] = ["tokenizer"];
pub(crate) const MARGIN_KEYS: [&str; 1] = ["margin"];
pub(crate) const ACCESS_KEYS: [&str; 1] = ["model"];
pub(crate) const INVARIANTS_KEYS: [&str; 1] = ["index_revision"];

/// What a project file says. Paths are joined to its directory; what it does not say is `None` or empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Project {
    /// The project file.
    pub file: PathBuf,
    /// Its directory, which the paths in it are relative to.
    pub directory: PathBuf,
    /// The version of the file's format.
    pub version: u32,
    /// The project's name; its directory's where the file gives none.
    pub name: String,
    /// The corpus; `None` where none is stated and `corpus.jsonl` is not there.
    pub corpus: Option<PathBuf>,
    /// The question set.
    pub questions: PathBuf,
    /// The labels; `None` where none are stated and `labels.jsonl` is not there.
    pub labels: Option<PathBuf>,
    /// The passages; `None` where none are stated and `passages.jsonl` is not there.
    pub passages: Option<PathBuf>,
    /// Where runs are; it need not be there yet.
    pub runs: PathBuf,
    /// Corpus snapshots by name, in written order.
    pub corpora: Vec<(String, PathBuf)>,
    /// Defaults of `score`.
    pub score: ScoreDefaults,
    /// The tokenizer that counts what was captured without counts.
    pub tokenizer: Option<String>,
    /// The non-inferiority margin, a share in (0, 1): that of `[gate]`, else of `[compare]`.
    pub margin: Option<f64>,
    /// What was agreed of a change that is to ship.
    pub gate: StatedGate,
    /// What the product knows of access.
    pub access: Access,
    /// What the index should say it is, of every run.
    pub index_revision: Option<String>,
    /// The systems that can be run, in written order.
    pub systems: Vec<StatedSystem>,
    /// The servers of models, in written order.
    pub endpoints: Vec<StatedEndpoint>,
    /// What a command may spend on models.
    pub budget: StatedBudget,
    /// Who judges answers, and what is asked.
    pub judging: StatedJudging,
    /// How the final set is kept.
    pub custody: StatedCustody,
}

/// What `[score]` says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoreDefaults {
    /// Measures as written, `evidence@6`.
    pub measures: Vec<String>,
    /// Slices to report by.
    pub by: Vec<String>,
    /// `passage` or `document`.
    pub level: Option<String>,
    /// How much of a range must be covered.
    pub cover: Option<Cover>,
    /// The lowest grade that counts as relevant, 1 to 3.
    pub rel: Option<u8>,
}

/// Whether the product has tenants and access rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Access {
    /// Nothing is said: what was not captured is "not checked".
    #[default]
    Unstated,
    /// `model = "none"`: there are no tenants and no access rules.
    None,
}

/// A question set with everything that it is checked and scored against.
#[derive(Clone, Debug, Default)]
pub struct QuestionSet {
    /// The questions in file order.
    pub questions: Vec<Question>,
    /// The line of each question.
    pub lines: Vec<u64>,
    /// The corpus, where the project has one.
    pub corpus: Option<Corpus>,
    /// The line of each document.
    pub corpus_lines: Vec<u64>,
    /// The labels; none where the project has none.
    pub labels: Vec<Label>,
    /// The line of each label.
    pub label_lines: Vec<u64>,
    /// The passages, where the project has some.
    pub passages: Option<Vec<Passage>>,
    /// The line of each passage.
    pub passage_lines: Vec<u64>,
    /// What is odd in the files.
    pub warnings: Vec<Warning>,
    /// The files that were read, with `sha256:` of their bytes.
    pub hashes: Vec<(PathBuf, String)>,
}

/// The nearest project file at or above a directory.
pub fn find_project(start: &Path) -> Option<PathBuf> {
    let start = std::path::absolute(start).ok()?;
    start.ancestors().map(|directory| directory.join(PROJECT_FILE)).find(|file| file.is_file())
}

/// Reads a project by its file, or by the directory that holds it.
pub fn read_project(path: &Path) -> Result<Project, InputError> {
    let file = if path.is_dir() { path.join(PROJECT_FILE) } else { path.to_owned() };
    if path.is_dir() && !file.exists() {
        return Err(InputError::new(format!("holds no {PROJECT_FILE}"))
            .in_file(path.display().to_string())
            .mend("name the directory that holds it, or write one there"));
    }
    let directory = file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned();
    let text = TomlText::read(&Source::file(&file))?;
    parse(&text, file, directory)
}

/// What a project is that says nothing: for commands that can do without one.
pub fn no_project(directory: &Path) -> Result<Project, InputError> {
    let text = TomlText::read(&Source::memory(PROJECT_FILE, Vec::new()))?;
    parse(&text, directory.join(PROJECT_FILE), directory.to_owned())
}

pub(crate) fn parse(text: &TomlText, file: PathBuf, directory: PathBuf) -> Result<Project, InputError> {
    let mut top = text.table()?;
    let version = top.version(NEWEST)?;
    top.only(&KEYS)?;
    let (project, corpora, score) = (top.table("project")?, top.table("corpora")?, top.table("score")?);
    let (tokens, compare, access) = (top.table("tokens")?, top.table("compare")?, top.table("access")?);
    let gate = read_gate(&mut top.table("gate")?)?;
    project.only(&PROJECT_KEYS)?;
    tokens.only(&TOKENS_KEYS)?;
    compare.only(&MARGIN_KEYS)?;
    access.only(&ACCESS_KEYS)?;
    let invariants = top.table("invariants")?;
    invariants.only(&INVARIANTS_KEYS)?;
    let endpoints = read_endpoints(&mut top.table("endpoints")?)?;
    let names: Vec<String> = endpoints.iter().map(|e| e.name.clone()).collect();
    let systems = read_systems(&mut top.table("systems")?, &names)?;
    let budget = read_budget(&top.table("budget")?)?;
    let judging = read_judging(&mut top, &names)?;
    let compared = margin(&compare)?;
    let place = Place { directory: &directory };
    Ok(Project {
        version,
        name: project.string("name")?.unwrap_or_else(|| name_of(&directory)),
        corpus: place.optional(&project, "corpus", "corpus.jsonl")?,
        questions: place.optional(&project, "questions", "questions.jsonl")?.unwrap_or_else(|| directory.join("questions.jsonl")),
        labels: place.optional(&project, "labels", "labels.jsonl")?,
        passages: place.optional(&project, "passages", "passages.jsonl")?,
        runs: directory.join(project.string("runs")?.as_deref().unwrap_or("runs")),
        corpora: corpora
            .keys()
            .map(|name| Ok((name.to_owned(), place.stated(&corpora, name)?.expect("a key that is there"))))
            .collect::<Result<_, InputError>>()?,
        score: score_defaults(&score)?,
        tokenizer: tokens.string("tokenizer")?,
        margin: gate.margin.or(compared),
        gate,
        access: if access.choice("model", &ACCESS)?.is_some() { Access::None } else { Access::Unstated },
        index_revision: invariants.string("index_revision")?,
        systems,
        endpoints,
        budget,
        judging,
        custody: read_stated(&top.table("custody")?, &directory)?,
        file,
        directory,
    })
}

fn score_defaults(score: &Table<'_>) -> Result<ScoreDefaults, InputError> {
    score.only(&SCORE_KEYS)?;
    let cover = score
        .number("cover")?
        .map(|share| {
            Cover::new(share).ok_or_else(|| score.fault("cover", format!("cover {share} must be above 0 and at most 1")))
        })
        .transpose()?;
    let rel = score
        .integer("rel")?
        .map(|grade| match u8::try_from(grade) {
            Ok(grade) if RELEVANT.contains(&grade) => Ok(grade),
            _ => Err(score.fault("rel", format!("rel {grade} must be a grade from {} to {}", RELEVANT.start(), RELEVANT.end()))),
        })
        .transpose()?;
    Ok(ScoreDefaults {
        measures: score.strings("measures")?,
        by: score.strings("by")?,
        level: score.choice("level", &LEVELS)?,
        cover,
        rel,
    })
}

/// Where the files of a project are looked for.
struct Place<'p> {
    directory: &'p Path,
}

impl Place<'_> {
    /// The file that a key states, which must be there.
    fn stated(&self, table: &Table<'_>, key: &str) -> Result<Option<PathBuf>, InputError> {
        let Some(written) = table.string(key)? else { return Ok(None) };
        let path = self.directory.join(&written);
        if path.is_file() {
            return Ok(Some(path));
        }
        let what = if path.exists() { "is not a file" } else { "is not there" };
        let mend = match key {
            "corpus" => {
                let out = if written == "corpus.jsonl" { String::new() } else { format!(" --out {written}") };
                format!(
                    "make it of a folder of documents: fourcell corpus snapshot FOLDER{out}; paths are relative to the project file"
                )
            }
            _ => "paths are relative to the directory of the project file".to_owned(),
        };
        Err(table.fault(key, format!("{} {what}", path.display())).mend(mend))
    }

    /// The file that a key states, else the one of the usual name, plain or compressed, where it is there.
    fn optional(&self, table: &Table<'_>, key: &str, usual: &str) -> Result<Option<PathBuf>, InputError> {
        match self.stated(table, key)? {
            Some(path) => Ok(Some(path)),
            None => Ok(find_file(self.directory, usual)?.and_then(|source| source.path().map(Path::to_owned))),
        }
    }
}

fn name_of(directory: &Path) -> String {
    let real = directory.canonicalize();
    let named = real.as_deref().unwrap_or(directory);
    named.file_name().map_or_else(|| "project".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// Reads the question set of a project with its corpus, labels and passages.
pub fn load_set(project: &Project) -> Result<QuestionSet, InputError> {
    if !project.questions.exists() {
        return Err(InputError::new("no such file").in_file(project.questions.display().to_string()).mend(format!(
            "write the questions there, or say in {} where they are: [project] questions = \"…\"",
            project.file.display()
        )));
    }
    let questions = read_questions(&Source::file(&project.questions))?;
    let corpus = project.corpus.as_deref().map(Source::file).map(|s| read_corpus(&s)).transpose()?;
    let labels = project.labels.as_deref().map(Source::file).map(|s| read_labels(&s)).transpose()?.unwrap_or_default();
    let passages = project.passages.as_deref().map(Source::file).map(|s| read_passages(&s)).transpose()?;
    let mut warnings = questions.warnings;
    let (corpus, corpus_lines) = taken(corpus, &mut warnings);
    warnings.extend(labels.warnings);
    let (passages, passage_lines) = taken(passages, &mut warnings);
    let files = [
        Some(&project.file),
        Some(&project.questions),
        project.corpus.as_ref(),
        project.labels.as_ref(),
        project.passages.as_ref(),
    ];
    let hash = |path: &PathBuf| Ok((path.clone(), Source::file(path).sha256()?));
    Ok(QuestionSet {
        questions: questions.items,
        lines: questions.lines,
        corpus: corpus.map(Corpus::new),
        corpus_lines,
        labels: labels.items,
        label_lines: labels.lines,
        passages,
        passage_lines,
        warnings,
        hashes: files.into_iter().flatten().map(hash).collect::<Result<_, InputError>>()?,
    })
}

/// Items and lines of a file that may be absent; its warnings join the others.
fn taken<T>(read: Option<Read<T>>, warnings: &mut Vec<Warning>) -> (Option<Vec<T>>, Vec<u64>) {
    match read {
        None => (None, Vec::new()),
        Some(read) => {
            warnings.extend(read.warnings);
            (Some(read.items), read.lines)
        }
    }
}

#[cfg(test)]
mod tests;
