//! The fourcell command.
fn main() {}
