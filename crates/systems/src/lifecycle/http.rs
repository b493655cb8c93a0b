//! A system over HTTP whose documents are changed by the calls that its project states.

use std::path::Path;

use endpoints::{CallError, Client, ErrorKind, Method, Reply, Settings};
use evidence::Question;
use evidence::lifecycle::{Action, State};
use formats::systems::{Admin, Http};
use retrieval::record::Mode;
use serde_json::Value;

use crate::asked::{Ask, System};
use crate::given::Given;
use crate::http::{HttpSystem, server};
use crate::lifecycle::steps::{Request, json, requests};
use crate::lifecycle::{Living, Looked, Said};
use crate::served::{self, on_one_line};

/// No longer reply to a change is read, in bytes.
const LONGEST_REPLY: u64 = 1 << 20;

/// A system over HTTP, and what changes its documents.
pub struct LivingHttp<'a> {
    system: HttpSystem<'a>,
    admin: &'a Admin,
    client: Client,
}

impl<'a> LivingHttp<'a> {
    /// Prepares for calls; nothing is sent. The values of headers are taken from the environment now.
    pub fn new(stated: &'a Http, admin: &'a Admin, directory: &Path) -> Result<Self, CallError> {
        let own = served::settings(&stated.reach, directory);
        let header =
            |h: &formats::reach::Header| endpoints::Header { name: h.name.clone(), variable: h.variable.clone(), scheme: None };
        let headers = match &admin.headers {
            Some(stated) => stated.iter().map(header).collect(),
            // A key is sent to nobody but the server that it is for.
            None if server(&admin.url) == server(&stated.reach.url) => own.headers.clone(),
            None => Vec::new(),
        };
        let settings = Settings { base_url: admin.url.clone(), headers, max_reply_bytes: LONGEST_REPLY, ..own };
        let system = HttpSystem::new(stated, directory, Given::new(None, &[]))?;
        Ok(Self { system, admin, client: Client::new(settings)? })
    }

    fn call(&self, request: &Request, said: &mut Said) -> Result<(), String> {
        let reply = self.client.send(request.method, &request.path, request.body.as_ref()).map_err(|e| on_one_line(&e))?;
        // Many interfaces reply with nothing, or with words.
        let Ok(value) = serde_json::from_slice::<Value>(&reply.body) else { return Ok(()) };
        match value.pointer(&self.admin.index_revision) {
            None | Some(Value::Null) => {}
            Some(Value::String(revision)) if !revision.trim().is_empty() => said.index_revision = Some(revision.clone()),
            Some(Value::Number(revision)) => said.index_revision = Some(revision.to_string()),
            Some(_) => return Err(self.broken(&reply, "a revision as a string or a number", &self.admin.index_revision)),
        }
        match value.pointer(&self.admin.pending) {
            None | Some(Value::Null) => {}
            // Of several calls the slowest counts.
            Some(Value::Bool(pending)) => said.pending = Some(*pending || said.pending == Some(true)),
            Some(_) => return Err(self.broken(&reply, "true or false", &self.admin.pending)),
        }
        Ok(())
    }

    fn broken(&self, reply: &Reply, expected: &str, pointer: &str) -> String {
        let mend = "say in [systems.NAME.admin] where it stands: index_revision and pending are JSON Pointers";
        on_one_line(&self.client.fault(
            ErrorKind::Contract,
            reply,
            &format!("expected {expected} at {pointer} of the reply"),
            mend,
        ))
    }
}

impl Living for LivingHttp<'_> {
    fn apply(&mut self, action: &Action, state: &State) -> Result<Said, String> {
        if matches!(action, Action::Look) {
            return Ok(Said { played: true, ..Said::default() });
        }
        let mut said = Said { played: true, ..Said::default() };
        if self.admin.calls.is_empty() {
            self.call(&Request { method: Method::Post, path: String::new(), body: Some(json(action)) }, &mut said)?;
            return Ok(said);
        }
        let Some((requests, how)) = requests(self.admin, action, state)? else { return Ok(Said::default()) };
        for request in &requests {
            self.call(request, &mut said)?;
        }
        said.how = how;
        Ok(said)
    }

    fn ask(&mut self, questions: &[Question]) -> Vec<Result<Looked, String>> {
        let ask = |question| self.system.ask(&Ask { question, mode: Mode::Normal, repeat: 0 }).done.map(Looked::from);
        questions.iter().map(ask).collect()
    }
}
