//! What a run will send to models, before anything is sent.

use std::collections::HashSet;

use fourcell::evidence::Passage;
use fourcell::formats::endpoints::Price;
use fourcell::formats::systems::BuiltIn as Stated;
use fourcell::formats::systems::models::{Rewriter, Source};
use fourcell::retrieval::record::Mode;
use report::number::count;

use crate::built_in::{Ground, texts};

/// Tokens that an answer is taken to have where no limit is stated.
const USUAL_ANSWER: u64 = 200;

/// Tokens of a prompt besides question and passages.
const PROMPT: u64 = 150;

/// What may be sent at most; what is kept from earlier is not taken off.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// Requests to models.
    pub calls: u64,
    /// Tokens read and written.
    pub tokens: u64,
    /// What they cost by the prices of the endpoints; `None` where an endpoint has none.
    pub money: Option<f64>,
}

impl Estimate {
    /// Nothing, which costs nothing.
    pub const NOTHING: Self = Self { calls: 0, tokens: 0, money: Some(0.0) };

    /// Both.
    pub fn and(self, other: Self) -> Self {
        Self {
            calls: self.calls + other.calls,
            tokens: self.tokens + other.tokens,
            money: self.money.zip(other.money).map(|(one, other)| one + other),
        }
    }

    /// In words.
    pub fn words(&self) -> String {
        if self.calls == 0 {
            return "nothing is sent to a model".to_owned();
        }
        let money = self.money.map_or_else(
            || "cost unknown: state price = { input = …, output = … } at the endpoint".to_owned(),
            |money| format!("cost about {money:.4}"),
        );
        let calls = count(usize::try_from(self.calls).unwrap_or(usize::MAX), "request");
        format!("at most {calls} to models, about {} tokens, {money}", self.tokens)
    }
}

/// What asking every question in some modes and repeats sends.
pub fn of(ground: &Ground<'_>, stated: &Stated, passages: &[Passage], modes: &[Mode], repeats: u32) -> Estimate {
    let (of_passages, of_questions) = parts(ground, stated, passages, modes, repeats);
    of_passages.and(of_questions)
}

/// The same in two parts: what the passages cost, whatever is asked; and what the questions cost.
pub fn parts(ground: &Ground<'_>, stated: &Stated, passages: &[Passage], modes: &[Mode], repeats: u32) -> (Estimate, Estimate) {
    let count = |text: &str| ground.tokenizer.count(text);
    let price = |endpoint: &str| ground.project.endpoints.iter().find(|e| e.name == endpoint).and_then(|e| e.price);
    let cost = |calls: u64, input: u64, output: u64, price: Option<Price>| Estimate {
        calls,
        tokens: input + output,
        money: price.map(|p| (input as f64 * p.input + output as f64 * p.output) / 1e6),
    };
    let questions = &ground.set.questions;
    let asked = questions.len() as u64 * u64::from(repeats);
    let of_questions: u64 = questions.iter().map(|q| count(&q.query)).sum::<u64>() * u64::from(repeats);
    let retrieves = modes.contains(&Mode::Normal);
    let (mut once, mut whole) = (Estimate::NOTHING, Estimate::NOTHING);
    let mean = |tokens: u64, of: u64| tokens.div_ceil(of.max(1));
    let of_passages: u64 =
        if needs_lengths(stated) { passages.iter().map(|p| count(p.text.as_deref().unwrap_or_default())).sum() } else { 0 };
    if let Some(embedding) = &stated.embedding
        && let Source::Served(at) = &embedding.from
    {
        let texts = texts(embedding, passages);
        let distinct: HashSet<&str> = texts.iter().map(String::as_str).collect();
        let requests = (distinct.len() as u64).div_ceil(u64::from(embedding.batch));
        once = cost(requests, of_passages, 0, price(&at.endpoint));
        if retrieves {
            whole = whole.and(cost(asked, of_questions, 0, price(&at.endpoint)));
        }
    }
    if let Some(rewriting) = &stated.rewriting
        && let Rewriter::Model { at, queries, .. } = &rewriting.by
        && retrieves
    {
        let written = of_questions * u64::from(*queries);
        whole = whole.and(cost(asked, of_questions + asked * PROMPT, written, price(&at.endpoint)));
    }
    let length = mean(of_passages, passages.len() as u64);
    if let Some(reranking) = stated.reranking.as_ref().filter(|_| retrieves)
        && let Source::Served(at) = &reranking.by
    {
        let read = of_questions + asked * length * u64::from(reranking.top.min(stated.candidates));
        whole = whole.and(cost(asked, read, 0, price(&at.endpoint)));
    }
    if let Some(generator) = &stated.generator {
        let context = match (stated.max_passages, stated.max_tokens) {
            (Some(passages), Some(tokens)) => (u64::from(passages) * length).min(u64::from(tokens)),
            (Some(passages), None) => u64::from(passages) * length,
            (None, tokens) => u64::from(tokens.unwrap_or(0)),
        };
        let written = asked * generator.max_tokens.map_or(USUAL_ANSWER, u64::from);
        for mode in modes {
            let read = if *mode == Mode::NoContext { 0 } else { asked * context };
            whole = whole.and(cost(asked, of_questions + asked * PROMPT + read, written, price(&generator.at.endpoint)));
        }
    }
    (once, whole)
}

/// Counting tokens of all passages takes a while, and only models need it.
fn needs_lengths(stated: &Stated) -> bool {
    stated.embedding.is_some() || stated.reranking.is_some() || stated.generator.is_some()
}
