//! `fourcell schema`: the JSON Schemas of native files, for editors and for whoever writes such files.

use std::path::{Path, PathBuf};

use clap::Args;
use fourcell::formats::atomic::write_atomically;
use fourcell::formats::schema::{NATIVE, Schema};
use fourcell::formats::suggest;
use report::answers::ANSWER_SCORES;
use report::benchmark::BENCHMARK;
use report::cells::CELLS;
use report::compare::COMPARE;
use report::gate::GATE;
use report::history::HISTORY;
use report::invariants::INVARIANTS;
use report::score::SCORES;
use systems::schema::CONTRACT;

use crate::console;
use crate::exit_codes::Exit;
use crate::failure::Failure;

/// Print the JSON Schema of a native file, or the names of all
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell schema                                   the names
  fourcell schema question                          a question: a line of questions.jsonl
  fourcell schema --all --out schemas               every schema as a file, schemas/question.schema.json and so on

A first line '#:schema schemas/project.schema.json' in fourcell.toml tells editors that know TOML by taplo; see docs/formats.md.")]
pub struct SchemaCommand {
    /// The format's name; without one the names are listed
    #[arg(value_name = "NAME", conflicts_with = "all")]
    name: Option<String>,
    /// Write every schema
    #[arg(long, requires = "out")]
    all: bool,
    /// The folder that they are written to; it is made where it is not there, and schemas in it are replaced
    #[arg(long, value_name = "DIR", requires = "all")]
    out: Option<PathBuf>,
}

impl SchemaCommand {
    /// Prints or writes.
    pub fn run(self) -> Result<Exit, Failure> {
        match (&self.name, &self.out) {
            (Some(name), _) => console::data(named(name)?.text().as_bytes())?,
            (None, Some(folder)) => write_all(folder)?,
            (None, None) => {
                let lines: Vec<String> = schemas().map(|schema| format!("{:<13} {}\n", schema.name, schema.about)).collect();
                console::data(lines.concat().as_bytes())?;
            }
        }
        Ok(Exit::Ok)
    }
}

/// Every schema, in the order in which the formats are met.
fn schemas() -> impl Iterator<Item = Schema> + Clone {
    let results = [SCORES, ANSWER_SCORES, INVARIANTS, CELLS, COMPARE, BENCHMARK, HISTORY, GATE];
    NATIVE.into_iter().chain(CONTRACT).chain(judging::schema::CONTRACT).chain(results)
}

fn named(name: &str) -> Result<Schema, Failure> {
    schemas().find(|schema| schema.name == name).ok_or_else(|| {
        Failure::bad_input(format!("there is no schema called '{name}'"))
            .mend(suggest::advice(name, schemas().map(|schema| schema.name)))
    })
}

fn write_all(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|e| Failure::bad_input(format!("{}: {e}", folder.display())))?;
    for schema in schemas() {
        let file = folder.join(format!("{}.schema.json", schema.name));
        write_atomically(&file, |to| to.write_all(schema.text().as_bytes()))?;
        console::talk(&format!("wrote {}", file.display()));
    }
    Ok(())
}
