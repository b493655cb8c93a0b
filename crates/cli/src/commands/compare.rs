//! `fourcell compare`: is B better than A, on the same questions, beyond chance, within the margin?

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;
use fourcell::diagnosis::compare::{Terms, adjust, compare};
use fourcell::diagnosis::experiment::Changes;
use fourcell::evaluate::{Evaluated, common_measures, from_recorded};
use fourcell::formats::Source;
use fourcell::formats::scores::read_scores;
use fourcell::retrieval::Scores;
use fourcell::statistics::paired::sign_flip::{DEFAULT_REPLICATES, SignMatrix};
use fourcell::statistics::verdict::Outcome;
use report::CompareReport;
use report::score::Unknown;

use crate::console;
use crate::exit_codes::Exit;
use crate::experiments::changes_between;
use crate::failure::Failure;
use crate::format::Format;
use crate::inputs::{InputArgs, Inputs, named};
use crate::judges::compared::{Compared, Comparing};
use crate::judges::wanted;
use crate::scoring::{Scored, ScoringArgs, score_all};

/// What is compared of answers where nothing is said.
const ANSWERS: &str = "correct faithfulness vital-recall";

/// Compare a candidate with a baseline on the same questions: difference, interval, test, verdict against a margin
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell compare candidate baseline                    two runs of the project
  fourcell compare candidate --baseline main             the same, said by name
  fourcell compare new.txt old.txt --qrels qrels.txt     TREC runs
  fourcell compare b1 b2 b3 --baseline a                 several candidates, each against one baseline
  fourcell compare candidate baseline --margin 0.03 --format json
  fourcell compare candidate baseline -m 'correct faithfulness'   answers, as the same judge judged both
  fourcell compare new.json old.json                     scores written by 'fourcell score --per-question --format json'

A difference is candidate minus baseline. The verdict is non-inferiority: pass where the one-sided 95 % lower bound is above minus the
margin, fail where the upper bound is below it, else inconclusive. Exit code 1 where the first measure fails, 5 where it is inconclusive.

Where the manifests of two runs differ in one setting, the difference is attributable to it; where they differ in several it is not
attributable, and they are named.")]
pub struct Compare {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    scoring: ScoringArgs,
    /// The baseline run; without it the last run named is the baseline
    #[arg(long, value_name = "RUN")]
    baseline: Option<PathBuf>,
    /// How much worse still passes, as a share in (0, 1) [default: the project's; without one there is no verdict]
    #[arg(long, value_name = "SHARE")]
    margin: Option<f64>,
    /// Whose verdicts on answers count: a judge or panel, or 'recorded' [default: the only judge there is]
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,
    /// Compare answers although the judge was another one for each run; the result says so
    #[arg(long)]
    different_judges: bool,
    /// McNemar's exact test in place of mid-p
    #[arg(long)]
    exact: bool,
    /// Compare on the questions that both runs have, and say what fell out
    #[arg(long, conflicts_with = "missing_as_zero")]
    intersection: bool,
    /// TREC runs: a query that a run lacks counts as nothing returned there
    #[arg(long)]
    missing_as_zero: bool,
    /// List the questions that changed under every measure, all of them
    #[arg(long, short = 'q')]
    per_question: bool,
    /// Seed of random sign flips
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Replicates of random sign flips
    #[arg(long, value_name = "N", default_value_t = DEFAULT_REPLICATES, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    replicates: u32,
    /// How the result is written
    #[arg(long, default_value = "table")]
    format: Format,
}

impl Compare {
    /// Reads, scores, pairs, prints.
    pub fn run(mut self) -> Result<Exit, Failure> {
        self.input.runs.extend(self.baseline.take());
        if self.input.runs.len() < 2 {
            return Err(Failure::bad_input("two runs are needed, a candidate and a baseline")
                .mend("fourcell compare candidate baseline, or fourcell compare candidate --baseline main"));
        }
        if let Some(measures) = self.measures_of_answers()? {
            return self.of_answers(measures);
        }
        if self.input.runs.iter().any(|run| is_recorded(run)) {
            return self.of_recorded();
        }
        let inputs = self.input.open(None)?;
        if self.missing_as_zero {
            if matches!(inputs, Inputs::Native(_)) {
                return Err(Failure::bad_input(
                    "--missing-as-zero is for TREC files: in a project a missing record is a failed call",
                )
                .mend("use --intersection to compare on the shared questions"));
            }
            // Under --compat a query that a run lacks has no row of its own otherwise.
            self.scoring.complete |= self.input.compat.is_some();
        }
        let margin = self.margin(&inputs)?;
        self.input.open_final(&inputs, "compare")?;
        let changes = changes(&inputs);
        let scored = score_all(&inputs, &self.input, &self.scoring, false)?;
        self.compare_all(scored, changes, margin)
    }

    /// The measures of answers that are named; `None` where retrieval is compared. The two halves are never mixed in one comparison.
    fn measures_of_answers(&self) -> Result<Option<Vec<fourcell::generation::Measure>>, Failure> {
        let parse = |names: &str| fourcell::generation::Measure::parse_list(names);
        let Some(names) = &self.scoring.measures else {
            let asked = self.judge.is_some() || self.different_judges;
            return Ok(if asked { Some(parse(ANSWERS).map_err(Failure::bad_input)?) } else { None });
        };
        let single: Vec<&str> = names.split([' ', ',']).filter(|name| !name.is_empty()).collect();
        let of_answers: Vec<&&str> = single.iter().filter(|name| parse(name).is_ok()).collect();
        match (of_answers.len(), self.judge.is_some()) {
            (0, false) => Ok(None),
            (n, _) if n == single.len() => parse(names).map(Some).map_err(Failure::bad_input),
            (0, true) => parse(names).map(Some).map_err(Failure::bad_input),
            _ => Err(Failure::bad_input(format!("measures of retrieval and of answers are named in one comparison: {names}"))
                .mend("compare each half by itself, in two commands")),
        }
    }

    fn of_answers(&self, measures: Vec<fourcell::generation::Measure>) -> Result<Exit, Failure> {
        let project = InputArgs::open_project(self.input.project.as_deref())?;
        wanted::rubrics_are_stated(&measures, Some(&project))?;
        let margin = self.margin_or(project.margin)?;
        let comparing = Comparing {
            runs: &self.input.runs,
            project: self.input.project.clone(),
            measures,
            judge: self.judge.as_deref(),
            different_judges: self.different_judges,
            mode: self.scoring.mode,
            repeat: self.scoring.repeat,
            split: self.input.burn.wanted(self.input.split.as_deref())?,
            burn: &self.input.burn,
        };
        let (compared, files, heading) =
            comparing.run(&Terms { exact: self.exact, ..Terms::of_margin(margin) }, self.seed, self.replicates)?;
        let report = |compared: Compared| CompareReport {
            heading: format!("{} against {} · {heading}", compared.candidate, compared.baseline),
            candidate: compared.candidate,
            baseline: compared.baseline,
            comparisons: compared.comparisons,
            compared: 0,
            margin,
            seed: self.seed,
            replicates: self.replicates,
            fell_out: Default::default(),
            relabelled: Vec::new(),
            changes: compared.changes,
            warnings: compared.warnings,
        };
        self.print(compared.into_iter().map(report).collect(), &files)
    }

    /// Compares scores that were written down earlier; what was labelled anew since is refused, or left out and said.
    fn of_recorded(&self) -> Result<Exit, Failure> {
        if let Some(other) = self.input.runs.iter().find(|run| !is_recorded(run)) {
            return Err(Failure::bad_input(format!(
                "{} is no recorded scores, and they are compared only with each other",
                other.display()
            ))
            .mend("write them with fourcell score --per-question --format json; a project's runs keep theirs as scores.json"));
        }
        let files: Vec<Source> = self.input.runs.iter().map(|path| Source::file(path)).collect();
        let mut recorded = Vec::new();
        for file in &files {
            let mut runs = read_scores(file)?;
            match (runs.pop(), runs.len()) {
                (Some(run), 0) => recorded.push(run),
                _ => return Err(Failure::bad_input(format!("{} holds several runs; name files of one each", file.name()))),
            }
        }
        let measures = match &self.scoring.measures {
            Some(names) => crate::scoring::measures(names)?,
            None => common_measures(&recorded),
        };
        if measures.is_empty() {
            return Err(
                Failure::bad_input("the files have no measure in common").mend("score the runs again with the same --measures")
            );
        }
        let margin = self.margin_or(None)?;
        let pairs = recorded.iter().zip(&files);
        let runs = pairs.map(|(run, file)| from_recorded(run, &measures).map_err(|e| e.in_file(file.name().clone())));
        let runs: Vec<Evaluated> = runs.collect::<Result<_, _>>()?;
        let warning = "recorded scores do not say which questions share a cluster: all are taken as independent".to_owned();
        let changes = vec![None; runs.len()];
        let (heading, questions, warnings) = ("recorded scores".to_owned(), Box::new(Unknown), vec![warning]);
        self.compare_all(Scored { heading, runs, questions, warnings, files }, changes, margin)
    }

    fn compare_all(&self, scored: Scored, changes: Vec<Option<Changes>>, margin: Option<f64>) -> Result<Exit, Failure> {
        let Scored { heading, mut runs, warnings, files, questions } = scored;
        let baseline = runs.pop().ok_or_else(|| Failure::bad_input("no baseline"))?;
        let columns = runs.iter().map(|r| r.scores.questions().len()).max().unwrap_or(0);
        let signs = SignMatrix::new(self.seed, self.replicates, columns);
        let terms = Terms { exact: self.exact, ..Terms::of_margin(margin) };
        let mut reports = Vec::new();
        let names = report::score::distinct_names(runs.iter().chain([&baseline]));
        let baseline_name = names.last().cloned().unwrap_or_default();
        for ((candidate, changes), name) in runs.iter().zip(changes).zip(&names) {
            let Shared { a, b, fell_out, relabelled } = self.same_questions(candidate, &baseline)?;
            let clusters = report::score::clusters_of(a.questions(), questions.as_ref());
            reports.push(CompareReport {
                candidate: name.clone(),
                baseline: baseline_name.clone(),
                heading: format!("{name} against {baseline_name} · {heading}"),
                comparisons: compare(&a, &b, clusters.numbers(), &terms, &signs),
                compared: 0,
                margin,
                seed: self.seed,
                replicates: self.replicates,
                fell_out,
                relabelled,
                changes,
                warnings: warnings.clone(),
            });
        }
        self.print(reports, &files)
    }

    fn print(&self, mut reports: Vec<CompareReport>, files: &[Source]) -> Result<Exit, Failure> {
        adjust_over_all(&mut reports);
        let code = exit(&reports)?;
        let each = |format: &dyn Fn(&CompareReport) -> Vec<u8>| reports.iter().map(format).collect::<Vec<_>>().join(&b'\n');
        console::data(&match self.format {
            Format::Table => each(&|report| report::compare::terminal(report, self.per_question)),
            Format::Markdown => each(&report::compare::markdown),
            Format::Json => report::compare::json(&reports, &named(files)),
        })?;
        Ok(code)
    }

    fn margin(&self, inputs: &Inputs) -> Result<Option<f64>, Failure> {
        let stated = match inputs {
            Inputs::Native(native) => native.project.margin,
            Inputs::Trec(_) => None,
        };
        self.margin_or(stated)
    }

    fn margin_or(&self, stated: Option<f64>) -> Result<Option<f64>, Failure> {
        match self.margin.or(stated) {
            Some(margin) if !(margin > 0.0 && margin < 1.0) => {
                Err(Failure::bad_input("--margin must lie between 0 and 1; 0.05 is five points"))
            }
            other => Ok(other),
        }
    }

    /// The two tables on the same questions with the same labels, or a refusal that says what is not shared.
    fn same_questions(&self, a: &Evaluated, b: &Evaluated) -> Result<Shared, Failure> {
        let (in_a, in_b) = (answered(a), answered(b));
        let only = |here: &BTreeSet<&str>, there: &BTreeSet<&str>| -> Vec<String> {
            if self.missing_as_zero { Vec::new() } else { here.difference(there).map(ToString::to_string).collect() }
        };
        let fell_out = (only(&in_a, &in_b), only(&in_b, &in_a));
        let relabelled = relabelled(a, b);
        if !self.intersection {
            refuse_different(a, b, &fell_out, &relabelled)?;
        }
        let kept = |id: &str| {
            let shared = self.missing_as_zero || (in_a.contains(id) && in_b.contains(id));
            shared && relabelled.binary_search_by(|r| r.as_str().cmp(id)).is_err()
        };
        let (a, b) = (a.scores.filtered(kept), b.scores.filtered(kept));
        if a.questions().is_empty() {
            return Err(Failure::nothing("the runs share no question with the same labels"));
        }
        Ok(Shared { a, b, fell_out, relabelled })
    }
}

/// What two runs have in common, and what they have not.
struct Shared {
    a: Scores,
    b: Scores,
    fell_out: (Vec<String>, Vec<String>),
    relabelled: Vec<String>,
}

fn refuse_different(
    a: &Evaluated,
    b: &Evaluated,
    fell_out: &(Vec<String>, Vec<String>),
    relabelled: &[String],
) -> Result<(), Failure> {
    let side = |name: &str, ids: &[String]| format!("{} only in {name} ({})", ids.len(), report::score::notes_ids(ids, 3));
    let sides = [(&a.name, &fell_out.0), (&b.name, &fell_out.1)];
    let sides: Vec<String> = sides.iter().filter(|(_, ids)| !ids.is_empty()).map(|(name, ids)| side(name, ids)).collect();
    if !sides.is_empty() {
        return Err(Failure::bad_input(format!("the runs do not answer the same questions: {}", sides.join("; "))).mend(
            "--intersection compares on the shared ones; --missing-as-zero counts a missing TREC query as nothing returned",
        ));
    }
    if !relabelled.is_empty() {
        let ids = report::score::notes_ids(relabelled, 3);
        return Err(Failure::bad_input(format!(
            "the scores rest on different labels for {}: {ids}",
            report::number::count(relabelled.len(), "question")
        ))
        .mend("score both again on the same labels, or compare with --intersection on the questions whose labels are the same"));
    }
    Ok(())
}

/// Questions of both runs whose scores rest on different labels, in byte order; none where it is not known.
fn relabelled(a: &Evaluated, b: &Evaluated) -> Vec<String> {
    let labels = |run: &Evaluated, id: &str| -> Option<String> {
        let label = run.labels.get(run.scores.find(id)?)?;
        (!label.is_empty()).then(|| label.clone())
    };
    let differ = |id: &&String| matches!((labels(a, id), labels(b, id)), (Some(x), Some(y)) if x != y);
    a.scores.questions().iter().filter(differ).cloned().collect()
}

/// Whether a run is named by the scores that were written down for it.
fn is_recorded(run: &std::path::Path) -> bool {
    run.extension().is_some_and(|e| e == "json") && run.is_file()
}

/// Scored questions that the run has something of.
fn answered(run: &Evaluated) -> BTreeSet<&str> {
    let missing: BTreeSet<&str> = run.told.missing.iter().map(String::as_str).collect();
    run.scores.questions().iter().map(String::as_str).filter(|q| !missing.contains(q)).collect()
}

/// For each candidate, what differs from the baseline; `None` where nobody expects a manifest.
fn changes(inputs: &Inputs) -> Vec<Option<Changes>> {
    match inputs {
        Inputs::Trec(trec) => vec![None; trec.runs.len()],
        Inputs::Native(native) => {
            let Some((baseline, candidates)) = native.runs.split_last() else { return Vec::new() };
            candidates.iter().map(|run| Some(changes_between(baseline, run))).collect()
        }
    }
}

/// Holm over every measure of every candidate: each is a claim that could be picked out.
fn adjust_over_all(reports: &mut [CompareReport]) {
    let mut families: Vec<_> = reports.iter_mut().map(|report| std::mem::take(&mut report.comparisons)).collect();
    let compared = adjust(&mut families);
    for (report, comparisons) in reports.iter_mut().zip(families) {
        (report.comparisons, report.compared) = (comparisons, compared);
    }
}

/// The first measure decides; the others are shown beside it.
fn exit(reports: &[CompareReport]) -> Result<Exit, Failure> {
    if reports.iter().any(|r| r.comparisons.is_empty()) {
        return Err(Failure::bad_input("no measure named is a mean over questions, and only such are compared"));
    }
    if reports.iter().any(|r| r.comparisons.iter().all(|c| c.n == 0)) {
        return Err(Failure::nothing("nothing could be compared: no question has a value in both runs"));
    }
    let codes = reports.iter().flat_map(|report| {
        let first = report.comparisons.first();
        let verdict = match first.and_then(|c| c.verdict.as_ref()) {
            Some(Ok(v)) => match v.outcome {
                Outcome::Fail => Exit::Fault,
                Outcome::Inconclusive { .. } => Exit::Inconclusive,
                Outcome::Pass | Outcome::Unchanged => Exit::Ok,
            },
            Some(Err(_)) => Exit::Inconclusive,
            None => Exit::Ok,
        };
        let failed = if first.is_some_and(|c| c.failed > 0) { Exit::Incomplete } else { Exit::Ok };
        [verdict, failed]
    });
    Ok(Exit::first(codes.collect::<Vec<_>>()))
}
