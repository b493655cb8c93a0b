//! `fourcell ledger` and `fourcell probe`, as users call them.

#[path = "../command/mod.rs"]
mod command;

mod cases;
