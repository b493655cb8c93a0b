//! A judge that compares words exactly. It sees question, answer and context, and nothing of what was planted.
//!
//! Answers here are sentences of documents, so that a statement is supported where its words stand in a row, and contradicted where a
//! sentence has the same words but other numbers. On other answers it would be a poor judge.

use std::num::{NonZeroU32, NonZeroUsize};

use formats::native::answers::{complete, read_answers};
use formats::native::judgements::{Judgement, line};
use formats::{InputError, Source};
use generation::measures::Need;
use generation::sentences::{of_answer, sentences};
use generation::{Ask, By, Claim, Kind, Outcome, Verdict};
use judging::{Given, Judge, Seat, Subject, Wanted, judge};

use evidence::{Passage, Question};

use crate::reading::{DECLINED, DISAGREE};

/// The name under which its verdicts are known.
pub const NAME: &str = "exact";

/// What it is asked.
const KINDS: [Kind; 6] = [Kind::Status, Kind::Claims, Kind::Support, Kind::Fact, Kind::Context, Kind::Citation];

/// What is to be known of each answer.
const NEEDS: [Need; 6] = [Need::Status, Need::Claims, Need::Support, Need::Facts, Need::FactsInContext, Need::Citations];

/// The judge.
#[derive(Clone, Copy, Debug, Default)]
pub struct Exact;

impl Judge for Exact {
    fn by(&self) -> By {
        By::Command
    }

    fn can(&self, ask: &Ask<'_>) -> bool {
        KINDS.contains(&ask.kind) && ask.answer.error.is_none()
    }

    fn judge(&self, ask: &Ask<'_>, _: u32) -> Given {
        let text = ask.answer.text.as_deref().unwrap_or_default();
        let statement = words(&unmarked(ask.statement().unwrap_or_default()));
        let verdict = match ask.kind {
            Kind::Claims => return Given::only(Outcome::Claims(claims(ask))),
            Kind::Status if text.contains(DECLINED) => Verdict::Declined,
            Kind::Status if text.contains(DISAGREE) => Verdict::ConflictStated,
            Kind::Status => Verdict::Answered,
            Kind::Fact => match of(&statement, &unmarked(text)) {
                Of::Says => Verdict::Stated,
                Of::SaysOtherwise => Verdict::Contradicted,
                Of::Silent => Verdict::NotStated,
            },
            _ => return over_passages(ask, &statement),
        };
        Given::only(Outcome::Verdict(verdict))
    }
}

/// Whether passages hold a statement; what says so counts before what says otherwise.
fn over_passages(ask: &Ask<'_>, statement: &[String]) -> Given {
    let mut given = Given::only(Outcome::Verdict(Verdict::NotFound));
    for passage in ask.passages() {
        let text = passage.text.as_deref().unwrap_or_default();
        let verdict = match of(statement, text) {
            Of::Says => Verdict::Supported,
            Of::SaysOtherwise if given.passage.is_none() => Verdict::Contradicted,
            Of::SaysOtherwise | Of::Silent => continue,
        };
        given.outcome = Outcome::Verdict(verdict);
        given.passage = Some(passage.id.clone());
        let quote = lines(text).into_iter().find(|line| !matches!(of(statement, line), Of::Silent));
        given.quote_found = quote.as_ref().map(|quote| text.contains(quote.as_str()));
        given.quote = quote;
        if verdict == Verdict::Supported {
            break;
        }
    }
    given
}

/// The claims of an answer: its sentences, but for those that only say how it stands to the question.
fn claims(ask: &Ask<'_>) -> Vec<Claim> {
    let characters: Vec<char> = ask.answer.text.as_deref().unwrap_or_default().chars().collect();
    let claim = |(start, end): (usize, usize)| Claim {
        text: unmarked(&characters[start..end].iter().collect::<String>()),
        span: Some((start, end)),
    };
    let all = of_answer(ask.answer).into_iter().map(claim);
    all.filter(|claim| claim.text != DISAGREE && claim.text != DECLINED && !words(&claim.text).is_empty()).collect()
}

enum Of {
    Says,
    SaysOtherwise,
    Silent,
}

/// What a text says of a statement, by its words.
fn of(statement: &[String], text: &str) -> Of {
    let said = words(text);
    if statement.is_empty() {
        return Of::Silent;
    }
    if said.windows(statement.len()).any(|window| window == statement) {
        return Of::Says;
    }
    let bare = |words: &[String]| -> Vec<String> {
        let bare = |word: &String| if word.chars().any(|c| c.is_ascii_digit()) { "#".to_owned() } else { word.clone() };
        words.iter().map(bare).collect()
    };
    let mine = bare(statement);
    if lines(text).iter().any(|line| bare(&words(line)) == mine) { Of::SaysOtherwise } else { Of::Silent }
}

/// The sentences of a text, and the rows of its tables.
fn lines(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for line in text.lines() {
        if line.starts_with('|') {
            all.push(line.to_owned());
            continue;
        }
        let characters: Vec<char> = line.chars().collect();
        all.extend(sentences(line).into_iter().map(|(start, end)| characters[start..end].iter().collect::<String>()));
    }
    all
}

/// A text without marks of citations.
fn unmarked(text: &str) -> String {
    let mut rest = text;
    let mut bare = String::with_capacity(text.len());
    while let Some((before, from)) = rest.split_once('[') {
        let Some((inner, after)) = from.split_once(']').filter(|(inner, _)| inner.chars().all(|c| c.is_ascii_digit())) else {
            break;
        };
        debug_assert!(inner.len() < 20);
        bare.push_str(before.trim_end());
        rest = after;
    }
    bare.push_str(rest);
    bare.trim().to_owned()
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '€').filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// The lines of `judgements.jsonl` for the answers of `records.jsonl`, as those who read files read them.
pub fn judgements(records: &[u8], questions: &[&Question], passages: &[Passage]) -> Result<String, InputError> {
    let mut answers = read_answers(&Source::memory("records.jsonl", records.to_vec()))?.items;
    complete(&mut answers, passages);
    let asked = |id: &str| questions.iter().find(|question| question.id == id);
    let subjects: Vec<Subject<'_>> = answers
        .iter()
        .filter_map(|answer| Some(Subject { question: asked(&answer.question)?, answer: &answer.answer, recorded: &[] }))
        .collect();
    let seat = Seat { name: NAME, judge: &Exact, repeats: NonZeroU32::MIN, kinds: &KINDS };
    let wanted = Wanted { needs: NEEDS.into_iter().collect(), rubrics: Vec::new() };
    let said = judge(&subjects, &[seat], &wanted, NonZeroUsize::MIN, &|_, _, _| {});
    let mut lines = String::new();
    for (answer, said) in answers.iter().zip(said) {
        for said in said {
            let judgement = Judgement { question: answer.question.clone(), mode: answer.mode, repeat: answer.repeat, said };
            lines.push_str(&line(&judgement));
            lines.push('\n');
        }
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use generation::{Answer, Target};

    fn passage(id: &str, text: &str) -> Passage {
        Passage { id: id.into(), doc: None, rev: None, range: None, text: Some(text.into()) }
    }

    #[test]
    fn words_in_a_row_support_and_other_numbers_contradict() {
        let context = vec![
            passage("a", "# Loans\n\nA loan ends after 12 days. It can be renewed once."),
            passage("b", "| A-1 | too warm | set valve V-17 |"),
        ];
        let answer = Answer { text: Some("x".into()), context: Some(context), ..Answer::default() };
        let question = Question::new("q", "?");
        let verdict = |claim: &str| {
            let target = Target::Claim(0, claim.into());
            let ask = Ask { kind: Kind::Support, target, passage: None, question: &question, answer: &answer, rubric: None };
            let given = Exact.judge(&ask, 0);
            (given.outcome, given.passage, given.quote)
        };
        let of = |verdict| Outcome::Verdict(verdict);
        let (a, quote) = (Some("a".to_owned()), Some("A loan ends after 12 days.".to_owned()));
        assert_eq!(verdict("A loan ends after 12 days. [1]"), (of(Verdict::Supported), a.clone(), quote.clone()));
        assert_eq!(verdict("A loan ends after 19 days."), (of(Verdict::Contradicted), a, quote));
        let row = Some("| A-1 | too warm | set valve V-17 |".to_owned());
        assert_eq!(verdict("A-1: too warm; set valve V-17."), (of(Verdict::Supported), Some("b".to_owned()), row));
        assert_eq!(verdict("A loan is free."), (of(Verdict::NotFound), None, None));
    }

    #[test]
    fn marks_are_no_words() {
        assert_eq!(unmarked("It is €12. [1] It ends. [23]"), "It is €12. It ends.");
        assert_eq!(unmarked("see [the annex] and [1"), "see [the annex] and [1");
    }
}
