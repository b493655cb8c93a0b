//! The README shows what commands print: every `$ fourcell …` in a console block is run, and must print the rest of its block.
//! `FOURCELL_UPDATE=1 cargo test -p fourcell-cli --test readme` writes what they print now.

use std::path::Path;
use std::process::Command;

const BLOCK: &str = "```console\n$ fourcell ";

#[test]
fn the_readme_shows_what_commands_print() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let mut parts = readme.split(BLOCK);
    let mut now = parts.next().unwrap().to_owned();
    let mut shown = 0;
    for part in parts {
        let (command, rest) = part.split_once('\n').unwrap();
        let after = &rest[rest.find("```").unwrap()..];
        let run = Command::new(env!("CARGO_BIN_EXE_fourcell")).args(words(command)).current_dir(&root).output().unwrap();
        now += &format!("{BLOCK}{command}\n{}{after}", String::from_utf8(run.stdout).unwrap());
        shown += 1;
    }
    assert_eq!(shown, 3);
    if std::env::var_os("FOURCELL_UPDATE").is_some() {
        std::fs::write(root.join("README.md"), &now).unwrap();
    }
    assert!(now == readme, "the README does not show what commands print; FOURCELL_UPDATE=1 writes it anew:\n{now}");
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
