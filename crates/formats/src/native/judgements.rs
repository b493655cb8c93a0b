//! `judgements.jsonl`: what judges said of a run, one verdict a line.

use retrieval::record::Mode;

use crate::error::InputError;
use crate::json::{Kind, Object};
use crate::native::id::id;
use crate::native::read::{Notes, Read, read_objects};
use crate::native::records::{error_text, mode, repeat};
use crate::source::Source;
use crate::suggest;

/// What a judgement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JudgementKind {
    /// Whether a passage supports a claim.
    Support,
    /// Whether the answer states a fact.
    Fact,
    /// Whether a part of the context was needed.
    Context,
    /// Whether the answer addresses the question.
    Relevance,
    /// Whether the answer is right.
    Answer,
    /// Whether a citation supports its sentence.
    Citation,
    /// A rubric of the project's own.
    Rubric,
}

impl JudgementKind {
    /// Every kind with its name in files.
    pub const ALL: [(&'static str, Self); 7] = [
        ("support", Self::Support),
        ("fact", Self::Fact),
        ("context", Self::Context),
        ("relevance", Self::Relevance),
        ("answer", Self::Answer),
        ("citation", Self::Citation),
        ("rubric", Self::Rubric),
    ];
}

/// One verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The question's id.
    pub question: String,
    /// The mode of the answer.
    pub mode: Mode,
    /// The repeat of the answer.
    pub repeat: u32,
    /// What it is about.
    pub kind: JudgementKind,
    /// The verdict; `None` where the judge failed. Of kind `answer` it is "correct" or "incorrect".
    pub verdict: Option<String>,
    /// Who judged.
    pub judge: Option<String>,
    /// Why there is no verdict.
    pub error: Option<String>,
}

impl Judgement {
    /// Whether the answer is right, where this is a verdict of kind `answer`.
    pub fn answer_is_correct(&self) -> Option<bool> {
        (self.kind == JudgementKind::Answer).then_some(self.verdict.as_deref())?.map(|v| v == "correct")
    }
}

/// The fields of a judgement that are read here.
pub(crate) const FIELDS: [&str; 7] = ["question", "mode", "repeat", "kind", "verdict", "judge", "error"];

/// Fields that this reader passes over; nothing is refused for what stands there.
pub(crate) const PASSED_OVER: [&str; 6] = ["target", "passage", "quote", "quote_found", "judge_repeat", "reason"];

/// The verdicts of kind `answer`.
pub(crate) const ANSWER_VERDICTS: [&str; 2] = ["correct", "incorrect"];

/// Reads judgements. Several of one answer stand side by side: judges and their repeats may differ. Fields that only other readers
/// need (targets, quotes, reasons) are passed over.
pub fn read_judgements(source: &Source) -> Result<Read<Judgement>, InputError> {
    read_objects(source, judgement)?.not_empty(source, || InputError::new("holds no judgement"))
}

fn judgement(object: &Object<'_>, notes: &mut Notes) -> Result<Judgement, InputError> {
    let kind = object.need("kind")?.choice(&JudgementKind::ALL)?;
    let error = error_text(object)?;
    let verdict = match (object.get("verdict"), &error) {
        (Some(verdict), None) => Some(verdict),
        (None, Some(_)) => None,
        (Some(verdict), Some(_)) => {
            return Err(verdict.fault("a judgement has a 'verdict' or an 'error', and this one has both"));
        }
        (None, None) => {
            return Err(object.whole().fault("a judgement needs its 'verdict', or the 'error' that left it without one"));
        }
    };
    if let Some(value) = verdict.filter(|_| kind == JudgementKind::Answer) {
        let verdict = value.string()?;
        if !ANSWER_VERDICTS.contains(&verdict.as_ref()) {
            let error = value.fault(format!("{} of an answer must be 'correct' or 'incorrect'", value.name()));
            return Err(match suggest::nearest(&verdict, ANSWER_VERDICTS) {
                Some(near) => error.mend(format!("did you mean '{near}'?")),
                None => error,
            });
        }
    }
    Ok(Judgement {
        question: id(object.need("question")?, "question", notes)?.into_owned(),
        mode: mode(object)?,
        repeat: repeat(object)?,
        kind,
        // Other kinds have verdicts of their own, grades among them; here they stay as written.
        verdict: verdict
            .map(|v| if v.kind() == Kind::String { Ok(v.string()?.into_owned()) } else { Ok(v.literal().to_owned()) })
            .transpose()?,
        judge: object.string("judge")?,
        error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(more: &str) -> Result<Judgement, InputError> {
        let text = format!(r#"{{"question":"q",{more}}}"#);
        read_judgements(&Source::memory("judgements.jsonl", text.into_bytes())).map(|mut r| r.items.remove(0))
    }

    fn problem(more: &str) -> String {
        with(more).unwrap_err().problem().to_owned()
    }

    #[test]
    fn verdicts_on_answers_are_read() {
        let judgement =
            with(r#""kind":"answer","mode":"oracle","repeat":1,"verdict":"correct","judge":"ann","reason":"r""#).unwrap();
        assert_eq!((judgement.mode, judgement.repeat, judgement.judge.as_deref()), (Mode::Oracle, 1, Some("ann")));
        assert_eq!(judgement.answer_is_correct(), Some(true));
        assert_eq!(with(r#""kind":"answer","verdict":"incorrect""#).unwrap().answer_is_correct(), Some(false));
        let failed = with(r#""kind":"answer","verdict":null,"error":"429""#).unwrap();
        assert_eq!((failed.answer_is_correct(), failed.error.as_deref()), (None, Some("429")));
    }

    #[test]
    fn other_kinds_keep_their_verdict_as_written() {
        let judgement = with(r#""kind":"rubric","verdict":2"#).unwrap();
        assert_eq!((judgement.verdict.as_deref(), judgement.answer_is_correct()), (Some("2"), None));
    }

    /// Case B18: a verdict is read from its place or not at all.
    #[test]
    fn what_is_no_verdict_is_refused() {
        for verdict in ["true", "1", "\"yes\"", "\"Correct\"", "\"correct.\"", "[]"] {
            assert!(problem(&format!(r#""kind":"answer","verdict":{verdict}"#)).contains("field 'verdict'"), "{verdict}");
        }
        assert!(problem(r#""kind":"answer""#).contains("needs its 'verdict'"));
        assert!(problem(r#""kind":"answer","verdict":"correct","error":"x""#).contains("both"));
        assert_eq!(problem(r#""verdict":"correct""#), "field 'kind' is missing");
        assert_eq!(problem(r#""kind":"anser","verdict":"correct""#), "field 'kind' is 'anser', which is no known value");
    }
}
