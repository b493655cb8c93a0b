//! trec_eval's own output, value by value: `conformance/trec` holds inputs and what trec_eval 9.0.8 and 10.0 print at full precision.
//!
//! Under `--compat` every value that they printed must come out, but where they crashed, took a wrong turn or accepted nonsense:
//! [`DIFFERENCES`] lists those inputs, each with the reason.

use std::collections::BTreeMap;
use std::path::PathBuf;

use fourcell::evaluate::{Evaluated, TrecTerms, score_trec};
use fourcell::formats::trec::{Compat, Reading, read_qrels};
use fourcell::formats::{InputError, Refusal, Source};
use fourcell::retrieval::Measure;
use fourcell::retrieval::summary::{Clusters, summarise_all};
use fourcell::statistics::{Level, Score};
use serde_json::Value;

/// What Fourcell does where it does not follow.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Instead {
    /// It refuses, with these words in the error.
    Refuses(&'static str),
    /// It gives the defined value.
    Defines,
}
use Instead::{Defines, Refuses};

const NUMBER: Instead = Refuses("the score must be a finite decimal number");
const GRADE: Instead = Refuses("the grade must be a whole number");

/// Inputs, with flags where only some, and version where only one, on which Fourcell differs on purpose.
const DIFFERENCES: &[(&str, &str, &str, Instead, &str)] = &[
    ("score_nan", "", "", NUMBER, "NaN is no score to rank by"),
    ("score_nan_many", "", "", NUMBER, "NaN is no score to rank by"),
    ("score_inf", "", "", NUMBER, "infinity is no score to rank by"),
    ("score_minus_inf", "", "", NUMBER, "infinity is no score to rank by"),
    ("score_1e400", "", "", NUMBER, "read as infinity there"),
    ("score_abc", "", "", NUMBER, "read as 0 there"),
    ("score_1_5abc", "", "", NUMBER, "read as 1.5 there"),
    ("score_1comma_5", "", "", NUMBER, "read as 1 there"),
    ("score_0x10", "", "", NUMBER, "hexadecimal is read there"),
    ("grade_text", "", "", GRADE, "read as 0 there"),
    ("grade_decimal", "", "", GRADE, "cut to a whole number there"),
    ("level_0", "-q -l -1", "", Defines, "unjudged documents count as relevant there, so that recall is 1.5"),
    ("utf8_bom", "", "", Defines, "the mark becomes a part of the first query's id there"),
    ("grade_all_minus2_second_query", "", "", Defines, "both crash"),
    ("grade_all_negative", "", "", Defines, "both stop: no measure can be calculated"),
    ("grade_int32_max", "", "", Defines, "both ask for memory by the largest grade"),
    ("grade_large_1e6", "", "", Defines, "both take time that grows with the square of the largest grade"),
    ("grade_int32_over", "", "", GRADE, "both stop for want of memory"),
    ("grade_int64_over", "", "", GRADE, "both stop for want of memory"),
    ("nul_byte", "", "", Refuses("NUL byte"), "both crash"),
    ("blank_line_qrels_end", "", "", Defines, "blank lines are skipped, in qrels as in runs"),
    ("blank_lines_qrels", "", "", Defines, "blank lines are skipped, in qrels as in runs"),
    ("comment_last_line", "", "10", Defines, "10.0 crashes"),
    ("comments_two_in_a_row", "", "10", Defines, "10.0 reads only one comment at a time"),
    ("dup_in_qrels_same_grade", "", "", Defines, "the same judgement twice counts once"),
    ("missing_in_run", "-q", "10", Defines, "10.0 stops; the mean is over the queries of both files, as in 9"),
    ("missing_both_sides", "-q", "10", Defines, "10.0 stops; the mean is over the queries of both files, as in 9"),
];

/// Where trec_eval refuses, Fourcell does.
const BOTH_REFUSE: &[(&str, &str, &str)] = &[
    ("comments", "9", "fields"),
    ("comment_last_line", "9", "fields"),
    ("comment_last_line_run_only", "9", "fields"),
    ("comments_two_in_a_row", "9", "fields"),
    ("dup_in_qrels_conflict", "", "has two grades"),
    ("dup_in_run_beyond_M", "", "stands twice"),
    ("dup_in_run_diff_score", "", "stands twice"),
    ("dup_in_run_same_score", "", "stands twice"),
    ("empty_qrels", "", "holds no judgements"),
    ("empty_run", "", "holds no results"),
    ("blank_only_run", "", "holds no results"),
    ("five_col_qrels", "", "expected 4 fields"),
    ("three_col_qrels", "", "expected 4 fields"),
    ("five_columns", "", "expected 6 fields"),
    ("no_overlap", "", "no query of the run is judged"),
    ("qid_leading_zero", "", "no query of the run is judged"),
];

/// Of these, the inputs are sound but hold nothing that could be evaluated.
const NOTHING_TO_EVALUATE: &[&str] = &["holds no results", "no query of the run is judged"];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../conformance/trec")
}

fn bytes(case: &Value, key: &str) -> Vec<u8> {
    match (case[key].as_str(), case[format!("{key}_base64")].as_str()) {
        (Some(text), _) => text.as_bytes().to_vec(),
        (None, Some(coded)) => base64(coded),
        _ => panic!("no {key}"),
    }
}

fn base64(coded: &str) -> Vec<u8> {
    let value = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = coded.bytes().filter(|c| *c != b'=' && !c.is_ascii_whitespace()).map(value).collect();
    let mut out = Vec::new();
    for group in digits.chunks(4) {
        let word = group.iter().fold(0u32, |w, d| w << 6 | u32::from(*d)) << (6 * (4 - group.len()));
        out.extend_from_slice(&word.to_be_bytes()[1..group.len()]);
    }
    out
}

/// The measures of trec_eval that Fourcell has, among those whose values are expected.
fn known_measures(expected: &Value) -> BTreeMap<String, Measure> {
    let mut known = BTreeMap::new();
    for values in expected.as_object().unwrap().values() {
        for name in values.as_object().unwrap().keys() {
            if let Ok(measure) = name.parse::<Measure>()
                && measure.trec_name().as_deref() == Some(name)
            {
                known.insert(name.clone(), measure);
            }
        }
    }
    known
}

fn evaluate(case: &Value, flags: &str, compat: Compat, measures: Vec<Measure>) -> Result<Evaluated, InputError> {
    let mut terms = TrecTerms::new(measures);
    terms.reading = Reading { compat: Some(compat), ..Reading::default() };
    let mut words = flags.split(' ');
    while let Some(word) = words.next() {
        let mut number = || words.next().unwrap().parse::<i32>().unwrap();
        match word {
            "-q" | "ALL" => {}
            "-c" => terms.complete = true,
            "-J" => terms.judged_only = true,
            "-l" => terms.rel = number(),
            "-M" => terms.reading.depth = Some(number() as u32),
            other => panic!("flag {other}"),
        }
    }
    let qrels = read_qrels(&Source::memory("qrels", bytes(case, "qrels")), &terms.reading)?;
    score_trec(&qrels, &Source::memory("run", bytes(case, "run")), &terms)
}

fn compare(name: &str, expected: &Value, measures: &BTreeMap<String, Measure>, ours: &Evaluated) -> usize {
    let mut compared = 0;
    let summaries = summarise_all(&ours.scores, &Clusters::none(), Level::NINETY_FIVE);
    for (query, values) in expected.as_object().unwrap() {
        for (column, measure) in measures.keys().enumerate() {
            let Some(theirs) = values[measure].as_f64() else { continue };
            let mine = if query == "all" {
                summaries[column].value.unwrap_or_else(|| panic!("{name}: no {measure}"))
            } else {
                // trec_eval leaves a query out of its lines that the run lacks; here it is a row.
                let row = ours.scores.find(query).unwrap_or_else(|| panic!("{name}: query {query} is missing"));
                match ours.scores.get(row, column) {
                    Score::Value(value) => value,
                    other => panic!("{name}: {query} {measure}: {other:?}"),
                }
            };
            assert!((mine - theirs).abs() <= 1e-9, "{name}: {query} {measure}: {mine} is not {theirs}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn every_value_that_trec_eval_prints_comes_out() {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "json"));
    files.sort();
    assert_eq!(files.len(), 106);
    let (mut compared, mut refused, mut differ) = (0, 0, 0);
    for file in files {
        let case: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        let name = case["name"].as_str().unwrap();
        for entry in case["cases"].as_array().unwrap() {
            let flags = entry["trec_eval_flags"].as_str().unwrap();
            for (version, key, compat) in [("9", "trec_eval_9_0_8", Compat::V9), ("10", "trec_eval_10_0", Compat::V10)] {
                let what = format!("{name} ({flags}, trec_eval {version})");
                let expected = &entry[key]["values"];
                let measures = if expected.is_object() { known_measures(expected) } else { BTreeMap::new() };
                let mut wanted: Vec<Measure> = measures.values().copied().collect();
                if wanted.is_empty() {
                    wanted = fourcell::retrieval::name::parse_list("map ndcg P_5").unwrap();
                }
                let ours = evaluate(&case, flags, compat, wanted);
                let listed = DIFFERENCES
                    .iter()
                    .find(|(n, f, v, _, _)| *n == name && (f.is_empty() || *f == flags) && (v.is_empty() || *v == version));
                let both = BOTH_REFUSE.iter().find(|(n, v, _)| *n == name && (v.is_empty() || *v == version));
                match (listed, both) {
                    (Some((_, _, _, Refuses(words), _)), _) => {
                        let error = ours.err().unwrap_or_else(|| panic!("{what} is not refused"));
                        assert!(error.to_string().contains(words), "{what}: {error}");
                        differ += 1;
                    }
                    (Some((_, _, _, Defines, _)), _) => {
                        let ours = ours.unwrap_or_else(|e| panic!("{what}: {e}"));
                        for summary in summarise_all(&ours.scores, &Clusters::none(), Level::NINETY_FIVE) {
                            assert!(summary.value.is_some_and(f64::is_finite), "{what}");
                        }
                        differ += 1;
                    }
                    (None, Some((_, _, words))) if !(expected.is_object() && entry[key]["exit"] == 0) || ours.is_err() => {
                        let error = ours.err().unwrap_or_else(|| panic!("{what} is not refused"));
                        assert!(error.to_string().contains(words), "{what}: {error}");
                        let nothing = error.refusal() == Refusal::NothingToEvaluate;
                        assert_eq!(nothing, NOTHING_TO_EVALUATE.contains(words), "{what}: {error}");
                        refused += 1;
                    }
                    _ => {
                        assert!(expected.is_object(), "{what}: nothing expected, and not listed");
                        let ours = ours.unwrap_or_else(|e| panic!("{what}: {e}"));
                        compared += compare(&what, expected, &measures, &ours);
                    }
                }
            }
        }
    }
    println!("{compared} values compared, {refused} inputs refused by both, {differ} deliberate differences");
    assert_eq!((compared, refused, differ), (20_547, 40, 50));
}
