//! Models that run here, from a folder. They are built in with the feature `local-models` alone, since they take long to build.

use std::path::Path;

use systems::embedding::Embed;
use systems::reranking::Rank;

use crate::failure::Failure;

#[cfg(not(feature = "local-models"))]
mod chosen {
    use super::*;

    fn absent<T>(folder: &Path) -> Result<T, Failure> {
        let mend = "build it with them, cargo install … --features local-models; or name an endpoint that serves the model";
        Err(Failure::bad_input(format!("{}: this fourcell was built without local models", folder.display())).mend(mend))
    }

    pub fn embedder(folder: &Path) -> Result<Box<dyn Embed>, Failure> {
        absent(folder)
    }

    pub fn ranker(folder: &Path) -> Result<Box<dyn Rank>, Failure> {
        absent(folder)
    }
}

#[cfg(feature = "local-models")]
mod chosen {
    use std::num::NonZeroUsize;
    use std::time::{Duration, Instant};

    use local_models::{LocalEmbedder, LocalReranker, ModelError};
    use systems::embedding::{Fault, Made};

    use super::*;

    fn refused(e: &ModelError) -> Failure {
        Failure::bad_input(e.problem()).mend(e.mend())
    }

    pub fn embedder(folder: &Path) -> Result<Box<dyn Embed>, Failure> {
        let model = LocalEmbedder::open(folder).map_err(|e| refused(&e))?;
        Ok(Box::new(Embeds { identity: model.identity(), model }))
    }

    pub fn ranker(folder: &Path) -> Result<Box<dyn Rank>, Failure> {
        let model = LocalReranker::open(folder).map_err(|e| refused(&e))?;
        Ok(Box::new(Ranks { identity: model.identity(), model }))
    }

    struct Embeds {
        model: LocalEmbedder,
        identity: String,
    }

    impl Embed for Embeds {
        fn identity(&self) -> &str {
            &self.identity
        }

        // Whoever asks has threads enough of his own.
        fn embed(&self, texts: &[&str]) -> Result<Made, Fault> {
            let start = Instant::now();
            let made = self.model.embed(texts, NonZeroUsize::MIN);
            let made = made.map_err(|e| Fault { said: on_one_line(&e), of_these: e.text().is_some() })?;
            Ok(Made { vectors: made.vectors, took: start.elapsed(), cut: made.cut })
        }
    }

    struct Ranks {
        model: LocalReranker,
        identity: String,
    }

    impl Rank for Ranks {
        fn identity(&self) -> &str {
            &self.identity
        }

        fn scores(&self, query: &str, texts: &[&str]) -> Result<(Vec<f64>, Duration), String> {
            let start = Instant::now();
            let ranked = self.model.score(query, texts, NonZeroUsize::MIN).map_err(|e| on_one_line(&e))?;
            Ok((ranked.scores.into_iter().map(f64::from).collect(), start.elapsed()))
        }
    }

    fn on_one_line(e: &ModelError) -> String {
        format!("{}; {}", e.problem(), e.mend()).replace('\n', " ")
    }
}

/// The embedding model of a folder.
pub fn embedder(folder: &Path) -> Result<Box<dyn Embed>, Failure> {
    chosen::embedder(folder)
}

/// The model of a folder that ranks.
pub fn ranker(folder: &Path) -> Result<Box<dyn Rank>, Failure> {
    chosen::ranker(folder)
}
