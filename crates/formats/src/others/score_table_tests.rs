//! How tables of scores are read, and what is refused.

use super::*;

fn read(text: &str, columns: &Columns) -> Result<ScoreTable, InputError> {
    read_score_table(&Source::memory("s.tsv", text.as_bytes()), columns)
}

fn found(text: &str) -> ScoreTable {
    read(text, &Columns::default()).unwrap()
}

const TABLE: &str = "model\tk\tq\tkind\tfaith\tsas\n\
                     small\t1\t2\tx\t1\t-0.25\n\
                     small\t1\t10\ty\t\t0.5\n\
                     \n\
                     small\t3\t10\ty\t0.0\tNaN\n\
                     small\t3\t2\tx\t1.0\t3\n";

#[test]
fn configurations_questions_and_scores_are_found() {
    let table = found(TABLE);
    let names: Vec<String> = table.configurations.iter().map(Scored::name).collect();
    assert_eq!(names, ["model=small,k=1", "model=small,k=3"]);
    assert_eq!(table.questions, ["10", "2"]);
    let measure = |name: &str, hits, in_unit| Numbers { name: name.into(), hits, in_unit, less_is_better: false };
    assert_eq!(table.measures, [measure("faith", true, true), measure("sas", false, false)]);
    use Given::{Failed, Value as Is};
    assert_eq!(table.configurations[0].rows, [[Failed, Is(0.5)], [Is(1.0), Is(-0.25)]]);
    assert_eq!(table.configurations[1].rows, [[Is(0.0), Failed], [Is(1.0), Is(3.0)]]);
    let kinds = BTreeMap::from([("10".to_owned(), "y".to_owned()), ("2".to_owned(), "x".to_owned())]);
    assert_eq!((table.slices, table.warnings), (BTreeMap::from([("kind".to_owned(), kinds)]), vec![]));
    assert_eq!(table.configurations[1].made_with().settings["k"], Value::Plain("3".to_owned()));
}

#[test]
fn columns_may_be_said() {
    let columns = Columns {
        question: Some("kind".into()),
        settings: Some(vec!["k".into()]),
        measures: Some(vec!["sas".into()]),
        less_is_better: vec!["sas".into()],
    };
    let table = read(TABLE, &columns).unwrap();
    assert_eq!((table.questions.len(), table.measures.len()), (2, 1));
    assert!(table.measures[0].less_is_better);
    assert_eq!(table.slices.keys().map(String::as_str).collect::<Vec<_>>(), ["model", "q"]);
    assert_eq!(table.warnings, [""; 0], "what is not named is not missed");
    let text = read("k\tq\tm\tanswer\n1\ta\t1\tyes\n2\ta\t1\tno\n", &Columns::default()).unwrap();
    assert_eq!(
        text.warnings,
        ["column 'answer' is left out: it holds no scores, and is not the same for a question in every configuration"]
    );
}

#[test]
fn commas_and_a_table_of_one_configuration() {
    let table = found("id,\"right, or not\"\r\n\"a,b\",1\r\nc,0\r\n");
    assert_eq!((table.configurations.len(), table.configurations[0].name().as_str()), (1, "all"));
    assert_eq!(table.questions, ["a,b", "c"]);
    assert_eq!(table.measures[0].name, "right, or not");
}

#[test]
fn a_row_that_is_not_there_is_no_failure() {
    let table = found("k\tq\tm\n1\ta\t1\n1\tb\t1\n2\ta\t0\n");
    assert_eq!(table.configurations[1].rows[1], [Given::NoRow]);
    assert!(table.warnings[0].contains("lack of questions that others have: 1"), "{:?}", table.warnings);
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (text, problem, line, column) in [
        ("k\tq\tm\n1\ta\t0.5\n1\tb\t0.5x\n", "'m' must be a number, found '0.5x'", Some(3), Some(5)),
        ("k\tq\tm\n1\ta\tinf\n", "'m' is 'inf', which is no finite number", Some(2), Some(5)),
        ("k\tq\tm\n1\ta\n", "has 2 cells, and the head has 3", Some(2), None),
        ("k\tq\tm\n1\ta\t1\n2\ta\t1\n1\ta\t0\n", "question 'a' of '1' already stands on line 2", Some(4), None),
        ("k\tq\tm\n1\t \t1\n", "'q' is blank", Some(2), Some(3)),
        ("k\tq\tq\n", "two columns are called 'q'", Some(1), Some(5)),
        ("k\t\tq\n", "a column has no name", Some(1), Some(3)),
        ("\n\nk\tm\n", "no column is called question_id or query_id or qid or q or id or question or query", Some(3), None),
        ("k,q,\"m\n", "a quote is not closed on its line", Some(1), Some(5)),
        ("", "holds no row", None, None),
        ("k\tq\tm\n", "holds no row below its head", None, None),
        ("k\tq\n1\ta\n", "holds no column of scores beside those that say what a row is of", None, None),
    ] {
        let error = read(text, &Columns::default()).unwrap_err();
        assert_eq!(
            (error.problem(), error.line(), error.column(), error.file()),
            (problem, line, column, Some("s.tsv")),
            "{text:?}"
        );
    }
    let said = |columns| read(TABLE, &columns).unwrap_err().problem().to_owned();
    let none = Columns::default();
    assert_eq!(said(Columns { question: Some("qq".into()), ..none.clone() }), "no column is called 'qq'");
    assert_eq!(
        said(Columns { measures: Some(vec!["k".into()]), ..none.clone() }),
        "'k' holds no scores: it says what a row is of"
    );
    assert_eq!(said(Columns { measures: Some(vec!["kind".into()]), ..none }), "'kind' must be a number, found 'x'");
}

#[test]
fn there_is_an_end_to_what_is_read() {
    let wide = (0..MOST_COLUMNS).map(|n| format!("c{n}\t")).collect::<String>() + "q\n";
    assert_eq!(read(&wide, &Columns::default()).unwrap_err().problem(), "has 257 columns; no more than 256 are read");
    let many: String = (0..=MOST).map(|n| format!("{n}\ta\t1\n")).collect();
    let error = read(&format!("k\tq\tm\n{many}"), &Columns::default()).unwrap_err();
    assert_eq!((error.problem(), error.line()), ("more than 1000 configurations are not compared", Some(1002)));
    // Each question in one configuration alone: little is written, and most of the table would be empty.
    let sparse: String = (0..6_000).map(|n| format!("{}\t{n}\t1\n", n % MOST)).collect();
    let error = read(&format!("k\tq\tm\n{sparse}"), &Columns::default()).unwrap_err();
    assert_eq!(error.problem(), "1000 configurations by 6000 questions by 1 columns of scores are more than 5000000");
}
