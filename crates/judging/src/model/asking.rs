//! What stands in the places of a judge's prompt. All that others wrote stands in fences, longer than any that it holds itself.

use std::collections::BTreeMap;

use evidence::Question;
use generation::{Ask, Target};
use systems::fence::{Fence, NONE};

use crate::sort::Sort;

/// The places of a prompt with what stands there.
pub(super) fn values(sort: Sort, ask: &Ask<'_>) -> BTreeMap<&'static str, String> {
    let question = conversation(ask.question);
    let answer = ask.answer.text.as_deref();
    let statement = ask.statement();
    let reference = ask.question.answer.as_deref();
    // What was not captured stands only where the verdict does not rest on it.
    let passages: Vec<&str> = ask.passages().filter_map(|passage| passage.text.as_deref()).collect();
    let texts = [Some(question.as_str()), answer, statement, reference];
    let fence = Fence::for_all(texts.into_iter().flatten().chain(passages.iter().copied()));
    let around = |text: Option<&str>| text.map_or_else(|| NONE.to_owned(), |text| fence.around(text));
    let mut values = BTreeMap::from([("question", fence.around(&question))]);
    let mut set = |place: &'static str, value: String| drop(values.insert(place, value));
    match sort {
        Sort::Status | Sort::Claims | Sort::Relevance => set("answer", around(answer)),
        Sort::Support => {
            set("claim", around(statement));
            set("passages", fence.numbered(&passages));
        }
        Sort::Fact => {
            set("fact", around(statement));
            set("answer", around(answer));
        }
        Sort::Context => {
            set("reference", around(reference));
            set("passages", fence.numbered(&passages));
        }
        Sort::ContextFact => {
            set("fact", around(statement));
            set("passages", fence.numbered(&passages));
        }
        Sort::Answer => {
            set("reference", around(reference));
            set("answer", around(answer));
        }
        Sort::AnswerClaim => {
            set("reference", around(reference));
            set("claim", around(statement));
        }
        Sort::Citation => {
            set("sentence", around(statement));
            set("passages", fence.numbered(&passages));
        }
        Sort::Rubric => {
            set("answer", around(answer));
            set("passages", fence.numbered(&passages));
            if let (Some(rubric), Target::Rubric(_)) = (ask.rubric, &ask.target) {
                set("rubric", rubric.question.clone());
                let outcome = |outcome: &String| format!("- {}", serde_json::Value::from(outcome.as_str()));
                set("outcomes", rubric.outcomes.iter().map(outcome).collect::<Vec<_>>().join("\n"));
            }
        }
    }
    values
}

/// The question, after what was said before it where there was anything.
fn conversation(question: &Question) -> String {
    if question.history.is_empty() {
        return question.query.clone();
    }
    let said = question.history.iter().map(|message| format!("{}: {}", message.role, message.content));
    said.chain([format!("user: {}", question.query)]).collect::<Vec<_>>().join("\n")
}
