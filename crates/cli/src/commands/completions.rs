//! `fourcell completions`: what a shell needs to complete commands and flags.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::console;
use crate::exit_codes::Exit;
use crate::failure::Failure;

/// Print completions for a shell
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  fourcell completions bash > ~/.local/share/bash-completion/completions/fourcell")]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Prints them.
    pub fn run(self) -> Result<Exit, Failure> {
        let mut bytes = Vec::new();
        clap_complete::generate(self.shell, &mut crate::Arguments::command(), "fourcell", &mut bytes);
        console::data(&bytes)?;
        Ok(Exit::Ok)
    }
}
