//! `questions.jsonl`: one question a line.

use std::collections::BTreeMap;

use evidence::{Evidence, Expect, Fact, FactKind, Message, Origin, Principal, Question, Split};

use crate::error::{InputError, quoted};
use crate::json::{Kind, Object, Value};
use crate::native::evidence_tree::{evidence_list, evidence_tree};
use crate::native::id::{id, optional_id};
use crate::native::read::{Note, Notes, Read, Seen, read_objects};
use crate::source::Source;
use crate::suggest;

/// The fields of a question that are not slices.
pub const FIELDS: [&str; 17] = [
    "id",
    "query",
    "history",
    "answerable",
    "principal",
    "corpus",
    "evidence",
    "required",
    "acceptable",
    "facts",
    "answer",
    "expect",
    "origin",
    "split",
    "critical",
    "core",
    "cluster",
];

/// Slices that every question set has a use for.
pub(crate) const NAMED_SLICES: [&str; 2] = ["type", "scope"];

/// The fields of who asks.
pub(crate) const PRINCIPAL_FIELDS: [&str; 2] = ["tenant", "groups"];

/// The fields of a message before the question; others are passed over.
pub(crate) const MESSAGE_FIELDS: [&str; 2] = ["role", "content"];

/// The fields of a fact.
pub(crate) const FACT_FIELDS: [&str; 4] = ["id", "text", "vital", "forbidden"];

/// Reads a question set.
///
/// A set that contradicts itself (an unanswerable question with evidence, say) is read: such faults are listed by `check`, all at
/// once. Refused is what cannot be represented. A field that is not known is a slice where it holds a string, and refused otherwise.
pub fn read_questions(source: &Source) -> Result<Read<Question>, InputError> {
    let name = source.name().trim_end_matches(".gz").trim_end_matches(".zst");
    if name.ends_with(".yaml") || name.ends_with(".yml") {
        return Err(InputError::new("questions in YAML cannot be read yet")
            .in_file(source.name().clone())
            .mend("write them as JSON Lines, one question a line, in a file that ends in .jsonl"));
    }
    let mut seen = Seen::new();
    let read = read_objects(source, |object, notes| {
        let question = question(object, notes)?;
        seen.once(question.id.clone(), notes.line, object.need("id")?, || quoted(&question.id))?;
        Ok(question)
    })?;
    read.not_empty(source, || InputError::nothing_to_evaluate("holds no question"))
}

fn question(object: &Object<'_>, notes: &mut Notes) -> Result<Question, InputError> {
    // Each of the two says the other where only one stands.
    let (stated, answerable) = (object.choice("expect", &Expect::ALL)?, object.boolean("answerable")?);
    let expect = stated.unwrap_or(if answerable == Some(false) { Expect::NoAnswer } else { Expect::Answer });
    Ok(Question {
        id: id(object.need("id")?, "id", notes)?.into_owned(),
        query: query(object.need("query")?)?,
        history: object.get("history").map(history).transpose()?.unwrap_or_default(),
        answerable: answerable.unwrap_or(expect != Expect::NoAnswer),
        slices: slices(object, notes)?,
        principal: object.get("principal").map(|v| principal(v, notes)).transpose()?,
        corpus: optional_id(object.get("corpus"), "corpus", notes)?,
        evidence: evidence(object, notes)?,
        facts: object.get("facts").map(|v| facts(v, notes)).transpose()?.unwrap_or_default(),
        answer: object.string("answer")?,
        expect,
        origin: object.choice("origin", &Origin::ALL)?,
        split: object.choice("split", &Split::ALL)?.unwrap_or_default(),
        critical: object.boolean("critical")?.unwrap_or_default(),
        core: object.boolean("core")?.unwrap_or_default(),
        cluster: optional_id(object.get("cluster"), "cluster", notes)?,
    })
}

fn query(value: Value<'_>) -> Result<String, InputError> {
    let query = value.string()?;
    if query.trim().is_empty() {
        return Err(value.fault("field 'query' is empty; a question needs its words"));
    }
    Ok(query.into_owned())
}

/// The conversation before the question. Other fields of a message are passed over: chat interfaces have many.
fn history(list: Value<'_>) -> Result<Vec<Message>, InputError> {
    let message = |value: Value<'_>| {
        let object = value.object()?;
        let role = object.need("role")?;
        let name = role.string()?;
        if name.trim().is_empty() {
            return Err(role.fault(format!("{} is empty; it says who spoke, as 'user' or 'assistant'", role.name())));
        }
        Ok(Message { role: name.into_owned(), content: object.need("content")?.string()?.into_owned() })
    };
    list.list()?.map(message).collect()
}

fn slices(object: &Object<'_>, notes: &mut Notes) -> Result<BTreeMap<String, String>, InputError> {
    let mut slices = BTreeMap::new();
    for (key, value) in object.fields().filter(|(key, _)| !FIELDS.contains(&key.as_ref())) {
        let named = NAMED_SLICES.contains(&key.as_ref());
        match value.kind() {
            Kind::Null => continue,
            Kind::String => {}
            _ if named => return Err(value.wants("a string")),
            kind => {
                let known = FIELDS.into_iter().chain(NAMED_SLICES);
                let near = suggest::nearest(&key, known).map(|near| format!("; did you mean '{near}'?")).unwrap_or_default();
                return Err(value
                    .fault(format!("field {} is unknown and {} {}", quoted(&key), article(kind), kind.name()))
                    .mend(format!("a field of your own must hold a string, and is a slice then{near}")));
            }
        }
        if !named && let Some(near) = suggest::nearest(&key, FIELDS).filter(|near| object.get(near).is_none()) {
            notes.add(Note::Other(format!("field {} is kept as a slice; is '{near}' meant?", quoted(&key))));
        }
        slices.insert(key.into_owned(), value.string()?.into_owned());
    }
    Ok(slices)
}

fn article(kind: Kind) -> &'static str {
    if kind == Kind::Object { "an" } else { "a" }
}

/// Reads who asks.
pub(crate) fn principal(value: Value<'_>, notes: &mut Notes) -> Result<Principal, InputError> {
    let object = value.object()?;
    // Who asks decides what may be opened, so a field that is not understood is not passed over.
    object.only(&PRINCIPAL_FIELDS)?;
    let groups = object.get("groups").map(Value::list).transpose()?;
    Ok(Principal {
        tenant: optional_id(object.get("tenant"), "tenant", notes)?,
        groups: groups
            .into_iter()
            .flatten()
            .map(|g| Ok(id(g, "groups", notes)?.into_owned()))
            .collect::<Result<_, InputError>>()?,
    })
}

/// The tree, or one of its flat forms.
fn evidence(object: &Object<'_>, notes: &mut Notes) -> Result<Option<Evidence>, InputError> {
    match (object.get("evidence"), object.get("required"), object.get("acceptable")) {
        (None, None, None) => Ok(None),
        (Some(tree), None, None) => evidence_tree(tree, notes).map(Some),
        (None, Some(all), None) => Ok(Some(Evidence::All(evidence_list(all, notes)?))),
        (None, None, Some(any)) => Ok(Some(Evidence::Any(evidence_list(any, notes)?))),
        (Some(_), Some(flat), _) | (Some(_), None, Some(flat)) => {
            Err(flat.fault(format!("{} stands beside 'evidence'; a question has one of them", flat.name())))
        }
        (None, Some(_), Some(any)) => Err(any
            .fault("'required' and 'acceptable' stand together; how they combine is not said")
            .mend(r#"write one tree: "evidence":{"all":["p1",{"any":["p2","p3"]}]}"#)),
    }
}

fn facts(value: Value<'_>, notes: &mut Notes) -> Result<Vec<Fact>, InputError> {
    let mut facts: Vec<Fact> = Vec::new();
    for value in value.list()? {
        let object = value.object()?;
        object.only(&FACT_FIELDS)?;
        let id = id(object.need("id")?, "facts.id", notes)?.into_owned();
        if facts.iter().any(|f| f.id == id) {
            return Err(value.fault(format!("fact {} stands twice in one question", quoted(&id))));
        }
        let flag = |key| Ok(object.boolean(key)?.unwrap_or_default());
        let kind = match (flag("vital")?, flag("forbidden")?) {
            (true, true) => {
                return Err(value.fault(format!("{} is both vital and forbidden; a fact is one of them", value.name())));
            }
            (true, false) => FactKind::Vital,
            (false, true) => FactKind::Forbidden,
            (false, false) => FactKind::Okay,
        };
        facts.push(Fact { id, text: object.need("text")?.string()?.into_owned(), kind });
    }
    Ok(facts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Refusal;
    use evidence::Locator;

    fn read(text: &str) -> Result<Read<Question>, InputError> {
        read_questions(&Source::memory("questions.jsonl", text.as_bytes()))
    }

    /// One question with `more` fields.
    fn with(more: &str) -> Result<Question, InputError> {
        read(&format!(r#"{{"id":"q","query":"Why?"{more}}}"#)).map(|mut r| r.items.remove(0))
    }

    fn problem(more: &str) -> String {
        with(more).unwrap_err().problem().to_owned()
    }

    fn passages(ids: &[&str]) -> Vec<Evidence> {
        ids.iter().map(|id| Evidence::Leaf(Locator::Passage((*id).into()))).collect()
    }

    #[test]
    fn every_field_is_read() {
        let text = r#"{"id":"cancel-date","query":"When?","answerable":true,"type":"paraphrase","scope":"billing","team":"red",
            "principal":{"tenant":"acme","groups":["billing"]},"corpus":"2026-10","evidence":{"all":[{"any":["p1","p2"]}]},
            "facts":[{"id":"a","text":"A.","vital":true},{"id":"b","text":"B.","forbidden":true},{"id":"c","text":"C."}],
            "answer":"At the end.","expect":"conflict","origin":"incident","split":"final","critical":true,"core":true,
            "cluster":"policy"}"#
            .replace('\n', "");
        let read = read(&text).unwrap();
        let q = &read.items[0];
        assert_eq!((q.id.as_str(), q.query.as_str(), q.answerable), ("cancel-date", "When?", true));
        let slices: Vec<_> = q.slices.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        assert_eq!(slices, [("scope", "billing"), ("team", "red"), ("type", "paraphrase")]);
        assert_eq!(q.principal, Some(Principal { tenant: Some("acme".into()), groups: vec!["billing".into()] }));
        assert_eq!(q.corpus.as_deref(), Some("2026-10"));
        assert_eq!(q.evidence, Some(Evidence::All(vec![Evidence::Any(passages(&["p1", "p2"]))])));
        assert_eq!(q.facts.iter().map(|f| f.kind).collect::<Vec<_>>(), [FactKind::Vital, FactKind::Forbidden, FactKind::Okay]);
        assert_eq!(q.answer.as_deref(), Some("At the end."));
        assert_eq!((q.expect, q.origin, q.split), (Expect::Conflict, Some(Origin::Incident), Split::Final));
        assert_eq!((q.critical, q.core, q.cluster.as_deref()), (true, true, Some("policy")));
        assert_eq!(read.warnings, []);
    }

    #[test]
    fn absent_and_null_fields_have_their_defaults() {
        for more in ["", r#","evidence":null,"expect":null,"facts":null,"type":null,"own":null,"critical":null"#] {
            let q = with(more).unwrap();
            assert_eq!((q.answerable, q.expect, q.split, q.critical, q.core), (true, Expect::Answer, Split::Tune, false, false));
            assert!(q.evidence.is_none() && q.slices.is_empty() && q.facts.is_empty() && q.origin.is_none());
        }
        assert!(!with(r#","expect":"no-answer""#).unwrap().answerable);
        assert_eq!(with(r#","answerable":false"#).unwrap().expect, Expect::NoAnswer);
    }

    #[test]
    fn what_was_said_before_is_kept_in_its_order() {
        let history =
            with(r#","history":[{"role":"user","content":"Hello"},{"role":"assistant","content":"","id":7}]"#).unwrap().history;
        let said: Vec<_> = history.iter().map(|m| (m.role.as_str(), m.content.as_str())).collect();
        assert_eq!(said, [("user", "Hello"), ("assistant", "")]);
        assert!(with(r#","history":null"#).unwrap().history.is_empty());
        assert_eq!(problem(r#","history":"Hello""#), "field 'history' must be a list, found string");
        assert_eq!(problem(r#","history":["Hello"]"#), "field 'history[0]' must be an object, found string");
        assert_eq!(problem(r#","history":[{"role":"user"}]"#), "field 'history[0].content' is missing");
        let empty = problem(r#","history":[{"role":" ","content":"x"}]"#);
        assert_eq!(empty, "field 'history[0].role' is empty; it says who spoke, as 'user' or 'assistant'");
    }

    #[test]
    fn contradictions_are_for_check_and_not_for_the_reader() {
        assert!(with(r#","answerable":false,"required":["p"]"#).unwrap().evidence.is_some());
        assert!(with(r#","expect":"no-answer","answerable":true"#).unwrap().answerable);
        assert!(with(r#","evidence":{"all":[]}"#).unwrap().required().is_err());
    }

    #[test]
    fn flat_forms_are_all_and_any_and_never_mixed() {
        let all = with(r#","required":["p1","p2"]"#).unwrap().evidence;
        assert_eq!(all, Some(Evidence::All(passages(&["p1", "p2"]))));
        let any = with(r#","acceptable":["p1","p7"]"#).unwrap().evidence;
        assert_eq!(any, Some(Evidence::Any(passages(&["p1", "p7"]))));
        let tree = r#","evidence":{"passage":"p"}"#;
        assert!(problem(&format!(r#"{tree},"required":["p"]"#)).contains("'required' stands beside 'evidence'"));
        assert!(problem(&format!(r#"{tree},"acceptable":["p"]"#)).contains("'acceptable' stands beside 'evidence'"));
        assert!(problem(r#","required":["p"],"acceptable":["p"]"#).contains("stand together"));
        assert_eq!(problem(r#","required":"p1""#), "field 'required' must be a list, found string");
    }

    #[test]
    fn unknown_fields_are_slices_or_refused() {
        let error = with(r#","critcal":true"#).unwrap_err();
        assert_eq!(error.problem(), "field 'critcal' is unknown and a boolean");
        assert_eq!(error.advice(), Some("a field of your own must hold a string, and is a slice then; did you mean 'critical'?"));
        assert_eq!(problem(r#","weights":{}"#), "field 'weights' is unknown and an object");
        assert_eq!(problem(r#","type":["a"]"#), "field 'type' must be a string, found list");
        let read = read(r#"{"id":"q","query":"Why?","anwser":"42"}"#).unwrap();
        assert_eq!(read.warnings[0].text, "field 'anwser' is kept as a slice; is 'answer' meant?");
    }

    #[test]
    fn wrong_types_and_values_are_named() {
        assert_eq!(problem(r#","answerable":"yes""#), "field 'answerable' must be true or false, found string");
        assert_eq!(problem(r#","answer":["a"]"#), "field 'answer' must be a string, found list");
        let error = with(r#","expect":"no_answer""#).unwrap_err();
        assert_eq!(error.problem(), "field 'expect' is 'no_answer', which is no known value");
        assert_eq!(error.advice(), Some("did you mean 'no-answer'?"));
        assert_eq!(with(r#","origin":"x""#).unwrap_err().advice(), Some("known: user, incident, synthetic"));
        assert_eq!(problem(r#","principal":{"groups":"billing"}"#), "field 'principal.groups' must be a list, found string");
        assert_eq!(problem(r#","principal":{"tenat":"a"}"#), "unknown field 'tenat' (string)");
        assert_eq!(problem(r#","principal":"acme""#), "field 'principal' must be an object, found string");
        assert_eq!(read(r#"{"id":"q"}"#).unwrap_err().problem(), "field 'query' is missing");
        assert_eq!(
            read(r#"{"id":"q","query":" "}"#).unwrap_err().problem(),
            "field 'query' is empty; a question needs its words"
        );
    }

    #[test]
    fn facts_are_one_kind_each_and_unique() {
        assert!(
            problem(r#","facts":[{"id":"a","text":"A","vital":true,"forbidden":true}]"#).contains("both vital and forbidden")
        );
        assert!(problem(r#","facts":[{"id":"a","text":"A"},{"id":"a","text":"B"}]"#).contains("'a' stands twice"));
        assert_eq!(problem(r#","facts":[{"id":"a"}]"#), "field 'facts[0].text' is missing");
        assert_eq!(problem(r#","facts":["A"]"#), "field 'facts[0]' must be an object, found string");
        assert_eq!(problem(r#","facts":[{"id":"a","text":"A","vitel":true}]"#), "unknown field 'vitel' (boolean)");
    }

    #[test]
    fn an_id_stands_once() {
        let error = read("{\"id\":\"q1\",\"query\":\"a\"}\n\n{\"id\":\"q1\",\"query\":\"b\"}").unwrap_err();
        assert_eq!(error.to_string(), "questions.jsonl:3:7: 'q1' already stands on line 1");
        // A number is its literal text, so it can be the same id too.
        assert!(read("{\"id\":\"7\",\"query\":\"a\"}\n{\"id\":7,\"query\":\"b\"}").is_err());
        let read = read("{\"id\":\"07\",\"query\":\"a\"}\n{\"id\":7,\"query\":\"b\"}\n{\"id\":1e5,\"query\":\"b\"}").unwrap();
        assert_eq!(read.items.iter().map(|q| q.id.as_str()).collect::<Vec<_>>(), ["07", "7", "1e5"]);
        assert_eq!(read.warnings.len(), 1);
    }

    #[test]
    fn an_empty_set_and_yaml_are_refused() {
        assert_eq!(read("\n \n").unwrap_err().refusal(), Refusal::NothingToEvaluate);
        let error = read_questions(&Source::memory("questions.yaml", &b""[..])).unwrap_err();
        assert_eq!(error.problem(), "questions in YAML cannot be read yet");
    }
}
