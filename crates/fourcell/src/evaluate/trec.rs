//! A TREC run against qrels.

use std::collections::BTreeSet;

use evidence::fingerprint::of_judgements;
use formats::trec::{Compat, Qrels, Reading, first_documents, score_run};
use formats::{InputError, Source};
use retrieval::curve::DEPTHS;
use retrieval::view::{List, NO_CONTEXT, NO_TOKENS, RecallLevels, View};
use retrieval::{Budget, Judged, MEASURES, Measure, Scores};
use statistics::Score;

use super::overlap::no_overlap;
use super::{Depths, Evaluated, Told};

/// How a TREC run is scored.
#[derive(Clone, Debug)]
pub struct TrecTerms {
    /// What is measured.
    pub measures: Vec<Measure>,
    /// The least grade that counts as relevant; 1 as that community has it.
    pub rel: i32,
    /// How the files are read.
    pub reading: Reading,
    /// Under `--compat`: judged queries that the run lacks count as 0 (trec_eval's `-c`). Without `--compat` they always do.
    pub complete: bool,
    /// Unjudged documents are left out of every ranking (trec_eval's `-J`).
    pub judged_only: bool,
    /// Also score recall at the depths of the recall curve.
    pub curve: bool,
    /// Also say, as a fingerprint, what was judged for each query, so that scores can be compared later.
    pub fingerprints: bool,
}

impl TrecTerms {
    /// The usual terms for some measures.
    pub fn new(measures: Vec<Measure>) -> Self {
        Self {
            measures,
            rel: 1,
            reading: Reading::default(),
            complete: false,
            judged_only: false,
            curve: false,
            fingerprints: false,
        }
    }
}

/// Scores a TREC run.
///
/// Every judged query counts; one that the run lacks scores 0 and is named. Under `--compat` only queries that both files have count
/// (all judged ones with `complete`), and what is undefined counts 0, as in trec_eval.
///
/// # Errors
/// Those of the readers; and "nothing to evaluate" where run and qrels share no query, or, without `--compat`, no document.
pub fn score_trec(qrels: &Qrels, run: &Source, terms: &TrecTerms) -> Result<Evaluated, InputError> {
    let compat = terms.reading.compat.is_some();
    let mut measures = terms.measures.clone();
    if terms.judged_only {
        measures.iter_mut().for_each(|m| m.judged_only = true);
    }
    let levels = if terms.reading.compat == Some(Compat::V9) { RecallLevels::Up } else { RecallLevels::Nearest };
    let own = measures.len();
    if terms.curve {
        measures.extend(recall_at_depths());
    }
    let score = |judged: &Judged<'_>| -> Ranked {
        let list = List { judged: Ok(*judged), length: judged.retrieved as usize, tokens: Err(NO_TOKENS), arrival: None };
        let view = View { ranked: Ok(list), context: Err(NO_CONTEXT), evidence: None, rel: terms.rel, levels };
        let scores = measures.iter().map(|measure| match measure.score(&view) {
            Score::Undefined(_) if compat => Score::Value(0.0),
            other => other,
        });
        Ranked { judged: !judged.placed.is_empty(), length: judged.retrieved, scores: scores.collect() }
    };
    // Rows stand in byte order of the ids as they are shown, which is that of the file but for ids that are no UTF-8.
    let mut order: Vec<(String, usize)> = (0..qrels.len()).map(|query| (text(qrels.id(query)), query)).collect();
    order.sort_unstable();
    let mut row_of = vec![0usize; order.len()];
    order.iter().enumerate().for_each(|(row, (_, query))| row_of[*query] = row);
    let ids: Vec<String> = order.iter().map(|(id, _)| id.clone()).collect();
    let mut depths = terms.curve.then(|| Scores::new(measures[own..].to_vec(), ids.clone()));
    let mut all = Scores::new(terms.measures.clone(), ids);
    let mut put = |query: usize, scores: &[Score]| {
        all.set(row_of[query], &scores[..own]);
        if let Some(depths) = &mut depths {
            depths.set(row_of[query], &scores[own..]);
        }
    };
    let (mut any_judged, mut longest, mut empty) = (false, 0, BTreeSet::new());
    let reading = score_run(run, qrels, &terms.reading, &score, &mut |query, ranked| {
        any_judged |= ranked.judged;
        longest = longest.max(ranked.length);
        if ranked.length == 0 {
            empty.insert(query);
        }
        put(query as usize, &ranked.scores);
    })?;
    let place = |error: InputError| error.in_file(run.name().clone());
    if reading.answered.is_empty() {
        let queries: Vec<String> = order.iter().map(|(id, _)| id.clone()).collect();
        let mine: Vec<String> = reading.unjudged_examples.iter().map(|id| text(id)).collect();
        return Err(place(no_overlap("query", &mine, &queries)));
    }
    if !compat && !any_judged {
        let mine = first_documents(run, &terms.reading, EXAMPLES)?;
        let judged = (0..qrels.len()).flat_map(|i| qrels.judgements(i).map(|(id, _)| text(id)).collect::<Vec<_>>());
        return Err(place(no_overlap("document", &mine, &judged.take(EXAMPLES).collect::<Vec<_>>())));
    }
    let mut answered = vec![false; qrels.len()];
    reading.answered.iter().for_each(|&query| answered[query as usize] = true);
    let mut told = Told {
        order_disagreements: reading.rank_disagreements,
        unjudged: (reading.unjudged, reading.unjudged_examples.iter().map(|id| text(id)).collect()),
        tag: Some(text(&reading.tag)),
        empty: empty.into_iter().map(|query| text(qrels.id(query as usize))).collect(),
        ..Told::default()
    };
    for (id, query) in order.iter().filter(|(_, query)| !answered[*query]) {
        // The retriever returned nothing: a ranking of length 0.
        let nothing = Judged { retrieved: 0, placed: &[], grades: qrels.grades(*query), all_known: true };
        put(*query, &score(&nothing).scores);
        told.missing.push(id.clone());
    }
    let fingerprinted = if terms.fingerprints { order.as_slice() } else { &[] };
    let mut labels: Vec<String> = fingerprinted.iter().map(|(_, query)| of_judgements(qrels.judgements(*query))).collect();
    if compat && !terms.complete && !told.missing.is_empty() {
        // trec_eval's mean is over the queries of both files.
        let both = |id: &str| told.missing.binary_search_by(|m| m.as_str().cmp(id)).is_err();
        let mut rows = order.iter().map(|(id, _)| both(id));
        labels.retain(|_| rows.next().unwrap_or(true));
        all = all.filtered(both);
        depths = depths.map(|table| table.filtered(both));
    }
    let depths = depths.map(|scores| Depths { measure: "R", scores, longest });
    Ok(Evaluated { name: name_of(run), scores: all, depths, no_answer: None, told, labels })
}

/// What one query's ranking came to.
struct Ranked {
    /// Something in it is judged.
    judged: bool,
    length: u32,
    scores: Vec<Score>,
}

/// Ids that are looked at to find the rule that joins two sides.
const EXAMPLES: usize = 1000;

/// An id as text. What is no UTF-8 is shown byte by byte, so that two ids never become one.
fn text(id: &[u8]) -> String {
    let mut shown = String::with_capacity(id.len());
    for chunk in id.utf8_chunks() {
        shown.push_str(chunk.valid());
        chunk.invalid().iter().for_each(|byte| shown.push_str(&format!("\\x{byte:02X}")));
    }
    shown
}

fn name_of(run: &Source) -> String {
    match run.path().and_then(|p| p.file_name()) {
        Some(name) => name.to_string_lossy().into_owned(),
        None => run.name().to_string(),
    }
}

fn recall_at_depths() -> Vec<Measure> {
    let recall = MEASURES.iter().find(|d| d.name == "R").expect("recall is in the registry");
    let at = |k: u32| Measure { budget: Budget::passages(i64::from(k)).ok(), ..Measure::plain(recall) };
    DEPTHS.into_iter().map(at).collect()
}
