//! The error ledger: one entry for each failed question, owned by the first stage that lost it.

mod diagnose;
mod finding;
pub mod life;

pub use diagnose::{Entry, Lost, diagnose};
pub use finding::{Finding, KnownBy, Proof};
