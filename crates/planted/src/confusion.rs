//! What was planted against what the ledger says, as a matrix.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use formats::native::read_questions;
use formats::{InputError, Source};
use serde::Deserialize;
use serde_json::Value;

use crate::cause::Cause;
use crate::project::{FULL, NAMED, PLANTED, STRIPPED};

/// The longest file of plants that is read, in bytes.
const LONGEST: u64 = 64 << 20;

/// A line of `planted.jsonl`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Planted {
    /// The project's directory.
    pub project: String,
    /// The run.
    pub run: String,
    /// The question.
    pub question: String,
    /// Every cause planted in it.
    pub plant: Vec<String>,
    /// In which way.
    pub shape: String,
    /// The first of them.
    pub owner: String,
    /// The others.
    pub secondary: Vec<String>,
}

/// An entry of a ledger.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Diagnosed {
    /// The question.
    pub question: String,
    /// The cause that owns the failure.
    pub cause: String,
    /// How it is known.
    pub known_by: String,
    /// Causes behind it.
    #[serde(default, deserialize_with = "names")]
    pub secondary: Vec<String>,
}

/// The causes of findings.
fn names<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    struct Finding {
        cause: String,
    }
    Ok(Vec::<Finding>::deserialize(from)?.into_iter().map(|finding| finding.cause).collect())
}

/// A question of a run, with what was planted in it and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The project and the run.
    pub of: (String, String),
    /// The question.
    pub question: String,
    /// What was planted, if anything.
    pub planted: Option<Planted>,
    /// What was found, if anything.
    pub found: Option<Diagnosed>,
}

impl Pair {
    fn owner(&self) -> &str {
        self.planted.as_ref().map_or(NONE, |planted| &planted.owner)
    }

    fn diagnosed(&self) -> &str {
        self.found.as_ref().map_or(NONE, |found| &found.cause)
    }
}

/// No plant, or no entry.
pub const NONE: &str = "none";

/// Reads what was planted below `out`.
pub fn planted(out: &Path) -> Result<Vec<Planted>, InputError> {
    let path = out.join(PLANTED);
    let text = Source::file(&path).read_text(LONGEST)?;
    let line = |(place, line): (usize, &str)| {
        serde_json::from_str(line)
            .map_err(|e| InputError::new(format!("line {}: {e}", place + 1)).in_file(path.display().to_string()))
    };
    text.lines().enumerate().map(line).collect()
}

/// The entries in the output of `fourcell ledger --format json`.
pub fn entries(output: &[u8]) -> Result<Vec<Diagnosed>, String> {
    let whole: Value = serde_json::from_slice(output).map_err(|e| format!("the output is no JSON: {e}"))?;
    let entries = whole.pointer("/result/entries").ok_or("the output has no result.entries")?;
    Vec::<Diagnosed>::deserialize(entries).map_err(|e| format!("result.entries: {e}"))
}

/// Asks `fourcell` for the ledger of each run below `out`, and joins what it says with what was planted.
pub fn ask(fourcell: &Path, out: &Path) -> Result<Vec<Pair>, InputError> {
    let planted = planted(out)?;
    let runs: BTreeSet<(String, String)> = planted.iter().map(|p| (p.project.clone(), p.run.clone())).collect();
    let mut pairs = Vec::new();
    for (project, run) in runs {
        let directory = out.join(&project);
        let fault = |problem: String| InputError::new(problem).in_file(format!("{project}/runs/{run}"));
        let mut command = Command::new(fourcell);
        command.args(["ledger", &run, "--format", "json", "--no-write", "--project"]).arg(&directory);
        let output = command.output().map_err(|e| fault(format!("{} cannot be started: {e}", fourcell.display())))?;
        let found = entries(&output.stdout).map_err(|problem| {
            let said = String::from_utf8_lossy(&output.stderr);
            fault(format!("{problem}; it ended with {} and said: {}", output.status, evidence::text::printable(said.trim(), 600)))
        })?;
        let questions = read_questions(&Source::file(&directory.join("questions.jsonl")))?.items;
        let ids: Vec<String> = questions.into_iter().map(|question| question.id).collect();
        let mine: Vec<&Planted> = planted.iter().filter(|p| p.project == project && p.run == run).collect();
        pairs.extend(join(&(project.clone(), run.clone()), &ids, &mine, &found).map_err(fault)?);
    }
    Ok(pairs)
}

/// A pair for each question. An entry about no question, and two about one, are faults of the ledger.
fn join(of: &(String, String), ids: &[String], planted: &[&Planted], found: &[Diagnosed]) -> Result<Vec<Pair>, String> {
    let mut by_id: BTreeMap<&str, &Diagnosed> = BTreeMap::new();
    for entry in found {
        if !ids.contains(&entry.question) {
            return Err(format!("an entry is about '{}', which is not asked", entry.question));
        }
        if by_id.insert(&entry.question, entry).is_some() {
            return Err(format!("two entries are about '{}'", entry.question));
        }
    }
    let pair = |id: &String| Pair {
        of: of.clone(),
        question: id.clone(),
        planted: planted.iter().find(|planted| planted.question == *id).map(|planted| (*planted).clone()),
        found: by_id.get(id.as_str()).map(|entry| (*entry).clone()),
    };
    Ok(ids.iter().map(pair).collect())
}

/// Everything about a set of pairs, as the page shows it: a table a run.
pub fn page(pairs: &[Pair]) -> String {
    let mut text = String::new();
    let runs = [
        (FULL, "with stage lists"),
        (NAMED, "with only the context: texts, and the documents that they are of"),
        (STRIPPED, "with only the context: texts"),
    ];
    for (run, what) in runs {
        let of: Vec<&Pair> = pairs.iter().filter(|pair| pair.of.1 == run).collect();
        if !of.is_empty() {
            let _ = writeln!(text, "Runs {what}\n\n{}", table(&of));
        }
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// The matrix of some pairs: a row for what was planted, a column for what was found; then how often both agree.
pub fn table(pairs: &[&Pair]) -> String {
    let mut names: Vec<&str> = Cause::ALL.iter().map(|(name, _)| *name).collect();
    // What the ledger calls otherwise is shown, not dropped.
    let others: BTreeSet<&str> = pairs.iter().map(|pair| pair.diagnosed()).filter(|n| *n != NONE && !names.contains(n)).collect();
    names.extend(others);
    names.push(NONE);
    let count = |row: &str, column: &str| pairs.iter().filter(|p| p.owner() == row && p.diagnosed() == column).count();
    let mut text = format!("{:26}", "planted \\ found");
    (1..=names.len()).for_each(|column| {
        let _ = write!(text, "{column:>4}");
    });
    text.push_str("  right\n");
    let is_row = |name: &&&str| pairs.iter().any(|pair| pair.owner() == **name);
    for (place, row) in names.iter().enumerate().filter(|(_, name)| is_row(name)) {
        let _ = write!(text, "{:>2} {row:23}", place + 1);
        for column in &names {
            match count(row, column) {
                0 => text.push_str("   ·"),
                n => {
                    let _ = write!(text, "{n:>4}");
                }
            }
        }
        let all = pairs.iter().filter(|pair| pair.owner() == *row).count();
        let _ = writeln!(text, "  {}", share(count(row, row), all));
    }
    let of = |kind: fn(&Planted) -> bool| -> Vec<&&Pair> {
        pairs.iter().filter(|pair| pair.planted.as_ref().is_some_and(kind)).collect()
    };
    let right = |pairs: &[&&Pair]| pairs.iter().filter(|pair| pair.owner() == pair.diagnosed()).count();
    text.push('\n');
    for (what, of) in [
        ("all planted faults", of(|_| true)),
        ("  of one cause", of(|planted| planted.plant.len() == 1)),
        ("  of two causes: the first", of(|planted| planted.plant.len() > 1)),
    ] {
        let _ = writeln!(text, "{what:42}{}", share(right(&of), of.len()));
    }
    let two = of(|planted| planted.plant.len() > 1);
    let shown = two.iter().filter(|pair| second_is_shown(pair)).count();
    let _ = writeln!(text, "{:42}{}", "  of two causes: the second behind it", share(shown, two.len()));
    let beside: Vec<&&Pair> = pairs.iter().filter(|pair| pair.planted.is_none()).collect();
    let alarms = beside.iter().filter(|pair| pair.found.is_some()).count();
    let _ = writeln!(text, "{:42}{}", "false alarms, where nothing was planted", share(alarms, beside.len()));
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    pairs.iter().filter_map(|pair| pair.found.as_ref()).for_each(|found| *known.entry(&found.known_by).or_default() += 1);
    let known: Vec<String> = known.iter().map(|(by, count)| format!("{count} {by}")).collect();
    let _ = writeln!(
        text,
        "{:42}{}",
        "entries, by how they are known",
        if known.is_empty() { NONE.to_owned() } else { known.join(", ") }
    );
    text
}

fn second_is_shown(pair: &Pair) -> bool {
    let (Some(planted), Some(found)) = (&pair.planted, &pair.found) else { return false };
    planted.secondary.iter().all(|second| found.secondary.contains(second))
}

fn share(part: usize, of: usize) -> String {
    if of == 0 {
        return "none".to_owned();
    }
    // Only what is all is shown as all.
    let tenths = part * 1000 / of;
    format!("{part}/{of} = {}.{} %", tenths / 10, tenths % 10)
}

/// Where both differ, a line each: what an author of the ledger wants to see.
pub fn differences(pairs: &[Pair]) -> String {
    let mut text = String::new();
    for pair in pairs.iter().filter(|pair| pair.owner() != pair.diagnosed()) {
        let shape = pair.planted.as_ref().map_or("", |planted| &planted.shape);
        let (project, run) = &pair.of;
        let _ = writeln!(
            text,
            "{project}/{run} {}: planted {} ({shape}), found {}",
            evidence::text::printable(&pair.question, 80),
            pair.owner(),
            evidence::text::printable(pair.diagnosed(), 80),
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planted(question: &str, plant: &[&str]) -> Planted {
        let names: Vec<String> = plant.iter().map(|name| (*name).to_owned()).collect();
        Planted {
            project: "p".into(),
            run: FULL.into(),
            question: question.into(),
            owner: names[0].clone(),
            secondary: names[1..].to_vec(),
            plant: names,
            shape: "s".into(),
        }
    }

    const OUTPUT: &str = r#"{"schema":"fourcell/ledger@1","result":{"entries":[
        {"question":"a","cause":"rank","known_by":"observed","secondary":[],"proof":{}},
        {"question":"b","cause":"parsing","known_by":"inferred","secondary":[{"cause":"packing","why":"w"}]},
        {"question":"d","cause":"packing","known_by":"observed"}]}}"#;

    fn pairs() -> Vec<Pair> {
        let planted = [planted("a", &["rank"]), planted("b", &["parsing", "packing"]), planted("c", &["rank"])];
        let ids = ["a", "b", "c", "d", "e"].map(str::to_owned);
        let of = ("p".to_owned(), FULL.to_owned());
        join(&of, &ids, &planted.iter().collect::<Vec<_>>(), &entries(OUTPUT.as_bytes()).unwrap()).unwrap()
    }

    #[test]
    fn rows_are_what_was_planted_and_columns_what_was_found() {
        let pairs = pairs();
        let table = table(&pairs.iter().collect::<Vec<_>>());
        let row = |name: &str| -> Vec<String> {
            let line = table.lines().find(|line| line.get(3..).is_some_and(|rest| rest.starts_with(name))).unwrap();
            line.split_whitespace().skip(2).map(str::to_owned).collect()
        };
        let rank = row("rank");
        assert_eq!((rank[8].as_str(), rank[16].as_str(), rank[17..].join(" ").as_str()), ("1", "1", "1/2 = 50.0 %"));
        assert_eq!(row("none")[9], "1");
        for line in [
            "all planted faults                        2/3 = 66.6 %",
            "  of two causes: the second behind it     1/1 = 100.0 %",
            "false alarms, where nothing was planted   1/2 = 50.0 %",
            "entries, by how they are known            1 inferred, 2 observed",
        ] {
            assert!(table.contains(line), "{line}\n{table}");
        }
        let differences = differences(&pairs);
        assert_eq!(differences.lines().count(), 2, "{differences}");
        assert!(differences.starts_with("p/full c: planted rank (s), found none\n"), "{differences}");
    }

    #[test]
    fn what_is_not_a_ledger_is_refused() {
        assert!(entries(b"error").unwrap_err().starts_with("the output is no JSON"));
        assert_eq!(entries(b"{}").unwrap_err(), "the output has no result.entries");
        let ids = ["a".to_owned()];
        let (of, entry) = (("p".to_owned(), FULL.to_owned()), |id: &str| Diagnosed {
            question: id.into(),
            cause: "rank".into(),
            known_by: "observed".into(),
            secondary: Vec::new(),
        });
        assert_eq!(join(&of, &ids, &[], &[entry("b")]).unwrap_err(), "an entry is about 'b', which is not asked");
        assert_eq!(join(&of, &ids, &[], &[entry("a"), entry("a")]).unwrap_err(), "two entries are about 'a'");
    }
}
