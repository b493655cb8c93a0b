//! The figures that are printed beside verdicts of the lexical judge are the ones that come out.

#[allow(dead_code)] // it is shared with examples and another test, and each uses a part
mod accuracy;
#[path = "../../statistics/tests/shared/sets.rs"]
mod sets;

use judging::lexical::ACCURACY;

#[test]
fn the_printed_figures_come_out() {
    let data = sets::data();
    let Some(sentences) = accuracy::sentences(&data) else {
        let line = "SKIPPED: figures of the lexical judge: ../shared/data/wice or ../shared/data/ragchecker is not there\n";
        sets::skipped(line);
        return;
    };
    assert_eq!(sentences, ACCURACY, "run the example lexical_accuracy with --write, and look at what became worse");
}
