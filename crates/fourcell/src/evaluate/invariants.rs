//! A run of a native project, held to what must hold before anything is measured.

use std::collections::{BTreeSet, HashMap, HashSet};

use diagnosis::invariants::Checked;
use evidence::{Question, Split};
use formats::InputError;
use formats::native::Run;
use formats::native::answers::RecordedAnswer;
use formats::project::QuestionSet;
use generation::Answer;
use retrieval::grading::Chunking;
use retrieval::invariants::{Reason, Terms};
use retrieval::record::{Mode, Record};

/// What a run is held against.
#[derive(Clone, Debug, Default)]
pub struct InvariantTerms {
    /// Only this split; `None` for all but the final one, which stays sealed.
    pub split: Option<Split>,
    /// The day of the run, `YYYY-MM-DD`.
    pub day: Option<String>,
    /// What the index should say it is.
    pub index_revision: Option<String>,
    /// The product has neither tenants nor access rules.
    pub without_access: bool,
    /// Corpora that questions may name and that the set does not hold.
    pub other_corpora: BTreeSet<String>,
    /// Threads to use; 0 for as many as there are processors.
    pub threads: usize,
}

/// What was found of a run.
#[derive(Clone, Debug)]
pub struct InvariantsChecked {
    /// The run's name.
    pub name: String,
    /// Questions of the split.
    pub questions: usize,
    /// Final questions that were left sealed.
    pub sealed: usize,
    /// Questions that the run has no record of, in byte order.
    pub missing: Vec<String>,
    /// Records of questions that the set does not hold.
    pub unknown_records: usize,
    /// Whether citations were looked at.
    pub with_citations: bool,
    /// What was found, in byte order of the question ids.
    pub checked: Checked,
}

/// Holds every record of a run to the invariants: the lists of what was retrieved in all repeats, and with `answers` what was cited, in
/// whatever mode.
///
/// # Errors
/// "Nothing to evaluate" where the split holds no question, or the run no record of one.
pub fn check_invariants(
    set: &QuestionSet,
    run: &Run,
    answers: Option<&[RecordedAnswer]>,
    terms: &InvariantTerms,
) -> Result<InvariantsChecked, InputError> {
    let wanted = terms.split.unwrap_or(Split::Tune);
    let questions: HashMap<&str, &Question> =
        set.questions.iter().filter(|q| q.split == wanted).map(|q| (q.id.as_str(), q)).collect();
    if questions.is_empty() {
        let empty = "the question set holds no question of this split";
        return Err(InputError::nothing_to_evaluate(empty).mend("choose another with --split tune or --split final"));
    }
    let records = run.records.items.iter().filter_map(|record| Some((*questions.get(record.question.as_str())?, record)));
    let mut records: Vec<(&Question, &Record)> = records.collect();
    if records.is_empty() {
        let none = InputError::nothing_to_evaluate("the run holds no record of a question of this split");
        return Err(none.in_file(run.directory.display().to_string()));
    }
    records.sort_by(|(_, a), (_, b)| (&a.question, a.mode, a.repeat).cmp(&(&b.question, b.mode, b.repeat)));
    let known: BTreeSet<&str> = records.iter().map(|(question, _)| question.id.as_str()).collect();
    let in_set: HashSet<&str> = set.questions.iter().map(|q| q.id.as_str()).collect();
    let mut missing: Vec<String> = questions.keys().filter(|id| !known.contains(*id)).map(|id| (*id).to_owned()).collect();
    missing.sort_unstable();

    let passages = run.passages.as_ref().map(|p| p.items.as_slice()).or(set.passages.as_deref()).unwrap_or_default();
    let chunking = Chunking::new(passages);
    let said: Option<HashMap<(&str, Mode, u32), &Answer>> =
        answers.map(|all| all.iter().map(|a| ((a.question.as_str(), a.mode, a.repeat), &a.answer)).collect());
    let base = Terms {
        corpus: set.corpus.as_ref().ok_or(Reason::NoCorpus),
        chunking: &chunking,
        day: terms.day.as_deref(),
        index_revision: terms.index_revision.as_deref(),
        has_access: !terms.without_access,
    };
    let part = |records: &[(&Question, &Record)]| {
        let mut checked = Checked::default();
        for (question, record) in records {
            let elsewhere = question.corpus.as_ref().is_some_and(|corpus| terms.other_corpora.contains(corpus));
            let own = if elsewhere { Terms { corpus: Err(Reason::OtherCorpus), ..base } } else { base };
            let answer =
                said.as_ref().and_then(|said| said.get(&(record.question.as_str(), record.mode, record.repeat)).copied());
            checked.look(question, record, answer, &own);
        }
        checked
    };
    let threads = match terms.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        n => n,
    };
    let share = records.len().div_ceil(threads).max(1);
    let checked = std::thread::scope(|scope| {
        let parts: Vec<_> = records.chunks(share).map(|records| scope.spawn(move || part(records))).collect();
        let mut all = Checked::default();
        parts.into_iter().for_each(|found| all.join(found.join().expect("checking does not panic")));
        all
    });
    Ok(InvariantsChecked {
        name: run.name.clone(),
        questions: questions.len(),
        sealed: if terms.split.is_none() { set.questions.len() - questions.len() } else { 0 },
        missing,
        unknown_records: run.records.items.iter().filter(|record| !in_set.contains(record.question.as_str())).count(),
        with_citations: answers.is_some(),
        checked,
    })
}
