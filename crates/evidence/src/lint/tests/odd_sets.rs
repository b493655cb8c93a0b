//! Sets of chance, made of odd pieces: no rule panics on any, and what is shown is printable.

use super::fixture::{Fixture, document, fact, question};
use crate::document::Status;
use crate::fact::FactKind;
use crate::label::{Label, LabelStatus};
use crate::lint::RULES;
use crate::locator::Locator;
use crate::passage::Passage;
use crate::question::{Expect, Origin, Principal, Split};
use crate::range::SourceRange;
use crate::tree::Evidence;

const TEXTS: [&str; 16] = [
    "",
    " ",
    "a",
    "a#0",
    "a@1",
    "a@1#0",
    "#",
    "@",
    "é🙂",
    "é🙂 a\u{301} \u{1b}[2J\u{202e}x",
    "007",
    "7",
    "\0\n\t",
    "aaaaaaaaaaaa",
    "2026-10-03",
    "2026-10-0é",
];

/// A generator of small numbers (SplitMix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % bound as u64) as usize
    }

    fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    fn of<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }

    fn text(&mut self) -> String {
        let mut text = self.of(&TEXTS).to_string();
        if self.below(4) == 0 {
            text += self.of(&TEXTS);
        }
        text
    }

    fn maybe<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.coin().then(|| make(self))
    }

    fn many<T>(&mut self, most: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| make(self)).collect()
    }

    fn range(&mut self) -> SourceRange {
        let start = self.of(&[0, 1, 2, 5, 40, usize::MAX - 1]);
        let end = self.of(&[1, 2, 3, 6, 70, usize::MAX]);
        SourceRange::new(start, end).unwrap_or(SourceRange::new(usize::MAX - 1, usize::MAX).unwrap())
    }

    fn locator(&mut self) -> Locator {
        match self.below(3) {
            0 => Locator::Passage(self.text()),
            1 => Locator::Document { doc: self.text(), rev: self.maybe(Self::text) },
            _ => Locator::Range {
                doc: self.text(),
                rev: self.maybe(Self::text),
                range: self.range(),
                quote: self.maybe(Self::text),
            },
        }
    }

    fn evidence(&mut self, depth: usize) -> Evidence {
        match self.below(if depth == 0 { 1 } else { 3 }) {
            0 => Evidence::Leaf(self.locator()),
            1 => Evidence::All(self.many(3, |c| c.evidence(depth - 1))),
            _ => Evidence::Any(self.many(3, |c| c.evidence(depth - 1))),
        }
    }

    fn set(&mut self) -> Fixture {
        let questions = self.many(5, |c| {
            let mut question = question(&c.text(), &c.text());
            question.answerable = c.coin();
            question.slices.extend(c.many(2, |c| (c.text(), c.text())));
            question.principal = c.maybe(|c| Principal { tenant: c.maybe(Self::text), groups: c.many(2, Self::text) });
            question.corpus = c.maybe(Self::text);
            question.evidence = c.maybe(|c| c.evidence(3));
            question.facts = c.many(3, |c| {
                let kind = c.of(&[FactKind::Vital, FactKind::Okay, FactKind::Forbidden]);
                fact(&c.text(), &c.text(), kind)
            });
            question.answer = c.maybe(Self::text);
            question.expect = c.of(&[Expect::Answer, Expect::NoAnswer, Expect::Conflict]);
            question.origin = c.maybe(|c| c.of(&[Origin::User, Origin::Synthetic]));
            question.split = c.of(&[Split::Tune, Split::Final]);
            question.cluster = c.maybe(Self::text);
            question
        });
        let documents = self.maybe(|c| {
            c.many(6, |c| {
                let mut document = document(&c.text(), &c.text(), &c.text());
                document.status = c.of(&Status::ALL).1;
                document.tenant = c.maybe(Self::text);
                document.acl = c.maybe(|c| c.many(2, Self::text));
                document.effective_from = c.maybe(Self::text);
                document.expires_at = c.maybe(Self::text);
                document.superseded_by = c.maybe(Self::text);
                document
            })
        });
        let passages = self.maybe(|c| {
            c.many(6, |c| Passage {
                id: c.text(),
                doc: c.maybe(Self::text),
                rev: c.maybe(Self::text),
                range: c.maybe(Self::range),
                text: c.maybe(Self::text),
            })
        });
        let labels = self.many(6, |c| Label {
            question: c.text(),
            target: c.locator(),
            grade: c.below(256) as u8,
            reason: None,
            rater: c.maybe(Self::text),
            at: c.maybe(Self::text),
            status: c.of(&[LabelStatus::Independent, LabelStatus::Adjudicated]),
            adjudicates: Vec::new(),
        });
        Fixture { questions, documents, passages, labels, snapshots: self.many(2, |c| (c.text(), c.text())) }
    }
}

#[test]
fn no_rule_panics_and_nothing_shown_commands_a_terminal() {
    let mut spoke = std::collections::BTreeSet::new();
    for seed in 0..3000 {
        for finding in Chance(seed).set().lint() {
            spoke.insert(finding.rule);
            for text in [&finding.subject, &finding.problem, &finding.mend] {
                assert!(!text.chars().any(|c| c.is_control() || c == '\u{202e}'), "seed {seed}: {text:?}");
                assert!(text.chars().count() < 1200, "seed {seed}: {text}");
            }
            assert!(!finding.problem.is_empty() && !finding.mend.is_empty());
        }
    }
    // Nearly every rule is reached, so that the sets are odd enough to tell.
    assert!(spoke.len() + 2 >= RULES.len(), "{spoke:?}");
}
