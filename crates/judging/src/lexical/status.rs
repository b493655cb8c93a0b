//! How an answer stands to its question, by the phrases that its sentences hold.

use generation::Verdict;
use generation::sentences::sentences;

use super::phrases::{accompanies, asks, clauses, declines, goes_beside, tells_conflict};
use super::read::Reading;
use super::statement::carries;

/// What a sentence does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Does {
    /// Says something.
    States,
    /// Says that there is no answer, and nothing else.
    Declines,
    /// Says that there is no answer to a part, and answers another.
    Both,
    /// States something, but answers nothing where another sentence declines: it apologises, advises, tells what the documents hold.
    Beside,
    /// Asks, thanks, leads on.
    Accompanies,
}

/// What a sentence does. Conservative: what holds no phrase of declining states something.
pub(super) fn does(sentence: &str) -> Does {
    if declines(sentence) {
        let states = |clause: &&str| {
            !declines(clause) && !accompanies(clause) && !goes_beside(clause) && !asks(clause) && words(clause) >= 3
        };
        return if clauses(sentence).iter().any(states) { Does::Both } else { Does::Declines };
    }
    let leads_on = sentence.ends_with([':', '：']);
    if asks(sentence) || leads_on || accompanies(sentence) {
        Does::Accompanies
    } else if goes_beside(sentence) {
        Does::Beside
    } else {
        Does::States
    }
}

/// How many words of a clause carry content; counted to four.
fn words(clause: &str) -> usize {
    let read = Reading::new(clause);
    let language = read.language();
    let figures = read.amounts.len() + read.dates.len();
    figures * 2 + read.words.iter().filter(|word| carries(word, language)).take(4).count()
}

/// How a text stands to its question; `None` where it says nothing.
pub(super) fn status(text: &str) -> Option<Verdict> {
    let (mut said, mut declined, mut conflict, mut any) = (false, false, false, false);
    for sentence in parts(text) {
        any = true;
        conflict |= tells_conflict(sentence);
        match does(sentence) {
            Does::States => said = true,
            Does::Declines => declined = true,
            Does::Both => (said, declined) = (true, true),
            Does::Beside | Does::Accompanies => {}
        }
    }
    match (conflict, declined, said) {
        _ if !any => None,
        (true, _, _) => Some(Verdict::ConflictStated),
        (_, true, true) => Some(Verdict::Partial),
        (_, true, false) => Some(Verdict::Declined),
        (_, false, _) => Some(Verdict::Answered),
    }
}

/// What of a text says something: without sentences that decline or ask, since those state nothing that
/// they name.
pub(super) fn stated(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    for sentence in parts(text).filter(|sentence| !matches!(does(sentence), Does::Declines) && !asks(sentence)) {
        words.push_str(sentence);
        words.push('\n');
    }
    words
}

/// The sentences of a text as words.
pub(super) fn parts(text: &str) -> impl Iterator<Item = &str> {
    worded(text, sentences(text)).into_iter().map(|(_, words)| words)
}

/// Parts of a text at rising places in code points, with their words. O(n).
pub(super) fn worded(text: &str, places: Vec<(usize, usize)>) -> Vec<((usize, usize), &str)> {
    let mut characters = text.char_indices().map(|(byte, _)| byte).chain([text.len()]);
    let mut at = 0;
    let mut byte_of = |place: usize| {
        let byte = characters.nth(place - at);
        at = place + 1;
        byte.unwrap_or(text.len())
    };
    let mut last = (0, 0);
    let mut spans = Vec::new();
    for (start, end) in places {
        // A sentence may begin where the one before it ends.
        let from = if last.0 == start && start > 0 { last.1 } else { byte_of(start) };
        let to = byte_of(end);
        last = (end, to);
        spans.push(((start, end), text.get(from..to).unwrap_or_default()));
    }
    spans
}
