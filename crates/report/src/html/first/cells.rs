//! The four cells as a picture whose cells lead to their questions.

use fourcell::diagnosis::cells::{Cell, Tally};
use fourcell::statistics::Summary;

use super::super::plots::{Scale, strip};
use super::super::{Page, escape};
use super::{card, in_words, notes, nothing, questions};
use crate::cells::in_no_cell;
use crate::number::{interval, points, short, value};

const AID: &str = "Rows say whether all required evidence was in the context, columns whether the answer was right. \
                   The upper row is the generator's business, the lower one the retriever's. Choose a cell to see its questions.";

/// The section.
pub fn section(page: &Page) -> String {
    let inner = match &page.cells {
        Err(why) => nothing(why),
        Ok(report) => {
            let definition = report.main();
            let mut inner = picture(&definition.tally, page.shares.as_ref());
            let chances = &definition.chances;
            let mut rows = vec![
                ("evidence present", "P(evidence)", &chances.evidence),
                ("right, where it was", "P(right | evidence)", &chances.right_with),
                ("right, where it was not", "P(right | no evidence)", &chances.right_without),
                ("right, end to end", "P(right)", &chances.right),
            ];
            rows.retain(|(_, _, summary)| summary.n > 0 || summary.failed > 0);
            let row = |(name, sign, summary): &(&str, &str, &Summary)| {
                format!(
                    "<tr><th scope=\"row\">{name} <span class=\"formula\">{sign}</span></th>{}<td class=\"plotcell\">{}</td></tr>",
                    super::number_cells(summary),
                    strip::dot(Some(summary), None, Scale::UNIT)
                )
            };
            let rows: Vec<String> = rows.iter().map(row).collect();
            inner += &format!(
                "<table class=\"numbers\"><caption class=\"hidden\">Chances</caption><thead><tr><th scope=\"col\">share of questions</th><th scope=\"col\">value</th><th scope=\"col\">95 % interval</th><th scope=\"col\">n</th><th scope=\"col\"><span class=\"hidden\">drawn from 0 to 1</span></th></tr></thead><tbody>{}</tbody></table>",
                rows.concat()
            );
            inner += &beside(report);
            inner
        }
    };
    card("cells", "wide-half", "Four cells", AID, &inner)
}

fn picture(tally: &Tally, shares: Option<&[Summary; 4]>) -> String {
    let cells = &tally.cells;
    let counts = [cells.works, cells.generation_fault, cells.lucky, cells.retrieval_fault];
    let words = [
        ("works", "keep it so"),
        ("generation fault", "mend the generator"),
        ("right for the wrong reason", "audit the labels"),
        ("retrieval fault", "mend retrieval"),
    ];
    let wrong = |wrong: &fourcell::diagnosis::cells::Wrong| crate::cells::wrong_in_words(wrong, ["declined", "asserted"]);
    let details = [String::new(), wrong(&tally.wrong_with_evidence), String::new(), wrong(&tally.wrong_without_evidence)];
    let cell = |place: usize| {
        let (name, cell) = Cell::ALL[place];
        let (title, action) = words[place];
        let share = shares.map(|shares| &shares[place]);
        let text = share.map(|s| format!("{} {}, n {}", value(s), interval(s.interval), s.n)).unwrap_or_default();
        let bar = share.and_then(|s| s.value).map(|v| strip::bar(&[(v, "fill")], Scale::UNIT)).unwrap_or_default();
        format!(
            "<a class=\"cell {class}\" href=\"{href}\"><span class=\"count\">{count}</span><span class=\"name\">{title}</span><span class=\"share\">{text}</span>{bar}<span class=\"more\">{details}</span><span class=\"do\">{action}</span></a>",
            class = if cell.right() && cell.present() {
                "good"
            } else if cell.right() {
                "odd"
            } else {
                "bad"
            },
            href = escape::text(&escape::filter(&[("cell", name)])),
            count = counts[place],
            details = escape::text(&details[place]),
        )
    };
    format!(
        "<div class=\"fourcells\"><span class=\"corner\"></span><span class=\"col\">answer right</span><span class=\"col\">answer wrong</span>\
         <span class=\"row\">evidence present</span>{}{}<span class=\"row\">evidence absent</span>{}{}</div>",
        cell(0),
        cell(1),
        cell(2),
        cell(3)
    )
}

/// What stands beside the cells: what is in none, what unanswerable questions did, what the modes say.
fn beside(report: &crate::CellsReport) -> String {
    let mut lines = Vec::new();
    let definition = report.main();
    let none = in_no_cell(&definition.tally);
    if !none.is_empty() {
        lines.push(format!("In no cell: {none}."));
    }
    if let Ok(product) = definition.chances.product {
        let buys = definition.chances.what_ifs.iter().filter(|what_if| what_if.to < 1.0).map(|what_if| {
            let what = match what_if.factor {
                fourcell::diagnosis::cells::Factor::Evidence => "retrieval",
                fourcell::diagnosis::cells::Factor::Right => "generation",
            };
            format!("halving what {what} loses would give {} {}", short(what_if.product), interval(what_if.interval))
        });
        let buys: Vec<String> = buys.collect();
        lines.push(format!(
            "P(evidence) × P(right | evidence) = {}{}{}.",
            short(product),
            if buys.is_empty() { "" } else { "; " },
            buys.join("; ")
        ));
    }
    if let Some(oracle) = report.modes.as_ref().and_then(|modes| modes.oracle.as_ref()) {
        let all = &oracle.all;
        if let Ok(gain) = all.retrieval.value {
            lines.push(format!(
                "With the labelled evidence as context the share of right answers changes by {}{} points (n = {}), which is what perfect retrieval would bring; wrong even so: {}.",
                points(gain),
                all.retrieval.interval.as_ref().map(|i| format!(" [{}, {}]", points(i.lo), points(i.hi))).unwrap_or_default(),
                all.paired.table.n(),
                in_words(&all.generation)
            ));
        }
    }
    let mut html = notes(&lines);
    if let Some(all) = &report.unanswerable {
        let upper = all.upper.map(|upper| format!(", at most {} with 95 % certainty", short(upper))).unwrap_or_default();
        html += &format!(
            "<p class=\"beside\">Unanswerable questions: <a href=\"#q=cell:declined\">{} declined</a>, <a href=\"#q=cell:answered\">{} answered</a> ({}{upper}){}.</p>",
            all.declined,
            all.answered,
            in_words(&all.rate),
            if all.failed > 0 { format!(", {} failed", questions(all.failed)) } else { String::new() }
        );
    }
    html
}
