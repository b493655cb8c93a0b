//! `fourcell judge`, `calibrate` and `compare` on answers: through the command, by the lexical judge, by a server that says what a script
//! tells, by commands and panels, and on answers that others recorded.

mod calibrate;
#[path = "../command/mod.rs"]
mod command;
#[cfg(unix)]
mod commands;
mod compare;
mod faults;
mod fixture;
mod going_on;
mod help;
mod lexical;
mod models;
mod others;
