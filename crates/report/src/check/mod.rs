//! What `check` found, as values; and each format it is written in.

mod json;
mod markdown;
mod sealed;
mod size;
mod terminal;

pub use json::json;
pub use markdown::markdown;
pub use sealed::Sealed;
pub use size::{Budget, Part, SetSize, Slice};
pub use terminal::{terminal, unanswerable};

use fourcell::evidence::lint::{RULES, Severity};

/// Findings of one rule shown before the rest is only counted.
pub const SHOWN: usize = 5;

/// Everything that `check` says.
#[derive(Clone, Debug)]
pub struct CheckReport {
    /// What was checked, in a line.
    pub heading: String,
    /// The corpus snapshots, each once.
    pub snapshots: Vec<Snapshot>,
    /// The findings: faults first, then by rule, then in file order.
    pub findings: Vec<Found>,
    /// How large the set is and what that can tell; only of a project.
    pub size: Option<SetSize>,
}

/// A corpus and the id of its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The names that the project gives it.
    pub names: Vec<String>,
    /// `sha256:` and hex.
    pub id: String,
    /// The file it was read from.
    pub file: String,
    /// Document revisions in it.
    pub documents: usize,
}

/// One finding with its place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The rule's name.
    pub rule: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The file it stands in.
    pub file: String,
    /// The line, where it has one.
    pub line: Option<u64>,
    /// The id of what it is about; empty of a file as a whole.
    pub subject: String,
    /// What is wrong.
    pub problem: String,
    /// What to do about it; empty where that goes without saying.
    pub mend: String,
}

/// A rule about files that `check` has beside those of the lint.
#[derive(Clone, Copy, Debug)]
pub struct FileRule {
    /// In kebab-case.
    pub name: &'static str,
    /// Its severity.
    pub severity: Severity,
    /// What it finds and why that matters, in one sentence.
    pub about: &'static str,
}

/// What a reader found odd but did not refuse.
pub const ODD_FILE: FileRule = FileRule {
    name: "odd-file",
    severity: Severity::Warning,
    about: "Finds what a reader could read but found odd, such as unknown fields, numbers as ids, ids that other files lack: the file may say something else than was meant.",
};
/// A judgement that stands more than once.
pub const REPEATED_JUDGEMENT: FileRule = FileRule {
    name: "repeated-judgement",
    severity: Severity::Warning,
    about: "Finds judgements that stand more than once with the same grade: they count once, but two lists were probably joined.",
};
/// A judged query that nothing relevant is known of.
pub const NOTHING_RELEVANT: FileRule = FileRule {
    name: "nothing-relevant",
    severity: Severity::Note,
    about: "Finds judged queries without any positive grade: measures over relevant documents are undefined there, and their means leave them out.",
};
/// A query of a run that is not judged.
pub const UNJUDGED_QUERY: FileRule = FileRule {
    name: "unjudged-query",
    severity: Severity::Warning,
    about: "Finds queries of a run that are not judged: they are left out of every mean.",
};
/// A judged query that a run does not answer.
pub const MISSING_QUERY: FileRule = FileRule {
    name: "missing-query",
    severity: Severity::Warning,
    about: "Finds judged queries that a run lacks: they count as nothing returned, which is 0.",
};
/// A rank column that tells another order than the scores.
pub const RANK_DISAGREEMENT: FileRule = FileRule {
    name: "rank-disagreement",
    severity: Severity::Warning,
    about: "Finds rankings whose rank column tells another order than the scores: the scores decide, so what is measured may not be what was shown.",
};
/// A run and judgements that do not meet.
pub const NO_OVERLAP: FileRule = FileRule {
    name: "no-overlap",
    severity: Severity::Fault,
    about: "Finds runs of which no query, or no document, is judged: every score would be 0 although retrieval may be right, since the ids differ.",
};

/// The rules about files, in the order they are reported.
pub const FILE_RULES: [FileRule; 7] =
    [ODD_FILE, REPEATED_JUDGEMENT, NOTHING_RELEVANT, NO_OVERLAP, UNJUDGED_QUERY, MISSING_QUERY, RANK_DISAGREEMENT];

impl FileRule {
    /// A finding of this rule about a file.
    pub fn found(&self, file: impl Into<String>, problem: impl Into<String>, mend: impl Into<String>) -> Found {
        Found {
            rule: self.name,
            severity: self.severity,
            file: file.into(),
            line: None,
            subject: String::new(),
            problem: problem.into(),
            mend: mend.into(),
        }
    }
}

impl CheckReport {
    /// How many findings there are of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|f| f.severity == severity).count()
    }
}

/// Puts the worst first; then the rules in the order of their registries; what is alike keeps its order.
pub fn in_order(mut findings: Vec<Found>) -> Vec<Found> {
    let names = || FILE_RULES.iter().map(|r| r.name).chain(RULES.iter().map(|r| r.name));
    let place = |rule: &str| names().position(|name| name == rule).unwrap_or(usize::MAX);
    findings.sort_by_key(|f| (f.severity, place(f.rule)));
    findings
}

/// The findings of one rule at one severity.
fn groups(findings: &[Found]) -> impl Iterator<Item = &[Found]> {
    findings.chunk_by(|a, b| a.rule == b.rule && a.severity == b.severity)
}

/// `2 faults, 1 warning, 0 notes`.
fn tally(report: &CheckReport) -> String {
    let counts = Severity::ALL.map(|(name, severity)| crate::number::count(report.count(severity), name));
    counts.join(", ")
}

/// `file:line`.
fn place(found: &Found) -> String {
    match found.line {
        Some(line) => format!("{}:{line}", found.file),
        None => found.file.clone(),
    }
}

/// `corpus snapshot sha256:… (corpus.jsonl, 47 revisions, named 2026-11)`.
fn snapshot(snapshot: &Snapshot) -> String {
    let names = match snapshot.names.as_slice() {
        [] => "without a name".to_owned(),
        names => format!("named {}", names.join(", ")),
    };
    let documents = crate::number::count(snapshot.documents, "document revision");
    format!("corpus snapshot {} ({}: {documents}, {names})", snapshot.id, snapshot.file)
}
