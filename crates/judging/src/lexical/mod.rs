//! The lexical judge: it compares words, numbers, dates, names and negations, and asks no model. It is fast, costs nothing, needs no
//! network, and says the same of the same text each time.
//!
//! It does not understand: a negation that means the same the other way round (not possible after 14 days, possible within 14 days) is a
//! contradiction to it, words that mean the same are two, and times of day have one form. What it says sets priorities for review, and stands in until a better judge or a person has looked; it is no
//! ground to pass or fail anything on. [`ACCURACY`] tells how often others agree with it, and belongs beside whatever rests on it.

mod accuracy;
mod amounts;
mod claims;
mod compare;
mod dates;
mod fold;
mod lexicon;
mod phrases;
mod quote;
mod read;
mod reference;
mod signs;
mod statement;
mod status;
mod thresholds;
mod verdicts;

#[cfg(test)]
mod tests;

use generation::{Ask, By, Kind, Outcome, Target};

use crate::{Given, Judge};

pub use accuracy::ACCURACY;

/// The judge that compares words. It has no settings: its thresholds were chosen once, and [`ACCURACY`] is measured with them.
///
/// It sets priorities for review, and is no more than that.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lexical;

impl Judge for Lexical {
    fn by(&self) -> By {
        By::Lexical
    }

    /// Where the texts that are compared are there. Whether an answer addresses its question, and a project's own rubrics, it cannot know.
    fn can(&self, ask: &Ask<'_>) -> bool {
        if ask.answer.error.is_some() {
            return false;
        }
        let says = |text: Option<&str>| text.is_some_and(|text| text.contains(char::is_alphanumeric));
        let answered = || says(ask.answer.text.as_deref());
        let stated = || says(ask.statement());
        match (ask.kind, &ask.target) {
            (Kind::Status | Kind::Claims, Target::Whole) => answered(),
            (Kind::Support, Target::Claim(..)) | (Kind::Context, Target::Fact(_)) => stated() && context_known(ask),
            (Kind::Citation, Target::Span(..)) => stated() && ask.passage.is_some() && context_known(ask),
            (Kind::Fact, Target::Fact(_)) => stated() && answered(),
            (Kind::Context, Target::Passage(_)) => reference::wanted(ask).next().is_some() && context_known(ask),
            (Kind::Answer, Target::Whole) => says(ask.question.answer.as_deref()) && answered(),
            (Kind::Answer, Target::Claim(..)) => says(ask.question.answer.as_deref()) && stated(),
            _ => false,
        }
    }

    fn judge(&self, ask: &Ask<'_>, _repeat: u32) -> Given {
        if !self.can(ask) {
            return Given::failed(
                "cannot-judge",
                "the lexical judge cannot be asked this: a text that it compares is missing",
                None,
            );
        }
        match (ask.kind, &ask.target) {
            (Kind::Status, _) => verdicts::status(ask),
            (Kind::Claims, _) => Given::only(Outcome::Claims(claims::claims(ask.answer))),
            (Kind::Support | Kind::Citation, _) | (Kind::Context, Target::Fact(_)) => verdicts::support(ask),
            (Kind::Fact, _) => verdicts::fact(ask),
            (Kind::Context, _) => reference::needed(ask),
            _ => reference::agrees(ask),
        }
    }
}

/// Whether the context was captured with the texts of all passages that are asked about. That a context is empty is known too, where
/// no passage is asked about by name.
fn context_known(ask: &Ask<'_>) -> bool {
    let named = ask.passage.is_some() || matches!(ask.target, Target::Passage(_));
    let all = ask.passages().all(|passage| passage.text.is_some());
    ask.answer.context.is_some() && all && (!named || ask.passages().next().is_some())
}
