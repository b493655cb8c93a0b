//! What a question did in the baseline, and whether it got better or worse.

use report::html::{Before, QuestionView};

use fourcell::statistics::Score;

/// How a question stands to the same one in the baseline: by the answer where both are decided, else by the evidence.
pub fn before(mine: &QuestionView, theirs: Option<&QuestionView>) -> Before {
    let Some(theirs) = theirs else {
        return Before { change: "new", cell: "not-scored", right: "not scored", ..Before::default() };
    };
    let right = |view: &QuestionView| match view.right {
        "right" => Some(1.0),
        "wrong" | "failed" => Some(0.0),
        _ => None,
    };
    let evidence = |view: &QuestionView| match view.evidence {
        Score::Value(value) => Some(value),
        Score::Undefined(_) | Score::Failed => None,
    };
    let by = |a: Option<f64>, b: Option<f64>| match (a, b) {
        (Some(a), Some(b)) if a > b => Some("better"),
        (Some(a), Some(b)) if a < b => Some("worse"),
        _ => None,
    };
    let cause = |view: &QuestionView| view.failure.as_ref().map(|failure| failure.cause);
    let moved = (mine.cell, cause(mine)) != (theirs.cell, cause(theirs));
    let change = by(right(mine), right(theirs)).or_else(|| by(evidence(mine), evidence(theirs)));
    let normal = theirs.answers.iter().find(|answer| answer.mode == "normal");
    Before {
        change: change.unwrap_or(if moved { "moved" } else { "same" }),
        cell: theirs.cell,
        cause: cause(theirs),
        evidence: evidence(theirs),
        right: theirs.right,
        answer: normal.and_then(|answer| answer.text.clone()),
    }
}
