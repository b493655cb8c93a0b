//! A reranking cross-encoder: a query and a passage in one input, one number out.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use rten::ThreadPool;

use crate::error::ModelError;
use crate::folder::{Folder, MODEL, TOKENIZER, longest};
use crate::network::{Given, Network};
use crate::side_by_side::each;
use crate::tokens::{Input, Reader, TokenizerFile};

/// A cross-encoder that runs here.
pub struct LocalReranker {
    network: Network,
    reader: Reader,
    name: String,
    digest: String,
}

/// The scores of some passages for one query.
#[derive(Clone, Debug, PartialEq)]
pub struct Reranked {
    /// One score a passage, in the order of the passages; finite. Larger is better; it is the network's number as it comes, no probability.
    pub scores: Vec<f32>,
    /// How many pairs were longer than the model's longest input, so that only their beginnings count.
    pub cut: usize,
}

impl LocalReranker {
    /// Opens a model folder and runs the model once. Errors name the file, what was expected, and the mend.
    pub fn open(folder: &Path) -> Result<Self, ModelError> {
        let folder = Folder::open(folder)?;
        let files = folder.files()?;
        let file = folder.file(TOKENIZER);
        let parts = TokenizerFile::parse(&file, &files.tokenizer)?;
        let longest = longest(&folder, parts.truncation())?;
        let reader = Reader::open(&file, parts, longest, true)?;
        let network = Network::open(&folder.file(MODEL), files.model, &["logits"])?;
        let reranker = Self { network, reader, name: folder.name, digest: files.digest };

        let trial = Input { ids: vec![0, 0], kinds: vec![0, 0], cut: false };
        let given = reranker.network.run(&trial, &Arc::new(ThreadPool::with_num_threads(1)))?;
        reranker.number(&given)?;
        Ok(reranker)
    }

    /// What decides its scores: the model's and tokenizer's bytes and the longest input.
    pub fn identity(&self) -> String {
        format!("{} (sha256:{}), {} tokens", self.name, self.digest, self.reader.longest())
    }

    /// One score a passage. Each pair is computed by itself, so that its score is the same whatever stands beside it and however many
    /// threads there are. Where passages fail, the error is that of the first, and [`ModelError::text`] says which it is; an error
    /// without it is the query's.
    pub fn score(&self, query: &str, passages: &[&str], threads: NonZeroUsize) -> Result<Reranked, ModelError> {
        let query = self.reader.ids(query)?;
        let rows = each(passages, threads, |passage, pool| {
            let input = self.reader.pair(&query, passage)?;
            let number = self.number(&self.network.run(&input, pool)?)?;
            if !number.is_finite() {
                return Err(self.network.shaped_wrong("gives a score that is not finite for this passage"));
            }
            Ok((number, input.cut))
        })?;
        let cut = rows.iter().filter(|(_, cut)| *cut).count();
        Ok(Reranked { scores: rows.into_iter().map(|(score, _)| score).collect(), cut })
    }

    /// The one number of an output.
    fn number(&self, given: &Given) -> Result<f32, ModelError> {
        match given.data[..] {
            [number] => Ok(number),
            _ => {
                let problem = format!("gives a tensor of shape {:?} for a pair, where one number was expected", given.shape);
                Err(self.network.shaped_wrong(&problem))
            }
        }
    }
}

/// Its identity; weights say nothing.
impl std::fmt::Debug for LocalReranker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("LocalReranker").field(&self.identity()).finish()
    }
}
