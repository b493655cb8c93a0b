//! `fourcell read-pdf`: what reading a folder starts for each PDF. Nobody is meant to type it.

use clap::Args;

use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::pdf;

/// The command's name.
pub const NAME: &str = "read-pdf";

/// Read a PDF from stdin, and write its pages to stdout as JSON
#[derive(Debug, Args)]
pub struct ReadPdf {}

impl ReadPdf {
    /// Reads, under limits; writes.
    pub fn run(self) -> Result<Exit, Failure> {
        pdf::answer_to_pipe().map_err(|e| Failure::bad_input(format!("cannot read or write: {e}")))?;
        Ok(Exit::Ok)
    }
}
