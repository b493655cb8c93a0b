//! Plain tables for a terminal: aligned columns and a line under the head. Nothing is wrapped or cut, so that a pipe sees it all.

use fourcell::evidence::text::printable;
use unicode_width::UnicodeWidthStr;

/// Columns stand this far apart.
const GAP: usize = 2;

/// Builds a table; every row has as many cells as the head. Columns are right-aligned where `right` says so. What would command the
/// terminal is escaped.
pub fn table(head: &[String], rows: Vec<Vec<String>>, right: &[bool]) -> String {
    let shown = |row: &[String]| -> Vec<String> { row.iter().map(|cell| printable(cell, usize::MAX)).collect() };
    let (head, rows) = (&shown(head), rows.iter().map(|row| shown(row)).collect::<Vec<_>>());
    let mut widths: Vec<usize> = head.iter().map(|cell| cell.width()).collect();
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.width());
        }
    }
    let rule: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
    let mut text = String::new();
    for row in [head.as_slice(), &rule].into_iter().chain(rows.iter().map(Vec::as_slice)) {
        text += &line(row, &widths, right);
    }
    text
}

fn line(row: &[String], widths: &[usize], right: &[bool]) -> String {
    let mut line = String::new();
    for (place, (cell, width)) in row.iter().zip(widths).enumerate() {
        let blank = " ".repeat(width - cell.width());
        let gap = " ".repeat(if place > 0 { GAP } else { 0 });
        line += &match right.get(place) {
            Some(true) => format!("{gap}{blank}{cell}"),
            _ => format!("{gap}{cell}{blank}"),
        };
    }
    format!("{}\n", line.trim_end())
}

#[cfg(test)]
mod tests {
    use super::table;

    #[test]
    fn wide_letters_take_two_columns() {
        let cells = |row: [&str; 2]| row.map(str::to_owned).to_vec();
        let text = table(&cells(["name", "n"]), vec![cells(["上海", "1"]), cells(["é", "12"])], &[false, true]);
        assert_eq!(text, "name   n\n────  ──\n上海   1\né     12\n");
    }

    #[test]
    fn no_cell_commands_the_terminal() {
        let text = table(&["a\u{202e}".to_owned()], vec![vec!["\u{1b}[2J\n".to_owned()]], &[]);
        assert_eq!(text, "a\\u{202e}\n───────────\n\\u{1b}[2J\\n\n");
    }
}
