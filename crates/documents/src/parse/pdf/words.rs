//! The characters of a PDF: what its strings say, and the letters that stand for what it draws.

use hayro_font::hayro_cmap::BfString;

/// A text string: UTF-16 or UTF-8 with its mark, else one byte a character.
pub(super) fn decode(bytes: &[u8]) -> String {
    if let Some(rest) = bytes.strip_prefix(&[0xfe, 0xff]) {
        let units = rest.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
        return char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).filter(|c| !c.is_control()).collect();
    }
    if let Some(rest) = bytes.strip_prefix(&[0xef, 0xbb, 0xbf]) {
        return String::from_utf8_lossy(rest).chars().filter(|c| !c.is_control()).collect();
    }
    bytes.iter().map(|b| pdf_doc(*b)).filter(|c| !c.is_control()).collect()
}

/// A byte of PDFDocEncoding: Latin-1, but for some punctuation.
fn pdf_doc(byte: u8) -> char {
    const FROM_0X80: [char; 33] = [
        '•', '†', '‡', '…', '—', '–', 'ƒ', '⁄', '‹', '›', '−', '‰', '„', '“', '”', '‘', '’', '‚', '™', 'ﬁ', 'ﬂ', 'Ł', 'Œ', 'Š',
        'Ÿ', 'Ž', 'ı', 'ł', 'œ', 'š', 'ž', '\u{fffd}', '€',
    ];
    byte.checked_sub(0x80).and_then(|i| FROM_0X80.get(usize::from(i))).copied().unwrap_or(char::from(byte))
}

/// Adds what a glyph stands for.
pub(super) fn push(text: &mut String, unicode: &BfString) {
    match unicode {
        BfString::Char(c) => push_char(text, *c),
        BfString::String(s) => s.chars().for_each(|c| push_char(text, c)),
    }
}

/// Ligatures become their letters, which is how a question spells them; white space is a space; a glyph that stands for a control
/// character stands for nothing that is known.
fn push_char(text: &mut String, c: char) {
    match c {
        'ﬀ' => text.push_str("ff"),
        'ﬁ' => text.push_str("fi"),
        'ﬂ' => text.push_str("fl"),
        'ﬃ' => text.push_str("ffi"),
        'ﬄ' => text.push_str("ffl"),
        'ﬅ' | 'ﬆ' => text.push_str("st"),
        // The bullet of the Symbol font, as Word writes it.
        '\u{f0b7}' => text.push('•'),
        '\u{feff}' | '\u{200b}' => {}
        c if c.is_whitespace() => text.push(if c == '\u{a0}' || c == '\u{3000}' { c } else { ' ' }),
        c if c.is_control() => text.push(char::REPLACEMENT_CHARACTER),
        c => text.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_read_by_their_mark() {
        assert_eq!(decode(b"\xfe\xff\x4e\x2d\xd8\x3d\xde\x42\xd8\x00"), "中🙂\u{fffd}");
        assert_eq!(decode("\u{feff}é\0".as_bytes()), "é");
        assert_eq!(decode(b"a\x85b\xe9\xa0\xffc"), "a–bé€ÿc");
    }

    #[test]
    fn glyphs_become_letters() {
        let mut text = String::new();
        for c in ['ﬁ', 'ﬄ', '\n', '\u{a0}', '\0', '\u{f0b7}'] {
            push(&mut text, &BfString::Char(c));
        }
        push(&mut text, &BfString::String("xﬀ".into()));
        assert_eq!(text, "fiffl \u{a0}\u{fffd}•xff");
    }
}
