//! The figures that are printed beside verdicts of the lexical judge are the ones that come out.

#[allow(dead_code)] // it is shared with examples and another test, and each uses a part
mod accuracy;

use std::io::Write;
use std::path::Path;

use judging::lexical::ACCURACY;

#[test]
fn the_printed_figures_come_out() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let Some(sentences) = accuracy::sentences(&data) else {
        let line = "SKIPPED: figures of the lexical judge: ../shared/data/wice or ../shared/data/ragchecker is not there\n";
        std::io::stderr().write_all(format!("\n{line}").as_bytes()).unwrap();
        if let Some(file) = std::env::var_os("FOURCELL_SKIPPED") {
            let file = std::fs::OpenOptions::new().create(true).append(true).open(file);
            file.unwrap().write_all(line.as_bytes()).unwrap();
        }
        return;
    };
    assert_eq!(sentences, ACCURACY, "run the example lexical_accuracy with --write, and look at what became worse");
}
