//! Lint of a question set and its corpus: what `fourcell check` finds.
//!
//! One rule, one file; [`RULES`] is the registry. A rule sees values only: the command turns a [`Place`] into file and line.
//! One defect makes one finding: where two rules could speak, the one that knows the better mend does.

mod anchor;
mod level;
mod lookup;
mod show;
mod similarity;

mod bad_date;
mod blank_query;
mod contradicting_facts;
mod contradicting_grades;
mod control_characters;
mod dangling_document;
mod dangling_passage;
mod dangling_question;
mod dangling_successor;
mod date_order;
mod duplicate_evidence;
mod duplicate_fact;
mod duplicate_id;
mod duplicate_label;
mod duplicate_question_text;
mod empty_node;
mod evidence_not_openable;
mod expect_mismatch;
mod leaked_final_question;
mod near_duplicate_question;
mod no_reference;
mod no_required_evidence;
mod other_level_id;
mod passage_range_mismatch;
mod passage_without_document;
mod quote_mismatch;
mod range_out_of_bounds;
mod range_without_quote;
mod shared_cluster_across_splits;
mod small_slice;
mod stale_label;
mod superseded_without_successor;
mod synthetic_mixed;
mod two_active_revisions;
mod unanswerable_with_evidence;
mod unknown_corpus;

#[cfg(test)]
mod tests;

pub use bad_date::is_day;

use crate::document::Corpus;
use crate::label::Label;
use crate::passage::Passage;
use crate::question::Question;
use crate::text::printable;

/// Everything that one lint looks at.
#[derive(Clone, Copy, Debug)]
pub struct Set<'a> {
    /// The questions, in file order.
    pub questions: &'a [Question],
    /// The documents, where there is a corpus: without it nothing is said about documents.
    pub corpus: Option<&'a Corpus>,
    /// The passages, where they are known: without them nothing is said about passage ids.
    pub passages: Option<&'a [Passage]>,
    /// The graded labels, in file order.
    pub labels: &'a [Label],
    /// The corpus snapshots of the project, each with its name and its id.
    pub snapshots: &'a [(String, String)],
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Numbers measured on this set would be wrong, or cannot be measured.
    Fault,
    /// Probably a mistake; numbers may mislead.
    Warning,
    /// Worth knowing when the numbers are read.
    Note,
}

impl Severity {
    /// Every severity with its name, the worst first.
    pub const ALL: [(&'static str, Self); 3] = [("fault", Self::Fault), ("warning", Self::Warning), ("note", Self::Note)];

    /// The name in output.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// Where a finding stands: an index into the slices of the [`Set`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// Into `questions`.
    Question(usize),
    /// Into `corpus.documents()`.
    Document(usize),
    /// Into `passages`.
    Passage(usize),
    /// Into `labels`.
    Label(usize),
    /// The set as a whole.
    Set,
}

/// One thing that is wrong, and what mends it. Text that comes from the data is already printable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule's name.
    pub rule: &'static str,
    /// How bad it is here; may differ from the rule's usual severity.
    pub severity: Severity,
    /// Where it stands.
    pub place: Place,
    /// The id of what it is about: of a label its question's id, of the whole set a slice key or nothing.
    pub subject: String,
    /// What is wrong.
    pub problem: String,
    /// What to do about it.
    pub mend: String,
}

impl Finding {
    fn with(self, severity: Severity) -> Self {
        Self { severity, ..self }
    }
}

/// A rule of the lint.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// In kebab-case, and the name of its file.
    pub name: &'static str,
    /// Its usual, and worst, severity.
    pub severity: Severity,
    /// What it finds and why that matters, in one sentence.
    pub about: &'static str,
    /// Adds its findings.
    pub check: fn(&Set, &mut Vec<Finding>),
}

impl Rule {
    fn finding(&self, place: Place, subject: &str, problem: String, mend: String) -> Finding {
        Finding { rule: self.name, severity: self.severity, place, subject: printable(subject, show::ID), problem, mend }
    }
}

/// Every rule, from what a set refers to, over what it says, to how large it is.
pub const RULES: &[Rule] = &[
    // Ids and what they refer to.
    duplicate_id::RULE,
    dangling_document::RULE,
    dangling_passage::RULE,
    dangling_question::RULE,
    unknown_corpus::RULE,
    other_level_id::RULE,
    // Queries, and whether questions are independent.
    blank_query::RULE,
    control_characters::RULE,
    duplicate_question_text::RULE,
    near_duplicate_question::RULE,
    leaked_final_question::RULE,
    shared_cluster_across_splits::RULE,
    // What a question needs.
    no_required_evidence::RULE,
    unanswerable_with_evidence::RULE,
    expect_mismatch::RULE,
    empty_node::RULE,
    duplicate_evidence::RULE,
    evidence_not_openable::RULE,
    // Ranges and quotes.
    quote_mismatch::RULE,
    range_out_of_bounds::RULE,
    range_without_quote::RULE,
    stale_label::RULE,
    // Labels.
    duplicate_label::RULE,
    contradicting_grades::RULE,
    // Facts.
    duplicate_fact::RULE,
    contradicting_facts::RULE,
    no_reference::RULE,
    // Documents and passages.
    two_active_revisions::RULE,
    superseded_without_successor::RULE,
    dangling_successor::RULE,
    bad_date::RULE,
    date_order::RULE,
    passage_range_mismatch::RULE,
    passage_without_document::RULE,
    // The set as a sample.
    small_slice::RULE,
    synthetic_mixed::RULE,
];

/// Every finding of every rule, in order of place, then of rule.
pub fn lint(set: &Set) -> Vec<Finding> {
    let mut found: Vec<(usize, Finding)> = Vec::new();
    for (order, rule) in RULES.iter().enumerate() {
        let mut findings = Vec::new();
        (rule.check)(set, &mut findings);
        found.extend(findings.into_iter().map(|f| (order, f)));
    }
    found.sort_by_key(|(order, finding)| (finding.place, *order));
    found.into_iter().map(|(_, finding)| finding).collect()
}

/// How many questions accept one of several alternatives somewhere, and how many require any evidence at all.
///
/// Where the first is zero, counting relevant passages and counting evidence mean the same; the larger it is, the more
/// `R@k` under-reports.
pub fn alternatives_share(set: &Set) -> (usize, usize) {
    let mut share = (0, 0);
    for evidence in set.questions.iter().filter_map(|q| q.required().ok()) {
        share.0 += usize::from(evidence.has_alternatives());
        share.1 += 1;
    }
    share
}
