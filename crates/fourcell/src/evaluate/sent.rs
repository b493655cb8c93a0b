//! Whether the evidence of each question was inside the budget, under each definition of that, and what nobody judged there.

use std::collections::HashMap;

use diagnosis::cells::Present;
use evidence::{Label, Split};
use formats::InputError;
use formats::native::Run;
use formats::project::QuestionSet;
use retrieval::Budget;
use retrieval::case::{Ground, look};
use retrieval::grading::Chunking;
use retrieval::name::parse_list;
use retrieval::record::Record;
use statistics::Score;

use super::native::{anchored, labels_by_question, records_by_question};
use super::{CountTokens, NativeTerms, Told, score_native};

/// One answerable question.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    /// 1 where the evidence was inside the budget and 0 where it was not, in the order of [`Present::ALL`].
    pub present: [Score; 3],
    /// Whether it could turn out to have been, were unjudged passages inside the budget to hold it.
    pub could: [bool; 3],
    /// Passages inside the budget that nobody judged.
    pub unjudged: Vec<String>,
}

/// Looks at every answerable question of the split that `terms` name; its measures do not count. By question id, with what was noticed.
///
/// # Errors
/// As of [`score_native`]: where the run knows no question or no passage of the set, say.
pub fn evidence_sent(
    set: &QuestionSet,
    run: &Run,
    terms: &NativeTerms,
    budget: Budget,
    tokens: Option<&CountTokens<'_>>,
) -> Result<(HashMap<String, Sent>, Told), InputError> {
    let measures = parse_list(&format!("complete{budget} Success{budget}")).map_err(|e| InputError::new(e.to_string()))?;
    let scored = score_native(set, run, &NativeTerms { measures, ..terms.clone() }, tokens)?;
    let passages = run.passages.as_ref().map(|p| p.items.as_slice()).or(set.passages.as_deref()).unwrap_or_default();
    let chunking = Chunking::new(passages);
    let ground = Ground { corpus: set.corpus.as_ref(), chunking: &chunking, tokens };
    let records: HashMap<&str, &Record> = records_by_question(run, terms);
    let labels = labels_by_question(set);
    let none: Vec<&Label> = Vec::new();
    let wanted = terms.split.unwrap_or(Split::Tune);
    let mut sent = HashMap::new();
    for question in set.questions.iter().filter(|q| q.answerable && q.split == wanted) {
        let Some(place) = scored.scores.find(&question.id) else { continue };
        let [complete, hit] = [0, 1].map(|column| scored.scores.get(place, column));
        let mut one = Sent { present: [complete, hit, complete], could: [false; 3], unjudged: Vec::new() };
        // Where all evidence has a score there is a record, and the evidence stands in the corpus still.
        if let (Score::Value(_), Some(record)) = (complete, records.get(question.id.as_str())) {
            let question = anchored(question, set, &mut Told::default());
            let labels = labels.get(question.id.as_str()).unwrap_or(&none);
            let looked = look(&question, labels, record, budget, &terms.case, &ground);
            one.present[Present::Document as usize] = match &looked {
                Ok(looked) => looked.document.map_or_else(Score::Undefined, |is| Score::Value(f64::from(u8::from(is)))),
                Err(reason) => Score::Undefined(*reason),
            };
            if let Ok(looked) = looked {
                one.could = [looked.could_complete, !looked.unjudged.is_empty(), looked.could_document];
                one.unjudged = looked.unjudged;
            }
        }
        sent.insert(question.id.clone(), one);
    }
    Ok((sent, scored.told))
}
