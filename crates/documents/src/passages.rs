//! Passages of a corpus, for one way of cutting it.

use std::num::NonZeroUsize;

use evidence::{Document, Passage, SourceRange};

use crate::chunk::Chunker;
use crate::parse::Structure;
use crate::threads;

/// A passage's id: `doc@rev#start-end`, in code points; without `@rev` where the document has no revisions.
pub fn passage_id(document: &str, rev: &str, range: SourceRange) -> String {
    let (start, end) = (range.start(), range.end());
    if rev.is_empty() { format!("{document}#{start}-{end}") } else { format!("{document}@{rev}#{start}-{end}") }
}

/// The passages of documents, in the order of the documents and of their text, the same whatever the number of threads.
///
/// Each document comes with what its parser saw. A document without text has none.
pub fn passages(chunker: &Chunker, documents: &[(&Document, &Structure)], threads: NonZeroUsize) -> Vec<Passage> {
    let cut = threads::map(documents, threads, |(document, structure)| of_document(chunker, document, structure));
    let mut all = Vec::with_capacity(cut.iter().map(Vec::len).sum());
    cut.into_iter().for_each(|mut passages| all.append(&mut passages));
    all
}

fn of_document(chunker: &Chunker, document: &Document, structure: &Structure) -> Vec<Passage> {
    let passage = |range| Passage {
        id: passage_id(&document.id, &document.rev, range),
        doc: Some(document.id.clone()),
        rev: (!document.rev.is_empty()).then(|| document.rev.clone()),
        range: Some(range),
        text: document.text.slice(range).map(str::to_owned),
    };
    chunker.chunks(&document.text, structure).into_iter().map(|chunk| passage(chunk.range)).collect()
}
