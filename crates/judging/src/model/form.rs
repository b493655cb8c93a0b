//! How the form of a reply is asked for, and which form a server takes. In every form the reply is read by the same strict reader: a
//! server that promises a form may still not keep to it.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use endpoints::{CallError, Client, ErrorKind};
pub use formats::judges::Form;
use serde_json::{Value, json};

use crate::reply::{Allowed, Expected};

/// For so many passages a schema lists their numbers; servers bound such lists.
const MOST_NUMBERS: usize = 100;

/// What asking for a form comes to.
pub(super) trait Asked: Copy {
    /// The next one down.
    fn below(self) -> Option<Self>;
    /// The field of the request.
    fn response_format(self, expected: &Expected<'_>) -> Option<Value>;
    /// Whether a server refuses this form, rather than something else.
    fn is_refused(self, error: &CallError) -> bool;
}

impl Asked for Form {
    fn below(self) -> Option<Self> {
        match self {
            Self::Auto | Self::JsonSchema => Some(Self::JsonObject),
            Self::JsonObject => Some(Self::Text),
            Self::Text => None,
        }
    }

    fn response_format(self, expected: &Expected<'_>) -> Option<Value> {
        match self {
            Self::Auto | Self::JsonSchema => {
                let schema = json!({"name": "reply", "strict": true, "schema": schema(expected)});
                Some(json!({"type": "json_schema", "json_schema": schema}))
            }
            Self::JsonObject => Some(json!({"type": "json_object"})),
            Self::Text => None,
        }
    }

    fn is_refused(self, error: &CallError) -> bool {
        let names: &[&str] = match self {
            Self::Auto | Self::JsonSchema => &["response_format", "response format", "json_schema", "json schema"],
            Self::JsonObject => &["response_format", "response format", "json_object", "json object"],
            Self::Text => &[],
        };
        error.kind() == ErrorKind::Refused4xx
            && matches!(error.status(), Some(400 | 422))
            && names.iter().any(|name| error.mentions(name))
    }
}

/// The JSON Schema of a reply. Every key is required, as servers that enforce schemas want it; what need not be said may be null.
fn schema(expected: &Expected<'_>) -> Value {
    let object = |properties: Value| {
        let required: Vec<String> = properties.as_object().into_iter().flat_map(|p| p.keys().cloned()).collect();
        json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
    };
    if matches!(expected.allowed, Allowed::Claims) {
        let claim = object(json!({"text": {"type": "string"}, "quote": {"type": ["string", "null"]}}));
        // No bound on the list: some servers refuse one in a schema, and others make a long grammar of it. The reader has it.
        return object(json!({"claims": {"type": "array", "items": claim}}));
    }
    let mut properties = json!({"reason": {"type": "string"}, "verdict": {"type": "string", "enum": expected.words()}});
    if let Some(passages) = &expected.passages {
        // A model that is held to a whole number only may write one without end.
        let numbers = (1..=passages.len()).map(Value::from).chain([Value::Null]);
        properties["passage"] = match passages.len() {
            0..=MOST_NUMBERS => json!({"type": ["integer", "null"], "enum": numbers.collect::<Vec<_>>()}),
            _ => json!({"type": ["integer", "null"]}),
        };
        properties["quote"] = json!({"type": ["string", "null"]});
    }
    object(properties)
}

/// The form that a server takes: found out by the first call, and by no more calls than that.
pub(super) struct InUse {
    asked: Form,
    /// The place of the form among all.
    now: AtomicU8,
    found: OnceLock<()>,
}

impl InUse {
    /// What is known before anything was sent: what an earlier run found out stands in the client's cache.
    pub fn new(asked: Form, client: &Client, model: &str) -> Self {
        let mut form = if asked == Form::Auto { Form::JsonSchema } else { asked };
        while let Some(below) = form.below().filter(|_| asked == Form::Auto && client.has_noted(&about(model, form))) {
            form = below;
        }
        Self { asked, now: AtomicU8::new(form as u8), found: OnceLock::new() }
    }

    /// The form in use.
    pub fn now(&self) -> Form {
        Form::ALL[usize::from(self.now.load(Ordering::Relaxed))].1
    }

    /// Makes a call in the form in use; where the server refuses the form, in the next one down, for good.
    pub fn with<T>(
        &self,
        client: &Client,
        model: &str,
        mut call: impl FnMut(Form) -> Result<T, CallError>,
    ) -> Result<T, CallError> {
        if self.asked != Form::Auto {
            return call(self.asked);
        }
        let mut stepping = || loop {
            let form = self.now();
            match (call(form), form.below()) {
                (Err(error), Some(below)) if form.is_refused(&error) => {
                    client.note(&about(model, form));
                    // Never up again: a slower thread may have been refused a form that is out of use already.
                    self.now.fetch_max(below as u8, Ordering::Relaxed);
                }
                (outcome, _) => return outcome,
            }
        };
        // The first call goes alone, so that not all that are in flight are refused. Whatever comes of it, the others follow.
        let mut first = None;
        self.found.get_or_init(|| first = Some(stepping()));
        first.unwrap_or_else(stepping)
    }
}

/// How it is noted that a server refuses a form.
fn about(model: &str, form: Form) -> [&str; 3] {
    ["refuses", model, form.name()]
}
