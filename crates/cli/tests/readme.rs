//! The README shows what commands print: every `$ fourcell …` in a console block is run, and must print the rest of its block.

use std::path::Path;
use std::process::Command;

#[test]
fn the_readme_shows_what_commands_print() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let mut shown = 0;
    for block in readme.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let (command, expected) = block.split_once('\n').unwrap();
        let arguments = words(command.strip_prefix("$ fourcell ").unwrap());
        let run = Command::new(env!("CARGO_BIN_EXE_fourcell")).args(&arguments).current_dir(&root).output().unwrap();
        assert_eq!(String::from_utf8(run.stdout).unwrap(), expected, "{command}");
        shown += 1;
    }
    assert_eq!(shown, 3);
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
