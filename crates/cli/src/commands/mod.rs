//! The commands, one file each.

mod baseline;
mod calibrate;
pub mod cells;
mod check;
mod compare;
mod completions;
mod corpus;
mod custody;
mod demo;
mod doctor;
mod explain;
mod gate;
mod history;
mod init;
mod invariants;
pub mod judge;
pub mod ledger;
mod lifecycle;
mod matrix;
mod power;
mod probe;
mod read_pdf;
mod report;
mod run;
mod schema;
mod score;
mod simulate;

pub use read_pdf::NAME as READ_PDF;

use clap::Subcommand;

use crate::exit_codes::Exit;
use crate::failure::Failure;

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    Demo(demo::Demo),
    Init(init::Init),
    Corpus(corpus::Corpus),
    Run(run::Run),
    Matrix(Box<matrix::Matrix>),
    Invariants(invariants::Invariants),
    Score(Box<score::Score>),
    Judge(Box<judge::Judge>),
    Cells(Box<cells::Cells>),
    Ledger(Box<ledger::Ledger>),
    Probe(Box<probe::Probe>),
    Report(Box<report::Report>),
    Lifecycle(lifecycle::Lifecycle),
    Calibrate(Box<calibrate::Calibrate>),
    Compare(Box<compare::Compare>),
    History(Box<history::History>),
    Gate(Box<gate::GateCommand>),
    Baseline(baseline::Baseline),
    Custody(custody::Custody),
    Check(check::Check),
    Doctor(doctor::Doctor),
    Power(power::Power),
    Simulate(simulate::Simulate),
    Explain(explain::Explain),
    Schema(schema::SchemaCommand),
    Completions(completions::Completions),
    #[command(hide = true, name = READ_PDF)]
    ReadPdf(read_pdf::ReadPdf),
}

impl Command {
    /// Does it.
    pub fn run(self) -> Result<Exit, Failure> {
        match self {
            Self::Demo(command) => command.run(),
            Self::Init(command) => command.run(),
            Self::Corpus(command) => command.run(),
            Self::Run(command) => command.run(),
            Self::Matrix(command) => command.run(),
            Self::Invariants(command) => command.run(),
            Self::Score(command) => command.run(),
            Self::Judge(command) => command.run(),
            Self::Cells(command) => command.run(),
            Self::Ledger(command) => command.run(),
            Self::Probe(command) => command.run(),
            Self::Report(command) => command.run(),
            Self::Lifecycle(command) => command.run(),
            Self::Calibrate(command) => command.run(),
            Self::Compare(command) => command.run(),
            Self::History(command) => command.run(),
            Self::Gate(command) => command.run(),
            Self::Baseline(command) => command.run(),
            Self::Custody(command) => command.run(),
            Self::Check(command) => command.run(),
            Self::Doctor(command) => command.run(),
            Self::Power(command) => command.run(),
            Self::Simulate(command) => command.run(),
            Self::Explain(command) => command.run(),
            Self::Schema(command) => command.run(),
            Self::Completions(command) => command.run(),
            Self::ReadPdf(command) => command.run(),
        }
    }
}
