//! The parser lost it: the file that the text was parsed from holds it, and the text that was indexed does not.

use super::{Shape, Target};
use crate::variant::Variant;
use crate::world::Sort;

pub(super) const SHAPES: [Shape; 4] = [
    Shape { name: "dropped-section", fits: |asked| asked.sort == Sort::Plain, plant: dropped_section, is_tight: false },
    Shape { name: "flattened-table", fits: |asked| asked.sort == Sort::Row, plant: flattened_table, is_tight: false },
    Shape { name: "lost-number", fits: |asked| asked.sort == Sort::Board, plant: lost_number, is_tight: false },
    Shape { name: "cut-short", fits: |asked| asked.sort == Sort::Under, plant: cut_short, is_tight: false },
];

/// Keeps the text as a file beside the corpus, in this form, and the corpus says so.
pub(super) fn keep_source(variant: &mut Variant, target: &Target, ending: &str, form: fn(&str) -> String) {
    let key = target.subject().key();
    let path = format!("sources/{}-r{}.{ending}", key.0, key.1);
    let text = form(variant.document(&key).text.as_str());
    variant.sources.insert(path.clone(), text);
    variant.in_both(&key, |document| document.source = Some(path.clone()));
}

/// A web page whose section was folded up, and passed over.
pub(super) fn dropped_section(variant: &mut Variant, target: &Target) {
    keep_source(variant, target, "html", html);
    let subject = target.subject();
    variant.rewrite(&subject.key(), |text| {
        let sections = text.split_inclusive("\n\n## ");
        let mut kept: String = sections.filter(|section| !section.contains(&subject.quote)).collect();
        if kept.ends_with("\n\n## ") {
            kept.truncate(kept.len() - 5);
        }
        kept
    });
}

/// A table whose cells were read column by column.
fn flattened_table(variant: &mut Variant, target: &Target) {
    keep_source(variant, target, "md", str::to_owned);
    let quote = &target.subject().quote;
    variant.rewrite(&target.subject().key(), |text| {
        let mut flat = Vec::new();
        let mut table: Vec<Vec<&str>> = Vec::new();
        for line in text.lines().chain([""]) {
            if line.starts_with('|') {
                table.push(line.trim_matches('|').split('|').map(str::trim).collect());
                continue;
            }
            let is_its = table.iter().any(|row| format!("| {} |", row.join(" | ")) == *quote);
            let rows = std::mem::take(&mut table);
            if is_its {
                let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
                let cells = (0..columns).flat_map(|column| rows.iter().filter_map(move |row| row.get(column)));
                flat.extend(cells.filter(|cell| **cell != "---").map(|cell| (*cell).to_owned()));
            } else {
                flat.extend(rows.iter().map(|row| format!("| {} |", row.join(" | "))));
            }
            flat.push(line.to_owned());
        }
        flat.join("\n").trim_end().to_owned() + "\n"
    });
}

/// A number in a font that was not understood.
fn lost_number(variant: &mut Variant, target: &Target) {
    keep_source(variant, target, "txt", str::to_owned);
    let quote = &target.subject().quote;
    let without: String = quote.chars().filter(|c| !c.is_ascii_digit()).collect();
    variant.rewrite(&target.subject().key(), |text| text.replace(quote, &without.replace("  ", " ")));
}

/// A reader that stops at so many characters.
fn cut_short(variant: &mut Variant, target: &Target) {
    keep_source(variant, target, "md", str::to_owned);
    let quote = &target.subject().quote;
    variant.rewrite(&target.subject().key(), |text| {
        text.split(quote.as_str()).next().unwrap_or_default().trim_end().to_owned() + "\n"
    });
}

/// Markdown as a web page.
fn html(text: &str) -> String {
    let escaped = |words: &str| words.replace('&', "&amp;").replace('<', "&lt;");
    let mut page = String::from("<!DOCTYPE html>\n<html><body>\n");
    for block in text.split("\n\n").map(str::trim).filter(|block| !block.is_empty()) {
        if let Some(heading) = block.strip_prefix("## ") {
            page += &format!("<h2>{}</h2>\n", escaped(heading));
        } else if let Some(heading) = block.strip_prefix("# ") {
            page += &format!("<h1>{}</h1>\n", escaped(heading));
        } else if block.starts_with('|') {
            let cells = |row: &str| -> String {
                row.trim_matches('|').split('|').map(|cell| format!("<td>{}</td>", escaped(cell.trim()))).collect()
            };
            let rows: String =
                block.lines().filter(|row| !row.contains("---")).map(|row| format!("<tr>{}</tr>\n", cells(row))).collect();
            page += &format!("<table>\n{rows}</table>\n");
        } else {
            page += &format!("<p>{}</p>\n", escaped(block));
        }
    }
    page + "</body></html>\n"
}
