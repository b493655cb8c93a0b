//! What must hold of every citation: it resolves to a passage, and whoever asks may open that. A citation is a result like those of the
//! lists, so that lifecycle rules hold for it as well.

use std::collections::BTreeSet;

use evidence::{Passage, Question};
use generation::Answer;
use retrieval::invariants::{Finding, Reason, Rule as Held, Subject, Tally, Terms, look};
use retrieval::record::{Item, Mode, Record, Stage};

/// What is held of the citations of some answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CitationTallies {
    /// Whether they resolve.
    pub resolved: Tally,
    /// Whether the asker may open what they resolve to.
    pub openable: Tally,
    /// The rules of results, of what they resolve to.
    pub results: [Tally; Held::ALL.len()],
}

impl CitationTallies {
    /// Counts what others counted.
    pub fn add(&mut self, other: &Self) {
        self.resolved.add(&other.resolved);
        self.openable.add(&other.openable);
        self.results.iter_mut().zip(&other.results).for_each(|(own, other)| own.add(other));
    }
}

/// The rule that a citation breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// It resolves to nothing.
    Unresolved,
    /// The asker may not open what it resolves to.
    Forbidden,
    /// What it resolves to breaks a rule of results.
    Result(Held),
}

/// A citation that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenCitation {
    /// The rule.
    pub rule: Broken,
    /// The passage that is cited.
    pub passage: String,
    /// Its document.
    pub doc: Option<String>,
    /// That document's revision.
    pub rev: Option<String>,
    /// The ids that prove it, in words.
    pub proof: String,
}

/// Lifecycle rules, which hold for what is cited.
const LIFECYCLE: [Held; 5] = [Held::Deleted, Held::Expired, Held::Superseded, Held::NotYetEffective, Held::UnknownDocument];

/// Holds the citations of an answer to the rules; each cited passage once. In modes that give the context, what is cited from that was
/// chosen by the set's labels, not by the system: it must resolve, and no more is asked of it.
pub fn citations(
    question: &Question,
    answer: &Answer,
    record: Option<&Record>,
    mode: Mode,
    terms: &Terms<'_>,
    tallies: &mut CitationTallies,
) -> Vec<BrokenCitation> {
    let mut broken = Vec::new();
    let mut seen = BTreeSet::new();
    for citation in answer.citations.iter().flatten().filter(|citation| seen.insert(citation.passage.as_str())) {
        let id = citation.passage.as_str();
        let (finding, resolved) = resolve(id, answer, record, terms);
        tallies.resolved.count(&finding);
        if let Finding::Broken(proof) = finding {
            broken.push(BrokenCitation { rule: Broken::Unresolved, passage: id.to_owned(), doc: None, rev: None, proof });
        }
        let Some((item, in_context)) = resolved else { continue };
        let subject = Subject::new(&item, terms);
        let given = mode != Mode::Normal && in_context;
        let mut put = |rule, proof| {
            let (doc, rev) = (subject.doc.map(str::to_owned), subject.rev.map(str::to_owned));
            broken.push(BrokenCitation { rule, passage: id.to_owned(), doc, rev, proof });
        };
        let found = |rule| match given {
            true => Finding::NotChecked(Reason::Given),
            false => look(rule, &subject, question.principal.as_ref(), terms.day),
        };
        if terms.has_access {
            let finding = both(found(Held::Tenant), found(Held::Access));
            tallies.openable.count(&finding);
            if let Finding::Broken(proof) = finding {
                put(Broken::Forbidden, proof);
            }
        }
        for rule in LIFECYCLE {
            let finding = found(rule);
            tallies.results[rule as usize].count(&finding);
            if let Finding::Broken(proof) = finding {
                put(Broken::Result(rule), proof);
            }
        }
    }
    broken
}

/// Two rules as one: what breaks either breaks both, and what nobody knows of either is not known.
fn both(one: Finding, other: Finding) -> Finding {
    match (one, other) {
        (Finding::Broken(one), Finding::Broken(other)) => Finding::Broken(format!("{one}; {other}")),
        (Finding::Broken(proof), _) | (_, Finding::Broken(proof)) => Finding::Broken(proof),
        (Finding::NotChecked(reason), _) | (_, Finding::NotChecked(reason)) => Finding::NotChecked(reason),
        (Finding::Holds, Finding::Holds) => Finding::Holds,
    }
}

/// What a citation stands for, and whether it stood in the context: a passage of the context, else one of the record's lists, of the run's
/// chunking, or a document of that id.
fn resolve(id: &str, answer: &Answer, record: Option<&Record>, terms: &Terms<'_>) -> (Finding, Option<(Item, bool)>) {
    let listed = |stage: Stage| record?.stage(stage)?.iter().find(|item| item.id == id).cloned();
    if let Some(item) = listed(Stage::Context).or_else(|| answer.passage(id).map(of_passage)) {
        return (Finding::Holds, Some((item, true)));
    }
    let lists = record.into_iter().flat_map(|record| {
        record.stages.iter().chain(record.steps.iter().flat_map(|step| &step.stages)).flat_map(|(_, items)| items)
    });
    let elsewhere = lists.into_iter().find(|item| item.id == id).cloned();
    let known = elsewhere.or_else(|| terms.chunking.find(id).cloned()).or_else(|| {
        terms.corpus.ok()?.revisions(id).next()?;
        Some(Item { id: id.to_owned(), ..Item::default() })
    });
    if let Some(item) = known {
        return (Finding::Holds, Some((item, false)));
    }
    let has_context = answer.context.is_some() || record.is_some_and(|record| record.stage(Stage::Context).is_some());
    let finding = match (has_context, terms.chunking.is_empty()) {
        (false, true) => Finding::NotChecked(Reason::NoPassages),
        (true, true) => {
            Finding::Broken(format!("the answer cites '{id}', which is no passage of its context, and nothing else is called so"))
        }
        (_, false) => Finding::Broken(format!("the answer cites '{id}', which is no passage of its context or of the run")),
    };
    (finding, None)
}

fn of_passage(passage: &Passage) -> Item {
    let mut item = Item { id: passage.id.clone(), ..Item::default() };
    (item.doc, item.rev, item.range) = (passage.doc.clone(), passage.rev.clone(), passage.range);
    item
}
