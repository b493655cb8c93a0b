//! Folders as documents, with bad files among good ones, and what happens when files change and move.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use documents::chunk::{Chunker, Chunking, Unit};
use documents::folder::{FolderRead, Options, read_folder};
use documents::snapshot::{self, files_path};
use formats::Source;
use formats::native::read_corpus;

fn put(root: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

fn read(root: &Path, previous: Option<&snapshot::Snapshot>) -> FolderRead {
    read_folder(root, &Options::default(), previous).unwrap()
}

fn ids(read: &FolderRead) -> Vec<(&str, Option<&str>)> {
    read.files.iter().map(|f| (f.document.id.as_str(), f.document.moved_from.as_deref())).collect()
}

#[test]
fn bad_files_are_named_and_the_rest_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    put(
        root,
        "b/good.md",
        "---\nid: stated\nrev: 2\ntenant: t\nacl: [g]\nstatus: superseded\nsuperseded_by: stated@3\n---\n# T\n",
    );
    put(root, "b.txt", "text");
    put(root, "page.html", "<h1>P</h1>");
    put(root, ".hidden/x.md", "x");
    put(root, ".x.md", "x");
    put(root, "twice.md", "---\nid: stated\nrev: 2\n---\nx");
    put(root, "binary.md", b"ab\0");
    put(root, "broken.txt", b"ab\xff");
    put(root, "empty.md", "");
    put(root, "x.pdf", "%PDF-1.7");
    put(root, "x.bin", "x");
    let huge = fs::File::create(root.join("huge.txt")).unwrap();
    huge.set_len(200_000_000).unwrap();
    let read = read(root, None);
    assert_eq!(ids(&read), [("b.txt", None), ("stated", None), ("page.html", None)]);
    let d = &read.files[1].document;
    assert_eq!(
        (d.rev.as_str(), d.tenant.as_deref(), d.status.name(), d.title.as_deref()),
        ("2", Some("t"), "superseded", Some("T"))
    );
    let refused: Vec<(&str, &str)> = read.refused.iter().map(|e| (e.file().unwrap(), e.problem())).collect();
    assert_eq!(
        refused,
        [
            ("binary.md", "is not text: it holds a NUL byte"),
            ("broken.txt", "invalid UTF-8"),
            ("empty.md", "holds no text"),
            ("huge.txt", "is 200000000 bytes long; the limit is 67108864"),
            ("twice.md", "the id 'stated' with revision '2' is already that of the file 'b/good.md'"),
            ("x.bin", "'.bin' is not a kind of file that is read"),
            ("x.pdf", "is a PDF, and no reader of PDFs is at hand"),
        ]
    );
    assert!(read.refused.iter().all(|e| e.advice().is_some()));
    assert!(read_folder(&root.join("none"), &Options::default(), None).unwrap_err().problem().contains("no such folder"));
    assert!(read_folder(&root.join("b.txt"), &Options::default(), None).is_err());
}

#[cfg(unix)]
#[test]
fn links_do_not_lead_outside_or_round_in_circles() {
    use std::os::unix::fs::symlink;
    let outer = tempfile::tempdir().unwrap();
    put(outer.path(), "secret.md", "secret");
    let root = outer.path().join("set");
    put(&root, "in/a.md", "a");
    symlink(outer.path().join("secret.md"), root.join("out.md")).unwrap();
    symlink(outer.path(), root.join("up")).unwrap();
    symlink(&root, root.join("in/round")).unwrap();
    symlink(root.join("in/a.md"), root.join("copy.md")).unwrap();
    symlink(root.join("none"), root.join("dangling.md")).unwrap();
    let read = read(&root, None);
    assert_eq!(ids(&read), [("copy.md", None), ("in/a.md", None)]);
    let refused: Vec<&str> = read.refused.iter().map(|e| e.file().unwrap()).collect();
    assert_eq!(refused, ["dangling.md", "out.md", "up"]);
}

#[test]
fn a_snapshot_is_the_same_everywhere_and_only_changes_are_parsed() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for root in [one.path(), two.path()] {
        put(root, "docs/a-b.md", "# A\r\n\r\ntext é\r\n");
        put(root, "docs/a/b.txt", "plain\r\n");
        put(root, "docs/c.html", "<h1>C</h1><table><tr><td>1</table>");
        put(root, "docs/f.md", "---\nid: f\nacl: []\nexpires_at: 2027-01-01\n---\nF");
    }
    let write = |root: &Path, threads: usize| {
        let options = Options { threads: NonZeroUsize::new(threads).unwrap(), ..Options::default() };
        let read = read_folder(&root.join("docs"), &options, None).unwrap();
        (snapshot::write(&root.join("corpus.jsonl"), &read.files).unwrap(), read)
    };
    let ((id, first), (same, _)) = (write(one.path(), 1), write(two.path(), 4));
    assert_eq!(id, same);
    for name in ["corpus.jsonl", "corpus.files.jsonl"] {
        assert_eq!(fs::read(one.path().join(name)).unwrap(), fs::read(two.path().join(name)).unwrap());
    }
    let corpus = one.path().join("corpus.jsonl");
    let documents = read_corpus(&Source::file(&corpus)).unwrap().items;
    assert_eq!(documents.iter().map(|d| d.id.as_str()).collect::<Vec<_>>(), ["a-b.md", "a/b.txt", "c.html", "f"]);
    assert_eq!((documents[1].text.as_str(), &documents[3].acl), ("plain\r\n", &Some(vec![])));

    let previous = snapshot::read(&corpus).unwrap();
    assert_eq!(previous.id, id);
    let again = read(&one.path().join("docs"), Some(&previous));
    assert_eq!((again.reused, again.files.len()), (4, 4));
    assert!(again.files.iter().zip(&first.files).all(|(a, b)| a.structure == b.structure && a.record == b.record));
    put(one.path(), "docs/a/b.txt", "plain?\r\n");
    let changed = read(&one.path().join("docs"), Some(&previous));
    assert_eq!((changed.reused, changed.files[1].document.text.as_str()), (3, "plain?\r\n"));

    fs::write(&corpus, fs::read_to_string(&corpus).unwrap().replace("plain", "other")).unwrap();
    assert!(snapshot::read(&corpus).unwrap_err().problem().contains("was edited"));
    fs::write(files_path(&corpus), "{\"format\":\"fourcell/corpus-files@2\",\"snapshot\":\"x\"}\n").unwrap();
    assert!(snapshot::read(&corpus).unwrap_err().problem().contains("corpus-files@2"));
}

#[test]
fn moved_files_keep_their_ids() {
    let folder = tempfile::tempdir().unwrap();
    let (root, corpus) = (folder.path().join("docs"), folder.path().join("corpus.jsonl"));
    put(&root, "a.md", "A");
    put(&root, "b.md", "B");
    put(&root, "c1.md", "C");
    put(&root, "c2.md", "C");
    put(&root, "s.md", "---\nid: s\n---\nS");
    let step = || {
        let previous = corpus.exists().then(|| snapshot::read(&corpus).unwrap());
        let read = read(&root, previous.as_ref());
        let id = snapshot::write(&corpus, &read.files).unwrap();
        (read, id)
    };
    let moved = |from: &str, to: &str| {
        fs::create_dir_all(root.join(to).parent().unwrap()).unwrap();
        fs::rename(root.join(from), root.join(to)).unwrap();
    };
    step();
    moved("a.md", "x/a.md");
    moved("c1.md", "d1.md");
    moved("c2.md", "d2.md");
    moved("s.md", "x/s.md");
    put(&root, "copy.md", "B");
    let expected = [
        ("b.md", None),
        ("copy.md", None),
        ("c1.md", Some("c1.md")),
        ("c2.md", Some("c2.md")),
        ("a.md", Some("a.md")),
        ("s", None),
    ];
    let (read, id) = step();
    assert_eq!(ids(&read), expected);
    let (read, same) = step();
    assert_eq!((ids(&read), same), (expected.to_vec(), id));
    // Edited where it now stands, then moved once more.
    put(&root, "x/a.md", "A, longer");
    assert_eq!(ids(&step().0)[4], ("a.md", Some("a.md")));
    moved("x/a.md", "y.md");
    assert_eq!(ids(&step().0).last(), Some(&("a.md", Some("x/a.md"))));
    // A new file where the old one stood would have its id.
    put(&root, "a.md", "new");
    let (read, _) = step();
    assert_eq!((read.refused[0].file(), read.refused.len()), (Some("y.md"), 1));
    assert_eq!(read.refused[0].problem(), "the id 'a.md' is already that of the file 'a.md'");
}

#[test]
fn passages_are_the_same_whatever_the_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    for n in 0..100 {
        put(folder.path(), &format!("{n:03}.md"), format!("---\nrev: {}\n---\n# T{n}\n\n{}", n % 3, "Größe zählt. ".repeat(n)));
    }
    let read = read(folder.path(), None);
    let chunker = Chunker::new(Chunking::headings(Unit::Characters, 100).unwrap()).unwrap();
    let passages = |threads| documents::passages(&chunker, &read.documents(), NonZeroUsize::new(threads).unwrap());
    let one = passages(1);
    assert_eq!(one, passages(2));
    assert_eq!(one, passages(64));
    assert_eq!((one[0].id.as_str(), one[1].id.as_str()), ("000.md@0#0-14", "000.md@0#15-19"));
    assert_eq!((one[1].doc.as_deref(), one[1].rev.as_deref(), one[1].text.as_deref()), (Some("000.md"), Some("0"), Some("# T0")));
}

#[test]
fn a_line_of_json_is_a_document() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let rows = "{\"id\":\"a\",\"text\":\"one\",\"tenant\":\"t\",\"acl\":[]}\n{\"id\":\"b\",\"rev\":\"2\",\"text\":\"two\"}\n{\"id\":3,\"text\":\"three\"}\n";
    put(root, "docs/rows.jsonl", rows);
    put(root, "own.txt", "four");
    let first = read(root, None);
    assert_eq!(ids(&first), [("a", None), ("b", None), ("3", None), ("own.txt", None)]);
    assert_eq!(first.files[0].document.tenant.as_deref(), Some("t"));
    assert_eq!(first.files[0].document.acl.as_deref(), Some(&[][..]));
    assert!(first.warnings.len() == 1 && first.warnings[0].starts_with("docs/rows.jsonl:3: "), "{:?}", first.warnings);
    let out = folder.path().join("corpus.jsonl");
    let id = snapshot::write(&out, &first.files).unwrap();
    let kept = snapshot::read(&out).unwrap();
    fs::remove_file(&out).unwrap();
    fs::remove_file(files_path(&out)).unwrap();
    let again = read(root, Some(&kept));
    assert_eq!((again.reused, snapshot::id(&again.files)), (4, id.clone()));
    // A line that changed is read anew, with the others of its file; a file that moved keeps the ids that it states.
    fs::remove_file(root.join("docs/rows.jsonl")).unwrap();
    put(root, "moved.jsonl", rows.replace("two", "too"));
    let changed = read(root, Some(&kept));
    assert_eq!(ids(&changed), [("a", None), ("b", None), ("3", None), ("own.txt", None)]);
    assert!(changed.reused == 1 && snapshot::id(&changed.files) != id);
    for (bad, problem) in [("", "holds no document"), ("{\"id\":\"x\"}\n", "text"), ("{\"id\":\"a\",\"text\":\"x\"}\n{", "JSON")]
    {
        put(root, "z.jsonl", bad);
        let refused = read(root, None).refused;
        assert!(refused.len() == 1 && refused[0].problem().contains(problem), "{refused:?}");
        assert_eq!(refused[0].file(), Some("z.jsonl"));
    }
    put(root, "z.jsonl", "{\"id\":\"a\",\"text\":\"another\"}\n");
    let twice = read(root, None);
    assert!(twice.refused[0].problem().contains("already that of the file 'moved.jsonl'"), "{:?}", twice.refused);
}

/// A snapshot lies elsewhere than the file whose lines it holds, so that a path from there would lead nowhere.
#[test]
fn a_source_of_a_line_is_not_kept_and_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "rows.jsonl", "{\"id\":\"a\",\"text\":\"one\",\"source\":\"raw/a.html\"}\n");
    let read = read(folder.path(), None);
    assert_eq!((read.files.len(), read.files[0].document.source.as_deref()), (1, None));
    assert!(
        read.warnings.len() == 1 && read.warnings[0].contains("'source' of its documents is not kept (1 of them"),
        "{:?}",
        read.warnings
    );
}
