//! Ids that do not meet: an error that shows both sides and says which rule probably joins them.

use evidence::text::printable;
use formats::InputError;

/// "Nothing to evaluate: no id of the run is known", with examples and the likely rule.
pub fn no_overlap(what: &str, run: &[String], labels: &[String]) -> InputError {
    let show = |ids: &[String]| {
        let shown: Vec<String> = ids.iter().take(3).map(|id| printable(id, 40)).collect();
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
    let meets = |change: &dyn Fn(&str) -> String| {
        run.iter().any(|r| labels.iter().any(|l| *l == change(r))) || labels.iter().any(|l| run.iter().any(|r| *r == change(l)))
    };
    let unpadded = |id: &str| id.trim_start_matches('0').to_owned();
    if meets(&|id| unpadded(id)) || run.iter().any(|r| labels.iter().any(|l| unpadded(r) == unpadded(l))) {
        return Some("they would meet without leading zeros: one side was read as numbers".into());
    }
    for separator in ["#", "@", "::", "-", "_"] {
        if meets(&|id| id.rsplit_once(separator).map_or(String::new(), |(head, _)| head.to_owned())) {
            return Some(format!(
                "they would meet if what follows the last '{separator}' were left out: one side names passages, the other documents; \
                 try --level document --doc-separator '{separator}'"
            ));
        }
    }
    if run.iter().any(|r| labels.iter().any(|l| r.eq_ignore_ascii_case(l))) {
        return Some("they would meet without regard to case".into());
    }
    None
}
