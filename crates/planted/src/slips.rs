//! What an answerer does wrong, and how it says what it says: from what was found to an answer with its citations.

use systems::asked::{Answer, Citation, Status};

use crate::reading::{DECLINED, DISAGREE, Found, Reader, Sentence, numbers};

/// A slip of the answerer with one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slip {
    /// It says something else of the right passage.
    SaysElse,
    /// It says another number.
    OtherNumber,
    /// It says the last only of what was asked.
    LeavesOut,
    /// It takes another row of the table.
    OtherRow,
    /// It takes what a note says, not the policy.
    TakesNote,
    /// It says what the note says and what the policy says, as if both held.
    MergesNote,
    /// It takes one of two sources that disagree, and does not say so.
    PicksOne,
    /// It adds what no passage says.
    Adds(String),
    /// It cites another passage of the context.
    CitesOther,
    /// It cites a passage that is not there.
    CitesUnknown(String),
    /// It declines.
    Declines,
    /// It declines in words, and calls that an answer.
    DeclinesInWords,
    /// It says that the retriever found nothing.
    FoundNothing,
    /// It says the nearest thing that it finds, whatever was asked.
    Nearest,
    /// It says this, from nowhere, where nothing answers.
    Invents(String),
}

/// What is said: sentences, each with the passage that it cites, if any.
struct Saying {
    status: Status,
    sentences: Vec<(String, Option<String>)>,
}

/// Answers a question from passages (id, text).
pub fn answer(reader: &Reader, query: &str, context: &[(&str, &str)], slips: &[Slip]) -> (Status, Answer) {
    let texts: Vec<&str> = context.iter().map(|(_, text)| *text).collect();
    let mut found = reader.read(query, &texts);
    for slip in slips {
        before(slip, reader, &texts, &mut found);
    }
    let cited = |sentence: &Sentence| (sentence.text.clone(), Some(context[sentence.place].0.to_owned()));
    let mut sentences: Vec<(String, Option<String>)> = Vec::new();
    let is_conflict = found.iter().any(|found| found.answers.len() > 1) && !slips.contains(&Slip::MergesNote);
    if is_conflict {
        sentences.push((DISAGREE.to_owned(), None));
    }
    sentences.extend(found.iter().flat_map(|found| &found.answers).map(cited));
    let answered = found.iter().filter(|found| !found.answers.is_empty()).count();
    let status = match answered {
        0 => Status::Declined,
        _ if is_conflict => Status::ConflictStated,
        n if n < found.len() && !slips.contains(&Slip::LeavesOut) => Status::Partial,
        _ => Status::Answered,
    };
    let mut saying = Saying { status, sentences };
    for slip in slips {
        after(slip, reader, query, context, &mut saying);
    }
    if saying.sentences.is_empty() {
        saying.sentences.push((DECLINED.to_owned(), None));
    }
    (saying.status, said(&saying.sentences, context))
}

/// What goes wrong while reading.
fn before(slip: &Slip, reader: &Reader, texts: &[&str], found: &mut [Found]) {
    // A slip happens with the last thing asked that was found: the first may have been lost before.
    let Some(last) = found.iter().rposition(|found| !found.answers.is_empty()) else { return };
    let one = &mut found[last];
    let other = |one: &Found| reader.others(texts, one.answers[0].place, &one.answers);
    match slip {
        Slip::SaysElse => {
            if let Some(other) = other(one).into_iter().find(|s| numbers(&s.text).is_empty()) {
                one.answers = vec![other];
            }
        }
        Slip::OtherRow => {
            if let Some(other) = other(one).into_iter().find(|s| !numbers(&s.text).is_empty()) {
                one.answers = vec![other];
            }
        }
        Slip::OtherNumber => one.answers[0].text = with_other_number(&one.answers[0].text),
        Slip::TakesNote if !one.noted.is_empty() => one.answers = one.noted.clone(),
        Slip::MergesNote => {
            let noted = one.noted.clone();
            one.answers.extend(noted);
        }
        Slip::PicksOne => one.answers.truncate(1),
        Slip::LeavesOut if found.len() > 1 => found[0].answers.clear(),
        _ => {}
    }
}

/// What goes wrong while speaking.
fn after(slip: &Slip, reader: &Reader, query: &str, context: &[(&str, &str)], saying: &mut Saying) {
    let texts: Vec<&str> = context.iter().map(|(_, text)| *text).collect();
    let answers = !saying.sentences.is_empty();
    let mut decline = |status| *saying = Saying { status, sentences: vec![(DECLINED.to_owned(), None)] };
    match slip {
        Slip::Declines => decline(Status::Declined),
        Slip::DeclinesInWords => decline(Status::Answered),
        Slip::FoundNothing => decline(Status::NoEvidence),
        Slip::Adds(words) if answers => saying.sentences.push((words.clone(), None)),
        Slip::CitesOther if answers => {
            let last = saying.sentences.len() - 1;
            let of = saying.sentences[last].1.take();
            let other = context
                .iter()
                .map(|(id, _)| *id)
                .find(|id| saying.sentences.iter().all(|(_, c)| c.as_deref() != Some(*id)) && of.as_deref() != Some(*id));
            saying.sentences[last].1 = other.map(str::to_owned);
        }
        Slip::CitesUnknown(id) if answers => {
            let last = saying.sentences.len() - 1;
            saying.sentences[last].1 = Some(id.clone());
        }
        Slip::Nearest if !answers => {
            if let Some(nearest) = reader.nearest(query, &texts) {
                let cited = context[nearest.place].0.to_owned();
                *saying = Saying { status: Status::Answered, sentences: vec![(nearest.text, Some(cited))] };
            }
        }
        Slip::Invents(words) => {
            saying.status = Status::Answered;
            saying.sentences.push((words.clone(), None));
        }
        _ => {}
    }
}

/// The last number of a sentence, seven more.
fn with_other_number(text: &str) -> String {
    let Some(end) = text.rfind(|c: char| c.is_ascii_digit()).map(|at| at + 1) else { return text.to_owned() };
    let start =
        text[..end].rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    let number: u64 = text[start..end].parse().unwrap_or(0);
    format!("{}{}{}", &text[..start], number + 7, &text[end..])
}

/// Sentences in a row, each with its mark, and what they cite.
fn said(sentences: &[(String, Option<String>)], context: &[(&str, &str)]) -> Answer {
    let (mut text, mut length, mut citations) = (String::new(), 0, Vec::new());
    for (sentence, cited) in sentences {
        if !text.is_empty() {
            text.push(' ');
            length += 1;
        }
        let start = length;
        length += sentence.chars().count();
        text.push_str(sentence);
        let Some(id) = cited else { continue };
        citations.push(Citation { passage: id.clone(), span: Some((start, length)) });
        let place = context.iter().position(|(known, _)| known == id).map_or(context.len(), |place| place) + 1;
        let mark = format!(" [{place}]");
        length += mark.len();
        text.push_str(&mark);
    }
    Answer { text, citations }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTEXT: [(&str, &str); 3] = [
        ("a", "# Loans\n\nA loan of the Aldern pump ends after 12 days. It can be renewed once."),
        ("b", "# Forum note on it\n\nA loan of the Aldern pump ends after 30 days."),
        ("c", "# Fees\n\nThe rental fee of the Aldern pump is €25 per day."),
    ];
    const QUERY: &str = "After how many days does a loan of the Aldern pump end?";

    fn of(query: &str, slips: &[Slip]) -> (Status, String, Vec<String>) {
        let (status, answer) = answer(&Reader::default(), query, &CONTEXT, slips);
        let cited = answer.citations.iter().map(|c| {
            let (start, end) = c.span.unwrap();
            let words: String = answer.text.chars().skip(start).take(end - start).collect();
            format!("{}: {words}", c.passage)
        });
        (status, answer.text.clone(), cited.collect())
    }

    #[test]
    fn a_good_answer_says_and_cites_it() {
        let (status, text, cited) = of(QUERY, &[]);
        assert_eq!((status, text.as_str()), (Status::Answered, "A loan of the Aldern pump ends after 12 days. [1]"));
        assert_eq!(cited, ["a: A loan of the Aldern pump ends after 12 days."]);
        assert_eq!(of("What is the noise level of the Aldern pump?", &[]).0, Status::Declined);
        let (status, text, _) =
            of("What is the noise level of the Aldern pump, and what is the rental fee of the Aldern pump per day?", &[]);
        assert_eq!((status, text.as_str()), (Status::Partial, "The rental fee of the Aldern pump is €25 per day. [3]"));
    }

    #[test]
    fn each_slip_is_what_it_is_called() {
        for (slip, status, text) in [
            (Slip::SaysElse, Status::Answered, "It can be renewed once. [1]"),
            (Slip::OtherNumber, Status::Answered, "A loan of the Aldern pump ends after 19 days. [1]"),
            (Slip::TakesNote, Status::Answered, "A loan of the Aldern pump ends after 30 days. [2]"),
            (
                Slip::MergesNote,
                Status::Answered,
                "A loan of the Aldern pump ends after 12 days. [1] A loan of the Aldern pump ends after 30 days. [2]",
            ),
            (Slip::Adds("It is free.".into()), Status::Answered, "A loan of the Aldern pump ends after 12 days. [1] It is free."),
            (Slip::CitesOther, Status::Answered, "A loan of the Aldern pump ends after 12 days. [2]"),
            (Slip::CitesUnknown("z".into()), Status::Answered, "A loan of the Aldern pump ends after 12 days. [4]"),
            (Slip::Declines, Status::Declined, DECLINED),
            (Slip::DeclinesInWords, Status::Answered, DECLINED),
            (Slip::FoundNothing, Status::NoEvidence, DECLINED),
        ] {
            let (said, words, _) = of(QUERY, std::slice::from_ref(&slip));
            assert_eq!((said, words.as_str()), (status, text), "{slip:?}");
        }
        let noise = "What is the noise level of the Aldern pump?";
        assert_eq!(of(noise, &[Slip::Invents("It is 64 decibels.".into())]).1, "It is 64 decibels.");
        assert_eq!(of(noise, &[Slip::Nearest]).1, "A loan of the Aldern pump ends after 12 days. [1]");
    }
}
