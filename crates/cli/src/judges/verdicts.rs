//! Which verdicts count, and the file that holds them.

use std::path::Path;

use fourcell::evaluate::{AnswerRow, AnswersEvaluated, score_answers};
use fourcell::formats::atomic::write_atomically;
use fourcell::formats::native::judgements::{Judgement, write_judgements};
use fourcell::generation::ask::Rubric;
use fourcell::generation::{Judgement as Said, Kind, Measure, Target};
use fourcell::retrieval::record::Mode;

use super::material::{JUDGEMENTS, Material, Row};
use crate::failure::Failure;

/// Whose verdicts count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// These judges', and what people or the source said of whole answers and of claims.
    Judges(Vec<String>),
    /// All that are recorded.
    Recorded,
}

impl Whose {
    /// Whether a verdict counts.
    pub fn counts(&self, said: &Said) -> bool {
        match self {
            Self::Recorded => true,
            Self::Judges(names) => self.is_of(said, names) || Self::stays(said),
        }
    }

    fn is_of(&self, said: &Said, names: &[String]) -> bool {
        said.judge.as_ref().is_some_and(|judge| names.contains(judge)) && !said.by.is_recorded()
    }

    /// What a judge need not be asked, since people or the source said it: that an answer is right, and which claims it makes.
    fn stays(said: &Said) -> bool {
        let of_answer = said.kind == Kind::Answer && said.target == Target::Whole;
        said.by.is_recorded() && (of_answer || said.kind == Kind::Claims)
    }

    /// What of a row stands before these judges are asked anew.
    pub fn before(&self, row: &Row) -> Vec<Said> {
        match self {
            Self::Recorded => row.said.clone(),
            Self::Judges(_) => row.said.iter().filter(|said| Self::stays(said)).cloned().collect(),
        }
    }

    /// What of a row others said: it is kept beside what these judges say now.
    pub fn of_others(&self, row: &Row) -> Vec<Said> {
        match self {
            Self::Recorded => row.said.clone(),
            Self::Judges(names) => row.said.iter().filter(|said| !self.is_of(said, names)).cloned().collect(),
        }
    }
}

/// Scores the answers of one mode and repeat by the verdicts that count.
pub fn score(
    material: &Material,
    whose: &Whose,
    measures: &[Measure],
    rubrics: &[Rubric],
    mode: Mode,
    repeat: u32,
) -> Result<AnswersEvaluated, Failure> {
    let presence = material.presence(mode, repeat)?;
    let row = |(place, question)| {
        let found = material.row(place, mode, repeat);
        let said = found.map_or_else(Vec::new, |row| row.said.iter().filter(|said| whose.counts(said)).collect());
        AnswerRow { question, answer: found.map(|row| &row.answer), said, presence: presence[place] }
    };
    let rows = material.questions.iter().enumerate().map(row).collect();
    Ok(score_answers(&material.name, rows, measures, rubrics, mode))
}

/// Writes all verdicts of a run, in the order of its questions, modes and repeats.
pub fn write(material: &Material, directory: &Path) -> Result<(), Failure> {
    write_atomically(&directory.join(JUDGEMENTS), |to| {
        for row in &material.rows {
            let judgement = |said: &Said| Judgement {
                question: material.questions[row.question].id.clone(),
                mode: row.mode,
                repeat: row.repeat,
                said: said.clone(),
            };
            write_judgements(to, &row.said.iter().map(judgement).collect::<Vec<_>>())?;
        }
        write_judgements(to, &material.elsewhere)
    })?;
    Ok(())
}
