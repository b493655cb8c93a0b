//! `fourcell gate` and `fourcell baseline`, as their users meet them.

#[path = "../command/mod.rs"]
mod command;
#[path = "../command/literate.rs"]
mod literate;

mod baseline;
mod cases;
mod project;
