//! Pages as JSON, by section.

use fourcell::diagnosis::CAUSES;
use fourcell::generation;
use serde_json::{Value, json};

use super::answers::{self, answer_measures, better};
use super::causes;
use super::{CAUSES_TOPIC, Definition, EXIT_CODES, Explanation, RuleText, cut, measures, needs, rules, sections, values};
use crate::envelope::envelope;

/// The schema of `explain`'s output.
pub const SCHEMA: &str = "fourcell/explain@1";

/// What is explained, with its kind.
pub fn json(explanation: &Explanation) -> Vec<u8> {
    let result = match explanation {
        Explanation::Everything => json!({
            "kind": "list",
            "measures": measures().map(head).collect::<Vec<Value>>(),
            "answer_measures": answer_measures().map(answer_head).collect::<Vec<Value>>(),
            "rules": rules().map(|r| rule(&r)).collect::<Vec<Value>>(),
            "causes": CAUSES.iter().map(causes::json).collect::<Vec<Value>>(),
            "topics": [CAUSES_TOPIC, EXIT_CODES],
        }),
        Explanation::Reference => json!({
            "kind": "reference",
            "measures": measures().map(whole).collect::<Vec<Value>>(),
            "answer_measures": answer_measures().map(answer_whole).collect::<Vec<Value>>(),
        }),
        Explanation::Measure(measure) => json!({ "kind": "measure", "measure": whole(measure) }),
        Explanation::AnswerMeasure(measure) => json!({ "kind": "answer-measure", "measure": answer_whole(measure) }),
        Explanation::Rule(text) => json!({ "kind": "rule", "rule": rule(text) }),
        Explanation::Cause(cause) => json!({ "kind": "cause", "cause": causes::json(cause) }),
        Explanation::Causes => json!({ "kind": "causes", "causes": CAUSES.iter().map(causes::json).collect::<Vec<Value>>() }),
        Explanation::ExitCodes(codes) => {
            let codes: Vec<Value> = codes.iter().map(|(code, about)| json!({ "code": code, "about": about })).collect();
            json!({ "kind": "exit-codes", "codes": codes })
        }
    };
    envelope(SCHEMA, "explain", &[], result, &[])
}

fn head(measure: &'static Definition) -> Value {
    let name = |name: &str| (!name.is_empty()).then(|| name.to_owned());
    json!({
        "name": measure.name,
        "title": measure.title,
        "aliases": measure.aliases,
        "trec_eval": { "whole": name(measure.trec.0), "cut": name(measure.trec.1) },
        "needs": needs(measure),
        "budget": cut(measure),
        "values": values(measure),
    })
}

fn whole(measure: &'static Definition) -> Value {
    with_sections(head(measure), measure.page)
}

fn answer_head(measure: &'static generation::Definition) -> Value {
    json!({
        "name": measure.name,
        "title": measure.title,
        "aliases": measure.aliases,
        "better": better(measure),
        "verdicts": answers::kinds(measure),
        "values": answers::values(measure),
    })
}

fn answer_whole(measure: &'static generation::Definition) -> Value {
    with_sections(answer_head(measure), measure.page)
}

fn with_sections(mut object: Value, page: &str) -> Value {
    let sections: Vec<Value> =
        sections(page).into_iter().map(|(heading, text)| json!({ "heading": heading, "text": text })).collect();
    object["sections"] = json!(sections);
    object
}

fn rule(rule: &RuleText) -> Value {
    json!({ "name": rule.name, "severity": rule.severity.name(), "about": rule.about })
}
