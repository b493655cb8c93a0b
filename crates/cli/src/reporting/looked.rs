//! A run with all that a page tells of it: diagnosed, counted in cells, scored.

use std::sync::Arc;

use fourcell::diagnosis::abstention::{Abstention, Asked, abstention};
use fourcell::diagnosis::cells::{Cell, Present};
use fourcell::diagnosis::ledger::life::Kept;
use fourcell::evaluate::{CountTokens, NativeTerms, score_native};
use fourcell::evidence::Split;
use fourcell::formats::project::Project;
use fourcell::generation::MEASURES;
use fourcell::retrieval::case::{self, Level};
use fourcell::retrieval::record::{Mode, Stage};
use fourcell::retrieval::{Budget, Measure};
use fourcell::statistics::{Kind, Level as Certainty, Score, Summary, summarise};
use report::answers::AnswersRun;
use report::score::{Questions, RunReport};
use report::{CellsReport, LedgerReport};
use tokens::Tokenizer;

use crate::commands::{cells, ledger};
use crate::diagnosing::{self, Diagnosis, DiagnosisArgs};
use crate::failure::Failure;
use crate::judges::verdicts::{self, Whose};
use crate::judges::wanted;
use crate::scoring::{Known, NATIVE_MEASURES, measures};

/// What the share of false answers is held against where nothing is said.
const FALSE_ANSWERS: f64 = 0.05;
/// How much of the evidence was sent: what the list of questions shows.
const SENT: &str = "evidence@context";

/// A run.
pub struct Looked {
    /// The run with what was found of it.
    pub diagnosis: Diagnosis,
    /// Whose verdicts count.
    pub whose: Whose,
    /// Which repeat is shown.
    pub repeat: u32,
    /// Slices and clusters of its questions.
    pub known: Known,
    /// Keys of slices.
    pub keys: Vec<String>,
    /// The four cells; or why there are none.
    pub cells: Result<CellsReport, String>,
    /// What failed.
    pub ledger: LedgerReport,
    /// All failures that the project knows after it.
    pub kept: Vec<Kept>,
    /// The measures of retrieval; or why there are none.
    pub score: Result<RunReport, String>,
    /// The measures of answers.
    pub answers: Option<AnswersRun>,
    /// Scores as a sign that there is an answer.
    pub abstention: Option<Abstention>,
    /// What is odd in the inputs.
    pub warnings: Vec<String>,
}

impl Looked {
    /// Looks at a run. `by` are keys of slices; `None` for those of the project.
    pub fn at(args: &DiagnosisArgs, by: Option<&[String]>) -> Result<Self, Failure> {
        let material = args.open()?;
        let whose = args.whose(&material)?;
        let found = Arc::new(args.diagnose_in(&material, &whose)?);
        let (_, set) = diagnosing::native(&material)?;
        let project = diagnosing::project(&material)?;
        let known = Known::new(set);
        let keys = keys(&material, &known, project, by)?;
        let score = scored(&material, project, &keys, &known, args.threads).map_err(|failure| in_words(&failure));
        let cells = cells::of_material(&material, &args.judge, args.repeat, &keys).map_err(|failure| in_words(&failure));
        let cells = cells.and_then(|cells| if cells.has_values() { Ok(cells) } else { Err(no_cell(&material.name)) });
        let names: String = MEASURES.iter().map(|d| d.name).filter(|name| *name != "rubric").collect::<Vec<_>>().join(" ");
        let own = wanted::measures(None, Some(project), false).or_else(|_| wanted::measures(Some(&names), None, true))?;
        let evaluated = verdicts::score(&material, &whose, &own, &project.judging.rubrics, Mode::Normal, args.repeat)?;
        let answers = Some(AnswersRun::new(evaluated, &keys, &known)).filter(AnswersRun::has_values);
        let diagnosis = Diagnosis { material, found };
        let (ledger, kept) = ledger::report_of(&diagnosis, &[])?;
        let warnings = ledger.warnings.clone();
        let mut looked = Self {
            diagnosis,
            whose,
            repeat: args.repeat,
            known,
            keys,
            cells,
            ledger,
            kept,
            score,
            answers,
            abstention: None,
            warnings,
        };
        looked.abstention = looked.abstention(args.repeat);
        Ok(looked)
    }

    /// The project.
    pub fn project(&self) -> Result<&Project, Failure> {
        diagnosing::project(&self.diagnosis.material)
    }

    /// The share of each cell, in the order of the cells.
    pub fn shares(&self, cells: &CellsReport) -> [Summary; 4] {
        let present = cells.main().present;
        let ids: Vec<String> = cells.rows.iter().map(|row| row.question.clone()).collect();
        let clusters = report::score::clusters_of(&ids, &self.known);
        Cell::ALL.map(|(_, cell)| {
            let of = |row: &fourcell::diagnosis::cells::Row| match row.outcome(present) {
                fourcell::diagnosis::cells::Outcome::In(own) => Score::Value(f64::from(u8::from(own == cell))),
                fourcell::diagnosis::cells::Outcome::Failed(_) => Score::Failed,
                fourcell::diagnosis::cells::Outcome::NotScored(why) => Score::Undefined(why),
            };
            let scores: Vec<Score> = cells.rows.iter().map(of).collect();
            summarise(&scores, Kind::Proportion, clusters.numbers(), Certainty::NINETY_FIVE)
        })
    }

    /// How many passages are sent: as the manifest says, else as many as half of the calls sent.
    pub fn budget(&self) -> Option<(f64, String)> {
        if let Some(passages) = self.diagnosis.found.limits.passages {
            return Some((f64::from(passages.get()), format!("budget: {passages} passages")));
        }
        let (run, _) = self.diagnosis.material.native.as_ref()?;
        let normal = run.records.items.iter().filter(|record| record.mode == Mode::Normal);
        let mut sent: Vec<usize> =
            normal.filter_map(|record| Some(record.stage(Stage::Context)?.len())).filter(|n| *n > 0).collect();
        sent.sort_unstable();
        let middle = *sent.get(sent.len().checked_sub(1)? / 2)?;
        let tokens = self.diagnosis.found.limits.tokens.map(|tokens| format!("{tokens} tokens, ")).unwrap_or_default();
        Some((middle as f64, format!("budget: {tokens}half send {middle} or fewer")))
    }

    /// What the best passage's score is worth; `None` without questions of both kinds.
    fn abstention(&self, repeat: u32) -> Option<Abstention> {
        let material = &self.diagnosis.material;
        let (run, _) = material.native.as_ref()?;
        let records = run.records.items.iter().filter(|record| record.mode == Mode::Normal && record.repeat == repeat);
        let tops: std::collections::HashMap<&str, f64> =
            records.filter_map(|record| Some((record.question.as_str(), record.ranked()?.1.first()?.score?))).collect();
        let rows = self.cells.as_ref().map(|cells| cells.rows.as_slice()).unwrap_or_default();
        let right = |id: &str| {
            let row = &rows[rows.binary_search_by(|row| row.question.as_str().cmp(id)).ok()?];
            row.cell(Present::Complete).map(Cell::right)
        };
        let asked = material.questions.iter().map(|question| Asked {
            answerable: question.answerable,
            top_score: tops.get(question.id.as_str()).copied(),
            right: right(&question.id),
        });
        let found = abstention(&asked.collect::<Vec<_>>(), FALSE_ANSWERS);
        (found.answerable > 0 && found.unanswerable > 0).then_some(found)
    }
}

fn no_cell(run: &str) -> String {
    format!("No question is in a cell: nobody judged whether answers are right. Have them judged with 'fourcell judge {run}'.")
}

/// Keys of slices that some question has: as said, else as the project says.
fn keys(
    material: &crate::judges::Material,
    known: &Known,
    project: &Project,
    by: Option<&[String]>,
) -> Result<Vec<String>, Failure> {
    let has = |key: &str| material.questions.iter().any(|question| known.slice(&question.id, key).is_some());
    let Some(by) = by else {
        let mut keys = project.score.by.clone();
        keys.extend(project.judging.by.iter().filter(|key| !project.score.by.contains(key)).cloned());
        keys.retain(|key| has(key));
        return Ok(keys);
    };
    match by.iter().find(|key| !has(key)) {
        Some(key) => Err(Failure::nothing(format!("no question has a '{key}' to slice by"))
            .mend("--by takes keys of the questions, as in --by type,scope")),
        None => Ok(by.to_vec()),
    }
}

/// The project's measures of retrieval over the run, with how much of the evidence was sent.
fn scored(
    material: &crate::judges::Material,
    project: &Project,
    keys: &[String],
    known: &Known,
    threads: usize,
) -> Result<RunReport, Failure> {
    let (run, set) = diagnosing::native(material)?;
    let stated = project.score.measures.join(" ");
    let mut wanted: Vec<Measure> = measures(if stated.is_empty() { NATIVE_MEASURES } else { &stated })?;
    let sent = measures(SENT)?;
    wanted.extend(sent.into_iter().filter(|measure| !wanted.contains(measure)).collect::<Vec<_>>());
    let name = project.tokenizer.as_deref().unwrap_or(tokens::DEFAULT);
    let in_tokens = wanted.iter().any(|measure| matches!(measure.budget, Some(Budget::Tokens(_))));
    let tokenizer = in_tokens.then(|| Tokenizer::named(name)).transpose().map_err(Failure::bad_input)?;
    let count = tokenizer.as_ref().map(|t| move |text: &str| t.count(text));
    let level = if project.score.level.as_deref() == Some("document") { Level::Document } else { Level::Passage };
    let rel = project.score.rel.map_or(2, i32::from);
    let cover = project.score.cover.unwrap_or_default();
    let terms = NativeTerms {
        case: case::Terms { rel, cover, level, stage: None },
        split: material.questions.first().map(|question| question.split).filter(|split| *split == Split::Tune),
        threads,
        curve: true,
        ..NativeTerms::new(wanted)
    };
    let evaluated = score_native(set, run, &terms, count.as_ref().map(|count| count as &CountTokens<'_>))?;
    Ok(RunReport::new(evaluated, keys, known))
}

/// A failure in one sentence, as a page tells it.
fn in_words(failure: &Failure) -> String {
    match failure.parts() {
        (problem, Some(mend)) => format!("{problem}; {mend}"),
        (problem, None) => problem.to_owned(),
    }
}
