//! The custody of the final set as JSON.

use fourcell::evidence::custody::{Act, Entry};
use serde_json::{Value, json};

use super::CustodyReport;
use crate::envelope::{Input, envelope};
use crate::number::json_number;

/// The schema of `custody`'s output.
pub const SCHEMA: &str = "fourcell/custody@1";

/// Where it stands, and every line of the record.
pub fn json(report: &CustodyReport, inputs: &[Input]) -> Vec<u8> {
    let custody = &report.custody;
    let set = |set: &fourcell::evidence::custody::FinalSet| json!({ "hash": set.hash, "questions": set.questions });
    let planned = custody.planned > 0;
    let result = json!({
        "project": report.project,
        "state": custody.state.name(),
        "final": set(&report.now),
        "sealed": custody.sealed.as_ref().map(set),
        "unchanged": report.unchanged(),
        "looks": {
            "planned": custody.planned,
            "used": custody.used,
            "left": custody.left(),
            "planned_by_project": report.planned,
            "alpha": planned.then(|| json_number(Some(report.alpha))),
            "interval_inflation": planned.then(|| json_number(Some(report.wider))),
        },
        "refused": report.refusal().map(|refusal| json!({ "why": refusal.words(), "mend": refusal.mend() })),
        "record": report.entries.iter().map(entry).collect::<Vec<Value>>(),
        "head": report.head,
    });
    envelope(SCHEMA, "custody", inputs, result, &[])
}

fn entry(entry: &Entry) -> Value {
    let (act, subject) = (&entry.act, entry.act.subject());
    let looks = match act {
        Act::Sealed { looks, .. } => Some(*looks),
        _ => None,
    };
    json!({
        "seq": entry.seq,
        "at": entry.at,
        "who": entry.who,
        "kind": act.kind(),
        "set": act.set().hash,
        "questions": act.set().questions,
        "looks": looks,
        "run": subject.map(|subject| &subject.run),
        "manifest": subject.map(|subject| &subject.manifest),
        "released": act.released(),
        "by": subject.map(|subject| &subject.by),
        "reason": act.reason(),
    })
}
