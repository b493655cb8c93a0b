//! What a Markdown file says about itself: `key: value` lines between `---` at its start.
//!
//! A small part of YAML, on purpose: one value a key, and for `acl` a list, `[a, b]` or one `- a` a line. Keys that mean nothing
//! here (`date`, `layout`, …) are left alone, with whatever is indented below them.

use evidence::Status;
use formats::InputError;
use formats::error::quoted;

/// The keys that mean something here.
pub const KEYS: [&str; 9] = ["id", "title", "tenant", "acl", "status", "rev", "effective_from", "expires_at", "superseded_by"];

/// What a file says about itself; as in a corpus file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrontMatter {
    /// The document's id, for its whole life.
    pub id: Option<String>,
    /// A title for people.
    pub title: Option<String>,
    /// Who owns it.
    pub tenant: Option<String>,
    /// Groups that may open it. Absent: everyone of the tenant. Empty: nobody.
    pub acl: Option<Vec<String>>,
    /// Where it is in its life.
    pub status: Status,
    /// The revision.
    pub rev: Option<String>,
    /// ISO 8601 date from which it is in force.
    pub effective_from: Option<String>,
    /// ISO 8601 date from which it no longer is.
    pub expires_at: Option<String>,
    /// `id` or `id@rev` of what replaced it.
    pub superseded_by: Option<String>,
}

/// Length in bytes of the front matter at the start of `text`, its closing line included, or `None` where there is none.
///
/// It begins with a line `---` and ends with the next line `---` or `...`; its first line has a key, so that a rule (`---`) at
/// the start of a text is not mistaken for it.
pub fn length(text: &str) -> Option<usize> {
    let mut at = text.strip_prefix("---").filter(|rest| rest.starts_with(['\n', ' ', '\t'])).and(text.find('\n'))? + 1;
    if !text[3..at].trim().is_empty() {
        return None;
    }
    let first = text[at..].lines().find(|l| !l.trim().is_empty() && !l.starts_with('#'))?;
    if key_of(first).is_none() && first.trim_end() != "---" {
        return None;
    }
    for line in text[at..].split_inclusive('\n') {
        at += line.len();
        if matches!(line.trim_end(), "---" | "...") {
            return Some(at);
        }
    }
    None
}

/// Reads front matter, given with its marks.
///
/// # Errors
/// A key that stands twice, a value that is not of its kind, or an `acl` without a value, with the line.
pub fn read(block: &str) -> Result<FrontMatter, InputError> {
    let lines: Vec<&str> = block.lines().collect();
    let mut front = FrontMatter::default();
    let mut seen: Vec<&str> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some((key, value)) = key_of(line).and_then(|(k, v)| KEYS.iter().find(|known| **known == k).map(|k| (*k, v))) else {
            continue;
        };
        let fault = |problem: String| InputError::new(problem).at_line(index as u64 + 1);
        if seen.contains(&key) {
            return Err(fault(format!("'{key}' stands twice in the front matter")));
        }
        seen.push(key);
        if key == "acl" {
            front.acl = Some(groups(value, &lines[index + 1..]).map_err(|e| e.at_line(index as u64 + 1))?);
            continue;
        }
        let Some(value) = scalar(value).map_err(|p| fault(format!("'{key}' {p}")))? else { continue };
        let place = match key {
            "id" => &mut front.id,
            "title" => &mut front.title,
            "tenant" => &mut front.tenant,
            "rev" => &mut front.rev,
            "effective_from" => &mut front.effective_from,
            "expires_at" => &mut front.expires_at,
            "superseded_by" => &mut front.superseded_by,
            _ => {
                let known = Status::ALL.iter().find(|(name, _)| *name == value);
                let names: Vec<&str> = Status::ALL.iter().map(|(name, _)| *name).collect();
                front.status = known.map(|(_, status)| *status).ok_or_else(|| {
                    fault(format!("'status' is {}, which is no known value", quoted(&value)))
                        .mend(format!("write one of {}", names.join(", ")))
                })?;
                continue;
            }
        };
        *place = Some(value);
    }
    Ok(front)
}

/// The key of a line at the margin, and what stands behind its colon.
fn key_of(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let sound = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    (sound && (value.is_empty() || value.starts_with([' ', '\t']))).then(|| (key, value.trim()))
}

/// The groups of an `acl`: `[a, b]`, or lines `- a` that follow.
fn groups(value: &str, below: &[&str]) -> Result<Vec<String>, InputError> {
    let wrong = |p: &str| InputError::new(format!("'acl' {p}")).mend("write acl: [group, group], or acl: [] for nobody");
    let group = |text: &str| scalar(text).map_err(|p| wrong(&p))?.ok_or_else(|| wrong("has an empty group"));
    let value = without_comment(value);
    if let Some(inside) = value.strip_prefix('[') {
        let inside = inside.strip_suffix(']').ok_or_else(|| wrong("has a '[' without its ']' on the same line"))?;
        let inside = inside.trim().trim_end_matches(',');
        return if inside.is_empty() { Ok(Vec::new()) } else { inside.split(',').map(group).collect() };
    }
    if !value.is_empty() {
        return Err(wrong("must be a list"));
    }
    let items = below.iter().map(|l| l.trim()).take_while(|l| *l != "---").map_while(|l| l.strip_prefix('-'));
    let list = items.map(group).collect::<Result<Vec<_>, _>>()?;
    // YAML would read nothing as "no restriction"; who wrote the key meant one.
    if list.is_empty() { Err(wrong("has no value; without the line everyone of the tenant may open it")) } else { Ok(list) }
}

/// A value: bare, or in quotes; `None` where it is empty or `null`.
fn scalar(value: &str) -> Result<Option<String>, String> {
    let value = value.trim();
    for quote in ['"', '\''] {
        if let Some(rest) = value.strip_prefix(quote) {
            let (inside, after) = rest.split_once(quote).ok_or("has a quotation mark without its end")?;
            if inside.contains('\\') || !without_comment(after).is_empty() {
                return Err("has a value that is not read; write it without quotes or escapes".into());
            }
            return Ok(Some(inside.to_owned()).filter(|v| !v.trim().is_empty()));
        }
    }
    let value = without_comment(value);
    match value.chars().next() {
        None => Ok(None),
        _ if matches!(value, "null" | "~") => Ok(None),
        Some('[' | '{' | '|' | '>' | '&' | '*' | '!') => Err("must be one value on one line".into()),
        Some(_) => Ok(Some(value.to_owned())),
    }
}

/// A value up to ` #`.
fn without_comment(value: &str) -> &str {
    let end = if value.starts_with('#') { 0 } else { value.find(" #").unwrap_or(value.len()) };
    value[..end].trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_read_and_others_are_left_alone() {
        let front = read(
            "---\nid: 007\ntitle: \"A: b\"\ntenant: t # owner\nacl:\n  - x\n  - 'y z'\nstatus: expired\nrev: 2\ndate: [1]\nmore:\n  id: inner\n\
             effective_from: 2026-01-01\nexpires_at: 2027-01-01\nsuperseded_by: d@3\n---\n",
        )
        .unwrap();
        assert_eq!(
            (front.id.as_deref(), front.title.as_deref(), front.tenant.as_deref()),
            (Some("007"), Some("A: b"), Some("t"))
        );
        assert_eq!(
            (front.acl, front.status, front.rev.as_deref()),
            (Some(vec!["x".into(), "y z".into()]), Status::Expired, Some("2"))
        );
        assert_eq!((front.effective_from.as_deref(), front.expires_at.as_deref()), (Some("2026-01-01"), Some("2027-01-01")));
        assert_eq!(front.superseded_by.as_deref(), Some("d@3"));
    }

    #[test]
    fn everyone_nobody_and_a_slip_are_three_things() {
        assert_eq!(read("---\nid: a\n---").unwrap().acl, None);
        assert_eq!(read("---\nacl: []\n---").unwrap().acl, Some(vec![]));
        assert_eq!(read("---\nacl: [a, \"b\"]\n---").unwrap().acl, Some(vec!["a".into(), "b".into()]));
        for slip in ["acl:", "acl: a", "acl: [a", "acl: [a,,b]", "acl: # later"] {
            let error = read(&format!("---\nid: a\n{slip}\n---")).unwrap_err();
            assert_eq!(error.line(), Some(3), "{slip}");
        }
    }

    #[test]
    fn faults_name_their_line() {
        for (text, problem) in [
            ("---\nid: a\nid: b\n---", "'id' stands twice in the front matter"),
            ("---\nx: 1\nstatus: actve\n---", "'status' is 'actve', which is no known value"),
            ("---\nx: 1\ntitle: >\n---", "'title' must be one value on one line"),
            ("---\nx: 1\ntitle: \"a\n---", "'title' has a quotation mark without its end"),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!((error.problem(), error.line()), (problem, Some(3)));
        }
    }

    #[test]
    fn a_rule_is_no_front_matter() {
        assert_eq!(length("---\nid: a\n---\ntext"), Some(14));
        assert_eq!(length("---\nid: a\n...\n"), Some(14));
        assert_eq!(length("---\n---\n"), Some(8));
        for text in ["", "---", "---\n", "---\nSome words.\n\n---\n", "--- x\nid: a\n---\n", "---\nid: a\n", "----\nid: a\n---\n"]
        {
            assert_eq!(length(text), None, "{text:?}");
        }
    }
}
