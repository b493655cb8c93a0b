//! Reads what a judge replied: one JSON object of the form that was asked for, or nothing. A word or a digit in prose is never a verdict.

use evidence::Passage;
use evidence::text::printable;
use generation::verdict::verdicts;
use generation::{Ask, Claim, Outcome, Verdict};
use serde_json::{Map, Value};
use systems::prompt::without_thinking;

use crate::Given;
use crate::object;
use crate::quote::{self, Lookup};
use crate::sort::Sort;

/// No answer makes more claims.
pub const MOST_CLAIMS: usize = 200;

/// So many characters of a reply that cannot be read are kept, and so many of a judge's reason.
pub const RAW: usize = 4000;

/// Why a reply is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// `unparsed` or `out-of-set`.
    pub kind: &'static str,
    /// What is wrong with it.
    pub problem: String,
}

impl Unread {
    fn unparsed(problem: impl Into<String>) -> Self {
        Self { kind: "unparsed", problem: problem.into() }
    }
}

/// What may be said.
#[derive(Clone, Debug)]
pub enum Allowed<'a> {
    /// One of these.
    Verdicts(&'static [Verdict]),
    /// One of the outcomes of a rubric.
    Outcomes(&'a [String]),
    /// A list of claims.
    Claims,
}

/// What a reply is to be.
pub struct Expected<'a> {
    /// What may be said.
    pub allowed: Allowed<'a>,
    /// The passages that were asked about, where the verdict rests on them.
    pub passages: Option<Vec<&'a Passage>>,
    /// Whether passages are named by their numbers, from 1, and support is not taken without a quote. Otherwise by their ids, and a quote
    /// is looked up where there is one.
    pub numbered: bool,
}

impl<'a> Expected<'a> {
    /// What is expected of a reply to a question of this sort.
    pub fn of(sort: Sort, ask: &Ask<'a>, numbered: bool) -> Self {
        let allowed = match sort {
            Sort::Claims => Allowed::Claims,
            Sort::Rubric => Allowed::Outcomes(ask.rubric.map(|rubric| rubric.outcomes.as_slice()).unwrap_or_default()),
            _ => Allowed::Verdicts(verdicts(ask.kind, &ask.target)),
        };
        Self { allowed, passages: sort.rests_on_passages().then(|| ask.passages().collect()), numbered }
    }

    /// The words that `verdict` may be.
    pub fn words(&self) -> Vec<&'a str> {
        match &self.allowed {
            Allowed::Verdicts(verdicts) => verdicts.iter().map(|verdict| verdict.name()).collect(),
            Allowed::Outcomes(outcomes) => outcomes.iter().map(String::as_str).collect(),
            Allowed::Claims => Vec::new(),
        }
    }

    /// The keys that the reply may have.
    pub fn keys(&self) -> &'static [&'static str] {
        match (&self.allowed, &self.passages) {
            (Allowed::Claims, _) => &["claims"],
            (_, Some(_)) => &["passage", "quote", "reason", "verdict"],
            (_, None) => &["reason", "verdict"],
        }
    }

    /// The verdict of a reply, with its quote looked up; or its claims.
    pub fn read(&self, ask: &Ask<'_>, reply: &Map<String, Value>, lookup: &Lookup) -> Result<Given, Unread> {
        let keys = self.keys();
        if let Some(other) = reply.keys().find(|key| !keys.contains(&key.as_str())) {
            let shown = printable(other, 40);
            return Err(Unread::unparsed(format!("the key '{shown}' is none of {}", listed(keys))));
        }
        if matches!(self.allowed, Allowed::Claims) {
            let text = ask.answer.text.as_deref().unwrap_or_default();
            return claims(reply, text).map(|claims| Given::only(Outcome::Claims(claims)));
        }
        let said = match reply.get("verdict") {
            Some(Value::String(said)) => said,
            other => return Err(wanted("verdict", "a string", other)),
        };
        let outcome = self.outcome(said)?;
        let reason = words(reply, "reason")?.map(|reason| clipped(&reason));
        let Some(passages) = &self.passages else { return Ok(Given { reason, ..Given::only(outcome) }) };
        let quoted = words(reply, "quote")?.filter(|quote| quote::has_words(quote)).map(|quote| clipped(&quote));
        let named = self.passage(reply, passages)?;
        if self.numbered && outcome == Outcome::Verdict(Verdict::Supported) {
            if quoted.is_none() {
                return Err(Unread::unparsed("the verdict 'supported' needs a quote of the passage in 'quote'"));
            }
            if named.is_none() && passages.len() > 1 && matches!(reply.get("passage"), None | Some(Value::Null)) {
                return Err(Unread::unparsed("the verdict 'supported' needs the number of a passage in 'passage'"));
            }
        }
        Ok(settled(passages, Given { quote: quoted, reason, ..Given::only(outcome) }, named, lookup))
    }

    /// The outcome that a word is: exactly one of the set, but for its case and blanks around it.
    fn outcome(&self, said: &str) -> Result<Outcome, Unread> {
        let word = said.trim();
        let found = match &self.allowed {
            Allowed::Verdicts(verdicts) => {
                let verdict = verdicts.iter().find(|verdict| verdict.name().eq_ignore_ascii_case(word));
                verdict.map(|verdict| Outcome::Verdict(*verdict))
            }
            Allowed::Outcomes(outcomes) => {
                let alike = |outcome: &&String| outcome.trim().to_lowercase() == word.to_lowercase();
                let exact = outcomes.iter().find(|outcome| outcome.trim() == word);
                // Two that differ only in case are told apart by it.
                let one = || Some(outcomes.iter().filter(alike)).filter(|alike| alike.clone().count() == 1)?.next();
                exact.or_else(one).map(|outcome| Outcome::Rubric(outcome.clone()))
            }
            Allowed::Claims => None,
        };
        found.ok_or_else(|| {
            let problem = format!("the verdict '{}' is none of {}", printable(word, 40), listed(&self.words()));
            Unread { kind: "out-of-set", problem }
        })
    }

    /// The place of the passage that is named, among those that were asked about. A number that none has names none.
    fn passage(&self, reply: &Map<String, Value>, passages: &[&Passage]) -> Result<Option<usize>, Unread> {
        let value = reply.get("passage").filter(|value| !value.is_null());
        match (self.numbered, value) {
            (_, None) => Ok(None),
            (true, Some(value)) => {
                let number = value.as_u64().ok_or_else(|| wanted("passage", "the number of a passage, or null", Some(value)))?;
                let place = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
                Ok(place.filter(|place| *place < passages.len()))
            }
            (false, Some(value)) => {
                let id = value.as_str().ok_or_else(|| wanted("passage", "the id of a passage, or null", Some(value)))?;
                let place = passages.iter().position(|passage| passage.id == id);
                let unknown = || Unread::unparsed(format!("'passage' is '{}', which was not asked about", printable(id, 60)));
                place.map(Some).ok_or_else(unknown)
            }
        }
    }
}

/// A verdict whose quote is looked up: in the passage that is named first, then in the others that were asked about. Support that rests on
/// words which stand nowhere is none.
fn settled(passages: &[&Passage], given: Given, named: Option<usize>, lookup: &Lookup) -> Given {
    let id = |place: usize| passages.get(place).map(|passage| passage.id.clone());
    let Some(quote) = &given.quote else { return Given { passage: named.and_then(id), ..given } };
    let holds = |place: &usize| passages[*place].text.as_deref().is_some_and(|text| lookup.holds(text, quote));
    let others = (0..passages.len()).filter(|place| Some(*place) != named);
    if let Some(place) = named.into_iter().chain(others).find(holds) {
        return Given { passage: id(place), quote_found: Some(true), ..given };
    }
    if passages.iter().any(|passage| passage.text.is_none()) {
        // Where a text was not captured, nobody can say what it does not hold.
        return Given { passage: named.and_then(id), ..given };
    }
    let given = Given { quote_found: Some(false), ..given };
    let claimed = match given.outcome {
        Outcome::Verdict(verdict @ (Verdict::Supported | Verdict::OutOfScope)) => verdict.name(),
        _ => return Given { passage: named.and_then(id), ..given },
    };
    let said = given.reason.as_ref().map(|reason| format!("; the judge said: {reason}")).unwrap_or_default();
    let reason = format!("the judge said '{claimed}', but no passage that was asked about holds its quote{said}");
    Given { outcome: Outcome::Verdict(Verdict::NotFound), reason: Some(reason), ..given }
}

/// What was given is about the only passage that was asked about, where it names none itself.
pub fn about(ask: &Ask<'_>, given: Given) -> Given {
    Given { passage: given.passage.or_else(|| ask.passage.map(str::to_owned)), ..given }
}

fn claims(reply: &Map<String, Value>, answer: &str) -> Result<Vec<Claim>, Unread> {
    let list = match reply.get("claims") {
        Some(Value::Array(list)) => list,
        other => return Err(wanted("claims", "a list", other)),
    };
    if list.len() > MOST_CLAIMS {
        return Err(Unread::unparsed(format!("'claims' holds {} claims, more than the {MOST_CLAIMS} that it may", list.len())));
    }
    let claim = |(place, value): (usize, &Value)| {
        let at = |problem: Unread| Unread::unparsed(format!("claim {}: {}", place + 1, problem.problem));
        let Value::Object(claim) = value else { return Err(at(wanted("claims", "a list of objects", Some(value)))) };
        if let Some(other) = claim.keys().find(|key| !["text", "quote"].contains(&key.as_str())) {
            return Err(at(Unread::unparsed(format!("the key '{}' is none of 'text', 'quote'", printable(other, 40)))));
        }
        let text = words(claim, "text").map_err(at)?.unwrap_or_default();
        if text.trim().is_empty() {
            return Err(at(Unread::unparsed("'text' must be a string that is not blank")));
        }
        let quote = words(claim, "quote").map_err(at)?;
        Ok(Claim { text: text.trim().to_owned(), span: quote.and_then(|quote| quote::span(answer, &quote)) })
    };
    list.iter().enumerate().map(claim).collect()
}

/// A text that need not be there.
fn words(reply: &Map<String, Value>, key: &str) -> Result<Option<String>, Unread> {
    match reply.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        other => Err(wanted(key, "a string", other)),
    }
}

fn wanted(key: &str, expected: &str, found: Option<&Value>) -> Unread {
    let found = match found {
        None => "nothing".to_owned(),
        Some(Value::Array(_)) => "a list".to_owned(),
        Some(Value::Object(_)) => "an object".to_owned(),
        Some(value) => printable(&value.to_string(), 40),
    };
    Unread::unparsed(format!("'{key}' must be {expected}, found {found}"))
}

fn listed(words: &[&str]) -> String {
    words.iter().map(|word| format!("'{}'", printable(word, 60))).collect::<Vec<_>>().join(", ")
}

/// At most so many characters of a text as are kept.
pub fn clipped(text: &str) -> String {
    match text.char_indices().nth(RAW) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The only object in a model's reply: without what it thought aloud, and without a code fence around the whole of it.
pub fn object_in(text: &str) -> Result<Map<String, Value>, Unread> {
    let whole = object::parse(unfenced(text));
    // Thinking comes before, so what is an object as it stands holds none: its strings may hold whatever they like.
    let read = whole.or_else(|problem| {
        let said = without_thinking(text);
        if said == text.trim() { Err(problem) } else { object::parse(unfenced(said)) }
    });
    read.map_err(|problem| Unread::unparsed(format!("expected exactly one JSON object ({problem})")))
}

/// What stands between a line of backticks at the very beginning and one at the very end.
fn unfenced(text: &str) -> &str {
    let text = text.trim();
    let inner = text.strip_prefix("```").and_then(|rest| rest.strip_suffix("```"));
    let Some(inner) = inner else { return text };
    let word = inner.len() - inner.trim_start_matches(|c: char| c.is_ascii_alphanumeric()).len();
    if ["", "json"].iter().any(|language| inner[..word].eq_ignore_ascii_case(language)) { inner[word..].trim() } else { text }
}

#[cfg(test)]
#[path = "reply_tests.rs"]
mod tests;
