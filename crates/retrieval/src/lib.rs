//! Did the evidence arrive? Rankings, budgets, measures over labelled evidence. This crate cannot name an answer.

pub mod record;
