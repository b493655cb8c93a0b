//! The first screen: a section each, as HTML that needs no script.

pub mod causes;
pub mod cells;
pub mod measures;
pub mod scores;
pub mod slices;
pub mod times;
pub mod verdict;
mod worse;

use fourcell::statistics::Summary;

use super::{Page, escape};
use crate::number::{count, interval, value};

/// Every section in the order in which it is read.
pub fn sections(page: &Page) -> String {
    [
        verdict::section(page),
        "<div class=\"grid\">".to_owned(),
        cells::section(page),
        causes::section(page),
        measures::section(page),
        slices::section(page),
        measures::curve_section(page),
        scores::section(page),
        measures::answers_section(page),
        times::section(page),
        "</div>".to_owned(),
    ]
    .concat()
}

/// A section with a heading, how to read it, and what is in it.
fn card(id: &str, class: &str, heading: &str, aid: &str, inner: &str) -> String {
    format!(
        "<section class=\"card {class}\" id=\"{id}\" aria-labelledby=\"{id}-h\"><h2 id=\"{id}-h\">{}</h2><p class=\"aid\">{}</p>{inner}</section>",
        escape::text(heading),
        escape::text(aid)
    )
}

/// A value with its interval and n, and what is in neither: in cells of a table.
fn number_cells(summary: &Summary) -> String {
    format!(
        "<td class=\"num\">{}</td><td class=\"ci\">{}</td><td class=\"n\">{}</td>",
        value(summary),
        interval(summary.interval),
        n_of(summary)
    )
}

/// n, with what is in it not: `105, 1 failed`.
fn n_of(summary: &Summary) -> String {
    let undefined: usize = summary.undefined.values().sum();
    let reasons: Vec<String> = summary.undefined.iter().map(|(reason, n)| format!("{n}: {reason}")).collect();
    let mut text = summary.n.to_string();
    if summary.failed > 0 {
        text += &format!(" <span class=\"off\">{} failed</span>", summary.failed);
    }
    if undefined > 0 {
        text += &format!(" <span class=\"off\" title=\"{}\">{undefined} undefined</span>", escape::text(&reasons.join("; ")));
    }
    text
}

/// The same in words: `0.726 [0.625, 0.809], n = 106`.
fn in_words(summary: &Summary) -> String {
    let failed = if summary.failed > 0 { format!(", {} failed", summary.failed) } else { String::new() };
    match summary.value {
        Some(_) => format!("{} {}, n = {}{failed}", value(summary), interval(summary.interval), summary.n),
        None => format!("nothing evaluated{failed}"),
    }
}

/// Why a section has nothing to show.
fn nothing(why: &str) -> String {
    format!("<p class=\"none\">{}</p>", escape::text(why))
}

/// A list of sentences; empty where there are none.
fn notes(lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let items: Vec<String> = lines.iter().map(|line| format!("<li>{}</li>", escape::text(line))).collect();
    format!("<ul class=\"notes\">{}</ul>", items.concat())
}

/// `1 question`, `2 questions`.
fn questions(n: usize) -> String {
    count(n, "question")
}
