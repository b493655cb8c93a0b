//! Fourcell's own files: the question set, the corpus, labels, and runs.

pub mod answers;
pub mod baseline;
pub mod corpus;
pub mod custody;
pub(crate) mod evidence_tree;
pub(crate) mod id;
pub mod judgements;
pub mod labels;
pub mod ledger;
pub mod lifecycle;
pub mod passages;
pub mod questions;
pub mod read;
pub mod records;
pub mod retire;
pub mod run;
pub mod timings;

pub use answers::{RecordedAnswer, read_answers};
pub use baseline::{Accepted, read_baselines, write_baselines};
pub use corpus::read_corpus;
pub use custody::read_custody;
pub use judgements::{Judgement, read_judgements, write_judgements};
pub use labels::read_labels;
pub use ledger::{read_ledger, write_ledger};
pub use lifecycle::read_lifecycle;
pub use passages::read_passages;
pub use questions::read_questions;
pub use read::{Read, Warning};
pub use records::read_records;
pub use run::{Manifest, Run, read_manifest, read_run};
pub use timings::{Timing, read_timings};
