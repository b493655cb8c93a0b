//! Final questions become tuning questions: one value of their lines changes, and nothing else.

use evidence::Split;

use crate::error::InputError;
use crate::json::Tape;
use crate::source::Source;

/// The bytes of a question file in which every final question is a tuning one, and how many there were. Every other byte stays: fields
/// and their order, blanks, line ends, a byte-order mark.
///
/// Refused is what is no plain JSON Lines: compressed files and YAML are changed by hand.
pub fn retired(name: &str, bytes: &[u8]) -> Result<(Vec<u8>, usize), InputError> {
    let by_hand = |problem: &str| {
        InputError::new(problem)
            .in_file(name)
            .mend("write \"split\":\"tune\" in place of \"split\":\"final\" yourself, then say fourcell custody retire again")
    };
    if bytes.starts_with(&[0x1f, 0x8b]) || crate::zstd::begins_like_zstd(bytes) {
        return Err(by_hand("is compressed, and is not rewritten"));
    }
    let text = std::str::from_utf8(bytes).map_err(|e| by_hand("invalid UTF-8").at_byte(e.valid_up_to() as u64))?;
    let (mut out, mut changed) = (String::with_capacity(text.len()), 0);
    for (number, whole) in (1..).zip(text.split_inclusive('\n')) {
        let marked = if number == 1 { whole.strip_prefix('\u{feff}').unwrap_or(whole) } else { whole };
        out.push_str(&whole[..whole.len() - marked.len()]);
        let line = marked.trim_end_matches(['\n', '\r']);
        match value(line).map_err(|e| e.at_line(number).in_file(name))? {
            None => out.push_str(marked),
            Some((start, end)) => {
                out.push_str(&marked[..start]);
                out.push_str("\"tune\"");
                out.push_str(&marked[end..]);
                changed += 1;
            }
        }
    }
    Ok((out.into_bytes(), changed))
}

/// Where the word stands that makes a line's question a final one.
fn value(line: &str) -> Result<Option<(usize, usize)>, InputError> {
    if line.trim().is_empty() {
        return Ok(None);
    }
    let tape = Tape::parse(line, Vec::new())?;
    let Some(split) = tape.object()?.get("split") else { return Ok(None) };
    let is_final = split.choice(&Split::ALL)? == Split::Final;
    Ok(is_final.then(|| (split.byte(), split.byte() + split.literal().len())))
}

/// The same of the file that a source names.
pub fn retired_file(source: &Source) -> Result<(Vec<u8>, usize), InputError> {
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut source.open_raw()?, &mut bytes).map_err(|e| source.cannot_read(&e))?;
    retired(source.name(), &bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_value_of_final_lines_changes_and_no_other_byte() {
        let text = "\u{feff}{ \"split\" : \"final\" , \"id\":\"a\",\"query\":\"\\u00e9 \\\"split\\\":\\\"final\\\"\"}\r\n\n{\"id\":\"b\",\"split\":\"tune\"}\n\
                    {\"id\":\"c\",\"x\":{\"split\":\"final\"},\"split\":\"fin\\u0061l\"}\n{\"id\":\"final\"}";
        let (bytes, changed) = retired("q", text.as_bytes()).unwrap();
        let expected = text.replace("\"split\" : \"final\"", "\"split\" : \"tune\"").replace("\"fin\\u0061l\"", "\"tune\"");
        assert_eq!((std::str::from_utf8(&bytes).unwrap(), changed), (expected.as_str(), 2));
        assert_eq!(retired("q", &bytes).unwrap(), (bytes, 0));
    }

    #[test]
    fn what_is_not_plain_is_left_to_the_user() {
        assert!(retired("q.gz", &[0x1f, 0x8b, 8]).unwrap_err().advice().unwrap().contains("yourself"));
        assert!(retired("q.zst", &[0x28, 0xb5, 0x2f, 0xfd]).unwrap_err().problem().contains("compressed"));
        assert_eq!(retired("q", b"a\xff").unwrap_err().byte(), Some(1));
        let error = retired("q", b"{\"id\":\"a\"}\n{\"split\":\"last\"}").unwrap_err();
        assert_eq!((error.line(), error.column()), (Some(2), Some(10)));
    }
}
