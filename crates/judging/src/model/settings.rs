//! How a model is asked.

use endpoints::chat::{Naming, Request};
use serde_json::{Map, Value};

use crate::model::Form;

/// How a model is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The model, as the server names it.
    pub model: String,
    /// How freely tokens are drawn; `None` leaves it to the server.
    pub temperature: Option<f64>,
    /// The longest reply in tokens; `None` leaves it to the server.
    pub max_tokens: Option<u64>,
    /// The seed of the draw; repeats add their number to it.
    pub seed: Option<i64>,
    /// How the form of the reply is asked for.
    pub form: Form,
    /// Which fields the server calls otherwise, or does not take.
    pub naming: Naming,
    /// Further fields of the request body.
    pub extra: Map<String, Value>,
    /// How often a question is asked again whose reply cannot be read.
    pub tries: u32,
}

impl Settings {
    /// The usual settings: temperature 0, replies of at most 2,048 tokens, the strictest form that the server takes, two more tries.
    pub fn new(model: impl Into<String>) -> Self {
        Self {
            model: model.into(),
            temperature: Some(0.0),
            max_tokens: Some(2048),
            seed: None,
            form: Form::Auto,
            naming: Naming::default(),
            extra: Map::new(),
            tries: 2,
        }
    }

    /// A request without its messages.
    pub(super) fn request(&self, repeat: u32) -> Request {
        Request {
            model: self.model.clone(),
            temperature: self.temperature,
            max_tokens: self.max_tokens,
            seed: self.seed.map(|seed| seed.wrapping_add(i64::from(repeat))),
            extra: self.extra.clone(),
            naming: self.naming.clone(),
            ..Request::default()
        }
    }
}
