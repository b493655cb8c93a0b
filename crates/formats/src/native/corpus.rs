//! `corpus.jsonl`: one document revision a line, its text in it or in a file of its own.

use std::path::{Component, Path, PathBuf};

use evidence::text::Text;
use evidence::{Document, Status};

use crate::error::{InputError, quoted};
use crate::json::{Object, Value};
use crate::native::id::{id, optional_id, revision};
use crate::native::read::{Notes, Read, Seen, read_objects};
use crate::source::Source;

/// The fields of a document.
pub(crate) const FIELDS: [&str; 13] = [
    "id",
    "rev",
    "title",
    "text",
    "path",
    "tenant",
    "acl",
    "status",
    "effective_from",
    "expires_at",
    "superseded_by",
    "moved_from",
    "source",
];

/// The longest text file that is read, in bytes: 64 MiB, as for a line.
const LONGEST_TEXT: u64 = 64 << 20;

/// Reads a corpus.
///
/// A `path` is relative to the corpus file and may not leave its directory, neither by `..` nor by a symbolic link, since a corpus
/// may come from anywhere. The file's text is taken as it is, without a byte-order mark; CRLF stays, since offsets count it.
/// A `source` keeps to the same directory, and is not opened here: [`source_file`] finds it for whoever wants to.
pub fn read_corpus(source: &Source) -> Result<Read<Document>, InputError> {
    let mut seen = Seen::new();
    let mut files = TextFiles::beside(source);
    let read = read_objects(source, |object, notes| {
        let document = document(object, &mut files, notes)?;
        seen.once((document.id.clone(), document.rev.clone()), notes.line, object.need("id")?, || match document.rev.as_str() {
            "" => quoted(&document.id),
            rev => format!("{} with revision {}", quoted(&document.id), quoted(rev)),
        })?;
        Ok(document)
    })?;
    read.not_empty(source, || InputError::new("holds no document"))
}

/// Reads a document.
pub(crate) fn document(object: &Object<'_>, files: &mut TextFiles, notes: &mut Notes) -> Result<Document, InputError> {
    notes.unknown_keys(object, &FIELDS)?;
    let status = object.choice("status", &Status::ALL)?.unwrap_or_default();
    let groups = object.get("acl").map(Value::list).transpose()?;
    Ok(Document {
        id: id(object.need("id")?, "id", notes)?.into_owned(),
        rev: revision(object.get("rev"), notes)?.unwrap_or_default(),
        title: object.string("title")?,
        text: Text::new(text(object, status, files)?),
        tenant: optional_id(object.get("tenant"), "tenant", notes)?,
        acl: groups
            .map(|list| list.map(|g| Ok(id(g, "acl", notes)?.into_owned())).collect::<Result<_, InputError>>())
            .transpose()?,
        status,
        effective_from: object.string("effective_from")?,
        expires_at: object.string("expires_at")?,
        superseded_by: optional_id(object.get("superseded_by"), "superseded_by", notes)?,
        moved_from: optional_id(object.get("moved_from"), "moved_from", notes)?,
        source: object.get("source").map(source).transpose()?,
    })
}

/// The file that a text was parsed from, as it is written. It need not be there: a corpus may travel without what it was made of.
fn source(value: Value<'_>) -> Result<String, InputError> {
    let written = value.string()?;
    inside(value, &written)?;
    Ok(written.into_owned())
}

/// Refuses a path that is empty or that leaves the directory of the corpus by its words.
fn inside(value: Value<'_>, written: &str) -> Result<(), InputError> {
    if written.trim().is_empty() {
        return Err(value.fault(format!("{} is empty", value.name())));
    }
    if Path::new(written).components().any(|c| !matches!(c, Component::Normal(_) | Component::CurDir)) {
        return Err(outside(value, written));
    }
    Ok(())
}

fn outside(value: Value<'_>, written: &str) -> InputError {
    value
        .fault(format!("{} {} leaves the directory of the corpus", value.name(), quoted(written)))
        .mend("keep the files in or below the directory that holds the corpus file")
}

/// The place of a document's `source`, a path as the corpus file at `corpus` has it, with links followed. An error where there is no such
/// file, or where it lies, perhaps by a symbolic link, outside the corpus's directory.
pub fn source_file(corpus: &Path, source: &str) -> Result<PathBuf, InputError> {
    let directory = corpus.parent().filter(|d| !d.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let fault = |problem: String| InputError::new(problem).in_file(corpus.display().to_string());
    let leaves = || fault(format!("source {} leaves the directory of the corpus", quoted(source)));
    let fail = |e: std::io::Error| fault(format!("source {} cannot be opened: {e}", quoted(source)));
    if Path::new(source).components().any(|c| !matches!(c, Component::Normal(_) | Component::CurDir)) {
        return Err(leaves());
    }
    let root = directory.canonicalize().map_err(fail)?;
    let real = directory.join(source).canonicalize().map_err(fail)?;
    if !real.starts_with(&root) {
        return Err(leaves());
    }
    // A pipe would be waited for, and a device never ends.
    if !real.metadata().map_err(fail)?.is_file() {
        return Err(fault(format!("source {} is not a file", quoted(source))));
    }
    Ok(real)
}

fn text(object: &Object<'_>, status: Status, files: &mut TextFiles) -> Result<String, InputError> {
    match (object.get("text"), object.get("path")) {
        (Some(_), Some(path)) => Err(path.fault("'text' and 'path' stand together; a document has one of them")),
        (Some(text), None) => Ok(text.string()?.into_owned()),
        (None, Some(path)) => files.read(path),
        // What is left of a deleted document may be its name only.
        (None, None) if status == Status::Deleted => Ok(String::new()),
        (None, None) => Err(object.whole().fault("a document needs its 'text', or the 'path' of a file that holds it")),
    }
}

/// The text files of a corpus, all in or below one directory.
pub(crate) struct TextFiles {
    /// The directory as written; `None` where the corpus is no file.
    directory: Option<PathBuf>,
    /// The directory with links followed, once a path was asked for.
    real: Option<PathBuf>,
}

impl TextFiles {
    /// Those beside a file.
    pub fn beside(source: &Source) -> Self {
        let directory = source.path().map(|path| path.parent().map(Path::to_owned).unwrap_or_default());
        // `docs.jsonl` has the parent "", which is the current directory but cannot be opened by that name.
        let directory = directory.map(|d| if d.as_os_str().is_empty() { PathBuf::from(".") } else { d });
        Self { directory, real: None }
    }

    fn read(&mut self, value: Value<'_>) -> Result<String, InputError> {
        let written = value.string()?;
        inside(value, &written)?;
        let Some(directory) = &self.directory else {
            return Err(value.fault("field 'path' needs a corpus that is a file; standard input has no directory"));
        };
        let fail = |e: &std::io::Error| match e.kind() {
            std::io::ErrorKind::NotFound => value
                .fault(format!("there is no file {}", quoted(&written)))
                .mend("'path' is taken relative to the directory of the corpus file"),
            _ => value.fault(format!("{} cannot be read: {e}", quoted(&written))),
        };
        if self.real.is_none() {
            self.real = Some(directory.canonicalize().map_err(|e| fail(&e))?);
        }
        let real = directory.join(written.as_ref()).canonicalize().map_err(|e| fail(&e))?;
        if !self.real.as_ref().is_some_and(|root| real.starts_with(root)) {
            return Err(outside(value, &written));
        }
        // A pipe would be waited for, and a device never ends.
        if !real.metadata().map_err(|e| fail(&e))?.is_file() {
            return Err(value.fault(format!("{} is not a file", quoted(&written))));
        }
        Source::file(&real).read_text(LONGEST_TEXT).map_err(|e| {
            let byte = e.byte().map(|b| format!(" at byte {b}")).unwrap_or_default();
            let fault = value.fault(format!("file {}: {}{byte}", quoted(&written), e.problem()));
            match e.advice() {
                Some(advice) => fault.mend(advice),
                None => fault,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Refusal;
    use std::fs;

    fn read(text: &str) -> Result<Read<Document>, InputError> {
        read_corpus(&Source::memory("corpus.jsonl", text.as_bytes()))
    }

    fn problem(text: &str) -> String {
        read(text).unwrap_err().problem().to_owned()
    }

    #[test]
    fn every_field_is_read() {
        let read = read(
            r#"{"id":"d","rev":"2","title":"T","text":"é","tenant":"a","acl":["x"],"status":"superseded","effective_from":"2026-01-01","expires_at":"2027-01-01","superseded_by":"d@3","moved_from":"old"}"#,
        )
        .unwrap();
        let d = &read.items[0];
        assert_eq!((d.id.as_str(), d.rev.as_str(), d.title.as_deref(), d.text.as_str()), ("d", "2", Some("T"), "é"));
        assert_eq!((d.tenant.as_deref(), d.acl.clone(), d.status), (Some("a"), Some(vec!["x".into()]), Status::Superseded));
        assert_eq!((d.effective_from.as_deref(), d.expires_at.as_deref()), (Some("2026-01-01"), Some("2027-01-01")));
        assert_eq!((d.superseded_by.as_deref(), d.moved_from.as_deref()), (Some("d@3"), Some("old")));
    }

    #[test]
    fn everyone_and_nobody_are_two_things() {
        let read = read(
            "{\"id\":\"a\",\"text\":\"\"}\n{\"id\":\"b\",\"text\":\"\",\"acl\":[]}\n{\"id\":\"c\",\"text\":\"\",\"acl\":null}",
        );
        let acls: Vec<_> = read.unwrap().items.into_iter().map(|d| d.acl).collect();
        assert_eq!(acls, [None, Some(vec![]), None]);
        assert_eq!(problem(r#"{"id":"a","text":"","acl":"x"}"#), "field 'acl' must be a list, found string");
        assert_eq!(problem(r#"{"id":"a","text":"","acls":["x"]}"#), "unknown field 'acls'");
    }

    #[test]
    fn a_source_is_kept_unopened_and_found_where_it_is_wanted() {
        let of = |source: &str| format!(r#"{{"id":"d","text":"","source":"{source}"}}"#);
        // It is not there, and that is no fault of the corpus.
        assert_eq!(read(&of("raw/d.html")).unwrap().items[0].source.as_deref(), Some("raw/d.html"));
        assert_eq!(problem(&of(" ")), "field 'source' is empty");
        for path in ["../d.html", "raw/../../d.html", "/etc/hostname"] {
            assert!(problem(&of(path)).ends_with("leaves the directory of the corpus"), "{path}");
        }
        let outer = tempfile::tempdir().unwrap();
        fs::write(outer.path().join("secret.txt"), "secret").unwrap();
        fs::create_dir_all(outer.path().join("set/raw")).unwrap();
        fs::write(outer.path().join("set/raw/d.html"), "<p>One").unwrap();
        let corpus = outer.path().join("set/corpus.jsonl");
        assert_eq!(fs::read(source_file(&corpus, "raw/d.html").unwrap()).unwrap(), b"<p>One");
        let problem = |path: &str| source_file(&corpus, path).unwrap_err().problem().to_owned();
        assert!(problem("../secret.txt").ends_with("leaves the directory of the corpus"));
        assert_eq!(problem("raw"), "source 'raw' is not a file");
        assert!(problem("none.html").starts_with("source 'none.html' cannot be opened"));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(outer.path().join("secret.txt"), outer.path().join("set/link.html")).unwrap();
            assert!(problem("link.html").ends_with("leaves the directory of the corpus"));
        }
    }

    #[test]
    fn a_revision_stands_once() {
        let two = "{\"id\":\"d\",\"rev\":\"1\",\"text\":\"\"}\n{\"id\":\"d\",\"rev\":\"2\",\"text\":\"\"}\n";
        assert_eq!(read(two).unwrap().items.len(), 2);
        assert_eq!(
            problem(&format!("{two}{{\"id\":\"d\",\"rev\":2,\"text\":\"\"}}")),
            "'d' with revision '2' already stands on line 2"
        );
        assert_eq!(
            problem("{\"id\":\"d\",\"text\":\"\"}\n{\"id\":\"d\",\"rev\":\"\",\"text\":\"\"}"),
            "'d' already stands on line 1"
        );
    }

    #[test]
    fn a_document_has_one_text() {
        assert!(problem(r#"{"id":"d"}"#).starts_with("a document needs its 'text'"));
        assert!(problem(r#"{"id":"d","text":"","path":"x"}"#).contains("stand together"));
        assert!(problem(r#"{"id":"d","path":"x"}"#).contains("standard input has no directory"));
        assert_eq!(read(r#"{"id":"d","status":"deleted"}"#).unwrap().items[0].text.as_str(), "");
        assert_eq!(problem(r#"{"id":"d","text":"","status":"actve"}"#), "field 'status' is 'actve', which is no known value");
        assert_eq!(read("").unwrap_err().refusal(), Refusal::BadInput);
    }

    #[test]
    fn text_files_are_read_and_stay_inside_the_directory() {
        let outer = tempfile::tempdir().unwrap();
        fs::write(outer.path().join("secret.txt"), "secret").unwrap();
        let inner = outer.path().join("set");
        fs::create_dir_all(inner.join("docs")).unwrap();
        fs::write(inner.join("docs/a.md"), "\u{feff}One\r\ntwo").unwrap();
        fs::write(inner.join("bad.md"), b"ab\xff").unwrap();
        let corpus = inner.join("corpus.jsonl");
        let read = |path: &str| {
            let line = serde_json::json!({"id": "d", "path": path});
            fs::write(&corpus, format!("\n{line}\n")).unwrap();
            read_corpus(&Source::file(&corpus)).map(|r| r.items[0].text.as_str().to_owned())
        };
        assert_eq!(read("docs/a.md").unwrap(), "One\r\ntwo");
        assert_eq!(read("./docs/./a.md").unwrap(), "One\r\ntwo");
        let problem = |path: &str| {
            let error = read(path).unwrap_err();
            assert_eq!((error.line(), error.file()), (Some(2), corpus.to_str()));
            error.problem().to_owned()
        };
        for path in
            ["../secret.txt", "docs/../../secret.txt", "docs/../docs/a.md", outer.path().join("secret.txt").to_str().unwrap()]
        {
            assert!(problem(path).ends_with("leaves the directory of the corpus"), "{path}");
        }
        assert_eq!(problem("none.md"), "there is no file 'none.md'");
        assert_eq!(problem("docs"), "'docs' is not a file");
        assert_eq!(problem("bad.md"), "file 'bad.md': invalid UTF-8 at byte 2");
        assert!(problem("a\0b").contains("cannot be read"));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(outer.path().join("secret.txt"), inner.join("link.md")).unwrap();
            std::os::unix::fs::symlink(outer.path(), inner.join("up")).unwrap();
            std::os::unix::fs::symlink(inner.join("docs/a.md"), inner.join("within.md")).unwrap();
            assert!(problem("link.md").ends_with("leaves the directory of the corpus"));
            assert!(problem("up/secret.txt").ends_with("leaves the directory of the corpus"));
            assert_eq!(read("within.md").unwrap(), "One\r\ntwo");
        }
    }
}
