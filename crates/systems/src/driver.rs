//! Puts a question set to a system, on several threads, and leaves a run directory: the same bytes whatever the number of threads, and
//! whether or not the run was interrupted.

use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use evidence::fingerprint;
use evidence::snapshot::content_hash;
use evidence::{Passage, Question};
use formats::InputError;
use formats::atomic::write_atomically;
use retrieval::record::Mode;

use crate::asked::{Ask, System};
use crate::journal::{Entry, Journal};
use crate::written;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// The questions, in the order of their records.
    pub questions: Vec<&'a Question>,
    /// The modes, each once.
    pub modes: Vec<Mode>,
    /// How often each is asked; at least 1.
    pub repeats: u32,
    /// What decides the result besides the question: hash over settings, corpus and day.
    pub deciding: String,
}

impl Plan<'_> {
    /// Every call, in the order of the records: by question, mode, repeat.
    pub fn calls(&self) -> Vec<Ask<'_>> {
        let of = |question| self.modes.iter().flat_map(move |&mode| (0..self.repeats).map(move |n| (question, mode, n)));
        let all = self.questions.iter().copied().flat_map(of);
        all.map(|(question, mode, repeat)| Ask { question, mode, repeat }).collect()
    }

    /// What a call is, as a hash over all that decides it: content, never position.
    fn key(&self, ask: &Ask<'_>) -> String {
        let question = ask.question;
        let asker = question.principal.as_ref().map(|p| (&p.tenant, &p.groups));
        // Only an oracle run sees the labelled evidence.
        let evidence = (ask.mode == Mode::Oracle).then(|| fingerprint::of_question(question, &[]));
        let mode = written::mode_name(ask.mode);
        let said: Vec<_> = question.history.iter().map(|m| (&m.role, &m.content)).collect();
        let parts = serde_json::json!([self.deciding, question.id, question.query, said, asker, evidence, mode, ask.repeat]);
        content_hash(parts.to_string().as_bytes())
    }
}

/// How a run went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ran {
    /// Calls that were planned.
    pub planned: usize,
    /// Calls that were made now; the others had been made before.
    pub made: usize,
    /// Failed calls: question and what was said, in the order of the records.
    pub failed: Vec<(String, String)>,
    /// The lines of `timings.jsonl`.
    pub timings: Vec<String>,
}

/// Makes the calls of `plan` that the journal does not hold yet, or holds as failed, and writes the run directory. `told` hears after
/// each call how many are done. The journal stays: whoever has written the rest of the directory ends it with [`Journal::end`].
pub fn run(
    system: &dyn System,
    plan: &Plan<'_>,
    directory: &Path,
    journal: Journal,
    threads: usize,
    told: &(dyn Fn(usize) + Sync),
) -> Result<Ran, InputError> {
    let calls = plan.calls();
    let keys: Vec<String> = calls.iter().map(|ask| plan.key(ask)).collect();
    let is_made = |place: usize| journal.made.get(&keys[place]).is_some_and(|entry| !entry.failed);
    let open: Vec<usize> = (0..calls.len()).filter(|&place| !is_made(place)).collect();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(calls.len() - open.len()));
    let made = open.len();
    let journal = Mutex::new((journal, Ok(())));
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, open.len().max(1)) {
            scope.spawn(|| {
                while let Some(&place) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let ask = &calls[place];
                    let called = system.ask(ask);
                    let entry = Entry {
                        key: keys[place].clone(),
                        failed: called.done.is_err(),
                        record: written::record(ask, &called),
                        timing: written::timing(ask, &called),
                    };
                    let mut locked = journal.lock().expect("no thread panics while it holds the journal");
                    let (journal, outcome) = &mut *locked;
                    if outcome.is_ok() {
                        *outcome = journal.add(&entry);
                    }
                    if outcome.is_err() {
                        return;
                    }
                    journal.made.insert(entry.key.clone(), entry);
                    drop(locked);
                    told(done.fetch_add(1, Ordering::Relaxed) + 1);
                }
            });
        }
    });
    let (journal, outcome) = journal.into_inner().expect("no thread panicked");
    let cannot = |e: io::Error| InputError::new(format!("cannot be written: {e}")).in_file(directory.display().to_string());
    outcome.map_err(cannot)?;
    let entries: Vec<&Entry> = keys.iter().map(|key| &journal.made[key]).collect();
    write_lines(&directory.join("timings.jsonl"), entries.iter().map(|e| e.timing.as_str()))?;
    write_lines(&directory.join("records.jsonl"), entries.iter().map(|e| e.record.as_str()))?;
    let failed: Vec<(String, String)> =
        calls.iter().zip(&entries).filter(|(_, e)| e.failed).map(|(ask, e)| (ask.question.id.clone(), said(&e.record))).collect();
    Ok(Ran { planned: calls.len(), made, failed, timings: entries.iter().map(|e| e.timing.clone()).collect() })
}

fn said(record: &str) -> String {
    let read: Option<serde_json::Value> = serde_json::from_str(record).ok();
    read.and_then(|value| Some(value.get("error")?.as_str()?.to_owned())).unwrap_or_default()
}

fn write_lines(path: &Path, lines: impl Iterator<Item = impl AsRef<[u8]>>) -> Result<(), InputError> {
    write_atomically(path, |to| {
        for line in lines {
            to.write_all(line.as_ref())?;
            to.write_all(b"\n")?;
        }
        Ok(())
    })
}

/// Writes the passages of a run, in the order given.
pub fn write_passages(path: &Path, passages: &[Passage]) -> Result<(), InputError> {
    let line = |passage: &Passage| {
        let mut object = serde_json::Map::new();
        object.insert("id".into(), passage.id.clone().into());
        let mut put = |key: &str, value: Option<serde_json::Value>| {
            if let Some(value) = value {
                object.insert(key.into(), value);
            }
        };
        put("doc", passage.doc.clone().map(Into::into));
        put("rev", passage.rev.clone().map(Into::into));
        put("start", passage.range.map(|r| r.start().into()));
        put("end", passage.range.map(|r| r.end().into()));
        put("text", passage.text.clone().map(Into::into));
        serde_json::Value::Object(object).to_string()
    };
    write_lines(path, passages.iter().map(line))
}
