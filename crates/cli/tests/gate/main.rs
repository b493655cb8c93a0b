//! `fourcell gate` and `fourcell baseline`, as their users meet them.

#[path = "../command/mod.rs"]
mod command;

mod baseline;
mod cases;
mod project;
