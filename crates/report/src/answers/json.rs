//! The report as JSON: what `answer-scores.json` in a run directory holds, too.

use fourcell::diagnosis::abstention::Abstention;
use fourcell::generation::measures::Better;
use fourcell::statistics::{Score, Summary};
use serde_json::{Map, Value, json};

use super::notes::{basis, notes};
use super::{AnswersReport, AnswersRun, Group};
use crate::envelope::{Input, envelope};
use crate::invariants::first_json;
use crate::number::{json_number, json_summary};

/// The schema of `judge`'s output.
pub const SCHEMA: &str = "fourcell/judge@1";

/// The whole report; the scores of single questions where asked for.
pub fn json(report: &AnswersReport, inputs: &[Input], per_question: bool) -> Vec<u8> {
    let run = &report.run;
    let told = &run.evaluated.told;
    let counts = |pairs: Vec<(String, usize)>| -> Map<String, Value> { pairs.into_iter().map(|(k, n)| (k, json!(n))).collect() };
    let mut result = json!({
        "heading": report.heading,
        "judges": report.judges,
        "size": { "n": report.size.n, "effective": report.size.effective, "label": report.size.label() },
        "run": run.evaluated.name,
        "order": run.measures().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "less_is_better": less_is_better(run),
        "groups": run.groups.iter().map(|group| self::group(run, group)).collect::<Vec<_>>(),
        "slices": run.slices.iter().map(|group| self::group(run, group)).collect::<Vec<_>>(),
        "failed": told.failed,
        "failed_verdicts": counts(told.failures.iter().map(|(k, n)| (k.clone(), *n)).collect()),
        "correct_rests_on": counts(told.bases.iter().map(|(b, n)| (basis(*b).to_owned(), *n)).collect()),
        "claims": { "supported": told.claims.0, "judged": told.claims.1 },
        "status_corrected": told.corrected_status,
        "quotes_not_found": told.quotes_not_found,
        "judged_more_than_once": { "targets": told.judged_twice.0, "differ": told.judged_twice.1 },
    });
    if let Some(first) = &report.incidents {
        result["incidents"] = first_json(first);
    }
    if let Some(found) = &report.abstention {
        result["abstention"] = abstention(found);
    }
    if per_question {
        result["questions"] = questions(run);
    }
    envelope(SCHEMA, "judge", inputs, result, &notes(report))
}

fn abstention(found: &Abstention) -> Value {
    let around = found.interval.ok();
    let threshold = found.threshold.ok().flatten().map(|cut| {
        json!({
            "at_least": json_number(Some(cut.at_least)),
            "false_answer_rate": json_number(Some(cut.false_answer_rate)),
            "false_answer_rate_upper_one_sided_95": json_number(Some(cut.upper)),
            "answer_rate": json_number(Some(cut.answer_rate)),
        })
    });
    let risk = found.risk.as_ref().ok().map(|risk| {
        json!({
            "coverage": risk.coverage,
            "risk": risk.risk,
            "aurc": json_number(Some(risk.area)),
            "excess_aurc": json_number(Some(risk.excess_area())),
        })
    });
    json!({
        "auroc": {
            "value": json_number(found.auroc.ok().map(|a| a.area)),
            "n": found.answerable + found.unanswerable,
            "lo": json_number(around.map(|i| i.lo)),
            "hi": json_number(around.map(|i| i.hi)),
            "method": "DeLong, logit",
        },
        "answerable": found.answerable,
        "unanswerable": found.unanswerable,
        "without_score": found.without_score,
        "budget": found.budget,
        "threshold": threshold,
        "risk_coverage": risk,
    })
}

fn less_is_better(run: &AnswersRun) -> Vec<String> {
    run.measures().iter().filter(|m| m.definition.better == Better::Less).map(ToString::to_string).collect()
}

fn group(run: &AnswersRun, group: &Group) -> Value {
    let measures = run.measures().iter().zip(&group.summaries);
    let measures: Map<String, Value> =
        measures.map(|(m, summary): (_, &Summary)| (m.to_string(), json_summary(summary))).collect();
    let mut object = json!({ "name": group.name, "questions": group.questions, "measures": measures });
    if let Some(value) = &group.value {
        object["value"] = json!(value);
        object["directional_only"] = json!(group.is_small());
    }
    object
}

fn questions(run: &AnswersRun) -> Value {
    let scores = &run.evaluated.scores;
    let mut all = Map::new();
    for (place, question) in scores.questions().iter().enumerate() {
        let own = run.measures().iter().enumerate().map(|(column, measure)| {
            let score = match scores.get(place, column) {
                Score::Value(value) => json!({ "value": json_number(Some(value)) }),
                Score::Undefined(reason) => json!({ "undefined": reason.0 }),
                Score::Failed => json!({ "failed": true }),
            };
            (measure.to_string(), score)
        });
        let own: Map<String, Value> = own.collect();
        let presence = run.evaluated.presence[place].name();
        all.insert(question.clone(), json!({ "group": presence, "scores": own }));
    }
    Value::Object(all)
}
