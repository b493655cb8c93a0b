//! `fourcell power`.

use clap::Args;

use crate::exit_codes::Exit;
use crate::failure::Failure;

/// (in work)
#[derive(Debug, Args)]
pub struct Power {}

impl Power {
    /// Does it.
    pub fn run(self) -> Result<Exit, Failure> {
        Ok(Exit::Ok)
    }
}
