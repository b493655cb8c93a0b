//! The fourcell command: read the arguments, do what they say, end with a code that says how it went.

mod built_in;
mod commands;
mod console;
mod custody;
mod diagnosing;
mod doctor;
mod exit_codes;
mod experiments;
mod failure;
mod format;
mod gating;
mod inputs;
mod invariants;
mod judges;
mod kept;
mod opening;
mod others;
mod pdf;
mod places;
mod probing;
mod progress;
mod reporting;
mod running;
mod scoring;
mod settings;
mod when;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use commands::Command;

/// Evaluates a retrieval-augmented generation system as two systems: did the evidence arrive, and was it used?
///
/// Data goes to stdout, talk to stderr; colours are off when piped and where NO_COLOR is set. Nothing is sent anywhere but
/// to systems that your project states.
#[derive(Debug, Parser)]
#[command(name = "fourcell", version, arg_required_else_help = true, after_help = AFTER_HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  fourcell demo                                    the shipped example, in one screen
  fourcell init                                    start a project of your own
  fourcell run                                     put the questions to a system, and record what it does
  fourcell invariants                              does every result belong to who asks, and is it in force?
  fourcell score --qrels qrels.txt run1.txt run2.txt
  fourcell judge                                   answers against the context that they were given
  fourcell cells                                   evidence and answers joined: which of the two failed
  fourcell ledger                                  which stage lost each failed question
  fourcell report                                  all of it as one HTML file, with every question
  fourcell calibrate                               how far a judge agrees with people
  fourcell compare candidate baseline              two runs of the project in this folder
  fourcell history                                 every run against the one before, and what was changed
  fourcell matrix sizes.toml                       one setting at a time, and which value may be called best
  fourcell gate                                    may this change ship? layer after layer, against the baseline
  fourcell lifecycle                               what is updated or deleted: is it gone, is the new one there?
  fourcell check                                   faults in the question set and corpus
  fourcell doctor                                  what will work and what will not, before a run
  fourcell custody                                 the final set: its seal, every look at it, its record
  fourcell power --detect 0.05                     how many questions that takes
  fourcell explain nDCG
  fourcell schema project                          what a file may say, as a JSON Schema

Exit codes: 0 fine · 1 a fault or a failed verdict · 2 usage or bad input · 3 calls failed · 4 nothing evaluated · 5 inconclusive";

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match arguments.command.run() {
        Ok(exit) => exit.into(),
        Err(failure) => {
            let _ = writeln!(std::io::stderr().lock(), "error: {failure}");
            failure.exit().into()
        }
    }
}
