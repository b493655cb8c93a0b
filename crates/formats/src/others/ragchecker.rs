//! Results of RAGChecker: answers before checking, and after it with claims and verdicts.
//!
//! Its checker puts each claim of the answer and of the reference answer against each text by itself. `a2b` there means: does a bear out
//! what b says? So `answer2response` has the reference answer's word on each claim of the answer.

use evidence::{Fact, FactKind, Passage};
use generation::judgement::Claim;
use generation::{Judgement, Kind, Outcome, Target, Verdict};

use crate::error::{InputError, quoted};
use crate::json::{Kind as Json, Object, Value};
use crate::native::Read;
use crate::native::id::id;
use crate::native::read::Notes;
use crate::others::rows::{each_once, read_document};
use crate::others::{Answered, answered, not_blank, passage, tell_apart};
use crate::source::Source;
use crate::suggest;

/// The name of the judge in verdicts that came with such a file.
const JUDGE: &str = "ragchecker";

/// Verdicts that one file may hold. A claim is copied for each verdict on it, so that a file could otherwise take many times its own
/// size in memory.
const MOST_VERDICTS: usize = 1 << 22;

/// Bytes of claims and ids that are copied for the verdicts of one file.
const MOST_COPIED: usize = 256 << 20;

/// What a text says of a claim.
#[derive(Clone, Copy, PartialEq)]
enum Label {
    Entailment,
    Neutral,
    Contradiction,
}

const LABELS: [(&str, Label); 3] =
    [("Entailment", Label::Entailment), ("Neutral", Label::Neutral), ("Contradiction", Label::Contradiction)];

/// Reads results. Rows without claims were not checked, and have no verdicts.
pub fn read_ragchecker(source: &Source) -> Result<Read<Answered>, InputError> {
    let mut room = Room { verdicts: MOST_VERDICTS, bytes: MOST_COPIED };
    let read = read_document(source, results, |object, notes| row(object, &mut room, notes))?;
    each_once(read, source)
}

fn results(root: Value<'_>) -> Result<Value<'_>, InputError> {
    root.object()?.need("results")
}

fn row(object: &Object<'_>, room: &mut Room, notes: &mut Notes) -> Result<Answered, InputError> {
    let id = id(object.need("query_id")?, "query_id", notes)?.into_owned();
    let query = object.need("query")?.string()?.into_owned();
    let mut context = object.get("retrieved_context").map(|list| passages(list, notes)).transpose()?;
    if let Some(context) = &mut context {
        tell_apart(context, notes);
    }
    let mut answered = answered(id, query, object.string("gt_answer")?, object.string("response")?, context);
    let claims = object.get("response_claims").map(claims).transpose()?;
    let facts = object.get("gt_answer_claims").map(self::claims).transpose()?;
    let checked =
        Checked { object, claims: claims.as_deref(), facts: facts.as_deref(), context: answered.answer.context.as_deref() };
    answered.judgements = checked.judgements(room)?;
    answered.question.facts = facts.into_iter().flatten().enumerate().map(|(place, text)| fact(place, text)).collect();
    Ok(answered)
}

fn passages(list: Value<'_>, notes: &mut Notes) -> Result<Vec<Passage>, InputError> {
    let mut passages = Vec::new();
    for value in list.list()? {
        let of = value.object()?;
        let id = id(of.need("doc_id")?, "doc_id", notes)?.into_owned();
        passages.push(passage(id, of.get("text").map(not_blank).transpose()?));
    }
    Ok(passages)
}

/// Claims: texts, or lists of the parts of a triple.
fn claims(list: Value<'_>) -> Result<Vec<String>, InputError> {
    let claim = |value: Value<'_>| {
        let text = match value.kind() {
            Json::String => value.string()?.into_owned(),
            Json::List => {
                let parts: Vec<_> = value.list()?.map(Value::string).collect::<Result<_, _>>()?;
                parts.join(" ")
            }
            _ => return Err(value.wants("a claim: a string, or a list of its parts")),
        };
        if text.trim().is_empty() { Err(value.fault(format!("{} is a claim without words", value.name()))) } else { Ok(text) }
    };
    list.list()?.map(claim).collect()
}

fn fact_id(place: usize) -> String {
    format!("gt-{place}")
}

fn fact(place: usize, text: String) -> Fact {
    Fact { id: fact_id(place), text, kind: FactKind::Vital }
}

/// How much more may be kept of one file.
struct Room {
    verdicts: usize,
    bytes: usize,
}

impl Room {
    fn take(&mut self, bytes: usize, at: Value<'_>) -> Result<(), InputError> {
        let left = self.verdicts.checked_sub(1).zip(self.bytes.checked_sub(bytes));
        (self.verdicts, self.bytes) = left.ok_or_else(|| {
            let most = format!("more than {MOST_VERDICTS} verdicts, or {MOST_COPIED} bytes of claims with a verdict each");
            at.fault(format!("the file holds {most}")).mend("split its results into several files")
        })?;
        Ok(())
    }
}

/// A row with its claims.
struct Checked<'r> {
    object: &'r Object<'r>,
    claims: Option<&'r [String]>,
    facts: Option<&'r [String]>,
    context: Option<&'r [Passage]>,
}

impl Checked<'_> {
    fn judgements(&self, room: &mut Room) -> Result<Vec<Judgement>, InputError> {
        let mut all = Vec::new();
        if let Some(claims) = self.claims {
            let claims = claims.iter().map(|text| Claim { text: text.clone(), span: None }).collect();
            all.push(said(Kind::Claims, Target::Whole, None, Outcome::Claims(claims)));
        }
        let claim = |place: usize| {
            let text = self.claims.and_then(|claims| claims.get(place)).cloned().unwrap_or_default();
            Target::Claim(u32::try_from(place).unwrap_or(u32::MAX), text)
        };
        let fact = |place: usize| Target::Fact(fact_id(place));
        let mut single = |field: &'static str, of: Of, kind: Kind, read: fn(Label) -> Verdict| {
            let Some(list) = self.list(field, of)? else { return Ok(()) };
            for (place, value) in list.into_iter().enumerate() {
                room.take(self.length(of, place), value)?;
                let target = if of == Of::Claims { claim(place) } else { fact(place) };
                all.push(said(kind, target, None, Outcome::Verdict(read(label(value)?))));
            }
            Ok(())
        };
        single("answer2response", Of::Claims, Kind::Answer, borne_out)?;
        single("response2answer", Of::Facts, Kind::Fact, stated)?;
        for (field, of, kind) in
            [("retrieved2response", Of::Claims, Kind::Support), ("retrieved2answer", Of::Facts, Kind::Context)]
        {
            for (place, row) in self.list(field, of)?.into_iter().flatten().enumerate() {
                let target = || if of == Of::Claims { claim(place) } else { fact(place) };
                let labels: Vec<Value<'_>> = row.list()?.collect();
                let context = self.context.unwrap_or_default();
                fits(row, labels.len(), context.len(), "passages of 'retrieved_context'")?;
                for (value, passage) in labels.into_iter().zip(context) {
                    room.take(self.length(of, place) + passage.id.len(), value)?;
                    all.push(said(kind, target(), Some(&passage.id), Outcome::Verdict(supported(label(value)?))));
                }
                if context.is_empty() {
                    // Of nothing it is known that it bears nothing out.
                    room.take(self.length(of, place), row)?;
                    all.push(said(kind, target(), None, Outcome::Verdict(Verdict::NotFound)));
                }
            }
        }
        Ok(all)
    }

    fn of(&self, of: Of) -> Option<&[String]> {
        match of {
            Of::Claims => self.claims,
            Of::Facts => self.facts,
        }
    }

    fn length(&self, of: Of, place: usize) -> usize {
        self.of(of).and_then(|texts| texts.get(place)).map_or(0, |text| if of == Of::Claims { text.len() } else { 0 })
    }

    /// The values of a field, one for each claim.
    fn list(&self, field: &str, of: Of) -> Result<Option<Vec<Value<'_>>>, InputError> {
        let Some(value) = self.object.get(field) else { return Ok(None) };
        let claims = self
            .of(of)
            .ok_or_else(|| value.fault(format!("{} is about '{}', which the row does not have", value.name(), of.field())))?;
        let list: Vec<Value<'_>> = value.list()?.collect();
        fits(value, list.len(), claims.len(), &format!("claims of '{}'", of.field()))?;
        Ok(Some(list))
    }
}

/// What verdicts are about.
#[derive(Clone, Copy, PartialEq)]
enum Of {
    /// The claims of the answer.
    Claims,
    /// Those of the reference answer, which are facts of the question.
    Facts,
}

impl Of {
    fn field(self) -> &'static str {
        match self {
            Self::Claims => "response_claims",
            Self::Facts => "gt_answer_claims",
        }
    }
}

fn fits(value: Value<'_>, has: usize, wanted: usize, of: &str) -> Result<(), InputError> {
    if has == wanted {
        return Ok(());
    }
    Err(value.fault(format!("{} has {has} members, and there are {wanted} {of}", value.name())))
}

fn label(value: Value<'_>) -> Result<Label, InputError> {
    let name = value.string()?;
    LABELS.iter().find(|(known, _)| *known == name).map(|(_, label)| *label).ok_or_else(|| {
        let fault =
            value.fault(format!("{} is {}, which is none of Entailment, Neutral, Contradiction", value.name(), quoted(&name)));
        match suggest::nearest(&name, LABELS.map(|(known, _)| known)) {
            Some(near) => fault.mend(format!("did you mean '{near}'?")),
            None => fault,
        }
    })
}

fn borne_out(label: Label) -> Verdict {
    if label == Label::Entailment { Verdict::Correct } else { Verdict::Incorrect }
}

fn stated(label: Label) -> Verdict {
    match label {
        Label::Entailment => Verdict::Stated,
        Label::Neutral => Verdict::NotStated,
        Label::Contradiction => Verdict::Contradicted,
    }
}

fn supported(label: Label) -> Verdict {
    match label {
        Label::Entailment => Verdict::Supported,
        Label::Neutral => Verdict::NotFound,
        Label::Contradiction => Verdict::Contradicted,
    }
}

fn said(kind: Kind, target: Target, passage: Option<&str>, outcome: Outcome) -> Judgement {
    let (passage, judge) = (passage.map(str::to_owned), Some(JUDGE.to_owned()));
    Judgement { passage, judge, ..Judgement::new(kind, target, outcome) }
}

#[cfg(test)]
mod tests;
