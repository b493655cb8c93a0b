//! From a question to the queries that are searched for.

use std::collections::BTreeMap;
use std::time::Duration;

use endpoints::chat;

use crate::prompt::{Prompt, without_thinking};
use crate::served::Served;

/// How a question becomes queries.
pub enum Rewriter<'a> {
    /// The question is the query.
    None,
    /// Texts with `{query}` in them.
    Templates(Vec<String>),
    /// A chat model.
    Model {
        /// Where it is.
        server: Served<'a>,
        /// Its name there.
        model: String,
        /// What it is told.
        prompt: Prompt,
        /// How many queries are asked for.
        queries: u32,
    },
}

/// The queries of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queries {
    /// Each once, in order; at least one.
    pub queries: Vec<String>,
    /// How long a model took.
    pub took: Option<Duration>,
}

impl Rewriter<'_> {
    /// The queries for a question; `keep` puts the question itself first. The error is that of this question.
    pub fn queries(&self, question: &str, keep: bool, repeat: u32) -> Result<Queries, String> {
        let (written, took) = match self {
            Self::None => return Ok(Queries { queries: vec![question.to_owned()], took: None }),
            Self::Templates(templates) => (templates.iter().map(|t| t.replace("{query}", question)).collect(), None),
            Self::Model { server, model, prompt, queries } => {
                let values = BTreeMap::from([("question", question.to_owned()), ("count", queries.to_string())]);
                let request = chat::Request {
                    model: model.clone(),
                    messages: prompt.messages(&values),
                    temperature: Some(0.0),
                    repeat,
                    ..chat::Request::default()
                };
                let answer = server.call(|client| chat::complete(client, &request)).map_err(|e| format!("rewriting: {e}"))?;
                let written = lines(&answer.text, *queries as usize);
                if written.is_empty() {
                    server.forget(&answer);
                    let head: String = answer.text.chars().take(100).collect();
                    return Err(format!("rewriting: the model was expected to write queries, a line each, but wrote {head:?}"));
                }
                (written, Some(answer.exchange.latency))
            }
        };
        let mut queries: Vec<String> = if keep { vec![question.to_owned()] } else { Vec::new() };
        for query in written {
            if !queries.contains(&query) {
                queries.push(query);
            }
        }
        Ok(Queries { queries, took })
    }
}

/// The queries that a model wrote, without the marks of lists that models like.
fn lines(said: &str, most: usize) -> Vec<String> {
    let bare = |line: &str| {
        let line = line.trim().trim_start_matches(['-', '*', '•']).trim_start();
        let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let marked = digits > 0 && digits <= 2 && line[digits..].starts_with(['.', ')']) && line[digits + 1..].starts_with(' ');
        let line = if marked { &line[digits + 1..] } else { line };
        line.trim().trim_matches(['"', '“', '”', '`']).trim().to_owned()
    };
    without_thinking(said).lines().map(bare).filter(|line| line.chars().any(char::is_alphanumeric)).take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use endpoints::scripted::{Answer, Server};
    use endpoints::{Client, Settings};
    use serde_json::json;

    #[test]
    fn templates_give_a_query_each_and_none_twice() {
        let templates = Rewriter::Templates(vec!["{query}".into(), "define {query}".into()]);
        assert_eq!(templates.queries("fee {query}", true, 0).unwrap().queries, ["fee {query}", "define fee {query}"]);
        assert_eq!(templates.queries("fee", false, 0).unwrap().queries, ["fee", "define fee"]);
        assert_eq!(Rewriter::None.queries("fee", false, 0).unwrap().queries, ["fee"]);
    }

    #[test]
    fn lists_lose_their_marks() {
        let said = "<think>1. no</think>\n1. first query\n- \"second\"\n\n10) third\n2024 budget\n---\nfifth";
        assert_eq!(lines(said, 4), ["first query", "second", "third", "2024 budget"]);
    }

    #[test]
    fn a_model_writes_queries_or_the_question_fails() {
        let said = |text: &str| {
            Answer::json(
                &json!({"choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}]}),
            )
        };
        let server = Server::in_turn([said("a fee\nthe price"), said("---")]).unwrap();
        let client = Client::new(Settings::new(server.url())).unwrap();
        let model = Rewriter::Model { server: Served::new(&client), model: "m".into(), prompt: Prompt::rewrite(), queries: 3 };
        let queries = model.queries("What is the fee?", true, 0).unwrap();
        assert_eq!(queries.queries, ["What is the fee?", "a fee", "the price"]);
        assert!(queries.took.is_some());
        assert_eq!(server.received()[0].json()["temperature"], 0.0);
        let error = model.queries("What is the fee?", true, 0).unwrap_err();
        assert!(error.contains("was expected to write queries") && error.contains("---"), "{error}");
    }
}
