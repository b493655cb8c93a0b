//! The words of a question by which a passage is found: identifiers, acronyms, names; and the headings that a passage stands under.

use std::collections::BTreeSet;

use evidence::text::letters;

/// A word as it is compared: its letters and digits, in lower case.
pub fn plain(word: &str) -> String {
    letters(word).to_lowercase()
}

/// The words of a text, as written, without the punctuation around them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric())).filter(|word| !word.is_empty())
}

/// What cannot be paraphrased: words with a digit (`E-4012`, `v2`, `2026`), with an underscore or a path, acronyms and words with
/// capitals inside (`SSO`, `OAuth`), and names, which are words with a capital that do not begin a sentence. In written order, each once.
pub fn identifiers(text: &str) -> Vec<&str> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    let mut begins = true;
    for raw in text.split_whitespace() {
        let word = raw.trim_matches(|c: char| !c.is_alphanumeric());
        if !word.is_empty() {
            if is_identifier(word, begins) && seen.insert(plain(word)) {
                found.push(word);
            }
            begins = false;
        }
        begins |= raw.ends_with(['.', '?', '!', ':', '"', '“', '(']);
    }
    found
}

fn is_identifier(word: &str, begins_sentence: bool) -> bool {
    // "'s" and the like are no part of a name.
    let word = word.split(['\'', '’']).next().unwrap_or(word);
    if word.chars().count() < 2 {
        return false;
    }
    let has_digit = word.chars().any(|c| c.is_ascii_digit());
    let joined = word.contains(['_', '/', '\\', '@']) || word.contains("::");
    let capitals = word.chars().filter(|c| c.is_uppercase()).count();
    let begins_with_capital = word.chars().next().is_some_and(char::is_uppercase);
    has_digit || joined || capitals >= 2 || (begins_with_capital && !begins_sentence)
}

/// Words that carry meaning by their length, as they are compared: at least five letters, so that few function words are among them.
pub fn content_words(text: &str) -> BTreeSet<String> {
    words(text).map(plain).filter(|word| word.chars().count() >= 5).collect()
}

/// The same words as they are written, in their order.
pub fn longer_words(text: &str) -> Vec<&str> {
    words(text).filter(|word| plain(word).chars().count() >= 5).collect()
}

/// The words of a text that say something: runs of letters and digits, in lower case, of at least five or with a digit.
pub fn telling_words(text: &str) -> BTreeSet<String> {
    let runs = text.split(|c: char| !c.is_alphanumeric());
    let tells = |run: &&str| run.chars().nth(4).is_some() || run.chars().any(|c| c.is_ascii_digit());
    runs.filter(tells).map(str::to_lowercase).collect()
}

/// Whether a text holds a word, however it is spelled there (`E-4012`, `E4012`, `e 4012`), or, of an acronym, the words that it stands
/// for.
pub fn holds(text: &str, word: &str) -> bool {
    let wanted = plain(word);
    let tokens: Vec<String> = words(text).flat_map(|w| w.split(['-', '_', '/', '.', '\'', '’'])).map(plain).collect();
    let tokens: Vec<&str> = tokens.iter().map(String::as_str).filter(|t| !t.is_empty()).collect();
    (0..tokens.len()).any(|start| {
        let mut rest = wanted.as_str();
        for token in &tokens[start..] {
            match rest.strip_prefix(token) {
                Some("") => return true,
                Some(more) => rest = more,
                // Plurals and genitives are the same word.
                None => return *token == format!("{rest}s"),
            }
        }
        false
    }) || stands_for(&tokens, word)
}

/// Whether the first letters of words in a row spell an acronym.
fn stands_for(tokens: &[&str], acronym: &str) -> bool {
    let letters: Vec<char> = acronym.chars().filter(|c| c.is_alphabetic()).collect();
    if letters.len() < 2 || letters.iter().any(|c| c.is_lowercase()) || acronym.chars().any(|c| c.is_ascii_digit()) {
        return false;
    }
    let spelled: Vec<char> = letters.iter().flat_map(|c| c.to_lowercase()).collect();
    tokens.windows(spelled.len()).any(|row| row.iter().zip(&spelled).all(|(token, c)| token.starts_with(*c)))
}

/// The headings that a code point of a text stands under, the outermost first: Markdown's, by their level.
pub fn headings_over(text: &str, position: usize) -> Vec<&str> {
    let mut path: Vec<(usize, &str)> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if at > position {
            break;
        }
        at += line.chars().count();
        let level = line.chars().take_while(|c| *c == '#').count();
        if (1..=6).contains(&level) && line[level..].starts_with(' ') {
            path.retain(|(above, _)| *above < level);
            path.push((level, line[level..].trim()));
        }
    }
    path.into_iter().map(|(_, heading)| heading).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_what_cannot_be_said_in_other_words() {
        let question = "What does error E-4012 of OAuth mean for Borealis? How long is SSO's token_ttl kept in 2026?";
        assert_eq!(identifiers(question), ["E-4012", "OAuth", "Borealis", "SSO's", "token_ttl", "2026"]);
        assert_eq!(identifiers("How do I reset it? Does that help"), [""; 0]);
    }

    #[test]
    fn words_that_tell_are_long_or_have_a_digit() {
        let words: Vec<String> = telling_words("The two-cylinder ENGINE of 1897, a `No_3` in $0.04").into_iter().collect();
        assert_eq!(words, ["0", "04", "1897", "3", "cylinder", "engine"]);
    }

    #[test]
    fn a_word_is_held_however_it_is_spelled() {
        for text in ["error E-4012", "error e4012.", "error E 4012", "(E_4012)"] {
            assert!(holds(text, "E-4012"), "{text}");
        }
        assert!(!holds("error E-40123", "E-4012") && !holds("E-401", "E-4012") && !holds("", "x"));
        assert!(holds("the printers of Borealis", "printer") && holds("Borealis' printer", "Borealis"));
        assert!(holds("how does single sign-on work", "SSO") && !holds("how does signing work", "SSO"));
    }

    #[test]
    fn headings_stand_over_what_follows_them() {
        let text = "# Handbook\n\nintro\n\n## Leave\n\nbody\n### Sick\nmore\n## Travel\nend";
        let at = |needle: &str| headings_over(text, text.find(needle).unwrap());
        assert_eq!(at("more"), ["Handbook", "Leave", "Sick"]);
        assert_eq!(at("end"), ["Handbook", "Travel"]);
        assert_eq!(headings_over("none\nhere", 5), [""; 0]);
    }
}
