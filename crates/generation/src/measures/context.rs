//! How much of the context was needed: by labels, and as judged.

use std::collections::BTreeMap;

use evidence::{Locator, Passage, RangeSet};
use statistics::{Score, Undefined};

use crate::judged::{Case, Told};

/// Nobody was asked.
pub(super) const NEEDED_NOT_JUDGED: Undefined = Undefined("whether passages were needed was not judged");
const NO_CONTEXT: Undefined = Undefined("the context was not captured");
const EMPTY: Undefined = Undefined("the context is empty");
const NO_EVIDENCE: Undefined = Undefined("the question has no labelled evidence");
const NO_TEXT: Undefined = Undefined("a passage's text was not captured");
const NO_RANGE: Undefined = Undefined("a passage does not say where in its document it stands");

fn context<'a>(case: &Case<'a>) -> Result<&'a [Passage], Score> {
    match case.answer.context.as_deref() {
        None => Err(Score::Undefined(NO_CONTEXT)),
        Some([]) => Err(Score::Undefined(EMPTY)),
        Some(passages) => Ok(passages),
    }
}

/// The passages of the context, each with whether it was needed, as judged.
pub(super) fn needed<'a>(case: &Case<'a>) -> Result<Vec<(&'a Passage, bool)>, Score> {
    let of = |passage: &'a Passage| {
        let told = case.judged.needed.get(&passage.id).copied().unwrap_or(Told::NotAsked);
        Ok((passage, told.or_score(NEEDED_NOT_JUDGED)?))
    };
    context(case)?.iter().map(of).collect()
}

/// Letters and digits of a text.
fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

/// The share of the context's letters and digits in passages judged needed.
pub(super) fn judged_share(case: &Case<'_>) -> Result<f64, Score> {
    let (mut kept, mut all) = (0, 0);
    for (passage, needed) in needed(case)? {
        let letters = letters(passage.text.as_deref().ok_or(Score::Undefined(NO_TEXT))?);
        all += letters;
        kept += if needed { letters } else { 0 };
    }
    if all == 0 { Err(Score::Undefined(EMPTY)) } else { Ok(kept as f64 / all as f64) }
}

/// The share of the context's letters and digits that labelled evidence covers, alternatives included: a range covers its own, a
/// passage or document locator all of what it names.
pub(super) fn labelled_share(case: &Case<'_>) -> Result<f64, Score> {
    let context = context(case)?;
    let leaves = match case.question.required() {
        Ok(tree) => tree.leaves(),
        Err(_) => return Err(Score::Undefined(NO_EVIDENCE)),
    };
    // Ranges by document and revision; a label without a revision holds for all.
    let mut ranges: BTreeMap<(&str, Option<&str>), RangeSet> = BTreeMap::new();
    for leaf in &leaves {
        if let Locator::Range { doc, rev, range, .. } = leaf {
            ranges.entry((doc, rev.as_deref())).or_default().insert(*range);
        }
    }
    let (mut needed, mut all) = (0, 0);
    for passage in context {
        let text = passage.text.as_deref().ok_or(Score::Undefined(NO_TEXT))?;
        let whole = letters(text);
        all += whole;
        let named = leaves.iter().any(|leaf| match leaf {
            Locator::Passage(id) => *id == passage.id,
            Locator::Document { doc, rev } => passage.doc.as_ref() == Some(doc) && (rev.is_none() || passage.rev == *rev),
            Locator::Range { .. } => false,
        });
        if named {
            needed += whole;
            continue;
        }
        if ranges.is_empty() {
            continue;
        }
        let (Some(doc), Some(range)) = (passage.doc.as_deref(), passage.range) else {
            return Err(Score::Undefined(NO_RANGE));
        };
        let of = [Some((doc, None)), passage.rev.as_deref().map(|rev| (doc, Some(rev)))];
        let sets: Vec<&RangeSet> = of.into_iter().flatten().filter_map(|key| ranges.get(&key)).collect();
        let inside = |at: usize| sets.iter().any(|set| set.contains(range.start() + at));
        needed += text.chars().enumerate().filter(|(at, c)| c.is_alphanumeric() && inside(*at)).count();
    }
    if all == 0 { Err(Score::Undefined(EMPTY)) } else { Ok(needed as f64 / all as f64) }
}
