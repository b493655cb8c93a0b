//! `fourcell custody retire`: final questions that decide nothing any more become tuning questions.

use clap::Args;
use fourcell::evidence::custody::{Act, Custody, FRESH, FinalSet};
use fourcell::formats::Source;
use fourcell::formats::atomic::write_atomically;
use fourcell::formats::native::custody::append;
use fourcell::formats::native::retire::retired_file;
use fourcell::formats::project::{Project, load_set};
use report::number::count;

use super::{ProjectArgs, SignedArgs};
use crate::console;
use crate::custody::{reason, record_of, refused, sealed, tell_head, who};
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::inputs::shown;
use crate::when;

/// Turn the final questions into tuning questions, once they are burned or all looks were had
#[derive(Debug, Args)]
#[command(after_help = "\
In the question file \"split\":\"final\" becomes \"split\":\"tune\"; every other byte stays. A compressed file is left to you.")]
pub(super) struct Retire {
    /// Also where looks are left, or where the final questions are not those that were sealed
    #[arg(long)]
    unspent: bool,
    #[command(flatten)]
    signed: SignedArgs,
    #[command(flatten)]
    at: ProjectArgs,
}

impl Retire {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let project = self.at.open()?;
        let reason = reason("--reason", &self.signed.reason)?.to_owned();
        let set = sealed(&load_set(&project)?);
        let may = |custody: Custody| {
            custody.may_retire(&set, self.unspent).map_err(|refusal| match refusal {
                fourcell::evidence::custody::Refusal::Changed => {
                    refused(refusal).mend("or say --unspent, if all of them are meant")
                }
                other => refused(other),
            })
        };
        may(Custody::of(&record_of(&project)?.entries))?;
        let who = who(self.signed.who.as_deref());
        let ((), head) = append(&project.custody.file, &when::now(), &who, |record| {
            may(Custody::of(&record.entries))?;
            // The questions first: a record that could not be written is written when it is said again.
            rewrite(&project, &set)?;
            Ok::<_, Failure>((Some(Act::Retired { set: set.clone(), reason }), ()))
        })?;
        console::talk(&format!("{} of {} are for tuning now", count(set.questions, "question"), shown(&project.questions)));
        console::talk(&format!(
            "next: label at least {FRESH} fresh questions that nobody has tuned on, with \"split\":\"final\", and fourcell custody seal"
        ));
        tell_head(&project, &head);
        Ok(Exit::Ok)
    }
}

/// Rewrites the question file, where it holds final questions.
fn rewrite(project: &Project, set: &FinalSet) -> Result<(), Failure> {
    if set.is_empty() {
        return Ok(());
    }
    let (bytes, changed) = retired_file(&Source::file(&project.questions))?;
    if changed != set.questions {
        return Err(Failure::bad_input(format!("{} changed while it was read", shown(&project.questions))).mend("say it again"));
    }
    Ok(write_atomically(&project.questions, |to| to.write_all(&bytes))?)
}
