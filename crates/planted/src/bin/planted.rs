//! `planted`: writes the suite of planted faults, and compares what a ledger says of it with what was planted.

use std::path::PathBuf;
use std::process::ExitCode;

use planted::confusion;
use planted::plant::suite;
use planted::project::write;

const HELP: &str = "\
Plants faults in small projects, and measures whether a ledger names them.

Usage:
  planted --out DIR [--seed N] [--stripped]     write the projects, planted.jsonl first; --stripped adds runs
                                                with only the context
  planted confusion --fourcell FILE --out DIR [--differences]
                                                ask FILE for the ledger of each run below DIR, and print the confusion matrix

Examples:
  planted --out /tmp/planted --stripped
  planted confusion --fourcell target/debug/fourcell --out /tmp/planted
";

/// The seed where none is given.
const SEED: u64 = 1;

/// What was asked for.
#[derive(Default)]
struct Arguments {
    confusion: bool,
    out: Option<PathBuf>,
    seed: u64,
    stripped: bool,
    fourcell: Option<PathBuf>,
    differences: bool,
    help: bool,
}

fn arguments() -> Result<Arguments, String> {
    let mut given = std::env::args_os().skip(1);
    let mut parsed = Arguments { seed: SEED, ..Arguments::default() };
    while let Some(word) = given.next() {
        let mut value = || given.next().ok_or_else(|| format!("{} needs a value", word.display()));
        match word.to_str() {
            Some("confusion") => parsed.confusion = true,
            Some("--out") => parsed.out = Some(value()?.into()),
            Some("--fourcell") => parsed.fourcell = Some(value()?.into()),
            Some("--stripped") => parsed.stripped = true,
            Some("--differences") => parsed.differences = true,
            Some("--help" | "-h") => parsed.help = true,
            Some("--seed") => {
                let text = value()?;
                let seed = text.to_str().and_then(|text| text.parse().ok());
                parsed.seed = seed.ok_or_else(|| format!("--seed must be a whole number, and is '{}'", text.display()))?;
            }
            _ => return Err(format!("'{}' is not understood", word.display())),
        }
    }
    Ok(parsed)
}

fn run() -> Result<(), String> {
    let parsed = arguments().map_err(|problem| format!("{problem}; 'planted --help' says what there is"))?;
    if parsed.help {
        print!("{HELP}");
        return Ok(());
    }
    let out = parsed.out.ok_or("--out DIR is missing: where the projects are")?;
    if parsed.confusion {
        let fourcell = parsed.fourcell.ok_or("--fourcell FILE is missing: the program that is asked")?;
        let pairs = confusion::ask(&fourcell, &out).map_err(|e| e.to_string())?;
        print!("{}", confusion::page(&pairs));
        if parsed.differences {
            print!("\n{}", confusion::differences(&pairs));
        }
        return Ok(());
    }
    let variants = suite(parsed.seed);
    write(&out, &variants, parsed.stripped).map_err(|e| e.to_string())?;
    let (plants, asked) = variants.iter().fold((0, 0), |(p, a), v| (p + v.plants.len(), a + v.asked.len()));
    println!("seed {}: {} projects, {asked} questions, faults planted in {plants}", parsed.seed, variants.len());
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::from(2)
        }
    }
}
