//! No file makes reading slow: cost grows with the number of bytes, whatever they are.

mod trec_support;

use std::fmt::Write;
use std::time::{Duration, Instant};

use formats::trec::{Qrels, Reading, read_lists, read_qrels};
use formats::{InputError, Source};
use trec_support::{in_blocks, scored};

/// What takes minutes where cost is quadratic takes far less than this where it is linear, in a test build on a busy machine too.
const BOUND: Duration = Duration::from_secs(2);

/// The better of a few tries, since other programs may have the processor.
fn in_time<T>(what: &str, mut work: impl FnMut() -> T) -> T {
    let mut best = Duration::MAX;
    for _ in 0..3 {
        let started = Instant::now();
        let result = work();
        best = best.min(started.elapsed());
        if best < BOUND {
            return result;
        }
    }
    panic!("{what} took {best:?}");
}

fn text(lines: impl Iterator<Item = (usize, usize)>) -> Source {
    let mut text = String::new();
    for (number, (query, document)) in lines.enumerate() {
        writeln!(text, "q{query} Q0 d{document} {} {}.25 t", number + 1, 1_000_000 - (number as u64 * 7919) % 1_000_000).unwrap();
    }
    Source::memory("run", text.into_bytes())
}

fn judged(lines: impl Iterator<Item = (usize, usize, i32)>) -> Source {
    let mut text = String::new();
    lines.for_each(|(query, document, grade)| writeln!(text, "q{query} 0 d{document} {grade}").unwrap());
    Source::memory("qrels", text.into_bytes())
}

fn reading() -> Reading {
    Reading { threads: 2, ..Reading::default() }
}

fn qrels(source: &Source) -> Qrels {
    read_qrels(source, &reading()).unwrap_or_else(|e| panic!("{e}"))
}

/// Reads as a run and as lists; how many lines there were.
fn read(what: &str, source: &Source, qrels: &Qrels) -> u64 {
    let lists = in_time(what, || read_lists(source, &reading()).unwrap());
    let (told, _) = in_time(what, || scored(source, qrels, &reading()).unwrap());
    assert_eq!(lists.values().map(Vec::len).sum::<usize>() as u64, told.lines);
    told.lines
}

#[test]
fn one_long_query() {
    let qrels = qrels(&judged((0..1000).map(|d| (0, d * 3, 1))));
    let source = text((0..200_000).map(|d| (0, d)));
    assert_eq!(read("one query of 200,000 lines", &source, &qrels), 200_000);
    assert_eq!(read("the same in 1,000 blocks", &in_blocks(source, Some(8_000)), &qrels), 200_000);
}

#[test]
fn many_short_queries() {
    let qrels = qrels(&judged((0..20_000).map(|q| (q, q, 1))));
    assert_eq!(read("20,000 queries of a line", &text((0..20_000).map(|q| (q, q))), &qrels), 20_000);
}

/// What a long query leaves behind is no burden on the short ones after it.
#[test]
fn a_long_query_and_then_many_short_ones() {
    let long = (0..200_000).map(|d| (0, d));
    let source = text(long.chain((1..50_000).map(|q| (q, q))));
    let qrels = qrels(&judged((0..50_000).map(|q| (q, q, 1))));
    assert_eq!(read("a long query and 50,000 short ones", &source, &qrels), 249_999);
}

#[test]
fn queries_in_turn() {
    let qrels = qrels(&judged((0..20_000).map(|q| (q, q, 1))));
    assert_eq!(read("two queries in turn", &text((0..200_000).map(|n| (n % 2, n))), &qrels), 200_000);
    assert_eq!(read("20,000 queries in turn", &text((0..100_000).map(|n| (n % 20_000, n))), &qrels), 100_000);
}

/// Two queries in turn, each with so many judgements that going through them for every change of query would take hours.
#[test]
fn queries_in_turn_with_many_judgements() {
    let qrels = qrels(&judged((0..200_000).map(|n| (n % 2, n, 1))));
    assert_eq!(read("two queries in turn, 100,000 judgements each", &text((0..100_000).map(|n| (n % 2, n))), &qrels), 100_000);
}

#[test]
fn judgements_in_any_order_and_of_any_grade() {
    let grades = in_time("a grade of 1,000,000", || {
        let qrels = qrels(&judged([(0, 0, 1_000_000), (0, 1, i32::MAX), (0, 2, i32::MIN)].into_iter()));
        qrels.grades(0).to_vec()
    });
    assert_eq!(grades, [i32::MAX, 1_000_000]);
    let source = judged((0..300_000).map(|n| (n % 20_000, n, 1_000_000 - n as i32)));
    assert_eq!(in_time("judgements in turn", || qrels(&source)).judgement_count(), 300_000);
    let source = judged((0..300_000).map(|n| (0, n % 150_000, 2)));
    assert_eq!(in_time("each judgement twice", || qrels(&source)).repeated(), 150_000);
}

/// Looking for the line of a fault reads the file once more, not once for every fault.
#[test]
fn files_full_of_faults() {
    let any = qrels(&judged([(0, 0, 1)].into_iter()));
    let source = text((0..60_000).map(|n| (n % 20_000, n % 20_000)));
    let fault = |told: Result<(), InputError>| told.unwrap_err().line();
    let line = in_time("20,000 queries with a document twice", || fault(scored(&source, &any, &reading()).map(drop)));
    assert_eq!(line, Some(20_001));
    assert_eq!(in_time("the same as lists", || fault(read_lists(&source, &reading()).map(drop))), Some(20_001));
    let source = judged((0..60_000).map(|n| (n % 20_000, n % 20_000, n as i32)));
    assert_eq!(in_time("20,000 contradictions", || fault(read_qrels(&source, &reading()).map(drop))), Some(20_001));
}

/// Blank lines and comments belong to no query and cost no more than others.
#[test]
fn nothing_but_blank_lines_and_comments() {
    let any = qrels(&judged([(0, 0, 1)].into_iter()));
    for line in ["\n", "# c\n", " \t\r\n"] {
        let mut bytes = b"q0 Q0 d0 1 1 t\n".to_vec();
        bytes.extend(line.repeat(8_000_000 / line.len()).into_bytes());
        bytes.extend(b"q0 Q0 d1 1 1 t\n");
        // In small pieces, each of which would be searched back to the first line if what is known of it were forgotten.
        let source = in_blocks(Source::memory("run", bytes), Some(100_000));
        assert_eq!(read("blank lines", &source, &any), 2);
    }
}
