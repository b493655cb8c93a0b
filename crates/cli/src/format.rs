//! How a result is written, where a command has the usual three ways, or four.

use clap::ValueEnum;

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Table,
    /// For programs; everything there is
    Json,
    /// For pull requests
    Markdown,
}

/// Output formats of commands whose result is a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// For people
    Table,
    /// For programs; everything there is
    Json,
    /// For spreadsheets, a row for each number
    Csv,
    /// For pull requests
    Markdown,
}
