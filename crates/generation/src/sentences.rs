//! Sentences of an answer, as places in it.

use std::collections::BTreeSet;

use unicode_segmentation::UnicodeSegmentation;

use crate::answer::Answer;

/// The sentences of a text by UAX #29, and lines, as half-open spans in code points, in order. A sentence begins behind the blanks and the
/// marks like `[1]` before its words, since those belong to the sentence before, and ends before the blanks after them; what holds no
/// letter or digit besides such marks is none.
pub fn sentences(text: &str) -> Vec<(usize, usize)> {
    let (mut spans, mut at) = (Vec::new(), 0);
    for sentence in text.split_sentence_bounds() {
        let (before, words) = sentence.split_at(behind_marks(sentence));
        if words.chars().any(char::is_alphanumeric) {
            let start = at + before.chars().count();
            spans.push((start, start + words.trim_end().chars().count()));
        }
        at += sentence.chars().count();
    }
    spans
}

/// The sentences of an answer: those of its text, which also end where a cited span ends at a mark. `price list [1] The next` holds two,
/// though no full stop says so.
pub fn of_answer(answer: &Answer) -> Vec<(usize, usize)> {
    let text = answer.text.as_deref().unwrap_or_default();
    let ends: BTreeSet<usize> = answer.citations.iter().flatten().filter_map(|citation| Some(citation.span?.1)).collect();
    let (mut spans, mut from, mut from_byte) = (Vec::new(), 0, 0);
    for (at, (byte, _)) in text.char_indices().enumerate() {
        if at > from && ends.contains(&at) && text[byte..].trim_start().starts_with('[') {
            spans.extend(sentences(&text[from_byte..byte]).into_iter().map(|(start, end)| (from + start, from + end)));
            (from, from_byte) = (at, byte);
        }
    }
    spans.extend(sentences(&text[from_byte..]).into_iter().map(|(start, end)| (from + start, from + end)));
    spans
}

/// How many bytes of blanks and marks a sentence begins with.
fn behind_marks(sentence: &str) -> usize {
    let mut rest = sentence;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ',' | ';'));
        // An item's mark stands apart from its words; the sign of a number does not.
        let item = rest.strip_prefix(['-', '*', '•', '>', '#']).filter(|after| after.starts_with([' ', '\t', '#', '\n']));
        let mark = || rest.strip_prefix('[').and_then(|inner| inner.split_once(']')).map(|(_, after)| after);
        match item.or_else(mark) {
            Some(after) => rest = after,
            None => return sentence.len() - rest.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Citation;

    #[test]
    fn a_cited_span_ends_a_sentence() {
        let text = "| Tram | free | [1] Hotels cost [2] at most €150. [2]";
        let cite = |start, end| Citation { passage: "p".into(), span: Some((start, end)) };
        let citations = Some(vec![cite(0, 15), cite(20, 49), cite(9, 13)]);
        let answer = Answer { text: Some(text.into()), citations, ..Answer::default() };
        let shown: Vec<&str> = of_answer(&answer).into_iter().filter_map(|span| answer.slice(span)).collect();
        assert_eq!(shown, ["| Tram | free |", "Hotels cost [2] at most €150."]);
        assert_eq!(of_answer(&Answer::default()), []);
    }

    fn shown(text: &str) -> Vec<String> {
        sentences(text).into_iter().map(|(start, end)| text.chars().skip(start).take(end - start).collect()).collect()
    }

    #[test]
    fn sentences_leave_marks_and_blanks_out() {
        let text = "The fee is €20. [1] It is due in May [2].\n\n- [3]\n  Late fees: none";
        assert_eq!(shown(text), ["The fee is €20.", "It is due in May [2].", "Late fees: none"]);
        assert_eq!(shown("料金は二十ユーロです。五月に払います。"), ["料金は二十ユーロです。", "五月に払います。"]);
        assert_eq!(shown("## Fees\n* -5 degrees"), ["Fees", "-5 degrees"]);
        assert_eq!(shown(" [1] ... "), Vec::<String>::new());
        assert_eq!(shown(""), Vec::<String>::new());
    }
}
