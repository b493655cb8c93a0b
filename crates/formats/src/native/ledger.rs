//! `ledger.jsonl`: failures with what owns them, how that is known, and their life across runs; one a line.

use std::io::{self, Write};

use diagnosis::causes::{CAUSES, Cause};
use diagnosis::leaf::Seen as Came;
use diagnosis::ledger::life::{Kept, Said};
use diagnosis::ledger::{Entry, Finding, KnownBy, Lost, Proof};
use evidence::Locator;
use retrieval::record::Stage;
use serde::Serialize;

use crate::error::InputError;
use crate::json::{Object, Value};
use crate::native::evidence_tree::locator;
use crate::native::id::{id, optional_id};
use crate::native::read::{Notes, Read, Seen, read_objects};
use crate::source::Source;

/// The fields of a failure that are read.
pub(crate) const FIELDS: [&str; 12] =
    ["question", "cause", "known_by", "why", "repair", "proof", "secondary", "groups", "lost", "reason", "history", "probed"];

/// Fields that follow from the history: they are written for whoever reads the file, and passed over here.
pub(crate) const PASSED_OVER: [&str; 3] = ["state", "first_run", "last_run"];

/// The fields of a locator by itself.
pub(crate) const LOCATOR_FIELDS: [&str; 5] = ["passage", "doc", "rev", "range", "quote"];

/// The fields of a finding.
pub(crate) const FINDING_FIELDS: [&str; 5] = ["cause", "known_by", "why", "repair", "proof"];

/// The fields of a proof.
pub(crate) const PROOF_FIELDS: [&str; 10] =
    ["what", "stage", "rank", "length", "passage", "doc", "rev", "range", "cover", "quote"];

/// The fields of a group that was lost.
pub(crate) const LOST_FIELDS: [&str; 4] = ["group", "evidence", "seen", "findings"];

/// The fields of how far evidence came in one list.
pub(crate) const SEEN_FIELDS: [&str; 5] = ["stage", "length", "rank", "cover", "pieces"];

/// The fields of what a run said.
pub(crate) const SAID_FIELDS: [&str; 2] = ["run", "cause"];

/// Reads failures, each question once. A file without any is an empty ledger.
pub fn read_ledger(source: &Source) -> Result<Read<Kept>, InputError> {
    let mut seen = Seen::new();
    read_objects(source, |object, notes| {
        let kept = kept(object, notes)?;
        let question = kept.entry.question.clone();
        seen.once(question.clone(), notes.line, object.need("question")?, || crate::error::quoted(&question))?;
        Ok(kept)
    })
}

fn kept(object: &Object<'_>, notes: &mut Notes) -> Result<Kept, InputError> {
    let entry = Entry {
        question: id(object.need("question")?, "question", notes)?.into_owned(),
        owner: finding(object, notes)?,
        secondary: all(object, "secondary", |value| finding(&value.object()?, notes))?,
        lost: all(object, "lost", |value| lost(&value.object()?, notes))?,
        groups: object.get("groups").map_or(Ok(0), size)?,
    };
    let history = all(object, "history", |value| {
        let said = value.object()?;
        let run = said.need("run")?.string()?.into_owned();
        Ok(Said { run, cause: said.get("cause").map(cause).transpose()? })
    })?;
    Ok(Kept { entry, history, wont_fix: object.string("reason")?, probed: object.string("probed")? })
}

/// The members of a list that may be absent.
fn all<T>(object: &Object<'_>, key: &str, item: impl FnMut(Value<'_>) -> Result<T, InputError>) -> Result<Vec<T>, InputError> {
    object.get(key).map_or_else(|| Ok(Vec::new()), |list| list.list()?.map(item).collect())
}

fn size(value: Value<'_>) -> Result<usize, InputError> {
    usize::try_from(value.count()?).map_err(|_| value.wants("a count"))
}

fn rank(value: Value<'_>) -> Result<u32, InputError> {
    u32::try_from(value.count()?).map_err(|_| value.wants("a rank of at most 32 bits"))
}

fn cause(value: Value<'_>) -> Result<Cause, InputError> {
    let names: Vec<(&'static str, Cause)> = CAUSES.iter().map(|definition| (definition.name, definition.cause)).collect();
    value.choice(&names)
}

fn finding(object: &Object<'_>, notes: &mut Notes) -> Result<Finding, InputError> {
    let cause = cause(object.need("cause")?)?;
    let known_by = object.choice("known_by", &KnownBy::ALL)?.unwrap_or(KnownBy::Inferred);
    let mut finding = Finding::observed(cause, object.string("why")?.unwrap_or_default());
    finding.known_by = known_by;
    if let Some(repair) = object.string("repair")? {
        finding.repair = repair.into();
    }
    finding.proof = all(object, "proof", |value| proof(&value.object()?, notes))?;
    Ok(finding)
}

fn proof(object: &Object<'_>, notes: &mut Notes) -> Result<Proof, InputError> {
    Ok(Proof {
        what: object.string("what")?.unwrap_or_default(),
        stage: object.choice("stage", &Stage::ALL)?,
        rank: object.get("rank").map(rank).transpose()?,
        length: object.get("length").map(size).transpose()?,
        passage: optional_id(object.get("passage"), "passage", notes)?,
        doc: optional_id(object.get("doc"), "doc", notes)?,
        rev: object.string("rev")?,
        range: object.get("range").map(Value::range).transpose()?,
        cover: object.get("cover").map(Value::finite).transpose()?,
        quote: object.string("quote")?,
    })
}

fn lost(object: &Object<'_>, notes: &mut Notes) -> Result<Lost, InputError> {
    let evidence = object.need("evidence")?.object()?;
    evidence.only(&LOCATOR_FIELDS)?;
    Ok(Lost {
        number: size(object.need("group")?)?,
        locator: locator(&evidence, notes)?,
        seen: all(object, "seen", |value| came(&value.object()?, notes))?,
        findings: all(object, "findings", |value| finding(&value.object()?, notes))?,
    })
}

fn came(object: &Object<'_>, notes: &mut Notes) -> Result<Came, InputError> {
    let piece = |value: Value<'_>| {
        let members: Vec<Value<'_>> = value.list()?.take(3).collect();
        match members[..] {
            [at, passage] => Ok((rank(at)?, id(passage, "pieces", notes)?.into_owned())),
            _ => Err(value.wants("[rank, passage]")),
        }
    };
    Ok(Came {
        stage: object.need("stage")?.choice(&Stage::ALL)?,
        length: size(object.need("length")?)?,
        rank: object.get("rank").map(rank).transpose()?,
        cover: object.get("cover").map_or(Ok(0.0), Value::finite)?,
        pieces: all(object, "pieces", piece)?,
    })
}

/// Writes failures, one a line, in an order of fields that never changes. What [`read_ledger`] reads of it is what was written.
pub fn write_ledger(to: &mut dyn Write, kept: &[Kept]) -> io::Result<()> {
    kept.iter().try_for_each(|kept| writeln!(to, "{}", line(kept)))
}

/// One failure as a line, without its end.
pub fn line(kept: &Kept) -> String {
    let entry = &kept.entry;
    let line = Written {
        question: &entry.question,
        owner: written(&entry.owner),
        secondary: entry.secondary.iter().map(written).collect(),
        groups: entry.groups,
        lost: entry.lost.iter().map(written_lost).collect(),
        state: kept.state().name(),
        reason: kept.wont_fix.as_deref(),
        first_run: kept.first_run(),
        last_run: kept.last_run(),
        probed: kept.probed.as_deref(),
        history: kept.history.iter().map(|said| WrittenSaid { run: &said.run, cause: said.cause.map(Cause::name) }).collect(),
    };
    serde_json::to_string(&line).expect("strings and finite numbers can be written")
}

#[derive(Serialize)]
struct Written<'a> {
    question: &'a str,
    #[serde(flatten)]
    owner: WrittenFinding<'a>,
    secondary: Vec<WrittenFinding<'a>>,
    groups: usize,
    lost: Vec<WrittenLost<'a>>,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    probed: Option<&'a str>,
    first_run: &'a str,
    last_run: &'a str,
    history: Vec<WrittenSaid<'a>>,
}

#[derive(Serialize)]
struct WrittenFinding<'a> {
    cause: &'static str,
    known_by: &'static str,
    why: &'a str,
    repair: &'a str,
    proof: Vec<WrittenProof<'a>>,
}

#[derive(Serialize)]
struct WrittenProof<'a> {
    what: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    stage: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    passage: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    doc: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rev: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<(usize, usize)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cover: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quote: Option<&'a str>,
}

#[derive(Serialize)]
struct WrittenLost<'a> {
    group: usize,
    evidence: WrittenLocator<'a>,
    seen: Vec<WrittenSeen<'a>>,
    findings: Vec<WrittenFinding<'a>>,
}

#[derive(Serialize)]
struct WrittenLocator<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    passage: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    doc: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rev: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<(usize, usize)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quote: Option<&'a str>,
}

#[derive(Serialize)]
struct WrittenSeen<'a> {
    stage: &'static str,
    length: usize,
    rank: Option<u32>,
    cover: f64,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pieces: &'a [(u32, String)],
}

#[derive(Serialize)]
struct WrittenSaid<'a> {
    run: &'a str,
    cause: Option<&'static str>,
}

fn written(finding: &Finding) -> WrittenFinding<'_> {
    WrittenFinding {
        cause: finding.cause.name(),
        known_by: finding.known_by.name(),
        why: &finding.why,
        repair: &finding.repair,
        proof: finding.proof.iter().map(written_proof).collect(),
    }
}

fn written_proof(proof: &Proof) -> WrittenProof<'_> {
    WrittenProof {
        what: &proof.what,
        stage: proof.stage.map(Stage::name),
        rank: proof.rank,
        length: proof.length,
        passage: proof.passage.as_deref(),
        doc: proof.doc.as_deref(),
        rev: proof.rev.as_deref(),
        range: proof.range.map(|range| (range.start(), range.end())),
        cover: proof.cover,
        quote: proof.quote.as_deref(),
    }
}

fn written_lost(lost: &Lost) -> WrittenLost<'_> {
    let seen = |seen: &'_ Came| (seen.stage.name(), seen.length, seen.rank, seen.cover);
    WrittenLost {
        group: lost.number,
        evidence: written_locator(&lost.locator),
        seen: lost
            .seen
            .iter()
            .map(|came| {
                let (stage, length, rank, cover) = seen(came);
                WrittenSeen { stage, length, rank, cover, pieces: &came.pieces }
            })
            .collect(),
        findings: lost.findings.iter().map(written).collect(),
    }
}

fn written_locator(locator: &Locator) -> WrittenLocator<'_> {
    let passage = match locator {
        Locator::Passage(id) => Some(id.as_str()),
        _ => None,
    };
    let (range, quote) = match locator {
        Locator::Range { range, quote, .. } => (Some((range.start(), range.end())), quote.as_deref()),
        _ => (None, None),
    };
    WrittenLocator { passage, doc: locator.doc(), rev: locator.rev(), range, quote }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evidence::SourceRange;

    fn full() -> Kept {
        let range = SourceRange::new(3, 9);
        let proof = Proof {
            what: "within the cut \u{1b}[2J".into(),
            stage: Some(Stage::Fused),
            rank: Some(4),
            length: Some(50),
            passage: Some("p#1".into()),
            doc: Some("d".into()),
            rev: Some("2".into()),
            range,
            cover: Some(0.25),
            quote: Some("a \"quote\"".into()),
        };
        let owner = Finding::inferred(Cause::Packing, "why").with(proof).repair("mend it so");
        let locator =
            Locator::Range { doc: "d".into(), rev: None, range: SourceRange::new(0, 2).unwrap(), quote: Some("ab".into()) };
        let seen = Came { stage: Stage::Candidates, length: 7, rank: None, cover: 0.5, pieces: vec![(3, "p#1".into())] };
        let lost = Lost { number: 2, locator, seen: vec![seen], findings: vec![owner.clone()] };
        let secondary = vec![Finding::observed(Cause::CitationFault, "cited wrongly")];
        let entry = Entry { question: "q".into(), owner, secondary, lost: vec![lost], groups: 3 };
        let said = |run: &str, cause| Said { run: run.into(), cause };
        let history = vec![said("r1", Some(Cause::Rank)), said("r2", None), said("r3", Some(Cause::Packing))];
        Kept { entry, history, wont_fix: Some("not asked any more".into()), probed: Some("sha256:0".into()) }
    }

    #[test]
    fn what_is_written_is_read() {
        let bare = Kept::new("r", Entry { question: "a".into(), lost: vec![], secondary: vec![], ..full().entry });
        let all = [full(), bare];
        let mut bytes = Vec::new();
        write_ledger(&mut bytes, &all).unwrap();
        let read = read_ledger(&Source::memory("ledger.jsonl", bytes)).unwrap();
        assert_eq!((read.items.as_slice(), read.warnings.len()), (&all[..], 0));
    }

    #[test]
    fn faults_say_where() {
        let problem = |text: &str| read_ledger(&Source::memory("l", text.as_bytes())).unwrap_err().to_string();
        assert!(problem(r#"{"question":"q","cause":"rang"}"#).contains("did you mean 'rank'?"));
        assert!(problem("{\"question\":\"q\",\"cause\":\"rank\"}\n{\"question\":\"q\",\"cause\":\"rank\"}").contains("l:2:"));
        assert!(problem(r#"{"question":"q"}"#).contains("'cause'"));
        assert!(read_ledger(&Source::memory("l", *b"")).unwrap().items.is_empty());
    }
}
