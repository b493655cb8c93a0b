//! What people read first: the help, whose examples are commands that the program takes.

use crate::command::{folder, fourcell, root};

fn help(command: &str) -> String {
    let ran = fourcell(&root(), &format!("{command} --help"));
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{command}");
    ran.stdout
}

#[test]
fn the_help_of_all_and_of_the_new_commands() {
    insta::with_settings!({snapshot_path => "../snapshots", prepend_module_to_snapshot => false}, {
        insta::assert_snapshot!("help__all", help(""));
        insta::assert_snapshot!("help__judge", help("judge"));
        insta::assert_snapshot!("help__cells", help("cells"));
        insta::assert_snapshot!("help__calibrate", help("calibrate"));
        insta::assert_snapshot!("help__compare", help("compare"));
    });
}

/// The words of a line as a shell splits them, with single quotes.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    let words = |(place, part): (usize, &str)| match place % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
        _ => vec![part.to_owned()],
    };
    parts.flat_map(words).collect()
}

/// Every example of every command parses: in an empty folder it fails for want of a project or a file, and never by its usage.
#[test]
fn examples_are_commands_that_the_program_takes() {
    let listed = help("");
    let names = listed.split_once("Commands:\n").unwrap().1.split_once("\n\n").unwrap().0;
    let mut commands: Vec<&str> =
        names.lines().filter_map(|line| line.split_whitespace().next()).filter(|n| *n != "help").collect();
    assert!(["judge", "cells", "calibrate", "compare"].iter().all(|name| commands.contains(name)), "{commands:?}");
    commands.retain(|name| ["judge", "cells", "calibrate", "compare", "score"].contains(name));
    let mut tried = 0;
    for text in commands.iter().map(|name| help(name)).chain([listed.clone()]) {
        for line in text.split_once("Examples:\n").unwrap().1.lines().take_while(|line| !line.trim().is_empty()) {
            // What explains the example stands behind two blanks or more.
            let command = line.trim().split("  ").next().unwrap();
            let Some(arguments) = command.strip_prefix("fourcell ") else { continue };
            let arguments = words(arguments);
            if ["demo", "init", "doctor", "explain", "schema", "power", "lifecycle"].contains(&arguments[0].as_str()) {
                continue;
            }
            let place = folder(&[]);
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let ran = crate::fixture::cli(place.path(), &arguments);
            assert!(ran.code == 2 && !ran.stderr.contains("Usage:") && !ran.stderr.contains("tip:"), "{line}: {ran:?}");
            tried += 1;
        }
    }
    assert!(tried > 20, "{tried}");
}
