//! What holds for every chunking of every text.

use documents::chunk::{Chunking, Unit};
use documents::parse::{Structure, markdown};
use documents::{Chunk, Chunker};
use evidence::RangeSet;
use evidence::text::Text;
use proptest::prelude::*;

/// Texts of mixed scripts: with and without spaces, emoji of several code points, CRLF, combining marks, Markdown's marks.
fn texts() -> impl Strategy<Value = String> {
    const PARTS: [&str; 36] = [
        "word",
        "Two words",
        "Größe",
        "e\u{301}",
        "\u{301}",
        "🙂",
        "👩‍👩‍👧",
        "🇩🇪",
        "今日は晴れ。",
        "明日",
        "！",
        "ภาษาไทยไม่มีวรรค",
        "שלום",
        "مرحبا؟",
        "नमस्ते।",
        " ",
        "  ",
        "\n",
        "\n\n",
        "\r\n",
        "\r\n\r\n",
        "\u{a0}",
        "\u{2028}",
        ". ",
        "?! ",
        "3.14",
        "\n# Title\n",
        "\n## Part ##\n",
        "\n```\n",
        "\n---\n",
        "\n| a | b |\n|---|---|\n",
        "- item\n",
        "<|endoftext|>",
        "\u{0}",
        "a_very_long_identifier_without_any_space",
        "\t",
    ];
    prop::collection::vec(prop::sample::select(&PARTS[..]), 0..60).prop_map(|parts| parts.concat())
}

fn settings() -> Vec<Chunking> {
    let mut all = Vec::new();
    for unit in [Unit::Characters, Unit::tokens("r50k_base").unwrap()] {
        for (size, overlap) in [(1, 0), (2, 1), (7, 3), (40, 0), (100_000, 99_999)] {
            all.push(Chunking::windows(unit, size, overlap).unwrap());
            all.push(Chunking::sentences(unit, size, overlap).unwrap());
            all.push(Chunking::headings(unit, size).unwrap());
        }
    }
    all
}

fn check(text: &Text, chunks: &[Chunk], chunking: &Chunking) {
    let mut covered = RangeSet::new();
    for chunk in chunks {
        assert!(text.slice(chunk.range).is_some_and(|s| !s.is_empty()), "{chunking}: {chunk:?}");
        covered.insert(chunk.range);
    }
    for pair in chunks.windows(2) {
        let (before, after) = (pair[0].range, pair[1].range);
        assert!(before.start() <= after.start() && before.end() < after.end(), "{chunking}: {before} {after}");
    }
    for (position, character) in text.as_str().chars().enumerate() {
        assert!(!character.is_alphanumeric() || covered.contains(position), "{chunking}: {position}");
    }
    let length = |c: &Chunk| c.range.len();
    match chunking {
        Chunking::Windows(w) if chunking.unit() == Unit::Characters => {
            let last = chunks.len().saturating_sub(1);
            assert!(chunks[..last].iter().all(|c| length(c) == w.size().get()));
            assert!(chunks.windows(2).all(|p| p[0].range.end() - p[1].range.start() == w.overlap()));
        }
        Chunking::Windows(_) => {}
        Chunking::Sentences(s) if chunking.unit() == Unit::Characters => {
            assert!(chunks.iter().all(|c| length(c) <= s.max().get()))
        }
        Chunking::Headings(h) if chunking.unit() == Unit::Characters => {
            assert!(chunks.iter().all(|c| length(c) <= h.max().get()))
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_chunk_is_a_range_and_every_letter_is_in_one(text in texts()) {
        thread_local!(static CHUNKERS: Vec<Chunker> = settings().into_iter().map(|s| Chunker::new(s).unwrap()).collect());
        let structure = markdown::structure(&text);
        let text = Text::new(text);
        CHUNKERS.with(|chunkers| {
            for chunker in chunkers {
                let chunks = chunker.chunks(&text, &structure);
                check(&text, &chunks, chunker.chunking());
                assert_eq!(chunks, chunker.chunks(&text, &structure));
                check(&text, &chunker.chunks(&text, &Structure::NotCaptured), chunker.chunking());
            }
        });
    }

    #[test]
    fn any_characters_at_all(text in "\\PC{0,200}") {
        for chunking in settings().into_iter().filter(|s| s.unit() == Unit::Characters) {
            let text = Text::new(text.clone());
            let chunks = Chunker::new(chunking.clone()).unwrap().chunks(&text, &markdown::structure(text.as_str()));
            check(&text, &chunks, &chunking);
        }
    }

    #[test]
    fn any_bytes_are_parsed_or_refused(input in prop::collection::vec(any::<u8>(), 0..300), name in prop::sample::select(&["a.md", "a.txt", "a.html"][..])) {
        let _ = documents::parse(name, input, None);
    }

    #[test]
    fn any_tags_are_parsed(parts in prop::collection::vec(prop::sample::select(&TAGS[..]), 0..60)) {
        if let Ok(parsed) = documents::parse("a.html", parts.concat().into_bytes(), None) {
            let text = Text::new(parsed.text);
            let mut end = 0;
            for block in parsed.structure.blocks() {
                assert!(block.range.start() >= end, "{parts:?}");
                end = block.range.end();
            }
            assert!(parsed.structure.headings().iter().all(|h| text.slice(h.range).is_some_and(|w| !w.contains('\n'))), "{parts:?}");
            assert!(parsed.structure.blocks().iter().all(|b| text.slice(b.range).is_some()));
            let headings = Chunker::new(Chunking::headings(Unit::Characters, 9).unwrap()).unwrap();
            check(&text, &headings.chunks(&text, &parsed.structure), headings.chunking());
        }
    }

    #[test]
    fn any_front_matter_is_read_or_refused(lines in prop::collection::vec(prop::sample::select(&LINES[..]), 0..12)) {
        let _ = documents::parse("a.md", format!("---\n{}\n---\ntext", lines.join("\n")).into_bytes(), None);
    }
}

const TAGS: [&str; 42] = [
    "<p>",
    "</p>",
    "<h1>",
    "</h1>",
    "<h2 hidden>",
    "<table>",
    "</table>",
    "<tr>",
    "</tr>",
    "<td>",
    "</td>",
    "<th>",
    "<ul>",
    "</ul>",
    "<ol>",
    "<li>",
    "</li>",
    "<pre>",
    "</pre>",
    "<br>",
    "<div style='display:none'>",
    "</div>",
    "<script>",
    "</script>",
    "<!--",
    "-->",
    "<title>",
    "</title>",
    "<textarea>",
    "</textarea>",
    "word",
    " two words ",
    "a|b",
    "\n",
    "é🙂",
    "&amp;",
    "&#0;",
    "<",
    "<b",
    "</",
    "<![CDATA[",
    "<p hidden>",
];

const LINES: [&str; 14] = [
    "id: a",
    "title: \"x",
    "acl:",
    "acl: [a",
    "acl: [a, b]",
    "- g",
    "  - 'h'",
    "status: active",
    "status: x",
    ":",
    "é: é",
    "rev: |",
    "# note",
    "",
];
