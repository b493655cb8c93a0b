//! Asks the program: runs the systems, has the answers judged by the built-in judge, and reads what the ledger says.

use std::path::Path;
use std::process::Command;

use formats::InputError;
use planted::confusion::entries;

use super::sets::RUNS;

/// The day of every run.
const DAY: &str = "2026-11-30";

/// How many failures of a run are read by hand.
const READ: usize = 20;

/// The failures that the ledger finds in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The run, `project/system`.
    pub run: String,
    /// The question of each failure, in byte order, and the cause that owns it.
    pub causes: Vec<(String, String)>,
}

/// Runs every system on its project below `out`, unless that was done before, and asks for the ledger.
pub fn ask(fourcell: &Path, out: &Path) -> Result<Vec<Found>, InputError> {
    RUNS.iter().map(|&(project, system)| one(fourcell, &out.join(project), project, system)).collect()
}

fn one(fourcell: &Path, folder: &Path, project: &str, system: &str) -> Result<Found, InputError> {
    if !folder.join("runs").join(system).is_dir() {
        call(fourcell, folder, &["run", system, "--name", system, "--day", DAY])?;
        call(fourcell, folder, &["judge", system, "--judge", "lexical", "--format", "json"])?;
    }
    let output = call(fourcell, folder, &["ledger", system, "--format", "json", "--no-write"])?;
    let fault = |problem: String| InputError::new(problem).in_file(folder.display().to_string());
    let mut causes: Vec<(String, String)> =
        entries(&output).map_err(fault)?.into_iter().map(|entry| (entry.question, entry.cause)).collect();
    causes.sort();
    Ok(Found { run: format!("{project}/{system}"), causes })
}

fn call(fourcell: &Path, folder: &Path, arguments: &[&str]) -> Result<Vec<u8>, InputError> {
    let fault = |problem: String| InputError::new(problem).in_file(folder.display().to_string());
    let output = Command::new(fourcell).args(arguments).arg("--project").arg(folder).output();
    let output = output.map_err(|e| fault(format!("{} cannot be started: {e}", fourcell.display())))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(fault(format!(
            "'{}' ended with {}: {}",
            arguments[0],
            output.status,
            evidence::text::printable(said.trim(), 600)
        )));
    }
    Ok(output.stdout)
}

/// The failures of a run that are read by hand: so many in even steps through all of them, whatever their causes.
pub fn picked(found: &Found) -> impl Iterator<Item = &(String, String)> {
    let all = found.causes.len();
    (0..READ.min(all)).map(move |place| &found.causes[place * all / READ.min(all)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_stands_in_even_steps() {
        let found = |count: usize| Found {
            run: "p/s".into(),
            causes: (0..count).map(|place| (format!("q{place:03}"), "rank".into())).collect(),
        };
        let ids = |count: usize| picked(&found(count)).map(|(id, _)| id.clone()).collect::<Vec<_>>();
        assert_eq!(ids(2), ["q000", "q001"]);
        assert_eq!((ids(0).len(), ids(20).len(), ids(21).len()), (0, 20, 20));
        assert_eq!((ids(50)[1].as_str(), ids(50)[19].as_str()), ("q002", "q047"));
    }
}
