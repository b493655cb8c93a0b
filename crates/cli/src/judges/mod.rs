//! Judging answers: what is judged, by whom, and what is kept of it.

pub mod compared;
pub mod family;
pub mod lock;
pub mod material;
pub mod people;
pub mod price;
pub mod seats;
pub mod told;
pub mod verdicts;
pub mod wanted;

pub use material::{Material, MaterialArgs};
