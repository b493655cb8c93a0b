//! Programs of users: whether they can be started; nothing is.

use std::path::Path;

use ::systems::process::find;
use report::doctor::{Group, State};
use report::number::count;

use crate::doctor::Findings;

/// Files that interpreters read, by their endings.
const SCRIPTS: [&str; 8] = [".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl", ".sh"];

/// Looks at the words of a command.
pub fn look(group: Group, name: &str, words: &[String], concurrency: u32, directory: &Path, found: &mut Findings) {
    let program = words.first().map(String::as_str).unwrap_or_default();
    match find(program, directory) {
        Ok(_) => {
            let at_a_time = count(concurrency as usize, "process").replace("processs", "processes");
            found.ok(group, name, format!("a command, '{program}' is there, {at_a_time} at a time"));
        }
        Err(what) => {
            let told = format!("the command '{program}' cannot be started: {what}");
            let mend = "check 'command' and the PATH, or that the file may be executed";
            found.add(group, State::Fault, name, told, mend);
        }
    }
    let is_script = |word: &&String| SCRIPTS.iter().any(|ending| word.ends_with(ending)) && !word.starts_with('-');
    for script in words.iter().skip(1).filter(is_script) {
        if !directory.join(script).is_file() {
            let told = format!("its argument '{script}' looks like a file, which is not there");
            let mend = "paths are relative to the folder of fourcell.toml, in which commands are started";
            found.add(group, State::Warning, name, told, mend);
        }
    }
}
