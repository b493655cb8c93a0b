//! Every question of a run as the page shows it.

use std::collections::HashMap;

use fourcell::diagnosis::cells::{Fault, Outcome, Stand};
use fourcell::diagnosis::ledger::life::{Kept, State};
use fourcell::evaluate::{AnswerRow, Presence, stand};
use fourcell::evidence::shell::{option, word};
use fourcell::evidence::{Corpus, Locator, Question};
use fourcell::retrieval::grading::Chunking;
use fourcell::retrieval::record::{Mode, Record};
use fourcell::statistics::{Score, Undefined};
use report::html::{AnswerMaterial, QuestionMaterial, QuestionView};

use super::{Looked, changed, spent};
use crate::diagnosing;
use crate::failure::Failure;
use crate::opening::processors;

/// The questions of a run in byte order of their ids, with what the baseline did.
pub fn cases(
    run: &Looked,
    baseline: Option<&Looked>,
    ms: &HashMap<(String, Mode, u32), f64>,
) -> Result<Vec<QuestionView>, Failure> {
    let mut mine = views(run, ms)?;
    if let Some(baseline) = baseline {
        let theirs = views(baseline, &HashMap::new())?;
        let find = |id: &str| theirs.binary_search_by(|view| view.question.id.as_str().cmp(id)).ok().map(|place| &theirs[place]);
        for view in &mut mine {
            view.before = Some(changed::before(view, find(&view.question.id)));
        }
    }
    Ok(mine)
}

/// What all questions of a run have in common.
struct Ground<'a> {
    run: &'a Looked,
    chunking: Chunking,
    corpus: Option<&'a Corpus>,
    records: HashMap<&'a str, &'a Record>,
    by_call: HashMap<(&'a str, Mode), &'a Record>,
    kept: HashMap<&'a str, &'a Kept>,
    ms: &'a HashMap<(String, Mode, u32), f64>,
}

fn views(run: &Looked, ms: &HashMap<(String, Mode, u32), f64>) -> Result<Vec<QuestionView>, Failure> {
    let material = &run.diagnosis.material;
    let (native, set) = diagnosing::native(material)?;
    let passages = native.passages.as_ref().map(|p| p.items.as_slice()).or(set.passages.as_deref()).unwrap_or_default();
    let first = native.records.items.iter().filter(|record| record.repeat == run.repeat);
    let kept = run.kept.iter().filter(|kept| kept.state() != State::Fixed);
    let failing: std::collections::HashSet<&str> =
        run.diagnosis.found.entries.iter().map(|entry| entry.question.as_str()).collect();
    let ground = Ground {
        run,
        chunking: Chunking::new(passages),
        corpus: set.corpus.as_ref(),
        records: first
            .clone()
            .filter(|record| record.mode == Mode::Normal)
            .map(|record| (record.question.as_str(), record))
            .collect(),
        by_call: first.map(|record| ((record.question.as_str(), record.mode), record)).collect(),
        kept: kept
            .filter(|kept| failing.contains(kept.entry.question.as_str()))
            .map(|kept| (kept.entry.question.as_str(), kept))
            .collect(),
        ms,
    };
    let mut places: Vec<usize> = (0..material.questions.len()).collect();
    places.sort_unstable_by(|a, b| material.questions[*a].id.cmp(&material.questions[*b].id));
    let share = places.len().div_ceil(processors().get()).max(1);
    let made = std::thread::scope(|scope| {
        let ground = &ground;
        let parts = places
            .chunks(share)
            .map(|part| scope.spawn(move || part.iter().map(|place| view(ground, *place)).collect::<Vec<_>>()));
        let parts: Vec<_> = parts.collect();
        parts.into_iter().flat_map(|part| part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    Ok(made)
}

fn view(ground: &Ground<'_>, place: usize) -> QuestionView {
    let run = ground.run;
    let material = &run.diagnosis.material;
    let question = anchored(&material.questions[place], ground.corpus);
    let id = question.id.as_str();
    let located = |locator: &Locator| match locator {
        Locator::Range { doc, rev, range, .. } => {
            ground.corpus?.find(doc, rev.as_deref()).and_then(|document| document.text.slice(*range)).map(str::to_owned)
        }
        _ => None,
    };
    let answer = |(_, mode): (&'static str, Mode)| {
        let row = material.row(place, mode, run.repeat)?;
        let said = row.said.iter().filter(|said| run.whose.counts(said)).collect();
        let record = ground.by_call.get(&(id, mode));
        let tokens = record.and_then(|record| spent::context_tokens(record)).map(|count| ("context".to_owned(), count));
        let ms = ground.ms.get(&(question.id.clone(), mode, run.repeat)).copied();
        Some(AnswerMaterial { mode, answer: &row.answer, said, tokens: tokens.into_iter().collect(), ms })
    };
    let record = ground.records.get(id).copied();
    let of = QuestionMaterial {
        question: &question,
        record,
        chunking: &ground.chunking,
        cover: material.project.as_ref().and_then(|project| project.score.cover).unwrap_or_default(),
        located: &located,
        answers: Mode::ALL.into_iter().filter_map(answer).collect(),
        kept: ground.kept.get(id).copied(),
        find: &judging::quote::span,
    };
    let mut view = QuestionView::new(&of);
    let (cell, why) = cell(ground, place, &question);
    (view.cell, view.why_none) = (cell, why);
    view.evidence = sent(run, id);
    if let Some(normal) = view.answers.iter().find(|answer| answer.mode == "normal") {
        (view.right, view.basis) = (normal.right, normal.basis.clone());
        view.error.clone_from(&normal.error);
        view.ms = normal.ms;
    }
    view.commands = commands(run, &view);
    view
}

/// The question with its evidence where it stands in the corpus of today.
fn anchored(question: &Question, corpus: Option<&Corpus>) -> Question {
    let mut question = question.clone();
    question.evidence = question.evidence.map(|tree| tree.distinct());
    if let (Some(tree), Some(corpus)) = (&question.evidence, corpus)
        && let Some(tree) = fourcell::evidence::anchoring::anchored(tree, corpus).tree
    {
        question.evidence = Some(tree);
    }
    question
}

/// How much of the evidence was sent.
fn sent(run: &Looked, id: &str) -> Score {
    let unknown = Score::Undefined(Undefined("not scored"));
    let Ok(score) = &run.score else { return unknown };
    let column = score.measures.iter().position(|measure| measure.to_string() == "evidence@context");
    match (score.scores.find(id), column) {
        (Some(place), Some(column)) => score.scores.get(place, column),
        _ => unknown,
    }
}

/// The cell of a question, or why it is in none.
fn cell(ground: &Ground<'_>, place: usize, question: &Question) -> (&'static str, Option<&'static str>) {
    let material = &ground.run.diagnosis.material;
    if !question.answerable {
        let row = material.row(place, Mode::Normal, ground.run.repeat);
        let said = row.map_or_else(Vec::new, |row| row.said.iter().filter(|said| ground.run.whose.counts(said)).collect());
        let row = AnswerRow { question, answer: row.map(|row| &row.answer), said, presence: Presence::Unanswerable };
        return match stand(&row) {
            Stand::Declined => ("declined", None),
            Stand::Answered => ("answered", None),
            Stand::Failed => ("failed", None),
            Stand::NotKnown(why) => ("not-scored", Some(why.0)),
        };
    }
    let Ok(cells) = &ground.run.cells else { return ("not-scored", Some("nobody judged the answer")) };
    let found = cells.rows.binary_search_by(|row| row.question.as_str().cmp(&question.id));
    match found.map(|place| cells.rows[place].outcome(cells.main().present)) {
        Ok(Outcome::In(cell)) => (cell.name(), None),
        Ok(Outcome::Failed(Fault::Call)) => ("failed", Some("the call failed")),
        Ok(Outcome::Failed(Fault::Verdict)) => ("failed", Some("a verdict failed")),
        Ok(Outcome::NotScored(why)) => ("not-scored", Some(why.0)),
        Err(_) => ("not-scored", Some("it was not looked at")),
    }
}

/// Commands that show this case again: its failure in full, and what one change would do to it.
fn commands(run: &Looked, view: &QuestionView) -> Vec<String> {
    let (name, id) = (word(&run.diagnosis.material.name), &view.question.id);
    let mut commands = Vec::new();
    if view.failure.is_some() {
        commands.push(format!("fourcell ledger {name} {}", option("--show", id)));
        commands.push(format!("fourcell probe {name} {}", option("--question", id)));
    }
    commands.push(format!("fourcell cells {name} --per-question --format json"));
    commands
}
