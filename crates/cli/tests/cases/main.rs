//! Faults that other evaluation tools have had, as things that this one gets right; through the command, on files made for them.
//! The numbers are those of the list of such cases, B01 to B28.

mod answers;
mod calls;
#[path = "../command/mod.rs"]
mod command;
mod files;
mod fixture;
mod runs;
mod scores;
