//! `timings.jsonl`: how long each call took, apart from the records so that those are the same bytes run after run.

use retrieval::record::Mode;

use crate::error::{InputError, quoted};
use crate::json::Object;
use crate::native::id::id;
use crate::native::read::{Notes, Read, Seen, read_objects};
use crate::native::records::{mode, repeat};
use crate::source::Source;

/// The fields of a line.
pub(crate) const FIELDS: [&str; 4] = ["question", "mode", "repeat", "ms"];

/// The stage that is the whole call.
pub const TOTAL: &str = "total";

/// How long one call took.
#[derive(Clone, Debug, PartialEq)]
pub struct Timing {
    /// The question's id.
    pub question: String,
    /// The mode.
    pub mode: Mode,
    /// The repeat.
    pub repeat: u32,
    /// Milliseconds by stage, as written; at least 0. Empty where the call failed: its time says nothing of the system.
    pub stages: Vec<(String, f64)>,
}

impl Timing {
    /// Milliseconds of the whole call; `None` where it was not captured.
    pub fn total(&self) -> Option<f64> {
        self.stages.iter().find(|(stage, _)| stage == TOTAL).map(|(_, time)| *time)
    }
}

/// Reads timings; each call once.
pub fn read_timings(source: &Source) -> Result<Read<Timing>, InputError> {
    let mut seen = Seen::new();
    read_objects(source, |object, notes| {
        let timing = timing(object, notes)?;
        let key = (timing.question.clone(), timing.mode, timing.repeat);
        let name = || format!("{} in this mode and repeat", quoted(&timing.question));
        seen.once(key, notes.line, object.need("question")?, name)?;
        Ok(timing)
    })
}

fn timing(object: &Object<'_>, notes: &mut Notes) -> Result<Timing, InputError> {
    let mut stages = Vec::new();
    for (stage, time) in object.need("ms")?.object()?.fields() {
        let milliseconds = time.finite()?;
        if milliseconds < 0.0 {
            return Err(time.fault(format!("{milliseconds} ms: a call takes no less than no time")));
        }
        stages.push((stage.into_owned(), milliseconds));
    }
    Ok(Timing {
        question: id(object.need("question")?, "question", notes)?.into_owned(),
        mode: mode(object)?,
        repeat: repeat(object)?,
        stages,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Read<Timing>, InputError> {
        read_timings(&Source::memory("timings.jsonl", text.as_bytes().to_vec()))
    }

    #[test]
    fn times_are_read_by_stage() {
        let text = "{\"question\":\"q\",\"mode\":\"oracle\",\"repeat\":2,\"ms\":{\"retrieval\":1.5,\"total\":2}}\n{\"question\":\"r\",\"ms\":{}}\n";
        let read = read(text).unwrap().items;
        assert_eq!((read[0].mode, read[0].repeat, read[0].total()), (Mode::Oracle, 2, Some(2.0)));
        assert_eq!((read[1].stages.len(), read[1].total()), (0, None));
    }

    #[test]
    fn what_is_no_time_is_refused_where_it_stands() {
        let error = read("{\"question\":\"q\",\"ms\":{\"total\":-1}}\n").unwrap_err();
        assert_eq!((error.problem(), error.line()), ("-1 ms: a call takes no less than no time", Some(1)));
        assert!(read("{\"question\":\"q\"}\n").is_err());
        assert!(read("{\"question\":\"q\",\"ms\":{\"total\":\"1\"}}\n").is_err());
        let twice = read("{\"question\":\"q\",\"ms\":{}}\n{\"question\":\"q\",\"ms\":{}}\n").unwrap_err();
        assert!(twice.problem().contains("'q' in this mode and repeat"), "{twice}");
    }
}
