//! A list ranked anew by a model that reads query and passage together.

use std::time::Duration;

use endpoints::rerank::rerank;

use crate::served::Served;

/// A model that ranks.
pub trait Rank: Sync {
    /// What decides its scores.
    fn identity(&self) -> &str;

    /// Scores for texts, a finite one each, in order, and how long it took.
    fn scores(&self, query: &str, texts: &[&str]) -> Result<(Vec<f64>, Duration), String>;
}

/// A model of an endpoint.
pub struct ServedRanker<'a> {
    /// Where it is.
    pub server: Served<'a>,
    /// Its name there.
    pub model: String,
}

impl Rank for ServedRanker<'_> {
    fn identity(&self) -> &str {
        &self.model
    }

    fn scores(&self, query: &str, texts: &[&str]) -> Result<(Vec<f64>, Duration), String> {
        let ranked = self.server.call(|client| rerank(client, &self.model, query, texts, None))?;
        let mut scores = vec![0.0; texts.len()];
        ranked.results.iter().for_each(|result| scores[result.index] = result.score);
        Ok((scores, ranked.exchange.latency))
    }
}

/// What ranks a list anew.
pub struct Reranker<'a> {
    /// By which model.
    pub model: Box<dyn Rank + 'a>,
    /// How many of the list it is shown; the others are cut.
    pub top: usize,
}

/// A list in its new order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ordered {
    /// Places in the old list with their scores, best first; equal scores in the old order.
    pub order: Vec<(usize, f64)>,
    /// How long the model took; `None` where there was nothing to rank.
    pub took: Option<Duration>,
}

impl Reranker<'_> {
    /// Ranks the first passages anew, by their texts. An empty list stays one, and nothing is sent.
    pub fn order(&self, query: &str, texts: &[&str]) -> Result<Ordered, String> {
        let shown = &texts[..texts.len().min(self.top)];
        if shown.is_empty() {
            return Ok(Ordered::default());
        }
        let (scores, took) = self.model.scores(query, shown).map_err(|e| format!("reranking: {e}"))?;
        // 0 and -0 are equal.
        let mut order: Vec<(usize, f64)> = scores.into_iter().map(|score| score + 0.0).enumerate().collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        Ok(Ordered { order, took: Some(took) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Lengths;

    impl Rank for Lengths {
        fn identity(&self) -> &str {
            "lengths"
        }

        fn scores(&self, _: &str, texts: &[&str]) -> Result<(Vec<f64>, Duration), String> {
            Ok((texts.iter().map(|t| t.len() as f64).collect(), Duration::ZERO))
        }
    }

    #[test]
    fn the_first_are_ranked_and_the_others_cut() {
        let reranker = Reranker { model: Box::new(Lengths), top: 3 };
        let ordered = reranker.order("q", &["aa", "b", "cc", "dddd"]).unwrap();
        assert_eq!(ordered.order, [(0, 2.0), (2, 2.0), (1, 1.0)]);
        assert_eq!(reranker.order("q", &[]).unwrap(), Ordered::default());
    }
}
