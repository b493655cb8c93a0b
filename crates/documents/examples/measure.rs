//! How long reading and cutting take: 10,000 Markdown files of about 10 KB, then texts made to be slow.
//!
//! `cargo run --release -p fourcell-documents --example measure`

use std::num::NonZeroUsize;
use std::time::Instant;

use documents::chunk::{Chunker, Chunking, Unit};
use documents::folder::{Options, read_folder};
use documents::parse::markdown;
use documents::snapshot;
use evidence::text::Text;

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (root, corpus) = (folder.path().join("docs"), folder.path().join("corpus.jsonl"));
    std::fs::create_dir(&root).expect("a folder");
    let mut random = 1u64;
    for n in 0..10_000 {
        std::fs::write(root.join(format!("{n:05}.md")), page(n, &mut random)).expect("a file");
    }
    let options = Options::default();
    let read = timed("read and parse 10,000 files", || read_folder(&root, &options, None).expect("read"));
    let id = timed("write the snapshot", || snapshot::write(&corpus, &read.files).expect("written"));
    let previous = timed("read the snapshot", || snapshot::read(&corpus).expect("read"));
    assert_eq!(previous.id, id);
    let again = timed("read the folder again", || read_folder(&root, &options, Some(&previous)).expect("read"));
    assert_eq!(again.reused, read.files.len());
    let bytes: usize = read.files.iter().map(|f| f.document.text.as_str().len()).sum();
    println!("{} documents, {:.1} MB", read.files.len(), bytes as f64 / 1e6);
    let tokens = Unit::tokens(tokens::DEFAULT).expect("known");
    let settings = |unit, size: usize| {
        [
            Chunking::windows(unit, size, size / 10).expect("sound"),
            Chunking::sentences(unit, size, 1).expect("sound"),
            Chunking::headings(unit, size).expect("sound"),
        ]
    };
    for chunking in settings(Unit::Characters, 1000).into_iter().chain(settings(tokens, 250)) {
        let chunker = Chunker::new(chunking).expect("known");
        for threads in [1, options.threads.get()] {
            let threads = NonZeroUsize::new(threads).expect("not 0");
            let name = format!("{} on {threads} threads", chunker.chunking());
            let passages = timed(&name, || documents::passages(&chunker, &read.documents(), threads));
            println!("  {} passages", passages.len());
        }
    }
    for (name, piece) in [
        ("letters", "a"),
        ("capitals", "A"),
        ("spaces", " "),
        ("dots", ". "),
        ("brackets", ".)"),
        ("lines", "#\n"),
        ("fences", "```\n\n"),
        ("Chinese", "字"),
        ("marks", "e\u{301}"),
    ] {
        let text = Text::new(format!("Start. {}end", piece.repeat(10_000_000 / piece.len())));
        let structure = markdown::structure(text.as_str());
        for chunking in settings(Unit::Characters, 1000).into_iter().chain(settings(tokens, 250)) {
            let chunker = Chunker::new(chunking).expect("known");
            timed(&format!("10 MB of {name}: {}", chunker.chunking()), || chunker.chunks(&text, &structure));
        }
    }
    for tag in ["<div>", "<table><tr><td>x", "<ul><li>x", "<pre>\n", "<h1>x", "<p hidden>x", "&amp;", "<!--"] {
        let html = tag.repeat(10_000_000 / tag.len()).into_bytes();
        let _ = timed(&format!("10 MB of {tag:?}"), || documents::parse("a.html", html, None));
    }
}

fn timed<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    println!("{:8.3} s  {name}", start.elapsed().as_secs_f64());
    result
}

/// A page of about 10 KB with headings, paragraphs and some letters beyond ASCII.
fn page(number: usize, random: &mut u64) -> String {
    const WORDS: [&str; 12] =
        ["the", "retriever", "finds", "evidence", "Größe", "of", "passages", "naïve", "in", "document", "answers", "24"];
    let mut text = format!("# Page {number}\n\n");
    for section in 0..8 {
        text += &format!("## Section {section}\n\n");
        for _ in 0..18 {
            for word in 0..10 {
                *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                text += WORDS[(*random >> 33) as usize % WORDS.len()];
                text += if word == 9 { ". " } else { " " };
            }
        }
        text += "\n\n";
    }
    text
}
