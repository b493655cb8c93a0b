//! Writing a file whole or not at all.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::error::InputError;

/// Writes a file through a temporary one beside it, which is synced and then renamed: a reader sees the old bytes or the new ones,
/// never a part, and a failure leaves the old file and nothing else. A symbolic link stays one; the file it points to is replaced.
/// An existing file's permissions stay; a new one gets the usual ones.
pub fn write_atomically(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), InputError> {
    try_write(path, write).map_err(|e| {
        let refused = InputError::new(format!("cannot be written: {e}")).in_file(path.display().to_string());
        match e.kind() {
            io::ErrorKind::NotFound => refused.mend("the directory must exist"),
            _ => refused,
        }
    })
}

fn try_write(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if path.is_dir() {
        return Err(io::Error::other("it is a directory"));
    }
    let directory = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".fourcell-").suffix(".tmp");
    // A temporary file is private unless told otherwise; what the user's umask leaves of this is what an ordinary file has.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = BufWriter::new(builder.tempfile_in(directory)?);
    write(&mut file)?;
    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    if let Ok(existing) = fs::metadata(path) {
        file.as_file().set_permissions(existing.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|e| e.error)?;
    // The rename itself is durable once the directory is; not every file system lets a directory be synced.
    #[cfg(unix)]
    let _ = fs::File::open(directory).and_then(|d| d.sync_all());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(directory: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(directory).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn the_whole_file_or_the_old_one_and_nothing_beside_it() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("scores.json");
        write_atomically(&path, |w| w.write_all(b"old")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        let error = write_atomically(&path, |w| {
            w.write_all(&[b'x'; 100_000])?;
            Err(io::Error::other("disk full"))
        });
        assert!(error.unwrap_err().to_string().ends_with("scores.json: cannot be written: disk full"));
        assert_eq!(fs::read(&path).unwrap(), b"old");
        write_atomically(&path, |w| w.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(directory.path()), ["scores.json"]);
    }

    #[test]
    fn a_missing_directory_is_named_and_a_directory_is_not_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let error = write_atomically(&directory.path().join("no/such"), |w| w.write_all(b"x")).unwrap_err();
        assert_eq!(error.advice(), Some("the directory must exist"));
        let error = write_atomically(directory.path(), |w| w.write_all(b"x")).unwrap_err();
        assert!(error.problem().contains("is a directory"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let directory = tempfile::tempdir().unwrap();
        let (path, link) = (directory.path().join("a"), directory.path().join("b"));
        write_atomically(&path, |w| w.write_all(b"1")).unwrap();
        let plain = directory.path().join("plain");
        fs::write(&plain, b"1").unwrap();
        let mode = |p: &Path| fs::metadata(p).unwrap().permissions().mode();
        assert_eq!(mode(&path), mode(&plain));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        write_atomically(&link, |w| w.write_all(b"2")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"2");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(mode(&path) & 0o777, 0o640);
    }
}
