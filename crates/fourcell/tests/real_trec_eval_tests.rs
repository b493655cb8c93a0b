//! trec_eval's own test files: every value that it prints of a measure that Fourcell has, to the four decimals it prints.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use fourcell::evaluate::{Evaluated, TrecTerms, score_trec};
use fourcell::formats::Source;
use fourcell::formats::trec::{Compat, Reading, read_qrels};
use fourcell::retrieval::Measure;
use fourcell::retrieval::measures::Values;
use fourcell::statistics::Score;

mod shared;

/// What `-m all_trec` prints and Fourcell has not.
const NOT_HAD: &str = "11pt_avg G Rndcg Rprec_mult_0.20 Rprec_mult_0.40 Rprec_mult_0.60 Rprec_mult_0.80 Rprec_mult_1.00 \
    Rprec_mult_1.20 Rprec_mult_1.40 Rprec_mult_1.60 Rprec_mult_1.80 Rprec_mult_2.00 binG gm_bpref ndcg_rel num_nonrel_judged_ret \
    rbp rbp_resid relative_P_10 relative_P_100 relative_P_1000 relative_P_15 relative_P_20 relative_P_200 relative_P_30 \
    relative_P_5 relative_P_500 set_map set_relative_P utility";

/// One of trec_eval's own checks.
struct Check {
    printed: &'static str,
    qrels: &'static str,
    run: &'static str,
    terms: fn(&mut TrecTerms),
    lines: usize,
    compared: usize,
    not_had: String,
}

impl Default for Check {
    fn default() -> Self {
        Self {
            printed: "out.test",
            qrels: "qrels.test",
            run: "results.test",
            terms: |_| {},
            lines: 30,
            compared: 30,
            not_had: String::new(),
        }
    }
}

#[test]
fn what_trec_eval_prints_for_its_own_tests_comes_out() {
    let Some(folder) = shared::folder("trec-eval-tests", "trec_eval's own output over its flags") else { return };
    let all = |more: &str| format!("{NOT_HAD} {more}");
    let checks = [
        Check::default(),
        Check { qrels: "qrels.test.with-comments", ..Check::default() },
        Check { printed: "out.test.a", lines: 99, compared: 68, not_had: all(""), ..Check::default() },
        Check { printed: "out.test.aq", lines: 387, compared: 263, not_had: all("relstring"), ..Check::default() },
        Check {
            printed: "out.test.aqc",
            run: "results.trunc",
            terms: |terms| terms.complete = true,
            lines: 387,
            compared: 263,
            not_had: all("relstring"),
            ..Check::default()
        },
        Check {
            printed: "out.test.aqcM",
            run: "results.trunc",
            terms: |terms| {
                terms.complete = true;
                terms.reading.depth = Some(100);
            },
            lines: 387,
            compared: 263,
            not_had: all("relstring"),
            ..Check::default()
        },
        Check {
            printed: "out.test.aql",
            qrels: "qrels.rel_level",
            terms: |terms| terms.rel = 2,
            lines: 387,
            compared: 263,
            not_had: all("relstring_20"),
            ..Check::default()
        },
        Check {
            printed: "out.test.meas_params",
            lines: 88,
            compared: 64,
            not_had: "11pt_avg_.25,.5,.75 Rprec_mult_0.20 Rprec_mult_0.35 Rprec_mult_5.00 ndcg_1=3,2=9,4=4.5 utility_2,-1,0,0"
                .into(),
            ..Check::default()
        },
    ];
    let mut sum = 0;
    for check in &checks {
        let what = format!("{} of {} and {}", check.printed, check.qrels, check.run);
        let (compared, not_had) = compare(&folder, check, &what);
        println!("{what}: {compared} values of {} lines; not had: {}", check.lines, not_had.join(" "));
        let expected: BTreeSet<&str> = check.not_had.split_whitespace().collect();
        assert_eq!((compared, not_had), (check.compared, expected.into_iter().map(str::to_owned).collect()), "{what}");
        sum += compared;
    }
    assert_eq!(sum, 30 + 30 + 68 + 4 * 263 + 64);
}

/// How many lines were compared, and the names of measures not had.
fn compare(folder: &Path, check: &Check, what: &str) -> (usize, Vec<String>) {
    let printed = shared::text(&folder.join(check.printed));
    let lines: Vec<(&str, &str, &str)> = printed.lines().map(fields).collect();
    assert_eq!(lines.len(), check.lines, "{what}");
    let mut measures: BTreeMap<&str, Measure> = BTreeMap::new();
    let mut not_had = BTreeSet::new();
    for &(name, _, _) in lines.iter().filter(|(name, _, _)| *name != "runid") {
        match name.parse::<Measure>() {
            Ok(measure) if measure.trec_name().as_deref() == Some(name) => drop(measures.insert(name, measure)),
            _ => drop(not_had.insert(name.to_owned())),
        }
    }
    let mut terms = TrecTerms::new(measures.values().copied().collect());
    terms.reading.compat = Some(Compat::V10);
    (check.terms)(&mut terms);
    let ours = evaluate(folder, check, &terms);
    let mut compared = 0;
    let summaries = shared::summaries(&ours);
    for (name, query, theirs) in lines {
        if name == "runid" {
            assert_eq!((query, ours.told.tag.as_deref()), ("all", Some(theirs)), "{what}");
            compared += 1;
            continue;
        }
        let Some(measure) = measures.get(name) else { continue };
        let column = measures.keys().position(|n| *n == name).unwrap();
        let mine = match (query, ours.scores.find(query)) {
            ("all", _) => summaries[column].value.unwrap_or_else(|| panic!("{what}: no {name}")),
            (_, Some(row)) => match ours.scores.get(row, column) {
                Score::Value(value) => value,
                other => panic!("{what}: {query} {name}: {other:?}"),
            },
            _ => panic!("{what}: query {query} is missing"),
        };
        let decimals = if measure.definition.values == Values::Count { 0 } else { 4 };
        assert_eq!(format!("{mine:.decimals$}"), theirs, "{what}: {query} {name}");
        compared += 1;
    }
    (compared, not_had.into_iter().collect())
}

fn fields(line: &str) -> (&str, &str, &str) {
    let mut fields = line.split('\t').map(str::trim_end);
    let mut next = || fields.next().unwrap_or_else(|| panic!("{line}"));
    (next(), next(), next())
}

fn evaluate(folder: &Path, check: &Check, terms: &TrecTerms) -> Evaluated {
    let qrels = read_qrels(&Source::file(&folder.join(check.qrels)), &terms.reading).unwrap_or_else(|e| panic!("{e}"));
    score_trec(&qrels, &Source::file(&folder.join(check.run)), terms).unwrap_or_else(|e| panic!("{e}"))
}

/// Its `rbp` is more patient than Fourcell's RBP is by itself, and the same where grades are 0 or 1.
#[test]
fn its_rbp_is_ours_with_a_persistence_of_nine_tenths() {
    let Some(folder) = shared::folder("trec-eval-tests", "trec_eval's rank-biased precision") else { return };
    let mut compared = 0;
    for (printed, run) in [("out.test.aq", "results.test"), ("out.test.aqc", "results.trunc")] {
        let mut terms = TrecTerms { complete: true, ..TrecTerms::new(vec!["RBP(p=0.9)".parse().unwrap()]) };
        terms.reading.compat = Some(Compat::V10);
        let ours = evaluate(&folder, &Check { run, ..Check::default() }, &terms);
        let lines = shared::text(&folder.join(printed));
        for (_, query, theirs) in lines.lines().map(fields).filter(|(name, _, _)| *name == "rbp") {
            let mine = match ours.scores.find(query) {
                Some(row) => ours.scores.get(row, 0),
                None => Score::Value(shared::summaries(&ours)[0].value.unwrap()),
            };
            let Score::Value(mine) = mine else { panic!("{printed} {query}: {mine:?}") };
            assert_eq!(shared::four(mine), theirs, "{printed} {query}");
            compared += 1;
        }
    }
    assert_eq!(compared, 8);
}

#[test]
fn without_compat_the_official_measures_of_these_files_are_the_same() {
    let Some(folder) = shared::folder("trec-eval-tests", "trec_eval's files as Fourcell reads them by itself") else { return };
    let measures = fourcell::retrieval::name::parse_list("official").unwrap();
    for qrels in ["qrels.test", "qrels.test.with-comments"] {
        let check = Check { qrels, ..Check::default() };
        let by_itself = evaluate(&folder, &check, &TrecTerms::new(measures.clone()));
        let mut terms = TrecTerms::new(measures.clone());
        terms.reading = Reading { compat: Some(Compat::V10), ..Reading::default() };
        let compat = evaluate(&folder, &check, &terms);
        for (column, measure) in measures.iter().enumerate() {
            assert_eq!(by_itself.scores.column(column), compat.scores.column(column), "{qrels}: {measure}");
        }
    }
}
