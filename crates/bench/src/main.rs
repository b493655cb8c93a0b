//! Makes the data of the benchmark and measures its floor. `bench/run.py` drives it.

mod documents;
mod failures;
mod fields;
mod native;
mod random;
mod terms;
mod trec;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};

#[derive(Debug, Parser)]
#[command(name = "fourcell-bench", about = "Makes the data of the benchmark and measures its floor")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make synthetic data; a seed decides every byte of it
    #[command(subcommand)]
    Generate(Generate),
    /// Print the terms of texts: a JSON string a line in, a JSON list a line out
    Terms {
        /// The stemmer's language
        #[arg(long)]
        stem: Option<String>,
        /// The stop words' language
        #[arg(long)]
        stop: Option<String>,
    },
    /// Read a file, split every line into its six fields, and do nothing with them
    Fields {
        /// The file
        file: PathBuf,
    },
}

#[derive(Debug, Subcommand)]
enum Generate {
    /// TREC files: qrels.txt and run.txt
    Trec(Trec),
    /// A project with its runs
    Native(Native),
    /// A folder of documents, with questions about them
    Documents(Documents),
    /// A project with one run of which half of the questions fail, in all ways that are told from lists and verdicts
    Failures(Failures),
}

#[derive(Debug, Args)]
struct Trec {
    /// Where the files go
    directory: PathBuf,
    /// A known size
    #[arg(long, conflicts_with_all = ["queries", "depth"])]
    preset: Option<Preset>,
    /// How many queries
    #[arg(long, value_name = "N", default_value_t = 250, value_parser = clap::value_parser!(u32).range(1..))]
    queries: u32,
    /// How many results each
    #[arg(long, value_name = "K", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    depth: u32,
    /// Where the draws start
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Write the same lines of the run in random order
    #[arg(long)]
    interleaved: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Preset {
    /// 250 queries of 1,000 results
    Small,
    /// 6,980 queries of 1,000 results
    Msmarco,
    /// 100,000 queries of 100 results
    Large,
}

#[derive(Debug, Args)]
struct Documents {
    /// Where the project goes
    directory: PathBuf,
    /// How many documents, of ten sections each
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    documents: u32,
    /// How many questions
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    questions: u32,
    /// Where the draws start
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

#[derive(Debug, Args)]
struct Failures {
    /// Where the project goes
    directory: PathBuf,
    /// How many questions
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    questions: u32,
    /// How many documents
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u32).range(10..))]
    documents: u32,
    /// Where the draws start
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

#[derive(Debug, Args)]
struct Native {
    /// Where the project goes
    directory: PathBuf,
    /// How many questions
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    questions: u32,
    /// How many runs
    #[arg(long, value_name = "N", default_value_t = 20)]
    runs: u32,
    /// Where the draws start
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    match run(&Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command) -> io::Result<()> {
    match command {
        Command::Generate(Generate::Trec(args)) => {
            let (queries, depth) = match args.preset {
                Some(Preset::Small) => (250, 1000),
                Some(Preset::Msmarco) => (6_980, 1000),
                Some(Preset::Large) => (100_000, 100),
                None => (args.queries as usize, args.depth as usize),
            };
            let shape = trec::Shape { queries, depth, seed: args.seed, interleaved: args.interleaved };
            trec::generate(&args.directory, &shape)
        }
        Command::Generate(Generate::Native(args)) => {
            native::generate(&args.directory, args.questions as usize, args.runs as usize, args.seed)
        }
        Command::Generate(Generate::Documents(args)) => {
            documents::generate(&args.directory, args.documents, args.questions, args.seed)
        }
        Command::Generate(Generate::Failures(args)) => {
            failures::generate(&args.directory, args.questions as usize, args.documents as usize, args.seed)
        }
        Command::Terms { stem, stop } => terms::print(stem.as_deref(), stop.as_deref()),
        Command::Fields { file } => {
            let found = fields::count(file)?;
            writeln!(io::stdout(), "{} fields in {} lines ({} bytes of fields)", found.fields, found.lines, found.bytes)
        }
    }
}
