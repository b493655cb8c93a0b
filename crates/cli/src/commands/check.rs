//! `fourcell check`: faults in the question set and its corpus, or in TREC files, before anything is measured on them.

use std::path::{Path, PathBuf};

use clap::Args;
use fourcell::evaluate::{TrecTerms, score_trec};
use fourcell::evidence::Corpus;
use fourcell::evidence::lint::{Finding, Place, Set, Severity, lint};
use fourcell::evidence::snapshot::snapshot_id;
use fourcell::evidence::text::printable;
use fourcell::formats::native::{Warning, read_corpus};
use fourcell::formats::project::{Project, QuestionSet, load_set};
use fourcell::formats::trec::{Judgement, Qrels, Reading, from_judgements, read_qrels, score_run};
use fourcell::formats::{Source, beir};
use fourcell::retrieval::name::parse_list;
use report::check::{
    self, CheckReport, FileRule, Found, MISSING_QUERY, NO_OVERLAP, NOTHING_RELEVANT, ODD_FILE, RANK_DISAGREEMENT,
    REPEATED_JUDGEMENT, Sealed, SetSize, Snapshot, UNJUDGED_QUERY, in_order,
};
use report::envelope::Input;
use report::number::count;

use crate::console;
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::format::Format;
use crate::inputs::{InputArgs, shown};

/// Ids named in a finding before the rest is only counted.
const NAMED: usize = 3;

/// Check a question set and its corpus, or TREC files, for faults; and say what a set of this size can tell
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell check                                    the project in this folder
  fourcell check --project examples/handbook --all  every finding, not five of a rule
  fourcell check --qrels qrels.txt run1.txt run2.txt
  fourcell check --beir scifact --split test
  fourcell explain quote-mismatch                   what a rule finds, and why that matters

Exit code 0 without faults, 1 with faults (with --strict: with warnings, too), 2 where a file cannot be read, 4 where there is nothing to
check. Of final questions ids are shown, never what they ask or quote.")]
pub struct Check {
    /// With --qrels or --beir: TREC run files ('-' for stdin) to check against the judgements
    #[arg(value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// The project's folder [default: the nearest one upwards with a fourcell.toml]
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
    /// TREC qrels; then no project is read
    #[arg(long, value_name = "FILE", conflicts_with_all = ["project", "beir"])]
    qrels: Option<PathBuf>,
    /// A BEIR directory; then no project is read
    #[arg(long, value_name = "DIR", conflicts_with = "project")]
    beir: Option<PathBuf>,
    /// The name of a BEIR split [default: test]
    #[arg(long, value_name = "NAME", requires = "beir")]
    split: Option<String>,
    /// In run files and judgements, what separates a document's id from its passage's: documents are compared then
    #[arg(long, value_name = "TEXT")]
    doc_separator: Option<String>,
    /// Show every finding, not only the first five of a rule
    #[arg(long)]
    all: bool,
    /// Warnings fail too
    #[arg(long)]
    strict: bool,
    /// How the result is written
    #[arg(long, default_value = "table")]
    format: Format,
}

impl Check {
    /// Reads, checks, prints.
    pub fn run(self) -> Result<Exit, Failure> {
        let (report, inputs) = match (&self.qrels, &self.beir) {
            (Some(qrels), _) => self.trec(qrels)?,
            (None, Some(directory)) => self.beir(directory)?,
            (None, None) => self.native()?,
        };
        let bytes = match self.format {
            Format::Table => check::terminal(&report, self.all),
            Format::Json => check::json(&report, &inputs),
            Format::Markdown => check::markdown(&report, self.all),
        };
        console::data(&bytes)?;
        let fails = report.count(Severity::Fault) > 0 || (self.strict && report.count(Severity::Warning) > 0);
        Ok(if fails { Exit::Fault } else { Exit::Ok })
    }

    fn native(&self) -> Result<(CheckReport, Vec<Input>), Failure> {
        if let Some(run) = self.runs.first() {
            return Err(Failure::bad_input(format!("'{}': runs are checked against TREC judgements", run.display())).mend(
                "name them with --qrels FILE or --beir DIR; a project's question set is checked by itself, its runs by 'fourcell score'",
            ));
        }
        if self.doc_separator.is_some() {
            return Err(Failure::bad_input("--doc-separator is for TREC files (--qrels or --beir)"));
        }
        let project = InputArgs::open_project(self.project.as_deref())?;
        let set = load_set(&project)?;
        let (snapshots, mut findings) = snapshots(&project, &set)?;
        findings.extend(set.warnings.iter().map(odd));
        findings.extend(lint_of(&project, &set, &snapshots));
        let named = |path: &Path, sha256: &str| Input { path: shown(path), sha256: Some(sha256.to_owned()) };
        let inputs = set.hashes.iter().map(|(path, sha256)| named(path, sha256)).collect();
        let heading = format!(
            "{}: {}, {}, {}",
            project.name,
            count(set.questions.len(), "question"),
            match &set.corpus {
                Some(corpus) => count(corpus.documents().len(), "document revision"),
                None => "no corpus".to_owned(),
            },
            count(set.labels.len(), "label")
        );
        let size = Some(SetSize::of(&set.questions, &project.score.by));
        Ok((CheckReport { heading, snapshots, findings: in_order(findings), size }, inputs))
    }

    fn trec(&self, path: &Path) -> Result<(CheckReport, Vec<Input>), Failure> {
        let source = Source::from_argument(path)?;
        let qrels = read_qrels(&source, &self.reading())?;
        self.judged(&qrels, vec![source], Vec::new())
    }

    fn beir(&self, directory: &Path) -> Result<(CheckReport, Vec<Input>), Failure> {
        let found = beir::read_beir(directory, self.split.as_deref())?;
        let judgements = found.judgements.items.iter().zip(&found.judgements.lines).map(|(j, &line)| {
            let grade =
                i32::try_from(j.grade).map_err(|_| Failure::bad_input(format!("line {line}: grade {} is too large", j.grade)))?;
            Ok(Judgement { query: j.query.clone(), document: j.document.clone(), grade, line })
        });
        let judgements: Vec<Judgement> = judgements.collect::<Result<_, Failure>>()?;
        let qrels = from_judgements(&judgements, &self.reading())?;
        self.judged(&qrels, found.files, found.warnings.iter().map(odd).collect())
    }

    fn reading(&self) -> Reading {
        Reading { document_separator: self.doc_separator.clone().filter(|s| !s.is_empty()), ..Reading::default() }
    }

    /// Judgements, and the runs against them. The files of the judgements come with what is known to be odd in them.
    fn judged(&self, qrels: &Qrels, mut files: Vec<Source>, odd: Vec<Found>) -> Result<(CheckReport, Vec<Input>), Failure> {
        let mut findings = odd;
        let name = match (&self.beir, files.first()) {
            (Some(directory), _) => directory.display().to_string(),
            (None, Some(source)) => source.name().to_string(),
            (None, None) => String::new(),
        };
        findings.extend(judgements(qrels, &name));
        for path in &self.runs {
            let run = Source::from_argument(path)?;
            findings.extend(check_run(qrels, &run, &self.reading())?);
            files.push(run);
        }
        let heading = format!(
            "{name}: {}, {}, {}",
            count(qrels.len(), "judged query").replace("querys", "queries"),
            count(qrels.judgement_count(), "judgement"),
            count(self.runs.len(), "run")
        );
        let report = CheckReport { heading, snapshots: Vec::new(), findings: in_order(findings), size: None };
        Ok((report, crate::inputs::named(&files)))
    }
}

/// What is odd in judgements.
fn judgements(qrels: &Qrels, name: &str) -> Vec<Found> {
    let mut found = Vec::new();
    if qrels.repeated() > 0 {
        let problem = format!("{} more than once, with the same grade", stands(qrels.repeated(), "judgement"));
        found.push(REPEATED_JUDGEMENT.found(name, problem, "remove the repeated lines"));
    }
    let nothing = (0..qrels.len()).filter(|&q| qrels.grades(q).first().is_none_or(|&grade| grade <= 0));
    found.extend(about_queries(
        &NOTHING_RELEVANT,
        name,
        &ids(qrels, nothing),
        "has no positive grade",
        "have no positive grade",
        "",
    ));
    found
}

/// What is odd in a run.
fn check_run(qrels: &Qrels, run: &Source, reading: &Reading) -> Result<Vec<Found>, Failure> {
    let name = run.name();
    let mut met = false;
    let told = score_run(run, qrels, reading, &|judged| !judged.placed.is_empty(), &mut |_, judged| met |= judged)?;
    if !met {
        let terms = TrecTerms { reading: reading.clone(), ..TrecTerms::new(parse_list("NumRet").unwrap_or_default()) };
        if let Err(error) = score_trec(qrels, run, &terms) {
            return Ok(vec![NO_OVERLAP.found(name.to_string(), error.problem(), error.advice().unwrap_or_default())]);
        }
    }
    let mut found = Vec::new();
    if told.unjudged > 0 {
        let examples: Vec<String> = told.unjudged_examples.iter().map(|id| String::from_utf8_lossy(id).into_owned()).collect();
        let (noun, named) = (plural(told.unjudged, "query is", "queries are"), few(&examples, told.unjudged));
        let problem = format!("{} {noun} not judged, and left out: {named}", told.unjudged);
        found.push(UNJUDGED_QUERY.found(name.to_string(), problem, "is this the run of these judgements?"));
    }
    let missing = (0..qrels.len()).filter(|&q| told.answered.binary_search(&(q as u32)).is_err());
    found.extend(about_queries(
        &MISSING_QUERY,
        name,
        &ids(qrels, missing),
        "is judged and not in the run: it counts as nothing returned",
        "are judged and not in the run: they count as nothing returned",
        "run the retriever on them too, or score on fewer judgements",
    ));
    if told.rank_disagreements > 0 {
        let n = told.rank_disagreements;
        let noun = plural(n, "query has ranks and scores", "queries have ranks and scores");
        let problem = format!("{n} {noun} that tell different orders; the scores decide");
        found.push(RANK_DISAGREEMENT.found(name.to_string(), problem, "write scores that fall with the rank"));
    }
    Ok(found)
}

fn about_queries(rule: &FileRule, file: &str, ids: &[String], one: &str, more: &str, mend: &str) -> Option<Found> {
    let (noun, does) = if ids.len() == 1 { ("query", one) } else { ("queries", more) };
    (!ids.is_empty()).then(|| rule.found(file, format!("{} {noun} {does}: {}", ids.len(), few(ids, ids.len())), mend))
}

fn ids(qrels: &Qrels, places: impl Iterator<Item = usize>) -> Vec<String> {
    places.map(|q| String::from_utf8_lossy(qrels.id(q)).into_owned()).collect()
}

/// The first few of `all` ids, of which some may be known.
fn few(ids: &[String], all: usize) -> String {
    let mut shown: Vec<String> = ids.iter().take(NAMED).map(|id| printable(id, 100)).collect();
    if all > shown.len() {
        shown.push(format!("and {} more", all - shown.len()));
    }
    shown.join(", ")
}

fn plural<'a>(n: usize, one: &'a str, more: &'a str) -> &'a str {
    if n == 1 { one } else { more }
}

fn stands(n: usize, noun: &str) -> String {
    format!("{} {}", count(n, noun), plural(n, "stands", "stand"))
}

fn odd(warning: &Warning) -> Found {
    Found { line: warning.line, ..ODD_FILE.found(shown(Path::new(warning.file.as_ref())), warning.text.as_str(), "") }
}

/// The corpus and the snapshots that the project names, each file once; with what their readers found odd.
fn snapshots(project: &Project, set: &QuestionSet) -> Result<(Vec<Snapshot>, Vec<Found>), Failure> {
    let mut files: Vec<(&Path, Vec<String>)> = project.corpus.iter().map(|path| (path.as_path(), Vec::new())).collect();
    for (name, path) in &project.corpora {
        match files.iter_mut().find(|(known, _)| same_file(known, path)) {
            Some((_, names)) => names.push(name.clone()),
            None => files.push((path, vec![name.clone()])),
        }
    }
    let (mut snapshots, mut found) = (Vec::new(), Vec::new());
    for (path, names) in files {
        let loaded = set.corpus.as_ref().filter(|_| project.corpus.as_deref() == Some(path));
        let (id, documents) = match loaded {
            Some(corpus) => (snapshot_id(corpus), corpus.documents().len()),
            None => {
                let read = read_corpus(&Source::file(path))?;
                found.extend(read.warnings.iter().map(odd));
                let documents = read.items.len();
                (snapshot_id(&Corpus::new(read.items)), documents)
            }
        };
        snapshots.push(Snapshot { names, id, file: shown(path), documents });
    }
    Ok((snapshots, found))
}

fn same_file(a: &Path, b: &Path) -> bool {
    a == b || matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

fn lint_of(project: &Project, set: &QuestionSet, snapshots: &[Snapshot]) -> Vec<Found> {
    // A corpus without a name is known by its id alone; the id stands in the name's place, so that no other name is taken.
    let names = |s: &Snapshot| if s.names.is_empty() { vec![s.id.clone()] } else { s.names.clone() };
    let known: Vec<(String, String)> =
        snapshots.iter().flat_map(|s| names(s).into_iter().map(|name| (name, s.id.clone()))).collect();
    let sealed = Sealed::of(&set.questions, &set.labels);
    let findings = lint(&Set {
        questions: &set.questions,
        corpus: set.corpus.as_ref(),
        passages: set.passages.as_deref(),
        labels: &set.labels,
        snapshots: &known,
    });
    let place = |finding: &Finding| {
        let at = |path: Option<&PathBuf>, lines: &[u64], index: usize| {
            (path.map(|p| shown(p)).unwrap_or_default(), lines.get(index).copied())
        };
        match finding.place {
            Place::Question(i) => at(Some(&project.questions), &set.lines, i),
            Place::Document(i) => at(project.corpus.as_ref(), &set.corpus_lines, i),
            Place::Passage(i) => at(project.passages.as_ref(), &set.passage_lines, i),
            Place::Label(i) => at(project.labels.as_ref(), &set.label_lines, i),
            Place::Set => (shown(&project.questions), None),
        }
    };
    let found = findings.iter().map(|finding| {
        let (file, line) = place(finding);
        let (problem, mend) = sealed.told(finding);
        let (rule, severity, subject) = (finding.rule, finding.severity, finding.subject.clone());
        Found { rule, severity, file, line, subject, problem, mend }
    });
    found.collect()
}
