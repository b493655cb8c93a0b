//! Top scores of answerable and of unanswerable questions: can the retriever tell that there is no answer?

use super::super::Page;
use super::super::plots::histogram::{Side, mirrored, number};
use super::{card, notes, nothing};
use crate::number::{interval, short};

const AID: &str = "The score of the best passage, answerable questions above the line and unanswerable ones below: the less they overlap, the better \
                   a threshold can tell when to decline. Bars are shares of their side.";

/// The section.
pub fn section(page: &Page) -> String {
    let found = page.score.as_ref().ok().and_then(|score| score.no_answer.as_ref());
    let inner = match found {
        None => nothing("Nothing is known of unanswerable questions."),
        Some(found) if found.unanswerable.top_scores.is_empty() || found.answerable.top_scores.is_empty() => {
            nothing("Scores of both answerable and unanswerable questions are needed, and were not captured.")
        }
        Some(found) => {
            let (with, without) = (&found.answerable.top_scores, &found.unanswerable.top_scores);
            let names = [format!("answerable, n = {}", with.len()), format!("unanswerable, n = {}", without.len())];
            let threshold = page.abstention.as_ref().and_then(|a| a.threshold.ok().flatten());
            let at = threshold.map(|threshold| (threshold.at_least, "threshold"));
            let drawn =
                mirrored("Top scores", &Side { name: &names[0], values: with }, &Side { name: &names[1], values: without }, at);
            let quantiles = |counts: &fourcell::retrieval::no_answer::Counts| {
                let at = |share: f64| counts.top_score(share).map_or_else(|| "–".to_owned(), number);
                format!("half of them between {} and {}, median {}", at(0.25), at(0.75), at(0.5))
            };
            let mut lines = vec![
                format!("Answerable (n = {}): {}.", with.len(), quantiles(&found.answerable)),
                format!("Unanswerable (n = {}): {}.", without.len(), quantiles(&found.unanswerable)),
            ];
            if let Some((share, around)) = found.unanswerable.sent_share() {
                lines.push(format!(
                    "Text was sent for {} of {} unanswerable questions: {} {}.",
                    found.unanswerable.sent,
                    found.unanswerable.n,
                    short(share),
                    interval(Some(around))
                ));
            }
            if let Some(all) = &page.abstention {
                if let Ok(auroc) = &all.auroc {
                    lines.push(format!(
                        "A random answerable question scores above a random unanswerable one with chance {} {} (AUROC, n = {} and {}).",
                        short(auroc.area),
                        interval(all.interval.ok()),
                        auroc.positive,
                        auroc.negative
                    ));
                }
                lines.push(match &all.threshold {
                    Ok(Some(threshold)) => format!(
                        "Answering from {} on keeps false answers below {} with 95 % certainty, and answers {} of the answerable.",
                        number(threshold.at_least),
                        short(all.budget),
                        short(threshold.answer_rate)
                    ),
                    _ => format!("No threshold keeps false answers below {} with 95 % certainty on so many questions.", short(all.budget)),
                });
            }
            let legend = format!(
                "<p class=\"legend\"><span class=\"key-above\"></span> {} <span class=\"key-below\"></span> {}</p>",
                names[0], names[1]
            );
            format!("{legend}{drawn}{}", notes(&lines))
        }
    };
    card("scores", "wide-half", "Answerable or not", AID, &inner)
}
