//! The gate for spreadsheets: a table of its checks, and one of the questions that got worse.

use fourcell::diagnosis::gate::{Check, Outcome};
use fourcell::statistics::Summary;

use super::GateReport;
use crate::score::row;

/// A row for each check. `value` is the candidate's where the check names no other. The interval is that of the difference where there is one, else that of the number that the check is of; which
/// it is stands in `interval_of`.
pub fn csv(report: &GateReport) -> Vec<u8> {
    let mut text = "layer,name,check,outcome,value,baseline,difference,lo,hi,interval_of,level,method,n,failed,undefined,limit,\
                    more_questions,said,needs,next\n"
        .to_owned();
    for layer in &report.gate.layers {
        for check in &layer.checks {
            text += &of_check(&layer.name.number().to_string(), layer.name.name(), check);
        }
    }
    text.into_bytes()
}

fn of_check(number: &str, name: &str, check: &Check) -> String {
    let find = |wanted: &[&str]| check.numbers.iter().find(|(name, _)| wanted.contains(name));
    let candidate = find(&["candidate", "rate", "share"]).or_else(|| check.numbers.first());
    let difference = find(&["difference"]);
    let decides = difference.or(candidate);
    let text = |number: Option<f64>| number.map(|n| n.to_string()).unwrap_or_default();
    let value = |of: Option<&(&str, Summary)>| text(of.and_then(|(_, s)| s.value));
    let with = |of: &dyn Fn(&Summary) -> String| decides.map(|(_, s)| of(s)).unwrap_or_default();
    let more = if let Outcome::Inconclusive { more: Some(more) } = check.outcome { more.to_string() } else { String::new() };
    row(&[
        number,
        name,
        &check.what,
        check.outcome.name(),
        &value(candidate),
        &value(find(&["baseline"])),
        &value(difference),
        &with(&|s| text(s.interval.map(|i| i.lo))),
        &with(&|s| text(s.interval.map(|i| i.hi))),
        decides.map_or("", |(name, _)| name),
        &with(&|s| s.level.to_string()),
        &with(&|s| s.method.to_owned()),
        &with(&|s| s.n.to_string()),
        &with(&|s| s.failed.to_string()),
        &with(&|s| s.undefined.values().sum::<usize>().to_string()),
        &text(check.limit),
        &more,
        &check.said,
        &check.needs,
        &check.mend,
    ])
}

/// A row for each question that got worse and measure under which it did, in the order of the gate.
pub fn regressions_csv(report: &GateReport) -> Vec<u8> {
    let mut text = "question,critical,measure,candidate,baseline,cause,known_by,why,file,line\n".to_owned();
    for regression in &report.gate.regressions {
        let lost = regression.lost.as_ref();
        let line = report.places.line(&regression.question);
        for (measure, mine, theirs) in &regression.measures {
            text += &row(&[
                &regression.question,
                if regression.critical { "true" } else { "false" },
                measure,
                &mine.to_string(),
                &theirs.to_string(),
                lost.map_or("", |lost| lost.cause.name()),
                lost.map_or("", |lost| lost.known_by.name()),
                lost.map_or("", |lost| &lost.why),
                line.map_or("", |_| &report.places.file),
                &line.map(|line| line.to_string()).unwrap_or_default(),
            ]);
        }
    }
    text.into_bytes()
}
