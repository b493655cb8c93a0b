//! A TREC run against qrels.

use formats::trec::{Compat, Qrels, Reading, read_lists, score_run};
use formats::{InputError, Source};
use retrieval::curve::DEPTHS;
use retrieval::view::{List, NO_CONTEXT, RecallLevels, View};
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
}

impl TrecTerms {
    /// The usual terms for some measures.
    pub fn new(measures: Vec<Measure>) -> Self {
        Self { measures, rel: 1, reading: Reading::default(), complete: false, judged_only: false, curve: false }
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
    let score = |judged: &Judged<'_>| -> (bool, u32, Vec<Score>) {
        let list = List { judged: Ok(*judged), length: judged.retrieved as usize, tokens: None, arrival: None };
        let view = View { ranked: Ok(list), context: Err(NO_CONTEXT), evidence: None, rel: terms.rel, levels };
        let scores = measures.iter().map(|measure| match measure.score(&view) {
            Score::Undefined(_) if compat => Score::Value(0.0),
            other => other,
        });
        (!judged.placed.is_empty(), judged.retrieved, scores.collect())
    };
    let (reading, rows) = score_run(run, qrels, &terms.reading, &score)?;
    let place = |error: InputError| error.in_file(run.name().clone());
    if rows.is_empty() {
        let queries: Vec<String> = (0..qrels.len()).map(|i| text(qrels.id(i))).collect();
        let mine: Vec<String> = reading.unjudged_examples.iter().map(|id| text(id)).collect();
        return Err(place(no_overlap("query", &mine, &queries)));
    }
    if !compat && rows.iter().all(|(_, (met, _, _))| !met) {
        let lists = read_lists(run, &terms.reading)?;
        let mine: Vec<String> = lists.values().flatten().take(1000).map(|(id, _)| id.clone()).collect();
        let judged = (0..qrels.len()).flat_map(|i| qrels.judgements(i).map(|(id, _)| text(id)).collect::<Vec<_>>());
        return Err(place(no_overlap("document", &mine, &judged.take(1000).collect::<Vec<_>>())));
    }
    let mut counted = vec![!compat || terms.complete; qrels.len()];
    let mut missing = vec![true; qrels.len()];
    for &query in &reading.answered {
        counted[query as usize] = true;
        missing[query as usize] = false;
    }
    let places: Vec<usize> = (0..qrels.len()).filter(|&q| counted[q]).collect();
    let ids: Vec<String> = places.iter().map(|&q| text(qrels.id(q))).collect();
    let mut all = Scores::new(measures[..own].to_vec(), ids.clone());
    let mut depths = terms.curve.then(|| Scores::new(measures[own..].to_vec(), ids));
    let mut put = |row: usize, scores: &[Score]| {
        all.set(row, &scores[..own]);
        if let Some(depths) = &mut depths {
            depths.set(row, &scores[own..]);
        }
    };
    let mut told = Told {
        order_disagreements: reading.rank_disagreements,
        unjudged: (reading.unjudged, reading.unjudged_examples.iter().map(|id| text(id)).collect()),
        tag: Some(text(&reading.tag)),
        ..Told::default()
    };
    let longest = rows.iter().map(|(_, (_, length, _))| *length).max().unwrap_or(0);
    let mut scored = rows.into_iter().peekable();
    for (row, &query) in places.iter().enumerate() {
        match scored.next_if(|(q, _)| *q as usize == query) {
            Some((_, (_, length, scores))) => {
                put(row, &scores);
                if length == 0 {
                    told.empty.push(text(qrels.id(query)));
                }
            }
            None => {
                // The retriever returned nothing: a ranking of length 0.
                let nothing = Judged { retrieved: 0, placed: &[], grades: qrels.grades(query), all_known: true };
                put(row, &score(&nothing).2);
                told.missing.push(text(qrels.id(query)));
            }
        }
    }
    Ok(Evaluated {
        name: name_of(run),
        scores: all,
        depths: depths.map(|scores| Depths { measure: "R", scores, longest }),
        no_answer: None,
        told,
    })
}

fn text(id: &[u8]) -> String {
    String::from_utf8_lossy(id).into_owned()
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
