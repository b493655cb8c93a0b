//! The words of a text that a verdict rests on.

/// At most so many characters are quoted.
const LONGEST: usize = 300;

/// The slice of a text between two byte offsets, cut at the end of a word where it is long. Always an exact slice.
pub(super) fn quote(text: &str, (start, end): (usize, usize)) -> Option<&str> {
    let whole = text.get(start..end)?.trim();
    let Some((cut, _)) = whole.char_indices().nth(LONGEST) else { return Some(whole).filter(|words| !words.is_empty()) };
    let short = &whole[..cut];
    // Where no blank stands in the last third, the script writes none.
    let blank = short.rfind(char::is_whitespace).filter(|at| *at > cut / 3 * 2).unwrap_or(cut);
    Some(short[..blank].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_short_slices() {
        let text = "word ".repeat(200);
        let short = quote(&text, (0, text.len())).unwrap();
        assert!(short.chars().count() <= 300 && short.ends_with("word") && text.contains(short));
        let signs = "字".repeat(400);
        assert_eq!(quote(&signs, (0, signs.len())).unwrap().chars().count(), 300);
        assert_eq!(quote("a b", (1, 2)), None);
        assert_eq!(quote("é", (1, 2)), None);
    }
}
