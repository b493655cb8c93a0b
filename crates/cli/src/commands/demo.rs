//! `fourcell demo`: the shipped example, in one screen.

use std::path::{Path, PathBuf};

use clap::Args;
use fourcell::diagnosis::compare::{Terms, compare};
use fourcell::statistics::paired::sign_flip::{DEFAULT_REPLICATES, SignMatrix};
use include_dir::{Dir, include_dir};
use report::DemoReport;
use report::score::{RunReport, Size};

use crate::console;
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::inputs::{InputArgs, Inputs};
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
        let temporary = tempfile::tempdir().map_err(cannot)?;
        let folder = match &self.keep {
            Some(folder) if folder.exists() => {
                return Err(Failure::bad_input(format!("{} is there already", folder.display()))
                    .mend("name a folder that is not there yet"));
            }
            Some(folder) => folder.as_path(),
            None => temporary.path(),
        };
        unpack(&HANDBOOK, folder).map_err(cannot)?;
        console::data(&report::demo::demo(&self.evaluate(folder)?))?;
        let kept = self.keep.as_ref().map_or_else(|| "handbook".to_owned(), |k| k.display().to_string());
        let first = if self.keep.is_some() { String::new() } else { format!("fourcell demo --keep {kept} && ") };
        console::talk(&format!("next: {first}cd {kept} && fourcell score candidate --per-question"));
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
        let terms = Terms { margin: native.project.margin, exact: false };
        let decisive = compare(&candidate.scores, &baseline.scores, &terms, &signs).into_iter().next();
        let keys = [SLICES.to_owned()];
        let report = |run: &fourcell::evaluate::Evaluated| RunReport::new(run.clone(), &keys, scored.questions.as_ref());
        let (candidate, baseline) = (report(candidate), report(baseline));
        Ok(DemoReport {
            heading: format!("The shipped example: {}", scored.heading),
            size: Size::of(candidate.effective_questions()),
            decisive: decisive.ok_or_else(|| Failure::nothing("nothing was compared"))?,
            baseline,
            candidate,
            key: SLICES.to_owned(),
            slice_measure: 0,
        })
    }
}

/// Writes the example's files. What `score` leaves beside a run is no part of the example, should it lie there when this is built.
fn unpack(dir: &Dir<'_>, folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder.join(dir.path()))?;
    for file in dir.files().filter(|f| f.path().file_name().is_some_and(|n| n != "scores.json")) {
        std::fs::write(folder.join(file.path()), file.contents())?;
    }
    dir.dirs().try_for_each(|inner| unpack(inner, folder))
}
