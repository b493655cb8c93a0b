//! A language model as a judge: one narrow question a call, a closed set of verdicts, and quotes that the program looks up itself.
//!
//! What is judged was written by others. It stands between fences that it cannot close, and no reply is taken that is not exactly one
//! object of the form that was asked for: a model that is talked into something else gives no verdict, and support whose quote stands
//! nowhere is none.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use endpoints::chat::{self, Finish, Message};
use endpoints::{CallError, Client};
use evidence::text::printable;
use generation::{Ask, By, Outcome, Verdict};
use systems::served::Served;

use crate::quote::Lookup;
use crate::reply::{Expected, Unread, about, clipped, object_in};
use crate::sort::Sort;
use crate::{Given, Judge};

mod asking;
mod form;
mod lock;
mod prompts;
mod settings;

use form::Asked;
pub use form::Form;
pub use lock::{Lock, LockedPrompt};
pub use prompts::{Language, Prompts};
pub use settings::Settings;

/// So many names of models are kept of what a server reports.
const MOST_NAMES: usize = 32;

/// So many characters of such a name.
const LONGEST_NAME: usize = 200;

/// A model that judges; shared by threads.
pub struct Model<'a> {
    client: &'a Client,
    server: Served<'a>,
    settings: Settings,
    prompts: Prompts,
    form: form::InUse,
    /// The models that the server says it is.
    reported: Mutex<BTreeSet<String>>,
    lookup: Lookup,
}

impl<'a> Model<'a> {
    /// Over a client, whose cache keeps what was judged; nothing is sent.
    pub fn new(client: &'a Client, settings: Settings, prompts: Prompts) -> Self {
        let form = form::InUse::new(settings.form, client, &settings.model);
        Self {
            client,
            server: Served::new(client),
            settings,
            prompts,
            form,
            reported: Mutex::default(),
            lookup: Lookup::default(),
        }
    }

    /// All that decides what it says, as far as it is known: what was asked for, and what the server reports of itself.
    pub fn lock(&self) -> Lock {
        let reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect();
        let mut lock = Lock::of(&self.settings, &self.prompts, self.form.now(), reported);
        // What every request to this server gets is sent, too.
        for (field, value) in &self.client.settings().extra {
            lock.settings.extra.entry(field.clone()).or_insert_with(|| value.clone());
        }
        lock
    }

    /// What is sent for a question; `None` where it cannot be asked.
    pub fn messages(&self, ask: &Ask<'_>) -> Option<Vec<Message>> {
        let sort = Sort::of(ask).filter(|sort| sort.is_complete(ask))?;
        Some(self.prompts.of(sort).messages(&asking::values(sort, ask)))
    }

    /// Asks until a reply can be read, or the tries are spent. Replies are kept as they led to a verdict; those that led to none are not.
    fn asked(&self, sort: Sort, ask: &Ask<'_>, repeat: u32) -> Given {
        let expected = Expected::of(sort, ask, true);
        let prompt = self.prompts.of(sort);
        let mut request = chat::Request {
            messages: prompt.messages(&asking::values(sort, ask)),
            version: format!("{} {}", prompt.name(), prompt.hash()),
            repeat,
            ..self.settings.request(repeat)
        };
        let mut answers: Vec<chat::Answer> = Vec::new();
        let given = loop {
            let answer = match self.call(&mut request, &expected) {
                Ok(answer) => answer,
                Err(error) => break failed(&error),
            };
            let cut = cut(&answer);
            let read = match cut {
                Some((kind, problem)) => Err(Given::failed(kind, problem, Some(clipped(&answer.text)))),
                None => Ok(object_in(&answer.text).and_then(|object| expected.read(ask, &object, &self.lookup))),
            };
            let tries = answers.len() + 1;
            let outcome = match read {
                Ok(Ok(given)) => return given,
                Ok(Err(unread)) if tries > self.settings.tries as usize => Some(unusable(unread, tries, clipped(&answer.text))),
                Ok(Err(unread)) => {
                    request.messages.push(Message::assistant(clipped(&answer.text)));
                    request.messages.push(Message::user(correction(&unread)));
                    None
                }
                Err(given) => Some(given),
            };
            answers.push(answer);
            if let Some(given) = outcome {
                break given;
            }
        };
        answers.iter().for_each(|answer| self.server.forget(answer));
        given
    }

    /// Makes a call in the form that the server takes.
    fn call(&self, request: &mut chat::Request, expected: &Expected<'_>) -> Result<chat::Answer, CallError> {
        let mut answer = self.form.with(self.client, &self.settings.model, |form| {
            request.response_format = form.response_format(expected);
            self.server.attempt(|client| chat::complete(client, request))
        })?;
        // A server may repeat what it was sent, and reasons, quotes and claims are written down: no secret is.
        answer.text = self.client.hide(&answer.text);
        if let Some(name) = &answer.exchange.model {
            let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
            if !reported.contains(name) && reported.len() < MOST_NAMES {
                reported.insert(self.client.hide(&printable(name, LONGEST_NAME)));
            }
        }
        Ok(answer)
    }
}

impl Judge for Model<'_> {
    fn by(&self) -> By {
        By::Model
    }

    fn described(&self) -> Option<serde_json::Value> {
        Some(self.lock().json())
    }

    fn can(&self, ask: &Ask<'_>) -> bool {
        Sort::of(ask).is_some_and(|sort| sort.is_complete(ask))
    }

    fn judge(&self, ask: &Ask<'_>, repeat: u32) -> Given {
        let Some(sort) = Sort::of(ask).filter(|sort| sort.is_complete(ask)) else {
            return Given::failed("not-asked", "the question lacks what this judge must know to answer it", None);
        };
        if sort.rests_on_passages() && ask.passages().next().is_none() {
            // No model needs to be asked what no passage says.
            let reason = Some("there is no passage".to_owned());
            return about(ask, Given { reason, ..Given::only(Outcome::Verdict(Verdict::NotFound)) });
        }
        about(ask, self.asked(sort, ask, repeat))
    }
}

/// What is missing from an answer is looked at before its words: JSON can be whole although a string in it was cut.
fn cut(answer: &chat::Answer) -> Option<(&'static str, &'static str)> {
    match answer.finish {
        Finish::Length => Some((
            "truncated",
            "the limit on tokens cut the reply (finish reason: length); raise max_tokens: thinking counts too",
        )),
        Finish::ContentFilter => Some((
            "refused",
            "a content filter took words of the reply away (finish reason: content_filter); use a model without that filter",
        )),
        Finish::Stop | Finish::Other(_) | Finish::Unsaid => None,
    }
}

fn failed(error: &CallError) -> Given {
    Given::failed(error.kind().name(), systems::served::on_one_line(error), None)
}

fn unusable(unread: Unread, tries: usize, raw: String) -> Given {
    let times = if tries == 1 { String::new() } else { format!(", after {tries} tries") };
    Given::failed(unread.kind, format!("the reply of the judge is no verdict{times}: {}", unread.problem), Some(raw))
}

/// What is said to a model whose reply cannot be used.
fn correction(unread: &Unread) -> String {
    let Unread { problem, .. } = unread;
    format!(
        "Your reply could not be used: {problem}. Reply again, with one JSON object of the form that was asked for and with nothing else."
    )
}
