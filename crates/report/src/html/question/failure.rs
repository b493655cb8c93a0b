//! The ledger's entry of a question as the page shows it.

use fourcell::diagnosis::ledger::life::Kept;
use fourcell::diagnosis::ledger::{Finding, Lost};
use fourcell::evidence::Locator;

use crate::ledger::{proven, state};

/// A failure.
#[derive(Clone, Debug, PartialEq)]
pub struct FailureView {
    /// The cause's name in files.
    pub cause: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// How it is known.
    pub known: &'static str,
    /// Why, in a sentence.
    pub why: String,
    /// What proves it, a line each.
    pub proof: Vec<String>,
    /// What to mend.
    pub mend: String,
    /// Groups of evidence that were lost.
    pub lost: Vec<LostView>,
    /// What else was found, a line each.
    pub also: Vec<String>,
    /// Runs with what owned the failure there.
    pub life: Vec<(String, &'static str)>,
    /// `open`, `regressed`, `won't fix`.
    pub state: &'static str,
    /// Why it stays, where somebody decided that.
    pub wont_fix: Option<String>,
}

/// A group that was lost.
#[derive(Clone, Debug, PartialEq)]
pub struct LostView {
    /// Which, from 1.
    pub number: usize,
    /// The place that came furthest.
    pub place: String,
    /// The words there.
    pub quote: Option<String>,
    /// How far it came: stages with what was seen there.
    pub seen: Vec<(&'static str, String)>,
}

/// A failure with its life.
pub fn failure(kept: &Kept) -> FailureView {
    let entry = &kept.entry;
    let definition = entry.cause().definition();
    FailureView {
        cause: definition.name,
        title: definition.title,
        known: entry.known_by().name(),
        why: entry.owner.why.clone(),
        proof: entry.owner.proof.iter().map(proven).collect(),
        mend: entry.owner.repair.to_string(),
        lost: entry.lost.iter().map(lost).collect(),
        also: entry.secondary.iter().map(line).collect(),
        life: kept.history.iter().map(|said| (said.run.clone(), said.cause.map_or("did not fail", |c| c.name()))).collect(),
        state: state(kept.state()),
        wont_fix: kept.wont_fix.clone(),
    }
}

fn line(finding: &Finding) -> String {
    format!("{} ({}): {}", finding.cause.definition().title, finding.known_by.name(), finding.why)
}

fn lost(lost: &Lost) -> LostView {
    let seen = lost.seen.iter().map(|seen| {
        let at = match (seen.rank, seen.cover > 0.0) {
            (Some(rank), _) => format!("met at rank {rank} of {}", seen.length),
            (None, true) => format!("{:.0} % covered", seen.cover * 100.0),
            (None, false) => format!("not among {}", seen.length),
        };
        (seen.stage.name(), at)
    });
    LostView {
        number: lost.number,
        place: lost.locator.to_string(),
        quote: match &lost.locator {
            Locator::Range { quote, .. } => quote.clone(),
            _ => None,
        },
        seen: seen.collect(),
    }
}
