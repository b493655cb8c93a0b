//! Is the rate of false answers within its budget? A hard limit, so by Clopper and Pearson.

use std::collections::BTreeMap;

use statistics::Interval;
use statistics::proportion::{clopper_pearson_lower, clopper_pearson_upper, questions_for_zero_failures, rate as share_of};

use super::{Certainty, Check, Outcome, number, questions};

/// Method name: the ends of a two-sided interval that are one-sided bounds.
pub const CLOPPER_PEARSON: &str = "Clopper-Pearson, one-sided bounds";

/// What became of unanswerable questions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FalseAnswers {
    /// Questions that were answered: false positives.
    pub answered: Vec<String>,
    /// How many were declined.
    pub declined: usize,
    /// How many failed.
    pub failed: usize,
    /// Of how many nobody knows, by reason.
    pub not_known: BTreeMap<&'static str, usize>,
    /// Clusters of questions that are not independent: those in which some were answered, and all; as many as questions where each stands
    /// for itself.
    pub clusters: (usize, usize),
}

/// The line of the budget; without a budget nothing is asked.
pub fn false_answers(found: &FalseAnswers, budget: Option<f64>, by: Certainty) -> Check {
    let what = "false answers to unanswerable questions";
    let (x, n) = (found.answered.len(), found.answered.len() + found.declined);
    let Some(budget) = budget else {
        let seen =
            if n > 0 { format!("no budget is stated; {x} of {n} were answered") } else { "no budget is stated".to_owned() };
        return Check::new(what, Outcome::NotAsked, seen, "a budget: [gate] false_answers = 0.05");
    };
    let clean = questions_for_zero_failures(budget, by.one_sided()).unwrap_or(usize::MAX);
    let needs = format!(
        "an upper limit of at most {:.1} %, with {} certainty: {clean} questions without a false answer would show it",
        budget * 100.0,
        by.words()
    );
    let unknown: usize = found.not_known.values().sum();
    let left_out = match (found.failed, unknown) {
        (0, 0) => String::new(),
        (0, unknown) => format!("; of {unknown} nobody knows: {}", reasons(&found.not_known)),
        (failed, 0) => format!("; {failed} failed"),
        (failed, unknown) => format!("; {failed} failed, and of {unknown} nobody knows: {}", reasons(&found.not_known)),
    };
    let level = by.one_sided();
    let (Ok(rate), Ok(upper), Ok(lower)) =
        (share_of(x, n), clopper_pearson_upper(x, n, level), clopper_pearson_lower(x, n, level))
    else {
        let said = format!("no unanswerable question was answered or declined{left_out}");
        return Check::new(what, Outcome::NotEvaluated, said, needs)
            .mend("label questions that the corpus does not answer (\"answerable\": false), run them, and judge their answers");
    };
    let decide = |x: usize, n: usize| match (clopper_pearson_upper(x, n, level), clopper_pearson_lower(x, n, level)) {
        (Ok(upper), _) if upper <= budget => Outcome::Pass,
        (_, Ok(lower)) if lower > budget => Outcome::Fail,
        _ => Outcome::Inconclusive { more: more(x, n, budget, by) },
    };
    let open = found.failed + unknown;
    // What failed or is not known may have been answered or declined; where that decides, nothing is decided.
    let (best, worst) = (decide(x, n + open), decide(x + open, n + open));
    let plain = decide(x, n);
    let hangs = open > 0 && (best.name() != worst.name() || plain.name() != worst.name());
    // Questions of one cluster are no independent witnesses: a pass must hold of clusters as well.
    let (with, clusters) = found.clusters;
    let few = plain == Outcome::Pass && clusters < n && decide(with, clusters) != Outcome::Pass;
    let outcome = if hangs || few { Outcome::Inconclusive { more: None } } else { plain };
    let mut said = format!(
        "{x} of {n} answered: {:.1} %, at most {:.1} % with {} certainty; the budget is {:.1} %{left_out}",
        rate * 100.0,
        upper * 100.0,
        by.words(),
        budget * 100.0
    );
    if hangs {
        said += "; the verdict hangs on these";
    }
    if few {
        said += &format!("; but they are of {clusters} clusters, {with} of them with an answer, which do not show it");
    }
    let mut summary = number(Some(rate), n, Some(Interval { lo: lower, hi: upper }), CLOPPER_PEARSON, by.two_sided());
    summary.failed = found.failed;
    summary.undefined = found.not_known.clone();
    let check = Check::new(what, outcome, said, needs).number("rate", summary).limit(budget).naming(found.answered.clone());
    match outcome {
        Outcome::Inconclusive { more: Some(more) } => check.mend(format!("about {} more would decide", questions(more))),
        Outcome::Inconclusive { more: None } if few => check.mend("questions of more clusters would decide"),
        Outcome::Inconclusive { more: None } if hangs => check.mend("ask again what failed, or have it judged"),
        Outcome::Inconclusive { more: None } => {
            check.mend("the rate seen is at the budget or above it: answer fewer, or agree on another budget")
        }
        Outcome::Fail => check.mend("fourcell ledger --cause answered-the-unanswerable lists them"),
        _ => check,
    }
}

fn reasons(all: &BTreeMap<&'static str, usize>) -> String {
    all.keys().copied().collect::<Vec<_>>().join(", ")
}

/// How many questions more would pass, if no more of them are answered; `None` where it takes more than ten times as many.
fn more(x: usize, n: usize, budget: f64, by: Certainty) -> Option<usize> {
    let passes = |n: usize| clopper_pearson_upper(x, n, by.one_sided()).is_ok_and(|upper| upper <= budget);
    if x as f64 / n as f64 >= budget && x > 0 {
        return None;
    }
    let most = n.saturating_mul(100).max(10_000);
    if !passes(most) {
        return None;
    }
    let (mut low, mut high) = (n, most);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if passes(middle) { high = middle } else { low = middle }
    }
    Some(high - n)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(answered: usize, declined: usize, failed: usize) -> FalseAnswers {
        let answered: Vec<String> = (0..answered).map(|i| format!("q{i}")).collect();
        let clusters = (answered.len(), answered.len() + declined);
        FalseAnswers { answered, declined, failed, clusters, ..FalseAnswers::default() }
    }

    fn outcome(answered: usize, declined: usize, failed: usize) -> Outcome {
        false_answers(&found(answered, declined, failed), Some(0.05), Certainty::USUAL).outcome
    }

    #[test]
    fn a_budget_of_five_percent_needs_fifty_nine_clean_questions() {
        assert_eq!(outcome(0, 59, 0), Outcome::Pass);
        assert_eq!(outcome(0, 50, 0), Outcome::Inconclusive { more: Some(9) });
        assert_eq!(outcome(10, 40, 0), Outcome::Fail);
        assert_eq!(outcome(3, 47, 0), Outcome::Inconclusive { more: None }, "six of a hundred were seen");
        assert_eq!(outcome(0, 0, 0), Outcome::NotEvaluated);
        assert_eq!(false_answers(&found(1, 1, 0), None, Certainty::USUAL).outcome, Outcome::NotAsked);
    }

    #[test]
    fn questions_of_few_clusters_show_little() {
        let few = FalseAnswers { clusters: (0, 3), ..found(0, 59, 0) };
        let check = false_answers(&few, Some(0.05), Certainty::USUAL);
        assert_eq!(check.outcome, Outcome::Inconclusive { more: None }, "{}", check.said);
    }

    #[test]
    fn what_failed_may_not_decide() {
        assert_eq!(outcome(0, 59, 1), Outcome::Inconclusive { more: None });
        assert_eq!(outcome(0, 300, 1), Outcome::Pass, "even if it had been answered");
        let worse = false_answers(&found(0, 59, 1), Some(0.05), Certainty::USUAL);
        assert!(worse.said.ends_with("1 failed; the verdict hangs on these"), "{}", worse.said);
    }
}
