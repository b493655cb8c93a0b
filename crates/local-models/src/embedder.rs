//! An embedding model: texts in, vectors of length 1 out.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use rten::ThreadPool;

use crate::error::ModelError;
use crate::folder::{Folder, MODEL, TOKENIZER, longest};
use crate::network::{Given, Network};
use crate::pooling::Pooling;
use crate::side_by_side::each;
use crate::tokens::{Input, Reader, TokenizerFile};

/// The outputs that may hold what is wanted; the first is pooled already.
const OUTPUTS: &[&str] = &["sentence_embedding", "last_hidden_state", "token_embeddings"];

/// An embedding model that runs here.
pub struct LocalEmbedder {
    network: Network,
    reader: Reader,
    pooling: Pooling,
    dimension: usize,
    name: String,
    digest: String,
}

/// The vectors of some texts.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedded {
    /// One vector a text, in the order of the texts; each finite and of length 1.
    pub vectors: Vec<Vec<f32>>,
    /// How many texts were longer than the model's longest input, so that only their beginning counts.
    pub cut: usize,
}

impl LocalEmbedder {
    /// Opens a model folder and runs the model once. Errors name the file, what was expected, and the mend.
    pub fn open(folder: &Path) -> Result<Self, ModelError> {
        let folder = Folder::open(folder)?;
        let files = folder.files()?;
        let pooling = Pooling::read(&folder)?;
        let file = folder.file(TOKENIZER);
        let parts = TokenizerFile::parse(&file, &files.tokenizer)?;
        let longest = longest(&folder, parts.truncation())?;
        let reader = Reader::open(&file, parts, longest, false)?;
        let network = Network::open(&folder.file(MODEL), files.model, OUTPUTS)?;

        // One token will do to see what comes out.
        let trial = Input { ids: vec![0], kinds: vec![0], cut: false };
        let given = network.run(&trial, &Arc::new(ThreadPool::with_num_threads(1)))?;
        let (pooling, dimension) = match given.shape[..] {
            [1, dimension] if dimension > 0 => (Pooling::Inside, dimension),
            [1, 1, dimension] if dimension > 0 => (pooling, dimension),
            _ => {
                let problem = format!(
                    "gives a tensor of shape {:?}, where [1, tokens, dimension] or [1, dimension] was expected",
                    given.shape
                );
                return Err(network.shaped_wrong(&problem));
            }
        };
        Ok(Self { network, reader, pooling, dimension, name: folder.name, digest: files.digest })
    }

    /// What decides its vectors: the model's and tokenizer's bytes, pooling, normalisation, the longest input. For example
    /// `minilm (sha256:…), mean pooling, L2, 256 tokens`; the hash is the first half of one over both files.
    pub fn identity(&self) -> String {
        let Self { name, digest, pooling, reader, .. } = self;
        format!("{name} (sha256:{digest}), {} pooling, L2, {} tokens", pooling.name(), reader.longest())
    }

    /// How many numbers a vector has.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// One vector a text. Each text is computed by itself, so that its vector has the same bytes whatever stands beside it and however
    /// many threads there are. Where texts fail, the error is that of the first, and [`ModelError::text`] says which it is.
    pub fn embed(&self, texts: &[&str], threads: NonZeroUsize) -> Result<Embedded, ModelError> {
        let rows = each(texts, threads, |text, pool| {
            let input = self.reader.single(text)?;
            let given = self.network.run(&input, pool)?;
            Ok((self.vector(&given, input.ids.len())?, input.cut))
        })?;
        let cut = rows.iter().filter(|(_, cut)| *cut).count();
        Ok(Embedded { vectors: rows.into_iter().map(|(vector, _)| vector).collect(), cut })
    }

    fn vector(&self, given: &Given, tokens: usize) -> Result<Vec<f32>, ModelError> {
        let expected: &[usize] = match self.pooling {
            Pooling::Inside => &[1, self.dimension],
            _ => &[1, tokens, self.dimension],
        };
        if given.shape != expected {
            let problem = format!("gives a tensor of shape {:?}, where {expected:?} was expected", given.shape);
            return Err(self.network.shaped_wrong(&problem));
        }
        let pooled = self.pooling.pool(&given.data, self.dimension);
        // Squares of the largest single still have room in a double.
        let length = pooled.iter().map(|x| x * x).sum::<f64>().sqrt();
        if !length.is_finite() {
            return Err(self.network.shaped_wrong("gives numbers that are not finite for this text"));
        }
        if length == 0.0 {
            return Err(self.network.shaped_wrong("gives a vector of zeros for this text, which points nowhere"));
        }
        Ok(pooled.into_iter().map(|x| (x / length) as f32).collect())
    }
}

/// Its identity; weights say nothing.
impl std::fmt::Debug for LocalEmbedder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("LocalEmbedder").field(&self.identity()).finish()
    }
}
