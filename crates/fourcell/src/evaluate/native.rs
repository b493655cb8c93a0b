//! A run of a native project against its question set.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use evidence::fingerprint::of_question;
use evidence::{Label, Question, Split};
use formats::InputError;
use formats::native::Run;
use formats::project::QuestionSet;
use formats::trec::Scored;
use retrieval::arrival::cover_of;
use retrieval::case::{self, Ground, score_question};
use retrieval::curve::DEPTHS;
use retrieval::grading::{Chunking, Settled};
use retrieval::no_answer::NoAnswer;
use retrieval::record::{Ending, Item, Mode, Record, Stage};
use retrieval::{Budget, MEASURES, Measure, Scores};
use statistics::{Score, Undefined};

use super::overlap::no_overlap;
use super::{Depths, Evaluated, Told};

/// How a native run is scored.
#[derive(Clone, Debug)]
pub struct NativeTerms {
    /// What is measured.
    pub measures: Vec<Measure>,
    /// Relevance threshold, cover, level and stage.
    pub case: case::Terms,
    /// Only this split; `None` for all but the final one, which stays sealed.
    pub split: Option<Split>,
    /// Which mode's records.
    pub mode: Mode,
    /// Which repeat's records.
    pub repeat: u32,
    /// Threads to use; 0 for as many as there are processors.
    pub threads: usize,
    /// Also score recall at the depths of the recall curve.
    pub curve: bool,
    /// Also say, as a fingerprint, what decides each question's score, so that scores can be compared later.
    pub fingerprints: bool,
}

impl NativeTerms {
    /// The usual terms for some measures.
    pub fn new(measures: Vec<Measure>) -> Self {
        Self {
            measures,
            case: case::Terms::default(),
            split: None,
            mode: Mode::Normal,
            repeat: 0,
            threads: 0,
            curve: false,
            fingerprints: false,
        }
    }
}

/// Counts the tokens of a text.
pub type CountTokens<'a> = dyn Fn(&str) -> u64 + Sync + 'a;

/// Scores a run of a native project. Only answerable questions are scored; the others are counted in `no_answer`.
///
/// # Errors
/// "Nothing to evaluate" where the split holds no question, or where the run knows no question or no passage of the set.
pub fn score_native(
    set: &QuestionSet,
    run: &Run,
    terms: &NativeTerms,
    tokens: Option<&CountTokens<'_>>,
) -> Result<Evaluated, InputError> {
    let wanted = |q: &&Question| q.split == terms.split.unwrap_or(Split::Tune);
    let mut questions: Vec<&Question> = set.questions.iter().filter(wanted).collect();
    questions.sort_unstable_by(|a, b| a.id.cmp(&b.id));
    let mut told = Told::default();
    if terms.split.is_none() {
        told.sealed = set.questions.len() - questions.len();
    }
    let place = |error: InputError| error.in_file(run.directory.display().to_string());
    let records = records_by_question(run, terms);
    told.other_records = run.records.items.len() - records.len();
    let unknown: BTreeSet<&str> = run.records.items.iter().map(|r| r.question.as_str()).collect();
    let known: HashSet<&str> = set.questions.iter().map(|q| q.id.as_str()).collect();
    let unknown: Vec<String> = unknown.into_iter().filter(|id| !known.contains(id)).map(str::to_owned).collect();
    told.unknown_questions = (unknown.len(), unknown.into_iter().take(3).collect());
    told.misplaced_passages = misplaced(set, run);
    check_questions(set, run, &records).map_err(place)?;
    if questions.is_empty() {
        let empty = "the question set holds no question of this split";
        return Err(InputError::nothing_to_evaluate(empty).mend("choose another with --split tune or --split final"));
    }
    let passages = run.passages.as_ref().map(|p| p.items.as_slice()).or(set.passages.as_deref()).unwrap_or_default();
    let chunking = Chunking::new(passages);
    check_passages(set, &chunking, run).map_err(place)?;

    let answerable: Vec<&Question> = questions.iter().copied().filter(|q| q.answerable).collect();
    told.unanswerable = questions.len() - answerable.len();
    let anchored: Vec<Question> = answerable.iter().map(|q| anchored(q, set, &mut told)).collect();
    let stale: BTreeSet<String> = told.stale.iter().cloned().collect();
    let pairs = questions.iter().map(|q| (*q, records.get(q.id.as_str()).copied()));
    let no_answer = NoAnswer::new(pairs);

    let labels = labels_by_question(set);
    let ids: Vec<String> = answerable.iter().map(|q| q.id.clone()).collect();
    let depth_measures = if terms.curve { evidence_at_depths() } else { Vec::new() };
    let mut scores = Scores::new(terms.measures.clone(), ids.clone());
    let mut depths = Scores::new(depth_measures.clone(), ids);
    let ground = Ground { corpus: set.corpus.as_ref(), chunking: &chunking, tokens };
    let none: Vec<&Label> = Vec::new();
    let score_one = |question: &Question| -> (Vec<Score>, Vec<Score>) {
        if stale.contains(&question.id) {
            let same = |n: usize| vec![Score::Undefined(STALE); n];
            return (same(terms.measures.len()), same(depth_measures.len()));
        }
        let Some(record) = records.get(question.id.as_str()) else {
            return (vec![Score::Failed; terms.measures.len()], vec![Score::Failed; depth_measures.len()]);
        };
        let labels = labels.get(question.id.as_str()).unwrap_or(&none);
        let stage = curve_stage(record, terms);
        let curve_terms = case::Terms { stage, ..terms.case };
        let own = score_question(question, labels, record, &terms.measures, &terms.case, &ground);
        let curve_ground = Ground { tokens: None, ..ground };
        (own, score_question(question, labels, record, &depth_measures, &curve_terms, &curve_ground))
    };
    for (row, (own, curve)) in
        in_parallel(&anchored.iter().collect::<Vec<_>>(), terms.threads, &score_one).into_iter().enumerate()
    {
        scores.set(row, &own);
        depths.set(row, &curve);
    }
    for question in &answerable {
        notice(question, records.get(question.id.as_str()).copied(), &mut told);
        if let Some(labels) = labels.get(question.id.as_str()) {
            told.disputed_labels += Settled::new(labels).disputed();
        }
    }
    let of_questions = answerable.iter().filter_map(|q| records.get(q.id.as_str()));
    let lengths = of_questions.filter_map(|record| match curve_stage(record, terms) {
        Some(stage) => record.stage(stage).map(<[Item]>::len),
        None => record.ranked().map(|(_, items)| items.len()),
    });
    let longest = lengths.max().unwrap_or(0) as u32;
    let depths = Depths { measure: "evidence", scores: depths, longest };
    let depths = terms.curve.then_some(depths);
    let fingerprinted = if terms.fingerprints { answerable.as_slice() } else { &[] };
    let fingerprint = |q: &&Question| of_question(q, labels.get(q.id.as_str()).unwrap_or(&none));
    let fingerprints = fingerprinted.iter().map(fingerprint).collect();
    Ok(Evaluated { name: run.name.clone(), scores, depths, no_answer: Some(no_answer), told, labels: fingerprints })
}

/// The evidence of a question cannot be found in the corpus any more.
const STALE: Undefined = Undefined("the label is stale: its quote is not in the document any more");

/// The question with its evidence where it stands in the corpus today, each piece once.
pub(super) fn anchored(question: &Question, set: &QuestionSet, told: &mut Told) -> Question {
    let mut question = question.clone();
    question.evidence = question.evidence.map(|tree| tree.distinct());
    if let (Some(tree), Some(corpus)) = (&question.evidence, &set.corpus) {
        let found = evidence::anchoring::anchored(tree, corpus);
        told.reanchored += found.moved;
        match found.tree {
            Some(tree) => question.evidence = Some(tree),
            None => told.stale.push(question.id.clone()),
        }
    }
    question
}

/// Passages of the run whose range does not slice their text out of the document: how many, and some of them.
fn misplaced(set: &QuestionSet, run: &Run) -> (usize, Vec<String>) {
    let (Some(corpus), Some(passages)) = (&set.corpus, &run.passages) else { return (0, Vec::new()) };
    let wrong = passages.items.iter().filter(|passage| {
        let (Some(doc), Some(range), Some(text)) = (&passage.doc, passage.range, &passage.text) else { return false };
        let document = corpus.find(doc, passage.rev.as_deref()).filter(|d| !d.text.is_empty());
        document.is_some_and(|d| d.text.slice(range) != Some(text))
    });
    let wrong: Vec<String> = wrong.map(|passage| passage.id.clone()).collect();
    (wrong.len(), wrong.into_iter().take(3).collect())
}

/// Scores questions on some threads, in order.
pub(super) fn in_parallel<T: Send>(questions: &[&Question], threads: usize, score: &(dyn Fn(&Question) -> T + Sync)) -> Vec<T> {
    let threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        n => n,
    };
    let share = questions.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let parts = questions.chunks(share).map(|part| scope.spawn(move || part.iter().map(|q| score(q)).collect::<Vec<T>>()));
        let parts: Vec<_> = parts.collect();
        parts.into_iter().flat_map(|part| part.join().expect("scoring does not panic")).collect()
    })
}

/// The list that the recall curve looks at. Candidates say where a reranker's count belongs; without them the list that is scored does.
fn curve_stage(record: &Record, terms: &NativeTerms) -> Option<Stage> {
    terms.case.stage.or(record.stage(Stage::Candidates).map(|_| Stage::Candidates))
}

fn notice(question: &Question, record: Option<&Record>, told: &mut Told) {
    told.with_alternatives += usize::from(question.evidence.as_ref().is_some_and(|e| e.has_alternatives()));
    let Some(record) = record else {
        told.missing.push(question.id.clone());
        return;
    };
    let last = record.ranked().or_else(|| record.stage(Stage::Context).map(|items| (Stage::Context, items)));
    match (&record.ending, last) {
        (Ending::Failed(error), _) => told.failed.push((question.id.clone(), error.clone())),
        (_, Some((_, items))) => {
            if items.is_empty() {
                told.empty.push(question.id.clone());
            }
            let falling = items.windows(2).all(|pair| match (pair[0].score, pair[1].score) {
                (Some(a), Some(b)) => a >= b,
                _ => true,
            });
            told.order_disagreements += usize::from(!falling);
        }
        _ => {}
    }
}

pub(super) fn records_by_question<'a>(run: &'a Run, terms: &NativeTerms) -> HashMap<&'a str, &'a Record> {
    let wanted = run.records.items.iter().filter(|r| r.mode == terms.mode && r.repeat == terms.repeat);
    wanted.map(|record| (record.question.as_str(), record)).collect()
}

pub(super) fn labels_by_question(set: &QuestionSet) -> BTreeMap<&str, Vec<&Label>> {
    let mut labels: BTreeMap<&str, Vec<&Label>> = BTreeMap::new();
    for label in &set.labels {
        labels.entry(&label.question).or_default().push(label);
    }
    labels
}

pub(super) fn check_questions(set: &QuestionSet, run: &Run, records: &HashMap<&str, &Record>) -> Result<(), InputError> {
    if records.is_empty() {
        let problem = "the run holds no record of this mode and repeat";
        return Err(InputError::nothing_to_evaluate(problem).mend("choose others with --mode and --repeat"));
    }
    if set.questions.iter().any(|q| records.contains_key(q.id.as_str())) {
        return Ok(());
    }
    let mine: Vec<String> = run.records.items.iter().map(|r| r.question.clone()).collect();
    let theirs: Vec<String> = set.questions.iter().map(|q| q.id.clone()).collect();
    Err(no_overlap("question", &mine, &theirs))
}

/// Where nothing that came back is known to the set, ids are of another level or another corpus: an error, not a score of zero.
pub(super) fn check_passages(set: &QuestionSet, chunking: &Chunking, run: &Run) -> Result<(), InputError> {
    let mut known: HashSet<&str> = set.corpus.iter().flat_map(|c| c.documents()).map(|d| d.id.as_str()).collect();
    let leaves = set.questions.iter().filter_map(|q| q.evidence.as_ref()).flat_map(|e| e.leaves());
    for locator in leaves.chain(set.labels.iter().map(|l| &l.target)) {
        match locator {
            evidence::Locator::Passage(id) => known.insert(id),
            other => known.insert(other.doc().unwrap_or_default()),
        };
    }
    let items = || run.records.items.iter().flat_map(|r| r.stages.iter().flat_map(|(_, items)| items));
    let is_known = |item: &Item| {
        let doc = item.doc.as_deref().or_else(|| chunking.find(&item.id)?.doc.as_deref());
        known.contains(item.id.as_str()) || doc.is_some_and(|doc| known.contains(doc))
    };
    if items().next().is_none() || items().any(is_known) || holds_a_quote(set, run) {
        return Ok(());
    }
    let mine: Vec<String> = items().take(1000).map(|item| item.id.clone()).collect();
    let mut theirs: Vec<String> = known.into_iter().map(str::to_owned).collect();
    theirs.sort_unstable();
    Err(no_overlap("passage", &mine, &theirs))
}

/// Whether some question was sent a labelled quote: a run may tell no more of what it sends than its text.
fn holds_a_quote(set: &QuestionSet, run: &Run) -> bool {
    let trees: HashMap<&str, &evidence::Evidence> =
        set.questions.iter().filter_map(|q| Some((q.id.as_str(), q.evidence.as_ref()?))).collect();
    let nowhere = |_: &evidence::Locator| None;
    run.records.items.iter().any(|record| {
        let Some(tree) = trees.get(record.question.as_str()) else { return false };
        let lists = || record.stages.iter().map(|(_, items)| items.as_slice());
        tree.leaves().iter().any(|leaf| lists().any(|items| cover_of(leaf, items, &nowhere) > 0.0))
    })
}

fn evidence_at_depths() -> Vec<Measure> {
    let recall = MEASURES.iter().find(|d| d.name == "evidence").expect("evidence recall is in the registry");
    let at = |k: u32| Measure { budget: Budget::passages(i64::from(k)).ok(), ..Measure::plain(recall) };
    DEPTHS.into_iter().map(at).collect()
}

/// The records of a TREC run in a native project: one candidates list a question.
pub fn records_of_lists(lists: BTreeMap<String, Vec<Scored>>) -> Vec<Record> {
    let item = |(id, score): Scored| Item { id, score: Some(score), ..Item::default() };
    let record = |(question, results): (String, Vec<Scored>)| {
        Record::new(question, vec![(Stage::Candidates, results.into_iter().map(item).collect())])
    };
    lists.into_iter().map(record).collect()
}
