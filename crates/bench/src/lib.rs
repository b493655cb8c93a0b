//! What the benchmark and the tests share: real questions as projects, and what people said of the failures on them.

pub mod real;
