//! `fourcell corpus`: from a folder of files to the corpus that questions are asked of.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use documents::folder::{FolderRead, LONGEST_FILE, Options};
use documents::{Structure, read_folder, snapshot};
use report::number::count;

use crate::console;
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::pdf;

/// Make a corpus of a folder of files
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub struct Corpus {
    #[command(subcommand)]
    command: CorpusCommand,
}

#[derive(Debug, Subcommand)]
enum CorpusCommand {
    Snapshot(Snapshot),
}

/// Read a folder of Markdown, text, HTML, PDF and JSON Lines files into corpus.jsonl, whose id is a hash over what it holds
///
/// Files that have not changed are not read again, and a file that moved keeps its id. A file that cannot be read is named, and the
/// rest goes on. Of a PDF the text is read, page by page: headings, tables and columns are not seen, and a scan holds no text.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell corpus snapshot documents
  fourcell corpus snapshot documents --out corpus.jsonl --check     is the snapshot what the folder holds?")]
struct Snapshot {
    /// The folder
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Where the corpus is written; what its files were stands beside it
    #[arg(long, value_name = "FILE", default_value = "corpus.jsonl")]
    out: PathBuf,
    /// Write nothing; the exit code is 1 where the snapshot is not what the folder holds
    #[arg(long)]
    check: bool,
    /// The longest file that is read, in MiB
    #[arg(long, value_name = "MIB", default_value_t = LONGEST_FILE >> 20, value_parser = clap::value_parser!(u64).range(1..=4096))]
    longest: u64,
}

impl Corpus {
    /// Reads, writes, tells.
    pub fn run(self) -> Result<Exit, Failure> {
        match self.command {
            CorpusCommand::Snapshot(command) => command.run(),
        }
    }
}

impl Snapshot {
    fn run(self) -> Result<Exit, Failure> {
        let previous = self.previous()?;
        let options = Options { longest_file: self.longest << 20, pdf: Some(pdf::read_apart), ..Options::default() };
        let read = read_folder(&self.folder, &options, previous.as_ref())?;
        for refused in &read.refused {
            // The mend is a line of its own.
            for (place, line) in refused.to_string().lines().enumerate() {
                let folder = if place == 0 { format!("{}/", self.folder.display()) } else { String::new() };
                console::talk(&format!("{folder}{line}"));
            }
        }
        read.warnings.iter().for_each(|warning| console::talk(&format!("warning: {}/{warning}", self.folder.display())));
        if read.files.is_empty() {
            return Err(Failure::nothing(format!("{} holds no document", self.folder.display()))
                .mend("put Markdown (.md), text (.txt), HTML (.html), PDF (.pdf) or JSON Lines (.jsonl) files there"));
        }
        self.tell_of_pdfs(&read);
        let end = if read.refused.is_empty() { Exit::Ok } else { Exit::Incomplete };
        if self.check {
            return self.compare(&read, previous.as_ref(), end);
        }
        let id = snapshot::write(&self.out, &read.files)?;
        let refused = if read.refused.is_empty() { String::new() } else { format!(", {} refused", read.refused.len()) };
        let files = count(read.files.len(), "document");
        console::talk(&format!("{}: {files}, {} as before{refused}", self.out.display(), read.reused));
        console::data(format!("{id}\n").as_bytes())?;
        Ok(end)
    }

    /// What a reader of these documents should know, since nothing in their text tells.
    fn tell_of_pdfs(&self, read: &FolderRead) {
        let mut files = 0;
        for file in &read.files {
            let Structure::Pages(pages) = &file.structure else { continue };
            files += 1;
            let unread: Vec<usize> = pages.iter().enumerate().filter(|(_, page)| page.is_none()).map(|(at, _)| at + 1).collect();
            let path = format!("{}/{}", self.folder.display(), file.record.path);
            if !unread.is_empty() {
                let (all, named) = (count(pages.len(), "page"), some(&unread));
                console::talk(&format!(
                    "{path}: {} of {all} without text ({named}): pictures are not read; OCR adds their text",
                    unread.len()
                ));
            }
            let unknown = file.document.text.as_str().matches(char::REPLACEMENT_CHARACTER).count();
            if unknown > 0 {
                console::talk(&format!("{path}: {} that its fonts do not name, written as U+FFFD", count(unknown, "character")));
            }
        }
        if files > 0 {
            let files = count(files, "PDF");
            console::talk(&format!("{files} read as text by page: headings, tables and columns are not captured"));
        }
    }

    /// What stands there; a corpus that no snapshot made is never replaced.
    fn previous(&self) -> Result<Option<snapshot::Snapshot>, Failure> {
        if !self.out.exists() {
            return Ok(None);
        }
        if !snapshot::files_path(&self.out).exists() {
            return Err(Failure::bad_input(format!("{} was not made by a snapshot, and is not replaced", self.out.display()))
                .mend("name another file with --out"));
        }
        Ok(Some(snapshot::read(&self.out)?))
    }

    fn compare(&self, read: &FolderRead, previous: Option<&snapshot::Snapshot>, end: Exit) -> Result<Exit, Failure> {
        let now = snapshot::id(&read.files);
        let same = previous.is_some_and(|previous| previous.id == now);
        let told = if same { "is what the folder holds" } else { "is not what the folder holds" };
        console::talk(&format!("{} {told}", self.out.display()));
        console::data(format!("{now}\n").as_bytes())?;
        Ok(if same { end } else { Exit::Fault })
    }
}

/// The first few numbers of pages.
fn some(pages: &[usize]) -> String {
    const SHOWN: usize = 10;
    let first: Vec<String> = pages.iter().take(SHOWN).map(usize::to_string).collect();
    let more = if pages.len() > SHOWN { ", …" } else { "" };
    format!("{}{more}", first.join(", "))
}
