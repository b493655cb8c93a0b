use generation::Verdict;
use proptest::prelude::*;

use super::*;

fn read(text: &str) -> Result<Read<Judgement>, InputError> {
    read_judgements(&Source::memory("judgements.jsonl", text.as_bytes()))
}

fn with(more: &str) -> Result<Judgement, InputError> {
    read(&format!(r#"{{"question":"q",{more}}}"#)).map(|mut r| r.items.remove(0))
}

fn problem(more: &str) -> String {
    with(more).unwrap_err().problem().to_owned()
}

#[test]
fn every_field_is_read() {
    let read = with(concat!(
        r#""kind":"support","mode":"oracle","repeat":1,"target":{"claim":2,"text":"It is 20."},"verdict":"out-of-scope","passage":7,"#,
        r#""quote":"20","quote_found":false,"judge":"ann","by":"person","judge_repeat":3,"reason":"r","own":{}"#
    ))
    .unwrap();
    let said = generation::Judgement {
        kind: Kind::Support,
        target: Target::Claim(2, "It is 20.".into()),
        passage: Some("7".into()),
        outcome: Outcome::Verdict(Verdict::OutOfScope),
        quote: Some("20".into()),
        quote_found: Some(false),
        judge: Some("ann".into()),
        by: By::Person,
        judge_repeat: 3,
        reason: Some("r".into()),
    };
    assert_eq!(read, Judgement { question: "q".into(), mode: Mode::Oracle, repeat: 1, said });
    let plain = with(r#""kind":"answer","verdict":"correct""#).unwrap();
    assert_eq!((plain.mode, plain.repeat, plain.said.by, plain.said.judge_repeat), (Mode::Normal, 0, By::Source, 0));
    assert_eq!(plain.answer_is_correct(), Some(true));
    assert_eq!(with(r#""kind":"answer","verdict":"incorrect""#).unwrap().answer_is_correct(), Some(false));
    let claim = with(r#""kind":"answer","target":{"claim":0,"text":"c"},"verdict":"incorrect""#).unwrap();
    assert_eq!(claim.answer_is_correct(), None, "a claim is not the answer");
}

#[test]
fn each_target_is_read() {
    let target = |json: &str| with(&format!(r#""kind":"rubric","verdict":"x","target":{json}"#)).map(|j| j.said.target);
    assert_eq!(target(r#"{"fact":"f"}"#), Ok(Target::Fact("f".into())));
    assert_eq!(target(r#"{"passage":"p","claim":null}"#), Ok(Target::Passage("p".into())));
    assert_eq!(target(r#"{"span":[0,0]}"#), Ok(Target::Span(0, 0)));
    assert_eq!(target(r#"{"rubric":"tone"}"#), Ok(Target::Rubric("tone".into())));
    assert_eq!(target("null"), Ok(Target::Whole));
    for (json, said) in [
        ("{}", "field 'target' must name one thing that is judged, and it names 0"),
        (r#"{"fact":"f","passage":"p"}"#, "field 'target' must name one thing that is judged, and it names 2"),
        (r#"{"fact":"f","text":"t"}"#, "field 'target.text' belongs to a claim"),
        (r#"{"claim":0}"#, "field 'target.text' is missing"),
        (r#"{"claim":0,"text":" "}"#, "field 'target.text' is blank"),
        (r#"{"claim":-1,"text":"c"}"#, "field 'target.claim' must be a whole number, found number -1"),
        (r#"{"span":[3,1]}"#, "field 'target.span' [3, 1) has its end before its start"),
        (r#"{"span":[1]}"#, "field 'target.span' must be [start, end], found 1 members"),
        (r#"{"facts":"f"}"#, "unknown field 'facts' (string)"),
        ("\"f\"", "field 'target' must be an object, found string"),
    ] {
        assert_eq!(target(json).unwrap_err().problem(), said, "{json}");
    }
    assert_eq!(target(r#"{"facts":"f"}"#).unwrap_err().advice(), Some("did you mean 'fact'?"));
}

#[test]
fn claims_and_rubrics_have_no_closed_set() {
    let claims = with(r#""kind":"claims","claims":[{"text":"A.","span":[0,2]},{"text":"B."}]"#).unwrap().said.outcome;
    let claim = |text: &str, span| Claim { text: text.into(), span };
    assert_eq!(claims, Outcome::Claims(vec![claim("A.", Some((0, 2))), claim("B.", None)]));
    assert_eq!(with(r#""kind":"claims","claims":[]"#).unwrap().said.outcome, Outcome::Claims(vec![]));
    assert_eq!(problem(r#""kind":"claims","claims":[{"text":" "}]"#), "field 'claims[0].text' is blank");
    assert_eq!(problem(r#""kind":"claims","claims":["A."]"#), "field 'claims[0]' must be an object, found string");
    assert_eq!(problem(r#""kind":"claims","claims":"A.""#), "field 'claims' must be a list, found string");
    assert!(problem(r#""kind":"claims","verdict":"x""#).contains("in place of a 'verdict'"));
    assert!(problem(r#""kind":"claims""#).contains("needs its 'claims'"));
    assert!(problem(r#""kind":"fact","verdict":"stated","claims":[]"#).contains("belongs to a judgement of kind 'claims'"));
    let outcome = |verdict: &str| {
        with(&format!(r#""kind":"rubric","target":{{"rubric":"tone"}},"verdict":{verdict}"#)).map(|j| j.said.outcome)
    };
    assert_eq!(outcome("2"), Ok(Outcome::Rubric("2".into())));
    assert_eq!(outcome("\"kind\""), Ok(Outcome::Rubric("kind".into())));
    assert!(outcome("[]").is_err());
}

/// Case B18: a verdict is read from its place or not at all.
#[test]
fn what_is_no_verdict_is_refused() {
    for verdict in ["true", "1", "\"yes\"", "\"Correct\"", "\"correct.\"", "[]"] {
        assert!(problem(&format!(r#""kind":"answer","verdict":{verdict}"#)).contains("field 'verdict'"), "{verdict}");
    }
    assert!(problem(r#""kind":"answer""#).contains("needs its 'verdict'"));
    assert!(problem(r#""kind":"answer","verdict":"correct","error":"x""#).contains("both"));
    assert_eq!(problem(r#""verdict":"correct""#), "field 'kind' is missing");
    assert_eq!(problem(r#""kind":"anser","verdict":"correct""#), "field 'kind' is 'anser', which is no known value");
    let error = with(r#""kind":"fact","target":{"fact":"f"},"verdict":"state""#).unwrap_err();
    assert_eq!(error.problem(), "field 'verdict' of kind 'fact' must be 'stated', 'partial', 'contradicted' or 'not-stated'");
    assert_eq!((error.advice(), error.column()), (Some("did you mean 'stated'?"), Some(63)));
    assert!(problem(r#""kind":"context","target":{"fact":"f"},"verdict":"needed""#).contains("must be 'supported'"));
    assert!(problem(r#""kind":"context","target":{"passage":"p"},"verdict":"supported""#).contains("must be 'needed'"));
}

#[test]
fn a_failure_is_no_verdict_whatever_form_its_error_has() {
    let fault = |error: &str| match with(&format!(r#""kind":"fact","verdict":null,"error":{error}"#)).unwrap().said.outcome {
        Outcome::Failed(fault) => (fault.kind, fault.problem, fault.raw),
        other => panic!("{other:?}"),
    };
    let told = |kind: &str, problem: &str, raw: Option<&str>| (kind.into(), problem.into(), raw.map(str::to_owned));
    assert_eq!(fault("\"429\""), told("error", "429", None));
    assert_eq!(fault("\"\""), told("error", "no error text was recorded", None));
    assert_eq!(fault(r#"{"kind":"unparsed","problem":"no JSON","raw":"Sure!"}"#), told("unparsed", "no JSON", Some("Sure!")));
    assert_eq!(fault(r#"{"code":500}"#), told("error", r#"{"code":500}"#, None));
    assert_eq!(with(r#""kind":"answer","error":"429""#).unwrap().answer_is_correct(), None);
}

#[test]
fn what_counts_nowhere_is_told() {
    let warnings = |more: &str| -> Vec<String> {
        read(&format!(r#"{{"question":"q",{more}}}"#)).unwrap().warnings.into_iter().map(|w| w.text).collect()
    };
    let none: [&str; 0] = [];
    assert_eq!(
        warnings(r#""kind":"fact","verdict":"stated""#),
        ["a judgement of kind 'fact' on the whole answer counts in no measure"]
    );
    assert_eq!(warnings(r#""kind":"fact","target":{"fact":"f"},"verdict":"stated""#), none);
    assert_eq!(warnings(r#""kind":"answer","verdict":"correct""#), none);
}

fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec(
        prop_oneof![
            any::<char>().prop_map(String::from),
            proptest::sample::select(&["\"", "\\", "\n", "\u{2028}", "é"][..]).prop_map(str::to_owned)
        ],
        0..6,
    )
    .prop_map(|parts| parts.concat())
}

fn visible_text() -> impl Strategy<Value = String> {
    text().prop_filter("something is to be seen", |t| !t.trim().is_empty())
}

fn span() -> impl Strategy<Value = (usize, usize)> {
    (0..90usize, 0..90usize).prop_map(|(start, length)| (start, start + length))
}

fn target() -> impl Strategy<Value = Target> {
    prop_oneof![
        Just(Target::Whole),
        (any::<u32>(), visible_text()).prop_map(|(place, text)| Target::Claim(place, text)),
        visible_text().prop_map(Target::Fact),
        visible_text().prop_map(Target::Passage),
        span().prop_map(|(start, end)| Target::Span(start, end)),
        visible_text().prop_map(Target::Rubric),
    ]
}

fn outcome(kind: Kind, target: &Target) -> BoxedStrategy<Outcome> {
    let failed = (text(), text(), proptest::option::of(text()))
        .prop_map(|(kind, problem, raw)| Outcome::Failed(Fault { kind, problem, raw }));
    let claim = (visible_text(), proptest::option::of(span())).prop_map(|(text, span)| Claim { text, span });
    match kind {
        Kind::Claims => prop_oneof![failed, proptest::collection::vec(claim, 0..4).prop_map(Outcome::Claims)].boxed(),
        Kind::Rubric => prop_oneof![failed, text().prop_map(Outcome::Rubric)].boxed(),
        _ => {
            let known = generation::verdict::verdicts(kind, target);
            prop_oneof![failed, proptest::sample::select(known).prop_map(Outcome::Verdict)].boxed()
        }
    }
}

fn said() -> impl Strategy<Value = generation::Judgement> {
    let kind = proptest::sample::select(&Kind::ALL[..]).prop_map(|(_, kind)| kind);
    let by = proptest::sample::select(&By::ALL[..]).prop_map(|(_, by)| by);
    let optional = || proptest::option::of(text());
    (kind, target())
        .prop_flat_map(|(kind, target)| (Just(kind), outcome(kind, &target), Just(target)))
        .prop_flat_map(move |(kind, outcome, target)| {
            let rest = (proptest::option::of(visible_text()), optional(), any::<Option<bool>>(), optional(), by.clone());
            (Just((kind, outcome, target)), rest, any::<u32>(), optional())
        })
        .prop_map(|((kind, outcome, target), (passage, quote, quote_found, judge, by), judge_repeat, reason)| {
            generation::Judgement { kind, target, passage, outcome, quote, quote_found, judge, by, judge_repeat, reason }
        })
}

fn any_judgement() -> impl Strategy<Value = Judgement> {
    let mode = proptest::sample::select(&Mode::ALL[..]).prop_map(|(_, mode)| mode);
    (visible_text(), mode, any::<u32>(), said()).prop_map(|(question, mode, repeat, said)| Judgement {
        question,
        mode,
        repeat,
        said,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_what_is_read(judgements in proptest::collection::vec(any_judgement(), 1..4)) {
        let (mut bytes, mut again) = (Vec::new(), Vec::new());
        write_judgements(&mut bytes, &judgements).unwrap();
        let read = read_judgements(&Source::memory("m", bytes.clone())).unwrap().items;
        write_judgements(&mut again, &read).unwrap();
        prop_assert_eq!(read, judgements);
        prop_assert_eq!(again, bytes);
    }
}

#[test]
fn lines_have_one_form() {
    let read = read(concat!(
        "{\"verdict\":null,\"error\":\"429\",\"kind\":\"fact\",\"question\":\"q\",\"target\":{\"fact\":\"f\"}}\n",
        "{\"claims\":[{\"span\":[0,1],\"text\":\"a\"}],\"kind\":\"claims\",\"question\":\"q\",\"reason\":\"r\"}\n"
    ))
    .unwrap();
    let mut written = Vec::new();
    write_judgements(&mut written, &read.items).unwrap();
    assert_eq!(
        String::from_utf8(written).unwrap(),
        concat!(
            r#"{"question":"q","mode":"normal","repeat":0,"kind":"fact","target":{"fact":"f"},"verdict":null,"by":"source","judge_repeat":0,"error":{"kind":"error","problem":"429"}}"#,
            "\n",
            r#"{"question":"q","mode":"normal","repeat":0,"kind":"claims","claims":[{"text":"a","span":[0,1]}],"by":"source","judge_repeat":0,"reason":"r"}"#,
            "\n"
        )
    );
}
