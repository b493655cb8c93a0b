//! What the benchmark and the tests share: real questions as projects, and what a reader made of the failures on them.

pub mod real;
