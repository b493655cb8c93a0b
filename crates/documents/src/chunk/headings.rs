//! Sections below headings; long ones in paragraphs, long paragraphs in sentences.

use std::num::NonZeroUsize;

use evidence::text::Text;

use super::Chunk;
use super::pack::pack;
use super::sentences::sentences;
use super::span::{Ruler, Span};
use crate::parse::Structure;

/// Between the headings of a path.
const UNDER: &str = " > ";

/// A section is a heading's line and what follows up to the next heading, of whatever level; what stands before the first heading
/// is a section without one. Where pages are all that is known each is a section. The path of headings is said beside the chunk and is no part of its text.
pub(super) fn cut(text: &Text, structure: &Structure, ruler: &Ruler, max: NonZeroUsize) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let mut path: Vec<(u8, &str)> = Vec::new();
    let mut blocks = structure.blocks().iter().map(|b| b.range).peekable();
    let mut rest = Span { byte: 0, byte_end: text.as_str().len(), start: 0, end: text.len() };
    let mut section = |span: Span, path: &[(u8, &str)]| {
        let Some(span) = span.trimmed(text.as_str()) else { return };
        // Blocks of this section, in bytes.
        let mut whole = Vec::new();
        while let Some(block) = blocks.next_if(|b| b.start() < span.end) {
            whole.extend(text.byte_of(block.start()).zip(text.byte_of(block.end())));
        }
        let heading = (!path.is_empty()).then(|| path.iter().map(|(_, words)| one_line(words)).collect::<Vec<_>>().join(UNDER));
        let pieces = if ruler.length(span) <= max.get() { vec![span] } else { pieces(text.as_str(), span, &whole, ruler, max) };
        let packed = pack(&pieces, ruler, max, 0);
        chunks.extend(packed.into_iter().filter_map(|s| Some(Chunk { range: s.range()?, heading: heading.clone() })));
    };
    for heading in structure.headings() {
        let (Some(words), Some(byte)) = (text.slice(heading.range), text.byte_of(heading.range.start())) else { continue };
        // The section begins with the heading's line, marks included.
        let line = text.as_str()[..byte].rfind('\n').map_or(0, |b| b + 1);
        let Some(before) = line.checked_sub(rest.byte) else { continue };
        let (done, after) = rest.split_at(text.as_str(), before);
        section(done, &path);
        rest = after;
        path.retain(|(level, _)| *level < heading.level);
        path.push((heading.level, words));
    }
    for page in structure.pages().iter().flatten() {
        let Some(before) = text.byte_of(page.start()).and_then(|byte| byte.checked_sub(rest.byte)) else { continue };
        let (done, after) = rest.split_at(text.as_str(), before);
        section(done, &[]);
        rest = after;
    }
    section(rest, &path);
    chunks
}

/// A heading's words; an underlined heading may have several lines.
fn one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A long section in pieces of at most `max`: paragraphs, with the sentences of those that are longer. Blocks that fit stay
/// whole.
fn pieces(text: &str, span: Span, blocks: &[(usize, usize)], ruler: &Ruler, max: NonZeroUsize) -> Vec<Span> {
    let mut pieces = Vec::new();
    for paragraph in paragraphs(text, span, blocks) {
        if ruler.length(paragraph) <= max.get() {
            pieces.push(paragraph);
            continue;
        }
        for sentence in sentences(text, paragraph) {
            pieces.extend(ruler.cut(text, sentence, max));
        }
    }
    pieces
}

/// The parts of a span between empty lines, without white space around them. An empty line inside a block parts nothing.
fn paragraphs(text: &str, span: Span, blocks: &[(usize, usize)]) -> Vec<Span> {
    let mut found = Vec::new();
    let mut rest = span;
    let mut at = span.byte;
    let mut blocks = blocks.iter().peekable();
    for line in span.str(text).split_inclusive('\n') {
        while blocks.next_if(|(_, end)| *end <= at).is_some() {}
        let inside = blocks.peek().is_some_and(|(start, _)| *start < at);
        at += line.len();
        if !inside && line.trim().is_empty() {
            let (paragraph, after) = rest.split_at(text, at - rest.byte);
            found.extend(paragraph.trimmed(text));
            rest = after;
        }
    }
    found.extend(rest.trimmed(text));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::markdown;

    fn chunks(markdown: &str, max: usize) -> Vec<(Option<String>, String)> {
        let text = Text::new(markdown.to_owned());
        let cut = cut(&text, &markdown::structure(markdown), &Ruler::Characters, NonZeroUsize::new(max).unwrap());
        cut.into_iter().map(|c| (c.heading, text.slice(c.range).unwrap().to_owned())).collect()
    }

    #[test]
    fn sections_know_their_path() {
        let text = "Before.\n\n# Á\n\nOne.\n\n### C ###\nTwo.\n## B\n# D\n";
        let expected = [
            (None, "Before."),
            (Some("Á"), "# Á\n\nOne."),
            (Some("Á > C"), "### C ###\nTwo."),
            (Some("Á > B"), "## B"),
            (Some("D"), "# D"),
        ];
        assert_eq!(chunks(text, 99), expected.map(|(h, t)| (h.map(str::to_owned), t.to_owned())));
        assert_eq!(chunks("One. Two.", 99), [(None, "One. Two.".to_owned())]);
        assert_eq!(chunks(" \n", 99), []);
    }

    #[test]
    fn long_sections_are_cut_at_paragraphs_then_sentences_and_blocks_stay_whole() {
        let text = "# A\n\nShort one.\n\n```\na\n\nb\n```\n\nThis is long. It goes on and on.\n";
        let cut: Vec<String> = chunks(text, 20).into_iter().map(|(_, t)| t).collect();
        assert_eq!(cut, ["# A\n\nShort one.", "```\na\n\nb\n```", "This is long.", "It goes on and on."]);
    }
}
