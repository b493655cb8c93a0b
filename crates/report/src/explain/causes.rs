//! What is said of the causes of the error ledger.

use fourcell::diagnosis::CAUSES;
use fourcell::diagnosis::causes::Definition;
use fourcell::diagnosis::probe::Change;
use serde_json::{Value, json};

/// The topic that explains all causes.
pub const CAUSES_TOPIC: &str = "causes";

/// The probe that confirms a cause; nothing where none can.
pub(super) fn confirmed_by(cause: &Definition) -> Option<&'static str> {
    Change::that_tests(cause.cause).map(Change::name)
}

/// A cause's page.
pub(super) fn page(cause: &Definition) -> String {
    let place = cause.cause as usize + 1;
    let confirmed = confirmed_by(cause).map_or_else(
        || "By no run: it is a fact of the labels, the corpus or the question.".to_owned(),
        |change| format!("`fourcell probe --change {change}`."),
    );
    format!(
        "# {}\n\nCause {place} of {}, in the order in which they are asked; the first by which evidence was lost owns the failure. In files: \
         `{}`.\n\n## Told by\n\n{}\n\n## What to mend\n\n{}.\n\n## Confirmed by\n\n{confirmed}\n",
        cause.title,
        CAUSES.len(),
        cause.name,
        cause.told_by,
        sentence(cause.repair)
    )
}

/// All causes in their order, as a page.
pub(super) fn all() -> String {
    let mut text = "# Causes\n\nIn the order in which they are asked; the first by which evidence was lost owns the failure, and later ones are \
                    secondary.\n\n| | cause | told by | what to mend | confirmed by |\n|--:|---|---|---|---|\n"
        .to_owned();
    for (cause, place) in CAUSES.iter().zip(1..) {
        let probe = confirmed_by(cause).map_or_else(|| "–".to_owned(), |change| format!("`{change}`"));
        text += &format!("| {place} | `{}` | {} | {}. | {probe} |\n", cause.name, cause.told_by, sentence(cause.repair));
    }
    text
}

/// A cause as JSON.
pub(super) fn json(cause: &Definition) -> Value {
    json!({
        "name": cause.name,
        "title": cause.title,
        "place": cause.cause as usize + 1,
        "told_by": cause.told_by,
        "repair": cause.repair,
        "confirmed_by": confirmed_by(cause),
    })
}

fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}
