//! The files that a project names, the folders that are written to, and the tokenizer.

use std::path::Path;

use cache::Cache;
use fourcell::formats::native::{Read, read_corpus, read_labels, read_passages, read_questions};
use fourcell::formats::project::{Project, QuestionSet, load_set};
use fourcell::formats::{InputError, Source};
use report::doctor::{Group, State};
use report::number::count;
use tokens::Tokenizer;

use crate::built_in::tokenizer_of;
use crate::doctor::Findings;
use crate::failure::Failure;
use crate::inputs::shown;
use crate::kept::KEPT;

/// Looks at the files of the question set; they come back where all can be read.
pub fn question_set(project: &Project, found: &mut Findings) -> Option<QuestionSet> {
    let loaded = load_set(project);
    let Ok(set) = loaded else {
        // The first fault hides the others, so each file is looked at by itself.
        let whole = one_by_one(project, found);
        if let (Err(error), true) = (loaded, whole) {
            found.refused(Group::Files, &shown(&project.file), &error.into());
        }
        return None;
    };
    found.ok(Group::Files, &shown(&project.questions), count(set.questions.len(), "question"));
    let counted = [
        ("corpus", &project.corpus, set.corpus.as_ref().map_or(0, |c| c.documents().len()), "document revision"),
        ("labels", &project.labels, set.labels.len(), "label"),
        ("passages", &project.passages, set.passages.as_ref().map_or(0, Vec::len), "passage"),
    ];
    for (name, path, items, noun) in counted {
        match path {
            Some(path) => found.ok(Group::Files, &shown(path), count(items, noun)),
            None => found.ok(Group::Files, name, "none, and none are stated"),
        }
    }
    let mut odd: Vec<(&str, usize, String)> = Vec::new();
    for warning in &set.warnings {
        let line = warning.line.map(|line| format!("line {line}: ")).unwrap_or_default();
        match odd.iter_mut().find(|(file, ..)| *file == &*warning.file) {
            Some((_, times, _)) => *times += 1,
            None => odd.push((&warning.file, 1, format!("{line}{}", warning.text))),
        }
    }
    for (file, times, first) in odd {
        let told = if times > 1 { format!("{first} (and {} more)", times - 1) } else { first };
        found.add(Group::Files, State::Warning, &shown(Path::new(file)), told, "fourcell check lists what is odd");
    }
    Some(set)
}

/// Looks at each file; whether all can be read.
fn one_by_one(project: &Project, found: &mut Findings) -> bool {
    if project.questions.exists() {
        let questions = one(found, Some(&project.questions), "question", read_questions);
        rest(project, found) && questions
    } else {
        let mend = format!("write the questions there, or say in {} where they are", shown(&project.file));
        found.add(Group::Files, State::Fault, &shown(&project.questions), "no such file", mend);
        rest(project, found);
        false
    }
}

fn rest(project: &Project, found: &mut Findings) -> bool {
    let corpus = one(found, project.corpus.as_deref(), "document revision", read_corpus);
    let labels = one(found, project.labels.as_deref(), "label", read_labels);
    let passages = one(found, project.passages.as_deref(), "passage", read_passages);
    corpus && labels && passages
}

fn one<T>(found: &mut Findings, path: Option<&Path>, noun: &str, read: impl Fn(&Source) -> Result<Read<T>, InputError>) -> bool {
    let Some(path) = path else { return true };
    match read(&Source::file(path)) {
        Ok(read) => found.ok(Group::Files, &shown(path), count(read.items.len(), noun)),
        Err(error) => {
            let place = error.line().map(|line| format!("line {line}: ")).unwrap_or_default();
            let mend = error.advice().unwrap_or_default();
            found.add(Group::Files, State::Fault, &shown(path), format!("{place}{}", error.problem()), mend);
            return false;
        }
    }
    true
}

/// Looks whether runs, and what can be made again, can be written.
pub fn folders(project: &Project, found: &mut Findings) {
    let kept = project.directory.join(KEPT);
    for folder in [&project.runs, &kept] {
        let name = shown(folder);
        match writable(folder) {
            Ok(true) => found.ok(Group::Files, &name, "can be written"),
            Ok(false) => found.ok(Group::Files, &name, "is not there yet, and can be made"),
            Err(error) => {
                let mend = "let it be a folder that you may write to; [project] runs names another for runs";
                found.add(Group::Files, State::Fault, &name, format!("cannot be written: {error}"), mend);
            }
        }
    }
    let vectors = kept.join("vectors.sqlite");
    if vectors.is_file()
        && let Err(error) = Cache::open(&vectors)
    {
        found.refused(Group::Files, &shown(&vectors), &Failure::bad_input(error));
    }
}

/// Whether a folder is there; an error where it, or the one that it would be made in, cannot be written. Nothing is left behind.
fn writable(folder: &Path) -> std::io::Result<bool> {
    let absolute = std::path::absolute(folder)?;
    let there = absolute.ancestors().find(|place| place.symlink_metadata().is_ok()).unwrap_or(&absolute);
    tempfile::tempfile_in(there)?;
    Ok(there == absolute)
}

/// The tokenizer that the project names; the usual one where that is not known, so that the rest can be looked at.
pub fn tokenizer(project: &Project, found: &mut Findings) -> Option<Tokenizer> {
    match tokenizer_of(project) {
        Ok(tokenizer) => {
            found.ok(Group::Files, "tokenizer", tokenizer.name());
            Some(tokenizer)
        }
        Err(failure) => {
            let (told, _) = failure.parts();
            let mend = format!("write one of them in {}: [tokens] tokenizer = \"{}\"", shown(&project.file), tokens::DEFAULT);
            found.add(Group::Files, State::Fault, "tokenizer", told, mend);
            Tokenizer::named(tokens::DEFAULT).ok()
        }
    }
}
