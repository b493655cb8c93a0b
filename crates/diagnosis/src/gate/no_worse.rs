//! Is the candidate no worse than the baseline by more than what was agreed? Non-inferiority, one-sided, with three outcomes.

use statistics::undefined::NOTHING_EVALUATED;
use statistics::verdict::Verdict;
use statistics::{Interval, Summary};

use super::{Certainty, Check, Outcome, number, points, questions};
use crate::compare::Comparison;

/// The line of one measure that was compared against a margin. `what` says which questions; `by` what the bound is certain of.
///
/// A comparison without a verdict (nothing is paired, say) is not evaluated: something was agreed, and nothing decides it.
pub fn no_worse(what: &str, comparison: &Comparison, margin: f64, by: Certainty) -> Check {
    let needs = format!(
        "a loss of at most {:.1} points, with {} certainty (one-sided); no change on any question passes too",
        margin * 100.0,
        by.words()
    );
    let what = format!("{} {what}", comparison.measure);
    let verdict = match comparison.verdict {
        Some(Ok(verdict)) => verdict,
        Some(Err(reason)) => return not_evaluated(what, needs, comparison, reason.0),
        None => return not_evaluated(what, needs, comparison, NOTHING_EVALUATED.0),
    };
    let outcome = Outcome::from(verdict.outcome);
    let numbers = numbers(comparison, &verdict, by);
    let mut check = Check::new(what, outcome, said(comparison, &verdict, outcome, by), needs).limit(margin);
    check.numbers = numbers;
    if let Outcome::Inconclusive { more } = outcome {
        check.mend = match (comparison.hangs_on_failures, more) {
            (true, _) => "ask again what failed: fourcell run --resume".to_owned(),
            (false, Some(more)) => format!("about {} more would decide", questions(more)),
            (false, None) => "more questions, of which some differ, would decide".to_owned(),
        };
    }
    check
}

fn not_evaluated(what: String, needs: String, comparison: &Comparison, reason: &str) -> Check {
    let left_out = left_out(comparison);
    Check::new(what, Outcome::NotEvaluated, format!("{reason}{left_out}"), needs)
        .mend("a measure that was agreed must have a value in both runs: run or judge what is missing")
}

fn said(comparison: &Comparison, verdict: &Verdict, outcome: Outcome, by: Certainty) -> String {
    let value = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"));
    let mut said = format!(
        "{} against {} on {}: {} points",
        value(comparison.a),
        value(comparison.b),
        questions(verdict.n),
        comparison.difference.map_or_else(|| "–".to_owned(), points)
    );
    match (outcome, verdict.bounds) {
        (Outcome::Unchanged, _) => said = format!("the same on each of {}", questions(verdict.n)),
        // Bounds are of how much better the candidate is, whichever way the measure points.
        (_, Some(bounds)) if bounds.lo > 0.0 => {
            said += &format!(", better by at least {:.1} with {} certainty", bounds.lo * 100.0, by.words());
        }
        (Outcome::Fail, Some(bounds)) => {
            said += &format!(", worse by at least {:.1} with {} certainty", -bounds.hi * 100.0, by.words());
        }
        (_, Some(bounds)) => said += &format!(", worse by at most {:.1} with {} certainty", -bounds.lo * 100.0, by.words()),
        (_, None) => said += ", without a bound",
    }
    if comparison.hangs_on_failures {
        said += &format!("; the verdict hangs on {} that failed", questions(comparison.failed));
    }
    said + &left_out(comparison)
}

fn left_out(comparison: &Comparison) -> String {
    let mut text = String::new();
    if comparison.failed > 0 {
        text += &format!("; {} failed", comparison.failed);
    }
    if comparison.undefined > 0 {
        text += &format!("; {} without a value in one of the runs", comparison.undefined);
    }
    text
}

fn numbers(comparison: &Comparison, verdict: &Verdict, by: Certainty) -> Vec<(&'static str, Summary)> {
    let level = by.two_sided();
    let plain = |value| number(value, comparison.n, None, "mean of paired questions", level);
    // As candidate minus baseline, also where less is better.
    let turn = |bounds: Interval| match comparison.less_is_better {
        true => Interval { lo: -bounds.hi, hi: -bounds.lo },
        false => bounds,
    };
    let mut difference = number(comparison.difference, comparison.n, verdict.bounds.map(turn), verdict.method, level);
    difference.failed = comparison.failed;
    if comparison.undefined > 0 {
        difference.undefined.insert("no value in one of the runs", comparison.undefined);
    }
    difference.bounds = comparison.bounds;
    vec![("candidate", plain(comparison.a)), ("baseline", plain(comparison.b)), ("difference", difference)]
}
