//! What both halves measured of some runs, on the same questions.

use fourcell::formats::Source;
use fourcell::formats::native::Run;
use fourcell::formats::project::Project;
use fourcell::generation::{self, Measure as OfAnswers};
use fourcell::retrieval::name::parse_list;
use fourcell::retrieval::{Measure, Scores};
use fourcell::statistics::scores::Scores as Table;
use fourcell::statistics::{Score, Undefined};
use report::invariants::First;

use super::options::SideBySideArgs;
use crate::failure::Failure;
use crate::inputs::{InputArgs, Inputs, Native};
use crate::invariants::{Stated, first};
use crate::judges::compared::whose;
use crate::judges::verdicts::{self, Whose};
use crate::judges::{Material, MaterialArgs, lock, told, wanted};
use crate::scoring::{NATIVE_MEASURES, ScoringArgs, score_all};

/// What is measured of answers where nothing is said, and they are judged.
const ANSWERS: &str = "correct faithfulness vital-recall";

/// Measures of both halves.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Of retrieval; may be none where only answers are asked about.
    pub retrieval: Vec<Measure>,
    /// Of answers.
    pub answers: Vec<OfAnswers>,
    /// Whether those of answers were asked for: then it is an error that they cannot be had.
    pub answers_asked_for: bool,
}

impl Wanted {
    /// The measures that are named, each of the half that knows it; else the project's, with the usual ones of answers.
    pub fn new(args: &SideBySideArgs, project: &Project) -> Result<Self, Failure> {
        let of_answers = |names: &str| OfAnswers::parse_list(names).map_err(Failure::bad_input);
        let Some(names) = &args.measures else {
            let stated = project.score.measures.join(" ");
            let retrieval = crate::scoring::measures(if stated.is_empty() { NATIVE_MEASURES } else { &stated })?;
            return Ok(Self { retrieval, answers: of_answers(ANSWERS)?, answers_asked_for: args.judge.is_some() });
        };
        let (mut retrieval, mut answers) = (Vec::new(), Vec::new());
        match parse_list(names) {
            Ok(all) => retrieval = all,
            Err(_) => {
                for name in names.split([' ', ',']).filter(|name| !name.is_empty()) {
                    match (OfAnswers::parse_list(name), parse_list(name)) {
                        (Ok(known), _) => answers.extend(known),
                        (Err(_), Ok(known)) => retrieval.extend(known),
                        // What neither knows is told by the half that is asked about more often.
                        (Err(_), Err(e)) => return Err(Failure::bad_input(e)),
                    }
                }
            }
        }
        if retrieval.is_empty() && answers.is_empty() {
            return Err(Failure::bad_input("no measure is named"));
        }
        wanted::rubrics_are_stated(&answers, Some(project))?;
        let answers_asked_for = !answers.is_empty();
        Ok(Self { retrieval, answers, answers_asked_for })
    }
}

/// What was measured of some runs, in their order.
pub struct Halves {
    /// What was scored, in a line.
    pub heading: String,
    /// Retrieval: a table for each run, over the same questions and measures.
    pub retrieval: Vec<Scores>,
    /// Answers, likewise; empty where nothing is shown of them.
    pub answers: Vec<Table<OfAnswers>>,
    /// What must be said of a run before any score.
    pub incidents: Vec<Option<First>>,
    /// Every file that was read, some more than once.
    pub files: Vec<Source>,
    /// What a reader must know.
    pub warnings: Vec<String>,
}

/// Retrieval of one run.
pub struct OfRun {
    /// What was scored, in a line.
    pub heading: String,
    /// Its scores.
    pub scores: Scores,
    /// What must be said before them.
    pub incidents: Option<First>,
    /// The files that were read.
    pub files: Vec<Source>,
    /// What is odd in them.
    pub warnings: Vec<String>,
}

/// Scores the retrieval of one run, which is left in `native` alone. The final split stays sealed: whoever looks at several systems is
/// tuning.
pub fn retrieval_of(native: Native, wanted: &Wanted, args: &SideBySideArgs) -> (Native, Result<OfRun, Failure>) {
    let names: Vec<String> = wanted.retrieval.iter().map(ToString::to_string).collect();
    // Something must be scored to know the questions; it is not shown.
    let names = if names.is_empty() { NATIVE_MEASURES.to_owned() } else { names.join(" ") };
    let scoring = ScoringArgs { measures: Some(names), mode: args.mode, ..ScoringArgs::default() };
    let inputs = Inputs::Native(Box::new(native));
    let scored = score_all(&inputs, &InputArgs::default(), &scoring, false);
    let Inputs::Native(native) = inputs else { unreachable!("it was put in just now") };
    let incidents = native.runs.first().and_then(|run| first(&native.project, &native.set, run, None, &Stated::default()));
    let of_run = scored.and_then(|mut scored| {
        let run = scored.runs.pop().ok_or_else(|| Failure::nothing("no run was scored"))?;
        Ok(OfRun { heading: scored.heading, scores: run.scores, incidents, files: scored.files, warnings: scored.warnings })
    });
    (*native, of_run)
}

/// Reads the answers of runs, with what was said of them.
pub fn materials(project: &Project, runs: &[Run]) -> Result<Vec<Material>, Failure> {
    let open = |run: &Run| {
        let (run, project) = (Some(run.directory.clone()), Some(project.directory.clone()));
        MaterialArgs { run, project, ..MaterialArgs::default() }.open(None)
    };
    runs.iter().map(open).collect()
}

/// A run of whose answers these judges said nothing.
const NOT_JUDGED: Undefined = Undefined("not judged");

/// The answers of runs, scored by the verdicts of the same judge; empty where nothing was said of any, or where that is told in a warning.
pub fn answers_of(
    materials: &[Material],
    wanted: &Wanted,
    args: &SideBySideArgs,
    warnings: &mut Vec<String>,
) -> Result<Vec<Table<OfAnswers>>, Failure> {
    // Without a verdict only what a status decides is known, which is no picture of the answers; it is shown where it is asked for.
    let said = materials.iter().any(|material| material.rows.iter().any(|row| row.mode == args.mode && !row.said.is_empty()));
    if wanted.answers.is_empty() || !(said || wanted.answers_asked_for) {
        return Ok(Vec::new());
    }
    let scored = whose(args.judge.as_deref(), materials).and_then(|whose| {
        warnings.extend(same_judges(materials, &whose, args)?);
        scores(materials, &whose, &wanted.answers, args)
    });
    match scored {
        Ok(tables) if wanted.answers_asked_for => Ok(tables),
        Ok(tables) => Ok(with_values(tables)),
        Err(failure) if wanted.answers_asked_for => Err(failure),
        Err(failure) => {
            warnings.push(format!("answers are not shown: {}", failure.parts().0));
            Ok(Vec::new())
        }
    }
}

fn is_judged(material: &Material, name: &str, args: &SideBySideArgs) -> bool {
    let says = |said: &generation::Judgement| said.judge.as_deref() == Some(name);
    material.rows.iter().any(|row| row.mode == args.mode && row.said.iter().any(says))
}

/// A judge must have been the same in every run that it judged.
fn same_judges(materials: &[Material], whose: &Whose, args: &SideBySideArgs) -> Result<Vec<String>, Failure> {
    let Whose::Judges(names) = whose else { return Ok(Vec::new()) };
    let mut warnings = Vec::new();
    for name in names {
        let mut lock_of_first: Option<(String, String)> = None;
        for material in materials.iter().filter(|material| is_judged(material, name, args)) {
            let Some((run, _)) = &material.native else { continue };
            let locks = lock::read(&run.directory)?;
            if locks.get(name).is_some_and(|judge| judge["kind"] == "lexical") && !warnings.contains(&told::lexical()) {
                warnings.push(told::lexical());
            }
            let Some(own) = lock::of(&locks, name) else {
                return Err(Failure::bad_input(format!(
                    "nobody knows what judge '{name}' was in {}: it has no {}",
                    material.name,
                    lock::JUDGES
                ))
                .mend(format!("judge it again: fourcell judge {} --judge {name}", material.name)));
            };
            match &lock_of_first {
                None => lock_of_first = Some((material.name.clone(), own.to_owned())),
                Some((first, lock)) if lock != own => {
                    return Err(Failure::bad_input(format!(
                        "'{name}' was another judge in {} than in {first}, so that a difference may be the judge's own",
                        material.name
                    ))
                    .mend(format!("judge both again with fourcell judge --judge {name}")));
                }
                Some(_) => {}
            }
        }
    }
    Ok(warnings)
}

fn scores(
    materials: &[Material],
    whose: &Whose,
    measures: &[OfAnswers],
    args: &SideBySideArgs,
) -> Result<Vec<Table<OfAnswers>>, Failure> {
    let one = |material: &Material| {
        let rubrics = material.project.as_ref().map(|p| p.judging.rubrics.clone()).unwrap_or_default();
        let mut scores = verdicts::score(material, whose, measures, &rubrics, args.mode, 0)?.scores;
        let judged = match whose {
            Whose::Recorded => true,
            Whose::Judges(names) => names.iter().any(|name| is_judged(material, name, args)),
        };
        if !judged {
            (0..scores.questions().len()).for_each(|q| scores.set(q, &vec![Score::Undefined(NOT_JUDGED); measures.len()]));
        }
        Ok(scores)
    };
    materials.iter().map(one).collect()
}

/// The tables with only the measures under which some question of some run has a value.
fn with_values(tables: Vec<Table<OfAnswers>>) -> Vec<Table<OfAnswers>> {
    let Some(first) = tables.first() else { return Vec::new() };
    let has_value = |table: &Table<OfAnswers>, column: usize| table.column(column).iter().any(|s| matches!(s, Score::Value(_)));
    let kept: Vec<usize> =
        (0..first.measures().len()).filter(|&column| tables.iter().any(|table| has_value(table, column))).collect();
    if kept.is_empty() {
        return Vec::new();
    }
    let measures: Vec<OfAnswers> = kept.iter().map(|&column| first.measures()[column].clone()).collect();
    let narrow = |table: &Table<OfAnswers>| {
        let mut narrow = Table::new(measures.clone(), table.questions().to_vec());
        for question in 0..table.questions().len() {
            let own: Vec<Score> = kept.iter().map(|&column| table.get(question, column)).collect();
            narrow.set(question, &own);
        }
        narrow
    };
    tables.iter().map(narrow).collect()
}

/// Both halves of runs that can all be read.
pub fn halves(mut native: Native, wanted: &Wanted, args: &SideBySideArgs) -> Result<(Native, Halves), Failure> {
    let runs = std::mem::take(&mut native.runs);
    let (mut retrieval, mut incidents, mut files, mut warnings) = (Vec::new(), Vec::new(), Vec::new(), Vec::<String>::new());
    let mut heading = String::new();
    let mut read = Vec::new();
    for run in runs {
        native.runs = vec![run];
        let (back, scored) = retrieval_of(native, wanted, args);
        native = back;
        let scored = scored?;
        heading = scored.heading;
        retrieval.push(scored.scores);
        incidents.push(scored.incidents);
        files.extend(scored.files);
        warnings.extend(scored.warnings.into_iter().filter(|w| !warnings.contains(w)).collect::<Vec<_>>());
        read.append(&mut native.runs);
    }
    native.runs = read;
    let answers = match wanted.answers.is_empty() {
        true => Vec::new(),
        false => {
            let materials = materials(&native.project, &native.runs)?;
            files.extend(materials.iter().flat_map(|material| material.files.clone()));
            answers_of(&materials, wanted, args, &mut warnings)?
        }
    };
    Ok((native, Halves { heading, retrieval, answers, incidents, files, warnings }))
}
