//! What the built-in system retrieves: a list for each query and each way of retrieval, joined and ranked anew where that is stated.

use evidence::Principal;
use retrieval::record::{Item, Stage};
use retrieval::steps::Step;

use crate::access::When;
use crate::asked::Ask;
use crate::built_in::{BuiltIn, Dense};
use crate::embedding::Made;
use crate::fusion::fuse;
use crate::times::Times;

/// Passages by number with their scores, best first.
type List = Vec<(u32, f64)>;

/// What was retrieved for a question.
#[derive(Default)]
pub(crate) struct Retrieved {
    /// The query, where there was one.
    pub query_sent: Option<String>,
    /// The retrievals, where there were several.
    pub steps: Vec<Step>,
    /// The lists of the whole.
    pub stages: Vec<(Stage, Vec<Item>)>,
    /// The last list, with all that is known of its passages.
    pub ranked: Vec<Item>,
}

/// One retrieval.
struct Retrieval<'q> {
    by: &'static str,
    query: &'q str,
    weight: f64,
    /// Each stage's list; the last is what it comes to.
    stages: Vec<(Stage, List)>,
}

impl BuiltIn<'_> {
    /// Rewrites, searches, filters, joins, ranks anew.
    pub(crate) fn retrieve(&self, ask: &Ask<'_>, times: &mut Times) -> Result<Retrieved, String> {
        let question = ask.question;
        let rewritten = self.parts.rewriter.queries(&question.query, self.settings.keep_question, ask.repeat)?;
        if let Some(took) = rewritten.took {
            times.model("rewriting", took);
        }
        let nobody = Principal::default();
        let asker = question.principal.as_ref().unwrap_or(&nobody);
        let retrievals = self.retrievals(&rewritten.queries, asker, times)?;
        let one = retrievals.len() == 1;
        let lists: Vec<List> = retrievals.iter().map(|r| last(&r.stages)).collect();
        let (mut stages, mut list): (Vec<(Stage, List)>, List) = if one {
            retrievals.first().map(|r| (r.stages.clone(), last(&r.stages))).unwrap_or_default()
        } else {
            let weights: Vec<f64> = retrievals.iter().map(|r| r.weight).collect();
            let fused = fuse(&lists, &weights, self.settings.fusion);
            (vec![(Stage::Fused, fused.clone())], fused)
        };
        times.lap("retrieval");
        if let Some(reranker) = &self.parts.reranker {
            let text = |&(passage, _): &(u32, f64)| self.passages[passage as usize].text.as_deref().unwrap_or_default();
            let texts: Vec<&str> = list.iter().map(text).collect();
            let ordered = reranker.order(&question.query, &texts)?;
            list = ordered.order.into_iter().map(|(place, score)| (list[place].0, score)).collect();
            stages.push((Stage::Reranked, list.clone()));
            if let Some(took) = ordered.took {
                times.model("reranking", took);
            }
        }
        let step = |r: &Retrieval<'_>| Step {
            by: Some(r.by.to_owned()),
            query_sent: Some(r.query.to_owned()),
            index_revision: None,
            stages: self.shown(&r.stages),
        };
        Ok(Retrieved {
            query_sent: (rewritten.queries.len() == 1).then(|| rewritten.queries[0].clone()),
            steps: if one { Vec::new() } else { retrievals.iter().map(step).collect() },
            stages: self.shown(&stages),
            ranked: list.iter().map(|(passage, _)| Item::from(&self.passages[*passage as usize])).collect(),
        })
    }

    fn retrievals<'q>(&self, queries: &'q [String], asker: &Principal, times: &mut Times) -> Result<Vec<Retrieval<'q>>, String> {
        let vectors = match &self.parts.dense {
            None => Vec::new(),
            Some(dense) => {
                let made = of_queries(dense, queries)?;
                times.model("embedding", made.took);
                made.vectors
            }
        };
        let before = self.settings.filter == When::Before;
        // Whether a document may be used is asked once, not for each of its passages.
        let mut known: Vec<Option<bool>> = vec![None; self.corpus.documents().len()];
        let mut allowed = |passage: u32| {
            let owner = self.owners[passage as usize];
            *known[owner].get_or_insert_with(|| self.corpus.documents()[owner].may_be_used_by(asker, &self.settings.day))
        };
        let most = self.settings.candidates;
        let mut retrievals = Vec::new();
        for (place, query) in queries.iter().enumerate() {
            let mut found: Vec<(&'static str, f64, List)> = Vec::new();
            if self.parts.bm25 {
                let terms = self.analyzer.terms(query);
                let list = self.index.search(&terms, self.settings.bm25, most, |p| !before || allowed(p));
                found.push(("bm25", self.settings.weights[0], list));
            }
            if let Some(dense) = &self.parts.dense {
                let list = dense.vectors.search(&vectors[place], most, |p| !before || allowed(p))?;
                found.push(("dense", self.settings.weights[1], list));
            }
            for (by, weight, list) in found {
                let stages = match self.settings.filter {
                    // What was never let in is both lists at once: the filter is part of the search.
                    When::Before => vec![(Stage::Candidates, list.clone()), (Stage::Filtered, list)],
                    When::Never => vec![(Stage::Candidates, list)],
                    When::After => {
                        let left = list.iter().copied().filter(|(p, _)| allowed(*p)).collect();
                        vec![(Stage::Candidates, list), (Stage::Filtered, left)]
                    }
                };
                retrievals.push(Retrieval { by, query, weight, stages });
            }
        }
        Ok(retrievals)
    }

    /// Lists as they are recorded.
    fn shown(&self, stages: &[(Stage, List)]) -> Vec<(Stage, Vec<Item>)> {
        let item = |&(passage, score): &(u32, f64)| Item {
            id: self.passages[passage as usize].id.clone(),
            score: Some(score),
            ..Item::default()
        };
        stages.iter().map(|(stage, list)| (*stage, list.iter().map(item).collect())).collect()
    }
}

fn last(stages: &[(Stage, List)]) -> List {
    stages.last().map(|(_, list)| list.clone()).unwrap_or_default()
}

/// The vectors of queries.
fn of_queries(dense: &Dense<'_>, queries: &[String]) -> Result<Made, String> {
    let texts: Vec<String> = queries.iter().map(|query| format!("{}{query}", dense.query_prefix)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    dense.model.embed(&texts).map_err(|fault| format!("embedding the query: {}", fault.said))
}
