//! Was what a ranked list holds cut off by its rank, or dropped by the budget? Rank and packing ask the same question.

use std::collections::HashSet;

use retrieval::record::{Ending, Item, Stage};

use crate::captured::Captured;
use crate::leaf::{Leaf, Seen};

/// Where ranked evidence was lost.
pub(super) enum Cut<'l> {
    /// A later ranked list does not hold it any more.
    Dropped {
        /// The last list that holds it.
        before: &'l Seen,
        /// The next one.
        after: &'l Seen,
    },
    /// It stands below the cut of the last ranked list.
    Below {
        /// The last ranked list.
        seen: &'l Seen,
        /// The cut.
        limit: u64,
        /// Whether the cut is known, and not taken from what was sent.
        certain: bool,
    },
    /// It stands above the cut, and was not sent.
    Packing {
        /// The last ranked list.
        seen: &'l Seen,
        /// What was sent.
        sent: &'l Seen,
        /// Why that is known.
        why: String,
        /// Whether the budget is known.
        certain: bool,
    },
}

/// Where a piece of evidence was lost that some ranked list holds; `None` where none does, or where the filter lost it.
pub(super) fn cut<'l>(captured: &Captured<'_>, leaf: &'l Leaf<'_>) -> Option<Cut<'l>> {
    let ranked: Vec<&Seen> = leaf.seen.iter().filter(|seen| Stage::RANKED.contains(&seen.stage)).collect();
    let last = ranked.iter().rposition(|seen| seen.rank.is_some())?;
    let seen = ranked[last];
    if let Some(after) = ranked.get(last + 1) {
        return (after.stage != Stage::Filtered).then_some(Cut::Dropped { before: seen, after });
    }
    // The retriever said that it holds nothing: what was ranked was neither cut nor dropped, it was not believed.
    if captured.record.ending == Ending::NoEvidence {
        return None;
    }
    let (stage, sent) = captured.sent()?;
    let rank = seen.rank?;
    if Stage::RANKED.contains(&stage) {
        // Neither the context nor what was packed is known, and the number of passages that are sent is.
        return Some(Cut::Below { seen, limit: sent.len() as u64, certain: true }).filter(|_| rank as usize > sent.len());
    }
    let sent_seen = leaf.at(stage)?;
    let items = captured.list(seen.stage)?;
    let ids: HashSet<&str> = sent.iter().map(|item| item.id.as_str()).collect();
    let deepest = items.iter().zip(1u32..).filter(|(item, _)| ids.contains(item.id.as_str())).map(|(_, rank)| rank).max();
    let packing = |why: String, certain| Some(Cut::Packing { seen, sent: sent_seen, why, certain });
    let limits = captured.ground.limits;
    if deepest.is_some_and(|deepest| rank < deepest) {
        return packing(format!("it stands at rank {rank}, above others that were sent, and was left out"), true);
    }
    if let Some(passages) = limits.passages {
        if rank > passages.get() {
            return Some(Cut::Below { seen, limit: u64::from(passages.get()), certain: true });
        }
        return packing(format!("it stands at rank {rank} of the {passages} that may be sent, and did not fit the tokens"), true);
    }
    if let Some(tokens) = limits.tokens
        && let Some(Fit { taken, passages }) = that_fit(captured, items, rank, u64::from(tokens.get()))
    {
        if taken <= u64::from(tokens.get()) {
            let why = format!("it stands at rank {rank}, would have fit ({taken} of {tokens} tokens), and was left out");
            return packing(why, false);
        }
        if u64::from(rank) > passages {
            return Some(Cut::Below { seen, limit: passages, certain: true });
        }
        return packing(format!("it stands at rank {rank}, and did not fit the {tokens} tokens"), true);
    }
    let dropped = captured.record.dropped.as_deref().unwrap_or_default();
    if !seen.pieces.is_empty() && seen.pieces.iter().any(|(_, id)| dropped.contains(id)) {
        return packing(format!("it stands at rank {rank}, and the system says that it did not fit the budget"), false);
    }
    // Below nothing that was sent it was not cut by its rank.
    if sent.is_empty() || rank as usize <= sent.len() {
        return packing(format!("it stands at rank {rank}, and {} other passages were sent", sent.len()), false);
    }
    Some(Cut::Below { seen, limit: sent.len() as u64, certain: false })
}

/// Whether the query and the passages were good enough: it stood where it is sent, and the budget dropped it.
pub(super) fn stood_above(captured: &Captured<'_>, leaf: &Leaf<'_>) -> bool {
    matches!(cut(captured, leaf), Some(Cut::Packing { .. }))
}

/// How far a number of tokens reaches.
struct Fit {
    /// What the passages down to the rank take together.
    taken: u64,
    /// How many passages of the list's mean length fit.
    passages: u64,
}

/// So much of a list tells how long its passages are.
const ENOUGH: usize = 50;

/// `None` where lengths are not known.
fn that_fit(captured: &Captured<'_>, items: &[Item], rank: u32, tokens: u64) -> Option<Fit> {
    let lengths = items.iter().take(ENOUGH.max(rank as usize)).map_while(|item| captured.tokens_of(item));
    let (mut sum, mut taken, mut n) = (0u64, None, 0u32);
    for length in lengths {
        (sum, n) = (sum.saturating_add(length), n + 1);
        if n == rank {
            taken = Some(sum);
        }
    }
    let passages = u128::from(tokens) * u128::from(n) / u128::from(sum).max(1);
    Some(Fit { taken: taken.filter(|_| sum > 0)?, passages: passages.try_into().unwrap_or(u64::MAX) })
}
