//! Measures a model as a judge on labels of people, beside the lexical judge on the very same items:
//!
//! ```text
//! cargo run -p fourcell-judging --release --example model_accuracy -- PATH_TO_DATA --url http://127.0.0.1:8080/v1 --model NAME
//!     [--n 60] [--form json-schema|json-object|text] [--seed 1] [--set FOLDER] [--rows FILE]
//! cargo run -p fourcell-judging --release --example model_accuracy -- PATH_TO_DATA --labels 60 [--seed 1]
//! cargo run -p fourcell-judging --release --example model_accuracy -- --report FILE
//! ```
//!
//! `--labels` asks no model: it tells what so many labels of people correct the lexical judge's share of each whole set to.
//! `--rows` adds a line for each item to a file as soon as it was judged, and asks nothing that stands there already; `--report` prints the
//! tables of such a file and asks nobody. Items are asked one after the other. The server is told not to keep its own cache of prompts (`cache_prompt`), which would make a
//! second call differ from a first.

#[allow(dead_code)] // it is shared with tests and another example, and each uses a part
#[path = "../tests/accuracy/mod.rs"]
mod accuracy;

use std::collections::HashMap;
use std::error::Error;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use accuracy::beside::{HEAD, PUT, Row, corrected, read_rows, tables};
use endpoints::{Client, Settings as Reach};
use judging::Judge;
use judging::model::{Form, Language, Model, Prompts, Settings};

const USAGE: &str = "usage: model_accuracy PATH_TO_DATA --url URL --model NAME [--n 60] [--form json-schema] [--seed 1] [--set FOLDER] \
                     [--rows FILE]\n       model_accuracy PATH_TO_DATA --labels 60 [--seed 1]\n       model_accuracy --report FILE";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The options by name, and what is none.
type Options<'a> = (HashMap<&'a str, &'a str>, Option<&'a str>);

fn options(arguments: &[String]) -> Result<Options<'_>, Box<dyn Error>> {
    let (mut options, mut data) = (HashMap::new(), None);
    let mut rest = arguments.iter().map(String::as_str);
    while let Some(argument) = rest.next() {
        match argument.strip_prefix("--") {
            Some(name) if ["url", "model", "n", "form", "seed", "set", "rows", "report", "labels"].contains(&name) => {
                options.insert(name, rest.next().ok_or(USAGE)?);
            }
            None if data.is_none() => data = Some(argument),
            _ => return Err(USAGE.into()),
        }
    }
    Ok((options, data))
}

fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let (options, data) = options(arguments)?;
    let rows_in = |file: &Path| -> Result<Vec<Row>, Box<dyn Error>> {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(read_rows(&text).map_err(|line| format!("{}: line {line} is no row", file.display()))?)
    };
    if let Some(file) = options.get("report") {
        print!("{}", tables(&rows_in(Path::new(file))?));
        return Ok(());
    }
    let seed: u64 = options.get("seed").unwrap_or(&"1").parse()?;
    if let (Some(data), Some(labels)) = (data, options.get("labels")) {
        print!("{}", corrected(Path::new(data), labels.parse()?, seed).ok_or("a set is not there")?);
        return Ok(());
    }
    let (Some(data), Some(url), Some(name)) = (data, options.get("url"), options.get("model")) else { return Err(USAGE.into()) };
    let n: usize = options.get("n").unwrap_or(&"60").parse()?;
    let form = *options.get("form").unwrap_or(&"json-schema");
    let form = Form::ALL.iter().find(|(known, _)| *known == form).ok_or("--form is json-schema, json-object, text or auto")?.1;
    let file = options.get("rows").map(PathBuf::from);
    let mut rows = match &file {
        Some(file) if file.exists() => rows_in(file)?,
        _ => Vec::new(),
    };
    let mut reach = Reach::new(*url);
    // A model that shares a processor may need minutes.
    reach.timeout = Duration::from_secs(900);
    let client = Client::new(reach)?;
    let mut settings = Settings { seed: Some(1), max_tokens: Some(400), form, ..Settings::new(*name) };
    settings.extra.insert("cache_prompt".into(), false.into());
    let model = Model::new(&client, settings, Prompts::built_in(Language::English));
    for put in PUT.iter().filter(|put| options.get("set").is_none_or(|set| *set == put.folder)) {
        let Some(sample) = put.sample(Path::new(data), n, seed) else {
            println!("{}: not there", put.folder);
            continue;
        };
        for (place, item) in sample {
            let mine = |row: &Row| row.model == *name && row.form == form.name() && row.set == put.folder && row.item == place;
            if rows.iter().any(mine) {
                continue;
            }
            let start = Instant::now();
            let given = model.judge(&item.claim(), 0);
            let row = Row {
                model: (*name).to_owned(),
                form: form.name().to_owned(),
                set: put.folder.to_owned(),
                item: place,
                label: item.label,
                lexical: item.lexical(put.by_claims),
                said: Row::said(given.outcome),
                seconds: start.elapsed().as_secs_f64(),
            };
            if let Some(file) = &file {
                keep(file, &row)?;
            }
            eprintln!("{}", row.line());
            rows.push(row);
        }
    }
    rows.retain(|row| row.model == *name && row.form == form.name());
    print!("{}", tables(&rows));
    println!("\n{}", model.lock().json());
    Ok(())
}

/// Adds a row to a file.
fn keep(file: &Path, row: &Row) -> std::io::Result<()> {
    let head = if file.exists() { String::new() } else { format!("{HEAD}\n") };
    let mut file = OpenOptions::new().create(true).append(true).open(file)?;
    file.write_all(format!("{head}{}\n", row.line()).as_bytes())
}
