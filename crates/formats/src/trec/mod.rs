//! TREC qrels and TREC runs, read fast and in bounded memory.
//!
//! A run is streamed in blocks that hold whole queries, so that memory does not grow with the file; a file whose queries are not
//! contiguous is read again and gathered, with the same digits. What is handed on is a [`retrieval::Judged`] ranking a query.

mod blocks;
mod docs;
mod fields;
mod gather;
mod lists;
mod parser;
mod qrels;
mod rank;
mod run;
mod usual;

pub use lists::{Scored, first_documents, read_lists};
pub use qrels::{Judgement, Qrels, from_judgements, read_qrels};
pub use run::{RunReading, Take, score_run};

/// Which trec_eval's habits are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compat {
    /// 9.x: scores are compared in single precision; a `#` is no comment.
    V9,
    /// 10.x: scores are compared in double precision; a line that starts with `#` is a comment.
    V10,
}

/// How TREC files are read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// trec_eval's habits; without, Fourcell's: invalid UTF-8 is refused, `#1` is an id and `# 1` a comment.
    pub compat: Option<Compat>,
    /// Only the first so many of each ranking count, after sorting.
    pub depth: Option<u32>,
    /// Score documents: a passage id up to the last occurrence of this is its document's id, and a ranking keeps each document's
    /// first passage only, before any cut.
    pub document_separator: Option<String>,
    /// Threads to use; 0 for as many as there are processors.
    pub threads: usize,
}

impl Reading {
    fn threads(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            n => n,
        }
    }

    /// The id that is ranked: the passage's, or its document's.
    fn unit<'a>(&self, passage: &'a [u8]) -> &'a [u8] {
        match &self.document_separator {
            Some(separator) => memchr::memmem::rfind(passage, separator.as_bytes()).map_or(passage, |at| &passage[..at]),
            None => passage,
        }
    }
}
