//! The servers that a project states: what their headers need is there, their certificates can be read, and they can be reached.

use std::path::Path;
use std::time::Duration;

use ::systems::served;
use endpoints::reachable::{Reached, reach};
use endpoints::{Client, Patience, Settings};
use fourcell::formats::endpoints::StatedEndpoint;
use fourcell::formats::reach::{Header, Reach};
use report::doctor::{Group, State};
use report::number::count;

use crate::built_in::clients;
use crate::doctor::{Findings, as_bad_as, milliseconds};

/// How long opening a connection may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// A server, and how it is spoken of.
pub struct Place<'a> {
    /// What it belongs to.
    pub group: Group,
    /// The name of the endpoint or system.
    pub name: &'a str,
    /// How it is reached.
    pub reach: &'a Reach,
    /// Whether anything that is looked at needs it.
    pub used: bool,
}

/// Looks at an endpoint of models; the client for calls comes back where it can be called. Nothing is sent: where calls are to follow,
/// they tell whether it can be reached.
pub fn endpoint(stated: &StatedEndpoint, directory: &Path, used: bool, calls: bool, found: &mut Findings) -> Option<Client> {
    let place = Place { group: Group::Endpoints, name: &stated.name, reach: &stated.reach, used };
    let use_of_it = if used { "" } else { "; no system that is looked at uses it" };
    found.ok(place.group, place.name, format!("{}{use_of_it}", shown(place.reach)));
    let client = place.client(clients::settings(stated, directory), found)?;
    if !calls {
        place.reached(found);
    }
    client.callable()
}

/// Looks at the server of a system.
pub fn of_system(name: &str, reach: &Reach, directory: &Path, found: &mut Findings) -> Option<Client> {
    let place = Place { group: Group::Systems, name, reach, used: true };
    found.ok(place.group, name, format!("over HTTP, {}", shown(reach)));
    let client = place.client(served::settings(reach, directory), found)?;
    place.reached(found);
    client.callable()
}

fn shown(reach: &Reach) -> String {
    format!("{}, {} at a time", reach.shown(), count(reach.concurrency as usize, "request"))
}

/// A client, and whether every header has its value.
struct Made {
    client: Client,
    whole: bool,
}

impl Made {
    /// Only one with every header is for calls.
    fn callable(self) -> Option<Client> {
        Some(self.client).filter(|_| self.whole)
    }
}

impl Place<'_> {
    /// A client that repeats nothing; `None` where address, certificates or headers are wrong, which is told.
    fn client(&self, settings: Settings, found: &mut Findings) -> Option<Made> {
        let bad = as_bad_as(self.used);
        let mut whole = true;
        for header in &self.reach.headers {
            whole &= self.header(header, bad, found);
        }
        let settings = Settings { patience: Patience { retries: 0, ..Patience::default() }, ..settings };
        // Address and certificates are looked at even where a variable is missing.
        let value = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
        match Client::with_variables(settings, |name| value(name).or(Some("unset".to_owned()))) {
            Ok(client) => {
                if let Some(file) = &self.reach.ca_file {
                    found.ok(self.group, self.name, format!("the certificates of {file} can be read"));
                }
                Some(Made { client, whole })
            }
            Err(error) => {
                found.failed(self.group, bad, self.name, &error);
                None
            }
        }
    }

    /// Whether the variable of a header holds something; what it holds is never told.
    fn header(&self, header: &Header, bad: State, found: &mut Findings) -> bool {
        let Header { name, variable } = header;
        let told = |what: &str| format!("the header {name} takes its value from {variable}, which {what}");
        let value = std::env::var_os(variable);
        let fault = match value.as_ref().map(|value| value.to_str()) {
            None => "is not set",
            Some(None) => "is not text in UTF-8",
            Some(Some(value)) if value.trim().is_empty() => "is empty",
            Some(Some(value)) => {
                if name.eq_ignore_ascii_case("authorization") && !value.trim().contains(' ') {
                    let mend = format!("most servers expect a word before the key: export {variable}='Bearer …'");
                    found.add(self.group, State::Warning, self.name, told("is set, to one word"), mend);
                } else {
                    found.ok(self.group, self.name, told("is set"));
                }
                return true;
            }
        };
        let mend = format!("set it, e.g. `export {variable}=…`, or name another variable under headers");
        found.add(self.group, bad, self.name, told(fault), mend);
        false
    }

    /// Opens a connection and sends nothing.
    fn reached(&self, found: &mut Findings) {
        match reach(&self.reach.url, PATIENCE) {
            Ok(Reached::After(time)) => found.ok(self.group, self.name, format!("can be reached, in {}", milliseconds(time))),
            Ok(Reached::BehindProxy) => {
                found.ok(self.group, self.name, "lies behind a proxy, which the environment names; no connection was tried");
            }
            Err(error) => found.failed(self.group, as_bad_as(self.used), self.name, &error),
        }
    }
}
