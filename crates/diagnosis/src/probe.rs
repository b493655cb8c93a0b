//! Confirm by one change: which change tests a cause, and what its outcome means.
//!
//! A probe changes one stage of the system, asks the question again, and looks at what became of the evidence that was lost. The failure
//! that goes away with the change was that stage's; one that stays was another's.

use crate::causes::Cause;
use crate::ledger::{Entry, Finding, KnownBy, Proof};

/// A change of one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    /// Many more candidates are taken.
    Deeper,
    /// No filter: what the asker may not open can come back, which somebody must have allowed.
    FilterOff,
    /// Far more may be sent.
    LargerBudget,
    /// The labelled evidence is sent in place of what was retrieved.
    Oracle,
    /// Documents are cut in another way.
    OtherChunking,
    /// The question is searched for as it was asked.
    Unrewritten,
}

impl Change {
    /// Every change with its name.
    pub const ALL: [(&'static str, Self); 6] = [
        ("deeper", Self::Deeper),
        ("filter-off", Self::FilterOff),
        ("larger-budget", Self::LargerBudget),
        ("oracle", Self::Oracle),
        ("other-chunking", Self::OtherChunking),
        ("unrewritten", Self::Unrewritten),
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// The change that tests a cause; `None` where no run can: labels, corpus, parsing and lifecycle are facts outside of a run.
    pub fn that_tests(cause: Cause) -> Option<Self> {
        Some(match cause {
            Cause::LabelSuspect | Cause::MissingContent | Cause::Parsing | Cause::Lifecycle => return None,
            // Who answers what has no answer does so whatever is sent.
            Cause::AnsweredUnanswerable => return None,
            Cause::PermissionFilter => Self::FilterOff,
            Cause::ChunkBoundary => Self::OtherChunking,
            Cause::QueryRepresentation => Self::Unrewritten,
            Cause::CandidateRetrieval => Self::Deeper,
            Cause::Rank | Cause::Packing => Self::LargerBudget,
            Cause::ConflictMishandled
            | Cause::GenerationMisuse
            | Cause::UnsupportedAssertion
            | Cause::CitationFault
            | Cause::WrongAbstention => Self::Oracle,
        })
    }
}

/// What became of a failure after the change.
#[derive(Clone, Debug, PartialEq)]
pub enum After {
    /// The question was asked again, and this is its entry now; `None` where it does not fail.
    Retrieved(Option<Box<Entry>>),
    /// With the labelled evidence: whether the answer is right; `None` where nothing decides.
    Oracle(Option<bool>),
    /// The call failed.
    Failed(String),
}

/// What a probe says of a cause.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It is the cause.
    Confirmed,
    /// It is another, which owns the failure now.
    Reattributed(Cause),
    /// Nothing is said; with why.
    Open(&'static str),
}

/// The entry after a probe, with what the probe says of its owner.
pub fn settle(entry: &Entry, change: Change, after: &After, setting: &str) -> (Entry, Verdict) {
    let verdict = verdict(entry, change, after);
    let mut settled = entry.clone();
    let proof = Proof { what: format!("probe {}: {setting}", change.name()), quote: Some(words(after)), ..Proof::default() };
    match &verdict {
        Verdict::Confirmed => settled.owner.known_by = KnownBy::Confirmed,
        Verdict::Reattributed(cause) => {
            let known = settled.secondary.iter().position(|finding| finding.cause == *cause);
            let found = known.map(|place| settled.secondary.remove(place)).or_else(|| found_after(after, *cause));
            let mut owner = found.unwrap_or_else(|| Finding::inferred(*cause, "what is left after the probe"));
            owner.known_by = KnownBy::Confirmed;
            let old = std::mem::replace(&mut settled.owner, owner);
            settled.secondary.push(old);
            settled.secondary.sort_by_key(|finding| finding.cause);
        }
        Verdict::Open(_) => {}
    }
    settled.owner.proof.push(proof);
    (settled, verdict)
}

fn verdict(entry: &Entry, change: Change, after: &After) -> Verdict {
    let after = match after {
        After::Failed(_) => return Verdict::Open("the call failed"),
        After::Oracle(None) => return Verdict::Open("nothing decides whether the answer to the labelled evidence is right"),
        // With the evidence and nothing else it fails as before: the generator owns it.
        After::Oracle(Some(false)) => return Verdict::Confirmed,
        After::Oracle(Some(true)) => {
            return Verdict::Open("right with the labelled evidence alone: what else was sent led the generator astray");
        }
        After::Retrieved(after) => after.as_deref(),
    };
    let cause = entry.cause();
    let before: Vec<usize> = entry.lost.iter().filter(|lost| owner(lost) == Some(cause)).map(|lost| lost.number).collect();
    let still = after.and_then(|after| after.lost.iter().find(|lost| before.contains(&lost.number)));
    match (change, still) {
        // At no depth: that is what the cause says. Found further down, it was a matter of rank.
        (Change::Deeper, Some(lost)) if owner(lost) == Some(cause) => Verdict::Confirmed,
        (Change::Deeper, Some(lost)) => owner(lost).map_or(Verdict::Open("it is lost in another way"), Verdict::Reattributed),
        (Change::Deeper, None) => Verdict::Reattributed(Cause::Rank),
        (_, None) => Verdict::Confirmed,
        (_, Some(lost)) => match next(entry, lost.number).or_else(|| owner(lost).filter(|other| *other != cause)) {
            Some(other) => Verdict::Reattributed(other),
            None => Verdict::Open("the change did not bring the evidence"),
        },
    }
}

fn owner(lost: &crate::ledger::Lost) -> Option<Cause> {
    lost.findings.first().map(|finding| finding.cause)
}

/// The cause after the owner's, of a group.
fn next(entry: &Entry, group: usize) -> Option<Cause> {
    let lost = entry.lost.iter().find(|lost| lost.number == group)?;
    lost.findings.iter().map(|finding| finding.cause).find(|cause| *cause > entry.cause())
}

/// The finding of a cause in the entry after the change.
fn found_after(after: &After, cause: Cause) -> Option<Finding> {
    let After::Retrieved(Some(entry)) = after else { return None };
    entry.lost.iter().flat_map(|lost| &lost.findings).find(|finding| finding.cause == cause).cloned()
}

fn words(after: &After) -> String {
    match after {
        After::Retrieved(None) => "does not fail any more".into(),
        After::Retrieved(Some(entry)) => format!("{}: {}", entry.cause().name(), entry.owner.why),
        After::Oracle(Some(true)) => "right with the labelled evidence".into(),
        After::Oracle(Some(false)) => "wrong with the labelled evidence, too".into(),
        After::Oracle(None) => "nothing decides whether it is right".into(),
        After::Failed(error) => format!("the call failed: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Lost;
    use evidence::Locator;

    fn entry(findings: &[Cause]) -> Entry {
        let findings: Vec<Finding> = findings.iter().map(|cause| Finding::inferred(*cause, cause.name())).collect();
        let lost = Lost { number: 1, locator: Locator::Passage("p".into()), seen: Vec::new(), findings: findings.clone() };
        let (owner, secondary) = (findings[0].clone(), findings[1..].to_vec());
        Entry { question: "q".into(), owner, secondary, lost: vec![lost], groups: 1 }
    }

    fn retrieved(findings: Option<&[Cause]>) -> After {
        After::Retrieved(findings.map(|findings| Box::new(entry(findings))))
    }

    #[test]
    fn a_failure_that_goes_away_was_that_stages() {
        for (cause, change) in [
            (Cause::Rank, Change::LargerBudget),
            (Cause::Packing, Change::LargerBudget),
            (Cause::ChunkBoundary, Change::OtherChunking),
            (Cause::PermissionFilter, Change::FilterOff),
            (Cause::QueryRepresentation, Change::Unrewritten),
        ] {
            assert_eq!(Change::that_tests(cause), Some(change));
            let (settled, verdict) = settle(&entry(&[cause]), change, &retrieved(None), "x");
            assert_eq!((verdict, settled.known_by(), settled.cause()), (Verdict::Confirmed, KnownBy::Confirmed, cause));
            assert_eq!(settled.owner.proof.last().unwrap().quote.as_deref(), Some("does not fail any more"));
        }
    }

    #[test]
    fn one_that_stays_is_the_next_causes() {
        let before = entry(&[Cause::ChunkBoundary, Cause::Rank]);
        let (settled, verdict) = settle(&before, Change::OtherChunking, &retrieved(Some(&[Cause::Rank])), "x");
        assert_eq!((verdict, settled.cause()), (Verdict::Reattributed(Cause::Rank), Cause::Rank));
        assert_eq!(settled.secondary.iter().map(|f| f.cause).collect::<Vec<_>>(), [Cause::ChunkBoundary]);
        let alone = entry(&[Cause::Packing]);
        let (settled, verdict) = settle(&alone, Change::LargerBudget, &retrieved(Some(&[Cause::Packing])), "x");
        assert_eq!((verdict, settled.known_by()), (Verdict::Open("the change did not bring the evidence"), KnownBy::Inferred));
    }

    #[test]
    fn what_is_found_deeper_was_a_matter_of_rank() {
        let before = entry(&[Cause::CandidateRetrieval]);
        let deeper = |after: Option<&[Cause]>| settle(&before, Change::Deeper, &retrieved(after), "x").1;
        assert_eq!(deeper(Some(&[Cause::CandidateRetrieval])), Verdict::Confirmed);
        assert_eq!(deeper(Some(&[Cause::Rank])), Verdict::Reattributed(Cause::Rank));
        assert_eq!(deeper(None), Verdict::Reattributed(Cause::Rank));
    }

    #[test]
    fn the_generator_owns_what_it_gets_wrong_with_the_evidence_alone() {
        let before = entry(&[Cause::GenerationMisuse]);
        let with = |after: After| settle(&before, Change::Oracle, &after, "x");
        assert_eq!(with(After::Oracle(Some(false))).1, Verdict::Confirmed);
        let (settled, verdict) = with(After::Oracle(Some(true)));
        assert!(matches!(verdict, Verdict::Open(_)) && settled.known_by() == KnownBy::Inferred);
        assert!(matches!(with(After::Oracle(None)).1, Verdict::Open(_)));
        assert!(matches!(with(After::Failed("429".into())).1, Verdict::Open(_)));
    }

    #[test]
    fn no_run_tests_what_is_a_fact_outside_of_it() {
        let untested =
            [Cause::LabelSuspect, Cause::MissingContent, Cause::Parsing, Cause::Lifecycle, Cause::AnsweredUnanswerable];
        for definition in &crate::causes::CAUSES {
            assert_eq!(
                Change::that_tests(definition.cause).is_none(),
                untested.contains(&definition.cause),
                "{}",
                definition.name
            );
        }
    }
}
