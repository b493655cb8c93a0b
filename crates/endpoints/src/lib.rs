//! The HTTP client for chat, embeddings, rerank and systems under test: one server, many threads, and no failure without its mend.
//!
//! - [`Client`] posts JSON: waits its turn ([`limit`]), spends from a [`budget`], repeats what may pass ([`retry`]) and names what
//!   went wrong ([`error`]). Calls block; concurrency is as many threads as the caller has, up to [`Settings::concurrency`].
//! - [`chat`], [`embeddings`] and [`rerank`] know what the common interfaces promise, and check that it holds.
//! - [`reachable`] opens a connection and sends nothing.
//! - [`scripted`] is a server that does what a script says, for tests of whatever calls one.
//!
//! What is *not* here: prompts, judges, field mappings, files; a cache is used where one is given ([`Client::with_cache`]). Redirects are not followed, since they could take keys
//! elsewhere. Keys come from environment variables, and neither messages nor `Debug` ever show one, even where a server repeats it.
//!
//! ```
//! use endpoints::scripted::{Answer, Server};
//! use endpoints::{Client, Settings, chat};
//! use serde_json::json;
//!
//! // In place of a model: a server that always says the same.
//! let server = Server::in_turn([Answer::json(&json!({
//!     "model": "parrot-1",
//!     "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Paris"}}],
//!     "usage": {"prompt_tokens": 9, "completion_tokens": 1}
//! }))])?;
//!
//! let mut settings = Settings::new(server.url());
//! settings.extra.insert("cache_prompt".into(), false.into());
//! let client = Client::new(settings)?;
//!
//! let messages = vec![chat::Message::user("What is the capital of France?")];
//! let request = chat::Request { model: "parrot".into(), messages, temperature: Some(0.0), ..Default::default() };
//! let answer = chat::complete(&client, &request)?;
//! assert_eq!(answer.text, "Paris");
//! assert!(!answer.finish.cuts());
//! assert_eq!(answer.exchange.sent["cache_prompt"], false);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod budget;
pub mod chat;
pub mod clock;
pub mod embeddings;
pub mod error;
pub mod limit;
pub mod reachable;
pub mod rerank;
pub mod retry;
pub mod scripted;
pub mod settings;

mod client;
mod events;
mod exchange;
mod method;
mod secret;
mod usage;
mod verdict;
mod wire;

pub use budget::{Allowance, Budget};
pub use client::{Client, Reply};
pub use error::{CallError, ErrorKind};
pub use events::Event;
pub use exchange::Exchange;
pub use method::Method;
pub use retry::Patience;
pub use secret::{Secret, redacted};
pub use settings::{Header, Price, Settings};
pub use usage::Usage;
