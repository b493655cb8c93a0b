//! `judgements.jsonl`: what judges said of a run, one verdict a line.

use std::io::{self, Write};

use generation::judgement::Claim;
use generation::{By, Fault, Kind, Outcome, Target};
use retrieval::record::Mode;
use serde_json::json;

use crate::error::InputError;
use crate::json::{Kind as Json, Object, Value};
use crate::native::id::{id, optional_id};
use crate::native::read::{Note, Notes, Read, read_objects};
use crate::native::records::{error_text, mode, repeat};
use crate::source::Source;
use crate::suggest;

/// One verdict, with the answer that it is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The question's id.
    pub question: String,
    /// The mode of the answer.
    pub mode: Mode,
    /// The repeat of the answer.
    pub repeat: u32,
    /// What was said.
    pub said: generation::Judgement,
}

impl Judgement {
    /// Whether the answer is right, where this is a verdict of kind `answer` on the whole of it.
    pub fn answer_is_correct(&self) -> Option<bool> {
        let of_answer = self.said.kind == Kind::Answer && self.said.target == Target::Whole;
        self.said.verdict().filter(|_| of_answer).map(|verdict| verdict == generation::Verdict::Correct)
    }
}

/// The fields of a judgement.
pub(crate) const FIELDS: [&str; 15] = [
    "question",
    "mode",
    "repeat",
    "kind",
    "target",
    "verdict",
    "claims",
    "passage",
    "quote",
    "quote_found",
    "judge",
    "by",
    "judge_repeat",
    "reason",
    "error",
];

/// The fields of a target; `text` goes with `claim`, and one of the others stands alone.
pub(crate) const TARGET_FIELDS: [&str; 6] = ["claim", "text", "fact", "passage", "span", "rubric"];

/// The fields of a claim.
pub(crate) const CLAIM_FIELDS: [&str; 2] = ["text", "span"];

/// The fields of an error as it is written here; one of another form is kept as its text.
pub(crate) const ERROR_FIELDS: [&str; 3] = ["kind", "problem", "raw"];

/// What a failure is counted by where its error does not say.
const UNNAMED: &str = "error";

/// Reads judgements. Several of one answer stand side by side: judges and their repeats may differ. Fields that are not known are passed
/// over. A verdict on something that its kind says nothing about is read and told: no measure looks at it.
pub fn read_judgements(source: &Source) -> Result<Read<Judgement>, InputError> {
    read_objects(source, judgement)?.not_empty(source, || InputError::new("holds no judgement"))
}

fn judgement(object: &Object<'_>, notes: &mut Notes) -> Result<Judgement, InputError> {
    let kind = object.need("kind")?.choice(&Kind::ALL)?;
    let target = object.get("target").map_or(Ok(Target::Whole), |value| target(value, notes))?;
    if !kind.is_about(&target) {
        let of = target_name(&target);
        notes.add(Note::Other(format!("a judgement of kind '{}' on {of} counts in no measure", kind.name())));
    }
    Ok(Judgement {
        question: id(object.need("question")?, "question", notes)?.into_owned(),
        mode: mode(object)?,
        repeat: repeat(object)?,
        said: generation::Judgement {
            outcome: outcome(object, kind, &target)?,
            kind,
            target,
            passage: optional_id(object.get("passage"), "passage", notes)?,
            quote: object.string("quote")?,
            quote_found: object.boolean("quote_found")?,
            judge: object.string("judge")?,
            by: object.choice("by", &By::ALL)?.unwrap_or_default(),
            judge_repeat: object.get("judge_repeat").map_or(Ok(0), whole)?,
            reason: object.string("reason")?,
        },
    })
}

fn whole(value: Value<'_>) -> Result<u32, InputError> {
    u32::try_from(value.count()?).map_err(|_| value.wants("a number of at most 32 bits"))
}

/// How people call what is judged.
fn target_name(target: &Target) -> &'static str {
    match target {
        Target::Whole => "the whole answer",
        Target::Claim(..) => "a claim",
        Target::Fact(_) => "a fact",
        Target::Passage(_) => "a passage",
        Target::Span(..) => "a span",
        Target::Rubric(_) => "a rubric",
    }
}

fn target(value: Value<'_>, notes: &mut Notes) -> Result<Target, InputError> {
    let of = value.object()?;
    of.only(&TARGET_FIELDS)?;
    let named = |key: &&str| *key != "text" && of.get(key).is_some();
    let named: Vec<&str> = TARGET_FIELDS.into_iter().filter(|key| named(key)).collect();
    let mut own = |key: &'static str| Ok::<_, InputError>(id(of.need(key)?, key, notes)?.into_owned());
    let target = match named[..] {
        ["claim"] => {
            let text = of.need("text")?;
            return Ok(Target::Claim(whole(of.need("claim")?)?, visible(text)?));
        }
        ["fact"] => Target::Fact(own("fact")?),
        ["passage"] => Target::Passage(own("passage")?),
        ["rubric"] => Target::Rubric(own("rubric")?),
        ["span"] => {
            let (start, end) = span(of.need("span")?)?;
            Target::Span(start, end)
        }
        _ => {
            let fault = value.fault(format!("{} must name one thing that is judged, and it names {}", value.name(), named.len()));
            return Err(fault.mend(
                "one of 'claim' with its 'text', 'fact', 'passage', 'span', 'rubric'; without a target the whole answer is meant",
            ));
        }
    };
    match of.get("text") {
        Some(text) => Err(text.fault(format!("{} belongs to a claim", text.name()))),
        None => Ok(target),
    }
}

/// A text with something to be seen in it.
fn visible(value: Value<'_>) -> Result<String, InputError> {
    let text = value.string()?;
    if text.trim().is_empty() { Err(value.fault(format!("{} is blank", value.name()))) } else { Ok(text.into_owned()) }
}

/// `[start, end]` in code points, which may hold nothing: so does the text of an empty answer.
pub(crate) fn span(value: Value<'_>) -> Result<(usize, usize), InputError> {
    let offset = |v: Value<'_>| usize::try_from(v.count()?).map_err(|_| v.wants("an offset"));
    let members: Vec<Value<'_>> = value.list()?.take(3).collect();
    let [start, end] = members[..] else {
        return Err(value.fault(format!("{} must be [start, end], found {} members", value.name(), value.list()?.count())));
    };
    let (start, end) = (offset(start)?, offset(end)?);
    if end < start {
        return Err(value.fault(format!("{} [{start}, {end}) has its end before its start", value.name())));
    }
    Ok((start, end))
}

fn outcome(object: &Object<'_>, kind: Kind, target: &Target) -> Result<Outcome, InputError> {
    let (verdict, claims) = (object.get("verdict"), object.get("claims"));
    let of_kind = match (kind, verdict, claims) {
        (Kind::Claims, Some(verdict), _) => {
            return Err(verdict.fault("a judgement of kind 'claims' has 'claims' in place of a 'verdict'"));
        }
        (Kind::Claims, None, claims) => claims.map(|value| ("claims", value)),
        (_, _, Some(claims)) => {
            return Err(claims.fault(format!("{} belongs to a judgement of kind 'claims'", claims.name())));
        }
        (_, verdict, None) => verdict.map(|value| ("verdict", value)),
    };
    match (of_kind, fault(object)?) {
        (Some((name, value)), Some(_)) => {
            Err(value.fault(format!("a judgement has a '{name}' or an 'error', and this one has both")))
        }
        (None, Some(fault)) => Ok(Outcome::Failed(fault)),
        (None, None) => {
            let name = if kind == Kind::Claims { "claims" } else { "verdict" };
            Err(object.whole().fault(format!("a judgement needs its '{name}', or the 'error' that left it without one")))
        }
        (Some((_, value)), None) => match kind {
            Kind::Claims => claims_of(value).map(Outcome::Claims),
            Kind::Rubric => rubric(value).map(Outcome::Rubric),
            _ => verdict_of(value, kind, target),
        },
    }
}

fn verdict_of(value: Value<'_>, kind: Kind, target: &Target) -> Result<Outcome, InputError> {
    let name = value.string()?;
    let known = generation::verdict::verdicts(kind, target);
    if let Some(verdict) = known.iter().find(|verdict| verdict.name() == name) {
        return Ok(Outcome::Verdict(*verdict));
    }
    let names = || known.iter().map(|verdict| verdict.name());
    let one_of: Vec<String> = names().map(|name| format!("'{name}'")).collect();
    let (last, others) = one_of.split_last().map_or(("", &[][..]), |(last, others)| (last.as_str(), others));
    let error = value.fault(format!("{} of kind '{}' must be {} or {last}", value.name(), kind.name(), others.join(", ")));
    Err(match suggest::nearest(&name, names()) {
        Some(near) => error.mend(format!("did you mean '{near}'?")),
        None => error,
    })
}

/// The outcome of a rubric; a number is taken as it is written, since grades are.
fn rubric(value: Value<'_>) -> Result<String, InputError> {
    match value.kind() {
        Json::String => Ok(value.string()?.into_owned()),
        Json::Number => Ok(value.literal().to_owned()),
        _ => Err(value.wants("the outcome of a rubric (a string)")),
    }
}

fn claims_of(list: Value<'_>) -> Result<Vec<Claim>, InputError> {
    let claim = |value: Value<'_>| {
        let of = value.object()?;
        Ok(Claim { text: visible(of.need("text")?)?, span: of.get("span").map(span).transpose()? })
    };
    list.list()?.map(claim).collect()
}

/// Why there is no verdict: in the form that is written here, or as any text or object.
fn fault(object: &Object<'_>) -> Result<Option<Fault>, InputError> {
    let Some(text) = error_text(object)? else { return Ok(None) };
    let written = object.get("error").filter(|error| error.kind() == Json::Object);
    if let Some(fault) = written.map(Value::object).transpose()?.and_then(|of| written_fault(&of)) {
        return Ok(Some(fault));
    }
    let problem = if text.trim().is_empty() { "no error text was recorded".to_owned() } else { text };
    Ok(Some(Fault { kind: UNNAMED.to_owned(), problem, raw: None }))
}

fn written_fault(of: &Object<'_>) -> Option<Fault> {
    let text = |key: &str| of.get(key)?.string().ok();
    let raw = text("raw").map(|raw| raw.into_owned());
    Some(Fault { kind: text("kind")?.into_owned(), problem: text("problem")?.into_owned(), raw })
}

/// Writes judgements, one a line, in an order of fields that never changes. What [`read_judgements`] reads of it is what was written.
pub fn write_judgements(to: &mut dyn Write, judgements: &[Judgement]) -> io::Result<()> {
    judgements.iter().try_for_each(|judgement| writeln!(to, "{}", line(judgement)))
}

/// One judgement as a line, without its end.
pub fn line(judgement: &Judgement) -> String {
    let said = &judgement.said;
    let mut line = Line::default();
    line.add("question", json!(judgement.question));
    line.add("mode", json!(Mode::ALL[judgement.mode as usize].0));
    line.add("repeat", json!(judgement.repeat));
    line.add("kind", json!(said.kind.name()));
    match &said.target {
        Target::Whole => {}
        Target::Claim(place, text) => line.add_text("target", Line::of(&[("claim", json!(place)), ("text", json!(text))])),
        Target::Fact(id) => line.add("target", json!({ "fact": id })),
        Target::Passage(id) => line.add("target", json!({ "passage": id })),
        Target::Span(start, end) => line.add("target", json!({ "span": [start, end] })),
        Target::Rubric(name) => line.add("target", json!({ "rubric": name })),
    }
    match &said.outcome {
        Outcome::Verdict(verdict) => line.add("verdict", json!(verdict.name())),
        Outcome::Rubric(outcome) => line.add("verdict", json!(outcome)),
        Outcome::Claims(claims) => {
            let claims: Vec<String> = claims.iter().map(claim_text).collect();
            line.add_text("claims", format!("[{}]", claims.join(",")));
        }
        Outcome::Failed(_) => line.add("verdict", json!(null)),
    }
    line.add_stated("passage", &said.passage);
    line.add_stated("quote", &said.quote);
    if let Some(found) = said.quote_found {
        line.add("quote_found", json!(found));
    }
    line.add_stated("judge", &said.judge);
    line.add("by", json!(said.by.name()));
    line.add("judge_repeat", json!(said.judge_repeat));
    line.add_stated("reason", &said.reason);
    if let Outcome::Failed(fault) = &said.outcome {
        let fields = [("kind", json!(fault.kind)), ("problem", json!(fault.problem)), ("raw", json!(fault.raw))];
        line.add_text("error", Line::of(&fields[..if fault.raw.is_some() { 3 } else { 2 }]));
    }
    line.end()
}

fn claim_text(claim: &Claim) -> String {
    let fields = [("text", json!(claim.text)), ("span", json!(claim.span))];
    Line::of(&fields[..if claim.span.is_some() { 2 } else { 1 }])
}

/// An object whose fields stand in the order in which they were added.
#[derive(Default)]
struct Line(Vec<String>);

impl Line {
    fn add(&mut self, key: &str, value: serde_json::Value) {
        self.add_text(key, value.to_string());
    }

    fn add_text(&mut self, key: &str, json: String) {
        self.0.push(format!("\"{key}\":{json}"));
    }

    fn add_stated(&mut self, key: &str, text: &Option<String>) {
        if let Some(text) = text {
            self.add(key, json!(text));
        }
    }

    fn of(fields: &[(&str, serde_json::Value)]) -> String {
        let mut line = Self::default();
        fields.iter().for_each(|(key, value)| line.add(key, value.clone()));
        line.end()
    }

    fn end(&self) -> String {
        format!("{{{}}}", self.0.join(","))
    }
}

#[cfg(test)]
mod tests;
