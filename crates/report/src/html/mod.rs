//! `report.html`: one file that opens from a disk without a network. The first screen is made here, as HTML and SVG that need no script and
//! can be printed; the questions stand in the file packed, and the page's own script unpacks those that are looked at.
//!
//! Nothing that others wrote is ever markup: here it passes `escape::text`, in the page it becomes text nodes. A policy in the file's
//! head lets no script and no style run but the page's own, and nothing be fetched.

mod data;
mod escape;
mod first;
mod packed;
mod plots;
mod question;
mod shell;

pub use first::times::{Spent, Times};
pub use first::verdict::{Layer, LayerOutcome};
pub use question::{AnswerMaterial, Before, ContextView, FindQuote, ModeAnswer, QuestionMaterial, QuestionView, RankedView};

use fourcell::diagnosis::abstention::Abstention;
use fourcell::diagnosis::compare::Comparison;
use fourcell::diagnosis::gate::Gate;
use fourcell::statistics::Summary;

use crate::answers::AnswersRun;
use crate::score::RunReport;
use crate::{CellsReport, LedgerReport};

/// Everything that the page shows.
#[derive(Clone, Debug)]
pub struct Page {
    /// The project's name.
    pub project: String,
    /// The run's name.
    pub run: String,
    /// The baseline's name; `None` without one.
    pub baseline: Option<String>,
    /// What else a reader should know at the top, by name: the system, the day, who judged.
    pub about: Vec<(&'static str, String)>,
    /// What a reader must know of the judges before any number, a line each.
    pub trust: Vec<String>,
    /// What may be concluded, in a sentence.
    pub verdict: Layer,
    /// The layers on which that rests, in their order.
    pub layers: Vec<Layer>,
    /// The gate over the run and its baseline; `None` where none was asked.
    pub gate: Option<Gate>,
    /// The four cells; or why there are none.
    pub cells: Result<CellsReport, String>,
    /// The share of each cell, in the order of [`fourcell::diagnosis::cells::Cell::ALL`].
    pub shares: Option<[Summary; 4]>,
    /// What failed, by cause.
    pub ledger: LedgerReport,
    /// The retrieval measures; or why there are none.
    pub score: Result<RunReport, String>,
    /// The same against the baseline, a measure each.
    pub compared: Vec<Comparison>,
    /// The measures of answers; `None` where nobody judged any.
    pub answers: Option<AnswersRun>,
    /// Top scores of answerable and unanswerable questions as a sign that there is an answer.
    pub abstention: Option<Abstention>,
    /// How much may be sent, in passages: the length of the context; with the words for it.
    pub budget: Option<(f64, String)>,
    /// How long calls took, and what they read and wrote.
    pub times: Times,
    /// Keys of slices that may be filtered by, in the order of the project.
    pub keys: Vec<String>,
    /// The questions, in byte order of their ids.
    pub questions: Vec<QuestionView>,
    /// What is odd in the inputs.
    pub warnings: Vec<String>,
    /// The command that makes this page.
    pub command: String,
}

/// The page, as UTF-8. The same values give the same bytes.
pub fn html(page: &Page) -> Vec<u8> {
    shell::document(page).into_bytes()
}
