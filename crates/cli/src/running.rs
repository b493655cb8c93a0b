//! From a project to a system that can be asked, and its manifest.

use std::num::NonZeroUsize;
use std::sync::Arc;

use fourcell::evidence::Passage;
use fourcell::formats::project::{Project, QuestionSet};
use fourcell::formats::systems::{Kind, StatedSystem};
use systems::asked::System;
use systems::manifest::Manifest;

use crate::failure::Failure;

/// A system that can be asked, and what is to be said of it.
pub struct Prepared<'a> {
    /// Its name.
    pub name: String,
    /// The system.
    pub system: Box<dyn System + 'a>,
    /// What the manifest will say.
    pub manifest: Manifest,
    /// What decides a result besides the question.
    pub deciding: String,
    /// How many ask at a time.
    pub threads: NonZeroUsize,
    /// The passages that it was built of, where they are known.
    pub passages: Option<Arc<[Passage]>>,
    /// Where it is, or over what.
    pub place: String,
}

/// The system of a project that is named; the first one where none is; the built-in one as it comes where the project states none.
pub fn choose(project: &Project, name: Option<&str>) -> Result<StatedSystem, Failure> {
    let usual = || StatedSystem { name: "builtin".to_owned(), kind: Kind::BuiltIn(Box::default()) };
    match name {
        None => Ok(project.systems.first().cloned().unwrap_or_else(usual)),
        Some(name) => project.systems.iter().find(|s| s.name == name).cloned().map_or_else(
            || {
                if name == "builtin" {
                    return Ok(usual());
                }
                let known: Vec<&str> = project.systems.iter().map(|s| s.name.as_str()).chain(["builtin"]).collect();
                Err(Failure::bad_input(format!("no system is called '{name}'; there are {}", known.join(", ")))
                    .mend(format!("state it in {} as [systems.{name}]", project.file.display())))
            },
            Ok,
        ),
    }
}

/// What was read, with its hashes, as a manifest tells it.
pub fn inputs(set: &QuestionSet) -> Vec<(String, String)> {
    let input = |(path, hash): &(std::path::PathBuf, String)| {
        let name = path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
        (name, hash.clone())
    };
    set.hashes.iter().map(input).collect()
}

/// This program, as a manifest tells it.
pub fn tool() -> String {
    format!("fourcell {}", env!("CARGO_PKG_VERSION"))
}
