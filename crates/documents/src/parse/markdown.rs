//! Markdown: the text as it stands, with what its marks say.
//!
//! Source ranges count in the file itself, after a byte-order mark is dropped and CRLF has become LF. Front matter is text like
//! the rest. Headings are `#` lines and underlined paragraphs, outside code fences, comments and front matter.

use std::ops::Range;

use formats::InputError;

use super::structure::BlockKind;
use super::{Parsed, Structure, bytes, front_matter};

/// Name and version, for manifests.
pub const PARSER: &str = "markdown/1";

/// Reads Markdown.
///
/// # Errors
/// Bytes that are no UTF-8 text; front matter that cannot be understood.
pub fn parse(input: Vec<u8>) -> Result<Parsed, InputError> {
    let mut text = bytes::text(input)?;
    if text.contains('\r') {
        text = text.replace("\r\n", "\n");
    }
    let front = front_matter::length(&text).map(|end| front_matter::read(&text[..end])).transpose()?;
    let scan = Scan::of(&text);
    let first = scan.headings.iter().find(|(level, _)| *level == 1).map(|(_, range)| text[range.clone()].to_owned());
    let title = front.as_ref().and_then(|f| f.title.clone()).or(first);
    let structure = Structure::from_bytes(&text, &scan.headings, &scan.blocks);
    Ok(Parsed { text, title, structure, parser: PARSER, front })
}

/// The headings and blocks of Markdown that is at hand as text, from a corpus file for instance.
pub fn structure(text: &str) -> Structure {
    let scan = Scan::of(text);
    Structure::from_bytes(text, &scan.headings, &scan.blocks)
}

/// A pass over the lines. O(n).
#[derive(Default)]
struct Scan {
    headings: Vec<(u8, Range<usize>)>,
    blocks: Vec<(BlockKind, Range<usize>)>,
    /// The paragraph that the lines so far belong to, in bytes: what an underline would make a heading.
    paragraph: Option<Range<usize>>,
    /// Where the paragraph's last line begins: a table's head is one line.
    last_line: usize,
    /// The table that the lines so far belong to.
    table: Option<Range<usize>>,
    /// The open code fence: its character, its length, where it began.
    fence: Option<(u8, usize, usize)>,
    in_comment: bool,
}

impl Scan {
    fn of(text: &str) -> Self {
        let mut scan = Self::default();
        let mut at = 0;
        if let Some(end) = front_matter::length(text) {
            scan.blocks.push((BlockKind::FrontMatter, 0..text[..end].trim_end().len()));
            at = end;
        }
        for line in text[at..].split_inclusive('\n') {
            scan.line(line.trim_end_matches(['\n', '\r']), at);
            at += line.len();
        }
        scan.close_table();
        if let Some((_, _, start)) = scan.fence {
            scan.blocks.push((BlockKind::Code, start..text.trim_end().len().max(start)));
        }
        scan
    }

    fn line(&mut self, line: &str, at: usize) {
        let end = at + line.len();
        if let Some((mark, length, start)) = self.fence {
            if closes_fence(line, mark, length) {
                self.blocks.push((BlockKind::Code, start..end));
                self.fence = None;
            }
            return;
        }
        if self.in_comment {
            self.in_comment = !line.contains("-->");
            return;
        }
        let indent = line.len() - line.trim_start_matches(' ').len();
        // Only spaces and tabs are white space to Markdown: a no-break space is a word.
        let body = line.trim_matches([' ', '\t']);
        let start = at + (line.len() - line.trim_start_matches([' ', '\t']).len());
        let ends_table = !body.contains('|');
        if ends_table {
            self.close_table();
        }
        if body.is_empty() {
            self.paragraph = None;
        } else if indent > 3 || line.starts_with('\t') {
            // Code by indentation, or the paragraph's next line.
            if let Some(paragraph) = &mut self.paragraph {
                paragraph.end = start + body.len();
                self.last_line = at;
            }
        } else if let Some((mark, length)) = opens_fence(body) {
            (self.paragraph, self.fence) = (None, Some((mark, length, at)));
            self.close_table();
        } else if let Some(comment) = body.strip_prefix("<!--") {
            self.paragraph = None;
            self.in_comment = !comment.contains("-->");
        } else if let Some((level, words)) = hash_heading(body) {
            self.headings.push((level, start + words.start..start + words.end));
            self.paragraph = None;
        } else if let Some(level) = underline(body).filter(|_| self.paragraph.is_some()) {
            let words = self.paragraph.take().unwrap_or_default();
            self.headings.push((level, words));
        } else if is_table_rule(body) && (self.table.is_some() || self.paragraph.is_some()) {
            let start = self.table.take().map_or(self.last_line, |t| t.start);
            (self.paragraph, self.table) = (None, Some(start..end));
        } else if let Some(table) = &mut self.table {
            table.end = end;
        } else if is_item_or_quote(body) {
            self.paragraph = None;
        } else {
            self.last_line = start;
            self.paragraph.get_or_insert(start..start).end = start + body.len();
        }
    }

    fn close_table(&mut self) {
        if let Some(table) = self.table.take() {
            self.blocks.push((BlockKind::Table, table));
        }
    }
}

/// The character and length of a fence that opens.
fn opens_fence(body: &str) -> Option<(u8, usize)> {
    let mark = body.bytes().next().filter(|b| matches!(b, b'`' | b'~'))?;
    let length = body.bytes().take_while(|b| *b == mark).count();
    (length >= 3 && (mark == b'~' || !body[length..].contains('`'))).then_some((mark, length))
}

fn closes_fence(line: &str, mark: u8, length: usize) -> bool {
    let body = line.trim_end();
    let inner = body.trim_start_matches(' ');
    body.len() - inner.len() <= 3 && inner.len() >= length && inner.bytes().all(|b| b == mark)
}

/// The level of a `#` line, and where its words stand in it.
fn hash_heading(body: &str) -> Option<(u8, Range<usize>)> {
    let level = body.bytes().take_while(|b| *b == b'#').count();
    let rest = &body[level..];
    if !(1..=6).contains(&level) || !(rest.is_empty() || rest.starts_with([' ', '\t'])) {
        return None;
    }
    let start = body.len() - rest.trim_start().len();
    let words = body[start..].trim_end();
    let unmarked = words.trim_end_matches('#');
    let words = if unmarked.is_empty() || unmarked.ends_with([' ', '\t']) { unmarked.trim_end() } else { words };
    Some((level as u8, start..start + words.len()))
}

/// The level that a line of `=` or `-` gives the paragraph above it.
fn underline(body: &str) -> Option<u8> {
    let all = |mark: u8| body.bytes().all(|b| b == mark);
    if all(b'=') {
        Some(1)
    } else if all(b'-') {
        Some(2)
    } else {
        None
    }
}

/// The line below a table's head: `|---|:-:|`.
fn is_table_rule(body: &str) -> bool {
    body.contains('|') && body.contains('-') && body.bytes().all(|b| matches!(b, b'|' | b'-' | b':' | b' ' | b'\t'))
}

/// A list item or a quotation: no paragraph that an underline could make a heading.
fn is_item_or_quote(body: &str) -> bool {
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    let bullet = |b: &str| b.starts_with(['-', '*', '+']) && b[1..].starts_with([' ', '\t']);
    body.starts_with('>')
        || bullet(body)
        || (digits > 0 && body[digits..].starts_with(['.', ')']) && body[digits + 1..].starts_with(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headings(text: &str) -> Vec<(u8, String)> {
        let parsed = parse(text.as_bytes().to_vec()).unwrap();
        let indexed = evidence::text::Text::new(parsed.text);
        parsed.structure.headings().iter().map(|h| (h.level, indexed.slice(h.range).unwrap().to_owned())).collect()
    }

    fn blocks(text: &str) -> Vec<(BlockKind, String)> {
        let indexed = evidence::text::Text::new(text.to_owned());
        structure(text).blocks().iter().map(|b| (b.kind, indexed.slice(b.range).unwrap().to_owned())).collect()
    }

    #[test]
    fn headings_are_found_with_their_words_only() {
        let text = "\u{feff}# Größe ##\r\n\r\ntext\r\n### C# and F#\n#no\n####### seven\n   ## in\n    # code\n#\nTwo\nlines\n---\nOne\n===\n";
        let expected = [(1, "Größe"), (3, "C# and F#"), (2, "in"), (2, "Two\nlines"), (1, "One")];
        assert_eq!(headings(text), expected.map(|(l, t)| (l, t.to_owned())));
        assert_eq!(parse(text.as_bytes().to_vec()).unwrap().title.as_deref(), Some("Größe"));
    }

    #[test]
    fn fences_comments_front_matter_lists_and_rules_hold_no_heading() {
        for text in [
            "```sh\n# no\n```\n",
            "~~~\n# no\n```\n# no\n~~~~\n",
            "````\n```\n# no\n````\n",
            "``` open\n# no\n",
            "<!-- a\n# no\n-->\n",
            "---\nid: a\n# no\n---\n",
            "- item\n---\n",
            "text\n\n---\n",
            "> q\n---\n",
        ] {
            assert_eq!(headings(text), [], "{text}");
        }
        assert_eq!(headings("```a`b\n# yes\n").len(), 1);
        assert_eq!(headings("\u{a0}no-break\n---\n"), [(2, "\u{a0}no-break".to_owned())]);
    }

    #[test]
    fn blocks_are_whole() {
        let text = "---\nid: a\n---\né\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\nx\n```\nend\na | b\n-|-\nc | d";
        let expected = [
            (BlockKind::FrontMatter, "---\nid: a\n---"),
            (BlockKind::Table, "| a | b |\n|---|---|\n| 1 | 2 |"),
            (BlockKind::Code, "```\nx\n```"),
            (BlockKind::Table, "a | b\n-|-\nc | d"),
        ];
        assert_eq!(blocks(text), expected.map(|(k, t)| (k, t.to_owned())));
    }

    #[test]
    fn front_matter_stays_in_the_text() {
        let parsed = parse(b"---\r\nid: d1\r\ntitle: T\r\n---\r\n# H\r\n".to_vec()).unwrap();
        assert_eq!(parsed.text, "---\nid: d1\ntitle: T\n---\n# H\n");
        assert_eq!((parsed.title.as_deref(), parsed.front.unwrap().id.as_deref()), (Some("T"), Some("d1")));
        assert!(parse(b"---\nstatus: gone\n---\n".to_vec()).is_err());
    }
}
