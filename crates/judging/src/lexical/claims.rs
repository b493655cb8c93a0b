//! The claims of an answer: its sentences that state something.

use generation::sentences::of_answer;
use generation::{Answer, Claim};

use super::read::Reading;
use super::statement::{Statement, Unfit};
use super::status::{Does, does, worded};

/// The claims of an answer, without marks of citations.
pub(super) fn claims(answer: &Answer) -> Vec<Claim> {
    let text = answer.text.as_deref().unwrap_or_default();
    let mut claims = Vec::new();
    for (span, sentence) in worded(text, of_answer(answer)) {
        let words = unmarked(sentence, answer);
        if !matches!(does(&words), Does::States | Does::Both | Does::Beside) || numbers_an_item(&words) {
            continue;
        }
        let read = Reading::new(&words);
        // What is too long to compare is a claim too: that it cannot be compared is said when it is asked about.
        if !matches!(Statement::new(&read, read.language()), Err(Unfit::Empty)) {
            claims.push(Claim { text: words, span: Some(span) });
        }
    }
    claims
}

/// Whether it is only the number of an item of a list.
fn numbers_an_item(words: &str) -> bool {
    let number = words.trim_matches(['*', '#', ' ', '(']).trim_end_matches(['.', ')', ' ']);
    words.ends_with(['.', ')', '*']) && number.len() <= 3 && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
}

/// A text without marks of citations: `[2]`, `[1, 3]`, and brackets that hold the id of a passage of the context.
pub(super) fn unmarked(text: &str, answer: &Answer) -> String {
    let mut words = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        let (before, from) = rest.split_at(open);
        // Marks are short, so that brackets without end are not searched again and again.
        let close = from.bytes().take(1000).position(|byte| byte == b']').filter(|close| cites(&from[1..*close], answer));
        match close {
            Some(close) => {
                words.push_str(before.trim_end());
                rest = &from[close + 1..];
            }
            None => {
                words.push_str(&rest[..open + 1]);
                rest = &from[1..];
            }
        }
    }
    words.push_str(rest);
    words.trim().to_owned()
}

fn cites(inner: &str, answer: &Answer) -> bool {
    let digits = |part: &str| !part.is_empty() && part.len() <= 6 && part.bytes().all(|b| b.is_ascii_digit());
    let mut parts = inner.split(',').map(str::trim);
    parts.clone().all(digits) || parts.any(|part| answer.passage(part).is_some())
}
