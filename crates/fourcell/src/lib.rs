//! Fourcell evaluates a retrieval-augmented generation system as what it is, two systems. Today it scores the first: did the
//! evidence arrive inside the context budget, for whom, with what certainty, and is system B better than system A?
//!
//! The library is what the command is made of: types of what is true ([`evidence`]), measures of both halves ([`retrieval`],
//! [`generation`]), comparison ([`diagnosis`]), intervals and tests ([`statistics`]), readers ([`formats`]), and [`evaluate`], which joins them to scores.
//!
//! ```
//! use fourcell::evaluate::{TrecTerms, score_trec};
//! use fourcell::formats::Source;
//! use fourcell::formats::trec::{Reading, read_qrels};
//! use fourcell::retrieval::name::parse_list;
//! use fourcell::retrieval::summary::{Clusters, summarise_all};
//! use fourcell::statistics::Level;
//!
//! let reading = Reading::default();
//! let qrels = read_qrels(&Source::memory("qrels", *b"q1 0 a 1\nq1 0 b 1\nq2 0 c 1\n"), &reading)?;
//! let run = Source::memory("run", *b"q1 Q0 a 1 2.0 t\nq1 Q0 x 2 1.0 t\nq2 Q0 y 1 1.0 t\nq2 Q0 c 2 0.5 t\n");
//! let terms = TrecTerms { reading, ..TrecTerms::new(parse_list("RR R@10").expect("known names")) };
//! let evaluated = score_trec(&qrels, &run, &terms)?;
//! let summaries = summarise_all(&evaluated.scores, &Clusters::none(), Level::NINETY_FIVE);
//! assert_eq!(summaries[0].value, Some(0.75)); // (1 + 1/2) / 2
//! assert_eq!(summaries[1].n, 2);
//! # Ok::<(), fourcell::formats::InputError>(())
//! ```

pub use diagnosis;
pub use evidence;
pub use formats;
pub use generation;
pub use retrieval;
pub use statistics;

pub mod evaluate;
