//! From text to the terms that an index counts.

use std::collections::HashSet;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// Languages whose stemmer and stop words are at hand, by ISO 639-1 code.
const LANGUAGES: [(&str, Algorithm); 8] = [
    ("da", Algorithm::Danish),
    ("de", Algorithm::German),
    ("en", Algorithm::English),
    ("es", Algorithm::Spanish),
    ("fr", Algorithm::French),
    ("it", Algorithm::Italian),
    ("nl", Algorithm::Dutch),
    ("pt", Algorithm::Portuguese),
];

/// Codes of the languages that can be stemmed and stopped.
pub fn languages() -> impl Iterator<Item = &'static str> {
    LANGUAGES.iter().map(|(code, _)| *code)
}

/// How text becomes terms.
pub struct Analyzer {
    stemmer: Option<Stemmer>,
    stopped: HashSet<String>,
}

impl Analyzer {
    /// Stemming and stop words, each by a language code of [`languages`] or not at all; `None` where a code is not known.
    pub fn new(stem: Option<&str>, stop: Option<&str>) -> Option<Self> {
        let find = |code: &str| LANGUAGES.iter().find(|(known, _)| *known == code);
        let stemmer = match stem {
            Some(code) => Some(Stemmer::create(find(code)?.1)),
            None => None,
        };
        let stopped = match stop {
            Some(code) => stop_words::get(find(code)?.0).iter().map(|word| folded(word)).collect(),
            None => HashSet::new(),
        };
        Some(Self { stemmer, stopped })
    }

    /// The terms of a text in order: words of UAX #29, compatibility-normalised and in lower case, without stop words, stemmed. Where a
    /// script writes no blanks between words, every two neighbouring characters are a term.
    pub fn terms(&self, text: &str) -> Vec<String> {
        let text = folded(text);
        let mut terms = Vec::new();
        let mut run: Vec<char> = Vec::new();
        let mut end = 0;
        for (at, word) in text.unicode_word_indices() {
            let mut characters = word.chars();
            match (characters.next(), characters.next()) {
                (Some(one), None) if writes_no_blanks(one) => {
                    if at != end {
                        pairs(&mut run, &mut terms);
                    }
                    run.push(one);
                }
                _ => {
                    pairs(&mut run, &mut terms);
                    if !self.stopped.contains(word) {
                        terms.push(self.stemmer.as_ref().map_or_else(|| word.to_owned(), |s| s.stem(word).into_owned()));
                    }
                }
            }
            end = at + word.len();
        }
        pairs(&mut run, &mut terms);
        terms
    }
}

fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfkc().flat_map(char::to_lowercase).collect()
}

/// Empties a run of characters into its pairs; one alone stands for itself.
fn pairs(run: &mut Vec<char>, terms: &mut Vec<String>) {
    match run.as_slice() {
        [] => {}
        [one] => terms.push(one.to_string()),
        many => terms.extend(many.windows(2).map(|pair| pair.iter().collect::<String>())),
    }
    run.clear();
}

/// Han, Kana, Thai, Lao, Khmer, Burmese and Tibetan letters.
fn writes_no_blanks(character: char) -> bool {
    matches!(character, '\u{0e00}'..='\u{0fff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3005}'..='\u{30ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Vec<String> {
        Analyzer::new(None, None).unwrap().terms(text)
    }

    #[test]
    fn words_are_folded_and_parted_from_punctuation() {
        assert_eq!(plain("Don't pay €40, AC-2210-S!"), ["don't", "pay", "40", "ac", "2210", "s"]);
        assert_eq!(plain("ﬁne ＡＢＣ Größe"), ["fine", "abc", "größe"]);
        assert!(plain(" — … ").is_empty());
    }

    #[test]
    fn scripts_without_blanks_are_cut_into_pairs() {
        assert_eq!(plain("取消订单 2026 年"), ["取消", "消订", "订单", "2026", "年"]);
        assert_eq!(plain("休暇。申請"), ["休暇", "申請"]);
        assert_eq!(plain("ลาพ"), ["ลา", "าพ"]);
    }

    #[test]
    fn stemming_and_stop_words_are_apart() {
        let both = Analyzer::new(Some("en"), Some("en")).unwrap();
        assert_eq!(both.terms("The cancellations were filed"), ["cancel", "file"]);
        let stem = Analyzer::new(Some("en"), None).unwrap();
        assert_eq!(stem.terms("The cancellations"), ["the", "cancel"]);
        let stop = Analyzer::new(None, Some("de")).unwrap();
        assert_eq!(stop.terms("Die Kündigungen"), ["kündigungen"]);
        assert!(Analyzer::new(Some("xx"), None).is_none());
        assert!(languages().all(|code| Analyzer::new(Some(code), Some(code)).is_some()));
    }
}
