//! What every call of a model tells besides what was asked for.

use std::time::Duration;

use serde_json::Value;

use crate::client::Reply;
use crate::usage::Usage;

/// A request and its reply.
#[derive(Clone, Debug, PartialEq)]
pub struct Exchange {
    /// Tokens read and written, where the server says.
    pub usage: Option<Usage>,
    /// The model, as the server names it.
    pub model: Option<String>,
    /// Exactly what was sent.
    pub sent: Value,
    /// From sending to the last byte.
    pub latency: Duration,
    /// How many requests were sent; none where the reply was kept from an earlier call.
    pub attempts: u32,
    /// Under which key the reply is kept.
    pub(crate) key: Option<String>,
}

impl Exchange {
    /// Of a reply, with what it says of itself.
    pub(crate) fn of(reply: Reply, usage: Option<Usage>, model: Option<String>) -> Self {
        let Reply { sent, latency, attempts, key, .. } = reply;
        Self { usage, model, sent, latency, attempts, key }
    }
}
