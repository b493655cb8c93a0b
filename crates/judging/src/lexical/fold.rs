//! Words as keys: folded, lightly stemmed, hashed. One stemmer for all languages, since a statement is often too short to tell which it is
//! in; it takes endings off and never needs to be a word again.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Writes the word in lower case and without accents.
pub(super) fn fold(word: &str, into: &mut Vec<u8>) {
    into.clear();
    if word.is_ascii() {
        into.extend(word.bytes().map(|byte| byte.to_ascii_lowercase()));
        return;
    }
    let mut buffer = [0; 4];
    for character in word.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase) {
        match character {
            'ß' => into.extend_from_slice(b"ss"),
            c => into.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes()),
        }
    }
}

/// FNV-1a, which is fast on short words. Keys are only ever looked up in tables of bounded size.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The key of a word as it stands in lists.
pub(super) fn plain(word: &str) -> u64 {
    let mut folded = Vec::new();
    fold(word, &mut folded);
    hash(&folded)
}

/// The key of the stem of a folded word.
pub(super) fn stemmed(folded: &mut Vec<u8>) -> u64 {
    // What holds a digit is a code, and other scripts have other endings.
    if folded.len() > 3 && folded.iter().all(u8::is_ascii_lowercase) {
        stem(folded);
    }
    hash(folded)
}

fn stem(word: &mut Vec<u8>) {
    let ends = |word: &[u8], suffix: &str, keep: usize| word.len() >= suffix.len() + keep && word.ends_with(suffix.as_bytes());
    let cut = |word: &mut Vec<u8>, by: usize| word.truncate(word.len() - by);
    if ["ies", "ied", "sses", "xes", "ches", "shes", "zes"].iter().any(|suffix| ends(word, suffix, 2)) {
        cut(word, 2);
    } else if ends(word, "s", 3) && !["ss", "us", "is"].iter().any(|suffix| ends(word, suffix, 0)) {
        cut(word, 1);
    }
    for (suffix, keep) in
        [("ation", 4), ("ement", 4), ("ment", 3), ("ing", 3), ("ed", 3), ("ly", 3), ("en", 4), ("er", 4), ("em", 4)]
    {
        if ends(word, suffix, keep) && !word.ends_with(b"eed") {
            cut(word, suffix.len());
            break;
        }
    }
    if word.len() > 3 && matches!(word.last(), Some(b'e' | b'o' | b'a')) {
        cut(word, 1);
    }
    if let [.., before, last] = word.as_slice()
        && before == last
        && word.len() > 3
    {
        cut(word, 1);
    }
    if let Some(last @ b'y') = word.last_mut() {
        *last = b'i';
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(word: &str) -> u64 {
        let mut folded = Vec::new();
        fold(word, &mut folded);
        stemmed(&mut folded)
    }

    #[test]
    fn forms_of_a_word_have_one_key() {
        for (one, other) in [
            ("cancelled", "Cancellation"),
            ("policies", "policy"),
            ("fees", "Fee"),
            ("paying", "payment"),
            ("Kunden", "kunde"),
            ("Gebühren", "Gebuhr"),
            ("Zu\u{308}rich", "Zürich"),
            ("documentos", "documento"),
            ("ＡＢＣ", "abc"),
            ("Straße", "STRASSE"),
        ] {
            assert_eq!(key(one), key(other), "{one} {other}");
        }
        for (one, other) in [("employer", "employee"), ("fee", "feed"), ("AC2210", "AC2211"), ("bus", "but")] {
            assert_ne!(key(one), key(other), "{one} {other}");
        }
    }
}
