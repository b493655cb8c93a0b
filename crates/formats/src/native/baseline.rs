//! `baseline.jsonl`: the runs that were accepted as baselines, one a line; the last holds. Each says why, and what it was.

use std::io::{self, Write};

use serde::Serialize;

use crate::error::InputError;
use crate::json::Object;
use crate::native::read::{Read, read_objects};
use crate::source::Source;

/// The fields of a line.
pub(crate) const FIELDS: [&str; 6] = ["run", "reason", "at", "records", "judgements", "set"];

/// A run that was accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Accepted {
    /// The run, by its name under the project's runs or its directory relative to the project.
    pub run: String,
    /// Why it was accepted.
    pub reason: String,
    /// When.
    pub at: String,
    /// The hash of its records.
    pub records: String,
    /// The hash of what its judges said; `None` where it was not judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judgements: Option<String>,
    /// The hash of the questions with their labels that it was accepted on.
    pub set: String,
}

/// Reads the baselines, the first first. A file without any says that none was accepted.
pub fn read_baselines(source: &Source) -> Result<Read<Accepted>, InputError> {
    read_objects(source, |object, _| accepted(object))
}

fn accepted(object: &Object<'_>) -> Result<Accepted, InputError> {
    object.only(&FIELDS)?;
    let need = |key: &str| object.need(key)?.string().map(|text| text.into_owned());
    Ok(Accepted {
        run: need("run")?,
        reason: need("reason")?,
        at: need("at")?,
        records: need("records")?,
        judgements: object.string("judgements")?,
        set: need("set")?,
    })
}

/// Writes them.
pub fn write_baselines(to: &mut dyn Write, all: &[Accepted]) -> io::Result<()> {
    for accepted in all {
        serde_json::to_writer(&mut *to, accepted)?;
        to.write_all(b"\n")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let first = Accepted {
            run: "main".into(),
            reason: "release \"2\"\u{7f}\n".into(),
            at: "2026-12-01T00:00:00Z".into(),
            records: "sha256:1".into(),
            judgements: None,
            set: "sha256:2".into(),
        };
        let all = vec![first.clone(), Accepted { judgements: Some("sha256:3".into()), ..first }];
        let mut bytes = Vec::new();
        write_baselines(&mut bytes, &all).unwrap();
        assert_eq!(read_baselines(&Source::memory("baseline.jsonl", bytes)).unwrap().items, all);
        let other = Source::memory("baseline.jsonl", b"{\"run\":\"main\",\"raeson\":\"x\"}\n".to_vec());
        let error = read_baselines(&other).unwrap_err();
        assert_eq!(error.line(), Some(1));
        assert!(error.to_string().contains("raeson"), "{error}");
    }
}
