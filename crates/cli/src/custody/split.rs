//! Which questions a command works on. Final ones are not for tuning: who looks at them one by one burns them, and says so first.

use clap::Args;
use fourcell::evidence::Split;
use fourcell::evidence::custody::{Act, Custody, FinalSet, Subject};
use fourcell::formats::native::Run;
use fourcell::formats::native::custody::append;
use fourcell::formats::project::{Project, QuestionSet};

use super::{manifest_hash, reason, record_of, refused, sealed, tell_head, who};
use crate::console;
use crate::failure::Failure;
use crate::judges::wanted;
use crate::when;

/// Which questions, of commands that work on a project's alone.
#[derive(Clone, Debug, Default, Args)]
pub struct SplitArgs {
    /// Which questions: tune, or final, which are not for tuning (see --burn) [default: all but the final ones]
    #[arg(long, value_name = "NAME")]
    pub split: Option<String>,
    #[command(flatten)]
    pub burn: BurnArgs,
}

/// What it takes to look at final questions one by one.
#[derive(Clone, Debug, Default, Args)]
pub struct BurnArgs {
    /// Look at the final questions one by one, and say why: that burns them, for good, and is recorded
    #[arg(long, value_name = "REASON", requires = "split")]
    pub burn: Option<String>,
    /// Who burns them; `None` for whom the environment names.
    #[arg(skip)]
    pub who: Option<String>,
}

impl SplitArgs {
    /// The split that is meant; `None` for the one to work with, with the final one sealed.
    pub fn wanted(&self) -> Result<Option<Split>, Failure> {
        self.burn.wanted(self.split.as_deref())
    }
}

impl BurnArgs {
    /// The split of this name.
    pub fn wanted(&self, name: Option<&str>) -> Result<Option<Split>, Failure> {
        let split = wanted::split(name)?;
        if self.burn.is_some() && split != Some(Split::Final) {
            return Err(Failure::bad_input("--burn goes with --split final"));
        }
        Ok(split)
    }

    /// Before a tuning command shows anything of a split. Final questions must be burned already, or are now.
    ///
    /// # Errors
    /// They are not, and `--burn` is not said; or they are not sealed, or were changed since.
    pub fn open(
        &self,
        split: Option<Split>,
        project: &Project,
        set: &QuestionSet,
        runs: &[&Run],
        by: &str,
    ) -> Result<(), Failure> {
        if split != Some(Split::Final) {
            return Ok(());
        }
        let sealed = sealed(set);
        let is_new = Custody::of(&record_of(project)?.entries).may_burn(&sealed).map_err(refused)?;
        match &self.burn {
            _ if !is_new => {}
            None => {
                return Err(Failure::bad_input("final questions are not for tuning").mend(
                    "'fourcell gate --split final' says verdicts only; to look at them one by one burns the set: add --burn 'REASON'",
                ));
            }
            Some(text) => return self.burn(reason("--burn", text)?, sealed, project, runs, by),
        }
        tell_burned();
        Ok(())
    }

    /// Whether a command that may also keep quiet shows final questions one by one: where they are burned already, or are now.
    pub fn shows(
        &self,
        split: Option<Split>,
        project: &Project,
        set: &QuestionSet,
        runs: &[&Run],
        by: &str,
    ) -> Result<bool, Failure> {
        if split != Some(Split::Final) {
            return Ok(true);
        }
        if self.burn.is_some() {
            return self.open(split, project, set, runs, by).map(|()| true);
        }
        let burned = Custody::of(&record_of(project)?.entries).is_burned(&sealed(set));
        if burned {
            tell_burned();
        }
        Ok(burned)
    }

    /// Says that the set is burned, and writes it down.
    fn burn(&self, reason: &str, sealed: FinalSet, project: &Project, runs: &[&Run], by: &str) -> Result<(), Failure> {
        let run = runs.iter().map(|run| run.name.as_str()).collect::<Vec<_>>().join(", ");
        let subject = Subject { run, manifest: manifest_hash(runs)?, by: by.to_owned() };
        console::talk(&format!(
            "warning: this burns the final set: {} may be seen one by one, and decide nothing any more",
            report::number::count(sealed.questions, "question")
        ));
        let ((), head) = append(&project.custody.file, &when::now(), &who(self.who.as_deref()), |record| {
            let is_new = Custody::of(&record.entries).may_burn(&sealed).map_err(refused)?;
            Ok::<_, Failure>((is_new.then(|| Act::Burned { set: sealed, subject, reason: reason.to_owned() }), ()))
        })?;
        tell_head(project, &head);
        Ok(())
    }
}

fn tell_burned() {
    console::talk("note: these final questions are burned; 'fourcell custody retire' makes tuning questions of them");
}
