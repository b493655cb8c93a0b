use super::*;
use crate::asked::Answer;
use formats::native::{read_passages, read_questions};

const QUESTIONS: &str = r#"{"id":"q1","query":"Why?","required":["p1"]}
{"id":"q2","query":"When?","required":["p1"]}
{"id":"q3","query":"Where?","required":["p1"]}
{"id":"q4","query":"Where?","required":["p1"]}
"#;
const PASSAGES: &str = r#"{"id":"p1","doc":"d","text":"one  two\nthree"}
{"id":"p2","doc":"d","text":"four"}
"#;

/// What `ask` tells of each question, in its order, and the warnings.
type Told = (Vec<Result<Done, String>>, Vec<String>);

fn in_modes(text: &str, format: Format, modes: &[Mode], repeats: u32) -> Result<Told, InputError> {
    let memory = |text: &str| Source::memory("results", text.as_bytes());
    let questions = read_questions(&memory(QUESTIONS)).unwrap().items;
    let passages = read_passages(&memory(PASSAGES)).unwrap().items;
    let wanted = Wanted { questions: &questions, passages: &passages, modes, repeats };
    let recorded = Recorded::read(&memory(text), format, &wanted)?;
    let plan = questions.iter().flat_map(|q| modes.iter().map(move |&mode| (q, mode)));
    let done = plan.map(|(question, mode)| recorded.ask(&Ask { question, mode, repeat: repeats - 1 }).done).collect();
    Ok((done, recorded.warnings().to_vec()))
}

fn normal(text: &str, format: Format) -> Result<Told, InputError> {
    in_modes(text, format, &[Mode::Normal], 1)
}

fn ids(items: &[Item]) -> Vec<&str> {
    items.iter().map(|item| item.id.as_str()).collect()
}

#[test]
fn a_trec_run_is_lists_of_candidates_with_the_text_of_known_passages() {
    let (done, warnings) = normal("q1 Q0 p9 1 2.5 t\nq1 Q0 p1 2 1.5 t\nq2 Q0 p2 1 1 t\nx Q0 p1 1 1 t\n", Format::Trec).unwrap();
    let (stage, list) = &done[0].as_ref().unwrap().stages[0];
    assert_eq!((*stage, ids(list), list[1].score), (Stage::Candidates, vec!["p9", "p1"], Some(1.5)));
    assert_eq!((list[0].text.as_deref(), list[1].text.as_deref()), (None, Some("one  two\nthree")));
    assert_eq!(done[0].as_ref().unwrap().context, None);
    assert_eq!(done[3], Err("not in the file".to_owned()));
    assert_eq!(
        warnings,
        [
            "left out, since of no question of the project: 1 query, such as 'x'",
            "errors of the run, since not in the file: 2 questions, such as 'q3', 'q4'"
        ]
    );
    let other = normal("1 Q0 p1 1 1 t\n2 Q0 p1 1 1 t\n", Format::Trec).unwrap_err();
    assert_eq!(
        other.problem(),
        "no query of it is of a question of the project: it has '1', '2'; the project has 'q1', 'q2', 'q3'"
    );
}

#[test]
fn rows_are_found_by_id_or_by_text_and_their_contexts_among_the_passages() {
    let rows = r#"{"user_input":"Why?","retrieved_contexts":["one two three","five"],"response":"So.","reference":"So!"}
{"id":"q2","question":"in other words","contexts":["four"],"retrieved_context_ids":["p1"]}
{"id":"q3","retrieved_context_ids":["p2","p9"]}
{"id":"q9","response":"x"}
"#;
    let (done, warnings) = normal(rows, Format::Ragas).unwrap();
    let first = done[0].as_ref().unwrap();
    let context = first.context.as_deref().unwrap();
    let five = evidence::snapshot::content_hash(b"five");
    assert_eq!((ids(context), context[0].doc.as_deref()), (vec!["p1", five.as_str()], Some("d")));
    assert_eq!(context[0].text.as_deref(), Some("one two three"), "what was sent is kept as it was");
    assert_eq!((first.answer.clone(), first.status), (Some(Answer { text: "So.".into(), citations: vec![] }), Status::Answered));
    let second = done[1].as_ref().unwrap();
    assert_eq!((second.context.as_ref().unwrap()[0].text.as_deref(), second.status), (Some("four"), Status::Retrieved));
    let third = done[2].as_ref().unwrap().context.clone().unwrap();
    assert_eq!(third.iter().map(|item| item.text.as_deref()).collect::<Vec<_>>(), [Some("four"), None]);
    assert!(done[3].is_err());
    assert_eq!(warnings.len(), 3, "{warnings:?}");
    assert!(warnings[2].starts_with("1 of 2 contexts without an id are no passage of the project"), "{warnings:?}");
}

#[test]
fn rows_that_may_be_of_two_questions_or_are_two_of_one_are_refused() {
    for (rows, said, line) in [
        (r#"{"user_input":"Where?","response":"x"}"#, "the row's text is that of two questions, 'q3' and 'q4'", 1),
        ("{\"id\":\"q1\"}\n{\"user_input\":\"Why?\"}", "a row of question 'q1' stands on line 1 already", 2),
    ] {
        let error = normal(rows, Format::Ragas).unwrap_err();
        assert_eq!((error.problem(), error.line()), (said, Some(line)));
    }
    // A fault of one row is no fault of the others.
    let rows = "{\"id\":\"q1\"}\n{\"id\":\"q2\",\"contexts\":[\"four\",\"four \"]}\n{\"id\":\"q3\",\"response\":\"x\"}";
    let (done, _) = normal(rows, Format::Ragas).unwrap();
    assert_eq!(done[0], Err("line 1 of the file: the row has neither contexts nor a response".to_owned()));
    assert_eq!(done[1], Err("line 2 of the file: context 1 is context 0 once more: 'p2'".to_owned()));
    assert_eq!(done[2].as_ref().unwrap().context, None);
}

#[test]
fn records_may_hold_modes_and_repeats_and_what_is_missing_is_told() {
    let records = r#"{"question":"q1","context":["p1"],"answer":"So.","citations":["p1"],"query_sent":"why","steps":[{"by":"a"}],"error":null}
{"question":"q9","context":[]}

{"question":"q1","mode":"oracle","answer":"So.","stages":null}
{"question":"q1","mode":"no-context","answer":"So.","context":[]}
{"question":"q2","error":"429"}
{"question":"q2","mode":"no-context","context":["p1"]}
{"question":"q3","repeat":1,"context":[]}
"#;
    let (done, warnings) = in_modes(records, Format::Records, &Mode::ALL.map(|(_, mode)| mode), 1).unwrap();
    let first = done[0].as_ref().unwrap();
    assert_eq!(
        (first.query_sent.as_deref(), first.steps.len(), first.answer.as_ref().unwrap().citations.len()),
        (Some("why"), 1, 1)
    );
    assert!(done[1].is_ok() && done[2].is_ok(), "{done:?}");
    assert_eq!(done[3], Err("line 6 of the file: the system says: 429".to_owned()));
    assert_eq!(done[4], Err("not in the file in mode oracle, repeat 0".to_owned()));
    assert!(done[5].as_ref().unwrap_err().contains("no passage but those that were sent"), "{:?}", done[5]);
    assert_eq!(
        warnings,
        [
            "left out, since of no question of the project: 1 question, such as 'q9'",
            "errors of the run, since not in the file: 7 calls, such as 'q2, oracle, repeat 0', 'q3, normal, repeat 0', 'q3, oracle, repeat 0'"
        ]
    );
    let twice = in_modes(records, Format::Records, &[Mode::Normal], 2).unwrap().0;
    assert_eq!((twice[0].is_err(), twice[2].is_ok()), (true, true));
    let error = normal("{\"question\":\"q1\",\"context\":\"p1\"}", Format::Records).unwrap_err();
    assert_eq!((error.problem(), error.line()), ("field 'context' must be a list, found string", Some(1)));
}

#[test]
fn what_a_format_cannot_hold_is_refused() {
    let said =
        |modes: &[Mode], repeats| in_modes("q1 Q0 p1 1 1 t\n", Format::Trec, modes, repeats).unwrap_err().problem().to_owned();
    assert_eq!(said(&[Mode::Normal, Mode::Oracle], 1), "a file of format trec holds nothing of mode oracle");
    assert_eq!(said(&[Mode::Normal], 2), "a file of format trec holds no repeats");
}
