//! Resampling of paired differences A − B: whole questions are drawn, so the pairing stays.
//!
//! The same functions as for any mean, named here because the differences are what to give them.
//! With few questions the shifted p rejects a true null too often; decide by sign flips instead.

pub use crate::bootstrap::{Bca, Bootstrap, from_indices, means_from_indices, replicate_means, seeded, shifted_p};
