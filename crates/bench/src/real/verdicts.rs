//! What a reader made of failures that the ledger explains, and how often both agree.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use formats::InputError;
use planted::Cause;

use super::ask::Found;

/// The first line of the table.
const HEAD: &str = "run\tquestion\tledger\treader\tagree\twhy";

/// The longest table that is read, in bytes.
const LONGEST: u64 = 16 << 20;

/// What a reader gave in place of a cause: nothing failed, the answer is right.
const SOUND: &str = "none";

/// Whether the reader gives the cause that the ledger gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agree {
    /// The same.
    Yes,
    /// Another.
    No,
    /// What was captured does not decide.
    Unsure,
}

/// One failure that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The run, `project/system`.
    pub run: String,
    /// The question.
    pub question: String,
    /// What the ledger said when it was read.
    pub ledger: String,
    /// What the reader said.
    pub reader: String,
    /// Whether both agree.
    pub agree: Agree,
}

/// Reads the table. A line that contradicts itself, and one without a sentence, are refused.
pub fn read(table: &Path) -> Result<Vec<Read>, InputError> {
    let named = |error: InputError| error.in_file(table.display().to_string());
    parse(&formats::Source::file(table).read_text(LONGEST)?).map_err(named)
}

fn parse(text: &str) -> Result<Vec<Read>, InputError> {
    let mut lines = text.lines().zip(1..);
    if lines.next().is_none_or(|(head, _)| head != HEAD) {
        return Err(InputError::new(format!("the first line must be '{}'", HEAD.replace('\t', " "))));
    }
    let (mut all, mut seen) = (Vec::new(), BTreeSet::new());
    for (line, number) in lines {
        let fault = |problem: &str| InputError::new(format!("line {number}: {problem}"));
        let fields: Vec<&str> = line.split('\t').collect();
        let [run, question, ledger, reader, agree, why] = fields[..] else { return Err(fault("a line has six fields")) };
        let is_cause = |name: &str| Cause::ALL.iter().any(|(known, _)| *known == name);
        if !is_cause(ledger) || !(is_cause(reader) || reader == SOUND) {
            return Err(fault("a cause is one that 'fourcell explain' knows; of the reader, 'none' too"));
        }
        let agree = match (agree, ledger == reader) {
            ("yes", true) => Agree::Yes,
            ("no", false) => Agree::No,
            ("unsure", _) => Agree::Unsure,
            _ => return Err(fault("agree is 'yes' where both causes are the same, 'no' where they differ, or 'unsure'")),
        };
        if why.split_whitespace().count() < 4 || !seen.insert((run, question)) {
            return Err(fault("a question stands once in a run, with a sentence that says why"));
        }
        let own = str::to_owned;
        all.push(Read { run: own(run), question: own(question), ledger: own(ledger), reader: own(reader), agree });
    }
    Ok(all)
}

/// The table that the page shows: for each run and each cause how many were read and how often both agree; and failures that the ledger
/// explains otherwise than when they were read, which must be read again.
pub fn tally(read: &[Read], found: &[Found]) -> String {
    let mut text = format!("{:26}{:>9}{:>6}{:>8}{:>5}{:>8}  again\n", "run", "failures", "read", "agree", "no", "unsure");
    for run in found {
        let of: Vec<&Read> = read.iter().filter(|read| read.run == run.run).collect();
        let again = of.iter().filter(|read| now(run, read) != Some(&read.ledger)).count();
        let _ = writeln!(text, "{:26}{:>9}{}{again:>7}", run.run, run.causes.len(), counts(&of));
    }
    let all: Vec<&Read> = read.iter().collect();
    let failures: usize = found.iter().map(|run| run.causes.len()).sum();
    let stale: Vec<&Read> = all.iter().copied().filter(|read| is_stale(read, found)).collect();
    let _ = writeln!(text, "{:26}{failures:>9}{}{:>7}\n", "all", counts(&all), stale.len());
    let _ = writeln!(text, "{:26}{:>9}{:>6}{:>8}{:>5}{:>8}", "cause in the ledger", "failures", "read", "agree", "no", "unsure");
    for (name, _) in Cause::ALL {
        let of: Vec<&Read> = all.iter().copied().filter(|read| read.ledger == *name).collect();
        let failures = found.iter().flat_map(|run| &run.causes).filter(|(_, cause)| cause == name).count();
        if failures > 0 || !of.is_empty() {
            let _ = writeln!(text, "{name:26}{failures:>9}{}", counts(&of));
        }
    }
    let mut otherwise: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for read in all.iter().filter(|read| read.agree == Agree::No) {
        *otherwise.entry((&read.ledger, &read.reader)).or_default() += 1;
    }
    if !otherwise.is_empty() {
        text.push_str("\nwhere they differ\n");
        otherwise.iter().for_each(|((ledger, reader), count)| {
            let _ = writeln!(text, "{count:>4}  the ledger says {ledger}, the reader {reader}");
        });
    }
    if !stale.is_empty() {
        text.push_str("\nto be read again\n");
        for read in stale {
            let says = found.iter().find(|run| run.run == read.run).and_then(|run| now(run, read));
            let says = says.map_or("no failure", String::as_str);
            let _ =
                writeln!(text, "  {} {}: {says}, was {}", read.run, evidence::text::printable(&read.question, 80), read.ledger);
        }
    }
    text
}

/// What the ledger says today.
fn now<'f>(run: &'f Found, read: &Read) -> Option<&'f String> {
    run.causes.iter().find(|(question, _)| *question == read.question).map(|(_, cause)| cause)
}

fn is_stale(read: &Read, found: &[Found]) -> bool {
    found.iter().find(|run| run.run == read.run).and_then(|run| now(run, read)) != Some(&read.ledger)
}

fn counts(read: &[&Read]) -> String {
    let of = |agree: Agree| read.iter().filter(|read| read.agree == agree).count();
    format!("{:>6}{:>8}{:>5}{:>8}", read.len(), of(Agree::Yes), of(Agree::No), of(Agree::Unsure))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "run\tquestion\tledger\treader\tagree\twhy
a/s\tq1\trank\trank\tyes\tit stands at rank nine
a/s\tq2\trank\tnone\tno\tthe answer says it all
a/s\tq3\tpacking\trank\tunsure\tboth would have lost it
";

    #[test]
    fn agreement_is_counted_by_run_and_by_cause_and_what_changed_is_named() {
        let read = parse(TABLE).unwrap();
        let causes = [("q1", "rank"), ("q2", "packing"), ("q4", "parsing")].map(|(q, c)| (q.to_owned(), c.to_owned()));
        let text = tally(&read, &[Found { run: "a/s".into(), causes: causes.to_vec() }]);
        let row =
            |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap().split_whitespace().skip(1).collect::<Vec<_>>();
        assert_eq!(row("a/s"), ["3", "3", "1", "1", "1", "2"]);
        assert_eq!(row("all"), ["3", "3", "1", "1", "1", "2"]);
        assert_eq!(row("rank"), ["1", "2", "1", "1", "0"]);
        assert_eq!(row("parsing"), ["1", "0", "0", "0", "0"]);
        assert!(text.contains("\n   1  the ledger says rank, the reader none\n"), "{text}");
        assert!(text.ends_with("  a/s q2: packing, was rank\n  a/s q3: no failure, was packing\n"), "{text}");
    }

    #[test]
    fn a_line_that_contradicts_itself_is_refused() {
        for (wrong, problem) in [
            (TABLE.replace("run\t", "runs\t"), "the first line"),
            (TABLE.replace("q1\trank\t", "q1\track\t"), "line 2: a cause"),
            (TABLE.replace("\tyes\t", "\tno\t"), "line 2: agree"),
            (TABLE.replace("\tq2\t", "\tq1\t"), "line 3: a question stands once"),
            (TABLE.replace("it stands at rank nine", "yes"), "line 2: a question stands once"),
            (TABLE.replace("nine\n", "nine\tmore\n"), "line 2: a line has six"),
        ] {
            let said = parse(&wrong).unwrap_err().to_string();
            assert!(said.contains(problem), "{said}");
        }
    }
}
