//! The findings as JSON: always all of them.

use serde_json::{Value, json};

use super::{CheckReport, ODD_FILE, SetSize, place};
use crate::envelope::{Input, envelope};
use crate::number::json_number;
use crate::score::ASSUMED_DISCORDANCE;
use fourcell::evidence::lint::Severity;

/// The schema of `check`'s output.
pub const SCHEMA: &str = "fourcell/check@1";

/// Every finding, the counts, the size of the set. What readers found odd stands among the warnings too.
pub fn json(report: &CheckReport, inputs: &[Input]) -> Vec<u8> {
    let findings: Vec<Value> = report
        .findings
        .iter()
        .map(|f| {
            json!({
                "rule": f.rule,
                "severity": f.severity.name(),
                "file": f.file,
                "line": f.line,
                "subject": (!f.subject.is_empty()).then_some(&f.subject),
                "problem": f.problem,
                "mend": (!f.mend.is_empty()).then_some(&f.mend),
            })
        })
        .collect();
    let snapshots: Vec<Value> = report
        .snapshots
        .iter()
        .map(|s| json!({ "id": s.id, "names": s.names, "file": s.file, "documents": s.documents }))
        .collect();
    let result = json!({
        "heading": report.heading,
        "counts": {
            "faults": report.count(Severity::Fault),
            "warnings": report.count(Severity::Warning),
            "notes": report.count(Severity::Note),
        },
        "findings": findings,
        "snapshots": snapshots,
        "set": report.size.as_ref().map(set),
    });
    let odd = report.findings.iter().filter(|f| f.rule == ODD_FILE.name);
    let warnings: Vec<String> = odd.map(|f| format!("{}: {}", place(f), f.problem)).collect();
    envelope(SCHEMA, "check", inputs, result, &warnings)
}

fn set(size: &SetSize) -> Value {
    let parts: Vec<Value> = size
        .parts
        .iter()
        .map(|p| {
            json!({
                "split": p.split,
                "questions": p.questions,
                "answerable": p.answerable,
                "unanswerable": p.questions - p.answerable,
                "with_alternatives": p.with_alternatives,
            })
        })
        .collect();
    let slices: Vec<Value> = size
        .slices
        .iter()
        .map(|s| {
            json!({
                "key": s.key,
                "value": s.value,
                "tune": { "questions": s.tune.0, "answerable": s.tune.1 },
                "final": { "questions": s.sealed.0, "answerable": s.sealed.1 },
                "directional_only": s.is_small(),
            })
        })
        .collect();
    let budgets: Vec<Value> =
        size.budgets.iter().map(|b| json!({ "rate": b.rate, "questions_needed": b.needed, "decidable": b.decidable })).collect();
    json!({
        "splits": parts,
        "slices": slices,
        "tune_answerable": {
            "questions": size.tune.n,
            "independent_groups": size.groups,
            "label": size.tune.label(),
            "smallest_detectable_difference": {
                "value": json_number(size.tune.detectable()),
                "method": "McNemar mid-p, unconditional power",
                "power": 0.8,
                "alpha": 0.05,
                "discordance": ASSUMED_DISCORDANCE,
                "discordance_is": "assumed",
            },
        },
        "tune_unanswerable": {
            "questions": size.unanswerable,
            "rate_excluded_when_clean": {
                "value": json_number(size.rate_excluded),
                "method": "Clopper-Pearson, one-sided 95 %",
            },
            "false_positive_budgets": budgets,
        },
    })
}
