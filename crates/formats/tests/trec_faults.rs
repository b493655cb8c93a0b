//! The first fault of a file is the one that is told, with its line; whatever the blocks, the threads and the order of the queries.

mod trec_support;

use std::collections::BTreeMap;
use std::io::Write;

use formats::trec::{Compat, Qrels, Reading, read_lists, read_qrels};
use formats::{InputError, Refusal, Source};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use trec_support::*;

/// Lines that are none.
const BROKEN: [(&[u8], &str); 8] = [
    (b"q1 Q0 z 1", "expected 6 fields"),
    (b"q1 Q0 z 1 2 t u", "expected 6 fields"),
    (b"q2 Q0 z 1 nan t", "finite decimal number"),
    (b"q2 Q0 z 1 -inf t", "finite decimal number"),
    (b"7 Q0 z 1 1e400 t", "finite decimal number"),
    (b"7 Q0 z 1 0x10 t", "finite decimal number"),
    (b"q1 Q0 \xff 1 2 t", "invalid UTF-8"),
    (b"q1 Q0 \0 1 2 t", "NUL byte"),
];

const BROKEN_JUDGEMENTS: [&[u8]; 6] =
    [b"q1 0 z", b"q1 0 z 1 1", b"q1 0 z 1.5", b"q1 0 z 3000000000", b"q1 0 \xfe 1", b"q1 0 \0 1"];

/// What tends to break readers, to be put anywhere.
const PIECES: [&[u8]; 14] = [
    b"\xef\xbb\xbf",
    b"\r",
    b"\n",
    b"\0",
    b"\t",
    b" ",
    b"\x0b",
    b"#",
    b"\n#",
    b"\xff",
    b"q1 Q0 a 1 1 t\n",
    b"nan",
    b"1e999",
    b"\x1f\x8b",
];

#[derive(Clone, Debug)]
enum Change {
    Cut(Index),
    Flip(Index, u8),
    Put(Index, Index),
    Double(Index, Index),
    Drop(Index, u8),
}

fn change() -> impl Strategy<Value = Change> {
    use any as a;
    prop_oneof![
        a::<Index>().prop_map(Change::Cut),
        (a::<Index>(), a::<u8>()).prop_map(|(i, b)| Change::Flip(i, b)),
        (a::<Index>(), a::<Index>()).prop_map(|(i, p)| Change::Put(i, p)),
        (a::<Index>(), a::<Index>()).prop_map(|(i, j)| Change::Double(i, j)),
        (a::<Index>(), a::<u8>()).prop_map(|(i, n)| Change::Drop(i, n % 16)),
    ]
}

fn changed(mut bytes: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for change in changes {
        let at = |i: &Index, bytes: &Vec<u8>| i.index(bytes.len() + 1);
        match change {
            Change::Cut(i) => bytes.truncate(at(i, &bytes)),
            Change::Flip(..) if bytes.is_empty() => {}
            Change::Flip(i, mask) => {
                let at = i.index(bytes.len());
                bytes[at] ^= mask;
            }
            Change::Put(i, piece) => {
                let at = at(i, &bytes);
                bytes.splice(at..at, piece.get(&PIECES).iter().copied());
            }
            Change::Double(i, j) => {
                let (a, b) = (at(i, &bytes), at(j, &bytes));
                let part = bytes[a.min(b)..a.max(b)].to_vec();
                bytes.splice(a..a, part);
            }
            Change::Drop(i, count) => {
                let from = at(i, &bytes);
                let to = (from + usize::from(*count)).min(bytes.len());
                bytes.drain(from..to);
            }
        }
    }
    bytes
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Query, document, grade.
type Judged = (Vec<u8>, Vec<u8>, i32);

/// Each judgement, as something that can be compared.
fn all(read: Result<Qrels, InputError>) -> Result<Vec<Judged>, InputError> {
    let of = |qrels: &Qrels, place: usize| -> Vec<Judged> {
        qrels.judgements(place).map(|(d, grade)| (qrels.id(place).to_vec(), d.to_vec(), grade)).collect()
    };
    read.map(|qrels| (0..qrels.len()).flat_map(|place| of(&qrels, place)).collect())
}

/// All readers, in blocks of one size and of another, with one thread and with several: no panic, and no difference.
fn survives(bytes: &[u8], reading: &Reading, block: Option<usize>) -> Result<(), TestCaseError> {
    let source = Source::memory("m", bytes);
    let blocks = in_blocks(source.clone(), block);
    let one = Reading { threads: 1, ..reading.clone() };
    prop_assert_eq!(all(read_qrels(&source, &one)), all(read_qrels(&blocks, reading)));
    prop_assert_eq!(read_lists(&source, &one), read_lists(&blocks, reading));
    let qrels = qrels(&[("q1", "a", 1), ("q1", "b#1", 0), ("q2", "é", 2), ("7", "1", 1), ("#é", "a", -1)], reading);
    let (plain, cut) = (scored(&source, &qrels, &one), scored(&blocks, &qrels, reading));
    prop_assert_eq!(&plain, &cut);
    if reading.compat.is_none() {
        // Both readers of runs refuse the same files with the same words.
        prop_assert_eq!(read_lists(&source, reading).err(), plain.err());
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(768))]

    #[test]
    fn arbitrary_bytes_are_survived(bytes in vec(any::<u8>(), 0..300), reading in reading(), block in block()) {
        survives(&bytes, &reading, block)?;
    }

    #[test]
    fn mutated_runs_are_survived(
        run in run().prop_shuffle(),
        layout in layout(),
        changes in vec(change(), 1..5),
        reading in reading(),
        block in block(),
    ) {
        survives(&changed(layout.bytes(&texts(&run)), &changes), &reading, block)?;
    }

    #[test]
    fn mutated_judgements_are_survived(judged in judgements(), changes in vec(change(), 1..5), reading in reading(), block in block()) {
        survives(&changed(Layout::PLAIN.bytes(&qrels_lines(&judged)), &changes), &reading, block)?;
    }

    /// Broken compressed data.
    #[test]
    fn mutated_gzip_is_survived(run in run(), changes in vec(change(), 1..4), reading in reading(), block in block()) {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(&Layout::PLAIN.bytes(&texts(&run))).unwrap();
        survives(&changed(gzip.finish().unwrap(), &changes), &reading, block)?;
    }

    #[test]
    fn the_first_fault_of_a_run_is_told(
        run in run(),
        broken in vec((any::<Index>(), select(&BROKEN[..])), 0..4),
        repeated in vec((any::<Index>(), any::<Index>()), 0..4),
        shuffle: bool,
        order in any::<prop::sample::Index>(),
        layout in layout(),
        threads in 1..=3usize,
    ) {
        let mut lines = texts(&run);
        for (place, line) in &repeated {
            let copy = line.get(&texts(&run)).clone();
            lines.insert(place.index(lines.len() + 1), copy);
        }
        for (place, (line, _)) in &broken {
            lines.insert(place.index(lines.len() + 1), line.to_vec());
        }
        if shuffle {
            let at = order.index(lines.len());
            lines.rotate_left(at);
        }
        let expected = first_fault_of_run(&lines);
        let reading = Reading { threads, ..Reading::default() };
        let qrels = qrels(&[("q1", "a", 1), ("q1", "b#1", 0), ("7", "1", 1)], &reading);
        let source = layout.source(&lines);
        let told = scored(&source, &qrels, &reading);
        match expected {
            None => prop_assert!(told.is_ok(), "{:?}", told),
            Some((index, problem)) => {
                let error = told.unwrap_err();
                prop_assert!(error.problem().contains(&problem), "{error}, not {problem}");
                prop_assert_eq!(error.line(), Some(layout.number(index)));
                prop_assert_eq!(error.file(), Some("m"));
                prop_assert_eq!(error.refusal(), Refusal::BadInput);
                prop_assert_eq!(read_lists(&source, &reading).unwrap_err(), error);
            }
        }
    }

    #[test]
    fn the_first_fault_of_judgements_is_told(
        judged in judgements(),
        again in vec((any::<Index>(), any::<Index>(), -1..4), 0..5),
        broken in vec((any::<Index>(), select(&BROKEN_JUDGEMENTS[..])), 0..3),
        layout in layout(),
    ) {
        let mut lines = qrels_lines(&judged);
        for (place, one, grade) in &again {
            let (query, document, _) = one.get(&judged);
            lines.insert(place.index(lines.len() + 1), format!("{query} 0 {document} {grade}").into_bytes());
        }
        for (place, line) in &broken {
            lines.insert(place.index(lines.len() + 1), line.to_vec());
        }
        let told = read_qrels(&layout.source(&lines), &Reading::default());
        match first_fault_of_judgements(&lines) {
            None => prop_assert!(told.is_ok(), "{:?}", told),
            Some((index, problem)) => {
                let error = told.unwrap_err();
                prop_assert!(error.problem().contains(&problem), "{error}, not {problem}");
                prop_assert_eq!(error.line(), Some(layout.number(index)));
            }
        }
    }
}

fn fields(line: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(line).split(' ').map(str::to_owned).collect()
}

/// The first line that is broken or repeats a document of its query.
fn first_fault_of_run(lines: &[Vec<u8>]) -> Option<(usize, String)> {
    let mut seen: BTreeMap<(String, String), usize> = BTreeMap::new();
    for (index, line) in lines.iter().enumerate() {
        if let Some((_, problem)) = BROKEN.iter().find(|(broken, _)| broken == line) {
            return Some((index, (*problem).to_owned()));
        }
        let fields = fields(line);
        if seen.insert((fields[0].clone(), fields[2].clone()), index).is_some() {
            // An id is cut after 60 characters.
            let document: String = fields[2].chars().take(40).collect();
            return Some((index, format!("document '{document}")));
        }
    }
    None
}

fn first_fault_of_judgements(lines: &[Vec<u8>]) -> Option<(usize, String)> {
    let mut seen: BTreeMap<(String, String), (usize, i32)> = BTreeMap::new();
    for (index, line) in lines.iter().enumerate() {
        let fields = fields(line);
        let problem = match fields.as_slice() {
            _ if line.contains(&0xfe) => "invalid UTF-8",
            _ if line.contains(&0) => "NUL byte",
            [query, _, document, grade] => match grade.parse::<i32>() {
                Err(_) => "the grade must be a whole number",
                Ok(grade) => {
                    let (_, first) = *seen.entry((query.clone(), document.clone())).or_insert((index, grade));
                    if first == grade {
                        continue;
                    }
                    return Some((index, format!("has two grades, {first} and {grade}")));
                }
            },
            _ => "expected 4 fields",
        };
        return Some((index, problem.to_owned()));
    }
    None
}

/// The longest line that is read, wherever it stands and whatever ends it.
#[test]
fn a_line_of_a_megabyte_is_read_and_a_longer_one_refused_wherever_it_stands() {
    let reading = Reading { threads: 2, ..Reading::default() };
    let qrels = qrels(&[("q1", "a", 1)], &reading);
    let before = b"q1 Q0 a 1 1 t\n";
    for lines_before in [1usize, 40_000, 149_000] {
        let mut text: Vec<u8> = Vec::new();
        (0..lines_before).for_each(|n| text.extend(format!("q1 Q0 d{n:06} 1 1 t\n").into_bytes()));
        text.extend(before);
        for (length, refused) in [(1 << 20, false), ((1 << 20) + 1, true)] {
            for end in ["\n", "", "\nq2 Q0 a 1 1 t\n"] {
                let mut text = text.clone();
                let head = b"q1 Q0 ";
                text.extend(head);
                text.extend(vec![b'x'; length - head.len() - b" 1 1 t".len()]);
                text.extend(b" 1 1 t");
                text.extend(end.as_bytes());
                let told = scored(&Source::memory("m", text), &qrels, &reading);
                match told {
                    Ok(_) => assert!(!refused, "{lines_before} {length} {end:?}"),
                    Err(e) => {
                        assert!(refused, "{lines_before} {length} {end:?} {e}");
                        assert_eq!(e.problem(), "the line is longer than 1048576 bytes");
                        assert_eq!(e.line(), Some(lines_before as u64 + 2));
                    }
                }
            }
        }
    }
}

/// What comes before the end of a file that was cut off is read first.
#[test]
fn a_cut_file_tells_its_earlier_faults_first() {
    let lines: Vec<Vec<u8>> = (0..5000).map(|n| format!("q{} Q0 d{n} 1 {n}.5 t", n / 7).into_bytes()).collect();
    let told = |lines: &[Vec<u8>]| {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(&Layout::PLAIN.bytes(lines)).unwrap();
        let mut bytes = gzip.finish().unwrap();
        bytes.truncate(bytes.len() * 3 / 4);
        let (reading, source) = (Reading::default(), Source::memory("m", bytes));
        scored(&source, &qrels(&[("q1", "a", 1)], &reading), &reading).unwrap_err().to_string()
    };
    assert_eq!(told(&lines), "m: ends in the middle of its compressed data\n  the file was cut off; copy or make it again");
    let mut broken = lines.clone();
    broken[700] = b"q100 Q0 d".to_vec();
    assert!(told(&broken).starts_with("m:701: expected 6 fields"), "{}", told(&broken));
}

/// What trec_eval reads as bytes, it also does under --compat; the rest of the rules stay.
#[test]
fn bytes_that_are_no_text_are_ids_under_compat() {
    let reading = Reading { compat: Some(Compat::V9), ..Reading::default() };
    let qrels = read_qrels(&Source::memory("q", &b"q\xff 0 d\xfe 1\nq\xff 0 d\xfd 0\n"[..]), &reading).unwrap();
    let (told, rows) =
        scored(&Source::memory("m", &b"q\xff Q0 d\xfe 1 1 t\nq\xff Q0 d\xfc 2 0 t\n"[..]), &qrels, &reading).unwrap();
    assert_eq!((told.lines, rows[0].1.0, rows[0].1.1[0].rank), (2, 2, 1));
}
