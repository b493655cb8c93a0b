//! The report as JSON: what `scores.json` in a run directory holds, too.

use fourcell::retrieval::curve::Curve;
use fourcell::retrieval::no_answer::{Counts, NoAnswer};
use fourcell::statistics::{Score, Summary};
use serde_json::{Map, Value, json};

use super::notes::notes;
use super::{RunReport, ScoreReport};
use crate::envelope::{Input, envelope};
use crate::invariants::first_json;
use crate::number::{json_number, json_summary};

/// The schema of `score`'s output.
pub const SCHEMA: &str = "fourcell/score@1";

/// The whole report; the scores of single questions where asked for.
pub fn json(report: &ScoreReport, inputs: &[Input], per_question: bool) -> Vec<u8> {
    let runs: Vec<Value> = report.runs.iter().map(|run| self::run(run, per_question)).collect();
    let result = json!({
        "heading": report.heading,
        "size": {
            "n": report.size.n,
            "effective": report.size.effective,
            "label": report.size.label(),
            "smallest_detectable_difference": json_number(report.size.detectable()),
            "assumed_discordance": super::ASSUMED_DISCORDANCE,
        },
        "runs": runs,
    });
    envelope(SCHEMA, "score", inputs, result, &notes(report))
}

fn run(run: &RunReport, per_question: bool) -> Value {
    let slices = run.slices.iter().map(|slice| {
        json!({
            "key": slice.key,
            "value": slice.value,
            "questions": slice.questions,
            "directional_only": slice.is_small(),
            "measures": measures(run, &slice.summaries),
        })
    });
    let told = &run.told;
    let failed: Vec<Value> = told.failed.iter().map(|(id, error)| json!({ "question": id, "error": error })).collect();
    let mut object = json!({
        "name": run.name,
        "order": run.measures.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "measures": measures(run, &run.summaries),
        "slices": slices.collect::<Vec<Value>>(),
        "curve": run.curve.as_ref().map(curve),
        "unanswerable": run.no_answer.as_ref().map(no_answer),
        "failed": failed,
        "missing": told.missing,
        "returned_nothing": told.empty,
        "stale": told.stale,
        "reanchored_ranges": told.reanchored,
        "misplaced_passages": { "count": told.misplaced_passages.0, "examples": told.misplaced_passages.1 },
        "unknown_questions": { "count": told.unknown_questions.0, "examples": told.unknown_questions.1 },
        "records_of_other_modes_or_repeats": told.other_records,
        "not_judged": { "count": told.unjudged.0, "examples": told.unjudged.1 },
        "order_disagreements": told.order_disagreements,
        "final_left_sealed": told.sealed,
    });
    if let Some(first) = &run.incidents {
        object["incidents"] = first_json(first);
    }
    if per_question {
        object["questions"] = questions(run);
    }
    object
}

fn measures(run: &RunReport, summaries: &[Summary]) -> Map<String, Value> {
    run.measures.iter().zip(summaries).map(|(measure, summary)| (measure.to_string(), json_summary(summary))).collect()
}

fn questions(run: &RunReport) -> Value {
    let mut all = Map::new();
    for (place, question) in run.scores.questions().iter().enumerate() {
        let scores: Map<String, Value> = run
            .measures
            .iter()
            .enumerate()
            .map(|(column, measure)| {
                let score = match run.scores.get(place, column) {
                    Score::Value(value) => json!({ "value": json_number(Some(value)) }),
                    Score::Undefined(reason) => json!({ "undefined": reason.0 }),
                    Score::Failed => json!({ "failed": true }),
                };
                (measure.to_string(), score)
            })
            .collect();
        let labels = run.labels.get(place).map(String::as_str);
        all.insert(question.clone(), json!({ "labels": labels, "scores": scores }));
    }
    Value::Object(all)
}

fn curve(curve: &Curve) -> Value {
    let points: Vec<Value> =
        curve.points.iter().map(|(depth, summary)| json!({ "k": depth, "recall": json_summary(summary) })).collect();
    json!({ "measure": curve.measure, "points": points, "levels_off_at": curve.levels_off, "longest_list": curve.longest })
}

fn no_answer(no_answer: &NoAnswer) -> Value {
    let counts = |counts: &Counts| {
        let share = counts.sent_share();
        let quartiles = [0.25, 0.5, 0.75].map(|q| json_number(counts.top_score(q)));
        json!({
            "sent_text": {
                "value": json_number(share.map(|s| s.0)),
                "n": counts.n,
                "lo": json_number(share.map(|s| s.1.lo)),
                "hi": json_number(share.map(|s| s.1.hi)),
                "method": "Clopper-Pearson",
                "failed": counts.failed,
                "undefined": { "the context was not captured": counts.not_captured },
                "level": 0.95,
                "upper_one_sided_95": json_number(counts.sent_upper()),
            },
            "top_score_quartiles": quartiles,
        })
    };
    json!({ "unanswerable": counts(&no_answer.unanswerable), "answerable": counts(&no_answer.answerable) })
}
