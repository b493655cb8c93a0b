//! Values in, bytes out: each format in a file of its own. Nothing here reads a file, and no format computes a number.

pub mod answers;
pub mod calibrate;
pub mod cells;
pub mod check;
pub mod compare;
pub mod demo;
mod demo_end;
pub mod doctor;
pub mod envelope;
pub mod explain;
pub mod gate;
pub mod html;
pub mod invariants;
pub mod ledger;
pub mod lifecycle;
pub mod number;
pub mod power;
pub mod probe;
pub mod score;
mod table;

pub use answers::AnswersReport;
pub use calibrate::CalibrateReport;
pub use cells::CellsReport;
pub use check::CheckReport;
pub use compare::CompareReport;
pub use demo::DemoReport;
pub use doctor::DoctorReport;
pub use gate::GateReport;
pub use invariants::InvariantsReport;
pub use ledger::LedgerReport;
pub use lifecycle::LifecycleReport;
pub use probe::ProbeReport;
pub use score::ScoreReport;
