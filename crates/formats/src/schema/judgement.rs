//! A verdict of a judge.

use super::form::{Form, anything, choice, id, null, object, one_of, stated, text, where_keys};
use super::record::{error, mode, repeat};
use crate::native::judgements::{ANSWER_VERDICTS, FIELDS, JudgementKind, PASSED_OVER};

/// The schema.
pub(super) fn form() -> Form {
    let known = [&FIELDS[..], &PASSED_OVER].concat();
    let judgement = object(&known)
        .need("question", id().about("the question's id"))
        .may("mode", mode())
        .may("repeat", repeat().about("the repeat of the answer"))
        .need("kind", one_of(&JudgementKind::ALL).about("what is judged"))
        .may("verdict", anything().about("the verdict; of kind 'answer' it is 'correct' or 'incorrect'"))
        .may("judge", text().about("who judged"))
        .may("error", error().about("why there is no verdict"))
        .may("target", anything().about("the claim, fact, passage or span that it is about"))
        .may("passage", anything().about("the passage that the verdict rests on"))
        .may("quote", anything().about("what the judge quotes"))
        .may("quote_found", anything().about("whether the passage holds the quote"))
        .may("judge_repeat", anything().about("the repeat of the judge"))
        .may("reason", anything().about("why, in the judge's words"))
        .form();
    let answer = JudgementKind::ALL[JudgementKind::Answer as usize].0;
    let others = JudgementKind::ALL.iter().map(|(name, _)| *name).filter(|name| *name != answer);
    let error = where_keys([("error", stated()), ("verdict", null())]).with("required", vec!["error"]);
    let verdict = |kind: Form, verdict: Form| {
        where_keys([("kind", kind), ("verdict", verdict), ("error", null())]).with("required", vec!["verdict"])
    };
    let one = [error, verdict(choice(others), stated()), verdict(choice([answer]), choice(ANSWER_VERDICTS))];
    judgement.with("anyOf", one.map(Form::json).to_vec())
}
