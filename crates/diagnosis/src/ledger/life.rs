//! The life of an entry across runs.
