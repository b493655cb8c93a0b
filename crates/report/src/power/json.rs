//! The numbers of questions as JSON.

use serde_json::{Value, json};

use super::goal::MCNEMAR;
use super::reach::TARGETS;
use super::{Answer, OfProject, PowerReport, Reach, Terms};
use crate::envelope::{Input, envelope};
use crate::number::json_number;

/// The schema of `power`'s output.
pub const SCHEMA: &str = "fourcell/power@1";

/// Every number with its method, and what is assumed.
pub fn json(report: &PowerReport, inputs: &[Input]) -> Vec<u8> {
    let result = match report {
        PowerReport::Plan(answers, reach, terms) => json!({
            "terms": self::terms(terms),
            "goals": answers.iter().map(goal).collect::<Vec<Value>>(),
            "reach": reach.as_ref().map(self::reach),
        }),
        PowerReport::Project(project, terms) => json!({ "terms": self::terms(terms), "project": self::project(project) }),
    };
    envelope(SCHEMA, "power", inputs, result, &[])
}

fn terms(terms: &Terms) -> Value {
    json!({
        "power": terms.power,
        "alpha": terms.alpha,
        "comparisons": terms.comparisons,
        "alpha_each": json_number(Some(terms.alpha_each())),
        "discordance": { "value": terms.discordance.value, "assumed": !terms.discordance.given },
        "rate": { "value": terms.rate.value, "assumed": !terms.rate.given },
        "design_effect": json_number(Some(terms.design_effect)),
    })
}

fn goal(answer: &Answer) -> Value {
    let needed: Vec<Value> = answer
        .needed
        .iter()
        .map(|n| json!({ "questions": n.questions, "with_clusters": n.clustered, "method": n.method }))
        .collect();
    json!({
        "goal": answer.goal.name(),
        "value": answer.goal.value(),
        "needed": needed,
        "assumptions": answer.assumptions,
    })
}

fn reach(reach: &Reach) -> Value {
    let by_discordance: Vec<Value> = reach
        .by_discordance
        .iter()
        .map(|r| {
            json!({
                "discordance": r.discordance,
                "smallest_difference": { "value": json_number(r.difference), "method": MCNEMAR },
                "smallest_margin": { "value": json_number(r.margin), "method": "non-inferiority, no true difference" },
            })
        })
        .collect();
    let half_widths: Vec<Value> = reach
        .half_widths
        .iter()
        .map(|h| json!({ "rate": h.rate, "half_width": json_number(Some(h.half_width)), "method": "Wilson" }))
        .collect();
    json!({
        "questions": reach.questions,
        "worth": reach.worth,
        "label": reach.label,
        "by_discordance": by_discordance,
        "half_widths": half_widths,
        "zero_failures": { "value": json_number(Some(reach.zero_failures)), "method": "Clopper-Pearson, one-sided" },
        "assumptions": reach.assumptions,
    })
}

fn project(project: &OfProject) -> Value {
    let groups: Vec<Value> = project
        .groups
        .iter()
        .map(|g| {
            let more: Vec<Value> =
                TARGETS.iter().zip(g.more).map(|(target, more)| json!({ "target": target, "questions": more })).collect();
            json!({
                "slice": g.key,
                "name": g.name,
                "questions": g.questions,
                "worth": g.worth,
                "label": g.label,
                "smallest_difference": { "value": json_number(g.difference), "method": MCNEMAR },
                "more": more,
            })
        })
        .collect();
    json!({
        "name": project.name,
        "answerable": groups,
        "independent_groups": project.size.groups,
        "unanswerable": {
            "questions": project.size.unanswerable,
            "rate_excluded_when_clean": {
                "value": json_number(project.size.rate_excluded),
                "method": "Clopper-Pearson, one-sided 95 %",
            },
        },
        "assumptions": project.assumptions,
    })
}
