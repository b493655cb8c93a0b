//! Plain tables for a terminal: aligned columns, a line under the head, nothing that a pipe would choke on.

use comfy_table::{CellAlignment, ContentArrangement, Table};

/// Builds a table. Columns from the second on are right-aligned where `right` says so.
pub fn table(head: &[String], rows: Vec<Vec<String>>, right: &[bool]) -> String {
    let mut table = Table::new();
    table.load_preset("                   ");
    table.set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(head.iter());
    for row in rows {
        table.add_row(row);
    }
    for (place, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if right.get(place).copied().unwrap_or(false) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let text = table.trim_fmt();
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
