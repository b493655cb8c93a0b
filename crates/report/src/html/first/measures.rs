//! Measures of both halves with their intervals, and the recall curve.

use fourcell::diagnosis::compare::Comparison;
use fourcell::statistics::Summary;
use fourcell::statistics::verdict::Outcome;

use super::super::plots::{self, Scale, strip};
use super::super::{Page, escape};
use super::{card, notes, nothing, number_cells};
use crate::number::points;
use crate::score::levels_off;

const AID: &str =
    "Did the evidence arrive? The dot is the mean over questions, the line its 95 % interval; a hollow dot is the baseline.";
const AID_ANSWERS: &str = "Was it used? The dot is the mean over questions, the line its 95 % interval. How far a judge can be trusted stands at the top.";
const AID_CURVE: &str = "Evidence found when more is fetched: where the curve is flat, deeper lists and a reranker gain nothing. \
                         The dashed line is what is really sent; what lies right of it was found and not used.";

/// The retrieval measures.
pub fn section(page: &Page) -> String {
    let inner = match &page.score {
        Err(why) => nothing(why),
        Ok(score) => {
            let names = score.measures.iter().map(|measure| (measure.to_string(), measure.definition.title));
            let rows: Vec<(String, &str, &Summary)> =
                names.zip(&score.summaries).map(|((name, title), summary)| (name, title, summary)).collect();
            table("Retrieval measures", &rows, &page.compared)
        }
    };
    card("retrieval", "wide", "Retrieval", AID, &inner)
}

/// The measures of answers.
pub fn answers_section(page: &Page) -> String {
    let Some(answers) = &page.answers else { return String::new() };
    let rows: Vec<(String, &str, &Summary)> = (answers.measures().iter().zip(answers.all()))
        .filter(|(_, summary)| summary.n > 0)
        .map(|(measure, summary)| (measure.to_string(), measure.definition.title, summary))
        .collect();
    let inner = if rows.is_empty() { nothing("No answer was judged.") } else { table("Measures of answers", &rows, &[]) };
    card("answers", "wide-half", "Answers", AID_ANSWERS, &inner)
}

fn table(caption: &str, rows: &[(String, &str, &Summary)], compared: &[Comparison]) -> String {
    let with = rows.iter().any(|(name, _, _)| compared.iter().any(|c| c.measure == *name));
    let row = |(name, title, summary): &(String, &str, &Summary)| {
        let beside = compared.iter().find(|c| c.measure == *name);
        let unit = summary.method != "sum";
        let drawn = if unit { strip::dot(Some(summary), beside.and_then(|c| c.b), Scale::UNIT) } else { String::new() };
        let change =
            if with { format!("<td class=\"change\">{}</td>", beside.map(change).unwrap_or_default()) } else { String::new() };
        format!(
            "<tr><th scope=\"row\">{} <span class=\"title\">{}</span></th>{}<td class=\"plotcell\">{drawn}</td>{change}</tr>",
            escape::text(name),
            escape::text(title),
            number_cells(summary)
        )
    };
    let rows: Vec<String> = rows.iter().map(row).collect();
    let change = if with { "<th scope=\"col\">against baseline, points</th>" } else { "" };
    format!(
        "<table class=\"numbers\"><caption class=\"hidden\">{caption}</caption><thead><tr><th scope=\"col\">measure</th><th scope=\"col\">value</th><th scope=\"col\">95 % interval</th><th scope=\"col\">n</th><th scope=\"col\"><span class=\"hidden\">drawn from 0 to 1</span></th>{change}</tr></thead><tbody>{}</tbody></table>",
        rows.concat()
    )
}

/// A difference with its interval, n and verdict.
fn change(comparison: &Comparison) -> String {
    let Some(difference) = comparison.difference else { return "–".to_owned() };
    let around = comparison.interval.as_ref().map(|i| format!(" [{}, {}]", points(i.lo), points(i.hi))).unwrap_or_default();
    let verdict = match comparison.verdict.as_ref().and_then(|verdict| verdict.as_ref().ok()) {
        Some(verdict) => match verdict.outcome {
            Outcome::Pass => " ✓ pass",
            Outcome::Unchanged => " = unchanged",
            Outcome::Fail => " ✕ fail",
            Outcome::Inconclusive { .. } => " ? inconclusive",
        },
        None => "",
    };
    format!("<b>{}</b>{around} <span class=\"n\">n {}</span>{verdict}", points(difference), comparison.n)
}

/// The recall curve.
pub fn curve_section(page: &Page) -> String {
    let curve = page.score.as_ref().ok().and_then(|score| score.curve.as_ref());
    let inner = match curve.filter(|curve| curve.points.iter().any(|(_, summary)| summary.n > 0)) {
        None => nothing("No ranked list was scored at rising depths."),
        Some(curve) => {
            let rows: Vec<String> = (curve.points.iter())
                .map(|(k, summary)| format!("<tr><th scope=\"row\">k = {k}</th>{}</tr>", number_cells(summary)))
                .collect();
            let table = format!(
                "<table class=\"numbers small\"><caption class=\"hidden\">Recall by depth</caption><thead><tr><th scope=\"col\">depth</th><th scope=\"col\">{}</th><th scope=\"col\">95 % interval</th><th scope=\"col\">n</th></tr></thead><tbody>{}</tbody></table>",
                escape::text(&curve.measure),
                rows.concat()
            );
            format!("{}{table}{}", plots::curve::curve(curve, page.budget.as_ref()), notes(&[levels_off(curve)]))
        }
    };
    card("curve", "wide-half", "Recall curve", AID_CURVE, &inner)
}
