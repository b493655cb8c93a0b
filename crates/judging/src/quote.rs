//! Looks quotes up: what a judge copies may differ in the shapes of quotation marks, dashes and blanks, and in nothing else.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// A quote with fewer letters and digits stands in any text.
const FEWEST: usize = 2;

/// Whether there are words in it that can be looked up.
pub fn has_words(quote: &str) -> bool {
    quote.chars().filter(|c| c.is_alphanumeric()).take(FEWEST).count() == FEWEST
}

/// So many bytes of texts are kept for the next quote.
const MOST_KEPT: usize = 32 << 20;

/// Looks quotes up, and keeps what it made of a text: the passages of an answer are looked into for each of its claims.
#[derive(Default)]
pub struct Lookup(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    /// By the hash of the text that it was made from, with that text, since hashes may meet.
    texts: HashMap<u64, (String, Arc<Alike>)>,
    bytes: usize,
}

impl Lookup {
    /// Whether a text holds a quote: each part between ellipses, one after the other.
    pub fn holds(&self, text: &str, quote: &str) -> bool {
        let quote = quote.trim();
        has_words(quote) && (text.contains(quote) || place(&self.words(text), quote).is_some())
    }

    fn words(&self, text: &str) -> Arc<Alike> {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let hash = hasher.finish();
        let known = self.kept(|kept| kept.texts.get(&hash).filter(|(of, _)| of == text).map(|(_, alike)| alike.clone()));
        known.unwrap_or_else(|| {
            let alike = Arc::new(Alike::words(text));
            self.kept(|kept| {
                if kept.bytes > MOST_KEPT {
                    *kept = Kept::default();
                }
                kept.bytes += text.len() + alike.text.len();
                kept.texts.insert(hash, (text.to_owned(), alike.clone()));
            });
            alike
        })
    }

    fn kept<T>(&self, with: impl FnOnce(&mut Kept) -> T) -> T {
        with(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Where a text holds a quote, from the first of its parts to the last: half-open, in code points.
pub fn span(text: &str, quote: &str) -> Option<(usize, usize)> {
    let quote = quote.trim();
    if !has_words(quote) {
        return None;
    }
    let (start, end) = match text.find(quote) {
        Some(at) => (at, at + quote.len()),
        None => {
            let alike = Alike::of(text);
            let (start, end) = place(&alike, quote)?;
            (alike.source(start).0, alike.source(end.checked_sub(1)?).1)
        }
    };
    let before = text[..start].chars().count();
    Some((before, before + text[start..end].chars().count()))
}

/// Where the parts of a quote stand in a text that was made alike, in its bytes.
fn place(text: &Alike, quote: &str) -> Option<(usize, usize)> {
    let quote = Alike::words(quote).text;
    parts(&text.text, &quote, |part| part.trim()).or_else(|| {
        // A judge may put what it copies into quotation marks.
        parts(&text.text, &quote, |part| part.trim_matches(|c: char| c == '"' || c == '\'' || c == ' '))
    })
}

fn parts(text: &str, quote: &str, bare: impl Fn(&str) -> &str) -> Option<(usize, usize)> {
    let whole = bare(quote);
    // An ellipsis may be the text's own.
    if let Some(at) = text.find(whole).filter(|_| !whole.is_empty()) {
        return Some((at, at + whole.len()));
    }
    let (mut first, mut from) = (None, 0);
    for part in whole.split("...").map(|part| bare(part.trim_matches('.'))).filter(|part| part.chars().any(char::is_alphanumeric))
    {
        let at = from + text[from..].find(part)?;
        first.get_or_insert(at);
        from = at + part.len();
    }
    first.map(|first| (first, from))
}

/// A text in compatibility composition (NFKC), with one shape of each quotation mark and dash, and one blank for any run of them.
struct Alike {
    text: String,
    /// For pieces of it in order: where each begins, and from where to where it stands in the text that it was made from; `None` where
    /// nobody asks for that.
    pieces: Option<Vec<(usize, usize, usize)>>,
}

impl Alike {
    /// The text with where its pieces come from.
    fn of(from: &str) -> Self {
        Self::made(from, Some(Vec::with_capacity(from.len())))
    }

    /// The text alone.
    fn words(from: &str) -> Self {
        Self::made(from, None)
    }

    fn made(from: &str, pieces: Option<Vec<(usize, usize, usize)>>) -> Self {
        let mut alike = Self { text: String::with_capacity(from.len()), pieces };
        let mut at = 0;
        while at < from.len() {
            let plain = plain(&from[at..]);
            if alike.pieces.is_none() {
                alike.words_of(&from[at..at + plain]);
            } else {
                for (offset, character) in from[at..at + plain].char_indices() {
                    alike.piece(at + offset, at + offset + 1, std::iter::once(character));
                }
            }
            at += plain;
            let other = other(&from[at..]);
            for (offset, cluster) in from[at..at + other].grapheme_indices(true) {
                alike.piece(at + offset, at + offset + cluster.len(), cluster.nfkc());
            }
            at += other;
        }
        alike
    }

    /// Adds ASCII without its pieces: whole words at a time, since a quote that stands nowhere is looked for in every passage.
    fn words_of(&mut self, ascii: &str) {
        let differs = |byte: u8| byte == b'`' || char::from(byte).is_whitespace();
        let mut rest = ascii;
        while let Some(character) = rest.chars().next() {
            let word = rest.bytes().position(differs).unwrap_or(rest.len());
            if word == 0 {
                self.push(character);
                rest = &rest[character.len_utf8()..];
            } else {
                self.text.push_str(&rest[..word]);
                rest = &rest[word..];
            }
        }
    }

    /// Adds what stands from `start` to `end`.
    fn piece(&mut self, start: usize, end: usize, characters: impl Iterator<Item = char>) {
        let begins = self.text.len();
        characters.for_each(|character| self.push(character));
        if let Some(pieces) = self.pieces.as_mut().filter(|_| self.text.len() > begins) {
            pieces.push((begins, start, end));
        }
    }

    fn push(&mut self, character: char) {
        match character {
            '\u{ad}' | '\u{200b}' | '\u{200c}' | '\u{200d}' | '\u{2060}' | '\u{feff}' => {}
            c if c.is_whitespace() => {
                if !self.text.is_empty() && !self.text.ends_with(' ') {
                    self.text.push(' ');
                }
            }
            '‘' | '’' | '‚' | '‛' | '′' | '`' | '´' | '‹' | '›' => self.text.push('\''),
            '“' | '”' | '„' | '‟' | '″' | '«' | '»' | '「' | '」' | '『' | '』' => self.text.push('"'),
            '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => self.text.push('-'),
            c => self.text.push(c),
        }
    }

    /// Where the piece that holds a byte stands in the text that this was made from.
    fn source(&self, byte: usize) -> (usize, usize) {
        let pieces = self.pieces.as_deref().unwrap_or_default();
        let piece = pieces.partition_point(|(begins, ..)| *begins <= byte).saturating_sub(1);
        pieces.get(piece).map_or((0, 0), |(_, start, end)| (*start, *end))
    }
}

/// How many bytes of ASCII a text begins with, each a cluster of its own: the last one may belong to what follows.
fn plain(text: &str) -> usize {
    let ascii = text.bytes().take_while(u8::is_ascii).count();
    if ascii == text.len() { ascii } else { ascii.saturating_sub(1) }
}

/// How many bytes follow until ASCII begins again, which no mark before it belongs to; the first character may be ASCII itself.
fn other(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    characters.find(|(_, c)| c.is_ascii()).map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(text: &str, quote: &str) -> bool {
        Lookup::default().holds(text, quote)
    }

    const TEXT: &str = "Die Gebühr beträgt 20 €. Sie ist\n  „sofort“ fällig – ohne Ausnahme; spätestens im Mai.";

    #[test]
    fn the_words_alone_are_those_that_pieces_are_kept_of() {
        let texts =
            [TEXT, "a`b \t\u{b} c", "`", " a", "a\u{301} b\u{85}c", "\u{1c}x\r\n\r\ny ", "ﬁx 1\u{fe0f}\u{20e3}", "", "x\u{a0} y"];
        for text in texts {
            assert_eq!(Alike::words(text).text, Alike::of(text).text, "{text:?}");
        }
    }

    #[test]
    fn marks_dashes_and_blanks_may_differ() {
        for quote in [
            "Die Gebühr beträgt 20 €.",
            "Die Gebu\u{308}hr beträgt",
            "Sie ist \"sofort\" fällig - ohne Ausnahme",
            "Sie ist “sofort” fällig",
            "beträgt\u{a0}20",
            "\"Sie ist sofort\"".replace("sofort", "„sofort“").as_str(),
            "“ohne Ausnahme”",
        ] {
            assert!(holds(TEXT, quote), "{quote}");
        }
        assert!(holds("ﬁve ｆｅｅｓ：１２", "five fees:12") && holds("料金は「二十」ユーロ", "\"二十\"ユーロ"));
        for quote in ["die Gebühr", "Die Gebuhr", "20 € Sie", "", " … ", "\"\"", "20 $", "2"] {
            assert!(!holds(TEXT, quote), "{quote}");
        }
    }

    #[test]
    fn what_is_kept_changes_nothing() {
        let lookup = Lookup::default();
        for _ in 0..2 {
            for (text, quote) in [(TEXT, "„ohne“"), (TEXT, "Sie ist \"sofort\""), (TEXT, "30 €"), ("", "ab"), ("a  b", "a b")]
            {
                assert_eq!(lookup.holds(text, quote), holds(text, quote), "{quote}");
            }
        }
        assert_eq!(lookup.kept(|kept| kept.texts.len()), 3);
        // More than is kept: with the next text all that was kept goes, and nothing else changes.
        let long = "x ".repeat(MOST_KEPT / 2 + 1);
        assert!(!lookup.holds(&long, "ab") && lookup.kept(|kept| kept.bytes > MOST_KEPT));
        assert!(lookup.holds("c  d", "c d") && lookup.holds(TEXT, "ist \"sofort\""));
        assert_eq!(lookup.kept(|kept| kept.texts.len()), 2);
    }

    #[test]
    fn parts_stand_in_order() {
        for quote in ["Die Gebühr … fällig", "Die Gebühr ... spätestens...", "...beträgt 20 €. … im Mai."] {
            assert!(holds(TEXT, quote), "{quote}");
        }
        for quote in ["fällig … Die Gebühr", "Die Gebühr … 30 €", "fällig … fällig"] {
            assert!(!holds(TEXT, quote), "{quote}");
        }
        assert!(holds("wait... what", "wait... what"));
    }

    #[test]
    fn spans_are_of_the_text_as_it_is() {
        let shown = |text: &str, quote: &str| {
            let (start, end) = span(text, quote)?;
            Some(text.chars().skip(start).take(end - start).collect::<String>())
        };
        assert_eq!(shown(TEXT, "Gebühr beträgt").unwrap(), "Gebühr beträgt");
        assert_eq!(shown(TEXT, "ist \"sofort\" fällig").unwrap(), "ist\n  „sofort“ fällig");
        assert_eq!(shown(TEXT, "Sie ist … Ausnahme").unwrap(), "Sie ist\n  „sofort“ fällig – ohne Ausnahme");
        assert_eq!(shown("a ﬁne day", "ine day").unwrap(), "ine day".replace("ine", "ﬁne"));
        assert_eq!(shown("e\u{301}te\u{301} 🇩🇪 x", "été").unwrap(), "e\u{301}te\u{301}");
        assert_eq!((span(TEXT, "nothing"), span("", "ab")), (None, None));
    }
}
