//! The context that a system of others is given: the labelled evidence in oracle mode, nothing in no-context mode.

use std::borrow::Cow;
use std::collections::HashMap;

use evidence::{Corpus, Passage};
use retrieval::record::{Item, Mode};

use crate::asked::Ask;
use crate::oracle;

/// Where labelled evidence is looked up.
pub struct Given<'a> {
    corpus: Cow<'a, Corpus>,
    passages: HashMap<&'a str, &'a Passage>,
}

impl<'a> Given<'a> {
    /// Looks it up in a corpus, where there is one, and in passages.
    pub fn new(corpus: Option<&'a Corpus>, passages: &'a [Passage]) -> Self {
        let corpus = corpus.map_or_else(|| Cow::Owned(Corpus::new(Vec::new())), Cow::Borrowed);
        Self { corpus, passages: passages.iter().map(|p| (p.id.as_str(), p)).collect() }
    }

    /// The context that is given with a question; `None` where the system retrieves its own. The error names what is not there.
    pub fn context(&self, ask: &Ask<'_>) -> Result<Option<Vec<Item>>, String> {
        match (ask.mode, &ask.question.evidence) {
            (Mode::Normal, _) => Ok(None),
            (Mode::NoContext, _) | (Mode::Oracle, None) => Ok(Some(Vec::new())),
            (Mode::Oracle, Some(tree)) => {
                let find = |id: &str| self.passages.get(id).map(|passage| (*passage).clone());
                let (items, missing) = oracle::context(tree, &self.corpus, find);
                if missing.is_empty() {
                    return Ok(Some(items));
                }
                Err(format!("the labelled evidence is not in the corpus: {}", missing.join(", ")))
            }
        }
    }
}
