//! The invariants of both halves: what must hold before anything is measured. One that does not is an incident, with whoever asked, the
//! passage, the rule and the ids that prove it; no mean and no recall buys it back.

use std::collections::BTreeMap;

use evidence::{Principal, Question};
use generation::Answer;
use retrieval::invariants::{self, Breach, Filterings, Reason, Rule as Held, Tallies, Tally, Terms};
use retrieval::record::{Ending, Mode, Record, Stage};

use crate::citation_invariants::{Broken, BrokenCitation, CitationTallies, citations};

/// What must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// Of a result.
    Result(Held),
    /// A citation resolves to a passage.
    CitationUnresolved,
    /// The asker may open what a citation resolves to.
    CitationForbidden,
}

impl Rule {
    /// Every rule, in the order in which they are told.
    pub fn all() -> impl Iterator<Item = Self> {
        let results = Held::ALL.into_iter().map(|(_, rule)| Self::Result(rule));
        results.chain([Self::CitationUnresolved, Self::CitationForbidden])
    }

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Result(rule) => rule.name(),
            Self::CitationUnresolved => "citation-unresolved",
            Self::CitationForbidden => "citation-forbidden",
        }
    }

    /// What must hold, in words.
    pub fn about(self) -> &'static str {
        match self {
            Self::Result(rule) => rule.about(),
            Self::CitationUnresolved => "a citation resolves to a passage",
            Self::CitationForbidden => "the asker may open what a citation resolves to",
        }
    }

    /// Whether it asks who may open what, which a product without tenants has no answer to.
    pub fn is_of_access(self) -> bool {
        match self {
            Self::Result(rule) => rule.is_of_access(),
            Self::CitationForbidden => true,
            Self::CitationUnresolved => false,
        }
    }
}

/// Where something must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum At {
    /// In the record as a whole.
    Record,
    /// In the list of a stage.
    Stage(Stage),
    /// In what the answer cites.
    Citations,
}

impl At {
    /// Every place, in the order of the pipeline.
    pub fn all() -> impl Iterator<Item = Self> {
        let stages = invariants::CHECKED.into_iter().map(Self::Stage);
        [Self::Record].into_iter().chain(stages).chain([Self::Citations])
    }

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Record => "record",
            Self::Stage(stage) => stage.name(),
            Self::Citations => "citations",
        }
    }
}

/// Something that must hold and does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incident {
    /// The question's id.
    pub question: String,
    /// The mode.
    pub mode: Mode,
    /// The repeat.
    pub repeat: u32,
    /// Who asked; `None` where the question does not say.
    pub asker: Option<Principal>,
    /// The rule that is broken.
    pub rule: Rule,
    /// Where it is broken.
    pub at: At,
    /// Which retrieval call, from 1, where there were several and it is known.
    pub call: Option<usize>,
    /// The passage; of a record as a whole there is none.
    pub passage: Option<String>,
    /// Its document, where it is known.
    pub doc: Option<String>,
    /// That document's revision, where it is known.
    pub rev: Option<String>,
    /// The ids that prove it, in words.
    pub proof: String,
}

/// What was there to be looked at, in records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captured {
    /// Records that captured it.
    pub captured: usize,
    /// Those that did not, by reason.
    pub not: BTreeMap<Reason, usize>,
}

/// What was found of some records.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checked {
    /// Records that were looked at.
    pub records: usize,
    /// What does not hold, in the order of the records.
    pub incidents: Vec<Incident>,
    /// What was there to be looked at, for each place but the record.
    pub captured: BTreeMap<At, Captured>,
    /// What the lists show of the filter.
    pub filtering: Filterings,
    lists: Tallies,
    citations: CitationTallies,
}

impl Checked {
    /// Holds one record to every rule. Lists of modes that give the context were not retrieved, so that only citations are looked at there.
    /// Without `answers` citations are not looked at; with them, `answer` is that of the record.
    pub fn look(&mut self, question: &Question, record: &Record, answer: Option<&Answer>, terms: &Terms<'_>) {
        self.records += 1;
        let failed = matches!(record.ending, Ending::Failed(_));
        for stage in invariants::CHECKED {
            let missing = match (failed, record.mode) {
                (true, _) => Some(Reason::Failed),
                (false, Mode::Oracle | Mode::NoContext) => Some(Reason::Given),
                (false, Mode::Normal) => record.stage(stage).is_none().then_some(Reason::NotCaptured),
            };
            self.capture(At::Stage(stage), missing);
        }
        if record.mode == Mode::Normal {
            let (breaches, filtering) = invariants::check(question, record, terms, &mut self.lists);
            self.filtering.add(&question.id, &filtering);
            self.incidents.extend(breaches.into_iter().map(|breach| of_breach(question, record, breach)));
        }
        let Some(answer) = answer else { return };
        let missing = match (failed || answer.error.is_some(), &answer.citations) {
            (true, _) => Some(Reason::Failed),
            (false, None) => Some(Reason::NotCaptured),
            (false, Some(_)) => None,
        };
        self.capture(At::Citations, missing);
        if missing.is_none() {
            let broken = citations(question, answer, Some(record), record.mode, terms, &mut self.citations);
            self.incidents.extend(broken.into_iter().map(|broken| of_citation(question, record, broken)));
        }
    }

    fn capture(&mut self, at: At, missing: Option<Reason>) {
        let captured = self.captured.entry(at).or_default();
        match missing {
            None => captured.captured += 1,
            Some(reason) => *captured.not.entry(reason).or_default() += 1,
        }
    }

    /// Adds what was found of later records.
    pub fn join(&mut self, other: Self) {
        self.records += other.records;
        self.incidents.extend(other.incidents);
        for (at, other) in other.captured {
            let own = self.captured.entry(at).or_default();
            own.captured += other.captured;
            for (reason, n) in other.not {
                *own.not.entry(reason).or_default() += n;
            }
        }
        self.filtering.join(other.filtering);
        self.lists.add(&other.lists);
        self.citations.add(&other.citations);
    }

    /// How often a rule was checked at a place, broken, or could not be looked at.
    pub fn at(&self, rule: Rule, at: At) -> Tally {
        match (rule, at) {
            (Rule::Result(rule), At::Record) => *self.lists.at(rule, invariants::At::Record),
            (Rule::Result(rule), At::Stage(stage)) => *self.lists.at(rule, invariants::At::Stage(stage)),
            (Rule::Result(rule), At::Citations) => self.citations.results[rule as usize],
            (Rule::CitationUnresolved, At::Citations) => self.citations.resolved,
            (Rule::CitationForbidden, At::Citations) => self.citations.openable,
            (Rule::CitationUnresolved | Rule::CitationForbidden, At::Record | At::Stage(_)) => Tally::default(),
        }
    }

    /// How often a rule was checked at all places together.
    pub fn of(&self, rule: Rule) -> Tally {
        let mut sum = Tally::default();
        At::all().for_each(|at| sum.add(&self.at(rule, at)));
        sum
    }

    /// Whether anything at all could be checked.
    pub fn has_checked(&self) -> bool {
        Rule::all().any(|rule| self.of(rule).checked > 0)
    }

    /// How many incidents each rule has; only rules that have some.
    pub fn by_rule(&self) -> Vec<(Rule, usize)> {
        Rule::all().map(|rule| (rule, self.of(rule).incidents)).filter(|(_, n)| *n > 0).collect()
    }
}

fn of_breach(question: &Question, record: &Record, breach: Breach) -> Incident {
    let Breach { rule, at, call, passage, doc, rev, proof } = breach;
    let at = match at {
        invariants::At::Record => At::Record,
        invariants::At::Stage(stage) => At::Stage(stage),
    };
    let (mode, repeat) = (record.mode, record.repeat);
    let (question, asker) = (question.id.clone(), question.principal.clone());
    Incident { question, mode, repeat, asker, rule: Rule::Result(rule), at, call, passage, doc, rev, proof }
}

fn of_citation(question: &Question, record: &Record, broken: BrokenCitation) -> Incident {
    let BrokenCitation { rule, passage, doc, rev, proof } = broken;
    let rule = match rule {
        Broken::Unresolved => Rule::CitationUnresolved,
        Broken::Forbidden => Rule::CitationForbidden,
        Broken::Result(rule) => Rule::Result(rule),
    };
    let (mode, repeat) = (record.mode, record.repeat);
    let (question, asker) = (question.id.clone(), question.principal.clone());
    Incident { question, mode, repeat, asker, rule, at: At::Citations, call: None, passage: Some(passage), doc, rev, proof }
}
