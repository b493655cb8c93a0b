//! The prompts of a system: the built-in ones, or files of the project.

use std::path::Path;

use fourcell::formats::project::Project;
use systems::prompt::{NoPrompt, Prompt};

use crate::failure::Failure;

/// The longest prompt file, in bytes.
const LONGEST: u64 = 1 << 20;

/// The prompt for answers: that of a file, else the built-in one.
pub fn for_answers(project: &Project, file: Option<&Path>) -> Result<Prompt, Failure> {
    file.map_or_else(|| Ok(Prompt::answer()), |file| read(project, file, Prompt::of_user_for_answers))
}

/// The prompt for queries: that of a file, else the built-in one.
pub fn for_queries(project: &Project, file: Option<&Path>) -> Result<Prompt, Failure> {
    file.map_or_else(|| Ok(Prompt::rewrite()), |file| read(project, file, Prompt::of_user_for_queries))
}

/// The text of a prompt file of the project.
pub fn text(project: &Project, file: &Path) -> Result<String, Failure> {
    let path = project.directory.join(file);
    let text = std::fs::metadata(&path).and_then(|m| match m.len() {
        length if length > LONGEST => Err(std::io::Error::other(format!("{length} bytes are too long for a prompt"))),
        _ => std::fs::read_to_string(&path),
    });
    text.map_err(|e| {
        Failure::bad_input(format!("the prompt {}: {e}", path.display())).mend("name a file with [system] and [user]")
    })
}

fn read(project: &Project, file: &Path, of_text: fn(&str) -> Result<Prompt, NoPrompt>) -> Result<Prompt, Failure> {
    of_text(&text(project, file)?)
        .map_err(|e| Failure::bad_input(format!("{}: {e}", file.display())).mend("docs/formats.md has the form of a prompt"))
}
