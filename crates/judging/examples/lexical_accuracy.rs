//! Measures how often the lexical judge agrees with labels that others gave:
//!
//! ```text
//! cargo run -p fourcell-judging --release --example lexical_accuracy -- PATH_TO_DATA [--write]
//! ```
//!
//! `--write` puts the figures of the sets that nothing was chosen on where `judging::lexical::ACCURACY` reads them.

#[allow(dead_code)] // it is shared with tests and another example, and each uses a part
#[path = "../tests/accuracy/mod.rs"]
mod accuracy;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(data) = arguments.first().filter(|argument| !argument.starts_with('-')) else {
        eprintln!("usage: lexical_accuracy PATH_TO_DATA [--write]");
        return ExitCode::from(2);
    };
    let data = Path::new(data);
    for set in accuracy::SETS {
        let tuned = if set.tuned_on { "thresholds were chosen on it" } else { "nothing was chosen on it" };
        let line = set.measured(data).map_or_else(|| "not there".to_owned(), |agreement| agreement.line());
        println!("{} ({}; {tuned})\n  {line}", set.folder, set.about);
    }
    if arguments.iter().any(|argument| argument == "--write") {
        let Some(sentences) = accuracy::sentences(data) else {
            eprintln!("nothing written: a set is not there");
            return ExitCode::FAILURE;
        };
        let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lexical/accuracy.txt");
        if let Err(error) = std::fs::write(&place, sentences) {
            eprintln!("{}: {error}", place.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
