//! Ids that do not meet: an error that shows both sides and says which rule probably joins them.

use std::collections::HashSet;

use evidence::text::printable;
use formats::InputError;

/// "Nothing to evaluate: no id of the run is known", with examples and the likely rule.
pub fn no_overlap(what: &str, run: &[String], labels: &[String]) -> InputError {
    let show = |ids: &[String]| {
        let mut seen = HashSet::new();
        let shown: Vec<String> = ids.iter().filter(|id| seen.insert(*id)).take(3).map(|id| printable(id, 40)).collect();
        if shown.is_empty() { "none".to_owned() } else { shown.join(", ") }
    };
    let problem = format!("no {what} of the run is judged: the run has {}; the labels have {}", show(run), show(labels));
    let error = InputError::nothing_to_evaluate(problem);
    match likely_rule(run, labels) {
        Some(rule) => error.mend(rule),
        None => error.mend("are these files of the same collection?"),
    }
}

fn likely_rule(run: &[String], labels: &[String]) -> Option<String> {
    let set = |ids: &[String], change: &dyn Fn(&str) -> String| -> HashSet<String> { ids.iter().map(|id| change(id)).collect() };
    let as_they_are = |id: &str| id.to_owned();
    let meet = |a: &dyn Fn(&str) -> String, b: &dyn Fn(&str) -> String| !set(run, a).is_disjoint(&set(labels, b));
    let unpadded = |id: &str| id.trim_start_matches('0').to_owned();
    if meet(&unpadded, &unpadded) {
        return Some("they would meet without leading zeros: one side was read as numbers".into());
    }
    for separator in ["#", "@", "::", "-", "_"] {
        let head = |id: &str| id.rsplit_once(separator).map_or(String::new(), |(head, _)| head.to_owned());
        if meet(&head, &as_they_are) || meet(&as_they_are, &head) {
            return Some(format!(
                "they would meet if what follows the last '{separator}' were left out: one side names passages, the other documents; \
                 try --level document --doc-separator '{separator}'"
            ));
        }
    }
    let lower = |id: &str| id.to_ascii_lowercase();
    meet(&lower, &lower).then(|| "they would meet without regard to case".into())
}
