//! The lists of one record, held to every rule.

use std::collections::HashMap;

use evidence::Question;

use super::filtering::{Filtering, Forbidden};
use super::{Finding, Reason, Rule, Subject, Tallies, Terms, index_revision, look};
use crate::record::{Ending, Item, Record, Stage};

/// The stages whose lists are held to the rules: those at and after the filter.
pub const CHECKED: [Stage; 5] = [Stage::Filtered, Stage::Fused, Stage::Reranked, Stage::Packed, Stage::Context];

/// Where a rule is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum At {
    /// In the record as a whole.
    Record,
    /// In the list of a stage.
    Stage(Stage),
}

impl At {
    /// How many there are.
    pub(super) const COUNT: usize = Stage::ALL.len() + 1;

    pub(super) fn place(self) -> usize {
        match self {
            Self::Record => 0,
            Self::Stage(stage) => stage as usize + 1,
        }
    }

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Record => "record",
            Self::Stage(stage) => stage.name(),
        }
    }
}

/// A rule that is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The rule.
    pub rule: Rule,
    /// Where it is broken.
    pub at: At,
    /// Which retrieval call, from 1, where there were several and it is known.
    pub call: Option<usize>,
    /// The passage; of a record as a whole there is none.
    pub passage: Option<String>,
    /// Its document.
    pub doc: Option<String>,
    /// That document's revision.
    pub rev: Option<String>,
    /// The ids that prove it, in words.
    pub proof: String,
}

/// Holds the lists of a record at and after the filter to every rule, counts what was found, and tells what is broken; and what the lists
/// show of the filter. Of a call that failed nothing is read.
pub fn check(question: &Question, record: &Record, terms: &Terms<'_>, tallies: &mut Tallies) -> (Vec<Breach>, Filtering) {
    if matches!(record.ending, Ending::Failed(_)) {
        tallies.count(Rule::IndexRevision, At::Record, &Finding::NotChecked(Reason::Failed));
        return (Vec::new(), Filtering::NotVisible(Reason::Failed));
    }
    let longest = record.stages.iter().map(|(_, list)| list.len()).max().unwrap_or(0);
    let judged = HashMap::with_capacity(longest);
    let mut checking = Checking { question, record, terms, tallies, judged, breaches: Vec::new() };
    checking.index();
    let mut filtered = None;
    for stage in CHECKED {
        let Some(own) = record.stage(stage) else { continue };
        let found = checking.list(stage, own.iter());
        if stage == Stage::Filtered {
            filtered = Some(found);
        }
        // Where the record has a list of its own those of its calls are not in it.
        if !record.steps.is_empty() {
            let known: HashMap<&str, &Item> = own.iter().map(|item| (item.id.as_str(), item)).collect();
            let is_new = |item: &&Item| known.get(item.id.as_str()).is_none_or(|known| !says_the_same(item, known));
            let of_steps = record.steps.iter().flat_map(|step| &step.stages).filter(|(s, _)| *s == stage);
            checking.list(stage, of_steps.flat_map(|(_, items)| items).filter(is_new));
        }
    }
    let candidates = record.stage(Stage::Candidates).map(|list| checking.forbidden(list));
    let filtering = Filtering::new(candidates.as_ref(), filtered.as_ref());
    (checking.breaches, filtering)
}

/// Whether two results of one passage id say the same of where it comes from.
fn says_the_same(one: &Item, other: &Item) -> bool {
    (&one.doc, &one.rev, &one.tenant) == (&other.doc, &other.rev, &other.tenant)
}

/// What every rule of results finds of one result; `None` for a rule that the product has no answer to.
type Findings = [Option<Finding>; Rule::OF_RESULTS.len()];

fn findings(subject: &Subject<'_>, question: &Question, terms: &Terms<'_>) -> Findings {
    let asked = |rule: Rule| terms.has_access || !rule.is_of_access();
    Rule::OF_RESULTS.map(|rule| asked(rule).then(|| look(rule, subject, question.principal.as_ref(), terms.day)))
}

/// Counts a result among the forbidden ones of a list, by what a filter is there to take out.
fn count(found: &mut Forbidden, findings: &Findings) {
    found.length += 1;
    let mut broken = false;
    for finding in findings.iter().zip(Rule::OF_RESULTS).filter(|(_, rule)| *rule != Rule::UnknownDocument).map(|(f, _)| f) {
        match finding {
            Some(Finding::Broken(_)) => broken = true,
            Some(Finding::NotChecked(reason)) => found.unknown = found.unknown.or(Some(*reason)),
            Some(Finding::Holds) | None => {}
        }
    }
    found.forbidden += usize::from(broken);
}

struct Checking<'a> {
    question: &'a Question,
    record: &'a Record,
    terms: &'a Terms<'a>,
    tallies: &'a mut Tallies,
    /// What was found of each result: the same ones come back stage after stage.
    judged: HashMap<&'a str, (Subject<'a>, Findings)>,
    breaches: Vec<Breach>,
}

impl<'a> Checking<'a> {
    /// Every call says which index it asked; a record without calls, or one that says so itself, does.
    fn index(&mut self) {
        let expected = self.terms.index_revision;
        if self.record.steps.is_empty() || self.record.index_revision.is_some() {
            self.revision(index_revision::look(self.record.index_revision.as_deref(), expected, ""), None);
        }
        let own = self.record.index_revision.is_some();
        for (place, step) in self.record.steps.iter().enumerate() {
            // What the record says holds for the calls that say nothing.
            if own && step.index_revision.is_none() {
                continue;
            }
            let by = step.by.as_ref().map(|by| format!(" of '{by}'")).unwrap_or_default();
            self.revision(index_revision::look(step.index_revision.as_deref(), expected, &by), Some(place + 1));
        }
    }

    fn revision(&mut self, finding: Finding, call: Option<usize>) {
        self.tallies.count(Rule::IndexRevision, At::Record, &finding);
        if let Finding::Broken(proof) = finding {
            let (rule, at) = (Rule::IndexRevision, At::Record);
            self.breaches.push(Breach { rule, at, call, passage: None, doc: None, rev: None, proof });
        }
    }

    fn list(&mut self, stage: Stage, items: impl Iterator<Item = &'a Item>) -> Forbidden {
        let mut found = Forbidden::default();
        for item in items {
            let (subject, findings) = judge(&mut self.judged, item, self.question, self.terms);
            count(&mut found, findings);
            for (finding, rule) in findings.iter().zip(Rule::OF_RESULTS) {
                let Some(finding) = finding else { continue };
                self.tallies.count(rule, At::Stage(stage), finding);
                if let Finding::Broken(proof) = finding {
                    self.breaches.push(breach(self.record, rule, stage, subject, proof.clone()));
                }
            }
        }
        found
    }

    /// What is forbidden of the candidates, where that is no incident.
    fn forbidden(&mut self, list: &'a [Item]) -> Forbidden {
        let mut found = Forbidden::default();
        for item in list {
            count(&mut found, &judge(&mut self.judged, item, self.question, self.terms).1);
        }
        found
    }
}

/// Holds a result to every rule, unless one of its id that says the same of itself was.
fn judge<'a, 'j>(
    judged: &'j mut HashMap<&'a str, (Subject<'a>, Findings)>,
    item: &'a Item,
    question: &Question,
    terms: &'a Terms<'a>,
) -> &'j (Subject<'a>, Findings) {
    let fresh = || {
        let subject = Subject::new(item, terms);
        let findings = findings(&subject, question, terms);
        (subject, findings)
    };
    let known = judged.entry(&item.id).or_insert_with(fresh);
    if !says_the_same(known.0.item, item) {
        *known = fresh();
    }
    known
}

fn breach(record: &Record, rule: Rule, stage: Stage, subject: &Subject<'_>, proof: String) -> Breach {
    let holds = |list: &[Item]| list.iter().any(|item| item.id == subject.item.id && says_the_same(item, subject.item));
    let call = record.steps.iter().position(|step| step.stages.iter().any(|(s, list)| *s == stage && holds(list)));
    Breach {
        rule,
        at: At::Stage(stage),
        call: call.map(|place| place + 1),
        passage: Some(subject.item.id.clone()),
        doc: subject.doc.map(str::to_owned),
        rev: subject.rev.map(str::to_owned),
        proof,
    }
}
