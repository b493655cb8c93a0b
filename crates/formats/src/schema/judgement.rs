//! A verdict of a judge.

use generation::verdict::verdicts;
use generation::{By, Kind, Target, Verdict};

use super::form::{
    Form, any_of, anything, choice, id, list, null, object, one_of, pair, stated, states, text, truth, visible, where_keys,
    whole_within,
};
use super::record::{mode, repeat};
use crate::native::judgements::{CLAIM_FIELDS, ERROR_FIELDS, FIELDS, TARGET_FIELDS};

/// The schema.
pub(super) fn form() -> Form {
    let judgement = object(&FIELDS)
        .need("question", id().about("the question's id"))
        .may("mode", mode())
        .may("repeat", repeat().about("the repeat of the answer"))
        .need("kind", one_of(&Kind::ALL).about("what is judged"))
        .may("target", target().about("what of the answer is judged; the whole of it where nothing is said"))
        .may(
            "verdict",
            anything().about("the verdict: one of a few words, which depend on the kind; of a rubric one of its outcomes"),
        )
        .may("claims", list(claim()).about("of kind 'claims': the claims that the answer makes"))
        .may("passage", id().about("the passage that the verdict is about or rests on"))
        .may("quote", text().about("what the judge quotes of that passage"))
        .may("quote_found", truth().about("whether the passage holds the quote"))
        .may("judge", text().about("who judged"))
        .may("by", one_of(&By::ALL).usual(By::default().name()).about("what kind of judge that is; 'source' came with the data"))
        .may("judge_repeat", repeat().about("the repeat of the judge"))
        .may("reason", text().about("why, in the judge's words"))
        .may("error", any_of([text(), error()]).about("why there is no verdict"))
        .form();
    judgement.with("anyOf", alternatives().into_iter().map(Form::json).collect::<Vec<_>>())
}

/// What may stand together: an error; or what is said, which depends on what is asked.
fn alternatives() -> Vec<Form> {
    let error = states(&["error"], &["verdict", "claims"]);
    let claims =
        where_keys([("kind", choice([Kind::Claims.name()])), ("claims", stated()), ("verdict", null()), ("error", null())])
            .with("required", vec!["claims"]);
    let outcome = Form::default().with("type", vec!["string", "number"]);
    let mut all = vec![error, claims, said(Kind::Rubric, anything(), outcome)];
    for (_, kind) in Kind::ALL.into_iter().filter(|(_, kind)| !matches!(kind, Kind::Claims | Kind::Rubric)) {
        let (usual, of_fact) = (verdicts(kind, &Target::Whole), verdicts(kind, &Target::Fact(String::new())));
        if usual == of_fact {
            all.push(said(kind, anything(), words(usual)));
        } else {
            let a_fact = states(&["fact"], &[]).with("type", "object");
            all.push(said(kind, a_fact, words(of_fact)).with("required", vec!["verdict", "target"]));
            all.push(said(kind, any_of([null(), states(&[], &["fact"])]), words(usual)));
        }
    }
    all
}

fn said(kind: Kind, target: Form, verdict: Form) -> Form {
    let keys = [("kind", choice([kind.name()])), ("target", target), ("verdict", verdict), ("claims", null()), ("error", null())];
    where_keys(keys).with("required", vec!["verdict"])
}

fn words(verdicts: &[Verdict]) -> Form {
    choice(verdicts.iter().map(|verdict| verdict.name()))
}

fn target() -> Form {
    let place = || whole_within(&(0..=u32::MAX)).about("the claim's place, from 0");
    let claim = object(&TARGET_FIELDS).need("claim", place()).need("text", visible().about("the claim's words")).no_more().form();
    let one = |key: &'static str, form: Form| object(&TARGET_FIELDS).need(key, form).no_more().form();
    any_of([
        claim,
        one("fact", id().about("a fact's id")),
        one("passage", id().about("a passage's id")),
        one("span", span()),
        one("rubric", id().about("a rubric's name")),
    ])
}

fn span() -> Form {
    pair().about("[start, end], half-open, in Unicode code points of the answer")
}

fn claim() -> Form {
    object(&CLAIM_FIELDS).need("text", visible().about("its words")).may("span", span()).form()
}

/// An error as it is written here; of another form it may be as well.
fn error() -> Form {
    object(&ERROR_FIELDS)
        .may("kind", anything().about("a fixed word that failures are counted by"))
        .may("problem", anything().about("what went wrong, in words"))
        .may("raw", anything().about("what the judge said"))
        .form()
}
