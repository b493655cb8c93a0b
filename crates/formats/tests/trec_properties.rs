//! However a run is laid out, and however it is cut into blocks and shared among threads, it reads like the plain reference.

mod trec_support;

use std::cell::Cell;
use std::collections::BTreeMap;

use formats::Source;
use formats::fuzz_entry::{read_anything, readers};
use formats::trec::{Reading, read_lists, read_qrels};
use proptest::prelude::*;
use trec_support::*;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(768))]

    #[test]
    fn a_run_reads_like_the_reference(run in run(), judgements in judgements(), reading in reading(), layout in layout()) {
        let qrels = qrels(&judgements, &reading);
        let told = scored(&layout.source(&texts(&run)), &qrels, &reading);
        let (expected, rows) = reference(&run, &judgements, &reading);
        if expected.lines == 0 {
            prop_assert_eq!(told.unwrap_err().to_string(), "m: holds no results");
        } else {
            prop_assert_eq!(told.unwrap(), (expected, rows));
        }
    }

    /// One and the same run with its lines in any order: queries apart, documents anywhere.
    #[test]
    fn the_order_of_lines_changes_nothing(
        (run, shuffled) in run().prop_flat_map(|run| (Just(run.clone()), Just(run).prop_shuffle())),
        judgements in judgements(),
        reading in reading(),
        layout in layout(),
    ) {
        let qrels = qrels(&judgements, &reading);
        let told = |lines: &[Hit], layout: &Layout| scored(&layout.source(&texts(lines)), &qrels, &reading).map(|(told, rows)| {
            // The tag is that of the first line, whichever that is.
            (formats::trec::RunReading { tag: Vec::new(), ..told }, rows)
        });
        prop_assert_eq!(told(&shuffled, &layout), told(&run, &Layout::PLAIN));
        let interleaved = scored(&layout.source(&texts(&shuffled)), &qrels, &reading);
        if let Ok(interleaved) = interleaved {
            prop_assert_eq!(interleaved, reference(&shuffled, &judgements, &reading));
        }
    }

    /// With documents for units a passage may even stand twice.
    #[test]
    fn repeated_passages_are_fine_where_documents_are_ranked(
        run in run().prop_flat_map(|run| { let twice = [run.clone(), run].concat(); Just(twice).prop_shuffle() }),
        judgements in judgements(),
        layout in layout(),
        reading in reading(),
    ) {
        let reading = Reading { document_separator: Some("#".into()), ..reading };
        let told = scored(&layout.source(&texts(&run)), &qrels(&judgements, &reading), &reading);
        let expected = reference(&run, &judgements, &reading);
        if expected.0.lines > 0 {
            prop_assert_eq!(told.unwrap(), expected);
        }
    }

    #[test]
    fn judgements_read_like_the_reference(
        judgements in judgements().prop_flat_map(|j| { let twice = [j.clone(), j].concat(); Just(twice).prop_shuffle() }),
        reading in reading(),
        layout in layout(),
    ) {
        let expected = reference_qrels(&judgements, &reading);
        match read_qrels(&layout.source(&qrels_lines(&judgements)), &reading) {
            Ok(read) => {
                prop_assert_eq!(read.len(), expected.len());
                for (place, (query, documents)) in expected.iter().enumerate() {
                    prop_assert_eq!(read.id(place), query.as_bytes());
                    prop_assert_eq!(read.find(query.as_bytes()), Some(place));
                    let told: BTreeMap<&[u8], i32> = read.judgements(place).collect();
                    prop_assert_eq!(told, documents.iter().map(|(d, g)| (d.as_bytes(), *g)).collect::<BTreeMap<_, _>>());
                    let mut grades: Vec<i32> = documents.values().copied().filter(|g| *g >= 0).collect();
                    grades.sort_unstable_by(|a, b| b.cmp(a));
                    prop_assert_eq!(read.grades(place), grades);
                }
            }
            Err(e) => prop_assert_eq!((e.problem(), expected.len()), ("holds no judgements", 0)),
        }
    }

    /// Lists for a native project have the order of the ranking.
    #[test]
    fn lists_read_like_the_reference(run in run().prop_shuffle(), depth in proptest::option::of(1..6u32), by_document: bool, layout in layout()) {
        let reading = Reading { depth, document_separator: by_document.then(|| "#".to_owned()), ..Reading::default() };
        let lists = read_lists(&layout.source(&texts(&run)), &reading).unwrap();
        prop_assert_eq!(lists.values().map(Vec::len).sum::<usize>() as u64 > 0, !run.is_empty());
        for (query, list) in lists {
            let mut lines: Vec<&Hit> = run.iter().filter(|line| line.query == query).collect();
            let score = |line: &Hit| line.score.parse::<f64>().unwrap();
            lines.sort_by(|a, b| score(b).partial_cmp(&score(a)).unwrap().then_with(|| b.document.cmp(a.document)));
            let mut expected: Vec<(String, f64)> = Vec::new();
            for line in lines {
                let unit = unit(line.document, &reading);
                if expected.iter().all(|(id, _)| id != unit) {
                    expected.push((unit.to_owned(), score(line)));
                }
            }
            expected.truncate(depth.map_or(usize::MAX, |d| d as usize));
            prop_assert_eq!(list, expected);
        }
    }
}

/// The properties above meet both kinds of files.
#[test]
fn generated_runs_are_of_both_kinds() {
    let (apart, together) = (Cell::new(0), Cell::new(0));
    proptest!(config(64), |(run in run(), shuffled in run().prop_shuffle())| {
        together.set(together.get() + u32::from(is_contiguous(&run)));
        apart.set(apart.get() + u32::from(!is_contiguous(&shuffled)));
    });
    assert_eq!(together.get(), 64);
    assert!(apart.get() > 32, "{}", apart.get());
}

/// The border of a block between any two lines, and inside any.
#[test]
fn every_size_of_a_block_gives_the_same() {
    let run = b"\xef\xbb\xbfq1 Q0 a 1 3 t\nq1 Q0 b 2 2 t\n# a comment\nq1 Q0 c 3 1 t\r\n\nq2 Q0 a 1 1 t\nq2 Q0 b 2 0 t\n\n\nq3 Q0 a 1 1 t";
    let reading = Reading { threads: 2, ..Reading::default() };
    let qrels = qrels(&[("q1", "a", 1), ("q2", "b", 2), ("q9", "a", 1)], &reading);
    let source = Source::memory("m", &run[..]);
    let whole = scored(&source, &qrels, &reading).unwrap();
    assert_eq!((whole.0.lines, whole.0.unjudged), (6, 1));
    assert_eq!(whole.1.iter().map(|(_, ranking)| ranking.0).collect::<Vec<_>>(), [3, 2]);
    for size in 1..=run.len() + 1 {
        assert_eq!(scored(&in_blocks(source.clone(), Some(size)), &qrels, &reading).unwrap(), whole, "{size}");
    }
}

/// An id that begins like a comment is the same id on every line, and a comment the same comment, whatever line came before.
#[test]
fn a_comment_after_a_query_like_it_is_still_a_comment() {
    let v10 = Reading { compat: Some(formats::trec::Compat::V10), threads: 1, ..Reading::default() };
    let plain = Reading { threads: 1, ..Reading::default() };
    for (reading, id) in [(v10, "#1"), (plain, "#")] {
        let text = format!(" {id} Q0 a 1 3 t\n{id} Q0 b 2 2 t\nq Q0 a 1 1 t\n {id} Q0 c 3 1 t\n");
        let together = format!(" {id} Q0 a 1 3 t\n{id} Q0 b 2 2 t\n {id} Q0 c 3 1 t\nq Q0 a 1 1 t\n");
        let qrels = qrels(&[("q", "a", 1)], &reading);
        let told = |text: &str| scored(&Source::memory("m", text.as_bytes()), &qrels, &reading).unwrap();
        assert_eq!(told(&text), told(&together));
        assert_eq!(told(&text).0.lines, 3);
    }
}

/// The seeds of the fuzzer: one for each reader, its number first. Each reads.
#[test]
fn there_is_a_seed_for_every_reader() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let mut seeds: Vec<Vec<u8>> =
        std::fs::read_dir(folder).unwrap().map(|entry| std::fs::read(entry.unwrap().path()).unwrap()).collect();
    seeds.sort();
    seeds.iter().for_each(|seed| read_anything(seed));
    assert_eq!(seeds.iter().map(|seed| usize::from(seed[0])).collect::<Vec<_>>(), (0..readers()).collect::<Vec<_>>());
}
