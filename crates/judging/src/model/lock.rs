//! What a judge was, so that its verdicts can be told from those of another.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::model::{Form, Language, Prompts, Settings};
use crate::sort::Sort;

/// The prompt of a sort of question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockedPrompt {
    /// Its version; of a user's text the hash.
    pub name: String,
    /// The hash of its text.
    pub hash: String,
}

/// All that decides what a model says, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Lock {
    /// How it was asked.
    pub settings: Settings,
    /// What the server says the model is; several where it changed, none where it did not say or nothing was asked yet. At most 32.
    pub reported: Vec<String>,
    /// The language of the built-in prompts.
    pub language: Language,
    /// The prompts by sort of question.
    pub prompts: BTreeMap<Sort, LockedPrompt>,
    /// The form in which replies were asked for last.
    pub form_in_use: Form,
}

impl Lock {
    pub(super) fn of(settings: &Settings, prompts: &Prompts, form_in_use: Form, reported: Vec<String>) -> Self {
        let locked = |sort: Sort| {
            let prompt = prompts.of(sort);
            (sort, LockedPrompt { name: prompt.name().to_owned(), hash: prompt.hash().to_owned() })
        };
        Self {
            settings: settings.clone(),
            reported,
            language: prompts.language(),
            prompts: Sort::ALL.iter().map(|(_, sort)| locked(*sort)).collect(),
            form_in_use,
        }
    }

    /// The lock as JSON.
    pub fn json(&self) -> Value {
        let settings = &self.settings;
        let prompts: Map<String, Value> = self
            .prompts
            .iter()
            .map(|(sort, prompt)| (sort.name().to_owned(), json!({"name": prompt.name, "hash": prompt.hash})))
            .collect();
        json!({
            "model": settings.model,
            "reported": self.reported,
            "language": self.language.name(),
            "prompts": prompts,
            "temperature": settings.temperature,
            "max_tokens": settings.max_tokens,
            "seed": settings.seed,
            "form": settings.form.name(),
            "form_in_use": self.form_in_use.name(),
            "tries": settings.tries,
            "extra": settings.extra,
            "rename": settings.naming.rename,
            "leave_out": settings.naming.leave_out,
        })
    }
}
