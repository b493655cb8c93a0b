//! `labels.jsonl`: graded labels that people gave, one a line.

use evidence::{Label, LabelStatus, Locator};

use crate::error::InputError;
use crate::json::{Kind, Object, Value};
use crate::native::evidence_tree::locator;
use crate::native::id::{id, optional_id, revision};
use crate::native::read::{Notes, Read, read_objects};
use crate::source::Source;

/// The fields of a label.
pub(crate) const FIELDS: [&str; 11] =
    ["question", "passage", "doc", "rev", "range", "grade", "reason", "rater", "at", "status", "adjudicates"];

/// The fields of a label's range.
pub(crate) const RANGE_FIELDS: [&str; 4] = ["doc", "rev", "range", "quote"];

/// What a label grades is one of these.
pub(crate) const TARGETS: [&str; 3] = ["passage", "doc", "range"];

/// The best grade.
pub(crate) const HIGHEST_GRADE: u8 = 3;

pub(crate) const STATUS: [(&str, LabelStatus); 2] =
    [("independent", LabelStatus::Independent), ("adjudicated", LabelStatus::Adjudicated)];

/// Reads labels. Several of one target stand side by side: raters may differ, and which grade holds is decided elsewhere. A file
/// without labels is a project whose labelling has yet to begin.
pub fn read_labels(source: &Source) -> Result<Read<Label>, InputError> {
    read_objects(source, label)
}

fn label(object: &Object<'_>, notes: &mut Notes) -> Result<Label, InputError> {
    notes.unknown_keys(object, &FIELDS)?;
    let adjudicates = object.get("adjudicates").map(Value::list).transpose()?;
    Ok(Label {
        question: id(object.need("question")?, "question", notes)?.into_owned(),
        target: target(object, notes)?,
        grade: grade(object.need("grade")?)?,
        reason: object.string("reason")?,
        rater: optional_id(object.get("rater"), "rater", notes)?,
        at: object.string("at")?,
        status: object.choice("status", &STATUS)?.unwrap_or_default(),
        adjudicates: adjudicates
            .into_iter()
            .flatten()
            .map(|rater| Ok(id(rater, "adjudicates", notes)?.into_owned()))
            .collect::<Result<_, InputError>>()?,
    })
}

fn grade(value: Value<'_>) -> Result<u8, InputError> {
    value.count().ok().and_then(|n| u8::try_from(n).ok()).filter(|&n| n <= HIGHEST_GRADE).ok_or_else(|| {
        value
            .wants("a whole number from 0 to 3")
            .mend("3 directly contains required evidence, 2 useful support, 1 related but insufficient, 0 not relevant")
    })
}

/// What was graded: exactly one of `passage`, `doc` and `range`.
fn target(object: &Object<'_>, notes: &mut Notes) -> Result<Locator, InputError> {
    let given: Vec<&str> = TARGETS.into_iter().filter(|key| object.get(key).is_some()).collect();
    let [kind] = given[..] else {
        let found = if given.is_empty() { "none".into() } else { given.join(" and ") };
        return Err(object.whole().fault(format!("a label grades one of 'passage', 'doc' and 'range', found {found}")));
    };
    let value = object.need(kind)?;
    if let Some(rev) = object.get("rev").filter(|_| kind != "doc") {
        return Err(rev.fault(format!("field 'rev' belongs to a 'doc', but this label grades a {kind}")));
    }
    match kind {
        "passage" => Ok(Locator::Passage(id(value, "passage", notes)?.into_owned())),
        "doc" => Ok(Locator::Document { doc: id(value, "doc", notes)?.into_owned(), rev: revision(object.get("rev"), notes)? }),
        _ => {
            let shape = r#"write "range":{"doc":"…","rev":"…","range":[start,end],"quote":"…"}"#;
            if value.kind() != Kind::Object {
                return Err(value.wants("an object").mend(shape));
            }
            let range = value.object()?;
            range.only(&RANGE_FIELDS)?;
            range.need("range")?;
            locator(&range, notes).map_err(|e| if e.advice().is_none() { e.mend(shape) } else { e })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evidence::SourceRange;

    fn with(more: &str) -> Result<Label, InputError> {
        let text = format!(r#"{{"question":"q",{more}}}"#);
        read_labels(&Source::memory("labels.jsonl", text.into_bytes())).map(|mut r| r.items.remove(0))
    }

    fn problem(more: &str) -> String {
        with(more).unwrap_err().problem().to_owned()
    }

    #[test]
    fn every_field_is_read() {
        let label = with(
            r#""passage":"p","grade":2,"reason":"part","rater":"ann","at":"2026-10-01","status":"adjudicated","adjudicates":["ann","bob"]"#,
        )
        .unwrap();
        assert_eq!(
            label,
            Label {
                question: "q".into(),
                target: Locator::Passage("p".into()),
                grade: 2,
                reason: Some("part".into()),
                rater: Some("ann".into()),
                at: Some("2026-10-01".into()),
                status: LabelStatus::Adjudicated,
                adjudicates: vec!["ann".into(), "bob".into()],
            }
        );
    }

    #[test]
    fn a_target_is_a_passage_a_document_or_a_range() {
        let target = |text: &str| with(&format!(r#"{text},"grade":0"#)).map(|l| l.target);
        let doc = Locator::Document { doc: "d".into(), rev: Some("2".into()) };
        assert_eq!(target(r#""doc":"d","rev":"2""#).unwrap(), doc);
        let range =
            Locator::Range { doc: "d".into(), rev: None, range: SourceRange::new(1, 4).unwrap(), quote: Some("abc".into()) };
        assert_eq!(target(r#""range":{"doc":"d","range":[1,4],"quote":"abc"}"#).unwrap(), range);
        let problem = |text: &str| target(text).unwrap_err().problem().to_owned();
        assert_eq!(problem(r#""rater":"a""#), "a label grades one of 'passage', 'doc' and 'range', found none");
        assert_eq!(
            problem(r#""passage":"p","doc":"d""#),
            "a label grades one of 'passage', 'doc' and 'range', found passage and doc"
        );
        assert_eq!(problem(r#""passage":"p","rev":"1""#), "field 'rev' belongs to a 'doc', but this label grades a passage");
        assert_eq!(problem(r#""range":[1,2]"#), "field 'range' must be an object, found list");
        assert_eq!(problem(r#""range":{"doc":"d"}"#), "field 'range.range' is missing");
        assert_eq!(problem(r#""range":{"range":[1,2]}"#), "field 'range' gives a 'range' without its 'doc'");
    }

    #[test]
    fn a_grade_is_a_whole_number_from_0_to_3() {
        for grade in ["4", "-1", "1.5", "\"2\"", "true", "2.0"] {
            assert!(
                problem(&format!(r#""passage":"p","grade":{grade}"#)).contains("must be a whole number from 0 to 3"),
                "{grade}"
            );
        }
        assert_eq!(problem(r#""passage":"p""#), "field 'grade' is missing");
        assert_eq!(problem(r#""passage":"p","grade":1,"status":"final""#), "field 'status' is 'final', which is no known value");
        assert_eq!(problem(r#""passage":"p","grade":1,"rator":"x""#), "unknown field 'rator'");
    }
}
