//! The cells as Markdown, for a pull request or a page.

use fourcell::diagnosis::cells::Present;

use super::modes_text::{sentences, states, states_head};
use super::notes::notes;
use super::picture::in_no_cell;
use super::terminal::{cell, chances, chances_head, definitions, definitions_head, open, product, split, unanswerable};
use super::{CellsReport, Definition};
use crate::number::{interval, value};
use crate::score::escape;

/// Tables of the cells, the chances and the definitions; what to look at; the questions where asked for; the notes.
pub fn markdown(report: &CellsReport, per_question: bool) -> Vec<u8> {
    let mut text = format!("{}\n\n", escape(&report.heading));
    for judge in &report.judges {
        text += &format!("- {}\n", escape(judge));
    }
    for present in &report.shown {
        text += &definition(report, report.definition(*present));
    }
    text += &format!("\n{}", table(&definitions_head(), definitions(report), 1));
    if !report.main().suspects.is_empty() {
        let head = ["label audit: right without the evidence", "look at", "why"].map(str::to_owned);
        let rows = report.main().suspects.iter().map(|suspect| {
            let passages = if suspect.passages.is_empty() { "–".to_owned() } else { suspect.passages.join(", ") };
            vec![suspect.question.clone(), passages, suspect.why.about().to_owned()]
        });
        text += &format!("\n{}", table(&head, rows.collect(), 3));
    }
    if let Some(all) = &report.unanswerable {
        text += &format!("\n{}\n", escape(&unanswerable(all)));
    }
    if let Some(modes) = &report.modes {
        if let Some(oracle) = &modes.oracle {
            text += &format!("\n{}", table(&states_head(), states(&oracle.states), 4));
        }
        text.push('\n');
        text += &sentences(modes).iter().map(|line| format!("- {}\n", escape(line.trim_start()))).collect::<String>();
    }
    if per_question {
        let mut head = vec!["question".to_owned()];
        head.extend(Present::ALL.map(|(name, _)| name.to_owned()));
        let rows = report.rows.iter().map(|row| {
            let cells = Present::ALL.map(|(_, present)| cell(row.outcome(present)));
            std::iter::once(row.question.clone()).chain(cells).collect()
        });
        text += &format!("\n{}", table(&head, rows.collect(), 4));
    }
    text.push('\n');
    for note in notes(report) {
        text += &format!("- {}\n", escape(&note));
    }
    text.into_bytes()
}

fn definition(report: &CellsReport, definition: &Definition) -> String {
    let (present, cells) = (definition.present, &definition.tally.cells);
    let [with, without] = split(definition);
    let mut text = format!(
        "\n**evidence present: {}** ({})\n\n| | answer right | answer wrong |\n|---|---|---|\n",
        present.name(),
        present.about()
    );
    text += &format!("| evidence present | {} works | {} generation fault{with} |\n", cells.works, cells.generation_fault);
    text += &format!(
        "| evidence absent | {} right for the wrong reason | {} retrieval fault{without} |\n",
        cells.lucky, cells.retrieval_fault
    );
    let outside = in_no_cell(&definition.tally);
    if !outside.is_empty() {
        text += &format!("\nin no cell: {}\n", escape(&outside));
    }
    text += &format!("\n{}\n", table(&chances_head(), chances(&definition.chances), 1));
    let lines = product(&definition.chances).into_iter().chain(open(definition));
    text += &lines.map(|line| format!("- {}\n", escape(line.trim_start()))).collect::<String>();
    for key in &report.keys {
        let head = [
            &format!("by {key}"),
            "works",
            "generation fault",
            "right, wrong reason",
            "retrieval fault",
            "failed",
            "not scored",
            "P(evidence)",
            "95 % interval",
            "P(right | evidence)",
            "95 % interval",
        ]
        .map(str::to_owned);
        let rows = definition.slices.iter().filter(|slice| slice.key == *key).map(|slice| {
            let cells = &slice.tally.cells;
            let counts =
                [cells.works, cells.generation_fault, cells.lucky, cells.retrieval_fault, cells.failed, cells.not_scored];
            let (e, r) = (&slice.chances.evidence, &slice.chances.right_with);
            let chances = [value(e), interval(e.interval), value(r), interval(r.interval)];
            std::iter::once(slice.value.clone()).chain(counts.map(|n| n.to_string())).chain(chances).collect()
        });
        text += &format!("\n{}", table(&head, rows.collect(), 1));
    }
    text
}

/// A table whose first `left` columns are words and whose others are numbers.
fn table(head: &[String], rows: Vec<Vec<String>>, left: usize) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.iter().map(|c| escape(c)).collect::<Vec<_>>().join(" | "));
    let rule: Vec<&str> = (0..head.len()).map(|place| if place < left { "---" } else { "--:" }).collect();
    format!("{}|{}|\n{}", line(head), rule.join("|"), rows.iter().map(|row| line(row)).collect::<String>())
}
