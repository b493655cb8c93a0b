//! Whether a judge and a generator look like one family of models: a judge may favour what it would have written itself.

use fourcell::formats::native::run::Manifest;

/// Words that a model's name holds, with the family that they tell.
const FAMILIES: [(&str, &str); 20] = [
    ("gpt", "openai"),
    ("chatgpt", "openai"),
    ("o1", "openai"),
    ("o3", "openai"),
    ("o4", "openai"),
    ("claude", "anthropic"),
    ("gemini", "google"),
    ("gemma", "google"),
    ("llama", "meta"),
    ("mistral", "mistral"),
    ("mixtral", "mistral"),
    ("ministral", "mistral"),
    ("qwen", "qwen"),
    ("qwq", "qwen"),
    ("deepseek", "deepseek"),
    ("phi", "microsoft"),
    ("command", "cohere"),
    ("granite", "ibm"),
    ("nova", "amazon"),
    ("smollm", "smollm"),
];

/// The family of a model by its name; its own name where none is known.
fn family(model: &str) -> String {
    let lower = model.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let known = FAMILIES.iter().find(|(start, _)| {
        // `qwen2.5` and `gpt-4o` begin with their family; `graphite` does not begin with phi.
        words
            .iter()
            .any(|word| word.strip_prefix(start).is_some_and(|rest| rest.chars().next().is_none_or(|c| c.is_ascii_digit())))
    });
    known.map_or(lower.clone(), |(_, family)| (*family).to_owned())
}

/// Whether two models look like one family.
pub fn are_one(judge: &str, generator: &str) -> bool {
    family(judge) == family(generator)
}

/// The generator's model as the manifest of a run tells it; `None` where there is none, or it does not say.
pub fn generator(manifest: &Manifest) -> Option<String> {
    let (_, value) = manifest.settings.iter().find(|(name, _)| name == "generator")?;
    let text: String = serde_json::from_str(value).unwrap_or_else(|_| value.clone());
    // "none" is no model, and neither is the extractive answerer.
    (!text.trim().is_empty() && text != "none" && !text.contains("extractive")).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_told_by_name() {
        assert!(are_one("gpt-4o-mini", "openai/gpt-5"));
        assert!(are_one("Qwen2.5-Coder-1.5B-Instruct", "qwen3:8b"));
        assert!(are_one("own-model", "own-model"));
        assert!(!are_one("claude-sonnet-4", "gpt-4o"));
        assert!(!are_one("graphite", "phi-3"));
    }
}
