//! Citations of an answer with what was said of them.

use statistics::{Score, Undefined};

use super::answered;
use crate::judged::{Case, Told};
use crate::sentences::of_answer;
use crate::verdict::Verdict;

const NOT_CAPTURED: Undefined = Undefined("citations were not captured");
const NONE: Undefined = Undefined("the answer cites nothing");
const NO_CONTEXT: Undefined = Undefined("the context was not captured");
const NOT_JUDGED: Undefined = Undefined("citations were not judged");
const NO_SENTENCE: Undefined = Undefined("the answer holds no sentence");

/// One citation.
pub(super) struct Cited {
    /// The sentence that carries it.
    pub span: (usize, usize),
    /// Whether it names a passage of the context.
    pub resolves: bool,
    told: Told<Verdict>,
}

impl Cited {
    /// Whether its passage supports its sentence. One that names nothing supports nothing, and nobody need be asked.
    pub fn supports(&self) -> Result<bool, Score> {
        if !self.resolves {
            return Ok(false);
        }
        Ok(self.told.or_score(NOT_JUDGED)? == Verdict::Supported)
    }
}

/// The citations of the answer; there is at least one.
pub(super) fn cited(case: &Case<'_>) -> Result<Vec<Cited>, Score> {
    let cited = all(case)?;
    if cited.is_empty() { Err(Score::Undefined(NONE)) } else { Ok(cited) }
}

fn all(case: &Case<'_>) -> Result<Vec<Cited>, Score> {
    answered(case)?;
    let citations = case.answer.citations.as_ref().ok_or(Score::Undefined(NOT_CAPTURED))?;
    if case.answer.context.is_none() {
        return Err(Score::Undefined(NO_CONTEXT));
    }
    let whole = (0, case.answer.text.as_deref().unwrap_or_default().chars().count());
    let of = |citation: &crate::answer::Citation| {
        // One without a place is for the whole answer.
        let span = citation.span.unwrap_or(whole);
        let said = case.judged.citations.iter().find(|c| c.passage == citation.passage && c.span == span);
        let resolves = case.answer.passage(&citation.passage).is_some();
        Cited { span, resolves, told: said.map_or(Told::NotAsked, |c| c.support) }
    };
    Ok(citations.iter().map(of).collect())
}

/// How many sentences a passage that they cite supports, and how many there are.
pub(super) fn sentences_borne_out(case: &Case<'_>) -> Result<(usize, usize), Score> {
    let cited = all(case)?;
    let spans = of_answer(case.answer);
    if spans.is_empty() {
        return Err(Score::Undefined(NO_SENTENCE));
    }
    let mut borne_out = 0;
    for span in &spans {
        let (mut supported, mut unknown) = (false, None);
        for citation in cited.iter().filter(|c| c.span.0 < span.1 && span.0 < c.span.1) {
            match citation.supports() {
                Ok(supports) => supported |= supports,
                Err(score) => unknown = Some(score),
            }
        }
        match (supported, unknown) {
            (true, _) => borne_out += 1,
            (false, Some(score)) => return Err(score),
            (false, None) => {}
        }
    }
    Ok((borne_out, spans.len()))
}
