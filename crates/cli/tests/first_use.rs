//! The way of a newcomer: `init`, documents, a snapshot, a check, a run, a score.

mod command;

use std::path::Path;

use command::{Ran, folder, fourcell};

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn well(ran: Ran) -> Ran {
    assert_eq!(ran.code, 0, "{ran:?}");
    ran
}

#[test]
fn from_nothing_to_a_score() {
    let place = tempfile::tempdir().unwrap();
    let started = well(fourcell(place.path(), "init evaluation"));
    assert!(started.stderr.contains("next: cd evaluation && fourcell corpus snapshot documents"), "{}", started.stderr);
    let here = place.path().join("evaluation");
    well(fourcell(&here, "corpus snapshot documents"));
    let checked = well(fourcell(&here, "check"));
    assert!(checked.stdout.contains("0 faults, 0 warnings"), "{}", checked.stdout);
    well(fourcell(&here, "run --day 2026-11-30"));
    let record = std::fs::read_to_string(here.join("runs/bm25/records.jsonl")).unwrap();
    assert!(record.contains("A refund is paid within 14 days of the day on which the goods came back. [1]"), "{record}");
    let scored = well(fourcell(&here, "score"));
    assert!(scored.stdout.contains("complete@context  1.000"), "{}", scored.stdout);
    // Nothing is replaced.
    let again = fourcell(place.path(), "init evaluation");
    assert!(again.code == 2 && again.stderr.contains("is there already"), "{again:?}");
}

#[test]
fn a_snapshot_is_of_what_the_folder_holds() {
    let place = folder(&[
        ("docs/b.md", "# B\n\nSecond.\n"),
        ("docs/a.txt", "First.\n"),
        ("docs/p.html", "<h1>P</h1><p>Third &amp; last"),
    ]);
    let first = well(fourcell(place.path(), "corpus snapshot docs"));
    let corpus = std::fs::read_to_string(place.path().join("corpus.jsonl")).unwrap();
    assert_eq!(corpus.lines().count(), 3);
    assert!(corpus.contains("Third & last"), "{corpus}");
    assert_eq!(well(fourcell(place.path(), "corpus snapshot docs --check")).stdout, first.stdout);
    // Only what changed is read again; a file that moved keeps its id.
    write(place.path(), "docs/a.txt", "First, changed.\n");
    std::fs::create_dir(place.path().join("docs/sub")).unwrap();
    std::fs::rename(place.path().join("docs/b.md"), place.path().join("docs/sub/b.md")).unwrap();
    assert_eq!(fourcell(place.path(), "corpus snapshot docs --check").code, 1);
    let second = well(fourcell(place.path(), "corpus snapshot docs"));
    assert!(second.stderr.contains("3 documents, 1 as before"), "{}", second.stderr);
    assert_ne!(second.stdout, first.stdout);
    let corpus = std::fs::read_to_string(place.path().join("corpus.jsonl")).unwrap();
    assert!(corpus.contains("\"id\":\"b.md\"") && corpus.contains("First, changed."), "{corpus}");
    // A deleted file is gone.
    std::fs::remove_file(place.path().join("docs/a.txt")).unwrap();
    well(fourcell(place.path(), "corpus snapshot docs"));
    assert!(!std::fs::read_to_string(place.path().join("corpus.jsonl")).unwrap().contains("First"));
}

#[test]
fn a_file_that_is_none_is_named_and_the_rest_goes_on() {
    let place = folder(&[("docs/good.md", "Good.\n"), ("docs/empty.md", "")]);
    std::fs::write(place.path().join("docs/binary.md"), b"\x00\x01\x02\x03").unwrap();
    std::fs::write(place.path().join("docs/broken.txt"), b"abc\xff").unwrap();
    std::fs::write(place.path().join("docs/paper.pdf"), b"%PDF-1.7 nonsense").unwrap();
    let long = std::fs::File::create(place.path().join("docs/long.txt")).unwrap();
    long.set_len(200 << 20).unwrap();
    let ran = fourcell(place.path(), "corpus snapshot docs");
    assert_eq!(ran.code, 3, "{ran:?}");
    for name in ["empty.md", "binary.md", "broken.txt", "paper.pdf", "long.txt"] {
        assert!(ran.stderr.contains(&format!("docs/{name}: ")), "{name}: {}", ran.stderr);
    }
    let corpus = std::fs::read_to_string(place.path().join("corpus.jsonl")).unwrap();
    assert!(corpus.contains("Good.") && corpus.lines().count() == 1, "{corpus}");
    // A corpus that no snapshot made is not replaced, and an empty folder is nothing to evaluate.
    write(place.path(), "own.jsonl", "{\"id\":\"d\",\"text\":\"t\"}\n");
    let own = fourcell(place.path(), "corpus snapshot docs --out own.jsonl");
    assert!(own.code == 2 && own.stderr.contains("was not made by a snapshot"), "{own:?}");
    std::fs::create_dir(place.path().join("none")).unwrap();
    assert_eq!(fourcell(place.path(), "corpus snapshot none --out none.jsonl").code, 4);
    assert!(!place.path().join("none.jsonl").exists());
}

fn data(name: &str) -> Vec<u8> {
    std::fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../documents/tests/pdf").join(name)).unwrap()
}

#[test]
fn pdfs_are_read_as_text_by_page_and_it_is_said() {
    let place = folder(&[("docs/good.md", "Good.\n")]);
    for name in ["places.pdf", "fpdf.pdf", "scan.pdf", "password.pdf"] {
        std::fs::write(place.path().join("docs").join(name), data(name)).unwrap();
    }
    let ran = fourcell(place.path(), "corpus snapshot docs");
    assert_eq!(ran.code, 3, "{ran:?}");
    for said in [
        "docs/scan.pdf: holds no text: it is a scan, or pictures only",
        "docs/password.pdf: is a PDF that opens with a password only",
        "docs/places.pdf: 1 of 3 pages without text (2): pictures are not read",
        "2 PDFs read as text by page: headings, tables and columns are not captured",
    ] {
        assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
    }
    let files = std::fs::read_to_string(place.path().join("corpus.files.jsonl")).unwrap();
    assert!(files.contains("\"parser\":\"pdf/1 (hayro-syntax ") && files.contains("\"pages\":[[0,27],[29,42]]"), "{files}");
    let corpus = std::fs::read_to_string(place.path().join("corpus.jsonl")).unwrap();
    assert!(corpus.contains("Русский.\\n\\n公司差旅政策：火车二等座。"), "{corpus}");
    // What was read is not read again, and what is said of it is said again.
    let again = fourcell(place.path(), "corpus snapshot docs");
    assert!(
        again.stderr.contains("3 documents, 3 as before, 2 refused") && again.stderr.contains("1 of 3 pages"),
        "{}",
        again.stderr
    );
    assert_eq!(again.stdout, ran.stdout);
}

#[test]
fn a_pdf_that_unpacks_without_end_costs_that_file_only() {
    use flate2::{Compression, write::ZlibEncoder};
    use std::io::Write;
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&vec![b' '; 64 << 20]).unwrap();
    let packed = packed.finish().unwrap();
    // One page, whose content is the same 64 MiB two hundred times: 12.5 GiB.
    let mut file = format!(
        "%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n\
         3 0 obj\n<</Type/Page/Parent 2 0 R/Contents[{}]>>\nendobj\n4 0 obj\n<</Filter/FlateDecode/Length {}>>stream\n",
        "4 0 R ".repeat(200),
        packed.len()
    )
    .into_bytes();
    file.extend_from_slice(&packed);
    file.extend_from_slice(b"\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF");
    let place = folder(&[("docs/good.md", "Good.\n")]);
    std::fs::write(place.path().join("docs/bomb.pdf"), file).unwrap();
    let ran = fourcell(place.path(), "corpus snapshot docs");
    assert_eq!(ran.code, 3, "{ran:?}");
    let said = "docs/bomb.pdf: cannot be read: the reader of PDFs fell over it, or ran out of memory or time";
    assert!(!cfg!(target_os = "linux") || ran.stderr.contains(said), "{}", ran.stderr);
    assert!(ran.stderr.contains("1 document, 0 as before, 1 refused"), "{}", ran.stderr);
}
