//! Slices as a dot plot: where evidence is missing, and where answers are wrong.

use fourcell::statistics::Summary;

use super::super::plots::{Scale, strip};
use super::super::{Page, escape};
use super::{card, nothing, number_cells};

const AID: &str = "One line a slice: left whether all evidence was there, right whether the answer was right; dot and 95 % interval from 0 to 1. \
                   A slice of fewer than 30 questions (*) shows a direction, no verdict. Choose a name to see its questions.";
const AID_RETRIEVAL: &str = "One line a slice: dot and 95 % interval from 0 to 1. A slice of fewer than 30 questions (*) shows a direction, no \
                             verdict. Choose a name to see its questions.";

/// The section.
pub fn section(page: &Page) -> String {
    let (aid, heads, rows) = rows(page);
    let inner = if rows.is_empty() {
        nothing(
            "No slice was asked for: name keys of the questions as [score] by = [\"type\"] in fourcell.toml, or with --by type.",
        )
    } else {
        let head = |name: &String| {
            format!(
                "<th scope=\"col\">{}</th><th scope=\"col\">95 % interval</th><th scope=\"col\">n</th><th scope=\"col\"><span class=\"hidden\">drawn from 0 to 1</span></th>",
                escape::text(name)
            )
        };
        let heads: Vec<String> = heads.iter().map(head).collect();
        let row = |row: &Row<'_>| {
            let cells: Vec<String> = (row.summaries.iter())
                .map(|summary| {
                    format!(
                        "{}<td class=\"plotcell\">{}</td>",
                        number_cells(summary),
                        strip::dot(Some(summary), None, Scale::UNIT)
                    )
                })
                .collect();
            format!(
                "<tr><th scope=\"row\"><a href=\"{}\"><span class=\"key\">{}</span> {}</a>{}</th>{}</tr>",
                escape::text(&escape::filter(&[(row.key, row.value)])),
                escape::text(row.key),
                escape::text(row.value),
                if row.small { " *" } else { "" },
                cells.concat()
            )
        };
        let rows: Vec<String> = rows.iter().map(row).collect();
        format!(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Slices\"><table class=\"numbers dots\"><caption class=\"hidden\">Slices</caption><thead><tr><th scope=\"col\">slice</th>{}</tr></thead><tbody>{}</tbody></table></div>",
            heads.concat(),
            rows.concat()
        )
    };
    card("slices", "wide", "Slices", aid, &inner)
}

struct Row<'a> {
    key: &'a str,
    value: &'a str,
    small: bool,
    summaries: Vec<&'a Summary>,
}

/// Of both halves where the cells are known, else of the first measure of retrieval.
fn rows(page: &Page) -> (&'static str, Vec<String>, Vec<Row<'_>>) {
    if let Ok(report) = &page.cells {
        let slice = |slice: &'_ crate::cells::Slice| slice.is_small();
        let rows: Vec<Row<'_>> = (report.main().slices.iter())
            .map(|s| Row {
                key: &s.key,
                value: &s.value,
                small: slice(s),
                summaries: vec![&s.chances.evidence, &s.chances.right],
            })
            .collect();
        if !rows.is_empty() {
            return (AID, vec!["evidence".to_owned(), "right".to_owned()], rows);
        }
    }
    let Ok(score) = &page.score else { return (AID_RETRIEVAL, Vec::new(), Vec::new()) };
    let rows = score.slices.iter().filter_map(|slice| {
        Some(Row { key: &slice.key, value: &slice.value, small: slice.is_small(), summaries: vec![slice.summaries.first()?] })
    });
    (AID_RETRIEVAL, score.measures.first().map(ToString::to_string).into_iter().collect(), rows.collect())
}
