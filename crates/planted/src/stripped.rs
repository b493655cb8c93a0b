//! A run as many systems give it: question, context, answer, status and citations, and nothing of how the context came about.

use evidence::snapshot::content_hash;
use serde_json::{Value, json};

/// What a system gives of a passage that reached the generator, besides an id that tells nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// Its text.
    Text,
    /// Its text, and the document's id.
    TextAndDocument,
}

/// The records of a run with only what reached the generator.
pub fn records(records: &str, given: Given) -> serde_json::Result<String> {
    let mut lines = String::new();
    for line in records.lines() {
        let mut record: Value = serde_json::from_str(line)?;
        let list = |record: &mut Value, key: &str| record[key].take().as_array().cloned().unwrap_or_default();
        let context: Vec<Value> = list(&mut record, "context")
            .iter()
            .map(|item| {
                let id = opaque(item["id"].as_str().unwrap_or_default());
                match given {
                    Given::Text => json!({"id": id, "text": item["text"]}),
                    Given::TextAndDocument => json!({"id": id, "doc": item["doc"], "text": item["text"]}),
                }
            })
            .collect();
        let citations: Vec<Value> = list(&mut record, "citations")
            .iter()
            .map(|cited| json!({"passage": opaque(cited["passage"].as_str().unwrap_or_default()), "span": cited["span"]}))
            .collect();
        let bare = json!({
            "question": record["question"],
            "status": record["status"],
            "context": context,
            "answer": record["answer"],
            "citations": citations,
        });
        lines.push_str(&bare.to_string());
        lines.push('\n');
    }
    Ok(lines)
}

/// An id of which neither document nor place can be read.
fn opaque(id: &str) -> String {
    let hash = content_hash(id.as_bytes());
    format!("c-{}", hash.trim_start_matches("sha256:").get(..10).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_the_stages_is_left() {
        let whole = r#"{"question":"q","mode":"normal","repeat":0,"status":"answered","query_sent":"q","index_revision":"r","stages":{"candidates":[{"id":"d@1#0-4"}]},"context":[{"id":"d@1#0-4","doc":"d","rev":"1","range":[0,4],"text":"Text"}],"dropped":["x"],"answer":"Text [1]","citations":[{"passage":"d@1#0-4","span":[0,4]}]}"#;
        let bare = records(whole, Given::Text).unwrap();
        for word in ["stages", "query", "index", "dropped", "doc", "range", "d@1"] {
            assert!(!bare.contains(word), "{word}: {bare}");
        }
        let record: Value = serde_json::from_str(&bare).unwrap();
        assert_eq!(record["context"][0]["id"], record["citations"][0]["passage"]);
        assert_eq!(record["context"][0]["text"], "Text");
        let named: Value = serde_json::from_str(&records(whole, Given::TextAndDocument).unwrap()).unwrap();
        assert_eq!(named["context"][0]["doc"], "d");
        assert_eq!(named["context"][0].as_object().unwrap().len(), 3);
    }
}
