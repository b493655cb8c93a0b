//! What calls of a run took: milliseconds and tokens.

use std::collections::{BTreeMap, HashMap};

use fourcell::formats::Source;
use fourcell::formats::native::read_timings;
use fourcell::retrieval::record::{Mode, Stage};
use report::html::{Spent, Times};

use crate::diagnosing;
use crate::failure::Failure;
use crate::judges::Material;

/// The file of a run that holds latencies.
const TIMINGS: &str = "timings.jsonl";

/// What a run took.
pub struct Took {
    /// Summed up.
    pub times: Times,
    /// Milliseconds of each whole call.
    pub by_call: HashMap<(String, Mode, u32), f64>,
}

/// Reads what was recorded of it; nothing where there is nothing. Final questions and those that are not looked at are left out.
pub fn times(material: &Material) -> Result<Took, Failure> {
    let (run, _) = diagnosing::native(material)?;
    let looked_at: std::collections::HashSet<&str> = material.questions.iter().map(|question| question.id.as_str()).collect();
    let name = |mode: Mode| Mode::ALL[mode as usize].0.to_owned();
    let mut ms: BTreeMap<(String, String), Vec<f64>> = BTreeMap::new();
    let mut by_call = HashMap::new();
    let path = run.directory.join(TIMINGS);
    if path.is_file() {
        for timing in read_timings(&Source::file(&path))?.items {
            if !looked_at.contains(timing.question.as_str()) {
                continue;
            }
            if let Some(total) = timing.total() {
                by_call.insert((timing.question.clone(), timing.mode, timing.repeat), total);
            }
            for (stage, time) in timing.stages {
                ms.entry((name(timing.mode), stage)).or_default().push(time);
            }
        }
    }
    let mut tokens: BTreeMap<(String, String), Vec<f64>> = BTreeMap::new();
    for record in run.records.items.iter().filter(|record| looked_at.contains(record.question.as_str())) {
        if let Some(count) = context_tokens(record) {
            tokens.entry((name(record.mode), "context".to_owned())).or_default().push(count as f64);
        }
    }
    let spent =
        |all: BTreeMap<(String, String), Vec<f64>>| all.into_iter().map(|(key, values)| (key, Spent::new(values))).collect();
    Ok(Took { times: Times { ms: spent(ms), tokens: spent(tokens) }, by_call })
}

/// Tokens of what was sent: as captured of the whole, else the sum over passages where each has its count.
pub fn context_tokens(record: &fourcell::retrieval::record::Record) -> Option<u64> {
    let sum = || record.stage(Stage::Context)?.iter().map(|item| item.tokens).sum();
    record.context_tokens.or_else(sum)
}
