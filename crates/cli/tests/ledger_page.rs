//! `docs/ledger.md` tells the causes as the program does: `FOURCELL_UPDATE=1` writes them anew.

use std::path::Path;
use std::process::Command;

const BEGIN: &str = "<!-- causes -->\n";
const END: &str = "<!-- end of causes -->";

#[test]
fn the_page_tells_the_causes_as_the_program_does() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ledger.md");
    let run = Command::new(env!("CARGO_BIN_EXE_fourcell")).args(["explain", "causes", "--format", "markdown"]).output().unwrap();
    let told = String::from_utf8(run.stdout).unwrap();
    // The page has a title of its own.
    let told = format!("#{told}");
    let page = std::fs::read_to_string(&file).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("a place for the causes");
    let (stands, after) = rest.split_once(END).expect("an end of that place");
    if std::env::var_os("FOURCELL_UPDATE").is_some() {
        std::fs::write(&file, format!("{before}{BEGIN}{told}{END}{after}")).unwrap();
    } else {
        assert_eq!(stands, told, "docs/ledger.md says something else: run this test with FOURCELL_UPDATE=1");
    }
}
