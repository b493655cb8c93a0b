//! Which marks a tokenizer puts around a text, or around a pair of texts.
//!
//! `tokenizer.json` has it under `post_processor`. It is read and applied here and not by the tokenizers library, which ends the process
//! where a template names a mark that does not exist; so cutting is exact too, and is counted.

use serde::Deserialize;
use serde_json::Value;

/// What goes into an input, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// The one text, or the first of a pair, with its type.
    First(i32),
    /// The second text of a pair.
    Second(i32),
    /// One mark.
    Mark { id: u32, kind: i32 },
}

/// The pieces around one text and around a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Template {
    pub(crate) single: Vec<Piece>,
    pub(crate) pair: Vec<Piece>,
}

#[derive(Deserialize)]
struct Named {
    id: String,
    #[serde(default)]
    type_id: u32,
}

#[derive(Deserialize)]
struct Ids {
    ids: Vec<u32>,
}

impl Template {
    /// From the value of `post_processor`; the error is a phrase.
    pub(crate) fn read(value: &Value) -> Result<Self, String> {
        let bare = || Self { single: vec![Piece::First(0)], pair: vec![Piece::First(0), Piece::Second(1)] };
        if value.is_null() {
            return Ok(bare());
        }
        match value["type"].as_str() {
            // Touches offsets alone.
            Some("ByteLevel") => Ok(bare()),
            Some("TemplateProcessing") => Ok(Self {
                single: pieces(value, "single", &[("A", 1), ("B", 0)])?,
                pair: pieces(value, "pair", &[("A", 1), ("B", 1)])?,
            }),
            Some("BertProcessing") => {
                let (cls, sep) = (mark(value, "cls")?, mark(value, "sep")?);
                let (open, close) = (Piece::Mark { id: cls, kind: 0 }, |kind| Piece::Mark { id: sep, kind });
                let single = vec![open, Piece::First(0), close(0)];
                let pair = single.iter().cloned().chain([Piece::Second(1), close(1)]).collect();
                Ok(Self { single, pair })
            }
            Some("RobertaProcessing") => {
                let (cls, sep) = (mark(value, "cls")?, mark(value, "sep")?);
                let close = || Piece::Mark { id: sep, kind: 0 };
                let single = vec![Piece::Mark { id: cls, kind: 0 }, Piece::First(0), close()];
                let pair = single.iter().cloned().chain([close(), Piece::Second(0), close()]).collect();
                Ok(Self { single, pair })
            }
            Some("Sequence") => {
                let steps = value["processors"].as_array().ok_or("`processors` of the post-processor is not a list")?;
                let mut found: Option<Self> = None;
                for step in steps.iter().filter(|step| step["type"] != "ByteLevel") {
                    if step["type"] == "Sequence" || found.is_some() {
                        return Err("its post-processor adds marks in more than one step".into());
                    }
                    found = Some(Self::read(step)?);
                }
                Ok(found.unwrap_or_else(bare))
            }
            other => Err(format!("its post-processor is of the unknown type {other:?}")),
        }
    }
}

/// How many marks there are among the pieces.
pub(crate) fn marks(pieces: &[Piece]) -> usize {
    pieces.iter().filter(|piece| matches!(piece, Piece::Mark { .. })).count()
}

fn mark(value: &Value, name: &str) -> Result<u32, String> {
    let id = value[name][1].as_u64().and_then(|id| u32::try_from(id).ok());
    id.ok_or_else(|| format!("`{name}` of its post-processor is not a mark and its number"))
}

/// A template's pieces. Each text must come as often as `expected` says.
fn pieces(value: &Value, name: &str, expected: &[(&str, usize)]) -> Result<Vec<Piece>, String> {
    let wrong = || format!("`{name}` of its post-processor is not a list of marks and texts");
    let mut pieces = Vec::new();
    let mut texts: Vec<String> = Vec::new();
    for item in value[name].as_array().ok_or_else(wrong)? {
        let part = |key: &str| item.get(key).map(|part| Named::deserialize(part).map_err(|_| wrong())).transpose();
        let kind = |named: &Named| i32::try_from(named.type_id).map_err(|_| wrong());
        if let Some(named) = part("Sequence")? {
            pieces.push(if named.id == "A" { Piece::First(kind(&named)?) } else { Piece::Second(kind(&named)?) });
            texts.push(named.id);
        } else if let Some(named) = part("SpecialToken")? {
            let ids = Ids::deserialize(&value["special_tokens"][&named.id]);
            let ids = ids
                .map_err(|_| format!("`{name}` of its post-processor names the mark {:?}, which it does not define", named.id))?;
            let kind = kind(&named)?;
            pieces.extend(ids.ids.into_iter().map(|id| Piece::Mark { id, kind }));
        } else {
            return Err(wrong());
        }
    }
    let known = expected.iter().map(|(text, _)| *text).collect::<Vec<_>>();
    let counts = expected.iter().all(|(text, count)| texts.iter().filter(|found| found == text).count() == *count);
    if !counts || texts.iter().any(|text| !known.contains(&text.as_str())) {
        return Err(format!("`{name}` of its post-processor does not hold each text once"));
    }
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn mark(id: u32, kind: i32) -> Piece {
        Piece::Mark { id, kind }
    }

    #[test]
    fn reads_the_forms_that_exist() {
        let bert = Template::read(&json!({"type": "BertProcessing", "sep": ["[SEP]", 9], "cls": ["[CLS]", 8]})).unwrap();
        assert_eq!(bert.single, [mark(8, 0), Piece::First(0), mark(9, 0)]);
        assert_eq!(bert.pair, [mark(8, 0), Piece::First(0), mark(9, 0), Piece::Second(1), mark(9, 1)]);
        let roberta = json!({"type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 0], "trim_offsets": true});
        let in_steps = json!({"type": "Sequence", "processors": [{"type": "ByteLevel"}, roberta]});
        let pair = Template::read(&in_steps).unwrap().pair;
        assert_eq!(pair, [mark(0, 0), Piece::First(0), mark(2, 0), mark(2, 0), Piece::Second(0), mark(2, 0)]);
        assert_eq!(marks(&pair), 4);
        assert_eq!(Template::read(&Value::Null).unwrap().single, [Piece::First(0)]);
    }

    #[test]
    fn refuses_templates_that_end_a_process_elsewhere() {
        let text = |id: &str| json!({"Sequence": {"id": id, "type_id": 0}});
        let cls = json!({"SpecialToken": {"id": "[CLS]", "type_id": 0}});
        let template = |single: Value, pair: Value| {
            let marks = json!({"[SEP]": {"id": "[SEP]", "ids": [3], "tokens": ["[SEP]"]}});
            Template::read(&json!({"type": "TemplateProcessing", "single": single, "pair": pair, "special_tokens": marks}))
        };
        let pair = json!([text("A"), text("B")]);
        assert!(template(json!([text("A")]), pair.clone()).is_ok());
        let unknown = template(json!([cls, text("A")]), pair.clone()).unwrap_err();
        assert_eq!(unknown, "`single` of its post-processor names the mark \"[CLS]\", which it does not define");
        for single in
            [json!([text("B")]), json!([text("A"), text("A")]), json!([]), json!([text("C"), text("A")]), json!(7), json!([7])]
        {
            assert!(template(single.clone(), pair.clone()).is_err(), "{single}");
        }
        assert!(template(json!([text("A")]), json!([text("A")])).is_err());
        assert!(Template::read(&json!({"type": "New"})).is_err());
        assert!(Template::read(&json!("x")).is_err());
        let twice = json!({"type": "BertProcessing", "sep": ["s", 1], "cls": ["c", 2]});
        assert!(Template::read(&json!({"type": "Sequence", "processors": [twice, twice]})).is_err());
    }
}
