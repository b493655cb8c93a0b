//! From answers and what was sent to the rows that cells, states and attributions are counted from.

use diagnosis::cells::{Row, Stand, Trace};
use diagnosis::modes::Asked;
use generation::judged::Told as Heard;
use generation::right::{Right, right, status_unknown};
use generation::{Case, Judged};
use statistics::{Score, Undefined};

use super::{AnswerRow, Sent};

/// No record tells whether the evidence was there: its question is not among those that were looked at.
const NOT_LOOKED_AT: Undefined = Undefined("what was sent is not known");

/// The row of an answerable question.
pub fn cell_row(row: &AnswerRow<'_>, sent: Option<&Sent>) -> Row {
    let answer = row.answer.filter(|answer| answer.error.is_none());
    let unknown = Sent { present: [Score::Undefined(NOT_LOOKED_AT); 3], could: [false; 3], unjudged: Vec::new() };
    let sent = sent.unwrap_or(&unknown).clone();
    let mut made = Row {
        question: row.question.id.clone(),
        present: sent.present,
        could: sent.could,
        call_failed: answer.is_none(),
        right: Right::Failed,
        declined: None,
        trace: Trace::NotJudged,
        unjudged: sent.unjudged,
    };
    let Some(answer) = answer else { return made };
    let judged = Judged::new(&row.said);
    let case = Case { question: row.question, answer, judged: &judged, rubrics: &[] };
    made.right = right(&case);
    made.declined = case.status().given().map(|status| status.declines());
    made.trace = trace(&judged);
    made
}

/// What an answer's claims rest on. One that makes no claim rests on nothing that could be looked at.
fn trace(judged: &Judged) -> Trace {
    let Heard::Given(claims) = &judged.claims else { return Trace::NotJudged };
    if claims.iter().all(|claim| claim.support.given().is_none()) {
        return Trace::NotJudged;
    }
    let mut supporting: Vec<String> = claims.iter().flat_map(|claim| claim.supported_by.iter().cloned()).collect();
    supporting.sort_unstable();
    supporting.dedup();
    Trace::SupportedBy(supporting)
}

/// How the answer to an unanswerable question stands to it. A recorded verdict that it is right says that it declines.
pub fn stand(row: &AnswerRow<'_>) -> Stand {
    let Some(answer) = row.answer.filter(|answer| answer.error.is_none()) else { return Stand::Failed };
    let judged = Judged::new(&row.said);
    let case = Case { question: row.question, answer, judged: &judged, rubrics: &[] };
    match case.status() {
        Heard::Given(status) if status.declines() => Stand::Declined,
        Heard::Given(_) => Stand::Answered,
        Heard::Failed => Stand::Failed,
        Heard::Divided => Stand::NotKnown(generation::judged::DIVIDED),
        Heard::NotAsked => match right(&case) {
            Right::Yes(_) => Stand::Declined,
            Right::No(_) => Stand::Answered,
            Right::Failed | Right::NotScored(_) => Stand::NotKnown(status_unknown(&case)),
        },
    }
}

/// A question in the modes that a run has, each answer as it was scored there.
pub fn asked(row: &Row, present: Score, oracle: Option<&AnswerRow<'_>>, no_context: Option<&AnswerRow<'_>>) -> Asked {
    let score = |row: &Row| if row.call_failed { Score::Failed } else { row.right.score() };
    let other = |of: Option<&AnswerRow<'_>>| of.map(|of| score(&cell_row(of, None)));
    Asked { question: row.question.clone(), present, normal: score(row), oracle: other(oracle), no_context: other(no_context) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evidence::Question;
    use generation::judged::DIVIDED;
    use generation::judgement::{By, Claim, Fault};
    use generation::right::{Basis, NO_ANSWER, STATUS_NOT_KNOWN};
    use generation::{Answer, Judgement, Kind, Outcome, Status, Target, Verdict};

    use crate::evaluate::Presence;

    fn said(kind: Kind, target: Target, verdict: Verdict, judge: &str, by: By) -> Judgement {
        Judgement { judge: Some(judge.into()), by, ..Judgement::new(kind, target, Outcome::Verdict(verdict)) }
    }

    fn row<'a>(question: &'a Question, answer: Option<&'a Answer>, said: &'a [Judgement]) -> AnswerRow<'a> {
        AnswerRow { question, answer, said: said.iter().collect(), presence: Presence::Unknown }
    }

    fn answered(status: Option<Status>) -> Answer {
        Answer { text: Some("It is one.".into()), status, ..Answer::default() }
    }

    #[test]
    fn an_unanswerable_question_is_declined_answered_failed_or_not_known() {
        let question = Question { answerable: false, ..Question::new("q", "What?") };
        let of = |answer: Option<&Answer>, said: &[Judgement]| stand(&row(&question, answer, said));
        let silent = answered(None);
        assert_eq!(of(Some(&answered(Some(Status::NoEvidence))), &[]), Stand::Declined);
        assert_eq!(of(Some(&answered(Some(Status::Answered))), &[]), Stand::Answered);
        // What is said of a part of it, or of a conflict, is said.
        assert_eq!(of(Some(&answered(Some(Status::Partial))), &[]), Stand::Answered);
        assert_eq!(of(None, &[]), Stand::Failed);
        assert_eq!(of(Some(&Answer { error: Some("429".into()), ..silent.clone() }), &[]), Stand::Failed);
        assert_eq!(of(Some(&silent), &[]), Stand::NotKnown(STATUS_NOT_KNOWN));
        assert_eq!(of(Some(&Answer::default()), &[]), Stand::NotKnown(NO_ANSWER));
        let status = |verdict, judge: &str| said(Kind::Status, Target::Whole, verdict, judge, By::Model);
        assert_eq!(of(Some(&silent), &[status(Verdict::Declined, "m")]), Stand::Declined);
        let two = [status(Verdict::Declined, "m"), status(Verdict::Answered, "n")];
        assert_eq!(of(Some(&silent), &two), Stand::NotKnown(DIVIDED));
        let fault = Fault { kind: "timeout".into(), problem: "no reply".into(), raw: None };
        assert_eq!(of(Some(&silent), &[Judgement::new(Kind::Status, Target::Whole, Outcome::Failed(fault))]), Stand::Failed);
        let whole = |verdict| [said(Kind::Answer, Target::Whole, verdict, "ann", By::Person)];
        assert_eq!(of(Some(&silent), &whole(Verdict::Correct)), Stand::Declined);
        assert_eq!(of(Some(&silent), &whole(Verdict::Incorrect)), Stand::Answered);
    }

    #[test]
    fn a_row_says_what_is_known_of_its_answer() {
        let question = Question { answer: Some("One.".into()), ..Question::new("q", "What?") };
        let answer = answered(Some(Status::Declined));
        let sent = Sent { present: [Score::Value(1.0); 3], could: [true; 3], unjudged: vec!["x".into()] };
        let declined = cell_row(&row(&question, Some(&answer), &[]), Some(&sent));
        assert_eq!((declined.right, declined.declined), (Right::No(Basis::Status), Some(true)));
        assert_eq!((declined.present, declined.could, declined.unjudged), (sent.present, sent.could, sent.unjudged.clone()));
        let missing = cell_row(&row(&question, None, &[]), Some(&sent));
        assert!(missing.call_failed && missing.declined.is_none());
        let unlooked = cell_row(&row(&question, Some(&answer), &[]), None);
        assert_eq!(unlooked.present, [Score::Undefined(NOT_LOOKED_AT); 3]);
    }

    #[test]
    fn a_trace_names_what_claims_rest_on() {
        let question = Question::new("q", "What?");
        let answer = answered(Some(Status::Answered));
        let of = |said: &[Judgement]| cell_row(&row(&question, Some(&answer), said), None).trace;
        assert_eq!(of(&[]), Trace::NotJudged);
        let text = "It is one.";
        let claims = Outcome::Claims(vec![Claim { text: text.into(), span: None }]);
        let claims = Judgement { judge: Some("m".into()), ..Judgement::new(Kind::Claims, Target::Whole, claims) };
        assert_eq!(of(std::slice::from_ref(&claims)), Trace::NotJudged, "nobody looked for support");
        let support = |verdict, passage: Option<&str>| Judgement {
            passage: passage.map(str::to_owned),
            ..said(Kind::Support, Target::Claim(0, text.into()), verdict, "m", By::Model)
        };
        assert_eq!(of(&[claims.clone(), support(Verdict::NotFound, None)]), Trace::SupportedBy(Vec::new()));
        assert_eq!(of(&[claims, support(Verdict::Supported, Some("p"))]), Trace::SupportedBy(vec!["p".into()]));
    }
}
