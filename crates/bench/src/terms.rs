//! Prints the terms of texts as the built-in system counts them, so that another BM25 can be fed with the same.

use std::io::{self, BufRead, Write};

use systems::analysis::Analyzer;

/// Reads a JSON string a line, and writes a JSON list of terms a line.
pub fn print(stem: Option<&str>, stop: Option<&str>) -> io::Result<()> {
    let analyzer = Analyzer::new(stem, stop).ok_or_else(|| io::Error::other("no such language"))?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let text: String = serde_json::from_str(&line?)?;
        writeln!(out, "{}", serde_json::to_string(&analyzer.terms(&text))?)?;
    }
    out.flush()
}
