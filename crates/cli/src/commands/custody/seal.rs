//! `fourcell custody seal`: from now on the final questions and their labels are what they are.

use clap::Args;
use fourcell::evidence::custody::{Act, Custody, FRESH, State};
use fourcell::formats::native::custody::append;
use fourcell::formats::project::load_set;
use report::number::count;

use super::{ProjectArgs, SignedArgs};
use crate::console;
use crate::custody::{price_in_words, reason, record_of, refused, sealed, tell_head, who};
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::when;

/// Seal the final questions with their labels, and plan how often they may be looked at
#[derive(Debug, Args)]
pub(super) struct Seal {
    /// How many looks are planned [default: as fourcell.toml says, else 5; a correction keeps the plan]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    looks: Option<u32>,
    #[command(flatten)]
    signed: SignedArgs,
    #[command(flatten)]
    at: ProjectArgs,
}

impl Seal {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let project = self.at.open()?;
        let reason = reason("--reason", &self.signed.reason)?.to_owned();
        let set = sealed(&load_set(&project)?);
        let usual = project.custody.looks;
        // What is refused in any case leaves no trace.
        Custody::of(&record_of(&project)?.entries).may_seal(&set, self.looks, usual).map_err(refused)?;
        let who = who(self.signed.who.as_deref());
        let ((before, looks), head) = append(&project.custody.file, &when::now(), &who, |record| {
            let custody = Custody::of(&record.entries);
            let looks = custody.may_seal(&set, self.looks, usual).map_err(refused)?;
            Ok::<_, Failure>((Some(Act::Sealed { set: set.clone(), looks, reason }), (custody, looks)))
        })?;
        console::talk(&format!("{} sealed as {}", count(set.questions, "final question"), set.hash));
        let used = if before.state == State::Sealed { before.used } else { 0 };
        let had = if used > 0 { format!(", {used} of them had") } else { String::new() };
        console::talk(&format!("{} planned{had}: {}", count(looks as usize, "look"), price_in_words(looks)));
        if set.questions < FRESH {
            console::talk(&format!(
                "warning: fewer than {FRESH} final questions tell only large differences; see 'fourcell power'"
            ));
        }
        tell_head(&project, &head);
        Ok(Exit::Ok)
    }
}
