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
    // What nobody judged is in no cell, and has not moved out of one.
    let in_cells = ![mine.cell, theirs.cell].contains(&"not-scored");
    let moved = cause(mine) != cause(theirs) || (in_cells && mine.cell != theirs.cell);
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

#[cfg(test)]
mod tests {
    use super::*;
    use fourcell::evidence::cover::Cover;
    use fourcell::evidence::{Locator, Question};
    use fourcell::retrieval::grading::Chunking;
    use fourcell::statistics::Undefined;
    use report::html::QuestionMaterial;

    fn view(right: &'static str, evidence: Option<f64>, cell: &'static str) -> QuestionView {
        let (question, chunking, none) = (Question::new("q", "?"), Chunking::default(), |_: &Locator| None);
        let material = QuestionMaterial {
            question: &question,
            record: None,
            chunking: &chunking,
            cover: Cover::WHOLE,
            located: &none,
            answers: Vec::new(),
            kept: None,
            find: &|_, _| None,
        };
        let evidence = evidence.map_or(Score::Undefined(Undefined("none")), Score::Value);
        QuestionView { right, evidence, cell, ..QuestionView::new(&material) }
    }

    #[test]
    fn the_answer_decides_and_else_the_evidence() {
        let of = |mine: &QuestionView, theirs: &QuestionView| before(mine, Some(theirs)).change;
        let (good, bad) = (view("right", Some(0.5), "works"), view("wrong", Some(1.0), "generation-fault"));
        assert_eq!((of(&good, &bad), of(&bad, &good), of(&good, &good)), ("better", "worse", "same"));
        // A call that failed served nobody.
        assert_eq!(of(&good, &view("failed", None, "failed")), "better");
        let unjudged = |evidence| view("not scored", Some(evidence), "not-scored");
        assert_eq!(of(&unjudged(1.0), &unjudged(0.5)), "better");
        assert_eq!(of(&unjudged(0.5), &good), "same", "nothing says that it got better or worse");
        assert_eq!(of(&view("right", Some(0.5), "right-for-the-wrong-reason"), &good), "moved");
        assert_eq!(before(&good, None).change, "new");
    }
}
