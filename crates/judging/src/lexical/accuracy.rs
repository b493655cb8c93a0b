//! How often others agree with the lexical judge.

/// How often the lexical judge agrees with labels that others gave, on sets that its thresholds were not chosen on, with 95 % intervals:
/// a few sentences, to be printed wherever its verdicts are used. Made by the example `lexical_accuracy`.
///
/// It tells how good a judge that only sets priorities for review is, and makes no other one of it.
pub const ACCURACY: &str = include_str!("accuracy.txt");
