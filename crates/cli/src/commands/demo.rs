//! `fourcell demo`: the shipped example, in one screen.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use fourcell::diagnosis::compare::{Terms, compare};
use fourcell::evidence::Split;
use fourcell::retrieval::record::Mode;
use fourcell::statistics::Summary;
use fourcell::statistics::paired::sign_flip::{DEFAULT_REPLICATES, SignMatrix};
use include_dir::{Dir, include_dir};
use report::demo::{Leak, ModeReport};
use report::place::Places;
use report::score::{RunReport, Size};
use report::{AnswersReport, CellsReport, DemoReport, GateReport, LedgerReport};

use crate::commands::cells::Cells;
use crate::commands::judge::Judge;
use crate::commands::ledger::report_of;
use crate::commands::run::Run;
use crate::console;
use crate::diagnosing::{Diagnosis, DiagnosisArgs};
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::gating::{Gated, Gating};
use crate::inputs::{InputArgs, Inputs, Native};
use crate::invariants::{Stated, held};
use crate::judges::verdicts::Whose;
use crate::kept::KEPT;
use crate::scoring::{ScoringArgs, score_all};

/// The example, carried by the program: it needs no network and no other file.
static HANDBOOK: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../examples/handbook");

const MEASURES: &str = "complete@context evidence@context Success@6 RR nDCG@10 P@6";
const SLICES: &str = "type";

/// Score two recorded retrievers on the shipped example: what Fourcell tells you, in one screen
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell demo
  fourcell demo --keep handbook     also write the example there, as a project to try the other commands on")]
pub struct Demo {
    /// Write the example into this folder, which must not exist yet
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
}

impl Demo {
    /// Unpacks, scores, prints.
    pub fn run(self) -> Result<Exit, Failure> {
        let cannot = |e: std::io::Error| Failure::bad_input(format!("the example cannot be unpacked: {e}"));
        // What is to be kept is made beside its place, so that it comes there whole or not at all.
        let beside =
            self.keep.as_ref().map(|folder| folder.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new(".")));
        if let Some(missing) = beside.filter(|folder| !folder.is_dir()) {
            return Err(Failure::bad_input(format!("there is no folder {} to write the example into", missing.display()))
                .mend(format!("mkdir -p {}", missing.display())));
        }
        let temporary = beside.map_or_else(tempfile::tempdir, tempfile::tempdir_in).map_err(cannot)?;
        if let Some(folder) = self.keep.as_ref().filter(|folder| folder.exists()) {
            return Err(
                Failure::bad_input(format!("{} is there already", folder.display())).mend("name a folder that is not there yet")
            );
        }
        unpack(&HANDBOOK, temporary.path()).map_err(cannot)?;
        console::data(&report::demo::demo(&self.evaluate(temporary.path())?))?;
        if let Some(folder) = &self.keep {
            keep(temporary, folder).map_err(cannot)?;
        }
        let kept = self.keep.as_ref().map_or_else(|| "handbook".to_owned(), |k| k.display().to_string());
        let first = if self.keep.is_some() { String::new() } else { format!("fourcell demo --keep {kept} && ") };
        console::talk(&format!("next: {first}cd {kept} && fourcell report partial --baseline baseline"));
        Ok(Exit::Ok)
    }

    fn evaluate(&self, folder: &Path) -> Result<DemoReport, Failure> {
        let input = InputArgs {
            runs: vec!["candidate".into(), "baseline".into()],
            project: Some(folder.to_owned()),
            ..InputArgs::default()
        };
        let scoring = ScoringArgs { measures: Some(MEASURES.to_owned()), ..ScoringArgs::default() };
        let inputs = input.open(None)?;
        let Inputs::Native(native) = &inputs else { return Err(Failure::bad_input("the example is a project")) };
        let scored = score_all(&inputs, &input, &scoring, true)?;
        let [candidate, baseline] = scored.runs.as_slice() else { return Err(Failure::bad_input("the example has two runs")) };
        let signs = SignMatrix::new(1, DEFAULT_REPLICATES, candidate.scores.questions().len());
        let terms = Terms::of_margin(native.project.margin);
        let clusters = report::score::clusters_of(candidate.scores.questions(), scored.questions.as_ref());
        let decisive = compare(&candidate.scores, &baseline.scores, clusters.numbers(), &terms, &signs).into_iter().next();
        let keys = [SLICES.to_owned()];
        let report = |run: &fourcell::evaluate::Evaluated| RunReport::new(run.clone(), &keys, scored.questions.as_ref());
        let (candidate, baseline) = (report(candidate), report(baseline));
        let ended = run_and_judge(folder, native)?;
        Ok(DemoReport {
            heading: format!("The shipped example: {}", scored.heading),
            size: Size::of_runs(&[candidate.clone(), baseline.clone()]),
            decisive: decisive.ok_or_else(|| Failure::nothing("nothing was compared"))?,
            baseline,
            candidate,
            key: SLICES.to_owned(),
            slice_measure: 0,
            modes: ended.modes,
            answers: ended.answers,
            cells: ended.cells,
            leak: ended.leak,
            ledger: ended.ledger,
            gate: refused(folder)?,
        })
    }
}

/// The system of the example, and the same without its filter.
const SYSTEM: &str = "bm25";
const UNFILTERED: &str = "unfiltered";

/// What became of the runs that the demo makes.
struct Ended {
    modes: Vec<ModeReport>,
    answers: AnswersReport,
    cells: CellsReport,
    leak: Leak,
    ledger: LedgerReport,
}

/// Runs the built-in system over the example, scores what it recorded, judges its answers, says which stage lost what; the example is
/// left as it was.
fn run_and_judge(folder: &Path, native: &Native) -> Result<Ended, Failure> {
    let nothing = || Failure::nothing("nothing was run");
    let every = Mode::ALL.map(|(_, mode)| mode);
    let recorded = Run::of_example(folder, SYSTEM, &every).record()?.ok_or_else(nothing)?;
    let leaking = Run::of_example(folder, UNFILTERED, &[Mode::Normal]).record()?.ok_or_else(nothing)?;
    let runs = folder.join("runs");
    let modes = modes(&runs, folder, native, &recorded.name)?;
    let judged = Judge::of_example(&recorded.name, folder.to_owned()).judged()?.ok_or_else(nothing)?;
    let diagnosis = DiagnosisArgs::of_run(&recorded.name, folder.to_owned());
    let found = Arc::new(diagnosis.diagnose_in(&judged.material, &Whose::Recorded)?);
    let (ledger, _) = report_of(&Diagnosis { material: judged.material, found }, &[])?;
    let ended = Ended {
        leak: leak(folder, &leaking.name, &modes)?,
        cells: Cells::of_example(&recorded.name, folder)?,
        answers: judged.report,
        modes,
        ledger,
    };
    let cannot = |e: std::io::Error| Failure::bad_input(format!("the example's run: {e}"));
    std::fs::remove_dir_all(runs.join(&recorded.name)).map_err(cannot)?;
    std::fs::remove_dir_all(runs.join(&leaking.name)).map_err(cannot)?;
    // The index that was kept for a next run.
    std::fs::remove_dir_all(folder.join(KEPT)).map_err(cannot)?;
    // A link to the run that was; where links cannot be made there is none.
    let _ = std::fs::remove_file(runs.join("latest"));
    Ok(ended)
}

/// A run with a better mean that lost a critical document, held against the baseline.
fn refused(folder: &Path) -> Result<GateReport, Failure> {
    let run = |name: &str| Some(folder.join("runs").join(name));
    let gating =
        Gating { candidate: run("partial"), baseline: run("baseline"), project: Some(folder.to_owned()), ..Gating::default() };
    let Gated { gate, inconclusive, by, project, warnings, changes, .. } = gating.run()?;
    let (changes, places) = (Some(changes), Places::default());
    Ok(GateReport { project, gate, inconclusive, by, sealed: false, warnings, changes, link: None, places })
}

/// What the system did in each mode.
fn modes(runs: &Path, folder: &Path, native: &Native, name: &str) -> Result<Vec<ModeReport>, Failure> {
    let cannot = |e: std::io::Error| Failure::bad_input(format!("the example's run: {e}"));
    let records = std::fs::read_to_string(runs.join(name).join("records.jsonl")).map_err(cannot)?;
    let records: Vec<serde_json::Value> = records.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let open: HashMap<&str, bool> =
        native.set.questions.iter().filter(|q| q.split == Split::Tune).map(|q| (q.id.as_str(), q.answerable)).collect();
    let mut modes = Vec::new();
    for (mode_name, mode) in Mode::ALL {
        let of = |answerable: bool| {
            let mine = records.iter().filter(|r| r["mode"] == mode_name);
            let mine = mine.filter(|r| r["question"].as_str().and_then(|id| open.get(id)) == Some(&answerable));
            mine.fold((0, 0), |(answered, all), r| (answered + usize::from(r["status"] == "answered"), all + 1))
        };
        let complete = complete(folder, name, mode)?;
        modes.push(ModeReport { mode: mode_name, complete, answerable: of(true), unanswerable: of(false) });
    }
    Ok(modes)
}

/// How often all evidence was in the context.
fn complete(folder: &Path, name: &str, mode: Mode) -> Result<Summary, Failure> {
    let input = InputArgs { runs: vec![name.into()], project: Some(folder.to_owned()), ..InputArgs::default() };
    let inputs = input.open(None)?;
    let scoring = ScoringArgs { measures: Some("complete@context".to_owned()), mode, ..ScoringArgs::default() };
    let scored = score_all(&inputs, &input, &scoring, false)?;
    let run = scored.runs.first().ok_or_else(|| Failure::nothing("nothing was run"))?;
    Ok(RunReport::new(run.clone(), &[], scored.questions.as_ref()).summaries[0].clone())
}

/// What the system without its filter brings, and what it costs.
fn leak(folder: &Path, name: &str, modes: &[ModeReport]) -> Result<Leak, Failure> {
    let input = InputArgs { runs: vec![name.into()], project: Some(folder.to_owned()), ..InputArgs::default() };
    let Inputs::Native(native) = input.open(None)? else { return Err(Failure::bad_input("the example is a project")) };
    let run = native.runs.first().ok_or_else(|| Failure::nothing("nothing was run"))?;
    let held = held(&native.project, &native.set, run, None, &Stated::default())?;
    let sound = modes.iter().find(|mode| mode.mode == "normal").map(|mode| mode.complete.clone());
    let sound = sound.ok_or_else(|| Failure::nothing("nothing was run"))?;
    Ok(Leak { held, leaking: complete(folder, name, Mode::Normal)?, sound })
}

/// Writes the example's files. What `score` leaves beside a run is no part of the example, should it lie there when this is built.
fn unpack(dir: &Dir<'_>, folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder.join(dir.path()))?;
    for file in dir.files().filter(|f| f.path().file_name().is_some_and(|n| n != "scores.json")) {
        std::fs::write(folder.join(file.path()), file.contents())?;
    }
    dir.dirs().try_for_each(|inner| unpack(inner, folder))
}

/// Gives the folder its own name.
fn keep(temporary: tempfile::TempDir, folder: &Path) -> std::io::Result<()> {
    let made = temporary.keep();
    // A temporary folder is for its owner alone; a project is like any other folder.
    std::fs::create_dir(folder)?;
    let permissions = folder.metadata()?.permissions();
    std::fs::remove_dir(folder)?;
    std::fs::set_permissions(&made, permissions)?;
    std::fs::rename(made, folder)
}
