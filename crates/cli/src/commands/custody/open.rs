//! `fourcell custody open`: a look at the final set that was had outside of this program's commands.

use std::path::PathBuf;

use clap::Args;
use fourcell::evidence::Split;

use super::SignedArgs;
use crate::custody::split::BurnArgs;
use crate::custody::{Looker, look, reason};
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::inputs::{InputArgs, Inputs};

/// Record a look at the final set that was had by hand, outside of 'fourcell gate'
#[derive(Debug, Args)]
pub(super) struct Open {
    /// The run that was looked at
    #[arg(long, value_name = "RUN")]
    run: PathBuf,
    /// It was looked at question by question, which burns the set
    #[arg(long)]
    per_question: bool,
    #[command(flatten)]
    signed: SignedArgs,
    /// The project's folder [default: the nearest one upwards with a fourcell.toml]
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
}

/// What releases what is recorded here.
const BY_HAND: &str = "hand";

impl Open {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let reason = reason("--reason", &self.signed.reason)?;
        let input = InputArgs { runs: vec![self.run.clone()], project: self.project.clone(), ..InputArgs::default() };
        let Inputs::Native(native) = input.open(None)? else {
            return Err(Failure::bad_input("the final set is that of a project"));
        };
        let Some(run) = native.runs.first() else { return Err(Failure::bad_input("no run is named")) };
        let who = self.signed.who.as_deref();
        if self.per_question {
            let burn = BurnArgs { burn: Some(reason.to_owned()), who: who.map(str::to_owned) };
            burn.open(Some(Split::Final), &native.project, &native.set, &[run], BY_HAND)?;
        } else {
            look(&native.project, &native.set, run, &Looker { by: BY_HAND, who, reason: Some(reason), terms: None })?;
        }
        Ok(Exit::Ok)
    }
}
