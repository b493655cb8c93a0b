//! `type = "command"`: a system that is asked with JSON lines on standard input.

use std::time::Duration;

use crate::error::InputError;
use crate::numbers;
use crate::systems::{Contract, contract, missing, only};
use crate::toml_text::Table;

/// How a system is started.
#[derive(Clone, Debug, PartialEq)]
pub struct Command {
    /// The program and its arguments; never empty. No shell reads them.
    pub command: Vec<String>,
    /// What a process answers.
    pub each: Each,
    /// How long one question may take.
    pub timeout: Duration,
    /// How many processes run at a time; at least 1.
    pub concurrency: u32,
    /// What it is told, and how its replies are read.
    pub contract: Contract,
}

/// A program that is started and asked, whatever it is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The program and its arguments; never empty. No shell reads them.
    pub command: Vec<String>,
    /// What a process answers.
    pub each: Each,
    /// How long one question may take.
    pub timeout: Duration,
    /// How many processes run at a time; at least 1.
    pub concurrency: u32,
}

/// What a process answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Each {
    /// One question after the other, a line each.
    #[default]
    LongLived,
    /// One question; then it ends.
    Question,
}

/// The keys of the table, besides those of the contract.
pub(crate) const KEYS: [&str; 5] = ["type", "command", "each", "timeout", "concurrency"];

/// Those of its program.
pub(crate) const PROGRAM_KEYS: [&str; 4] = ["command", "each", "timeout", "concurrency"];

pub(crate) const EACH: [&str; 2] = ["long-lived", "question"];

/// Reads the table of a command.
pub(super) fn read(mut table: Table<'_>) -> Result<Command, InputError> {
    only(&table, &KEYS)?;
    let Program { command, each, timeout, concurrency } = program(&table)?;
    Ok(Command { command, each, timeout, concurrency, contract: contract(&mut table)? })
}

/// Reads what a table says of a program.
pub(crate) fn program(table: &Table<'_>) -> Result<Program, InputError> {
    let example = "command = [\"python3\", \"answer.py\"]";
    if !table.holds("command") {
        return Err(missing(table, "command", example));
    }
    let command = table.words("command")?;
    if command.first().is_none_or(|program| program.trim().is_empty()) {
        let problem = "'command' must begin with the program that is started";
        return Err(table.fault("command", problem).mend(format!("write it like {example}")));
    }
    if command.iter().any(|word| word.contains('\0')) {
        return Err(table.fault("command", "'command' holds a NUL, which no argument may"));
    }
    let each = match table.choice("each", &EACH)?.as_deref() {
        Some("question") => Each::Question,
        _ => Each::LongLived,
    };
    let timeout = numbers::seconds(table, "timeout", numbers::TIMEOUT)?;
    let concurrency = numbers::within(table, "concurrency", numbers::CONCURRENCY)?.unwrap_or(numbers::AT_A_TIME);
    Ok(Program { command, each, timeout, concurrency })
}
