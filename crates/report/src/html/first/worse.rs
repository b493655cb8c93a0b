//! What got worse than in the baseline, question by question: a mean that rises hides it.

use super::super::{Page, escape};
use crate::gate::{lost, regressed, worse};

/// Questions that are listed; the others are behind the filter.
const SHOWN: usize = 12;

/// A line that opens to the questions; empty where none got worse, or no gate was asked.
pub fn list(page: &Page) -> String {
    let Some(gate) = page.gate.as_ref().filter(|gate| !gate.regressions.is_empty()) else { return String::new() };
    let item = |regression: &fourcell::diagnosis::gate::Regression| {
        format!(
            "<li><a href=\"{}\"><bdi>{}</bdi></a>{} {} <span class=\"off\">{}</span></li>",
            escape::text(&escape::case(&regression.question)),
            escape::text(&regression.question),
            if regression.critical { " <span class=\"critical\">critical</span>" } else { "" },
            escape::text(&worse(regression)),
            escape::text(&lost(regression)),
        )
    };
    let items: Vec<String> = gate.regressions.iter().take(SHOWN).map(item).collect();
    let more = gate.regressions.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!("<p class=\"off\">and {more} more</p>") } else { String::new() };
    format!(
        "<details class=\"worse\"><summary>{}</summary><ol>{}</ol>{more}<p><a href=\"#q=changed:worse\">all that is worse by its answer or its evidence</a></p></details>",
        escape::text(&regressed(gate)),
        items.concat()
    )
}
