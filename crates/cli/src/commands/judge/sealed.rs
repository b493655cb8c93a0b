//! What is said of final questions that are not burned.

use report::AnswersReport;
use report::answers::{self, SealedAnswers};

use super::{Format, Judge};
use crate::console;
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::inputs::named;
use crate::judges::Material;
use fourcell::retrieval::record::Mode;

impl Judge {
    /// Of final questions: how many were judged, and nothing of how they came out.
    pub(super) fn tell_sealed(&self, report: &AnswersReport, material: &Material) -> Result<Exit, Failure> {
        let rows: Vec<_> = material.rows.iter().filter(|row| self.is_meant(row)).collect();
        let sealed = SealedAnswers {
            run: material.name.clone(),
            judges: report.judges.clone(),
            mode: Mode::ALL[self.mode as usize].0,
            repeat: self.repeat,
            questions: material.questions.len(),
            judged: rows.iter().filter(|row| row.said.iter().any(|said| said.verdict().is_some())).count(),
            failed: report.run.incomplete(),
            incidents: report.incidents.as_ref().map_or(0, |first| first.count),
        };
        console::data(&match self.format {
            Format::Table | Format::Jsonl => answers::sealed_text(&sealed),
            Format::Markdown => answers::sealed_markdown(&sealed),
            Format::Json => answers::sealed_json(&sealed, &named(&material.files)),
        })?;
        Ok(Exit::first([
            if sealed.incidents > 0 { Exit::Fault } else { Exit::Ok },
            if sealed.failed > 0 { Exit::Incomplete } else { Exit::Ok },
            if sealed.judged == 0 { Exit::NothingEvaluated } else { Exit::Ok },
        ]))
    }
}
