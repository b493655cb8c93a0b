//! What is judged: the answers of a run, or those that others recorded.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use clap::Args;
use fourcell::diagnosis::invariants::Incident;
use fourcell::evaluate::{NativeTerms, Presence, score_native};
use fourcell::evidence::{Passage, Question, Split};
use fourcell::formats::Source;
use fourcell::formats::native::answers::{RecordedAnswer, complete, read_answers};
use fourcell::formats::native::judgements::{Judgement, read_judgements};
use fourcell::formats::native::{Read, Run, read_run};
use fourcell::formats::others::{Answered, read_deepeval, read_ragas, read_ragchecker};
use fourcell::formats::project::{Project, QuestionSet, find_project, load_set, read_project};
use fourcell::generation::citations::{Grammar, citations};
use fourcell::generation::{Answer, Judgement as Said};
use fourcell::retrieval::name::parse_list;
use fourcell::retrieval::record::Mode;
use fourcell::statistics::Score;
use report::invariants::{First, RunInvariants};

use crate::console;
use crate::custody::split::SplitArgs;
use crate::failure::Failure;
use crate::inputs::{no_run, shown};
use crate::invariants::{Stated, held};
use crate::opening;

/// The file of a run with what judges said.
pub const JUDGEMENTS: &str = "judgements.jsonl";

/// What may be judged besides runs of a project.
const JUDGED: &str = "a run directory, or answers of others with --ragas, --deepeval or --ragchecker FILE";

/// Which answers are meant.
#[derive(Debug, Default, Args)]
pub struct MaterialArgs {
    /// The run: a name under the project's runs, or a run directory [default: runs/latest]
    #[arg(value_name = "RUN")]
    pub run: Option<PathBuf>,
    /// The project's folder [default: the nearest one upwards with a fourcell.toml]
    #[arg(long, value_name = "DIR")]
    pub project: Option<PathBuf>,
    /// Answers as rows of ragas (JSON Lines)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["run", "deepeval", "ragchecker"])]
    pub ragas: Option<PathBuf>,
    /// Answers as test cases of DeepEval (JSON or JSON Lines)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["run", "ragchecker"])]
    pub deepeval: Option<PathBuf>,
    /// Answers as results of RAGChecker, with its verdicts where it has checked them
    #[arg(long, value_name = "FILE", conflicts_with = "run")]
    pub ragchecker: Option<PathBuf>,
}

/// One answer with its question's place.
#[derive(Clone, Debug)]
pub struct Row {
    /// The place of its question in [`Material::questions`].
    pub question: usize,
    /// The mode it was made in.
    pub mode: Mode,
    /// Its repeat.
    pub repeat: u32,
    /// The answer, with texts of its context where they are known.
    pub answer: Answer,
    /// What was said of it, by whomever.
    pub said: Vec<Said>,
}

impl Row {
    fn key(&self) -> (usize, Mode, u32) {
        (self.question, self.mode, self.repeat)
    }
}

/// Answers with their questions.
pub struct Material {
    /// The run's name, or the file's.
    pub name: String,
    /// The project, where there is one.
    pub project: Option<Project>,
    /// The questions that may be looked at.
    pub questions: Vec<Question>,
    /// The answers, by question, mode and repeat.
    pub rows: Vec<Row>,
    /// The run with its set, where it is one.
    pub native: Option<(Run, QuestionSet)>,
    /// Questions left sealed.
    pub sealed: usize,
    /// What was said of answers that are not among the rows: it stays where it is.
    pub elsewhere: Vec<Judgement>,
    /// Every file that was read.
    pub files: Vec<Source>,
    /// What is odd in them.
    pub warnings: Vec<String>,
}

impl MaterialArgs {
    /// The project that is meant; of answers without a run it need not be there.
    fn project(&self) -> Result<Option<Project>, Failure> {
        let alone = self.ragas.is_some() || self.deepeval.is_some() || self.ragchecker.is_some();
        if alone {
            let found = self.project.clone().or_else(|| find_project(Path::new(".")));
            return Ok(found.map(|at| read_project(&at)).transpose()?);
        }
        let mend = "name the project with --project DIR, or answers of others with --ragas, --deepeval or --ragchecker FILE";
        Ok(Some(read_project(&opening::place(self.project.as_deref(), mend)?)?))
    }

    /// Reads everything. Questions of the final split are left sealed unless they are asked for.
    pub fn open(&self, split: Option<Split>) -> Result<Material, Failure> {
        let project = self.project()?;
        let of_others = |path: &Path, read: fn(&Source) -> Result<Read<Answered>, fourcell::formats::InputError>| {
            let source = Source::from_argument(path)?;
            let answers = read(&source)?;
            Ok::<_, Failure>((answers, source))
        };
        let read = match (&self.ragas, &self.deepeval, &self.ragchecker) {
            (Some(path), _, _) => Some(of_others(path, read_ragas)?),
            (_, Some(path), _) => Some(of_others(path, read_deepeval)?),
            (_, _, Some(path)) => Some(of_others(path, read_ragchecker)?),
            _ => None,
        };
        match (read, project) {
            (Some((read, source)), project) => Ok(from_others(read, source, project)),
            (None, Some(project)) => self.of_run(project, split, JUDGED),
            (None, None) => Err(Failure::bad_input("there is no project").mend(opening::START)),
        }
    }

    /// Reads a run of a project, for commands that read nothing else.
    pub fn open_run(&self, split: Option<Split>) -> Result<Material, Failure> {
        let project = read_project(&opening::place(self.project.as_deref(), opening::START)?)?;
        self.of_run(project, split, "or a run directory")
    }

    /// The run's directory; `others` is what may be named besides.
    fn directory(&self, project: &Project, others: &str) -> Result<PathBuf, Failure> {
        let Some(named) = &self.run else {
            let latest = project.runs.join("latest");
            if !latest.exists() {
                return Err(no_run(project, "no run is named, and there is no run 'latest'", others));
            }
            let real = latest.canonicalize().ok().and_then(|p| Some(p.file_name()?.to_string_lossy().into_owned()));
            console::talk(&format!("no run is named: taking {} ({})", shown(&latest), real.unwrap_or_default()));
            return Ok(latest);
        };
        let below = project.runs.join(named);
        [named.clone(), below].into_iter().find(|place| place.is_dir()).ok_or_else(|| {
            let problem = format!("no run '{}'", named.display());
            if named.is_file() {
                return Failure::bad_input(format!("{} is a file, and a run directory is expected here", named.display())).mend(
                    "a TREC run holds no answers; answers of others are judged with fourcell judge --ragas, --deepeval or --ragchecker FILE",
                );
            }
            no_run(project, &problem, others)
        })
    }

    fn of_run(&self, project: Project, split: Option<Split>, others: &str) -> Result<Material, Failure> {
        let directory = self.directory(&project, others)?;
        // The set and the run are read beside each other; what is wrong with the run is said first.
        let judgements = Some(directory.join(JUDGEMENTS)).filter(|path| path.exists()).map(|path| Source::file(&path));
        let (run, set, said) = std::thread::scope(|scope| {
            let set = scope.spawn(|| load_set(&project));
            let said = judgements.as_ref().map(|source| scope.spawn(move || read_judgements(source)));
            let run = read_with_answers(&directory);
            (run, set.join(), said.map(|reading| reading.join()))
        });
        let (run, mut answers) = run?;
        let set = set.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        let said = said.map(|said| said.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).transpose()?;
        let known = run.passages.as_ref().map(|p| p.items.as_slice()).or(set.passages.as_deref()).unwrap_or_default();
        complete(&mut answers.items, known);
        if let Some(corpus) = &set.corpus {
            answers.items.iter_mut().for_each(|recorded| sliced(recorded, corpus));
        }
        let mut warnings: Vec<String> = set.warnings.iter().chain(&answers.warnings).map(ToString::to_string).collect();
        let all = set.questions.len();
        let wanted = split.unwrap_or(Split::Tune);
        let questions: Vec<Question> = set.questions.iter().filter(|q| q.split == wanted).cloned().collect();
        let sealed = if split.is_none() { all - questions.len() } else { 0 };
        let mut files: Vec<Source> = set.hashes.iter().map(|(path, _)| Source::file(path)).collect();
        files.extend(run.files.iter().cloned());
        let said = said.map_or_else(Vec::new, |read| {
            warnings.extend(read.warnings.iter().map(ToString::to_string));
            read.items
        });
        files.extend(judgements);
        let (rows, elsewhere) = rows_of(&questions, answers.items, said, project.judging.citations);
        let name = run.name.clone();
        let (project, native) = (Some(project), Some((run, set)));
        Ok(Material { name, project, questions, rows, native, sealed, elsewhere, files, warnings })
    }
}

/// The answers of a run with what they cite: as captured, else as the project says that their texts mark it.
pub fn answers_of(project: &Project, run: &Run) -> Result<Vec<RecordedAnswer>, Failure> {
    let mut answers = read_answers(&records_of(run)?)?.items;
    answers.iter_mut().for_each(|recorded| marked(&mut recorded.answer, project.judging.citations));
    Ok(answers)
}

/// A run, and the answers in its records: both halves of a record are read beside each other, and what is wrong with the run is said
/// first. Compressed records are looked for by whoever reads the run.
fn read_with_answers(directory: &Path) -> Result<(Run, Read<RecordedAnswer>), Failure> {
    let plain = directory.join("records.jsonl");
    let (run, answers) = std::thread::scope(|scope| {
        let answers = plain.is_file().then(|| scope.spawn(|| read_answers(&Source::file(&plain))));
        (read_run(directory), answers.map(|reading| reading.join()))
    });
    let run = run?;
    let answers = match answers {
        Some(read) => read.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?,
        None => read_answers(&records_of(&run)?)?,
    };
    Ok((run, answers))
}

/// The records file of a run, plain or compressed.
fn records_of(run: &Run) -> Result<Source, Failure> {
    run.records_file().cloned().ok_or_else(|| Failure::bad_input("the run holds no records.jsonl"))
}

/// Texts that only the corpus has: of passages that say where they stand.
fn sliced(recorded: &mut RecordedAnswer, corpus: &fourcell::evidence::Corpus) {
    for passage in recorded.answer.context.iter_mut().flatten().filter(|passage| passage.text.is_none()) {
        let (Some(doc), Some(range)) = (&passage.doc, passage.range) else { continue };
        let document = corpus.find(doc, passage.rev.as_deref());
        passage.text = document.and_then(|document| document.text.slice(range)).map(str::to_owned);
    }
}

/// Answers of questions that may be looked at, in the order of the questions, with what was said of each; and what was said of others.
fn rows_of(
    questions: &[Question],
    answers: Vec<RecordedAnswer>,
    said: Vec<Judgement>,
    grammar: Option<Grammar>,
) -> (Vec<Row>, Vec<Judgement>) {
    let places: HashMap<&str, usize> = questions.iter().enumerate().map(|(place, q)| (q.id.as_str(), place)).collect();
    let row = |recorded: RecordedAnswer| {
        let question = *places.get(recorded.question.as_str())?;
        let RecordedAnswer { mode, repeat, mut answer, .. } = recorded;
        marked(&mut answer, grammar);
        Some(Row { question, mode, repeat, answer, said: Vec::new() })
    };
    let mut rows: Vec<Row> = answers.into_iter().filter_map(row).collect();
    rows.sort_by_key(Row::key);
    let elsewhere = put(questions, &mut rows, said);
    (rows, elsewhere)
}

/// Puts what was said to the answers that it was said of; what was said of others is given back.
fn put(questions: &[Question], rows: &mut [Row], said: Vec<Judgement>) -> Vec<Judgement> {
    let places: HashMap<&str, usize> = questions.iter().enumerate().map(|(place, q)| (q.id.as_str(), place)).collect();
    let mut elsewhere = Vec::new();
    for judgement in said {
        let place = places.get(judgement.question.as_str());
        let key = place.map(|place| (*place, judgement.mode, judgement.repeat));
        match key.and_then(|key| rows.binary_search_by_key(&key, Row::key).ok()) {
            Some(place) => rows[place].said.push(judgement.said),
            None => elsewhere.push(judgement),
        }
    }
    elsewhere
}

/// Citations that were not captured are read from the marks in the text, where the project says how they are written.
fn marked(answer: &mut Answer, grammar: Option<Grammar>) {
    let (Some(grammar), None, Some(text)) = (grammar, &answer.citations, &answer.text) else { return };
    let context: Vec<&str> = answer.context.iter().flatten().map(|passage| passage.id.as_str()).collect();
    answer.citations = Some(citations(text, &context, grammar));
}

fn from_others(read: Read<Answered>, source: Source, project: Option<Project>) -> Material {
    let grammar = project.as_ref().and_then(|project| project.judging.citations);
    let warnings = read.warnings.iter().map(ToString::to_string).collect();
    let (mut questions, mut rows) = (Vec::new(), Vec::new());
    for (place, answered) in read.items.into_iter().enumerate() {
        let Answered { question, mut answer, judgements, .. } = answered;
        marked(&mut answer, grammar);
        questions.push(question);
        rows.push(Row { question: place, mode: Mode::Normal, repeat: 0, answer, said: judgements });
    }
    let name = source.name().to_string();
    Material { name, project, questions, rows, native: None, sealed: 0, elsewhere: Vec::new(), files: vec![source], warnings }
}

impl Material {
    /// Before anything is shown of the questions: final ones are refused, or burned. `by` is the command.
    pub fn open_final(&self, split: Option<Split>, args: &SplitArgs, by: &str) -> Result<(), Failure> {
        match (&self.project, &self.native) {
            (Some(project), Some((run, set))) => args.burn.open(split, project, set, &[run], by),
            _ => Ok(()),
        }
    }

    /// Whether questions may be shown one by one: final ones that are burned, or are now.
    pub fn shows_final(&self, split: Option<Split>, args: &SplitArgs, by: &str) -> Result<bool, Failure> {
        match (&self.project, &self.native) {
            (Some(project), Some((run, set))) => args.burn.shows(split, project, set, &[run], by),
            _ => Ok(true),
        }
    }

    /// What must be said before the scores of a run: results and citations that must not be there, in all its modes and repeats.
    pub fn first_incidents(&self, threads: usize) -> Option<First> {
        let held = self.held(threads)?;
        First::of(&held.found.name, &held.found.checked)
    }

    /// Every incident, in all modes and repeats.
    pub fn incidents(&self, threads: usize) -> Vec<Incident> {
        self.held(threads).map_or_else(Vec::new, |held| held.found.checked.incidents)
    }

    /// The run held to the invariants; nothing where nothing can be checked, which is for 'fourcell invariants' to tell.
    pub fn held(&self, threads: usize) -> Option<RunInvariants> {
        let (project, (run, set)) = (self.project.as_ref()?, self.native.as_ref()?);
        // What is checked of a context is where its passages are from; their texts are the larger part of a run.
        let placed = |passage: &Passage| Passage {
            id: passage.id.clone(),
            doc: passage.doc.clone(),
            rev: passage.rev.clone(),
            range: passage.range,
            text: None,
        };
        let recorded = |row: &Row| RecordedAnswer {
            question: self.questions[row.question].id.clone(),
            mode: row.mode,
            repeat: row.repeat,
            answer: Answer {
                text: None,
                status: row.answer.status,
                citations: row.answer.citations.clone(),
                context: row.answer.context.as_ref().map(|context| context.iter().map(placed).collect()),
                error: row.answer.error.clone(),
            },
        };
        let answers: Vec<RecordedAnswer> = self.rows.iter().map(recorded).collect();
        let split = self.questions.first().map(|question| question.split);
        held(project, set, run, Some(&answers), &Stated { split, threads, ..Stated::default() }).ok()
    }

    /// Reads again what was said of the answers of a run: while one judge was asked, another may have written.
    pub fn reread(&mut self) -> Result<(), Failure> {
        let Some((run, _)) = &self.native else { return Ok(()) };
        let path = run.directory.join(JUDGEMENTS);
        let said = if path.exists() { read_judgements(&Source::file(&path))?.items } else { Vec::new() };
        self.rows.iter_mut().for_each(|row| row.said.clear());
        self.elsewhere = put(&self.questions, &mut self.rows, said);
        Ok(())
    }

    /// Whether the evidence of each question was in the context, in this mode and repeat, in the order of the questions.
    pub fn presence(&self, mode: Mode, repeat: u32) -> Result<Vec<Presence>, Failure> {
        let known = match &self.native {
            Some((run, set)) => presence_in(run, set, self.questions.first().map(|q| q.split), mode, repeat)?,
            None => HashMap::new(),
        };
        let of = |question: &Question| match (question.answerable, known.get(&question.id)) {
            (false, _) => Presence::Unanswerable,
            (true, Some(presence)) => *presence,
            (true, None) => Presence::Unknown,
        };
        Ok(self.questions.iter().map(of).collect())
    }

    /// The row of a question in a mode and repeat.
    pub fn row(&self, question: usize, mode: Mode, repeat: u32) -> Option<&Row> {
        self.rows.binary_search_by_key(&(question, mode, repeat), Row::key).ok().map(|place| &self.rows[place])
    }
}

/// By question, from retrieval's own measure of complete evidence in the context.
fn presence_in(
    run: &Run,
    set: &QuestionSet,
    split: Option<Split>,
    mode: Mode,
    repeat: u32,
) -> Result<HashMap<String, Presence>, Failure> {
    let measures = parse_list("complete@context").map_err(Failure::bad_input)?;
    let terms = NativeTerms { split, mode, repeat, ..NativeTerms::new(measures) };
    let scored = match score_native(set, run, &terms, None) {
        Ok(scored) => scored.scores,
        // Nothing of it can be matched to labels: then nobody knows, which is no reason not to judge answers.
        Err(_) => return Ok(HashMap::new()),
    };
    let presence = |place: usize| match scored.get(place, 0) {
        Score::Value(value) if value >= 1.0 => Presence::Present,
        Score::Value(_) => Presence::Absent,
        Score::Undefined(_) | Score::Failed => Presence::Unknown,
    };
    Ok(scored.questions().iter().enumerate().map(|(place, id)| (id.clone(), presence(place))).collect())
}
