//! Chat completions, as OpenAI describes them and most servers understand them.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::client::{Client, Heard, Reply, Sending};
use crate::error::{CallError, ErrorKind};
use crate::events::{Event, Events};
use crate::exchange::Exchange;
use crate::usage::{Reported, Usage};

/// The path below the base address.
pub const PATH: &str = "/chat/completions";

const EXPECTED: &str = "a chat completion, `{\"choices\": [{\"message\": {\"content\": …}}]}`";
const SHAPE: &str = "check that the base URL is of an interface for chat completions and that the model is a chat model";

/// Who says a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Whoever set the conversation up.
    System,
    /// The one who asks.
    User,
    /// The model.
    Assistant,
}

/// A message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Who says it.
    pub role: Role,
    /// What is said.
    pub content: String,
}

impl Message {
    /// A message of whoever set the conversation up.
    pub fn system(content: impl Into<String>) -> Self {
        Self { role: Role::System, content: content.into() }
    }

    /// A message of the one who asks.
    pub fn user(content: impl Into<String>) -> Self {
        Self { role: Role::User, content: content.into() }
    }

    /// A message of the model.
    pub fn assistant(content: impl Into<String>) -> Self {
        Self { role: Role::Assistant, content: content.into() }
    }
}

/// What is asked. What is `None` or empty is not sent, so that the server's own value holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// The model.
    pub model: String,
    /// The conversation so far.
    pub messages: Vec<Message>,
    /// How freely tokens are drawn.
    pub temperature: Option<f64>,
    /// The longest answer, in tokens.
    pub max_tokens: Option<u64>,
    /// The seed of the draw.
    pub seed: Option<i64>,
    /// Texts that end the answer.
    pub stop: Vec<String>,
    /// The form of the answer, as the server's interface describes it.
    pub response_format: Option<Value>,
    /// Whether the answer is streamed, which times its first token.
    pub stream: bool,
    /// Further fields. A field that is set above, or otherwise in the client's settings, is refused.
    pub extra: Map<String, Value>,
    /// Which repeat of the same request it is, from 0: it is not sent, but a cache keeps each apart.
    pub repeat: u32,
    /// What decides the answer besides what is sent, such as the version of a prompt: it is not sent, but a cache keeps each apart.
    pub version: String,
    /// Which fields the server calls otherwise, or does not take.
    pub naming: Naming,
}

/// What a server calls the fields of a request, where that is not the usual name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Naming {
    /// Fields with another name, such as `max_tokens` that is called `max_completion_tokens`.
    pub rename: BTreeMap<String, String>,
    /// Fields that are not sent.
    pub leave_out: BTreeSet<String>,
}

impl Naming {
    /// Gives the fields of a body their names. Two fields of one name are refused, and so is a request without its question.
    fn apply(&self, body: &mut Value) -> Result<(), CallError> {
        let Some(fields) = body.as_object_mut() else { return Ok(()) };
        let refused = |problem: String| {
            let mend = "look into the settings that rename fields or leave them out";
            Err(CallError::new(ErrorKind::Setup, problem, mend))
        };
        if let Some(field) = ["model", "messages"].into_iter().find(|field| self.leave_out.contains(*field)) {
            return refused(format!("the field '{field}' of the request body cannot be left out"));
        }
        fields.retain(|name, _| !self.leave_out.contains(name));
        // All leave before the first arrives, so that two may change places.
        let moved: Vec<(&String, Value)> =
            self.rename.iter().filter_map(|(from, to)| fields.remove(from).map(|value| (to, value))).collect();
        for (to, value) in moved {
            if fields.insert(to.clone(), value).is_some() {
                return refused(format!("two fields of the request body would be called '{to}'"));
            }
        }
        Ok(())
    }
}

/// Why an answer ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    /// The model was done.
    Stop,
    /// The limit on tokens cut it. It may still look whole: a limit can end a string while the JSON around it stays valid.
    Length,
    /// A filter took words away, or all of them.
    ContentFilter,
    /// Another reason, in the server's word.
    Other(String),
    /// The server gave none.
    Unsaid,
}

impl Finish {
    fn from_word(word: Option<&str>) -> Self {
        match word {
            None | Some("") => Self::Unsaid,
            Some("stop") => Self::Stop,
            Some("length") => Self::Length,
            Some("content_filter") => Self::ContentFilter,
            Some(other) => Self::Other(other.to_owned()),
        }
    }

    /// The server's word.
    pub fn word(&self) -> &str {
        match self {
            Self::Stop => "stop",
            Self::Length => "length",
            Self::ContentFilter => "content_filter",
            Self::Other(word) => word,
            Self::Unsaid => "unsaid",
        }
    }

    /// Whether something is known to be missing from the answer.
    pub fn cuts(&self) -> bool {
        matches!(self, Self::Length | Self::ContentFilter)
    }
}

/// What was answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The words. Never blank.
    pub text: String,
    /// Why they ended: look at this before the words.
    pub finish: Finish,
    /// From sending to the first words, where the reply was streamed.
    pub first_token: Option<Duration>,
    /// The request and its reply.
    pub exchange: Exchange,
}

/// An answer that is no answer to what was asked is not kept: the next time it is asked for again.
pub fn forget(client: &Client, answer: &Answer) {
    client.forget(answer.exchange.key.as_ref());
}

/// Asks, and checks what is answered.
pub fn complete(client: &Client, request: &Request) -> Result<Answer, CallError> {
    let mut body = body(client, request);
    request.naming.apply(&mut body)?;
    let sending = Sending { extra: Some(&request.extra), repeat: request.repeat, version: &request.version };
    if !request.stream {
        let reply = client.exchange(PATH, body, &sending, None)?;
        return of_completion(client, reply);
    }
    let mut events = Events::default();
    let mut observer = |heard: Heard<'_>| match heard {
        Heard::Start => events = Events::default(),
        Heard::Bytes(bytes, at) => events.hear(bytes, at),
    };
    let reply = client.exchange(PATH, body, &sending, Some(&mut observer))?;
    // A server that cannot stream answers as if it had not been asked to.
    if reply.events { of_stream(client, reply, events.finish()) } else { of_completion(client, reply) }
}

/// The request body without extra fields.
fn body(client: &Client, request: &Request) -> Value {
    let role = |role| match role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
    };
    let messages: Vec<Value> = request.messages.iter().map(|m| json!({"role": role(m.role), "content": m.content})).collect();
    let mut body = json!({"model": request.model, "messages": messages});
    let mut set = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            body[name] = value;
        }
    };
    set("temperature", request.temperature.map(Value::from));
    set("max_tokens", request.max_tokens.map(Value::from));
    set("seed", request.seed.map(Value::from));
    set("stop", (!request.stop.is_empty()).then(|| json!(request.stop)));
    set("response_format", request.response_format.clone());
    if request.stream {
        set("stream", Some(true.into()));
        // Streams say what they cost only when asked to; whoever sets the field otherwise has a reason.
        let elsewhere = [&request.extra, &client.settings().extra].into_iter().any(|e| e.contains_key("stream_options"));
        set("stream_options", (!elsewhere).then(|| json!({"include_usage": true})));
    }
    body
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Completion {
    model: Option<String>,
    choices: Option<Vec<Choice>>,
    usage: Option<Reported>,
    error: Option<Value>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Choice {
    index: u64,
    finish_reason: Option<String>,
    #[serde(alias = "delta")]
    message: Option<Said>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Said {
    content: Option<Content>,
    refusal: Option<String>,
    tool_calls: Option<Vec<Value>>,
}

/// Words, whole or in parts.
#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Whole(String),
    Parts(Vec<Part>),
}

#[derive(Deserialize)]
struct Part {
    #[serde(default)]
    text: String,
}

impl Content {
    fn text(self) -> String {
        match self {
            Self::Whole(text) => text,
            Self::Parts(parts) => parts.into_iter().map(|part| part.text).collect(),
        }
    }
}

/// What a reply holds, whole or streamed, before it is checked.
#[derive(Default)]
struct Gathered {
    text: String,
    finish: Option<String>,
    usage: Option<Usage>,
    model: Option<String>,
    refusal: String,
    calls_tools: bool,
    first_token: Option<Duration>,
}

fn of_completion(client: &Client, reply: Reply) -> Result<Answer, CallError> {
    let completion: Completion = client.read(&reply, EXPECTED)?;
    let usage = completion.usage.and_then(Reported::usage);
    client.count(usage, &reply);
    if present(&completion.error) {
        return Err(error_within(client, &reply));
    }
    let fault = |what: &str| {
        client.fault(ErrorKind::Contract, &reply, &format!("the reply was expected to be {EXPECTED}, but {what}"), SHAPE)
    };
    let choices = completion.choices.ok_or_else(|| fault("it has no `choices`"))?;
    let choice = choices.into_iter().min_by_key(|choice| choice.index).ok_or_else(|| fault("`choices` is empty"))?;
    let said = choice.message.ok_or_else(|| fault("the first choice has no `message`"))?;
    let gathered = Gathered {
        text: said.content.map(Content::text).unwrap_or_default(),
        finish: choice.finish_reason,
        usage,
        model: completion.model,
        refusal: said.refusal.unwrap_or_default(),
        calls_tools: said.tool_calls.is_some_and(|calls| !calls.is_empty()),
        first_token: None,
    };
    checked(client, reply, gathered)
}

fn of_stream(client: &Client, reply: Reply, events: Vec<Event>) -> Result<Answer, CallError> {
    let (mut gathered, mut ended) = (Gathered::default(), false);
    for event in events {
        if event.data.trim() == "[DONE]" {
            ended = true;
            break;
        }
        let piece: Completion = serde_json::from_str(&event.data).map_err(|error| {
            client.count(None, &reply);
            let problem = format!("each event of the stream was expected to be a piece of a chat completion, but {error}");
            client.fault(ErrorKind::Contract, &reply, &problem, "ask without `stream` to see the whole reply")
        })?;
        if present(&piece.error) {
            client.count(gathered.usage, &reply);
            return Err(error_within(client, &reply));
        }
        gathered.usage = piece.usage.and_then(Reported::usage).or(gathered.usage);
        gathered.model = piece.model.or(gathered.model);
        for choice in piece.choices.into_iter().flatten().filter(|choice| choice.index == 0) {
            gathered.finish = choice.finish_reason.or(gathered.finish);
            let Some(said) = choice.message else { continue };
            let words = said.content.map(Content::text).unwrap_or_default();
            if !words.is_empty() {
                gathered.first_token.get_or_insert(event.at);
            }
            gathered.text.push_str(&words);
            gathered.refusal.push_str(&said.refusal.unwrap_or_default());
            gathered.calls_tools |= said.tool_calls.is_some_and(|calls| !calls.is_empty());
        }
    }
    client.count(gathered.usage, &reply);
    if !ended && gathered.finish.is_none() {
        return Err(client.fault(
            ErrorKind::Truncated,
            &reply,
            "the stream was expected to end with `[DONE]` or a finish reason, but it ended before",
            "look into the server's log for a crash or a time-out",
        ));
    }
    checked(client, reply, gathered)
}

/// Some servers report a failure with status 200.
fn present(error: &Option<Value>) -> bool {
    error.as_ref().is_some_and(|error| !error.is_null())
}

fn error_within(client: &Client, reply: &Reply) -> CallError {
    let problem = "the server replied with status 200, but with an error instead of a completion";
    client.fault(ErrorKind::Contract, reply, problem, "its words say what it does not accept, or that the model behind it failed")
}

/// The finish reason first, then the words: it explains why there may be none.
fn checked(client: &Client, reply: Reply, gathered: Gathered) -> Result<Answer, CallError> {
    let finish = Finish::from_word(gathered.finish.as_deref());
    if gathered.text.trim().is_empty() {
        let mend = match &finish {
            Finish::Length => "raise `max_tokens`: they were spent before the first word, often on thinking, which counts too",
            Finish::ContentFilter => "a content filter took the words: rephrase the prompt, or use a model without that filter",
            _ if gathered.calls_tools => "the model called a tool instead of answering: take `tools` out of the extra fields",
            _ if !gathered.refusal.is_empty() => "the model refused to answer: rephrase the prompt, or count it as a refusal",
            _ => "try the prompt by hand; if the model thinks first, its server may keep the answer apart from the content",
        };
        let problem =
            format!("the model was expected to say something, but the content is empty (finish reason: {})", finish.word());
        return Err(client.fault(ErrorKind::EmptyContent, &reply, &problem, mend));
    }
    client.keep(&reply);
    // Of a kept stream only its end is known.
    let first_token = gathered.first_token.filter(|_| !reply.was_kept());
    let exchange = Exchange::of(reply, gathered.usage, gathered.model);
    Ok(Answer { text: gathered.text, finish, first_token, exchange })
}
