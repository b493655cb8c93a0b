//! Lint of a question set and its corpus. (in work)
