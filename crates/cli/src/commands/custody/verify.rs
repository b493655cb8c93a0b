//! `fourcell custody verify`: was a line edited, taken out, put in or moved?

use clap::Args;
use fourcell::evidence::custody::verify;
use fourcell::evidence::text::printable;
use fourcell::formats::native::custody::{Record, read_record};
use report::number::count;

use super::ProjectArgs;
use crate::console;
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::inputs::shown;

/// Verify the record: no line was edited, taken out, put in or moved
#[derive(Debug, Args)]
#[command(after_help = "\
Each line names the hash of the line before it and carries its own. Lines cut off at the end, and a record written anew with its
hashes, show only against a hash that was kept elsewhere: name it with --expect. Exit code 1 where a line does not hold.")]
pub(super) struct Verify {
    /// A hash that the record ended in once: it must still have that line
    #[arg(long, value_name = "HASH")]
    expect: Option<String>,
    #[command(flatten)]
    at: ProjectArgs,
}

impl Verify {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let project = self.at.open()?;
        let file = shown(&project.custody.file);
        let record = read_record(&project.custody.file)?;
        let mut faults: Vec<String> =
            verify(&record.links).iter().map(|broken| format!("{file}:{}: {}", broken.line, broken.what)).collect();
        let mut since = 0;
        if let Some(expected) = &self.expect {
            match place(&record, expected) {
                Some(place) => since = record.links.len() - 1 - place,
                None => faults.push(format!(
                    "{file}: no line has the hash {expected}: lines were cut off at the end, or the record was written anew"
                )),
            }
        }
        if !faults.is_empty() {
            let lines: Vec<String> = faults.iter().map(|fault| format!("{}\n", printable(fault, 1000))).collect();
            console::data(lines.concat().as_bytes())?;
            console::talk(&format!("{}: take the record back from where it is kept", count(faults.len(), "fault")));
            return Ok(Exit::Fault);
        }
        let since = if since > 0 { format!(", {} after the one that is expected", count(since, "line")) } else { String::new() };
        let hold = if record.links.len() == 1 { "holds" } else { "hold" };
        let text = format!("{file}: {} {hold}{since}\n{}\n", count(record.links.len(), "line"), record.head());
        console::data(text.as_bytes())?;
        Ok(Exit::Ok)
    }
}

/// Where the line with this hash stands, which may be written without its `sha256:`.
fn place(record: &Record, hash: &str) -> Option<usize> {
    let bare = hash.trim().trim_start_matches("sha256:");
    record.links.iter().position(|link| link.hash.trim_start_matches("sha256:") == bare)
}
