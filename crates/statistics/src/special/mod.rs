//! The distributions behind the intervals and tests.
//!
//! Own functions instead of a library: near-certain counts need beta quantiles far in the tails and
//! for counts of a million, where common implementations lose digits, do not return, or panic.
//! Everything here terminates and returns a number for every finite argument; the tails are worked
//! out as logarithms so that 1e-300 is as exact as 0.3. Checked against SciPy and mpmath.

pub mod beta;
pub mod binomial;
pub mod chi_squared;
pub mod gamma;
pub mod noncentral_t;
pub mod normal;
pub mod student;
