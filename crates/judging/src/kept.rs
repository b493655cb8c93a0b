//! Verdicts of a judge that costs something, kept so that they are asked for once. Models keep the replies of their servers themselves.

use std::sync::Arc;

use cache::{Cache, key};
use formats::Source;
use formats::native::judgements::{Judgement, line, read_judgements};
use generation::{Ask, By, Outcome};
use retrieval::record::Mode;
use serde_json::Value;

use crate::sort::Sort;
use crate::{Given, Judge, schema};

/// A judge whose verdicts are kept by all that it was told. What failed is not kept.
pub struct Kept<'a> {
    judge: Box<dyn Judge + 'a>,
    cache: Option<Arc<Cache>>,
    identity: String,
}

impl<'a> Kept<'a> {
    /// Keeps what a judge says; `identity` is all that decides it besides the question. Without a cache nothing is kept.
    pub fn new(judge: Box<dyn Judge + 'a>, cache: Option<Arc<Cache>>, identity: String) -> Self {
        Self { judge, cache, identity }
    }

    fn find(&self, key: &str) -> Option<Given> {
        let bytes = self.cache.as_ref()?.get(key).ok()??;
        let read = read_judgements(&Source::memory("kept", bytes)).ok()?;
        let said = read.items.into_iter().next()?.said;
        let generation::Judgement { outcome, passage, quote, quote_found, reason, .. } = said;
        Some(Given { outcome, passage, quote, quote_found, reason })
    }

    /// What cannot be kept is only asked for again.
    fn keep(&self, key: String, ask: &Ask<'_>, given: &Given) {
        let Some(cache) = &self.cache else { return };
        if matches!(given.outcome, Outcome::Failed(_)) {
            return;
        }
        let Given { outcome, passage, quote, quote_found, reason } = given.clone();
        let (kind, target) = (ask.kind, ask.target.clone());
        let (judge, by, judge_repeat) = (None, self.by(), 0);
        let said = generation::Judgement { kind, target, passage, outcome, quote, quote_found, judge, by, judge_repeat, reason };
        // A judgement must name a question to be read again; which one it was the key knows.
        let kept = Judgement { question: "kept".to_owned(), mode: Mode::Normal, repeat: 0, said };
        let _ = cache.put(&[(key, line(&kept).into_bytes())]);
    }
}

impl Judge for Kept<'_> {
    fn by(&self) -> By {
        self.judge.by()
    }

    fn can(&self, ask: &Ask<'_>) -> bool {
        self.judge.can(ask)
    }

    fn judge(&self, ask: &Ask<'_>, repeat: u32) -> Given {
        let Some(sort) = Sort::of(ask) else { return self.judge.judge(ask, repeat) };
        let key = key("judgement", &[&self.identity, &schema::ask(sort, ask, repeat).to_string()]);
        if let Some(given) = self.find(&key) {
            return given;
        }
        let given = self.judge.judge(ask, repeat);
        self.keep(key, ask, &given);
        given
    }

    fn described(&self) -> Option<Value> {
        self.judge.described()
    }
}
