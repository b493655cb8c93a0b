//! Judgements in a line each.
#![allow(dead_code)] // each test uses some of it

use evidence::Question;
use generation::{By, Claim, Fault, Judgement, Kind, Outcome, Target, Verdict};

pub fn told(kind: Kind, target: Target, outcome: Outcome, judge: &str) -> Judgement {
    Judgement { judge: Some(judge.to_owned()), by: By::Model, ..Judgement::new(kind, target, outcome) }
}

pub fn said(kind: Kind, target: Target, verdict: Verdict, judge: &str) -> Judgement {
    told(kind, target, Outcome::Verdict(verdict), judge)
}

pub fn failed(kind: Kind, target: Target, judge: &str) -> Judgement {
    let fault = Fault { kind: "rate-limited".into(), problem: "429".into(), raw: None };
    told(kind, target, Outcome::Failed(fault), judge)
}

pub fn by(by: By, judgement: Judgement) -> Judgement {
    Judgement { by, ..judgement }
}

pub fn fact(id: &str) -> Target {
    Target::Fact(id.to_owned())
}

pub fn claims(texts: &[&str], judge: &str) -> Judgement {
    let claims = texts.iter().map(|text| Claim { text: (*text).to_owned(), span: None }).collect();
    told(Kind::Claims, Target::Whole, Outcome::Claims(claims), judge)
}

pub fn question() -> Question {
    Question::new("q", "What?")
}
