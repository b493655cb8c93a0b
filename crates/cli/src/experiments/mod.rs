//! Runs beside each other: what was changed between them, and what both halves measured of them.

pub mod halves;
pub mod of_others;
pub mod options;
pub mod runs;

pub use halves::{Halves, Wanted};

use fourcell::diagnosis::experiment::Changes;
use fourcell::formats::native::Run;
use fourcell::formats::native::run::Manifest;

/// What differs from one run to another, as their manifests tell.
pub fn changes_between(from: &Run, to: &Run) -> Changes {
    let [before, after] = [from, to].map(|run| run.manifest.as_ref().map(Manifest::made_with));
    Changes::between((&from.name, before.as_ref()), (&to.name, after.as_ref()))
}
