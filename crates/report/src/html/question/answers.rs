//! What was answered in one mode, and what judges said of it.

use fourcell::evidence::{FactKind, Question};
use fourcell::generation::judged::Told;
use fourcell::generation::right::{Right, right};
use fourcell::generation::{Answer, Case, Judged, Judgement, Kind, Outcome, Target};
use fourcell::retrieval::record::Mode;

use super::marks::utf16;
use super::{ContextView, FindQuote};
use crate::answers::basis_in_words;

/// What is known of the answer of a mode.
pub struct AnswerMaterial<'a> {
    /// The mode.
    pub mode: Mode,
    /// The answer.
    pub answer: &'a Answer,
    /// What was said of it by the judges that count.
    pub said: Vec<&'a Judgement>,
    /// Tokens by what they were spent on: `context`, `prompt`, `completion`.
    pub tokens: Vec<(String, u64)>,
    /// Milliseconds of the whole call.
    pub ms: Option<f64>,
}

impl AnswerMaterial<'_> {
    /// Whether a judge says that a passage was needed.
    pub fn needed(&self, passage: &str) -> Option<&'static str> {
        match Judged::new(&self.said).needed.get(passage)? {
            Told::Given(true) => Some("needed"),
            Told::Given(false) => Some("not needed"),
            Told::Failed => Some("verdict failed"),
            Told::Divided => Some("judges divided"),
            Told::NotAsked => None,
        }
    }
}

/// The answer of a mode.
#[derive(Clone, Debug, PartialEq)]
pub struct ModeAnswer {
    /// The mode's name.
    pub mode: &'static str,
    /// The words; `None` where none were captured.
    pub text: Option<String>,
    /// How it stands to the question.
    pub status: Option<&'static str>,
    /// `right`, `wrong`, `failed`, `not scored`.
    pub right: &'static str,
    /// What that rests on, or why there is nothing.
    pub basis: String,
    /// What the call failed with.
    pub error: Option<String>,
    /// Its claims.
    pub claims: Vec<ClaimView>,
    /// The question's facts in it.
    pub facts: Vec<FactView>,
    /// What it cites, each with whether that supports it.
    pub citations: Vec<(String, Option<&'static str>)>,
    /// Other verdicts and reasons, in words.
    pub said: Vec<SaidView>,
    /// Tokens by what they were spent on.
    pub tokens: Vec<(String, u64)>,
    /// Milliseconds of the whole call.
    pub ms: Option<f64>,
}

/// A claim.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimView {
    /// Its words.
    pub text: String,
    /// Whether the context supports it, in a word.
    pub support: &'static str,
    /// What it rests on.
    pub quotes: Vec<QuoteView>,
}

/// A quote that a judge gave.
#[derive(Clone, Debug, PartialEq)]
pub struct QuoteView {
    /// The passage.
    pub passage: String,
    /// The words.
    pub quote: String,
    /// The place of the passage in the context, and the quote's in its text (half-open, UTF-16 units); `None` where it is not there.
    pub at: Option<(usize, usize, usize)>,
    /// Who quotes.
    pub judge: String,
    /// Why, in the judge's words.
    pub reason: Option<String>,
}

/// A fact of the question.
#[derive(Clone, Debug, PartialEq)]
pub struct FactView {
    /// Its id.
    pub id: String,
    /// The statement.
    pub text: String,
    /// `vital`, `okay`, `forbidden`.
    pub kind: &'static str,
    /// Whether the answer states it, in a word.
    pub said: &'static str,
}

/// A verdict with its reason.
#[derive(Clone, Debug, PartialEq)]
pub struct SaidView {
    /// Who.
    pub judge: String,
    /// What was asked, of what.
    pub asked: String,
    /// What was said.
    pub verdict: String,
    /// The words that it quotes.
    pub quote: Option<String>,
    /// Whether they stand there.
    pub found: Option<bool>,
    /// Why.
    pub reason: Option<String>,
}

/// The answer of a mode; quotes are placed in `context` where the mode is normal.
pub fn answer(
    material: &AnswerMaterial<'_>,
    question: &Question,
    context: Option<&[ContextView]>,
    find: &FindQuote<'_>,
) -> ModeAnswer {
    let judged = Judged::new(&material.said);
    let case = Case { question, answer: material.answer, judged: &judged, rubrics: &[] };
    let (right, basis) = in_words(right(&case));
    let context = context.filter(|_| material.mode == Mode::Normal).unwrap_or_default();
    let claims = judged.claims.given().into_iter().flatten().zip(0u32..).map(|(claim, number)| {
        let mine = material.said.iter().filter(|said| said.kind == Kind::Support);
        let mine = mine.filter(|said| matches!(&said.target, Target::Claim(place, _) if *place == number));
        ClaimView {
            text: claim.claim.text.clone(),
            support: claim.support.given().map_or_else(|| told(&claim.support), |verdict| verdict.name()),
            quotes: mine.filter_map(|said| quote(said, context, find)).collect(),
        }
    });
    let fact = |fact: &fourcell::evidence::Fact| FactView {
        id: fact.id.clone(),
        text: fact.text.clone(),
        kind: match fact.kind {
            FactKind::Vital => "vital",
            FactKind::Okay => "okay",
            FactKind::Forbidden => "forbidden",
        },
        said: judged.facts.get(&fact.id).map_or("not judged", |said| said.given().map_or_else(|| told(said), |v| v.name())),
    };
    let citations = material.answer.citations.iter().flatten().map(|citation| {
        let of = judged.citations.iter().find(|judged| judged.passage == citation.passage);
        (citation.passage.clone(), of.map(|of| of.support.given().map_or_else(|| told(&of.support), |v| v.name())))
    });
    let mut citations: Vec<_> = citations.collect();
    citations.dedup();
    ModeAnswer {
        mode: Mode::ALL[material.mode as usize].0,
        text: material.answer.text.clone(),
        status: case.status().given().map(|status| status.name()),
        right,
        basis,
        error: material.answer.error.clone(),
        claims: claims.collect(),
        facts: question.facts.iter().map(fact).collect(),
        citations,
        said: material.said.iter().filter_map(|said| view(said)).collect(),
        tokens: material.tokens.clone(),
        ms: material.ms,
    }
}

/// Whether it is right, and what says so, or why nothing does.
pub fn in_words(right: Right) -> (&'static str, String) {
    match right {
        Right::Yes(basis) => ("right", basis_in_words(basis).to_owned()),
        Right::No(basis) => ("wrong", basis_in_words(basis).to_owned()),
        Right::Failed => ("failed", "the call or a verdict failed".to_owned()),
        Right::NotScored(why) => ("not scored", why.0.to_owned()),
    }
}

fn told<T>(told: &Told<T>) -> &'static str {
    match told {
        Told::Given(_) => "given",
        Told::Failed => "verdict failed",
        Told::Divided => "judges divided",
        Told::NotAsked => "not judged",
    }
}

fn judge(said: &Judgement) -> String {
    said.judge.clone().unwrap_or_else(|| said.by.name().to_owned())
}

fn quote(said: &Judgement, context: &[ContextView], find: &FindQuote<'_>) -> Option<QuoteView> {
    let quote = said.quote.clone().filter(|quote| !quote.trim().is_empty())?;
    let passage = said.passage.clone().unwrap_or_default();
    let place = context.iter().position(|view| view.id == passage);
    let at = place.filter(|_| said.quote_found != Some(false)).and_then(|place| {
        let text = context[place].text.as_deref()?;
        let (start, end) = utf16(text, find(text, &quote)?);
        Some((place, start, end))
    });
    Some(QuoteView { passage, quote, at, judge: judge(said), reason: said.reason.clone() })
}

/// A verdict in words. Claims are shown as claims, and a support without a reason says no more than its claim does.
fn view(said: &Judgement) -> Option<SaidView> {
    let target = match &said.target {
        Target::Whole => String::new(),
        Target::Claim(_, text) => format!(" of the claim “{text}”"),
        Target::Fact(id) => format!(" {id}"),
        Target::Passage(id) => format!(" of passage {id}"),
        Target::Span(start, end) => format!(" of characters {start} to {end}"),
        Target::Rubric(name) => format!(" {name}"),
    };
    let verdict = match &said.outcome {
        Outcome::Verdict(verdict) => verdict.name().to_owned(),
        Outcome::Rubric(outcome) => outcome.clone(),
        Outcome::Failed(fault) => format!("failed, {}: {}", fault.kind, fault.problem),
        Outcome::Claims(_) => return None,
    };
    let shown = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    let (reason, quote) = (shown(&said.reason), shown(&said.quote));
    let says_more = reason.is_some() || !matches!(said.kind, Kind::Support | Kind::Context | Kind::Citation);
    says_more.then(|| SaidView {
        judge: judge(said),
        asked: format!("{}{target}", said.kind.name()),
        verdict,
        quote,
        found: said.quote_found,
        reason,
    })
}
