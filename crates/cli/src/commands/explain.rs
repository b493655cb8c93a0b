//! `fourcell explain`.

use clap::Args;

use crate::exit_codes::Exit;
use crate::failure::Failure;

/// (in work)
#[derive(Debug, Args)]
pub struct Explain {}

impl Explain {
    /// Does it.
    pub fn run(self) -> Result<Exit, Failure> {
        Ok(Exit::Ok)
    }
}
