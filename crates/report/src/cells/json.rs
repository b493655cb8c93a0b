//! The cells as JSON: what `cells.json` in a run directory holds, too.

use fourcell::diagnosis::cells::{Chances, Factor, Outcome, Present, Row, Tally, Unanswerable, WhatIf, Wrong};
use fourcell::diagnosis::modes::{Attribution, ContextGain, Difference, Paired, Part, State};
use fourcell::generation::right::Right;
use fourcell::statistics::Level;
use serde_json::{Map, Value, json};

use super::notes::notes;
use super::{CellsReport, Definition, ModesReport, Moved};
use crate::envelope::{Input, envelope};
use crate::number::{json_number, json_summary};

/// The schema of `cells`' output.
pub const SCHEMA: &str = "fourcell/cells@1";

/// The method behind the interval of a raised product.
const RECOVERED: &str = "variance recovery on the logarithms of the two intervals";

/// The whole report; the cells of single questions where asked for.
pub fn json(report: &CellsReport, inputs: &[Input], per_question: bool) -> Vec<u8> {
    let definitions: Map<String, Value> = report
        .definitions
        .iter()
        .map(|definition| (definition.present.name().to_owned(), self::definition(definition)))
        .collect();
    let mut result = json!({
        "heading": report.heading,
        "judges": report.judges,
        "run": report.run,
        "budget": report.budget,
        "shown": report.shown.iter().map(|present| present.name()).collect::<Vec<_>>(),
        "size": { "n": report.size.n, "effective": report.size.effective, "label": report.size.label() },
        "definitions": definitions,
        "moved": report.moved.iter().map(moved).collect::<Vec<_>>(),
        "unanswerable": report.unanswerable.as_ref().map(unanswerable),
        "modes": report.modes.as_ref().map(modes),
    });
    if per_question {
        let questions: Map<String, Value> = report.rows.iter().map(|row| (row.question.clone(), question(row))).collect();
        result["questions"] = Value::Object(questions);
    }
    envelope(SCHEMA, "cells", inputs, result, &notes(report))
}

fn definition(definition: &Definition) -> Value {
    let slices: Vec<Value> = definition
        .slices
        .iter()
        .map(|slice| {
            let mut object = counted(&slice.tally, &slice.chances);
            object["key"] = json!(slice.key);
            object["value"] = json!(slice.value);
            object["directional_only"] = json!(slice.is_small());
            object
        })
        .collect();
    let open = &definition.open;
    let evidence = open.evidence().ok();
    let with = open.right_with().map(|share| json_number(share.ok()));
    let [as_labelled, ceiling] = [0, 1].map(|place| json_number(evidence.map(|both| both[place])));
    let suspects = definition
        .suspects
        .iter()
        .map(|suspect| json!({ "question": suspect.question, "passages": suspect.passages, "why": suspect.why.name() }));
    let mut object = counted(&definition.tally, &definition.chances);
    object["means"] = json!(definition.present.about());
    object["open"] = json!({
        "could_flip_to_works": open.right,
        "could_flip_to_generation_fault": open.wrong,
        "evidence": { "as_labelled": as_labelled, "ceiling": ceiling },
        "right_with_evidence": { "as_labelled": with[0], "ceiling": with[1] },
    });
    object["label_audit"] = json!(suspects.collect::<Vec<_>>());
    object["slices"] = json!(slices);
    object
}

/// The counts and chances of some questions.
fn counted(tally: &Tally, chances: &Chances) -> Value {
    let cells = &tally.cells;
    json!({
        "questions": tally.questions(),
        "cells": {
            "works": cells.works,
            "generation_fault": cells.generation_fault,
            "right_for_the_wrong_reason": cells.lucky,
            "retrieval_fault": cells.retrieval_fault,
        },
        "wrong_with_evidence": wrong(&tally.wrong_with_evidence),
        "wrong_without_evidence": wrong(&tally.wrong_without_evidence),
        "failed_calls": tally.failed_calls,
        "failed_verdicts": tally.failed_verdicts,
        "not_scored": tally.not_scored,
        "chances": {
            "evidence": json_summary(&chances.evidence),
            "right_with_evidence": json_summary(&chances.right_with),
            "right_without_evidence": json_summary(&chances.right_without),
            "evidence_and_right": json_summary(&chances.works),
            "right": json_summary(&chances.right),
            "right_answers_without_evidence": json_summary(&chances.lucky),
        },
        "product": json_number(chances.product.ok()),
        "what_if": chances.what_ifs.iter().map(|what_if| self::what_if(what_if, chances)).collect::<Vec<_>>(),
    })
}

fn wrong(wrong: &Wrong) -> Value {
    json!({ "declined": wrong.declined, "asserted": wrong.asserted, "not_known": wrong.not_known })
}

fn what_if(what_if: &WhatIf, chances: &Chances) -> Value {
    let (evidence, interval) = (&chances.evidence, what_if.interval);
    json!({
        "raised": match what_if.factor {
            Factor::Evidence => "evidence",
            Factor::Right => "right_with_evidence",
        },
        "from": json_number(Some(what_if.from)),
        "to": json_number(Some(what_if.to)),
        "product": {
            "value": json_number(Some(what_if.product)),
            "n": evidence.n,
            "lo": json_number(interval.map(|i| i.lo)),
            "hi": json_number(interval.map(|i| i.hi)),
            "level": evidence.level,
            "method": RECOVERED,
            "failed": evidence.failed,
            "undefined": evidence.undefined,
        },
        "right": json_number(what_if.right),
    })
}

fn moved(moved: &Moved) -> Value {
    let moves: Vec<Value> = moved
        .moves
        .iter()
        .map(|one| json!({ "from": one.from.name(), "to": one.to.name(), "questions": one.questions }))
        .collect();
    json!({ "from": moved.from.name(), "to": moved.to.name(), "moves": moves })
}

fn unanswerable(all: &Unanswerable) -> Value {
    json!({
        "declined": all.declined,
        "answered": all.answered,
        "failed": all.failed,
        "not_known": all.not_known,
        "answered_rate": json_summary(&all.rate),
        "answered_rate_upper_one_sided_95": json_number(all.upper.ok()),
    })
}

fn modes(report: &ModesReport) -> Value {
    let oracle = report.oracle.as_ref().map(|oracle| {
        let states: Map<String, Value> = State::ALL
            .iter()
            .map(|(name, state)| {
                let questions = oracle.states.questions.get(state).cloned().unwrap_or_default();
                let object = json!({ "says": state.about(), "action": state.action(), "questions": questions });
                ((*name).to_owned(), object)
            })
            .collect();
        json!({
            "states": states,
            "failed": oracle.states.failed,
            "undefined": oracle.states.undefined,
            "loss": attribution(&oracle.all),
            "loss_without_memorised": oracle.without_memorised.as_ref().map(attribution),
        })
    });
    let context = report.context.as_ref().map(|context| {
        let slices = context.slices.iter().map(|(key, value, gain)| {
            let mut object = self::context(gain);
            object["key"] = json!(key);
            object["value"] = json!(value);
            object
        });
        let mut object = self::context(&context.all);
        object["slices"] = json!(slices.collect::<Vec<_>>());
        object
    });
    json!({ "oracle": oracle, "no_context": context, "clusters_not_reckoned_with": report.clustered })
}

fn attribution(found: &Attribution) -> Value {
    let part = |part: &Part| {
        let paired = Paired { table: part.difference.table, ..Paired::default() };
        json!({ "of_all": json_number(part.of_all.ok()), "difference": difference(&part.difference, &paired) })
    };
    json!({
        "retrieval": difference(&found.retrieval, &found.paired),
        "generation": json_summary(&found.generation),
        "evidence_absent": part(&found.on_failed),
        "evidence_present": part(&found.on_present),
        "evidence_not_known": part(&found.on_unknown),
        "oracle_wrong_normal_right": { "rate": json_summary(&found.harm), "questions": found.harmed },
    })
}

fn context(found: &ContextGain) -> Value {
    json!({
        "gain": difference(&found.gain, &found.paired),
        "right_without_context": json_summary(&found.without),
        "margin": json_number(Some(found.margin)),
        "outcome": found.worth.name(),
        "memorised": found.memorised,
        "harmed_by_context": { "rate": json_summary(&found.harm), "questions": found.harmed },
    })
}

fn difference(found: &Difference, paired: &Paired) -> Value {
    let (interval, bounds) = (found.interval.ok(), found.bounds.ok());
    let table = found.table;
    json!({
        "value": json_number(found.value.ok()),
        "n": table.n(),
        "lo": json_number(interval.map(|i| i.lo)),
        "hi": json_number(interval.map(|i| i.hi)),
        "level": Level::NINETY_FIVE.get(),
        "method": "Tango",
        "failed": paired.failed,
        "undefined": paired.undefined,
        "lower_one_sided_95": json_number(bounds.map(|i| i.lo)),
        "upper_one_sided_95": json_number(bounds.map(|i| i.hi)),
        "p": { "value": json_number(found.p.ok()), "method": "McNemar mid-p", "undefined": found.p.err().map(|e| e.0) },
        "table": { "both": table.both, "only_first": table.only_a, "only_second": table.only_b, "neither": table.neither },
    })
}

fn question(row: &Row) -> Value {
    let cells: Map<String, Value> = Present::ALL
        .iter()
        .map(|(name, present)| {
            let mut object = match row.outcome(*present) {
                Outcome::In(cell) => json!({ "cell": cell.name() }),
                Outcome::Failed(_) => json!({ "failed": true }),
                Outcome::NotScored(reason) => json!({ "undefined": reason.0 }),
            };
            object["could_flip"] = json!(row.could_flip(*present));
            ((*name).to_owned(), object)
        })
        .collect();
    let right = match row.right {
        Right::Yes(_) => json!({ "value": 1 }),
        Right::No(_) => json!({ "value": 0 }),
        Right::Failed => json!({ "failed": true }),
        Right::NotScored(reason) => json!({ "undefined": reason.0 }),
    };
    json!({ "cells": cells, "right": right, "declined": row.declined, "unjudged": row.unjudged })
}
