//! The servers of models that a system uses, what may be spent on them, and what they were paid for before.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use cache::Cache;
use endpoints::budget::{BILLIONTHS, Spent};
use endpoints::{Allowance, Budget, Client, Price, Settings};
use fourcell::formats::endpoints::{StatedBudget, StatedEndpoint};
use fourcell::formats::project::Project;
use fourcell::formats::systems::BuiltIn;
use fourcell::formats::systems::models::{Rewriter, Source};
use report::number::count;
use systems::served;

use crate::console;
use crate::failure::Failure;

/// Clients by endpoint. Vectors of passages are kept for the project; whole replies only where a cache for them is given.
pub struct Clients {
    /// They answer from what was kept, where there is a cache.
    asking: HashMap<String, Client>,
    /// They embed queries.
    querying: HashMap<String, Client>,
    /// They embed passages: those vectors are kept one by one.
    embedding: HashMap<String, Client>,
    vectors: Option<Arc<Cache>>,
    budget: Arc<Budget>,
}

impl Clients {
    /// Clients of the endpoints that the systems use; nothing is sent. The values of headers are taken from the environment now.
    pub fn open(
        project: &Project,
        systems: &[&BuiltIn],
        budget: StatedBudget,
        replies: Option<&Arc<Cache>>,
    ) -> Result<Self, Failure> {
        let spending = Arc::new(Budget::new(allowance(budget)));
        let embeds = systems.iter().any(|system| system.embedding.is_some());
        let vectors = if embeds { kept(&project.directory, "vectors.sqlite") } else { None };
        let (mut asking, mut querying, mut embedding) = (HashMap::new(), HashMap::new(), HashMap::new());
        for endpoint in used(project, systems) {
            let client = client_of(project, endpoint, budget)?.with_budget(spending.clone());
            let with = |cache: Option<&Arc<Cache>>| match cache {
                Some(cache) => client.alike().with_cache(cache.clone()),
                None => client.alike(),
            };
            asking.insert(endpoint.name.clone(), with(replies));
            querying.insert(endpoint.name.clone(), with(replies.or(vectors.as_ref())));
            embedding.insert(endpoint.name.clone(), client);
        }
        Ok(Self { asking, querying, embedding, vectors, budget: spending })
    }

    /// The client of an endpoint that is asked.
    pub fn asking(&self, endpoint: &str) -> Result<&Client, Failure> {
        self.asking.get(endpoint).ok_or_else(|| unknown(endpoint))
    }

    /// The client of an endpoint that embeds queries: what it said of a query is kept, with the time that it took.
    pub fn querying(&self, endpoint: &str) -> Result<&Client, Failure> {
        self.querying.get(endpoint).ok_or_else(|| unknown(endpoint))
    }

    /// The client of an endpoint that embeds passages.
    pub fn embedding(&self, endpoint: &str) -> Result<&Client, Failure> {
        self.embedding.get(endpoint).ok_or_else(|| unknown(endpoint))
    }

    /// Where vectors of passages are kept.
    pub fn vectors(&self) -> Option<&Cache> {
        self.vectors.as_deref()
    }

    /// What was spent so far, in words; nothing where nothing was.
    pub fn spent_in_words(&self) -> Option<String> {
        in_words(self.budget.spent()).map(|words| format!("models: {words}"))
    }
}

/// The endpoints of a project that systems use.
fn used<'p>(project: &'p Project, systems: &[&BuiltIn]) -> Vec<&'p StatedEndpoint> {
    let is_used = |endpoint: &&StatedEndpoint| systems.iter().any(|system| endpoints_of(system).contains(&endpoint.name));
    project.endpoints.iter().filter(is_used).collect()
}

/// Whether the endpoints that systems use can be asked, as far as it is known without asking.
pub fn check(project: &Project, systems: &[&BuiltIn], budget: StatedBudget) -> Result<(), Failure> {
    used(project, systems).into_iter().try_for_each(|endpoint| client_of(project, endpoint, budget).map(|_| ()))
}

/// A client of an endpoint; nothing is sent.
pub fn client_of(project: &Project, endpoint: &StatedEndpoint, budget: StatedBudget) -> Result<Client, Failure> {
    if budget.money.is_some() && endpoint.price.is_none() {
        let problem = format!("the budget is of money, but [endpoints.{}] has no price: it could never stop", endpoint.name);
        return Err(Failure::bad_input(problem).mend("state price = { input = …, output = … }, for a million tokens"));
    }
    Client::new(settings(endpoint, &project.directory))
        .map_err(|e| Failure::bad_input(format!("[endpoints.{}]: {}", endpoint.name, e.problem())).mend(e.mend()))
}

/// What may be spent, as it is counted.
pub fn allowance(stated: StatedBudget) -> Allowance {
    let money = stated.money.map(|money| (money * BILLIONTHS).round() as u64);
    Allowance { calls: stated.calls, tokens: stated.tokens, money }
}

/// What was spent, in words; nothing where nothing was.
pub fn in_words(spent: Spent) -> Option<String> {
    let Spent { calls, tokens, money, unreported } = spent;
    if calls == 0 {
        return None;
    }
    let money = if money > 0 { format!(", cost {:.4}", money as f64 / BILLIONTHS) } else { String::new() };
    let rough = match unreported {
        0 => String::new(),
        n => format!(
            " ({} did not say how many, and count a token a byte)",
            count(usize::try_from(n).unwrap_or(usize::MAX), "answer")
        ),
    };
    let calls = count(usize::try_from(calls).unwrap_or(usize::MAX), "request");
    Some(format!("{calls}, {tokens} tokens{rough}{money}"))
}

/// The project's file reader has checked the names, so that this is never said.
fn unknown(endpoint: &str) -> Failure {
    Failure::bad_input(format!("no endpoint is called '{endpoint}'")).mend(format!("describe it: [endpoints.{endpoint}]"))
}

/// A file of the project for what can be made again; nothing where it cannot be used, which is told: all is only paid for again.
pub fn kept(directory: &Path, name: &str) -> Option<Arc<Cache>> {
    let opened = crate::kept::folder(directory)
        .map_err(|e| e.to_string())
        .and_then(|folder| Cache::open(&folder.join(name)).map_err(|e| e.to_string()));
    match opened {
        Ok(cache) => Some(Arc::new(cache)),
        Err(e) => {
            console::talk(&format!("warning: nothing is kept for the next run: {}", e.replace("\n  ", "; ")));
            None
        }
    }
}

/// The endpoints that a system uses.
pub fn endpoints_of(system: &BuiltIn) -> Vec<String> {
    let served = |source: &'_ Source| match source {
        Source::Served(at) => Some(at.endpoint.clone()),
        Source::Folder(_) => None,
    };
    let embedding = system.embedding.as_ref().and_then(|embedding| served(&embedding.from));
    let reranking = system.reranking.as_ref().and_then(|reranking| served(&reranking.by));
    let rewriting = system.rewriting.as_ref().and_then(|rewriting| match &rewriting.by {
        Rewriter::Model { at, .. } => Some(at.endpoint.clone()),
        Rewriter::Templates(_) => None,
    });
    let generator = system.generator.as_ref().map(|generator| generator.at.endpoint.clone());
    [embedding, rewriting, reranking, generator].into_iter().flatten().collect()
}

/// How a stated endpoint is reached.
pub fn settings(stated: &StatedEndpoint, directory: &Path) -> Settings {
    let price = stated.price.unwrap_or_default();
    Settings {
        extra: stated.extra.clone(),
        price: Price { input: price.input, output: price.output },
        ..served::settings(&stated.reach, directory)
    }
}
