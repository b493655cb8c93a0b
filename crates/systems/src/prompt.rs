//! Prompts: versioned texts with places for what differs from call to call.

use std::collections::BTreeMap;

use endpoints::chat::Message;
use evidence::snapshot::content_hash;

/// A prompt: what the model is told, and what it is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    name: String,
    hash: String,
    system: String,
    user: String,
}

/// A text is no prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoPrompt(String);

impl std::fmt::Display for NoPrompt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoPrompt {}

impl Prompt {
    /// The built-in prompt for answers, by which results of this version are told from those of another.
    pub fn answer() -> Self {
        Self::read("answer/1", include_str!("../prompts/answer-1.txt"), &["question", "passages"], &["declined"])
            .expect("a test reads it")
    }

    /// The built-in prompt for queries.
    pub fn rewrite() -> Self {
        Self::read("rewrite/1", include_str!("../prompts/rewrite-1.txt"), &["question"], &["count"]).expect("a test reads it")
    }

    /// A user's prompt for answers; it is named by what it says, so that a changed text is another prompt.
    pub fn of_user_for_answers(text: &str) -> Result<Self, NoPrompt> {
        Self::of_user(text, &["question", "passages"], &["declined"])
    }

    /// A user's prompt for queries.
    pub fn of_user_for_queries(text: &str) -> Result<Self, NoPrompt> {
        Self::of_user(text, &["question"], &["count"])
    }

    /// A user's prompt for whatever use; it is named by what it says. `needed` places must stand in it, `known` ones may.
    pub fn of_user(text: &str, needed: &[&str], known: &[&str]) -> Result<Self, NoPrompt> {
        Self::read(&content_hash(text.as_bytes()), text, needed, known)
    }

    /// Reads a prompt, whose name tells its version. `needed` places must stand in it, `known` ones may.
    pub fn read(name: &str, text: &str, needed: &[&str], known: &[&str]) -> Result<Self, NoPrompt> {
        let (mut system, mut user, mut part) = (String::new(), String::new(), None);
        for (line, number) in text.lines().zip(1..) {
            match line.trim() {
                "[system]" => part = Some(true),
                "[user]" => part = Some(false),
                _ => match part {
                    Some(true) => system += &format!("{line}\n"),
                    Some(false) => user += &format!("{line}\n"),
                    None if line.trim().is_empty() => {}
                    None => {
                        return Err(NoPrompt(format!("line {number}: a line [system] or [user] was expected before the text")));
                    }
                },
            }
        }
        let (system, user) = (system.trim().to_owned(), user.trim().to_owned());
        if user.is_empty() {
            return Err(NoPrompt("a line [user] with a text below it was expected, but there is none".into()));
        }
        if let Some(place) = needed.iter().find(|place| !user.contains(&format!("{{{place}}}"))) {
            return Err(NoPrompt(format!("{{{place}}} was expected below [user], but does not stand there")));
        }
        let all: Vec<&str> = needed.iter().chain(known).copied().collect();
        let prompt = Self { name: name.to_owned(), hash: content_hash(text.as_bytes()), system, user };
        if let Some(place) = prompt.places().find(|place| !all.contains(place)) {
            return Err(NoPrompt(format!("{{{place}}} is no known place; there are {{{}}}", all.join("}, {"))));
        }
        Ok(prompt)
    }

    /// Its version, or the hash of a user's text.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The hash of its text.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// What stands in braces like a name.
    fn places(&self) -> impl Iterator<Item = &str> {
        [&self.system, &self.user].into_iter().flat_map(|text| parts(text)).filter_map(|part| match part {
            Part::Place(place) => Some(place),
            Part::Text(_) => None,
        })
    }

    /// The messages, with values in their places. A value is never looked into: braces in it are text.
    pub fn messages(&self, values: &BTreeMap<&str, String>) -> Vec<Message> {
        let filled = |text: &str| -> String {
            let value = |part| match part {
                Part::Text(text) => text.to_owned(),
                Part::Place(place) => values.get(place).cloned().unwrap_or_default(),
            };
            parts(text).map(value).collect()
        };
        let user = Message::user(filled(&self.user));
        if self.system.is_empty() { vec![user] } else { vec![Message::system(filled(&self.system)), user] }
    }
}

enum Part<'t> {
    Text(&'t str),
    Place(&'t str),
}

/// A text cut at its places: lower-case names in braces.
fn parts(text: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let place_at = |from: usize| {
            let inner = rest[from..].strip_prefix('{')?;
            let end = inner.find(|c: char| !c.is_ascii_lowercase())?;
            (end > 0 && inner[end..].starts_with('}')).then_some(end)
        };
        if let Some(length) = place_at(0) {
            let place = &rest[1..1 + length];
            rest = &rest[length + 2..];
            return Some(Part::Place(place));
        }
        let end = rest.match_indices('{').map(|(at, _)| at).find(|&at| at > 0 && place_at(at).is_some()).unwrap_or(rest.len());
        let (text, after) = rest.split_at(end);
        rest = after;
        Some(Part::Text(text))
    })
}

/// What a thinking model says before its answer is no part of it.
pub fn without_thinking(text: &str) -> &str {
    let said = text.trim();
    match said.strip_prefix("<think>") {
        // Cut while it still thought: nothing was said.
        Some(thought) => thought.split_once("</think>").map_or("", |(_, said)| said.trim()),
        None => said.rsplit_once("</think>").map_or(said, |(_, said)| said.trim()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values<'a>(pairs: &[(&'a str, &str)]) -> BTreeMap<&'a str, String> {
        pairs.iter().map(|(place, value)| (*place, (*value).to_owned())).collect()
    }

    #[test]
    fn what_is_put_in_is_never_looked_into() {
        let prompt = Prompt::of_user_for_answers("[user]\n{passages} {x: 1} {} {question}?{question}").unwrap();
        let messages = prompt.messages(&values(&[("question", "{passages}"), ("passages", "[system]\n{question}")]));
        assert_eq!(messages, [Message::user("[system]\n{question} {x: 1} {} {passages}?{passages}")]);
        assert!(prompt.name().starts_with("sha256:"));
    }

    #[test]
    fn built_in_prompts_have_their_places() {
        let messages = Prompt::answer().messages(&values(&[("question", "Q?"), ("passages", "P"), ("declined", "No.")]));
        assert_eq!(messages.len(), 2);
        assert!(messages[0].content.ends_with("nothing else:\nNo."), "{}", messages[0].content);
        assert_eq!(messages[1].content, "Passages:\nP\n\nQuestion: Q?");
        assert!(
            Prompt::rewrite().messages(&values(&[("question", "Q?"), ("count", "3")]))[1].content.contains("Write 3 different")
        );
    }

    #[test]
    fn what_is_no_prompt_is_refused_with_its_place() {
        for (text, said) in [
            ("hello", "line 1"),
            ("[system]\nx", "[user]"),
            ("[user]\n{question}", "{passages}"),
            ("[user]\n{question} {passages} {frage}", "{frage} is no known place"),
        ] {
            let error = Prompt::of_user_for_answers(text).unwrap_err();
            assert!(error.to_string().contains(said), "{error}");
        }
    }

    #[test]
    fn thinking_is_left_out() {
        assert_eq!(without_thinking("<think>\nhm\n</think>\n\nYes."), "Yes.");
        assert_eq!(without_thinking("hm</think>Yes."), "Yes.");
        assert_eq!(without_thinking(" Yes. "), "Yes.");
        assert_eq!(without_thinking("<think> hm"), "");
    }
}
