//! The files of a folder, in byte order of their paths.

use std::fs;
use std::path::{Path, PathBuf};

use formats::InputError;

/// A file of a folder.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// Relative to the folder, with `/` between its parts.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
}

/// Files, and what was refused on the way.
#[derive(Default)]
pub(crate) struct Walk {
    pub(crate) files: Vec<Found>,
    pub(crate) refused: Vec<InputError>,
}

/// All files in and below `root` but those whose name, or a folder's on the way, begins with a dot.
///
/// A symbolic link to a file within the folder is that file once more; a link to a folder is not walked, since what it holds is
/// either reached by its own path or outside. What leads outside, hangs, or is no file is refused.
///
/// # Errors
/// `root` is no folder that can be read.
pub(crate) fn walk(root: &Path) -> Result<Walk, InputError> {
    let name = root.display().to_string();
    let real = root.canonicalize().map_err(|e| cannot_read(&name, &e))?;
    if !real.is_dir() {
        return Err(InputError::new("is no folder").in_file(name));
    }
    let mut walk = Walk::default();
    let mut open = vec![(root.to_owned(), String::new())];
    while let Some((folder, prefix)) = open.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(e) if prefix.is_empty() => return Err(cannot_read(&name, &e)),
            Err(e) => {
                walk.refused.push(cannot_read(&prefix, &e));
                continue;
            }
        };
        for entry in entries {
            let entry = match entry {
                Ok(entry) => entry,
                Err(e) => {
                    walk.refused.push(cannot_read(if prefix.is_empty() { &name } else { &prefix }, &e));
                    continue;
                }
            };
            let file_name = entry.file_name();
            if file_name.as_encoded_bytes().starts_with(b".") {
                continue;
            }
            let shown = format!("{prefix}{}", file_name.to_string_lossy());
            if file_name.to_str().is_none() {
                walk.refused.push(InputError::new("has a name that is not UTF-8").in_file(shown).mend("rename it"));
                continue;
            }
            match kind(&entry.path(), &real) {
                Ok(Kind::File) => walk.files.push(Found { name: shown, path: entry.path() }),
                Ok(Kind::Folder) => open.push((entry.path(), format!("{shown}/"))),
                Ok(Kind::LinkedFolder) => {}
                Err(e) => walk.refused.push(e.in_file(shown)),
            }
        }
    }
    walk.files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(walk)
}

enum Kind {
    File,
    Folder,
    LinkedFolder,
}

fn kind(path: &Path, root: &Path) -> Result<Kind, InputError> {
    let fail = |e: std::io::Error| InputError::new(format!("cannot be read: {e}"));
    let own = fs::symlink_metadata(path).map_err(fail)?.file_type();
    if own.is_dir() {
        return Ok(Kind::Folder);
    }
    let mut target = own;
    if own.is_symlink() {
        let real = path.canonicalize().map_err(fail)?;
        if !real.starts_with(root) {
            return Err(InputError::new("is a link that leaves the folder")
                .mend("copy what it points to into the folder, or take the link out"));
        }
        target = fs::metadata(&real).map_err(fail)?.file_type();
        if target.is_dir() {
            return Ok(Kind::LinkedFolder);
        }
    }
    // A pipe would be waited for, and a device never ends.
    if target.is_file() { Ok(Kind::File) } else { Err(InputError::new("is not a file")) }
}

fn cannot_read(name: &str, error: &std::io::Error) -> InputError {
    match error.kind() {
        std::io::ErrorKind::NotFound => {
            InputError::new("no such folder").mend("check the path; it is taken relative to the current directory").in_file(name)
        }
        _ => InputError::new(format!("cannot be read: {error}")).in_file(name),
    }
}
