//! The cells as CSV: a row for each definition and slice; or a row for each question.

use fourcell::diagnosis::cells::{Chances, Outcome, Present, Tally};
use fourcell::statistics::Summary;

use super::CellsReport;
use crate::score::row;

/// Counts and chances; or the cells of single questions.
pub fn csv(report: &CellsReport, per_question: bool) -> Vec<u8> {
    if per_question { questions(report) } else { counts(report) }
}

fn counts(report: &CellsReport) -> Vec<u8> {
    let mut text = "run,budget,present,slice_key,slice_value,questions,works,generation_fault,right_for_the_wrong_reason,\
                    retrieval_fault,declined,asserted,failed,not_scored,evidence,evidence_lo,evidence_hi,right_with_evidence,\
                    right_with_evidence_lo,right_with_evidence_hi,right,right_lo,right_hi\n"
        .to_owned();
    let budget = report.budget.trim_start_matches('@');
    for definition in &report.definitions {
        let mut put = |key: &str, value: &str, tally: &Tally, chances: &Chances| {
            let (cells, without) = (&tally.cells, &tally.wrong_without_evidence);
            let name = definition.present.name();
            let mut fields: Vec<String> = [&report.run, budget, name, key, value].map(str::to_owned).to_vec();
            let counts = [tally.questions(), cells.works, cells.generation_fault, cells.lucky, cells.retrieval_fault];
            let counts = counts.into_iter().chain([without.declined, without.asserted, cells.failed, cells.not_scored]);
            fields.extend(counts.map(|n| n.to_string()));
            [&chances.evidence, &chances.right_with, &chances.right].iter().for_each(|s| fields.extend(number(s)));
            text += &row(&fields.iter().map(String::as_str).collect::<Vec<_>>());
        };
        put("", "", &definition.tally, &definition.chances);
        for slice in &definition.slices {
            put(&slice.key, &slice.value, &slice.tally, &slice.chances);
        }
    }
    text.into_bytes()
}

fn number(summary: &Summary) -> [String; 3] {
    let shown = |n: Option<f64>| n.map(|n| n.to_string()).unwrap_or_default();
    [shown(summary.value), shown(summary.interval.map(|i| i.lo)), shown(summary.interval.map(|i| i.hi))]
}

fn questions(report: &CellsReport) -> Vec<u8> {
    let mut text = "run,budget,question,present,cell,status,reason,declined,could_flip,unjudged\n".to_owned();
    let budget = report.budget.trim_start_matches('@');
    for one in &report.rows {
        for (name, present) in Present::ALL {
            let (cell, status, reason) = match one.outcome(present) {
                Outcome::In(cell) => (cell.name(), "scored", ""),
                Outcome::Failed(_) => ("", "failed", ""),
                Outcome::NotScored(reason) => ("", "undefined", reason.0),
            };
            let declined = one.declined.map(|declined| declined.to_string()).unwrap_or_default();
            let (flips, unjudged) = (one.could_flip(present).to_string(), one.unjudged.len().to_string());
            let fields = [&report.run, budget, &one.question, name, cell, status, reason, &declined, &flips, &unjudged];
            text += &row(&fields);
        }
    }
    text.into_bytes()
}
