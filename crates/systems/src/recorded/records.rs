//! Records of a run as a system: they may hold modes and repeats.

use std::collections::{HashMap, HashSet};

use evidence::Question;
use formats::lines::{LONGEST_LINE, Lines};
use formats::native::read_records;
use formats::systems::Contract;
use formats::{InputError, Source};
use retrieval::record::{Mode, Record};
use serde_json::Value;

use super::{Key, Overlap, Results, Wanted};
use crate::asked::{Ask, Done};
use crate::contract;
use crate::written::mode_name;

pub(super) fn read(source: &Source, wanted: &Wanted<'_>) -> Result<Results, InputError> {
    // The reader of records finds faults by line and column, and what stands twice; the contract then takes what a run keeps.
    let read = read_records(source)?;
    let mut warnings: Vec<String> = read.warnings.iter().map(ToString::to_string).collect();
    let questions: HashMap<&str, &Question> = wanted.questions.iter().map(|q| (q.id.as_str(), q)).collect();
    let mut results = HashMap::new();
    let mut lines = Lines::open(source, LONGEST_LINE)?;
    for (record, number) in read.items.iter().zip(&read.lines) {
        let Some(question) = questions.get(record.question.as_str()) else { continue };
        if !wanted.modes.contains(&record.mode) || record.repeat >= wanted.repeats {
            continue;
        }
        let line = loop {
            let here = lines.number() + 1;
            match lines.next()? {
                Some(line) if here == *number => break line.to_owned(),
                Some(_) => {}
                None => return Err(InputError::new("changed while it was read").in_file(source.name().clone())),
            }
        };
        let ask = Ask { question, mode: record.mode, repeat: record.repeat };
        let done = result(&line, &ask).map_err(|said| format!("line {number} of the file: {said}"));
        results.insert((record.question.clone(), record.mode, record.repeat), done);
    }
    let overlap = overlap(&read.items, wanted, &questions, &results);
    warnings.extend(overlap.told(results.len()).map_err(|e| e.in_file(source.name().clone()))?);
    Ok((results, warnings))
}

fn result(line: &str, ask: &Ask<'_>) -> Result<Done, String> {
    let mut value: Value = serde_json::from_str(line).map_err(|e| e.to_string())?;
    if let Some(fields) = value.as_object_mut() {
        // In a record null is "not captured". Its question is known, and may be written as a number.
        fields.retain(|_, field| !field.is_null());
        fields.insert("question".into(), ask.question.id.clone().into());
    }
    // What a system was given need not stand in its record.
    let told = ["context", "stages"].iter().any(|list| value.get(list).is_some());
    let given = (ask.mode == Mode::NoContext || (ask.mode == Mode::Oracle && !told)).then_some(&[][..]);
    contract::read(&value, ask, &Contract::default(), given).map_err(|fault| fault.problem)
}

fn overlap(
    records: &[Record],
    wanted: &Wanted<'_>,
    questions: &HashMap<&str, &Question>,
    results: &HashMap<Key, Result<Done, String>>,
) -> Overlap {
    let mut overlap = Overlap::new(["question", "questions"]);
    let mut seen = HashSet::new();
    let strange = records.iter().map(|record| &record.question).filter(|id| !questions.contains_key(id.as_str()));
    overlap.strange = strange.filter(|id| seen.insert(id.as_str())).cloned().collect();
    let plain = wanted.modes == [Mode::Normal] && wanted.repeats == 1;
    if !plain {
        overlap.lacking = ["call", "calls"];
    }
    for question in wanted.questions {
        let keys = wanted.modes.iter().flat_map(|&mode| (0..wanted.repeats).map(move |repeat| (mode, repeat)));
        for (mode, repeat) in keys.filter(|&(mode, repeat)| !results.contains_key(&(question.id.clone(), mode, repeat))) {
            let id = &question.id;
            overlap.missing.push(if plain { id.clone() } else { format!("{id}, {}, repeat {repeat}", mode_name(mode)) });
        }
    }
    overlap
}
