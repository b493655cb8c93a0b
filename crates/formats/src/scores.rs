//! Scores that `fourcell score --per-question --format json` wrote earlier.

use std::borrow::Cow;

use crate::error::{InputError, quoted};
use crate::json::{Kind, Object, Tape, Value};
use crate::source::Source;

/// One run of a file of scores.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedRun {
    /// The run's name.
    pub name: String,
    /// The measures as they are named in the file, in the order in which they first stand there. Every question has each of them.
    pub measures: Vec<String>,
    /// The questions in written order; none stands twice.
    pub questions: Vec<RecordedQuestion>,
    /// Questions that the run had no record of.
    pub missing: Vec<String>,
}

/// One question's scores.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedQuestion {
    /// The question's id.
    pub id: String,
    /// The fingerprint of what decided its score; `None` where it is not known.
    pub labels: Option<String>,
    /// A score for each measure.
    pub scores: Vec<(String, RecordedScore)>,
}

/// A score as it was recorded.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordedScore {
    /// A finite value.
    Value(f64),
    /// The measure did not exist for this question, with the reason.
    Undefined(String),
    /// The system failed.
    Failed,
}

/// The longest file of scores that is read, in bytes.
const LONGEST: u64 = 512 << 20;
/// What stands before the number in the schema.
const SCHEMA: &str = "fourcell/score@";
/// The number of the schema that is read here.
const NUMBER: &str = "1";
const REWRITE: &str = "write it with fourcell score --per-question --format json";

/// Reads a file of scores.
///
/// # Errors
/// What is not what `fourcell score` writes, of a later schema, or without the scores of single questions; and "nothing to evaluate"
/// where there is no run, or a run without questions.
pub fn read_scores(source: &Source) -> Result<Vec<RecordedRun>, InputError> {
    let text = source.read_text(LONGEST)?;
    runs(&text).map_err(|e| {
        let e = e.in_file(source.name().clone());
        if e.advice().is_none() { e.mend(REWRITE) } else { e }
    })
}

fn runs(text: &str) -> Result<Vec<RecordedRun>, InputError> {
    let tape = Tape::parse(text, Vec::new()).map_err(|e| broken(text, e))?;
    if !text.trim_ascii_start().starts_with('{') {
        return Err(InputError::new("is no JSON object, so these are no scores that fourcell wrote"));
    }
    tape.object().and_then(|whole| read_runs(&whole)).map_err(|e| with_line(text, e))
}

fn read_runs(whole: &Object<'_>) -> Result<Vec<RecordedRun>, InputError> {
    check_schema(whole)?;
    let runs: Vec<Value<'_>> = whole.need("result")?.object()?.need("runs")?.list()?.collect();
    if runs.is_empty() {
        return Err(InputError::nothing_to_evaluate("field 'result.runs' holds no run"));
    }
    runs.into_iter().map(|value| run(&value.object()?)).collect()
}

fn check_schema(whole: &Object<'_>) -> Result<(), InputError> {
    let expected = format!("'{SCHEMA}{NUMBER}'");
    let Some(value) = whole.get("schema") else {
        return Err(whole.whole().fault(format!("field 'schema' is missing; {expected} is expected")));
    };
    let schema = value.string()?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let version = schema.strip_prefix(SCHEMA).unwrap_or_default();
    let (number, minor) = version.split_once('.').map_or((version, None), |(number, minor)| (number, Some(minor)));
    if !digits(number) || number.starts_with('0') || minor.is_some_and(|m| !digits(m)) {
        return Err(value.fault(format!("field 'schema' must be {expected}, found {}", quoted(&schema))));
    }
    if number == NUMBER {
        return Ok(());
    }
    let later =
        format!("a later fourcell wrote these scores: field 'schema' is {}, and this one reads {expected}", quoted(&schema));
    Err(value.fault(later).mend(format!("use that fourcell here, or {REWRITE} by this one")))
}

fn run(run: &Object<'_>) -> Result<RecordedRun, InputError> {
    let name = run.need("name")?.string()?.into_owned();
    let missing = run.need("missing")?.list()?.map(|id| Ok(id.string()?.into_owned())).collect::<Result<_, InputError>>()?;
    let Some(value) = run.get("questions") else {
        let problem =
            format!("the scores of single questions are not in the file: run {} has no field 'questions'", quoted(&name));
        return Err(run.whole().fault(problem));
    };
    let mut questions: Vec<RecordedQuestion> = Vec::new();
    for (id, value) in value.object()?.fields() {
        let question = question(id, value)?;
        if let Some(first) = questions.first() {
            same_measures(first, &question).map_err(|problem| value.fault(problem))?;
        }
        questions.push(question);
    }
    match questions.first() {
        None => Err(InputError::nothing_to_evaluate(format!("run {} holds no scored question", quoted(&name)))),
        Some(first) => {
            let measures = first.scores.iter().map(|(measure, _)| measure.clone()).collect();
            Ok(RecordedRun { name, measures, questions, missing })
        }
    }
}

fn question(id: Cow<'_, str>, value: Value<'_>) -> Result<RecordedQuestion, InputError> {
    let question = value.object()?;
    let scores = question.need("scores")?;
    let measures = scores.object()?.fields().map(|(measure, value)| Ok((measure.into_owned(), score(value)?)));
    let measures: Vec<_> = measures.collect::<Result<_, InputError>>()?;
    if measures.is_empty() {
        return Err(scores.fault(format!("{} holds no measure", scores.name())));
    }
    let labels = question.string("labels")?.filter(|labels| !labels.is_empty());
    Ok(RecordedQuestion { id: id.into_owned(), labels, scores: measures })
}

/// A measure that some question lacks would leave it out of a mean unseen.
fn same_measures(first: &RecordedQuestion, other: &RecordedQuestion) -> Result<(), String> {
    // Where they stand in the same order, which is how they are written, no name is searched for.
    let has = |question: &RecordedQuestion, place: usize, name: &str| {
        question.scores.get(place).is_some_and(|(n, _)| n == name) || question.scores.iter().any(|(n, _)| n == name)
    };
    let lacks = |a: &RecordedQuestion, b: &RecordedQuestion| {
        let lacking = a.scores.iter().enumerate().find(|(place, (name, _))| !has(b, *place, name));
        lacking.map(|(_, (name, _))| {
            let [b, name, a] = [&b.id, name, &a.id].map(|text| quoted(text));
            format!("question {b} has no score under {name}, which question {a} has")
        })
    };
    lacks(first, other).or_else(|| lacks(other, first)).map_or(Ok(()), Err)
}

fn score(value: Value<'_>) -> Result<RecordedScore, InputError> {
    let score = value.object()?;
    match (score.get("value"), score.get("undefined"), score.get("failed")) {
        (Some(number), None, None) => Ok(RecordedScore::Value(number.finite()?)),
        (None, Some(reason), None) => Ok(RecordedScore::Undefined(reason.string()?.into_owned())),
        (None, None, Some(failed)) if failed.kind() == Kind::Boolean && failed.boolean()? => Ok(RecordedScore::Failed),
        (None, None, Some(failed)) => Err(failed.wants("true")),
        _ => Err(value.fault(format!(
            r#"{} must be one of {{"value": number}}, {{"undefined": reason}} and {{"failed": true}}"#,
            value.name()
        ))),
    }
}

/// What is wrong with text that is no JSON. The tape's own fault is about a line; `tape` is it.
fn broken(text: &str, tape: InputError) -> InputError {
    let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(text) else {
        // What is JSON and yet refused has too many values.
        return InputError::new(tape.problem().replacen("the line", "the file", 1))
            .mend("write fewer runs or measures into one file of scores");
    };
    let line = text.split('\n').nth(error.line().saturating_sub(1)).unwrap_or_default();
    let byte = line.floor_char_boundary(error.column().saturating_sub(1));
    let said = error.to_string();
    let said = said.rsplit_once(" at line ").map_or(said.as_str(), |(what, _)| what);
    let problem = match error.is_eof() {
        true => format!("ends in the middle of its JSON ({said})"),
        false => format!("is not valid JSON: {said}"),
    };
    InputError::new(problem).at_line(error.line() as u64).at_column(line[..byte].chars().count() as u64 + 1)
}

/// Faults count columns from where the text begins; here it has lines.
fn with_line(text: &str, error: InputError) -> InputError {
    let Some(column) = error.column() else { return error };
    let before = text.chars().take(usize::try_from(column).unwrap_or(usize::MAX).saturating_sub(1));
    let (line, column) = before.fold((1, 1), |(line, column), c| if c == '\n' { (line + 1, 1) } else { (line, column + 1) });
    error.at_line(line).at_column(column)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Refusal;

    fn read(text: &str) -> Result<Vec<RecordedRun>, InputError> {
        read_scores(&Source::memory("scores.json", text.as_bytes()))
    }

    fn with(schema: &str, runs: &str) -> String {
        format!("{{\n  \"schema\": \"{schema}\",\n  \"command\": \"score\",\n  \"result\": {{\"runs\": {runs}}}\n}}\n")
    }

    fn of_questions(questions: &str) -> String {
        with("fourcell/score@1", &format!(r#"[{{"name": "a", "missing": [], "questions": {questions}}}]"#))
    }

    fn problem(text: &str) -> String {
        let error = read(text).unwrap_err();
        assert!(error.advice().is_some_and(|a| a.contains(REWRITE)), "{error}");
        assert_eq!(error.file(), Some("scores.json"));
        error.problem().to_owned()
    }

    fn problem_of_score(score: &str) -> String {
        problem(&of_questions(&format!(r#"{{"q1": {{"scores": {{"P@5": {score}}}}}}}"#)))
    }

    #[test]
    fn reads_what_score_writes() {
        let text = with(
            "fourcell/score@1.2",
            r#"[{"name": "a\u00e9", "missing": ["q2"], "later": {}, "questions": {
                "q1": {"labels": "0123456789abcdef", "scores":
                    {"AP": {"undefined": "no relevant"}, "P@5": {"value": 0.3333333333333333}, "RR": {"failed": true}}},
                "q0": {"labels": null, "scores":
                    {"RR": {"value": 1e-7}, "AP": {"value": 1}, "P@5": {"value": 0.1, "undefined": null}}}}}]"#,
        );
        let [run] = &read(&text).unwrap()[..] else { panic!() };
        assert_eq!((run.name.as_str(), &run.missing[..]), ("aé", &["q2".to_owned()][..]));
        assert_eq!(run.measures, ["AP", "P@5", "RR"]);
        assert_eq!(run.questions[0].labels.as_deref(), Some("0123456789abcdef"));
        let score = |question: usize, place: usize| run.questions[question].scores[place].1.clone();
        assert_eq!(score(0, 0), RecordedScore::Undefined("no relevant".into()));
        assert_eq!(score(0, 1), RecordedScore::Value(1.0 / 3.0));
        assert_eq!(score(0, 2), RecordedScore::Failed);
        assert_eq!((run.questions[1].id.as_str(), &run.questions[1].labels), ("q0", &None));
        assert_eq!(score(1, 0), RecordedScore::Value(1e-7));
    }

    #[test]
    fn other_schemas_are_refused() {
        let later = problem(&with("fourcell/score@2", "[]"));
        assert_eq!(
            later,
            "a later fourcell wrote these scores: field 'schema' is 'fourcell/score@2', and this one reads 'fourcell/score@1'"
        );
        assert!(problem(&with("fourcell/score@99999999999999999999.1", "[]")).starts_with("a later fourcell"));
        for schema in ["fourcell/compare@1", "fourcell/score", "fourcell/score@", "fourcell/score@0", "fourcell/score@1.x", ""] {
            let expected = format!("field 'schema' must be 'fourcell/score@1', found '{schema}'");
            assert_eq!(problem(&with(schema, "[]")), expected);
        }
        assert_eq!(problem("{}"), "field 'schema' is missing; 'fourcell/score@1' is expected");
        assert_eq!(problem(r#"{"schema": 1}"#), "field 'schema' must be a string, found number 1");
    }

    #[test]
    fn without_questions_there_is_nothing_to_compare() {
        let summary = with("fourcell/score@1", r#"[{"name": "a", "missing": []}]"#);
        assert_eq!(problem(&summary), "the scores of single questions are not in the file: run 'a' has no field 'questions'");
        for text in [with("fourcell/score@1", "[]"), of_questions("{}")] {
            assert_eq!(read(&text).unwrap_err().refusal(), Refusal::NothingToEvaluate);
        }
    }

    #[test]
    fn faults_name_line_column_path_and_what_was_expected() {
        let text = of_questions("{\n\"é\": {\"scores\": {\"RR\": {\"value\": \"1\"}}}}");
        let error = read(&text).unwrap_err();
        assert_eq!(
            error.to_string(),
            "scores.json:5:34: field 'result.runs[0].questions.é.scores.RR.value' must be a finite number, found string\n  \
             write it with fourcell score --per-question --format json"
        );
        assert_eq!(problem(&with("fourcell/score@1", "{}")), "field 'result.runs' must be a list, found object");
        assert_eq!(problem(r#"{"schema": "fourcell/score@1"}"#), "field 'result' is missing");
        let flat = of_questions(r#"{"q1": {"RR": {"value": 1}}}"#);
        assert_eq!(problem(&flat), "field 'result.runs[0].questions.q1.scores' is missing");
        assert!(problem(&with("fourcell/score@1", r#"[{"name": "a"}]"#)).ends_with("runs[0].missing' is missing"));
        assert!(problem("[1]").starts_with("is no JSON object"));
    }

    #[test]
    fn a_score_is_one_of_three_and_finite() {
        assert!(problem_of_score(r#"{"value": 1e999}"#).ends_with("P@5.value' must be a finite number, found number 1e999"));
        assert!(problem_of_score(r#"{"failed": false}"#).ends_with("P@5.failed' must be true, found boolean false"));
        assert!(problem_of_score(r#"{"failed": 1}"#).ends_with("P@5.failed' must be true, found number 1"));
        assert!(problem_of_score("0.5").ends_with("P@5' must be an object, found number 0.5"));
        for score in ["{}", r#"{"value": null}"#, r#"{"value": 1, "failed": true}"#, r#"{"value": 1, "undefined": "x"}"#] {
            let ending = r#"P@5' must be one of {"value": number}, {"undefined": reason} and {"failed": true}"#;
            assert!(problem_of_score(score).ends_with(ending), "{score}");
        }
    }

    #[test]
    fn nothing_is_lost_unseen() {
        let (rr, ap) = (r#""RR": {"value": 1}"#, r#""AP": {"value": 1}"#);
        let two = |a: &str, b: &str| of_questions(&format!(r#"{{"q1": {{"scores": {{{a}}}}}, "q2": {{"scores": {{{b}}}}}}}"#));
        let both = format!("{rr}, {ap}");
        assert_eq!(problem(&two(&both, rr)), "question 'q2' has no score under 'AP', which question 'q1' has");
        assert_eq!(problem(&two(rr, &both)), "question 'q1' has no score under 'AP', which question 'q2' has");
        assert!(problem(&two(rr, "")).ends_with("q2.scores' holds no measure"));
        let twice = two(rr, rr).replace("q2", "q1");
        assert_eq!(problem(&twice), "field 'q1' stands twice in one object");
    }

    #[test]
    fn text_that_is_no_json_is_named_with_line_and_column() {
        let error = read("{\n \"é\": 1 2}").unwrap_err();
        assert_eq!((error.problem(), error.line()), ("is not valid JSON: expected `,` or `}`", Some(2)));
        assert_eq!(error.column(), Some(9));
        assert!(problem(&of_questions("{}")[..40]).starts_with("ends in the middle of its JSON"));
        assert!(problem("").starts_with("ends in the middle of its JSON"));
        for end in 0..40 {
            assert!(read(&of_questions("{}")[..end]).is_err());
        }
    }
}
