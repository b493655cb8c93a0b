//! A list ranked anew by a model that reads query and passage together.

use std::time::Duration;

use endpoints::rerank::rerank;

use crate::served::Served;

/// A model that ranks.
pub struct Reranker<'a> {
    /// Where it is.
    pub server: Served<'a>,
    /// Its name there.
    pub model: String,
    /// How many of the list it is shown; the others are cut.
    pub top: usize,
}

/// A list in its new order: places in the old one with their scores, best first.
pub type Order = Vec<(usize, f64)>;

impl Reranker<'_> {
    /// Ranks the first passages anew, by their texts. An empty list stays one, and nothing is sent.
    pub fn order(&self, query: &str, texts: &[&str]) -> Result<(Order, Option<Duration>), String> {
        let shown = &texts[..texts.len().min(self.top)];
        if shown.is_empty() {
            return Ok((Vec::new(), None));
        }
        let ranked =
            self.server.call(|client| rerank(client, &self.model, query, shown, None)).map_err(|e| format!("reranking: {e}"))?;
        Ok((ranked.results.iter().map(|r| (r.index, r.score)).collect(), Some(ranked.latency)))
    }
}
