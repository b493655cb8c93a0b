//! How a result is written, where a command has the usual three ways.

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
