//! The questions as the page's script reads them: an index of what is listed and filtered, details by the dozen, and texts that many
//! questions share, each once. Each part is packed by itself, so that only what is looked at is unpacked.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::packed::packed;
use super::question::{ContextView, FailureView, GroupView, ModeAnswer, QuestionView, RankedView};
use super::{Page, escape};
use crate::number::json_number;
use fourcell::statistics::Score;

/// Questions whose details are packed together.
const TOGETHER: usize = 64;
/// Bytes of texts that are packed together.
const TEXTS: usize = 192 * 1024;

/// Texts, each once, in the order in which they are first met.
#[derive(Default)]
struct Texts {
    places: HashMap<String, usize>,
    all: Vec<String>,
}

impl Texts {
    fn place(&mut self, text: &str) -> usize {
        if let Some(place) = self.places.get(text) {
            return *place;
        }
        self.places.insert(text.to_owned(), self.all.len());
        self.all.push(text.to_owned());
        self.all.len() - 1
    }

    /// Parts of about the same size, each with the number of its first text.
    fn parts(&self) -> Vec<(usize, &[String])> {
        let (mut parts, mut from, mut size) = (Vec::new(), 0, 0);
        for (place, text) in self.all.iter().enumerate() {
            if size > 0 && size + text.len() > TEXTS {
                parts.push((from, &self.all[from..place]));
                (from, size) = (place, 0);
            }
            size += text.len();
        }
        if from < self.all.len() {
            parts.push((from, &self.all[from..]));
        }
        parts
    }
}

/// Every packed part with the id of its element.
pub fn packed_parts(page: &Page) -> Vec<(String, String)> {
    let mut texts = Texts::default();
    let mut parts = Vec::new();
    for (place, questions) in page.questions.chunks(TOGETHER).enumerate() {
        let details: Vec<Value> = questions.iter().map(|question| details(question, &mut texts)).collect();
        parts.push((format!("d{place}"), packed(&Value::Array(details).to_string())));
    }
    let mut starts = Vec::new();
    for (place, (start, part)) in texts.parts().into_iter().enumerate() {
        starts.push(start);
        parts.push((format!("t{place}"), packed(&json!(part).to_string())));
    }
    parts.insert(0, ("index".to_owned(), packed(&index(page, &starts).to_string())));
    parts
}

/// A column of words from a small set: the words, and a number for each question.
fn column<'a>(values: impl Iterator<Item = Option<&'a str>>) -> Value {
    let mut words: Vec<&str> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    let numbers: Vec<i64> = values
        .map(|value| match value {
            None => -1,
            Some(value) => *places.entry(value).or_insert_with(|| {
                words.push(value);
                words.len() - 1
            }) as i64,
        })
        .collect();
    json!({ "words": words, "at": numbers })
}

fn index(page: &Page, starts: &[usize]) -> Value {
    let all = || page.questions.iter();
    let slice = |key: &String| (key.clone(), column(all().map(|q| slice_of(q, key))));
    let slices: Vec<(String, Value)> = page.keys.iter().map(slice).collect();
    let evidence = |q: &QuestionView| match q.evidence {
        Score::Value(value) => json_number(Some((value * 1000.0).round() / 1000.0)),
        Score::Undefined(_) | Score::Failed => Value::Null,
    };
    let flags =
        |of: fn(&QuestionView) -> bool| all().enumerate().filter(|(_, q)| of(q)).map(|(place, _)| place).collect::<Vec<_>>();
    json!({
        "run": page.run,
        "baseline": page.baseline,
        "together": TOGETHER,
        "texts": starts,
        "keys": page.keys,
        "id": all().map(|q| q.question.id.as_str()).collect::<Vec<_>>(),
        "query": all().map(|q| q.question.query.as_str()).collect::<Vec<_>>(),
        "cell": column(all().map(|q| Some(q.cell))),
        "cause": column(all().map(|q| q.failure.as_ref().map(|f| f.cause))),
        "known": column(all().map(|q| q.failure.as_ref().map(|f| f.known))),
        "state": column(all().map(|q| q.failure.as_ref().map(|f| f.state))),
        "right": column(all().map(|q| Some(q.right))),
        "changed": column(all().map(|q| q.before.as_ref().map(|before| before.change))),
        "expect": column(all().map(|q| Some(q.expected()))),
        "tenant": column(all().map(|q| q.question.principal.as_ref().and_then(|p| p.tenant.as_deref()))),
        "cluster": column(all().map(|q| q.question.cluster.as_deref())),
        "evidence": all().map(evidence).collect::<Vec<_>>(),
        "critical": flags(|q| q.question.critical),
        "core": flags(|q| q.question.core),
        "slices": slices.into_iter().collect::<serde_json::Map<_, _>>(),
    })
}

/// The value of a slice key: of the question's own keys, or where it came from.
fn slice_of<'a>(view: &'a QuestionView, key: &str) -> Option<&'a str> {
    let question = &view.question;
    match key {
        "origin" => question.origin.map(|origin| origin.name()),
        _ => question.slices.get(key).map(String::as_str),
    }
}

fn details(view: &QuestionView, texts: &mut Texts) -> Value {
    let question = &view.question;
    let asker = question.principal.as_ref().map(|p| json!({ "tenant": p.tenant, "groups": p.groups }));
    let history: Vec<Value> = question.history.iter().map(|m| json!([m.role, m.content])).collect();
    let before = view.before.as_ref().map(|before| {
        json!({
            "change": before.change, "cell": before.cell, "cause": before.cause, "right": before.right,
            "evidence": json_number(before.evidence), "answer": before.answer,
        })
    });
    json!({
        "asker": asker,
        "history": history,
        "slices": question.slices,
        "origin": question.origin.map(|origin| origin.name()),
        "corpus": question.corpus,
        "reference": question.answer,
        "why": view.why_none,
        "basis": view.basis,
        "error": view.error,
        "sent": view.query_sent,
        "ms": json_number(view.ms),
        "groups": view.groups.iter().map(|group| group_of(group, texts)).collect::<Vec<_>>(),
        "ranked": ranked_of(&view.ranked),
        "context": view.context.as_ref().map(|all| all.iter().map(|one| context_of(one, texts)).collect::<Vec<_>>()),
        "answers": view.answers.iter().map(answer_of).collect::<Vec<_>>(),
        "failure": view.failure.as_ref().map(failure_of),
        "before": before,
        "commands": view.commands,
    })
}

fn group_of(group: &GroupView, texts: &mut Texts) -> Value {
    let mut leaf = |leaf: &super::question::LeafView| {
        json!([
            leaf.place,
            leaf.quote.as_deref().map(|quote| texts.place(quote)),
            leaf.met,
            (leaf.cover * 1000.0).round() / 1000.0
        ])
    };
    json!({
        "n": group.number, "met": group.met, "any": group.any, "more": group.more,
        "leaves": group.leaves.iter().map(&mut leaf).collect::<Vec<_>>(),
    })
}

fn ranked_of(ranked: &RankedView) -> Value {
    let row = |row: &super::question::RankedRow| {
        // As many digits as tell scores apart, and no more: they are most of a list.
        let score = row.score.map(|score| format!("{score:.5}").parse().unwrap_or(score));
        json!([row.id, row.doc, json_number(score), row.ranks, row.groups])
    };
    json!({ "stages": ranked.stages, "rows": ranked.rows.iter().map(row).collect::<Vec<_>>(), "more": ranked.more })
}

fn context_of(view: &ContextView, texts: &mut Texts) -> Value {
    json!({
        "id": view.id, "place": view.place, "tenant": view.tenant, "tokens": view.tokens, "cited": view.cited, "needed": view.needed,
        "text": view.text.as_deref().map(|text| texts.place(text)),
        "marks": view.marks.iter().map(|mark| json!([mark.start, mark.end, mark.group])).collect::<Vec<_>>(),
    })
}

fn answer_of(answer: &ModeAnswer) -> Value {
    let claim = |claim: &super::question::ClaimView| {
        let quote = |quote: &super::question::QuoteView| json!({ "passage": quote.passage, "quote": quote.quote, "at": quote.at, "judge": quote.judge, "reason": quote.reason });
        json!([claim.text, claim.support, claim.quotes.iter().map(quote).collect::<Vec<_>>()])
    };
    let fact = |fact: &super::question::FactView| json!([fact.id, fact.kind, fact.text, fact.said]);
    let said = |said: &super::question::SaidView| {
        json!({
            "judge": said.judge, "asked": said.asked, "verdict": said.verdict, "quote": said.quote, "found": said.found,
            "reason": said.reason,
        })
    };
    json!({
        "mode": answer.mode, "text": answer.text, "status": answer.status, "right": answer.right, "basis": answer.basis,
        "error": answer.error, "ms": json_number(answer.ms), "tokens": answer.tokens, "citations": answer.citations,
        "claims": answer.claims.iter().map(claim).collect::<Vec<_>>(),
        "facts": answer.facts.iter().map(fact).collect::<Vec<_>>(),
        "said": answer.said.iter().map(said).collect::<Vec<_>>(),
    })
}

fn failure_of(failure: &FailureView) -> Value {
    let lost = |lost: &super::question::LostView| json!({ "n": lost.number, "place": lost.place, "quote": lost.quote, "seen": lost.seen });
    json!({
        "cause": failure.cause, "title": failure.title, "known": failure.known, "why": failure.why, "proof": failure.proof,
        "mend": failure.mend, "also": failure.also, "life": failure.life, "state": failure.state, "wont_fix": failure.wont_fix,
        "lost": failure.lost.iter().map(lost).collect::<Vec<_>>(),
        "filter": escape::filter(&[("cause", failure.cause)]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stand_once_and_parts_join_to_all_of_them() {
        let mut texts = Texts::default();
        let long = "x".repeat(TEXTS - 1);
        assert_eq!(["a", "b", "a", &long, "c"].map(|text| texts.place(text)), [0, 1, 0, 2, 3]);
        let parts: Vec<(usize, usize)> = texts.parts().iter().map(|(start, part)| (*start, part.len())).collect();
        assert_eq!(parts, [(0, 2), (2, 2)]);
        assert_eq!(
            column([Some("x"), None, Some("y"), Some("x")].into_iter()),
            json!({"words": ["x", "y"], "at": [0, -1, 1, 0]})
        );
    }
}
