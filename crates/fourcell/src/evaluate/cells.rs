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
