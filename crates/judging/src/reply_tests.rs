use evidence::Passage;
use generation::{Kind, Target};

use super::*;

/// What comes of a reply to a question with the verdicts of an answer.
fn b18(text: &str) -> Result<Given, Unread> {
    let expected =
        Expected { allowed: Allowed::Verdicts(verdicts(Kind::Answer, &Target::Whole)), passages: None, numbered: true };
    with_ask(Kind::Answer, Target::Whole, None, |ask| {
        object_in(text).and_then(|object| expected.read(ask, &object, &Lookup::default()))
    })
}

fn with_ask<T>(kind: Kind, target: Target, passage: Option<&str>, act: impl FnOnce(&Ask<'_>) -> T) -> T {
    let line = r#"{"id":"q","query":"What does it cost?"}"#;
    let question = formats::native::read_questions(&formats::Source::memory("q", line.as_bytes())).unwrap().items.remove(0);
    let passage_of =
        |(id, text): (&str, &str)| Passage { id: id.to_owned(), doc: None, rev: None, range: None, text: Some(text.to_owned()) };
    let answer = generation::Answer {
        text: Some("It costs “20 euros”. It is due in May.".to_owned()),
        context: Some([("fees", "The fee is 20 euros."), ("rules", "Rules are rules.")].map(passage_of).to_vec()),
        ..generation::Answer::default()
    };
    act(&Ask { kind, target, passage, question: &question, answer: &answer, rubric: None })
}

/// A question whose verdict rests on passages.
fn support(text: &str, numbered: bool) -> Result<Given, Unread> {
    with_ask(Kind::Support, Target::Claim(0, "It costs 20 euros.".into()), None, |ask| {
        let object = object_in(text)?;
        Expected::of(Sort::Support, ask, numbered).read(ask, &object, &Lookup::default())
    })
}

fn read_claims(text: &str) -> Result<Given, Unread> {
    with_ask(Kind::Claims, Target::Whole, None, |ask| {
        Expected::of(Sort::Claims, ask, true).read(ask, &object_in(text)?, &Lookup::default())
    })
}

fn verdict(given: &Given) -> &'static str {
    match given.outcome {
        Outcome::Verdict(verdict) => verdict.name(),
        _ => "none",
    }
}

#[test]
fn b18_fences_and_thoughts_are_no_part_of_a_reply() {
    for text in [
        r#"{"verdict":"correct"}"#,
        "```json\n{\"verdict\":\"correct\"}\n```",
        "```\n{\"verdict\":\"correct\"}\n```\n",
        "```JSON {\"verdict\":\"correct\"}```",
        r#"<think>verdict incorrect? score 3?</think>{"verdict":"correct"}"#,
        r#"{"verdict":"incorrect"} is too strict</think>{"verdict":"correct"}"#,
        "<think>\n```json\n{\"verdict\":\"incorrect\"}\n```\n</think>\n```json\n{\"verdict\":\" Correct \"}\n```",
        r#"{"verdict":"CORRECT","reason":null}"#,
        r#"{"reason":"it shows ```json {\"verdict\":\"incorrect\"}``` and </think>","verdict":"correct"}"#,
        "```json\n{\"reason\":\"holds ``` and ```json\",\"verdict\":\"correct\"}\n```",
    ] {
        let given = b18(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        assert_eq!(verdict(&given), "correct", "{text}");
    }
}

#[test]
fn b18_what_is_not_exactly_one_verdict_is_none() {
    for (text, kind) in [
        (r#"{"label":1}"#, "unparsed"),
        (r#"<think>score 3?</think>{"label":1}"#, "unparsed"),
        (r#"{"verdict":"2"}"#, "out-of-set"),
        (r#"{"verdict":7}"#, "unparsed"),
        (r#"{"verdict":1}"#, "unparsed"),
        (r#"{"verdict":2.5}"#, "unparsed"),
        (r#"{"verdict":true}"#, "unparsed"),
        (r#"{"verdict":"false"}"#, "out-of-set"),
        (r#"{"verdict":"yes"}"#, "out-of-set"),
        (r#"{"verdict":""}"#, "out-of-set"),
        (r#"{"verdict":"correct or incorrect"}"#, "out-of-set"),
        (r#"{"verdict":"supported"}"#, "out-of-set"),
        (r#"{"verdict":null}"#, "unparsed"),
        (r#"{"verdict":["correct"]}"#, "unparsed"),
        (r#"{"Verdict":"correct"}"#, "unparsed"),
        (r#"{"verdict":"correct","score":3}"#, "unparsed"),
        (r#"{"verdict":"correct","verdict":"incorrect"}"#, "unparsed"),
        (r#"{"verdict":"correct"}{"verdict":"incorrect"}"#, "unparsed"),
        ("{\"verdict\":\"correct\"}\n{\"verdict\":\"correct\"}", "unparsed"),
        (r#"[{"verdict":"correct"}]"#, "unparsed"),
        (r#"{"verdict":"correct","reason":3}"#, "unparsed"),
        (r#"{"verdict":"correct""#, "unparsed"),
        (r#"{"verdict":NaN}"#, "unparsed"),
        ("published in 2023 and I cannot judge it", "unparsed"),
        ("I compared 3 sentences. Verdict: incorrect", "unparsed"),
        ("correct", "unparsed"),
        ("O: 10", "unparsed"),
        ("final score: 2.5", "unparsed"),
        ("1", "unparsed"),
        ("The verdict is:\n```json\n{\"verdict\":\"correct\"}\n```", "unparsed"),
        ("```json\n{\"verdict\":\"correct\"}\n```\nas asked ```", "unparsed"),
        ("```python\n{\"verdict\":\"correct\"}\n```", "unparsed"),
        (r#"<think>{"verdict":"correct"}"#, "unparsed"),
        ("```", "unparsed"),
        ("``````", "unparsed"),
        ("", "unparsed"),
        ("\u{0}", "unparsed"),
    ] {
        assert_eq!(b18(text).map_err(|unread| unread.kind), Err(kind), "{text}");
    }
}

#[test]
fn support_rests_on_words_that_stand_in_a_passage() {
    let fees = || Some("fees".to_owned());
    let given =
        support(r#"{"passage":1,"quote":"The fee  is 20 euros","verdict":"supported","reason":"so it says"}"#, true).unwrap();
    assert_eq!((verdict(&given), given.passage, given.quote_found), ("supported", fees(), Some(true)));
    // The wrong passage is put right, where the words stand in another that was asked about.
    for number in ["2", "0", "99", "18446744073709551615"] {
        let given = support(&format!(r#"{{"passage":{number},"quote":"20 euros","verdict":"supported"}}"#), true).unwrap();
        assert_eq!((verdict(&given), given.passage, given.quote_found), ("supported", fees(), Some(true)));
    }
    let given = support(r#"{"passage":1,"quote":"The fee is 30 euros","verdict":"supported","reason":"why"}"#, true).unwrap();
    assert_eq!((verdict(&given), &given.passage, given.quote_found), ("not-found", &None, Some(false)));
    assert_eq!(given.quote.as_deref(), Some("The fee is 30 euros"));
    let reason = given.reason.unwrap();
    assert!(reason.contains("'supported'") && reason.ends_with("the judge said: why"), "{reason}");
    let given = support(r#"{"passage":1,"quote":"elsewhere","verdict":"out-of-scope"}"#, true).unwrap();
    assert_eq!((verdict(&given), given.quote_found), ("not-found", Some(false)));
    // A quote that is none takes nothing from what is no support.
    let given = support(r#"{"passage":2,"quote":"elsewhere","verdict":"contradicted"}"#, true).unwrap();
    assert_eq!((verdict(&given), given.passage.as_deref(), given.quote_found), ("contradicted", Some("rules"), Some(false)));
    let given = support(r#"{"passage":null,"quote":null,"verdict":"not-found"}"#, true).unwrap();
    assert_eq!((verdict(&given), given.passage, given.quote_found), ("not-found", None, None));
}

#[test]
fn support_without_its_quote_is_asked_for_again() {
    for text in [
        r#"{"verdict":"supported"}"#,
        r#"{"verdict":"supported","passage":1,"quote":null}"#,
        r#"{"verdict":"supported","passage":1,"quote":" … "}"#,
        r#"{"verdict":"supported","passage":null,"quote":"20 euros"}"#,
        r#"{"verdict":"supported","passage":"1","quote":"20 euros"}"#,
        r#"{"verdict":"supported","passage":1.5,"quote":"20 euros"}"#,
        r#"{"verdict":"supported","passage":-1,"quote":"20 euros"}"#,
        r#"{"verdict":"supported","passage":true,"quote":"20 euros"}"#,
    ] {
        assert_eq!(support(text, true).unwrap_err().kind, "unparsed", "{text}");
    }
}

#[test]
fn a_command_names_passages_by_their_ids_and_need_not_quote() {
    let given = support(r#"{"verdict":"supported"}"#, false).unwrap();
    assert_eq!((verdict(&given), given.passage, given.quote_found), ("supported", None, None));
    let given = support(r#"{"verdict":"supported","passage":"rules"}"#, false).unwrap();
    assert_eq!((verdict(&given), given.passage.as_deref()), ("supported", Some("rules")));
    let given = support(r#"{"verdict":"supported","passage":"rules","quote":"nowhere"}"#, false).unwrap();
    assert_eq!((verdict(&given), given.quote_found), ("not-found", Some(false)));
    for text in [r#"{"verdict":"supported","passage":"gone"}"#, r#"{"verdict":"supported","passage":1}"#] {
        assert_eq!(support(text, false).unwrap_err().kind, "unparsed", "{text}");
    }
}

#[test]
fn claims_are_a_list_of_statements_with_their_places() {
    let given = read_claims(
        r#"{"claims":[{"text":" It costs 20 euros. ","quote":"costs \"20 euros\""},{"text":"x","quote":"nowhere"},{"text":"y","quote":null}]}"#,
    );
    let Outcome::Claims(claims) = given.unwrap().outcome else { panic!() };
    let shown: Vec<_> = claims.iter().map(|claim| (claim.text.as_str(), claim.span)).collect();
    assert_eq!(shown, [("It costs 20 euros.", Some((3, 19))), ("x", None), ("y", None)]);
    assert_eq!(read_claims(r#"{"claims":[]}"#).unwrap().outcome, Outcome::Claims(Vec::new()));
    let many = format!(r#"{{"claims":[{}]}}"#, vec![r#"{"text":"a"}"#; MOST_CLAIMS + 1].join(","));
    for (text, said) in [
        (many.as_str(), "more than the 200"),
        (r#"{"claims":[{"text":" "}]}"#, "claim 1: 'text' must be"),
        (r#"{"claims":[{"text":"a"},{"quote":"b"}]}"#, "claim 2: 'text' must be"),
        (r#"{"claims":["a"]}"#, "a list of objects"),
        (r#"{"claims":[{"text":1}]}"#, "must be a string, found 1"),
        (r#"{"claims":[{"text":"a","verdict":"supported"}]}"#, "the key 'verdict'"),
        (r#"{"claims":{}}"#, "must be a list, found an object"),
        ("{}", "found nothing"),
        (r#"{"claims":[],"verdict":"x"}"#, "the key 'verdict'"),
    ] {
        let unread = read_claims(text).unwrap_err();
        assert!(unread.kind == "unparsed" && unread.problem.contains(said), "{unread:?}");
    }
}

#[test]
fn outcomes_of_a_rubric_are_told_apart_by_case_only_where_they_differ_by_nothing_else() {
    let outcomes = ["Polite".to_owned(), "rude".to_owned(), "Ok".to_owned(), "OK".to_owned()];
    let expected = Expected { allowed: Allowed::Outcomes(&outcomes), passages: None, numbered: true };
    let outcome = |word: &str| expected.outcome(word).map_err(|unread| unread.kind);
    assert_eq!(outcome(" polite "), Ok(Outcome::Rubric("Polite".into())));
    assert_eq!((outcome("OK"), outcome("Ok")), (Ok(Outcome::Rubric("OK".into())), Ok(Outcome::Rubric("Ok".into()))));
    assert_eq!((outcome("ok"), outcome("impolite")), (Err("out-of-set"), Err("out-of-set")));
}

#[test]
fn what_is_kept_of_a_reply_is_bounded() {
    assert_eq!(clipped(&"é".repeat(RAW)).chars().count(), RAW);
    assert_eq!(clipped(&"é".repeat(RAW + 9)).chars().count(), RAW + 1);
}
