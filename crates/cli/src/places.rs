//! Where the questions of a project stand, from the root of its repository.

use std::path::{Path, PathBuf};

use fourcell::formats::project::{Project, QuestionSet};
use report::place::Places;

/// The folder in which a GitHub Action checks a repository out.
const WORKSPACE: &str = "GITHUB_WORKSPACE";

/// The questions file with the line of each question. The root is where the Action says that it is, else the nearest folder upwards that
/// git keeps, else the current folder; a file outside of it is named in full.
pub fn places(project: &Project, set: &QuestionSet) -> Places {
    let file = std::path::absolute(&project.questions).unwrap_or_else(|_| project.questions.clone());
    let file = file.canonicalize().unwrap_or(file);
    let below = |root: PathBuf| {
        let root = root.canonicalize().unwrap_or(root);
        file.strip_prefix(root).ok().map(Path::to_owned)
    };
    let workspace = || std::env::var_os(WORKSPACE).map(PathBuf::from).filter(|root| root.is_absolute());
    let of_git = || file.ancestors().skip(1).find(|folder| folder.join(".git").exists()).map(Path::to_owned);
    let here = || std::env::current_dir().ok();
    let relative = workspace().and_then(below).or_else(|| of_git().and_then(below)).or_else(|| here().and_then(below));
    let shown = match relative {
        Some(relative) => slashed(&relative),
        None if file.has_root() => format!("/{}", slashed(&file).trim_start_matches('/')),
        None => slashed(&file),
    };
    let lines = set.questions.iter().zip(&set.lines).map(|(question, line)| (question.id.clone(), *line)).collect();
    Places { file: shown, lines }
}

/// A path with `/` between folders, on every system.
fn slashed(path: &Path) -> String {
    let text = path.to_string_lossy();
    if std::path::MAIN_SEPARATOR == '/' { text.into_owned() } else { text.replace(std::path::MAIN_SEPARATOR, "/") }
}
