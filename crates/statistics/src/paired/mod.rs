//! Two systems on the same questions: A the candidate, B the baseline, difference = A − B.
//!
//! Pairing by question is what makes a comparison sharp: an unpaired interval of the same data is
//! 1.3 to 1.6 times as wide. The caller pairs by question id; a question that one of the two did
//! not answer is not in the pair list.
//!
//! Use one family throughout: mid-p with Tango's interval. The exact p with Tango's interval can
//! contradict it. "Not significant" is never "no regression": see [`verdict`](crate::verdict).

pub mod bonett_price;
pub mod bootstrap;
pub mod exact_noninferiority;
pub mod mcnemar;
pub mod newcombe;
pub mod noninferiority;
pub mod odds;
pub mod sign_flip;
pub mod t;
mod table;
pub mod tango;
pub mod wald;

pub use table::{Table, differences};

/// Which way an alternative looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// A differs from B.
    Two,
    /// A is above B.
    Greater,
}
