//! `fourcell ledger` and `fourcell probe`, as users call them.

#[path = "../command/mod.rs"]
mod command;
#[path = "../command/literate.rs"]
mod literate;

mod added;
mod cases;
#[path = "command.rs"]
mod commands;
mod probe;
mod shop;
