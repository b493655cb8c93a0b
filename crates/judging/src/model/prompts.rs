//! The prompts of a judge: a versioned text for each sort of question and each language, or a text of the project's own.

pub use formats::judges::Language;
use systems::prompt::{NoPrompt, Prompt};

use crate::sort::Sort;

/// The built-in texts by language, in the order of [`Sort::ALL`].
const TEXTS: [(&str, [&str; Sort::ALL.len()]); Language::ALL.len()] = [
    (
        "en",
        [
            include_str!("../../prompts/en/status-1.txt"),
            include_str!("../../prompts/en/claims-1.txt"),
            include_str!("../../prompts/en/support-1.txt"),
            include_str!("../../prompts/en/fact-1.txt"),
            include_str!("../../prompts/en/context-1.txt"),
            include_str!("../../prompts/en/context-fact-1.txt"),
            include_str!("../../prompts/en/relevance-1.txt"),
            include_str!("../../prompts/en/answer-1.txt"),
            include_str!("../../prompts/en/answer-claim-1.txt"),
            include_str!("../../prompts/en/citation-1.txt"),
            include_str!("../../prompts/en/rubric-1.txt"),
        ],
    ),
    (
        "de",
        [
            include_str!("../../prompts/de/status-1.txt"),
            include_str!("../../prompts/de/claims-1.txt"),
            include_str!("../../prompts/de/support-1.txt"),
            include_str!("../../prompts/de/fact-1.txt"),
            include_str!("../../prompts/de/context-1.txt"),
            include_str!("../../prompts/de/context-fact-1.txt"),
            include_str!("../../prompts/de/relevance-1.txt"),
            include_str!("../../prompts/de/answer-1.txt"),
            include_str!("../../prompts/de/answer-claim-1.txt"),
            include_str!("../../prompts/de/citation-1.txt"),
            include_str!("../../prompts/de/rubric-1.txt"),
        ],
    ),
    (
        "zh",
        [
            include_str!("../../prompts/zh/status-1.txt"),
            include_str!("../../prompts/zh/claims-1.txt"),
            include_str!("../../prompts/zh/support-1.txt"),
            include_str!("../../prompts/zh/fact-1.txt"),
            include_str!("../../prompts/zh/context-1.txt"),
            include_str!("../../prompts/zh/context-fact-1.txt"),
            include_str!("../../prompts/zh/relevance-1.txt"),
            include_str!("../../prompts/zh/answer-1.txt"),
            include_str!("../../prompts/zh/answer-claim-1.txt"),
            include_str!("../../prompts/zh/citation-1.txt"),
            include_str!("../../prompts/zh/rubric-1.txt"),
        ],
    ),
    (
        "ja",
        [
            include_str!("../../prompts/ja/status-1.txt"),
            include_str!("../../prompts/ja/claims-1.txt"),
            include_str!("../../prompts/ja/support-1.txt"),
            include_str!("../../prompts/ja/fact-1.txt"),
            include_str!("../../prompts/ja/context-1.txt"),
            include_str!("../../prompts/ja/context-fact-1.txt"),
            include_str!("../../prompts/ja/relevance-1.txt"),
            include_str!("../../prompts/ja/answer-1.txt"),
            include_str!("../../prompts/ja/answer-claim-1.txt"),
            include_str!("../../prompts/ja/citation-1.txt"),
            include_str!("../../prompts/ja/rubric-1.txt"),
        ],
    ),
    (
        "es",
        [
            include_str!("../../prompts/es/status-1.txt"),
            include_str!("../../prompts/es/claims-1.txt"),
            include_str!("../../prompts/es/support-1.txt"),
            include_str!("../../prompts/es/fact-1.txt"),
            include_str!("../../prompts/es/context-1.txt"),
            include_str!("../../prompts/es/context-fact-1.txt"),
            include_str!("../../prompts/es/relevance-1.txt"),
            include_str!("../../prompts/es/answer-1.txt"),
            include_str!("../../prompts/es/answer-claim-1.txt"),
            include_str!("../../prompts/es/citation-1.txt"),
            include_str!("../../prompts/es/rubric-1.txt"),
        ],
    ),
];

/// The version of the built-in texts. A text that changes is a new file with a new version.
const VERSION: u32 = 1;

/// The places that a prompt of some sort must have, and those that it may have.
fn places(sort: Sort) -> (&'static [&'static str], &'static [&'static str]) {
    match sort {
        Sort::Status | Sort::Relevance => (&["question", "answer"], &[]),
        Sort::Claims => (&["answer"], &["question"]),
        Sort::Support => (&["claim", "passages"], &["question"]),
        Sort::Fact => (&["fact", "answer"], &["question"]),
        Sort::Context => (&["question", "passages"], &["reference"]),
        Sort::ContextFact => (&["fact", "passages"], &["question"]),
        Sort::Answer => (&["reference", "answer"], &["question"]),
        Sort::AnswerClaim => (&["reference", "claim"], &["question"]),
        Sort::Citation => (&["sentence", "passages"], &["question"]),
        Sort::Rubric => (&["rubric", "outcomes", "answer"], &["question", "passages"]),
    }
}

/// A prompt for each sort of question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompts {
    language: Language,
    /// In the order of [`Sort::ALL`].
    each: Vec<Prompt>,
}

impl Prompts {
    /// The built-in prompts of a language.
    pub fn built_in(language: Language) -> Self {
        let (name, texts) = &TEXTS[language as usize];
        let read = |((sort_name, sort), text): (&(&str, Sort), &&str)| {
            let (needed, known) = places(*sort);
            let version = format!("judge/{name}/{sort_name}/{VERSION}");
            Prompt::read(&version, text, needed, known).expect("a test reads it")
        };
        Self { language, each: Sort::ALL.iter().zip(texts).map(read).collect() }
    }

    /// Puts a text of the project's own in the place of one; it is named by its hash.
    pub fn with_text(mut self, sort: Sort, text: &str) -> Result<Self, NoPrompt> {
        let (needed, known) = places(sort);
        self.each[sort as usize] = Prompt::of_user(text, needed, known)?;
        Ok(self)
    }

    /// The prompt of a sort of question.
    pub fn of(&self, sort: Sort) -> &Prompt {
        &self.each[sort as usize]
    }

    /// The language of the built-in prompts.
    pub fn language(&self) -> Language {
        self.language
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The verdicts that a prompt must name, and the keys of the reply that it asks for.
    fn told(sort: Sort) -> (Vec<&'static str>, &'static [&'static str]) {
        use generation::verdict::verdicts;
        use generation::{Kind, Target};
        let fact = || Target::Fact(String::new());
        let (kind, target) = match sort {
            Sort::Status => (Kind::Status, Target::Whole),
            Sort::Claims => return (Vec::new(), &["claims", "text", "quote"]),
            Sort::Rubric => return (Vec::new(), &["reason", "verdict"]),
            Sort::Support => (Kind::Support, Target::Whole),
            Sort::Fact => (Kind::Fact, fact()),
            Sort::Context => (Kind::Context, Target::Whole),
            Sort::ContextFact => (Kind::Context, fact()),
            Sort::Relevance => (Kind::Relevance, Target::Whole),
            Sort::Answer | Sort::AnswerClaim => (Kind::Answer, Target::Whole),
            Sort::Citation => (Kind::Citation, Target::Whole),
        };
        let keys: &[&str] =
            if sort.rests_on_passages() { &["passage", "quote", "reason", "verdict"] } else { &["reason", "verdict"] };
        (verdicts(kind, &target).iter().map(|verdict| verdict.name()).collect(), keys)
    }

    #[test]
    fn every_prompt_has_its_places_names_its_verdicts_and_the_form_of_the_reply() {
        for (place, (name, language)) in Language::ALL.iter().enumerate() {
            assert_eq!((*language as usize, TEXTS[place].0), (place, *name));
            let prompts = Prompts::built_in(*language);
            for (sort_name, sort) in Sort::ALL {
                let prompt = prompts.of(sort);
                assert_eq!(prompt.name(), format!("judge/{name}/{sort_name}/1"));
                let (needed, known) = places(sort);
                let text = TEXTS[place].1[sort as usize];
                // Built-in prompts use what they may.
                for place in needed.iter().chain(known) {
                    assert!(text.contains(&format!("{{{place}}}")), "{} lacks {place}", prompt.name());
                }
                let (system, _) = text.split_once("[user]").unwrap();
                assert!(system.contains("~~~") && system.contains("JSON"), "{}", prompt.name());
                let (verdicts, keys) = told(sort);
                let named = |verdict: &&str| system.lines().any(|line| line.starts_with(&format!("- \"{verdict}\"")));
                assert!(verdicts.iter().all(named), "{}", prompt.name());
                assert_eq!(system.lines().filter(|line| line.starts_with("- \"")).count(), verdicts.len(), "{}", prompt.name());
                let form = system.lines().rfind(|line| line.starts_with('{')).unwrap();
                let form = crate::object::parse(form).unwrap();
                let object = form.get("claims").map_or(&form, |claims| claims[0].as_object().unwrap());
                let mut expected: Vec<&str> = keys.iter().copied().filter(|key| *key != "claims").collect();
                expected.sort_unstable();
                assert_eq!(object.keys().map(String::as_str).collect::<Vec<_>>(), expected, "{}", prompt.name());
                assert!(keys.iter().all(|key| system.contains(&format!("\"{key}\""))), "{}", prompt.name());
            }
        }
    }

    #[test]
    fn a_text_of_the_project_is_named_by_its_hash_and_needs_its_places() {
        let prompts = Prompts::built_in(Language::German);
        let own = prompts.clone().with_text(Sort::Support, "[user]\n{claim}? {passages}").unwrap();
        assert!(own.of(Sort::Support).name().starts_with("sha256:"));
        assert_eq!(own.of(Sort::Fact), prompts.of(Sort::Fact));
        let error = prompts.with_text(Sort::Support, "[user]\n{claim}").unwrap_err().to_string();
        assert!(error.contains("{passages}"), "{error}");
    }
}
