//! `fourcell score`: how much of the required evidence arrived, for whom, and how sure that is.

use clap::{Args, ValueEnum};
use fourcell::formats::atomic::write_atomically;
use fourcell::formats::trec::Compat;
use report::ScoreReport;
use report::invariants::first_text;
use report::score::{self, NoTrecName, RunReport, Size};

use crate::console;
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::inputs::{InputArgs, Inputs, named};
use crate::invariants::{Stated, first};
use crate::judges::wanted;
use crate::scoring::{ScoringArgs, score_all};

/// Score retrieval: measures with intervals, by slices, the recall curve, unanswerable questions apart
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell score                                        the project's latest run
  fourcell score baseline candidate --by type,scope     two runs of the project, by slices
  fourcell score candidate -m 'evidence@6 complete@2000tok nDCG@10' --per-question
  fourcell score --qrels qrels.txt run1.txt run2.txt    TREC files
  fourcell score --qrels qrels.txt --format trec_eval run.txt
  fourcell score --beir scifact run.txt

A project's run directory also gets the result as scores.json (not with --no-write).")]
pub struct Score {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    scoring: ScoringArgs,
    /// Slices, as in type,scope (also origin, critical, core and any key of the questions)
    #[arg(long, value_name = "KEYS", value_delimiter = ',')]
    by: Option<Vec<String>>,
    /// Print the scores of every question: beside the means; in CSV in place of them
    #[arg(long, short = 'q')]
    per_question: bool,
    /// Also draw the recall curve (of a single run of a project it is always drawn)
    #[arg(long)]
    curve: bool,
    /// How the result is written; trec_eval has its own names and layout, and implies --compat trec_eval-10
    #[arg(long, default_value = "table")]
    format: Format,
    /// Do not write scores.json into run directories
    #[arg(long)]
    no_write: bool,
}

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Table,
    /// For programs
    Json,
    /// For spreadsheets, a row for each number
    Csv,
    /// For pull requests
    Markdown,
    /// trec_eval's
    #[value(name = "trec_eval")]
    TrecEval,
}

impl Score {
    /// Reads, scores, prints.
    pub fn run(mut self) -> Result<Exit, Failure> {
        let implied = self.trec_eval_habits()?;
        let inputs = self.input.open(implied)?;
        let keys = self.keys(&inputs)?;
        self.input.open_final(&inputs, "score")?;
        self.scoring.fingerprints = self.per_question && self.format == Format::Json;
        let curve = self.curve || matches!(&inputs, Inputs::Native(native) if native.runs.len() == 1);
        let scored = score_all(&inputs, &self.input, &self.scoring, curve)?;
        let names = score::distinct_names(&scored.runs);
        let runs = scored.runs.into_iter().zip(names).map(|(run, name)| {
            let run = fourcell::evaluate::Evaluated { name, ..run };
            match self.format {
                Format::TrecEval => RunReport::of_means(run),
                _ => RunReport::new(run, &keys, scored.questions.as_ref()),
            }
        });
        let mut runs: Vec<RunReport> = runs.collect();
        self.hold(&inputs, &mut runs)?;
        check_slices(&keys, &runs)?;
        let size = Size::of_runs(&runs);
        let report = ScoreReport { heading: scored.heading, keys, runs, size, warnings: scored.warnings };
        if !report.runs.iter().all(RunReport::has_values) {
            let nothing = Failure::nothing("nothing could be evaluated: no question has a value for any measure");
            let notes = score::notes_without_intervals(&report);
            let incomplete = report.runs.iter().any(|run| run.incomplete() > 0);
            let incidents: String = report.runs.iter().filter_map(|run| run.incidents.as_ref()).map(first_text).collect();
            let failure = notes.iter().fold(nothing, |failure, note| failure.mend(note)).or_incomplete(incomplete);
            return Err(failure.or_incidents(&incidents));
        }
        self.print(&report, &scored.files, implied)?;
        self.write(&report, &inputs)?;
        let exits = report.runs.iter().flat_map(|run| {
            let incident = if run.incidents.is_some() { Exit::Fault } else { Exit::Ok };
            [incident, if run.incomplete() > 0 { Exit::Incomplete } else { Exit::Ok }]
        });
        Ok(Exit::first(exits))
    }

    /// Before any score: results that must not be there. Answers are not read for it; what they cite is for `judge` and `invariants`.
    fn hold(&self, inputs: &Inputs, runs: &mut [RunReport]) -> Result<(), Failure> {
        let Inputs::Native(native) = inputs else { return Ok(()) };
        let split = wanted::split(self.input.split.as_deref())?;
        let stated = Stated { split, threads: self.input.threads, ..Stated::default() };
        for (run, report) in native.runs.iter().zip(runs) {
            report.incidents = first(&native.project, &native.set, run, None, &stated);
        }
        Ok(())
    }

    /// trec_eval's layout has no place for "undefined", so it comes with trec_eval's habits; and with its measures.
    fn trec_eval_habits(&mut self) -> Result<Option<Compat>, Failure> {
        if self.format != Format::TrecEval {
            return Ok(None);
        }
        if self.input.qrels.is_none() && self.input.beir.is_none() {
            return Err(Failure::bad_input("--format trec_eval is for TREC files").mend("name them: --qrels FILE RUN"));
        }
        if self.input.runs.len() > 1 {
            return Err(Failure::bad_input("--format trec_eval writes one run: its lines do not say which run they are of")
                .mend("use --format csv for several, or one command a run"));
        }
        self.scoring.measures.get_or_insert_with(|| "official".to_owned());
        if self.input.compat.is_none() {
            console::talk("note: --format trec_eval follows trec_eval 10; say --compat trec_eval-9 for the older one");
            self.input.compat = Some(crate::inputs::CompatArg::TrecEval10);
        }
        Ok(Some(Compat::V10))
    }

    fn keys(&self, inputs: &Inputs) -> Result<Vec<String>, Failure> {
        match (inputs, &self.by) {
            (Inputs::Trec(_), Some(_)) => {
                Err(Failure::bad_input("--by needs a project: TREC files say nothing about their queries"))
            }
            (Inputs::Trec(_), None) => Ok(Vec::new()),
            (_, Some(keys)) => Ok(keys.iter().map(|k| k.trim().to_owned()).filter(|k| !k.is_empty()).collect()),
            (Inputs::Native(native), None) => Ok(native.project.score.by.clone()),
        }
    }

    fn print(&self, report: &ScoreReport, files: &[fourcell::formats::Source], implied: Option<Compat>) -> Result<(), Failure> {
        let bytes = match self.format {
            Format::Table => score::terminal(report, self.per_question),
            Format::Json => score::json(report, &named(files), self.per_question),
            Format::Csv => score::csv(report, self.per_question),
            Format::Markdown => score::markdown(report, self.per_question),
            Format::TrecEval => {
                let skip_missing = implied.is_some() && self.input.compat == Some(crate::inputs::CompatArg::TrecEval9);
                score::trec_eval(report, self.per_question, skip_missing).map_err(|NoTrecName(name)| {
                    Failure::bad_input(format!("trec_eval has no measure like '{name}'"))
                        .mend("use --format table, json, csv or markdown")
                })?
            }
        };
        if self.format == Format::Csv {
            let incidents: String = report.runs.iter().filter_map(|run| run.incidents.as_ref()).map(first_text).collect();
            incidents.lines().filter(|line| !line.is_empty()).for_each(console::talk);
        }
        if matches!(self.format, Format::Csv | Format::TrecEval) {
            let notes = if self.format == Format::Csv { score::notes(report) } else { score::notes_without_intervals(report) };
            notes.iter().for_each(|note| console::talk(&format!("note: {note}")));
        }
        console::data(&bytes)
    }

    /// A run directory keeps its scores. One that cannot be written to is no reason to fail.
    fn write(&self, report: &ScoreReport, inputs: &Inputs) -> Result<(), Failure> {
        let Inputs::Native(native) = inputs else { return Ok(()) };
        if self.no_write {
            return Ok(());
        }
        for (run, scored) in native.runs.iter().zip(&report.runs).filter(|(run, _)| run.directory.is_dir()) {
            let one = ScoreReport { runs: vec![scored.clone()], ..report.clone() };
            let set_files = native.set.hashes.iter().map(|(path, _)| fourcell::formats::Source::file(path));
            let files: Vec<_> = set_files.chain(run.files.iter().cloned()).collect();
            let bytes = score::json(&one, &named(&files), true);
            if let Err(e) = write_atomically(&run.directory.join("scores.json"), |out| out.write_all(&bytes)) {
                console::talk(&format!("warning: scores.json was not written: {e}"));
            }
        }
        Ok(())
    }
}

/// A slice key that no question has is a typing error, not an empty table.
fn check_slices(keys: &[String], runs: &[RunReport]) -> Result<(), Failure> {
    for key in keys {
        if runs.iter().all(|run| run.slices.iter().all(|s| s.key != *key)) {
            return Err(Failure::nothing(format!("no scored question has a '{key}' to slice by"))
                .mend("--by takes keys of the questions, as in --by type,scope"));
        }
    }
    Ok(())
}
