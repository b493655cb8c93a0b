//! Evidence as it is written: `{"all":[…]}` and `{"any":[…]}` over locators.

use evidence::{Evidence, Locator};

use crate::error::InputError;
use crate::json::{Kind, Object, Value};
use crate::native::id::{id, revision};
use crate::native::read::Notes;
use crate::suggest;

/// Levels that a tree may have. Nobody writes more, and a file made to overflow the stack is refused instead.
const DEEPEST: usize = 64;

/// The keys of a node and of a locator.
pub(crate) const KEYS: [&str; 7] = ["all", "any", "passage", "doc", "rev", "range", "quote"];

/// A tree: a node or a locator.
pub(crate) fn evidence_tree(value: Value<'_>, notes: &mut Notes) -> Result<Evidence, InputError> {
    if value.kind() == Kind::List {
        return Err(value.wants("an object").mend(r#"say whether each is needed, {"all":[…]}, or one is enough, {"any":[…]}"#));
    }
    node(value, 1, notes)
}

/// The members of a flat list, as children of a node.
pub(crate) fn evidence_list(value: Value<'_>, notes: &mut Notes) -> Result<Vec<Evidence>, InputError> {
    children(value, 1, notes)
}

fn children(list: Value<'_>, depth: usize, notes: &mut Notes) -> Result<Vec<Evidence>, InputError> {
    list.list()?
        .map(|child| match child.kind() {
            // Inside a node a bare id is a passage's.
            Kind::String | Kind::Number => Ok(Evidence::Leaf(Locator::Passage(id(child, "passage", notes)?.into_owned()))),
            Kind::Object => node(child, depth + 1, notes),
            _ => Err(child.wants("a passage id or an object")),
        })
        .collect()
}

fn node(value: Value<'_>, depth: usize, notes: &mut Notes) -> Result<Evidence, InputError> {
    if depth > DEEPEST {
        return Err(value.fault(format!("evidence is nested deeper than {DEEPEST} levels")));
    }
    let object = value.object()?;
    object.only(&KEYS)?;
    let given: Vec<String> = object.fields().filter(|(_, v)| v.kind() != Kind::Null).map(|(key, _)| format!("'{key}'")).collect();
    match (object.get("all"), object.get("any")) {
        (None, None) => Ok(Evidence::Leaf(locator(&object, notes)?)),
        _ if given.len() > 1 => Err(value
            .fault(format!("{} holds {}; a node has either 'all' or 'any' and nothing else", value.name(), given.join(", ")))
            .mend(r#"nest one in the other: {"all":["p1",{"any":["p2","p3"]}]}"#)),
        (Some(all), _) => Ok(Evidence::All(children(all, depth, notes)?)),
        (_, Some(any)) => Ok(Evidence::Any(children(any, depth, notes)?)),
    }
}

/// A locator from the fields `passage`, or `doc` with `rev`, `range` and `quote`.
pub(crate) fn locator(object: &Object<'_>, notes: &mut Notes) -> Result<Locator, InputError> {
    let whole = object.whole();
    let (passage, doc) = (object.get("passage"), object.get("doc"));
    let stray = ["rev", "range", "quote"].into_iter().find(|key| object.get(key).is_some());
    match (passage, doc, stray) {
        (Some(_), Some(_), _) => Err(whole
            .fault(format!("{} names both a passage and a document; a locator is one of them", whole.name()))
            .mend(r#"where either is enough: {"any":[{"passage":"…"},{"doc":"…"}]}"#)),
        (Some(_), None, Some(stray)) => {
            Err(whole.fault(format!("{} gives a passage and a '{stray}', which belongs to a document", whole.name())))
        }
        (Some(passage), None, None) => Ok(Locator::Passage(id(passage, "passage", notes)?.into_owned())),
        (None, None, Some(stray)) => Err(whole.fault(format!("{} gives a '{stray}' without its 'doc'", whole.name()))),
        (None, None, None) => {
            let found: Vec<_> = object.fields().map(|(key, _)| key).collect();
            let error = whole.fault(format!("{} locates nothing", whole.name()));
            let near = found.iter().find_map(|key| suggest::nearest(key, KEYS));
            Err(match near {
                Some(near) if !found.iter().any(|key| key == near) => error.mend(format!("did you mean '{near}'?")),
                _ => error.mend("give a 'passage', or a 'doc' with or without its 'rev' and a 'range' with its 'quote'"),
            })
        }
        (None, Some(doc), _) => {
            let doc = id(doc, "doc", notes)?.into_owned();
            let rev = revision(object.get("rev"), notes)?;
            match object.get("range") {
                Some(range) => Ok(Locator::Range { doc, rev, range: range.range()?, quote: object.string("quote")? }),
                // A quote says where, so taking the whole document for it would make the label looser without a word.
                None if object.get("quote").is_some() => {
                    Err(whole.fault(format!("{} gives a 'quote' without its 'range'", whole.name())))
                }
                None => Ok(Locator::Document { doc, rev }),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;
    use evidence::SourceRange;

    fn tree(text: &str) -> Result<Evidence, InputError> {
        let line = format!("{{\"evidence\":{text}}}");
        let tape = Tape::parse(&line, Vec::new())?;
        evidence_tree(tape.object()?.need("evidence")?, &mut Notes::default())
    }

    fn problem(text: &str) -> String {
        tree(text).unwrap_err().problem().to_owned()
    }

    fn passage(id: &str) -> Evidence {
        Evidence::Leaf(Locator::Passage(id.into()))
    }

    #[test]
    fn trees_and_leaves_of_every_kind() {
        let range = Locator::Range {
            doc: "d".into(),
            rev: Some("3".into()),
            range: SourceRange::new(1, 9).unwrap(),
            quote: Some("…".into()),
        };
        let text = r#"{"all":["a",{"any":[{"passage":"b"},{"doc":"d"},{"doc":"d","rev":"3","range":[1,9],"quote":"…"}]}]}"#;
        let doc = Evidence::Leaf(Locator::Document { doc: "d".into(), rev: None });
        let any = Evidence::Any(vec![passage("b"), doc, Evidence::Leaf(range)]);
        assert_eq!(tree(text).unwrap(), Evidence::All(vec![passage("a"), any]));
        assert_eq!(tree(r#"{"passage":"p"}"#).unwrap(), passage("p"));
        assert_eq!(tree(r#"{"all":[]}"#).unwrap(), Evidence::All(vec![]));
    }

    /// Case B03: a flat list says neither `all` nor `any`, and a string is no list.
    #[test]
    fn nothing_is_guessed() {
        assert_eq!(problem(r#"["a","b"]"#), "field 'evidence' must be an object, found list");
        assert_eq!(problem(r#""a""#), "field 'evidence' must be an object, found string");
        assert_eq!(problem(r#"{"all":"['a', 'b']"}"#), "field 'evidence.all' must be a list, found string");
        assert_eq!(problem(r#"{"all":[["a"]]}"#), "field 'evidence.all[0]' must be a passage id or an object, found list");
        assert_eq!(problem(r#"{"all":[null]}"#), "field 'evidence.all[0]' must be a passage id or an object, found null");
    }

    #[test]
    fn what_cannot_be_a_node_or_a_locator_is_named() {
        assert!(problem(r#"{"all":[],"any":[]}"#).contains("holds 'all', 'any'"));
        assert!(problem(r#"{"all":[],"doc":"d"}"#).contains("either 'all' or 'any'"));
        assert!(problem(r#"{"passage":"p","doc":"d"}"#).contains("both a passage and a document"));
        assert!(problem(r#"{"passage":"p","rev":"1"}"#).contains("'rev', which belongs to a document"));
        assert!(problem(r#"{"range":[0,1]}"#).contains("'range' without its 'doc'"));
        assert!(problem(r#"{"doc":"d","quote":"x"}"#).contains("'quote' without its 'range'"));
        assert_eq!(problem("{}"), "field 'evidence' locates nothing");
        let error = tree(r#"{"al":["a"]}"#).unwrap_err();
        assert_eq!((error.problem(), error.advice()), ("unknown field 'al' (list)", Some("did you mean 'all'?")));
    }

    #[test]
    fn ranges_are_two_offsets_in_order() {
        let range = |text: &str| problem(&format!(r#"{{"all":[{{"doc":"d","range":{text}}}]}}"#));
        assert_eq!(range("\"x\""), "field 'evidence.all[0].range' must be [start, end], found string");
        assert_eq!(range("[1]"), "field 'evidence.all[0].range' must be [start, end], found 1 members");
        assert_eq!(range("[1,\"2\"]"), "field 'evidence.all[0].range[1]' must be a whole number, found string");
        assert_eq!(range("[-1,2]"), "field 'evidence.all[0].range[0]' must be a whole number, found number -1");
        assert_eq!(range("[4,4]"), "range [4, 4) holds nothing: its start must be less than its end");
    }

    #[test]
    fn depth_is_limited() {
        let nested = |depth: usize| format!("{}{}{}", r#"{"all":["#.repeat(depth), "\"a\"", "]}".repeat(depth));
        assert!(tree(&nested(DEEPEST)).is_ok());
        assert_eq!(problem(&nested(DEEPEST + 1)), "evidence is nested deeper than 64 levels");
        assert!(problem(&nested(50_000)).contains("deeper"));
    }
}
