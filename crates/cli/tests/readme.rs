//! Pages show what commands print: every `$ fourcell …` in a console block is run, and must print the rest of its block.
//! `FOURCELL_UPDATE=1 cargo test -p fourcell-cli --test readme` writes what they print now.

use std::path::Path;
use std::process::Command;

const BLOCK: &str = "```console\n$ fourcell ";

/// Runs the commands of a page in a folder, and holds what they print against it; `shown` is how many there are.
fn holds(page: &str, folder: &str, shown: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join(page)).unwrap();
    let mut parts = text.split(BLOCK);
    let mut now = parts.next().unwrap().to_owned();
    let mut count = 0;
    for part in parts {
        let (command, rest) = part.split_once('\n').unwrap();
        let after = &rest[rest.find("```").unwrap()..];
        let mut fourcell = Command::new(env!("CARGO_BIN_EXE_fourcell"));
        let run = fourcell.args(words(command)).current_dir(root.join(folder)).output().unwrap();
        now += &format!("{BLOCK}{command}\n{}{after}", String::from_utf8(run.stdout).unwrap());
        count += 1;
    }
    assert_eq!(count, shown, "{page}");
    if std::env::var_os("FOURCELL_UPDATE").is_some() {
        std::fs::write(root.join(page), &now).unwrap();
    }
    assert!(now == text, "{page} does not show what commands print; FOURCELL_UPDATE=1 writes it anew:\n{now}");
}

#[test]
fn the_readme_shows_what_commands_print() {
    holds("README.md", ".", 3);
}

#[test]
fn the_page_of_the_gate_shows_what_commands_print() {
    holds("docs/gate.md", "examples/handbook", 3);
}

/// Words as a shell splits them, with double quotes.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    parts
        .flat_map(|(place, part)| match place % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
            _ => vec![part.to_owned()],
        })
        .collect()
}
