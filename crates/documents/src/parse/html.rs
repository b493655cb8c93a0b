//! HTML: what a reader of the page sees, as lines.
//!
//! Headings become `# …` lines, list items `- …` or `1. …`, table rows `| a | b |` (a `|` inside a cell is written `\|`).
//! Scripts, styles, comments, templates, and elements that are `hidden` or styled `display:none` are left out; style sheets are
//! not followed. The tokenizer is the HTML standard's, for which every sequence of characters has a meaning: no page is malformed
//! enough to be refused. No tree is built, so deep nesting costs nothing.

use std::convert::Infallible;

use formats::InputError;
use html5gum::Span;
use html5gum::Tokenizer;
use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};

use super::html_tags::{Effect, effect, end_ends, is_void, start_ends};
use super::html_text::Page;
use super::{Parsed, Structure, bytes};

/// Name and version, for manifests.
pub const PARSER: &str = "html/1";

/// Reads HTML.
///
/// # Errors
/// Bytes that are no UTF-8 text, whatever a `charset` in them says.
pub fn parse(input: Vec<u8>) -> Result<Parsed, InputError> {
    let input = bytes::text(input)?;
    let mut reader = Reader::default();
    let mut emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| -> Option<Infallible> {
        reader.event(event);
        None
    });
    emitter.naively_switch_states(true);
    for nothing in Tokenizer::new_with_emitter(input.as_str(), emitter) {
        let Ok(_) = nothing;
    }
    let text = reader.page.finish();
    let first = reader.page.headings.iter().find(|(level, _)| *level == 1).map(|(_, range)| text[range.clone()].to_owned());
    let title = reader.title.split_whitespace().collect::<Vec<_>>().join(" ");
    let title = Some(title).filter(|t| !t.is_empty()).or(first);
    let structure = Structure::from_bytes(&text, &reader.page.headings, &reader.page.blocks);
    Ok(Parsed { text, title, structure, parser: PARSER, front: None })
}

/// What is open while a page is read.
#[derive(Default)]
struct Reader {
    page: Page,
    title: String,
    in_title: bool,
    titled: bool,
    /// The hidden element that is open, and how many of its name are open in it, itself included.
    hidden: Option<(Vec<u8>, usize)>,
    /// The start tag that is being read.
    tag: Vec<u8>,
    attribute: Vec<u8>,
    /// Whether an attribute of that tag hides it.
    hides: bool,
}

impl Reader {
    fn event(&mut self, event: CallbackEvent<'_>) {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.tag.clear();
                self.tag.extend_from_slice(name);
                self.hides = false;
            }
            CallbackEvent::AttributeName { name } => {
                self.attribute.clear();
                self.attribute.extend_from_slice(name);
                self.hides |= name == b"hidden";
            }
            CallbackEvent::AttributeValue { value } => self.hides |= self.attribute == b"style" && hides(value),
            CallbackEvent::CloseStartTag { .. } => self.start(),
            CallbackEvent::EndTag { name } => self.end(name),
            CallbackEvent::String { value } => {
                let words = String::from_utf8_lossy(value);
                if self.in_title {
                    self.title.push_str(&words);
                } else if self.hidden.is_none() {
                    self.page.words(&words);
                }
            }
            CallbackEvent::Comment { .. } | CallbackEvent::Doctype { .. } | CallbackEvent::Error(_) => {}
        }
    }

    fn start(&mut self) {
        let name = std::mem::take(&mut self.tag);
        if let Some((open, depth)) = &mut self.hidden {
            if *depth == 1 && start_ends(open, &name) {
                self.hidden = None;
            } else {
                *depth += usize::from(*open == name && !is_void(&name));
                return;
            }
        }
        let effect = effect(&name);
        if (effect == Effect::Hidden || self.hides) && !is_void(&name) {
            self.hidden = Some((name, 1));
            return;
        }
        match effect {
            Effect::Title => (self.in_title, self.titled) = (!self.titled, true),
            Effect::Heading(level) => self.page.start_heading(level),
            Effect::List(numbered) => self.page.start_list(numbered),
            Effect::Item => self.page.item(),
            Effect::Preformatted => self.page.start_preformatted(),
            Effect::Table => self.page.start_table(),
            Effect::Row => self.page.start_row(),
            Effect::Cell => self.page.cell(),
            Effect::Break => self.page.line_break(),
            Effect::Paragraph => self.page.paragraph(),
            Effect::Line => self.page.line(),
            Effect::Inline | Effect::Hidden => {}
        }
        // The buffer is used again for the next tag.
        self.tag = name;
    }

    fn end(&mut self, name: &[u8]) {
        if let Some((open, depth)) = &mut self.hidden {
            if open == name {
                *depth -= 1;
                if *depth == 0 {
                    self.hidden = None;
                }
                return;
            }
            if *depth == 1 && end_ends(open, name) {
                self.hidden = None;
            } else {
                return;
            }
        }
        match effect(name) {
            Effect::Title => self.in_title = false,
            Effect::Heading(_) => self.page.end_heading(),
            Effect::List(_) => self.page.end_list(),
            Effect::Preformatted => self.page.end_preformatted(),
            Effect::Table => self.page.end_table(),
            Effect::Row => self.page.end_row(),
            Effect::Break => self.page.line_break(),
            Effect::Paragraph => self.page.paragraph(),
            Effect::Item | Effect::Line => self.page.line(),
            Effect::Cell | Effect::Inline | Effect::Hidden => {}
        }
    }
}

/// Whether a `style` takes its element out of sight.
fn hides(style: &[u8]) -> bool {
    let style: String = String::from_utf8_lossy(style).to_ascii_lowercase().split_whitespace().collect();
    style.split(';').any(|rule| {
        let rule = rule.strip_suffix("!important").unwrap_or(rule);
        matches!(rule, "display:none" | "visibility:hidden")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(html: &str) -> String {
        parse(html.as_bytes().to_vec()).unwrap().text
    }

    #[test]
    fn a_page_becomes_lines() {
        let parsed = parse(
            "<!DOCTYPE html><html><head><title>The\n title</title><style>p{}</style></head><body><!-- no --><h1>Caf&eacute; <b>no.</b> 1</h1>\
             <p>One  two<br>three&nbsp;four &amp;&#x1F642;</p><ul><li>a<li>b<ol><li>c</li></ol></ul>\
             <table><tr><th>k</th><th>v</th></tr><tr><td><p>x|y</p></td><td>1</td></table><pre>\n  code\n    more\n</pre>end<script>no</script></body>"
                .as_bytes()
                .to_vec(),
        )
        .unwrap();
        assert_eq!(
            parsed.text,
            "# Café no. 1\n\nOne two\nthree\u{a0}four &🙂\n\n- a\n- b\n  1. c\n\n| k | v |\n| x\\|y | 1 |\n\n  code\n    more\n\nend\n"
        );
        assert_eq!(parsed.title.as_deref(), Some("The title"));
        let indexed = evidence::text::Text::new(parsed.text.clone());
        let slice = |range| indexed.slice(range).unwrap();
        assert_eq!(parsed.structure.headings().iter().map(|h| slice(h.range)).collect::<Vec<_>>(), ["Café no. 1"]);
        let blocks: Vec<_> = parsed.structure.blocks().iter().map(|b| slice(b.range)).collect();
        assert_eq!(blocks, ["| k | v |\n| x\\|y | 1 |", "  code\n    more"]);
    }

    #[test]
    fn what_is_hidden_is_left_out_and_nothing_else() {
        assert_eq!(text("<div hidden>a<div>b</div>c</div>d"), "d\n");
        assert_eq!(text("<p hidden>a<p>b"), "b\n");
        assert_eq!(text("<ul><li hidden>a<li>b</ul><div><p hidden>x</div>y"), "- b\n\ny\n");
        assert_eq!(text("<p style='color:red; Display: NONE'>a</p><span style='visibility:hidden !important'>b</span>c"), "c\n");
        assert_eq!(text("<input hidden>a<template>b</template><noscript>c</noscript>"), "a\n");
        assert_eq!(text("<table><tr><td hidden>a<td>b<tr hidden><td>c</table>d"), "| b |\n\nd\n");
    }

    #[test]
    fn malformed_pages_have_a_text() {
        for (html, expected) in [
            ("<h1>a<p>b", "# a\n\nb\n"),
            ("<p>a<b>c</p></i></table></ul></li>d", "ac\n\nd\n"),
            ("<td>a<td>b", "a b\n"),
            ("<table>x<td>a<tr>y</table>", "x\n| a |\n| y |\n"),
            ("<table><tr><td>a<table><tr><td>b<td>c</table>d</table>e", "| a b c d |\n\ne\n"),
            ("a < b && c &bogus; <", "a < b && c &bogus; <\n"),
            ("<h2></h2><ul></ul><table></table>x", "x\n"),
            ("<table><tr><td><td>b</table>", "| | b |\n"),
            ("<tr><h1>a", "# a\n"),
            ("<table><tr><td><pre>a|b</table><h2>c", "| a\\|b |\n\n## c\n"),
            ("", ""),
        ] {
            assert_eq!(text(html), expected, "{html}");
        }
    }

    #[test]
    fn deep_nesting_costs_nothing() {
        for tag in ["<div>", "<table><tr><td>", "<ul><li>", "<b>", "<h1>", "<pre>", "<div hidden>"] {
            assert!(text(&(tag.repeat(20_000) + "x")).len() < 200, "{tag}");
        }
    }
}
