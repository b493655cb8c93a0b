//! One of the two runs, read and scored in all its repeats.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use fourcell::diagnosis::cells::Stand;
use fourcell::diagnosis::gate::{FalseAnswers, Flaky, PassAt, Side, over_hits, over_repeats};
use fourcell::evaluate::{AnswerRow, CountTokens, NativeTerms, Presence, score_native, stand};
use fourcell::evidence::Split;
use fourcell::formats::native::Run;
use fourcell::formats::project::{Project, QuestionSet};
use fourcell::generation;
use fourcell::retrieval::case::{self, Level};
use fourcell::retrieval::record::{Ending, Mode};
use fourcell::retrieval::{Measure, Scores};
use fourcell::statistics::Score;

use super::agreed::Agreed;
use crate::diagnosing::{native, project};
use crate::failure::Failure;
use crate::judges::verdicts::{self, Whose};
use crate::judges::{Material, MaterialArgs, lock};

/// A run with what was read of it.
pub struct Opened {
    /// The run with its questions, answers and verdicts.
    pub material: Material,
    /// How many repeats it has in normal mode.
    pub repeats: u32,
}

/// A run that was scored.
pub struct Scored {
    /// Retrieval: the core measure, then complete evidence and evidence recall in the context, each of all repeats together.
    pub retrieval: Scores,
    /// Answers end to end, by the measures that were agreed; empty where none is.
    pub answers: generation::Scores,
    /// Answers with the labelled evidence; `None` where nothing is asked of them, or the run has none.
    pub oracle: Option<generation::Scores>,
    /// Questions whose repeats differ.
    pub flaky: Vec<Flaky>,
    /// Whether the tests of the layer before the first can be answered.
    pub side: Side,
}

impl Opened {
    /// Reads a run.
    pub fn read(run: Option<&Path>, project: Option<&Path>, split: Option<Split>) -> Result<Self, Failure> {
        let args = MaterialArgs { run: run.map(PathBuf::from), project: project.map(Path::to_owned), ..MaterialArgs::default() };
        let material = args.open_run(split)?;
        let (run, _) = native(&material)?;
        let normal = run.records.items.iter().filter(|record| record.mode == Mode::Normal);
        let repeats = normal.map(|record| record.repeat + 1).max().unwrap_or(1);
        Ok(Self { material, repeats })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.material.name
    }

    /// The run and its set.
    pub fn native(&self) -> Result<(&Run, &QuestionSet), Failure> {
        native(&self.material)
    }

    /// The project.
    pub fn project(&self) -> Result<&Project, Failure> {
        project(&self.material)
    }

    /// How many of its repeats must pass.
    pub fn pass_at(&self, agreed: &Agreed) -> Result<PassAt, Failure> {
        let of = self.repeats;
        match agreed.pass {
            None => Ok(PassAt::majority(of)),
            Some(pass) if pass <= of => Ok(PassAt { pass, of }),
            Some(pass) => Err(Failure::bad_input(format!("[gate.repeats] pass = {pass}, and {} has {of}", self.name()))
                .mend(format!("run it as often: fourcell run --repeats {}", agreed.of.unwrap_or(pass)))),
        }
    }

    /// Scores everything that was agreed.
    pub fn score(
        &self,
        agreed: &Agreed,
        whose: &Whose,
        threads: usize,
        tokens: Option<&CountTokens<'_>>,
    ) -> Result<Scored, Failure> {
        let at = self.pass_at(agreed)?;
        let split = self.material.questions.first().map(|question| question.split);
        let measures = retrieval_measures(agreed)?;
        let mut each = Vec::new();
        let (run, set) = self.native()?;
        let score = self.project()?.score.clone();
        for repeat in 0..self.repeats {
            let level = if score.level.as_deref() == Some("document") { Level::Document } else { Level::Passage };
            let case = case::Terms {
                rel: score.rel.map_or(2, i32::from),
                cover: score.cover.unwrap_or_default(),
                level,
                ..case::Terms::default()
            };
            let terms = NativeTerms { case, split, repeat, threads, ..NativeTerms::new(measures.clone()) };
            each.push(score_native(set, run, &terms, tokens)?.scores);
        }
        let (retrieval, mut flaky) = over_repeats(&each, at);
        let of_answers = agreed.measures_of_answers();
        let (answers, of_them) = self.answers(whose, &of_answers, Mode::Normal, at)?;
        flaky.extend(of_them);
        let has_oracle = self.material.rows.iter().any(|row| row.mode == Mode::Oracle);
        let oracle = match &agreed.oracle {
            Some((measure, _)) if has_oracle => Some(self.answers(whose, std::slice::from_ref(measure), Mode::Oracle, at)?.0),
            _ => None,
        };
        let side = self.side(&retrieval, whose)?;
        Ok(Scored { retrieval, answers, oracle, flaky, side })
    }

    fn answers(
        &self,
        whose: &Whose,
        measures: &[generation::Measure],
        mode: Mode,
        at: PassAt,
    ) -> Result<(generation::Scores, Vec<Flaky>), Failure> {
        let rubrics = self.project()?.judging.rubrics.clone();
        let mut each = Vec::new();
        for repeat in 0..self.repeats {
            each.push(verdicts::score(&self.material, whose, measures, &rubrics, mode, repeat)?.scores);
        }
        Ok(over_repeats(&each, at))
    }

    /// What became of unanswerable questions, each by so many of its repeats.
    pub fn false_answers(&self, whose: &Whose, at: PassAt) -> FalseAnswers {
        let mut found = FalseAnswers::default();
        for (place, question) in self.material.questions.iter().enumerate().filter(|(_, question)| !question.answerable) {
            let declined = |repeat: u32| {
                let row = self.material.row(place, Mode::Normal, repeat);
                let said = row.map_or_else(Vec::new, |row| row.said.iter().filter(|said| whose.counts(said)).collect());
                let answer = row.map(|row| &row.answer);
                match stand(&AnswerRow { question, answer, said, presence: Presence::Unanswerable }) {
                    Stand::Declined => Score::Value(1.0),
                    Stand::Answered => Score::Value(0.0),
                    Stand::Failed => Score::Failed,
                    Stand::NotKnown(reason) => Score::Undefined(reason),
                }
            };
            let each: Vec<Score> = (0..self.repeats).map(declined).collect();
            match over_hits(&each, 1.0, at) {
                Score::Value(value) if value >= 1.0 => found.declined += 1,
                Score::Value(_) => found.answered.push(question.id.clone()),
                Score::Failed => found.failed += 1,
                Score::Undefined(reason) => *found.not_known.entry(reason.0).or_default() += 1,
            }
        }
        found.answered.sort_unstable();
        found
    }

    fn side(&self, retrieval: &Scores, whose: &Whose) -> Result<Side, Failure> {
        let (run, _) = self.native()?;
        let asked: BTreeSet<&str> = self.material.questions.iter().map(|question| question.id.as_str()).collect();
        let normal = run.records.items.iter().filter(|record| record.mode == Mode::Normal);
        let mine: Vec<_> = normal.filter(|record| asked.contains(record.question.as_str())).collect();
        let there: BTreeSet<&str> = mine.iter().map(|record| record.question.as_str()).collect();
        let failed = mine.iter().filter(|record| matches!(record.ending, Ending::Failed(_)));
        let failed: BTreeSet<String> = failed.map(|record| record.question.clone()).collect();
        let core = retrieval.column(0);
        Ok(Side {
            name: self.name().to_owned(),
            questions: asked.len(),
            missing: asked.difference(&there).map(|id| (*id).to_owned()).collect(),
            failed: failed.into_iter().collect(),
            scored: (core.iter().filter(|score| matches!(score, Score::Value(_))).count(), core.len()),
            repeats: self.repeats,
            judges: self.judges(whose)?,
        })
    }

    /// The judges whose verdicts count, each with what is known of it. People and sources have no lock to compare.
    fn judges(&self, whose: &Whose) -> Result<BTreeMap<String, Option<String>>, Failure> {
        let (run, _) = self.native()?;
        let locks = lock::read(&run.directory)?;
        let said =
            self.material.rows.iter().flat_map(|row| &row.said).filter(|said| whose.counts(said) && !said.by.is_recorded());
        let names: BTreeSet<&String> = said.filter_map(|said| said.judge.as_ref()).collect();
        Ok(names.into_iter().map(|name| (name.clone(), lock::of(&locks, name).map(str::to_owned))).collect())
    }
}

/// The core measure, and what critical questions are held to.
fn retrieval_measures(agreed: &Agreed) -> Result<Vec<Measure>, Failure> {
    let critical = fourcell::retrieval::name::parse_list("evidence@context").map_err(Failure::bad_input)?;
    let mut measures = vec![agreed.core];
    measures.extend(critical.into_iter().filter(|measure| *measure != agreed.core));
    Ok(measures)
}
