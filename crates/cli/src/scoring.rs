//! From inputs to scored runs: what `score`, `compare` and `demo` have in common.

use std::collections::HashMap;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use fourcell::evaluate::{Evaluated, NativeTerms, TrecTerms, score_native, score_trec};
use fourcell::evidence::Question;
use fourcell::evidence::cover::Cover;
use fourcell::formats::Source;
use fourcell::formats::project::QuestionSet;
use fourcell::retrieval::case::{self, Level};
use fourcell::retrieval::name::parse_list;
use fourcell::retrieval::record::{Mode, Stage};
use fourcell::retrieval::{Budget, Measure};
use report::score::{Questions, Unknown};
use systems::journal::JOURNAL;
use tokens::Tokenizer;

use crate::failure::Failure;
use crate::inputs::{InputArgs, Inputs, LevelArg, Native, Trec};

/// What is measured where neither the project nor the command says.
pub const NATIVE_MEASURES: &str = "evidence@6 complete@6 Success@6 RR nDCG@10 P@6";
/// What is measured on TREC files where the command does not say.
pub const TREC_MEASURES: &str = "nDCG@10 RR AP R@100 P@10 Judged@10";

/// What is measured, and on what terms.
#[derive(Debug, Default, Args)]
pub struct ScoringArgs {
    /// Measures, as in "nDCG@10 R@100 evidence@6 complete@2000tok RR" ('fourcell explain' lists them)
    #[arg(long, short, value_name = "NAMES")]
    pub measures: Option<String>,
    /// The least grade that counts as relevant [default: 2 in a project, 1 on TREC files; trec_eval's -l]
    #[arg(long, value_name = "GRADE", value_parser = clap::value_parser!(i32).range(0..))]
    pub rel: Option<i32>,
    /// How much of a labelled range must be retrieved, in (0, 1] [default: 1, all its letters and digits]
    #[arg(long, value_name = "SHARE")]
    pub cover: Option<f64>,
    /// Score the list of this stage of a project's run [default: the last ranked list before packing]
    #[arg(long, value_parser = stages())]
    pub stage: Option<Stage>,
    /// Score the records of this mode of a project's run
    #[arg(long, default_value = "normal", value_parser = modes())]
    pub mode: Mode,
    /// Score the records of this repeat of a project's run
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub repeat: u32,
    /// Leave unjudged documents out of every ranking (TREC files; trec_eval's -J)
    #[arg(long)]
    pub judged_only: bool,
    /// With --compat: judged queries that a run lacks count as 0 (trec_eval's -c); without it they always do
    #[arg(long)]
    pub complete: bool,
    /// Whether to say what each question's score rests on; set where scores are written down.
    #[arg(skip)]
    pub fingerprints: bool,
}

/// Reads the name of a stage.
fn stages() -> impl TypedValueParser<Value = Stage> {
    PossibleValuesParser::new(Stage::ALL.map(|(name, _)| name)).try_map(|name| among(&Stage::ALL, &name))
}

/// Reads the name of a mode.
pub fn modes() -> impl TypedValueParser<Value = Mode> {
    PossibleValuesParser::new(Mode::ALL.map(|(name, _)| name)).try_map(|name| among(&Mode::ALL, &name))
}

fn among<T: Copy>(all: &[(&str, T)], name: &str) -> Result<T, String> {
    all.iter().find(|(n, _)| *n == name).map(|(_, value)| *value).ok_or_else(|| format!("'{name}' is not known"))
}

/// Runs, scored, with what is known of the set.
pub struct Scored {
    /// What was scored against what, in a line.
    pub heading: String,
    /// The runs, in the order named.
    pub runs: Vec<Evaluated>,
    /// Slices and clusters.
    pub questions: Box<dyn Questions>,
    /// What is odd in the inputs.
    pub warnings: Vec<String>,
    /// Every file that was read, once.
    pub files: Vec<Source>,
}

/// Parses measures, with the place of the fault named by whoever asked.
pub fn measures(text: &str) -> Result<Vec<Measure>, Failure> {
    let measures = parse_list(text).map_err(Failure::bad_input)?;
    if measures.is_empty() { Err(Failure::bad_input("no measure is named")) } else { Ok(measures) }
}

/// Scores every run of the inputs. With `curve`, recall at rising depths as well.
pub fn score_all(inputs: &Inputs, input: &InputArgs, args: &ScoringArgs, curve: bool) -> Result<Scored, Failure> {
    match inputs {
        Inputs::Native(native) => score_project(native, input, args, curve),
        Inputs::Trec(trec) => score_files(trec, input, args, curve),
    }
}

fn score_files(trec: &Trec, input: &InputArgs, args: &ScoringArgs, curve: bool) -> Result<Scored, Failure> {
    let only_native = [
        ("--mode", args.mode != Mode::Normal),
        ("--stage", args.stage.is_some()),
        ("--cover", args.cover.is_some()),
        ("--repeat", args.repeat != 0),
    ];
    if let Some((flag, _)) = only_native.iter().find(|(_, given)| *given) {
        return Err(Failure::bad_input(format!("{flag} is for a project's runs; a TREC run is one ranked list")));
    }
    if args.complete && trec.reading.compat.is_none() {
        return Err(Failure::bad_input("--complete goes with --compat; without it every judged query counts already"));
    }
    let measures = self::measures(args.measures.as_deref().unwrap_or(TREC_MEASURES))?;
    if let Some(measure) = measures.iter().find(|m| m.definition.needs_evidence) {
        return Err(Failure::bad_input(format!("measure '{measure}' needs evidence, which qrels do not have"))
            .mend("use R, nDCG, RR, Success and their kind on TREC files"));
    }
    if let Some(measure) = measures.iter().find(|m| matches!(m.budget, Some(Budget::Tokens(_) | Budget::Context))) {
        return Err(Failure::bad_input(format!("measure '{measure}': a TREC run has neither tokens nor a context"))
            .mend("cut by passages, as in @10"));
    }
    let terms = TrecTerms {
        rel: args.rel.unwrap_or(1),
        reading: trec.reading.clone(),
        complete: args.complete,
        judged_only: args.judged_only,
        curve,
        fingerprints: args.fingerprints,
        ..TrecTerms::new(measures)
    };
    let mut runs = Vec::new();
    for run in &trec.runs {
        runs.push(score_trec(&trec.qrels, run, &terms)?);
    }
    let unit = if terms.reading.document_separator.is_some() { "documents" } else { "passages" };
    let compat = input.compat.map(|c| match c {
        crate::inputs::CompatArg::TrecEval9 => ", as trec_eval 9",
        crate::inputs::CompatArg::TrecEval10 => ", as trec_eval 10",
    });
    let heading = format!(
        "{} · {} · {unit} · relevant from grade {}{}{}",
        trec.name,
        if trec.qrels.len() == 1 { "1 judged query".to_owned() } else { format!("{} judged queries", trec.qrels.len()) },
        terms.rel,
        if args.judged_only { " · judged documents only" } else { "" },
        compat.unwrap_or_default()
    );
    let files = trec.files.iter().chain(&trec.runs).cloned().collect();
    Ok(Scored { heading, runs, questions: Box::new(Unknown), warnings: trec.warnings.clone(), files })
}

fn score_project(native: &Native, input: &InputArgs, args: &ScoringArgs, curve: bool) -> Result<Scored, Failure> {
    if args.judged_only || args.complete {
        let flag = if args.judged_only { "--judged-only" } else { "--complete" };
        return Err(Failure::bad_input(format!(
            "{flag} is for TREC files; in a project write judged_only in the measure's name"
        )));
    }
    let (project, set) = (&native.project, &native.set);
    let stated = project.score.measures.join(" ");
    let stated = if stated.is_empty() { NATIVE_MEASURES } else { &stated };
    let measures = self::measures(args.measures.as_deref().unwrap_or(stated))?;
    let cover = match args.cover {
        Some(share) => Cover::new(share).ok_or_else(|| Failure::bad_input("--cover must be above 0 and at most 1"))?,
        None => project.score.cover.unwrap_or_default(),
    };
    let level = match input.level {
        Some(LevelArg::Document) => Level::Document,
        Some(LevelArg::Passage) => Level::Passage,
        None if project.score.level.as_deref() == Some("document") => Level::Document,
        None => Level::Passage,
    };
    let rel = args.rel.or(project.score.rel.map(i32::from)).unwrap_or(2);
    let split = input.burn.wanted(input.split.as_deref())?;
    let terms = NativeTerms {
        case: case::Terms { rel, cover, level, stage: args.stage },
        split,
        mode: args.mode,
        repeat: args.repeat,
        threads: input.threads,
        curve,
        fingerprints: true,
        ..NativeTerms::new(measures.clone())
    };
    let in_tokens = measures.iter().any(|m| matches!(m.budget, Some(Budget::Tokens(_))));
    let name = project.tokenizer.as_deref().unwrap_or(tokens::DEFAULT);
    let tokenizer = in_tokens.then(|| Tokenizer::named(name)).transpose().map_err(Failure::bad_input)?;
    let count = tokenizer.as_ref().map(|t| move |text: &str| t.count(text));
    let mut runs = Vec::new();
    let mut warnings: Vec<String> = set.warnings.iter().map(ToString::to_string).collect();
    for run in &native.runs {
        let read = run.records.warnings.iter().chain(run.passages.iter().flat_map(|p| &p.warnings));
        warnings.extend(read.map(ToString::to_string));
        if run.directory.join(JOURNAL).exists() {
            warnings.push(format!(
                "run {} has calls that failed or are still missing: fourcell run --resume --name {}",
                run.name, run.name
            ));
        }
        runs.push(score_native(set, run, &terms, count.as_ref().map(|c| c as &fourcell::evaluate::CountTokens<'_>))?);
    }
    let files = native.runs.iter().flat_map(|r| r.files.clone());
    let set_files = set.hashes.iter().map(|(path, _)| Source::file(path));
    let files = set_files.chain(files).collect();
    let mut heading = heading(native, &terms, &runs);
    if let Some(tokenizer) = &tokenizer {
        heading += &format!(" · tokens counted by {} where they were not captured", tokenizer.name());
    }
    Ok(Scored { heading, runs, questions: Box::new(Known::new(set)), warnings, files })
}

fn heading(native: &Native, terms: &NativeTerms, runs: &[Evaluated]) -> String {
    let first = runs.first();
    let answerable = first.map_or(0, |r| r.scores.questions().len());
    let (unanswerable, sealed) = first.map_or((0, 0), |r| (r.told.unanswerable, r.told.sealed));
    let mut parts = vec![native.project.name.clone()];
    if let [run] = runs {
        parts.push(format!("run {}", run.name));
    }
    parts.push(format!("{}, {unanswerable} unanswerable apart", report::number::count(answerable, "answerable question")));
    if sealed > 0 {
        parts.push(format!("{sealed} final ones sealed"));
    }
    parts.push(if terms.case.level == Level::Document { "documents" } else { "passages" }.to_owned());
    parts.push(format!("relevant from grade {}", terms.case.rel));
    if terms.case.cover.share() < 1.0 {
        parts.push(format!("cover {}", terms.case.cover.share()));
    }
    if let Some(stage) = terms.case.stage {
        parts.push(format!("stage {}", stage.name()));
    }
    parts.join(" · ")
}

/// Slices and clusters of a question set.
pub struct Known {
    by_id: HashMap<String, (std::collections::BTreeMap<String, String>, Option<String>)>,
}

impl Known {
    /// Of a question set.
    pub fn new(set: &QuestionSet) -> Self {
        let entry = |q: &Question| {
            let mut slices = q.slices.clone();
            if let Some(origin) = q.origin {
                slices.insert("origin".into(), origin.name().into());
            }
            for (key, holds) in [("critical", q.critical), ("core", q.core)] {
                slices.insert(key.into(), holds.to_string());
            }
            (q.id.clone(), (slices, q.cluster.clone()))
        };
        Self { by_id: set.questions.iter().map(entry).collect() }
    }
}

impl Questions for Known {
    fn slice(&self, question: &str, key: &str) -> Option<String> {
        self.by_id.get(question)?.0.get(key).cloned()
    }

    fn cluster(&self, question: &str) -> Option<&str> {
        self.by_id.get(question)?.1.as_deref()
    }
}
