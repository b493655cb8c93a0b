//! `fourcell cells`: was the evidence there, and was the answer right? Which of the two systems failed, and how sure that is.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use fourcell::diagnosis::cells::{Present, Row};
use fourcell::diagnosis::modes::{Asked, MARGIN};
use fourcell::evaluate::{AnswerRow, CountTokens, NativeTerms, Presence, Sent, asked, cell_row, evidence_sent, stand};
use fourcell::evidence::cover::Cover;
use fourcell::formats::atomic::write_atomically;
use fourcell::retrieval::case;
use fourcell::retrieval::name::parse_list;
use fourcell::retrieval::record::Mode;
use fourcell::retrieval::view::NO_CONTEXT;
use fourcell::retrieval::{Budget, Measure};
use fourcell::statistics::Score;
use report::CellsReport;
use report::cells::{self, Found};
use report::number::count;
use report::score::Questions;
use tokens::Tokenizer;

use crate::commands::judge::Judge;
use crate::console;
use crate::custody::split::SplitArgs;
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::inputs::named;
use crate::judges::seats::LEXICAL;
use crate::judges::seats::{self, Chosen, RECORDED};
use crate::judges::verdicts::Whose;
use crate::judges::{Material, MaterialArgs, lock, told};
use crate::scoring::Known;

/// Join evidence and answers: what works, what retrieval lost, what generation lost, and what was right for the wrong reason
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell cells                                     the project's latest run, evidence complete in the context as sent
  fourcell cells candidate --present all --by type   under each definition of 'the evidence was there', by slices
  fourcell cells candidate --at 6                    evidence in the first six of the last ranked list
  fourcell cells candidate --judge careful           by the verdicts of one judge only
  fourcell cells candidate --per-question --format json

Nobody is asked anything: rightness rests on what judgements.jsonl holds, so have the run judged first ('fourcell judge', with
--mode oracle and --mode no-context for the modes). The run directory also gets the result as cells.json (not with --no-write).")]
pub struct Cells {
    /// The run: a name under the project's runs, or a run directory [default: runs/latest]
    #[arg(value_name = "RUN")]
    run: Option<PathBuf>,
    /// The project's folder [default: the nearest one upwards with a fourcell.toml]
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
    /// What 'the evidence was there' means; the counts are shown under each in any case
    #[arg(long, default_value = "complete")]
    present: PresentArg,
    /// What the evidence must be inside of: 'context' as it was sent, or a cut of the last ranked list, as in 6 or 2000tok
    #[arg(long, value_name = "BUDGET", default_value = "context")]
    at: String,
    /// Whose verdicts count: 'recorded' for all that the run holds, or the name of a judge that judged it
    #[arg(long, short, value_name = "NAME", default_value = RECORDED)]
    judge: String,
    /// Count the answers of this mode
    #[arg(long, default_value = "normal", value_parser = crate::scoring::modes())]
    mode: Mode,
    /// Count the answers of this repeat
    #[arg(long, value_name = "N", default_value_t = 0)]
    repeat: u32,
    #[command(flatten)]
    split: SplitArgs,
    /// The least grade that counts as relevant for a hit [default: as the project says, else 2]
    #[arg(long, value_name = "GRADE", value_parser = clap::value_parser!(i32).range(0..))]
    rel: Option<i32>,
    /// How much of a labelled range must be there, in (0, 1] [default: as the project says, else 1]
    #[arg(long, value_name = "SHARE")]
    cover: Option<f64>,
    /// What the gain by context is held against, in (0, 1)
    #[arg(long, value_name = "SHARE", default_value_t = MARGIN)]
    margin: f64,
    /// Slices, as in type,scope [default: as the project says]
    #[arg(long, value_name = "KEYS", value_delimiter = ',')]
    by: Option<Vec<String>>,
    /// Print the cell of every question, too; in CSV in place of the counts
    #[arg(long, short = 'q')]
    per_question: bool,
    /// Threads to use [default: as many as there are processors]; they never change a byte
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,
    /// How the result is written
    #[arg(long, default_value = "table")]
    format: Format,
    /// Write nothing into the run directory
    #[arg(long)]
    no_write: bool,
}

/// Definitions of "the evidence was there".
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PresentArg {
    /// All required evidence is there
    Complete,
    /// Something relevant is there
    Hit,
    /// The documents of all required evidence are there
    Document,
    /// Each of these in full
    All,
}

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Table,
    /// For programs; everything there is
    Json,
    /// For spreadsheets
    Csv,
    /// For pull requests
    Markdown,
}

/// The usual cells of a run that was read, by the verdicts that are recorded; of `judge` alone where it names one.
pub fn of_material(material: &Material, judge: &str, repeat: u32, keys: &[String]) -> Result<CellsReport, Failure> {
    let (judge, by) = (judge.to_owned(), Some(keys.to_vec()));
    Cells { judge, repeat, by, ..Cells::of_run(&material.name, Path::new("")) }.report(material)
}

impl Cells {
    /// The usual cells of a run.
    fn of_run(run: &str, project: &Path) -> Self {
        Self {
            run: Some(run.into()),
            project: Some(project.to_owned()),
            present: PresentArg::Complete,
            at: "context".to_owned(),
            judge: RECORDED.to_owned(),
            mode: Mode::Normal,
            repeat: 0,
            split: SplitArgs::default(),
            rel: None,
            cover: None,
            margin: MARGIN,
            by: Some(Vec::new()),
            per_question: false,
            threads: 0,
            format: Format::Table,
            no_write: true,
        }
    }

    /// The cells of a run of the example, judged by the lexical judge in each of its modes; nothing is written.
    pub fn of_example(run: &str, project: &Path) -> Result<CellsReport, Failure> {
        let mut whole: Option<Material> = None;
        for (_, mode) in Mode::ALL {
            let judged = Judge::of_example(run, project.to_owned()).asking(LEXICAL, mode).judged()?;
            let mut judged = judged.ok_or_else(|| Failure::nothing("nothing was judged"))?.material;
            match &mut whole {
                None => whole = Some(judged),
                Some(whole) => {
                    let rows = whole.rows.iter_mut().zip(&mut judged.rows);
                    rows.filter(|(mine, _)| mine.mode == mode).for_each(|(mine, theirs)| mine.said.append(&mut theirs.said));
                }
            }
        }
        let material = whole.ok_or_else(|| Failure::nothing("nothing was judged"))?;
        Self::of_run(run, project).report(&material)
    }

    /// Reads, counts, writes, prints.
    pub fn run(self) -> Result<Exit, Failure> {
        self.budget()?;
        let split = self.split.wanted()?;
        let args = MaterialArgs { run: self.run.clone(), project: self.project.clone(), ..MaterialArgs::default() };
        let material = args.open_run(split)?;
        material.open_final(split, &self.split, "cells")?;
        let report = self.report(&material)?;
        if !report.has_values() {
            let nothing = Failure::nothing(
                "no question is in a cell: of none is it known whether its evidence was there and its answer right",
            );
            let failure = cells::notes(&report).iter().fold(nothing, |failure, note| failure.mend(note));
            return Err(failure.or_incomplete(report.incomplete() > 0));
        }
        let inputs = named(&material.files);
        if self.format == Format::Csv {
            cells::notes(&report).iter().for_each(|note| console::talk(&format!("note: {note}")));
        }
        console::data(&match self.format {
            Format::Table => cells::terminal(&report, self.per_question),
            Format::Json => cells::json(&report, &inputs, self.per_question),
            Format::Csv => cells::csv(&report, self.per_question),
            Format::Markdown => cells::markdown(&report, self.per_question),
        })?;
        if let (Some((run, _)), false) = (&material.native, self.no_write) {
            let bytes = cells::json(&report, &inputs, true);
            if let Err(e) = write_atomically(&run.directory.join("cells.json"), |out| out.write_all(&bytes)) {
                console::talk(&format!("warning: cells.json was not written: {e}"));
            }
        }
        Ok(if report.incomplete() > 0 { Exit::Incomplete } else { Exit::Ok })
    }

    /// Everything but the printing.
    fn report(&self, material: &Material) -> Result<CellsReport, Failure> {
        if !(self.margin > 0.0 && self.margin < 1.0) {
            return Err(Failure::bad_input("--margin must lie between 0 and 1; 0.10 is ten points"));
        }
        let budget = self.budget()?;
        let (whose, judges) = self.whose(material)?;
        let Some((_, set)) = &material.native else {
            return Err(Failure::bad_input("cells are counted over a run of a project").mend("name a run"));
        };
        let known = Known::new(set);
        let keys = self.keys(material, &known)?;
        let (sent, warnings) = self.sent(material, budget)?;
        let row = |place: usize, mode: Mode| self.row(material, &whose, place, mode);
        let (mut rows, mut stands, mut all) = (Vec::new(), Vec::new(), Vec::new());
        let has = |mode: Mode| material.rows.iter().any(|row| row.mode == mode && row.repeat == self.repeat);
        let [oracle, no_context] = [Mode::Oracle, Mode::NoContext].map(|mode| self.mode == Mode::Normal && has(mode));
        let main = self.shown()[0];
        for (place, question) in material.questions.iter().enumerate() {
            let mine = row(place, self.mode);
            if !question.answerable {
                stands.push((question.id.clone(), stand(&mine)));
                continue;
            }
            let cell = cell_row(&mine, sent.get(&question.id));
            if oracle || no_context {
                let [oracle, no_context] =
                    [(oracle, Mode::Oracle), (no_context, Mode::NoContext)].map(|(there, mode)| there.then(|| row(place, mode)));
                all.push(asked(&cell, cell.present[main as usize], oracle.as_ref(), no_context.as_ref()));
            }
            rows.push(cell);
        }
        no_context_captured(&rows, budget, &material.name)?;
        let found = Found {
            heading: self.heading(material, rows.len(), stands.len(), budget),
            judges,
            run: material.name.clone(),
            budget: budget.to_string(),
            shown: self.shown(),
            keys,
            rows,
            stands,
            warnings: [warnings, not_judged(&all, &material.name)].concat(),
            asked: all,
            margin: self.margin,
        };
        Ok(CellsReport::new(found, &known))
    }

    fn shown(&self) -> Vec<Present> {
        match self.present {
            PresentArg::Complete => vec![Present::Complete],
            PresentArg::Hit => vec![Present::Hit],
            PresentArg::Document => vec![Present::Document],
            PresentArg::All => Present::ALL.map(|(_, present)| present).to_vec(),
        }
    }

    /// The budget, read as a measure's name has it.
    fn budget(&self) -> Result<Budget, Failure> {
        let stated = self.at.trim().trim_start_matches('@');
        let measures: Vec<Measure> =
            parse_list(&format!("complete@{stated}")).map_err(|e| Failure::bad_input(format!("--at {}: {e}", self.at)))?;
        match measures.as_slice() {
            [Measure { budget: Some(budget), .. }] => Ok(*budget),
            _ => Err(Failure::bad_input(format!("--at '{}' is no budget", self.at)).mend("write context, 6 or 2000tok")),
        }
    }

    /// Whose verdicts count, and what is to be known of them.
    fn whose(&self, material: &Material) -> Result<(Whose, Vec<String>), Failure> {
        let directory = material.native.as_ref().map(|(run, _)| run.directory.as_path());
        let (names, unknown): (Vec<String>, _) = match seats::choose(material.project.as_ref(), Some(&self.judge)) {
            Ok(Chosen::Recorded) => return Ok((Whose::Recorded, told::recorded(material)?)),
            Ok(Chosen::Judges(_, members)) => (members.into_iter().map(|member| member.name).collect(), None),
            // It need not be stated any more, where it has judged.
            Err(unknown) => (vec![self.judge.clone()], Some(unknown)),
        };
        let holds = |name: &String| material.rows.iter().flat_map(|row| &row.said).any(|said| said.judge.as_ref() == Some(name));
        if !names.iter().any(holds) {
            if let Some(unknown) = unknown {
                return Err(unknown);
            }
            let said = material.rows.iter().flat_map(|row| &row.said).filter_map(|said| said.judge.as_deref());
            let held: std::collections::BTreeSet<&str> = said.collect();
            let held: Vec<&str> = held.into_iter().collect();
            let held = if held.is_empty() { "none".to_owned() } else { held.join(", ") };
            return Err(Failure::nothing(format!(
                "{} holds no verdict of '{}'; it holds those of: {held}",
                material.name, self.judge
            ))
            .mend(format!("have it judged: fourcell judge {} --judge {}", material.name, self.judge)));
        }
        let locks = directory.map(lock::read).transpose()?.unwrap_or_default();
        let described: Vec<(String, serde_json::Value)> =
            names.iter().map(|name| (name.clone(), locks.get(name).cloned().unwrap_or_default())).collect();
        let mut lines = vec![format!("recorded verdicts of {}", names.join(", "))];
        lines.extend(told::about(&described, material));
        Ok((Whose::Judges(names), lines))
    }

    /// The answer of a question in a mode, with the verdicts that count.
    fn row<'m>(&self, material: &'m Material, whose: &Whose, place: usize, mode: Mode) -> AnswerRow<'m> {
        let found = material.row(place, mode, self.repeat);
        let said = found.map_or_else(Vec::new, |row| row.said.iter().filter(|said| whose.counts(said)).collect());
        let question = &material.questions[place];
        AnswerRow { question, answer: found.map(|row| &row.answer), said, presence: Presence::Unknown }
    }

    /// Where the evidence was, and what is odd about it.
    fn sent(&self, material: &Material, budget: Budget) -> Result<(HashMap<String, Sent>, Vec<String>), Failure> {
        let (Some((run, set)), Some(project)) = (&material.native, &material.project) else {
            return Ok((HashMap::new(), Vec::new()));
        };
        let cover = match self.cover {
            Some(share) => Cover::new(share).ok_or_else(|| Failure::bad_input("--cover must be above 0 and at most 1"))?,
            None => project.score.cover.unwrap_or_default(),
        };
        let rel = self.rel.or(project.score.rel.map(i32::from)).unwrap_or(2);
        let terms = NativeTerms {
            case: case::Terms { rel, cover, ..case::Terms::default() },
            split: self.split.wanted()?,
            mode: self.mode,
            repeat: self.repeat,
            threads: self.threads,
            ..NativeTerms::new(Vec::new())
        };
        let name = project.tokenizer.as_deref().unwrap_or(tokens::DEFAULT);
        let in_tokens = matches!(budget, Budget::Tokens(_));
        let tokenizer = in_tokens.then(|| Tokenizer::named(name)).transpose().map_err(Failure::bad_input)?;
        let count_tokens = tokenizer.as_ref().map(|t| move |text: &str| t.count(text));
        let tokens = count_tokens.as_ref().map(|count| count as &CountTokens<'_>);
        let (sent, told) = evidence_sent(set, run, &terms, budget, tokens)?;
        let mut warnings = material.warnings.clone();
        if !told.stale.is_empty() {
            let ids = report::score::notes_ids(&told.stale, 5);
            warnings
                .push(format!("{} with evidence that is stale, and so in no cell: {ids}", count(told.stale.len(), "question")));
        }
        if told.disputed_labels > 0 {
            let targets = count(told.disputed_labels, "label");
            warnings.push(format!("{targets} on which raters differ and nobody has decided: those passages count as unjudged"));
        }
        Ok((sent, warnings))
    }

    /// Keys of slices: as the command says, else as the project says.
    fn keys(&self, material: &Material, known: &Known) -> Result<Vec<String>, Failure> {
        let keys: Vec<String> = match &self.by {
            Some(keys) => keys.iter().map(|k| k.trim().to_owned()).filter(|k| !k.is_empty()).collect(),
            None => material.project.as_ref().map(|project| project.judging.by.clone()).unwrap_or_default(),
        };
        let has = |key: &String| material.questions.iter().any(|question| known.slice(&question.id, key).is_some());
        match keys.iter().find(|key| !has(key)) {
            Some(key) => Err(Failure::nothing(format!("no question has a '{key}' to slice by"))
                .mend("--by takes keys of the questions, as in --by type,scope")),
            None => Ok(keys),
        }
    }

    fn heading(&self, material: &Material, answerable: usize, unanswerable: usize, budget: Budget) -> String {
        let mut parts: Vec<String> = material.project.iter().map(|project| project.name.clone()).collect();
        parts.push(format!("run {}", material.name));
        parts.push(format!("{}, {unanswerable} unanswerable apart", count(answerable, "answerable question")));
        if material.sealed > 0 {
            parts.push(format!("{} final ones sealed", material.sealed));
        }
        if self.mode != Mode::Normal {
            parts.push(format!("mode {}", Mode::ALL[self.mode as usize].0));
        }
        parts.push(match budget {
            Budget::Context => "evidence in the context as sent".to_owned(),
            Budget::Passages(k) => format!("evidence in the first {k} of the last ranked list"),
            Budget::Tokens(tokens) => format!("evidence in the first {tokens} tokens of the last ranked list"),
        });
        parts.join(" · ")
    }
}

/// Where no context was captured at all, a cut of the ranked list may stand for it, if the reader says so.
fn no_context_captured(rows: &[Row], budget: Budget, run: &str) -> Result<(), Failure> {
    let made = || rows.iter().filter(|row| !row.call_failed && row.present[0] != Score::Failed);
    let lacks = |row: &Row| row.present[0] == Score::Undefined(NO_CONTEXT);
    if budget == Budget::Context && made().next().is_some() && made().all(lacks) {
        return Err(Failure::nothing(format!("{run} captured no context, so that nobody knows what the generator was given"))
            .mend("cut the last ranked list in its place, as in --at 6 or --at 2000tok"));
    }
    Ok(())
}

/// Modes whose answers nobody judged.
fn not_judged(asked: &[Asked], run: &str) -> Vec<String> {
    let of = |mode: &str, score: &dyn Fn(&Asked) -> Option<Score>| {
        let all: Vec<Score> = asked.iter().filter_map(score).collect();
        let none = !all.is_empty() && all.iter().all(|score| !matches!(score, Score::Value(_)));
        none.then(|| format!("no answer of mode {mode} is scored: fourcell judge {run} --mode {mode}"))
    };
    of("oracle", &|one| one.oracle).into_iter().chain(of("no-context", &|one| one.no_context)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::run::Run;

    fn copy(from: &Path, to: &Path) {
        std::fs::create_dir_all(to).unwrap();
        for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap).filter(|e| e.file_name() != ".fourcell") {
            let (from, to) = (entry.path(), to.join(entry.file_name()));
            if from.is_dir() { copy(&from, &to) } else { std::fs::copy(&from, &to).map(drop).unwrap() }
        }
    }

    /// What the demo may show: every mode judged, in memory; the run holds what it held.
    #[test]
    fn the_example_has_cells_in_its_modes() {
        let place = tempfile::tempdir().unwrap();
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/handbook"), place.path());
        let recorded = Run::of_example(place.path(), "bm25", &Mode::ALL.map(|(_, mode)| mode)).record().unwrap().unwrap();
        let report = Cells::of_example(&recorded.name, place.path()).unwrap();
        let run = place.path().join("runs").join(&recorded.name);
        assert!(!run.join("judgements.jsonl").exists() && !run.join("cells.json").exists());
        let tally = &report.main().tally;
        assert_eq!((tally.questions(), tally.cells.scored(), tally.cells.failed), (106, 106, 0));
        assert!(tally.cells.works > 20 && tally.cells.retrieval_fault > 20, "{tally:?}");
        let modes = report.modes.unwrap();
        assert_eq!(modes.oracle.unwrap().all.paired.table.n(), 106);
        assert_eq!(modes.context.unwrap().all.paired.table.n(), 106);
    }
}
