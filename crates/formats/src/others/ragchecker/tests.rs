use super::*;
use generation::By;

fn read(rows: &str) -> Result<Read<Answered>, InputError> {
    read_ragchecker(&Source::memory("results.json", format!("{{\"results\": [\n{rows}\n]}}\n").into_bytes()))
}

fn row(more: &str) -> String {
    format!(r#"{{"query_id":"q","query":"Fee?","gt_answer":"20","response":"It is 20."{more}}}"#)
}

const CHECKED: &str = concat!(
    r#","retrieved_context":[{"doc_id":"a","text":"x"},{"doc_id":"a","text":"y"}],"response_claims":[["fee","is","20"],"No tax."],"#,
    r#""gt_answer_claims":["20","May"],"answer2response":["Entailment","Neutral"],"response2answer":["Entailment","Contradiction"],"#,
    r#""retrieved2response":[["Neutral","Entailment"],["Contradiction","Neutral"]],"retrieved2answer":[["Entailment","Neutral"],["Neutral","Neutral"]]"#
);

#[test]
fn claims_and_verdicts_are_read() {
    let read = read(&row(CHECKED)).unwrap();
    let answered = &read.items[0];
    let facts: Vec<(&str, &str)> = answered.question.facts.iter().map(|f| (f.id.as_str(), f.text.as_str())).collect();
    assert_eq!(facts, [("gt-0", "20"), ("gt-1", "May")]);
    assert!(answered.question.facts.iter().all(|fact| fact.kind == FactKind::Vital));
    let ids: Vec<&str> = answered.answer.context.as_ref().unwrap().iter().map(|p| p.id.as_str()).collect();
    assert_eq!(ids, ["a", "a (2)"]);
    let claim = |place: u32| Target::Claim(place, ["fee is 20", "No tax."][place as usize].into());
    let fact = |id: &str| Target::Fact(id.into());
    let verdict = |kind, target, passage, verdict| said(kind, target, passage, Outcome::Verdict(verdict));
    let claims = ["fee is 20", "No tax."].map(|text| Claim { text: text.into(), span: None }).to_vec();
    let (a, b) = (Some("a"), Some("a (2)"));
    assert_eq!(
        answered.judgements,
        [
            said(Kind::Claims, Target::Whole, None, Outcome::Claims(claims)),
            verdict(Kind::Answer, claim(0), None, Verdict::Correct),
            verdict(Kind::Answer, claim(1), None, Verdict::Incorrect),
            verdict(Kind::Fact, fact("gt-0"), None, Verdict::Stated),
            verdict(Kind::Fact, fact("gt-1"), None, Verdict::Contradicted),
            verdict(Kind::Support, claim(0), a, Verdict::NotFound),
            verdict(Kind::Support, claim(0), b, Verdict::Supported),
            verdict(Kind::Support, claim(1), a, Verdict::Contradicted),
            verdict(Kind::Support, claim(1), b, Verdict::NotFound),
            verdict(Kind::Context, fact("gt-0"), a, Verdict::Supported),
            verdict(Kind::Context, fact("gt-0"), b, Verdict::NotFound),
            verdict(Kind::Context, fact("gt-1"), a, Verdict::NotFound),
            verdict(Kind::Context, fact("gt-1"), b, Verdict::NotFound),
        ]
    );
    assert!(answered.judgements.iter().all(|j| j.judge.as_deref() == Some("ragchecker") && j.by == By::Source));
    assert_eq!(read.warnings.len(), 1, "an id stands twice: {:?}", read.warnings);
}

#[test]
fn answers_that_were_not_checked_have_no_verdicts() {
    let read = read(&row("")).unwrap();
    let answered = &read.items[0];
    assert_eq!((answered.id.as_str(), answered.answer.context.as_ref(), answered.judgements.len()), ("q", None, 0));
    assert_eq!((answered.question.answer.as_deref(), answered.question.facts.len()), (Some("20"), 0));
}

/// Nothing bears nothing out: an answer with claims and without a context is not faithful, which is no case of "not judged".
#[test]
fn an_empty_context_supports_nothing() {
    let read = read(&row(r#","retrieved_context":[],"response_claims":["c"],"retrieved2response":[[]]"#)).unwrap();
    let last = read.items[0].judgements.last().unwrap();
    assert_eq!((last.kind, last.verdict(), last.passage.as_deref()), (Kind::Support, Some(Verdict::NotFound), None));
}

#[test]
fn faults_name_row_field_line_and_column() {
    let checked = |from: &str, to: &str| row(&CHECKED.replacen(from, to, 1));
    for (bad, said) in [
        (
            checked("[\"Entailment\",\"Neutral\"]", "[\"Entailment\",\"neutral\"]"),
            "field 'results[1].answer2response[1]' is 'neutral', which is none of Entailment, Neutral, Contradiction",
        ),
        (
            checked("[\"Entailment\",\"Neutral\"]", "[\"Entailment\"]"),
            "field 'results[1].answer2response' has 1 members, and there are 2 claims of 'response_claims'",
        ),
        (
            checked("[\"Entailment\",\"Contradiction\"]", "[]"),
            "field 'results[1].response2answer' has 0 members, and there are 2 claims of 'gt_answer_claims'",
        ),
        (
            checked("[\"Neutral\",\"Entailment\"]", "[\"Neutral\"]"),
            "field 'results[1].retrieved2response[0]' has 1 members, and there are 2 passages of 'retrieved_context'",
        ),
        (checked("\"No tax.\"", "\" \""), "field 'results[1].response_claims[1]' is a claim without words"),
        (
            checked("\"No tax.\"", "{}"),
            "field 'results[1].response_claims[1]' must be a claim: a string, or a list of its parts, found object",
        ),
        (checked("\"text\":\"x\"", "\"text\":\"\""), "field 'results[1].retrieved_context[0].text' is blank"),
        (
            checked("\"response_claims\"", "\"response_claim\""),
            "field 'results[1].answer2response' is about 'response_claims', which the row does not have",
        ),
        ("{}".to_owned(), "field 'results[1].query_id' is missing"),
        ("7".to_owned(), "field 'results[1]' must be an object, found number 7"),
    ] {
        let error = read(&format!("{},\n {bad}", row("").replace("\"q\"", "\"z\""))).unwrap_err();
        assert_eq!((error.problem(), error.line(), error.file()), (said, Some(3), Some("results.json")), "{bad}");
        assert!(error.column().is_some_and(|column| column > 1), "{error}");
    }
    let error = read(&format!("{},\n{}", row(""), row(""))).unwrap_err();
    assert_eq!(error.to_string(), "results.json:3: 'q' already stands on line 2");
    let document = |text: &str| read_ragchecker(&Source::memory("m", text.as_bytes())).unwrap_err();
    assert_eq!(document("{\n}").problem(), "field 'results' is missing");
    assert_eq!(document("[]").problem(), "the file must be an object, found list");
    assert_eq!(document("{\"results\":[]}").problem(), "holds no row");
    assert_eq!(document("{\"results\":\n[").line(), Some(2));
}

/// A claim is kept with each verdict on it, which a file could use to take far more memory than it has bytes.
#[test]
fn a_file_may_not_grow_without_bound() {
    let claim = "x".repeat(1 << 20);
    let context: Vec<String> = (0..300).map(|i| format!(r#"{{"doc_id":"{i}"}}"#)).collect();
    let labels = vec!["\"Neutral\""; 300].join(",");
    let more = format!(
        r#","retrieved_context":[{}],"response_claims":["{claim}"],"retrieved2response":[[{labels}]]"#,
        context.join(",")
    );
    let error = read(&row(&more)).unwrap_err();
    assert!(error.problem().contains("268435456 bytes of claims"), "{error}");
    assert_eq!(error.advice(), Some("split its results into several files"));
}
