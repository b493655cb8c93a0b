//! Verdicts on a statement against passages or against the answer.

use generation::{Ask, Kind, Outcome, Verdict};

use super::claims::unmarked;
use super::compare::{Against, Call, Found, compare};
use super::quote::quote;
use super::statement::Unfit;
use super::status::stated;
use super::thresholds::CHOSEN;
use crate::Given;

/// How the answer stands to its question.
pub(super) fn status(ask: &Ask<'_>) -> Given {
    match super::status::status(ask.answer.text.as_deref().unwrap_or_default()) {
        Some(verdict) => Given::only(Outcome::Verdict(verdict)),
        None => Given::failed("nothing-to-compare", "the answer holds no words", None),
    }
}

/// Whether passages hold a claim, a fact, or the words of a span.
pub(super) fn support(ask: &Ask<'_>) -> Given {
    let statement = unmarked(ask.statement().unwrap_or_default(), ask.answer);
    let passages: Vec<_> = ask.passages().collect();
    let texts: Vec<&str> = passages.iter().map(|passage| passage.text.as_deref().unwrap_or_default()).collect();
    let found = match compare(&statement, &texts, &CHOSEN) {
        Ok(found) => found,
        Err(unfit) => return unfit_for(unfit),
    };
    let verdict = match found.call {
        Call::Supported => Verdict::Supported,
        Call::Contradicted(_) => Verdict::Contradicted,
        Call::Partial | Call::NotFound => Verdict::NotFound,
    };
    let mut given = Given::only(Outcome::Verdict(verdict));
    let at = found.place.filter(|_| verdict != Verdict::NotFound);
    given.reason = Some(reason(&statement, &texts, &found));
    if let Some((place, words)) = at {
        given.passage = Some(passages[place].id.clone());
        given.quote = quote(texts[place], words).map(str::to_owned);
        given.quote_found = given.quote.as_deref().map(|quote| texts[place].contains(quote));
    } else if ask.kind == Kind::Citation {
        given.passage = ask.passage.map(str::to_owned);
    }
    given
}

/// Whether the answer states a fact.
pub(super) fn fact(ask: &Ask<'_>) -> Given {
    let statement = ask.statement().unwrap_or_default();
    let text = stated(&unmarked(ask.answer.text.as_deref().unwrap_or_default(), ask.answer));
    let found = match compare(statement, &[&text], &CHOSEN) {
        Ok(found) => found,
        Err(unfit) => return unfit_for(unfit),
    };
    let verdict = match found.call {
        Call::Supported => Verdict::Stated,
        Call::Contradicted(_) => Verdict::Contradicted,
        Call::Partial => Verdict::Partial,
        Call::NotFound => Verdict::NotStated,
    };
    Given { reason: Some(reason(statement, &[&text], &found)), ..Given::only(Outcome::Verdict(verdict)) }
}

/// Why there is nothing to compare.
pub(super) fn unfit_for(unfit: Unfit) -> Given {
    match unfit {
        Unfit::Empty => Given::failed("nothing-to-compare", "the statement holds no words", None),
        Unfit::Long => Given::failed(
            "too-long",
            "the texts are too long to be compared, or the statement to be one; split it into claims",
            None,
        ),
    }
}

/// What was found, in words: how much of the statement, what speaks against it, what is missing.
pub(super) fn reason(statement: &str, texts: &[&str], found: &Found) -> String {
    let shown = |text: &str, place: (usize, usize)| evidence::text::printable(text.get(place.0..place.1).unwrap_or_default(), 40);
    let mut words = format!("{:.0} % of its words in one place", found.best * 100.0);
    match found.call {
        Call::Contradicted(Against::Part(mine, other)) => {
            let there = found.place.and_then(|(text, _)| texts.get(text)).map(|text| shown(text, other)).unwrap_or_default();
            words += &format!("; {there} there, {} here", shown(statement, mine));
        }
        Call::Contradicted(Against::Negation) => words += "; one of the two is negated",
        Call::Supported | Call::Partial | Call::NotFound => {}
    }
    let missing: Vec<String> = found.missing.iter().take(5).map(|place| shown(statement, *place)).collect();
    if !missing.is_empty() {
        let more = if found.missing.len() > missing.len() { ", …" } else { "" };
        words += &format!("; not there: {}{more}", missing.join(", "));
    }
    words
}
