//! A BEIR directory: `queries.jsonl`, `corpus.jsonl` and `qrels/<split>.tsv`.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use crate::error::{InputError, quoted};
use crate::lines::{LONGEST_LINE, Lines};
use crate::native::id::id;
use crate::native::read::{Note, Notes, Read, Seen, Warning, read_objects};
use crate::native::run::find_file;
use crate::source::Source;
use crate::suggest;

/// What a BEIR directory holds.
#[derive(Clone, Debug)]
pub struct Beir {
    /// The directory.
    pub directory: PathBuf,
    /// The split whose judgements were read.
    pub split: String,
    /// The queries.
    pub queries: Read<BeirQuery>,
    /// The judgements of the split.
    pub judgements: Read<BeirJudgement>,
    /// The ids of the corpus, where it is there. Its texts are not kept: it may be larger than memory.
    pub corpus_ids: Option<HashSet<Box<str>>>,
    /// What is odd: that of the files, and ids of one that the others lack.
    pub warnings: Vec<Warning>,
    /// The files that were read, for their hashes.
    pub files: Vec<Source>,
}

/// A line of `queries.jsonl`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeirQuery {
    /// `_id`.
    pub id: String,
    /// `text`.
    pub text: String,
}

/// A line of `qrels/<split>.tsv`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeirJudgement {
    /// The query's id.
    pub query: String,
    /// The document's id.
    pub document: String,
    /// The grade.
    pub grade: i64,
}

/// Reads a BEIR directory. Without `split` its test judgements are read; where there are none, the error lists the splits there are.
///
/// Ids that are judged but not in the queries or the corpus are a warning; where not one is, the files do not belong together, and
/// every score would be zero, so that is refused.
pub fn read_beir(directory: &Path, split: Option<&str>) -> Result<Beir, InputError> {
    let refuse = |problem: String| InputError::new(problem).in_file(directory.display().to_string());
    if !directory.is_dir() {
        return Err(refuse("is not a directory".into()).mend("name the directory that holds queries.jsonl and qrels/"));
    }
    let Some(queries_file) = find_file(directory, "queries.jsonl")? else {
        return Err(refuse("holds no queries.jsonl".into()).mend("a BEIR directory holds corpus.jsonl, queries.jsonl and qrels/"));
    };
    let (split, qrels_file) = find_split(directory, split)?;
    let corpus_file = find_file(directory, "corpus.jsonl")?;
    let queries = read_queries(&queries_file)?;
    let judgements = read_qrels(&qrels_file)?;
    let mut warnings = [queries.warnings.clone(), judgements.warnings.clone()].concat();
    let query_ids: HashSet<Box<str>> = queries.items.iter().map(|q| q.id.as_str().into()).collect();
    let judged = judgements.items.iter().map(|j| j.query.as_str());
    warnings.extend(compare_ids(judged, &query_ids, "query", &qrels_file, &queries_file)?);
    let corpus_ids = match &corpus_file {
        None => None,
        Some(file) => {
            let (ids, noted) = read_corpus_ids(file)?;
            warnings.extend(noted);
            let judged = judgements.items.iter().map(|j| j.document.as_str());
            warnings.extend(compare_ids(judged, &ids, "document", &qrels_file, file)?);
            Some(ids)
        }
    };
    let files = [Some(queries_file), Some(qrels_file), corpus_file].into_iter().flatten().collect();
    Ok(Beir { directory: directory.to_owned(), split, queries, judgements, corpus_ids, warnings, files })
}

/// The judgements of the split that is asked for, else of `test`.
fn find_split(directory: &Path, split: Option<&str>) -> Result<(String, Source), InputError> {
    let qrels = directory.join("qrels");
    let wanted = split.unwrap_or("test");
    let refuse = |problem: String| InputError::new(problem).in_file(qrels.display().to_string());
    if wanted.is_empty() || wanted.contains(['/', '\\', '\0']) {
        return Err(refuse(format!("{} is no name of a split", quoted(wanted))));
    }
    if let Some(source) = find_file(&qrels, &format!("{wanted}.tsv"))? {
        return Ok((wanted.to_owned(), source));
    }
    let mut splits: Vec<String> = std::fs::read_dir(&qrels)
        .map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => {
                refuse("no such directory".into()).mend("the judgements are looked for in qrels/<split>.tsv")
            }
            _ => refuse(format!("cannot be read: {e}")),
        })?
        .filter_map(|entry| {
            let name = entry.ok()?.file_name().into_string().ok()?;
            let name = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(&name);
            Some(name.strip_suffix(".tsv")?.to_owned())
        })
        .collect();
    splits.sort();
    splits.dedup();
    if splits.is_empty() {
        return Err(refuse("holds no judgements (<split>.tsv)".into()));
    }
    let listed = format!("splits there are: {}", splits.join(", "));
    Err(refuse(format!("has no split {}", quoted(wanted))).mend(
        match suggest::nearest(wanted, splits.iter().map(String::as_str)) {
            Some(near) => format!("did you mean '{near}'? {listed}"),
            None => format!("{listed}; name one with --split"),
        },
    ))
}

/// Reads `queries.jsonl`.
pub fn read_queries(source: &Source) -> Result<Read<BeirQuery>, InputError> {
    let mut seen = Seen::new();
    let read = read_objects(source, |object, notes| {
        let value = object.need("_id")?;
        let id = id(value, "_id", notes)?.into_owned();
        seen.once(id.clone(), notes.line, value, || quoted(&id))?;
        Ok(BeirQuery { id, text: object.need("text")?.string()?.into_owned() })
    })?;
    read.not_empty(source, || InputError::nothing_to_evaluate("holds no query"))
}

/// Reads the ids of `corpus.jsonl`; of the rest of each line only that it is JSON is checked.
pub fn read_corpus_ids(source: &Source) -> Result<(HashSet<Box<str>>, Vec<Warning>), InputError> {
    let mut ids: HashSet<Box<str>> = HashSet::new();
    let read = read_objects(source, |object, notes| {
        let value = object.need("_id")?;
        let id = id(value, "_id", notes)?;
        // The line of the first is not kept: of millions of documents it would cost as much as the ids.
        if ids.insert(id.as_ref().into()) { Ok(()) } else { Err(value.fault(format!("{} stands twice", quoted(&id)))) }
    })?;
    if ids.is_empty() {
        return Err(InputError::new("holds no document").in_file(source.name().clone()));
    }
    Ok((ids, read.warnings))
}

/// Reads `qrels/<split>.tsv`, with or without its header. A judgement that is repeated collapses; one that is contradicted is refused.
pub fn read_qrels(source: &Source) -> Result<Read<BeirJudgement>, InputError> {
    let mut lines = Lines::open(source, LONGEST_LINE)?;
    let mut read = Read::default();
    let mut notes = Notes::default();
    // The place among the items, by query and document with the tab between, which neither can hold.
    let mut known: HashMap<Box<str>, usize> = HashMap::new();
    let mut first = true;
    loop {
        let number = lines.number() + 1;
        let Some(line) = lines.next()? else { break };
        if line.trim().is_empty() {
            read.blank += 1;
            continue;
        }
        notes.line = number;
        if std::mem::take(&mut first) && is_header(line) {
            continue;
        }
        let here = |e: InputError| e.at_line(number).in_file(source.name().clone());
        let judgement = judgement(line).map_err(here)?;
        match known.entry(line[..judgement.query.len() + 1 + judgement.document.len()].into()) {
            Entry::Vacant(entry) => {
                entry.insert(read.items.len());
                read.items.push(judgement);
                read.lines.push(number);
            }
            Entry::Occupied(entry) => {
                let (before, line) = (&read.items[*entry.get()], read.lines[*entry.get()]);
                if before.grade != judgement.grade {
                    let (query, document) = (quoted(&judgement.query), quoted(&judgement.document));
                    let (old, new) = (before.grade, judgement.grade);
                    return Err(here(InputError::new(format!(
                        "query {query}, document {document} is judged {new} here and {old} on line {line}"
                    ))));
                }
                notes.add(Note::Other("judgement is repeated with the same grade and counts once".into()));
            }
        }
    }
    read.warnings = notes.into_warnings(source.name());
    read.not_empty(source, || InputError::nothing_to_evaluate("holds no judgement"))
}

fn is_header(line: &str) -> bool {
    let mut names = line.split('\t').map(str::trim);
    ["query-id", "corpus-id", "score"].into_iter().all(|name| names.next().is_some_and(|n| n.eq_ignore_ascii_case(name)))
        && names.next().is_none()
}

fn judgement(line: &str) -> Result<BeirJudgement, InputError> {
    // Only tabs separate: an id may hold a space.
    let fields: Vec<&str> = line.split('\t').collect();
    let [query, document, grade] = fields[..] else {
        let error = InputError::new(format!(
            "must be query, document and grade with tabs between, found {} field{}",
            fields.len(),
            if fields.len() == 1 { "" } else { "s" }
        ));
        let words = line.split_whitespace().count();
        return Err(match (fields.len(), words) {
            (4, _) | (1, 4) => error.mend("four fields are TREC qrels: give the file with --qrels"),
            (1, 3) => error.mend("put a tab, not spaces, between the fields"),
            _ => error,
        });
    };
    if let Some((_, what)) = [(query, "query"), (document, "document")].into_iter().find(|(id, _)| id.trim().is_empty()) {
        return Err(InputError::new(format!("the {what} id is empty")));
    }
    let column = (query.chars().count() + document.chars().count() + 3) as u64;
    let grade = grade.trim().parse().map_err(|_| {
        InputError::new(format!("grade {} is not a whole number", quoted(grade)))
            .at_column(column)
            .mend("the only header that is known is query-id, corpus-id, score, on the first line")
    })?;
    Ok(BeirJudgement { query: query.to_owned(), document: document.to_owned(), grade })
}

/// Compares the ids that are judged with those that are there. `what` is what they name.
fn compare_ids<'a>(
    judged: impl Iterator<Item = &'a str>,
    there: &HashSet<Box<str>>,
    what: &str,
    qrels: &Source,
    other: &Source,
) -> Result<Option<Warning>, InputError> {
    let (mut missing, mut seen, mut padded) = (Vec::new(), HashSet::new(), None);
    for id in judged {
        if seen.insert(id) && !there.contains(id) {
            padded = padded.or_else(|| differently_padded(id, there).map(|twin| (id, twin)));
            missing.push(id);
        }
    }
    if missing.is_empty() {
        return Ok(None);
    }
    let examples = |ids: &[&str]| ids.iter().take(3).map(|id| quoted(id)).collect::<Vec<_>>().join(", ");
    let rule = padded
        .map_or_else(String::new, |(id, twin)| format!("; {} against {} looks like zero padding", quoted(id), quoted(&twin)));
    if missing.len() == seen.len() {
        let mut others: Vec<&str> = there.iter().map(AsRef::as_ref).collect();
        // The set has no order; the same files are to give the same message.
        others.sort_unstable();
        let problem = format!(
            "no {what} id that is judged is in {}: {} here, {} there{rule}",
            other.name(),
            examples(&missing),
            examples(&others)
        );
        return Err(InputError::new(problem).in_file(qrels.name().clone()).mend("the two files do not belong together"));
    }
    let text = format!(
        "{} of {} {what} ids that are judged are not in {}: {}{rule}",
        missing.len(),
        seen.len(),
        other.name(),
        examples(&missing)
    );
    Ok(Some(Warning { file: qrels.name().clone(), line: None, text }))
}

/// The id that is the same number with more or fewer zeros in front.
fn differently_padded(id: &str, there: &HashSet<Box<str>>) -> Option<String> {
    /// Ids longer than this are not padded numbers.
    const WIDEST: usize = 20;
    if id.is_empty() || id.len() > WIDEST || !id.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let bare = match id.trim_start_matches('0') {
        "" => "0",
        bare => bare,
    };
    (bare.len()..=WIDEST).map(|width| format!("{bare:0>width$}")).find(|other| other != id && there.contains(other.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Refusal;
    use std::fs;

    fn qrels(text: &str) -> Result<Read<BeirJudgement>, InputError> {
        read_qrels(&Source::memory("test.tsv", text.as_bytes()))
    }

    fn problem(text: &str) -> String {
        qrels(text).unwrap_err().problem().to_owned()
    }

    fn triple(query: &str, document: &str, grade: i64) -> BeirJudgement {
        BeirJudgement { query: query.into(), document: document.into(), grade }
    }

    fn directory(qrels: &[(&str, &str)], queries: &str, corpus: Option<&str>) -> tempfile::TempDir {
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir(directory.path().join("qrels")).unwrap();
        for (name, text) in qrels {
            fs::write(directory.path().join("qrels").join(name), text).unwrap();
        }
        fs::write(directory.path().join("queries.jsonl"), queries).unwrap();
        if let Some(corpus) = corpus {
            fs::write(directory.path().join("corpus.jsonl"), corpus).unwrap();
        }
        directory
    }

    const QUERIES: &str = "{\"_id\":\"q1\",\"text\":\"a\",\"metadata\":{}}\n{\"_id\":\"q2\",\"text\":\"b\"}\n";
    const CORPUS: &str = "{\"_id\":\"d1\",\"title\":\"\",\"text\":\"x\"}\n{\"_id\":\"d2\",\"title\":\"\",\"text\":\"y\"}\n";
    const QRELS: &str = "query-id\tcorpus-id\tscore\nq1\td1\t1\nq2\td2\t2\n";

    #[test]
    fn the_three_files_are_read() {
        let directory = directory(&[("test.tsv", QRELS), ("dev.tsv", "q1\td1\t0\n")], QUERIES, Some(CORPUS));
        let beir = read_beir(directory.path(), None).unwrap();
        assert_eq!(beir.queries.items[1], BeirQuery { id: "q2".into(), text: "b".into() });
        assert_eq!(beir.judgements.items, [triple("q1", "d1", 1), triple("q2", "d2", 2)]);
        assert_eq!((beir.judgements.lines, beir.split.as_str(), beir.files.len()), (vec![2, 3], "test", 3));
        assert_eq!((beir.corpus_ids.unwrap().len(), beir.warnings), (2, vec![]));
        assert_eq!(read_beir(directory.path(), Some("dev")).unwrap().judgements.items, [triple("q1", "d1", 0)]);
    }

    #[test]
    fn the_header_may_be_missing_and_a_mark_before_it_is_dropped() {
        assert_eq!(qrels("q1\td1\t1\n").unwrap().items, [triple("q1", "d1", 1)]);
        assert_eq!(qrels("\u{feff}query-id\tcorpus-id\tscore\r\n\r\nq1\td1\t-1\r\n").unwrap().items, [triple("q1", "d1", -1)]);
        assert_eq!(problem("query\tdoc\trel\nq1\td1\t1\n"), "grade 'rel' is not a whole number");
        assert_eq!(problem("q1\td1\t1\nquery-id\tcorpus-id\tscore\n"), "grade 'score' is not a whole number");
        assert_eq!(qrels("query-id\tcorpus-id\tscore\n").unwrap_err().refusal(), Refusal::NothingToEvaluate);
    }

    /// Case B07: ids are opaque, with spaces and number signs too.
    #[test]
    fn fields_are_three_with_tabs_between() {
        let ids = qrels("007\ta#3 b\t1\n7\t1e5\t1\n").unwrap().items;
        assert_eq!(ids, [triple("007", "a#3 b", 1), triple("7", "1e5", 1)]);
        let error = qrels("q1 d1 1\n").unwrap_err();
        assert_eq!(error.problem(), "must be query, document and grade with tabs between, found 1 field");
        assert_eq!(error.advice(), Some("put a tab, not spaces, between the fields"));
        assert!(qrels("q1\t0\td1\t1\n").unwrap_err().advice().unwrap().contains("TREC qrels"));
        assert_eq!(problem("\td1\t1\n"), "the query id is empty");
        assert_eq!(problem("q1\t \t1\n"), "the document id is empty");
        let error = qrels("q1\td1\t1\né1\td1\t1.5\n").unwrap_err();
        assert_eq!(error.problem(), "grade '1.5' is not a whole number");
        assert_eq!((error.line(), error.column()), (Some(2), Some(7)));
        assert!(qrels("q1\td1\t99999999999999999999\n").is_err());
    }

    #[test]
    fn repetition_collapses_and_contradiction_is_refused() {
        let read = qrels("q1\td1\t1\nq1\td1\t1\nq1\td2\t1\nq1\td1\t1\n").unwrap();
        assert_eq!((read.items.len(), read.lines), (2, vec![1, 3]));
        assert_eq!(
            read.warnings[0].text,
            "judgement is repeated with the same grade and counts once (2 times, first on lines 2, 4)"
        );
        let error = qrels("q1\td1\t1\n\nq1\td1\t0\n").unwrap_err();
        assert_eq!(error.to_string(), "test.tsv:3: query 'q1', document 'd1' is judged 0 here and 1 on line 1");
    }

    #[test]
    fn a_missing_split_lists_those_there_are() {
        let none = directory(&[("dev.tsv", QRELS), ("train.tsv.gz", "")], QUERIES, None);
        let error = read_beir(none.path(), None).unwrap_err();
        assert_eq!(error.problem(), "has no split 'test'");
        assert_eq!(error.advice(), Some("splits there are: dev, train; name one with --split"));
        let error = read_beir(none.path(), Some("dve")).unwrap_err();
        assert_eq!(error.advice(), Some("did you mean 'dev'? splits there are: dev, train"));
        assert!(read_beir(none.path(), Some("../dev")).unwrap_err().problem().contains("no name of a split"));
        let empty = directory(&[], QUERIES, None);
        assert!(read_beir(empty.path(), None).unwrap_err().problem().starts_with("holds no judgements"));
    }

    #[test]
    fn ids_that_are_nowhere_are_told_with_examples() {
        let more = format!("{QRELS}q1\td7\t1\nq9\td8\t0\nq9\td9\t0\nq8\td9\t0\n");
        let directory = directory(&[("test.tsv", &more)], QUERIES, Some(CORPUS));
        let beir = read_beir(directory.path(), None).unwrap();
        let texts: Vec<_> = beir.warnings.iter().map(|w| w.text.replace(directory.path().to_str().unwrap(), "")).collect();
        assert_eq!(
            texts,
            [
                "2 of 4 query ids that are judged are not in /queries.jsonl: 'q9', 'q8'",
                "3 of 5 document ids that are judged are not in /corpus.jsonl: 'd7', 'd8', 'd9'",
            ]
        );
    }

    #[test]
    fn no_overlap_is_an_error_that_names_the_likely_rule() {
        let corpus = "{\"_id\":7,\"text\":\"x\"}\n{\"_id\":\"12\",\"text\":\"y\"}\n";
        let directory = directory(&[("test.tsv", "q1\t007\t1\nq1\t012\t1\n")], QUERIES, Some(corpus));
        let error = read_beir(directory.path(), None).unwrap_err();
        assert!(error.problem().starts_with("no document id that is judged is in"), "{error}");
        assert!(
            error.problem().ends_with("'007', '012' here, '12', '7' there; '007' against '7' looks like zero padding"),
            "{error}"
        );
        assert_eq!(differently_padded("7", &HashSet::from(["0007".into()])), Some("0007".into()));
        assert_eq!(differently_padded("0", &HashSet::from(["00".into()])), Some("00".into()));
        assert_eq!(differently_padded("7a", &HashSet::from(["07a".into()])), None);
    }

    #[test]
    fn documents_and_queries_stand_once_and_without_a_corpus_nothing_is_checked() {
        let twice = format!("{CORPUS}{{\"_id\":\"d1\",\"text\":\"z\"}}\n");
        let error = read_corpus_ids(&Source::memory("corpus.jsonl", twice.into_bytes())).unwrap_err();
        assert_eq!(error.to_string(), "corpus.jsonl:3:8: 'd1' stands twice");
        let twice = format!("{QUERIES}{{\"_id\":\"q1\",\"text\":\"z\"}}\n");
        let error = read_queries(&Source::memory("queries.jsonl", twice.into_bytes())).unwrap_err();
        assert_eq!(error.problem(), "'q1' already stands on line 1");
        let bare = directory(&[("test.tsv", QRELS)], QUERIES, None);
        assert!(read_beir(bare.path(), None).unwrap().corpus_ids.is_none());
        assert!(read_beir(&bare.path().join("none"), None).is_err());
    }
}
