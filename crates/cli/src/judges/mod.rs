//! Judging answers: what is judged, by whom, and what is kept of it.

pub mod lock;
pub mod material;
pub mod seats;
pub mod verdicts;

pub use material::{Material, MaterialArgs};
