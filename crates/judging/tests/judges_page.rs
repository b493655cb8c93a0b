//! The figures on the page about judges are the ones that come out of what was said, which is kept beside it.

#[allow(dead_code)] // it is shared with examples and another test, and each uses a part
mod accuracy;
#[path = "../../statistics/tests/shared/sets.rs"]
mod sets;

use std::path::{Path, PathBuf};

use accuracy::beside::{PUT, Row, corrected, read_rows, tables};
use generation::Verdict;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// What stands on the page below a mark. `FOURCELL_UPDATE` puts in its place what comes out.
fn compare(mark: &str, comes_out: &str) {
    let file = docs().join("judges.md");
    let page = std::fs::read_to_string(&file).unwrap().replace("\r\n", "\n");
    let begin = format!("<!-- {mark} -->\n```\n");
    let (before, rest) = page.split_once(&begin).unwrap();
    let (stands, after) = rest.split_once("```\n").unwrap();
    if std::env::var_os("FOURCELL_UPDATE").is_some() {
        std::fs::write(&file, format!("{before}{begin}{comes_out}```\n{after}")).unwrap();
        return;
    }
    assert_eq!(stands, comes_out, "docs/judges.md says something else below '{mark}': run this test with FOURCELL_UPDATE=1");
}

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(docs().join("judges.tsv")).unwrap();
    read_rows(&text).unwrap_or_else(|line| panic!("docs/judges.tsv: line {line} is no row"))
}

// One test writes the page, so that two do not at a time.
#[test]
fn the_figures_on_the_page_come_out() {
    compare("model", &tables(&rows()));
    let data = sets::data();
    let Some(table) = corrected(&data, 60, 1) else {
        let line = "SKIPPED: figures of docs/judges.md: a set of ../shared/data is not there\n";
        sets::skipped(line);
        return;
    };
    compare("corrected", &table);
    // What the page's rows say of people and of the lexical judge is what the sets say.
    for put in &PUT {
        let items = put.sample(&data, usize::MAX, 1).unwrap();
        for row in rows().iter().filter(|row| row.set == put.folder) {
            let (_, item) = items.iter().find(|(place, _)| *place == row.item).unwrap();
            assert_eq!((row.label, row.lexical), (item.label, item.lexical(put.by_claims)), "{}", row.line());
        }
    }
}

#[test]
fn a_row_is_read_as_it_was_written_and_what_failed_is_counted_by_kind() {
    let row = |item, label, said: Result<Verdict, &str>| Row {
        model: "m".into(),
        form: "text".into(),
        set: "wice".into(),
        item,
        label,
        lexical: Some(label),
        said: said.map_err(str::to_owned),
        seconds: 1.5,
    };
    let rows = [
        row(0, true, Ok(Verdict::Supported)),
        row(1, false, Ok(Verdict::Supported)),
        row(2, false, Ok(Verdict::NotFound)),
        row(3, true, Err("truncated")),
    ];
    let lines: Vec<String> = rows.iter().map(Row::line).collect();
    assert_eq!(read_rows(&lines.join("\n")), Ok(rows.to_vec()));
    assert_eq!(read_rows("not\ta\trow"), Err(1));
    let table = tables(&rows);
    let model = table.lines().last().unwrap();
    let fields: Vec<&str> = model.split_whitespace().collect();
    // Three verdicts, two of them `supported`; right of both labels 1/1 and 1/2; the failure is no verdict.
    assert_eq!((fields[1], fields[2], fields[3], fields[6]), ("3", "0.67", "0.67", "0.75"), "{model}");
    assert!(model.ends_with("1.5  1 truncated"), "{model}");
    assert!(table.contains("n=4, 0.50 of them supported"), "{table}");
}
