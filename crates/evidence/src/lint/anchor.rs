//! Ranges with the text they should cover: whether they do, and where that text stands if not.

use super::lookup::{Named, locators};
use super::{Finding, Place, Rule, Set, show};
use crate::document::{Document, Status};
use crate::locator::Locator;
use crate::range::SourceRange;
use crate::text::{OffsetUnit, Text, find_quote, slice_in, units_that_fit};

/// The mend for a quote that is nowhere.
pub(super) const QUOTE_NOWHERE: &str = "check document and revision, or label the question again on this text";
/// Occurrences that are counted one by one.
const COUNTED: usize = 100;
/// From how many ranges on a wrong unit is a habit of the tool that wrote them, not a slip.
const HABIT: usize = 3;

/// A range of a document and the text it should cover.
pub(super) struct Anchor<'a> {
    pub place: Place,
    pub subject: &'a str,
    pub document: &'a Document,
    pub range: SourceRange,
    pub quote: &'a str,
}

/// Where a text stands that its range does not cover.
#[derive(Debug, PartialEq)]
pub(super) enum Whereabouts {
    /// The offsets count in another unit; here are the code points.
    OtherUnit(OffsetUnit, SourceRange),
    /// Once, elsewhere.
    Once(SourceRange),
    /// Once, with other white space.
    OtherSpace(SourceRange),
    /// More than once; at most as often as is counted.
    Often(usize),
    /// Not at all.
    Nowhere,
}

/// Whether there is a text to look into: of a document that was removed there may be none, and that it was is told elsewhere.
pub(super) fn has_text(document: &Document) -> bool {
    !document.text.is_empty() || document.status == Status::Active
}

/// Every range of evidence and labels whose document revision is there and that has a quote.
pub(super) fn quoted<'a>(set: &Set<'a>) -> Vec<Anchor<'a>> {
    let Some(corpus) = set.corpus else { return Vec::new() };
    let anchor = |Named { place, subject, locator }: Named<'a>| match locator {
        Locator::Range { doc, rev, range, quote: Some(quote) } if !quote.is_empty() => {
            let document = corpus.find(doc, rev.as_deref()).filter(|d| has_text(d))?;
            Some(Anchor { place, subject, document, range: *range, quote })
        }
        _ => None,
    };
    locators(set).filter_map(anchor).collect()
}

impl Anchor<'_> {
    /// Whether the range covers exactly its text.
    pub(super) fn fits(&self) -> bool {
        self.document.text.slice(self.range) == Some(self.quote)
    }

    /// Whether the range runs past the end of the document.
    pub(super) fn runs_past_the_end(&self) -> bool {
        self.range.end() > self.document.text.len()
    }

    /// The range and its document, for people.
    pub(super) fn named(&self) -> String {
        format!("{} of {}", self.range, show::document(self.document))
    }

    /// Where the text stands, where the range does not cover it.
    pub(super) fn whereabouts(&self) -> Whereabouts {
        let text = &self.document.text;
        let (start, end) = (self.range.start(), self.range.end());
        for unit in units_that_fit(text.as_str(), start, end, self.quote) {
            if unit != OffsetUnit::CodePoints
                && let Some(range) = in_code_points(text, start, end, unit)
            {
                return Whereabouts::OtherUnit(unit, range);
            }
        }
        match find_quote(text, self.quote, COUNTED).as_slice() {
            [] => find_with_other_space(text, self.quote).map_or(Whereabouts::Nowhere, Whereabouts::OtherSpace),
            [range] => Whereabouts::Once(*range),
            ranges => Whereabouts::Often(ranges.len()),
        }
    }
}

impl Whereabouts {
    /// What is known, as the end of a problem, and the mend. `what` is a quote or a text; `nowhere` mends one that is not there.
    pub(super) fn told(&self, what: &str, nowhere: &str) -> (String, String) {
        match self {
            Self::OtherUnit(unit, range) => (
                format!("it fits when the offsets are counted in {}", unit.name()),
                format!("count offsets in code points: {range}"),
            ),
            Self::Once(range) => (format!("the {what} stands elsewhere, once"), format!("re-anchor to {range}")),
            Self::OtherSpace(range) => (
                format!("the {what} stands in the document with other white space"),
                format!("copy the {what} from the parsed text and re-anchor to {range}"),
            ),
            Self::Often(times) => {
                let at_least = if *times == COUNTED { "at least " } else { "" };
                (
                    format!("the {what} occurs {at_least}{times} times"),
                    format!("choose the occurrence that is meant, or lengthen the {what}"),
                )
            }
            Self::Nowhere => (format!("the {what} occurs nowhere in it"), nowhere.into()),
        }
    }
}

/// One finding for the set, where many ranges fit another unit only: the tool that wrote them counts otherwise.
pub(super) fn habit_of_unit(rule: &Rule, anchors: &[Anchor], what: &str) -> Option<Finding> {
    let misfits: Vec<&Anchor> = anchors.iter().filter(|a| !a.fits()).collect();
    if misfits.len() < HABIT {
        return None;
    }
    let fitting = |anchors: &mut dyn Iterator<Item = &Anchor>, unit| anchors.filter(|a| a.fits_in(unit)).count();
    let (unit, only) = [OffsetUnit::Utf16, OffsetUnit::Utf8]
        .map(|unit| (unit, fitting(&mut misfits.iter().copied(), unit)))
        .into_iter()
        .reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    if only < HABIT || only * 2 < misfits.len() {
        return None;
    }
    let (all, fit) = (anchors.len(), fitting(&mut anchors.iter(), unit));
    Some(rule.finding(
        Place::Set,
        "",
        format!("{fit} of {all} {what} fit {}; {} fit code points", unit.name(), all - misfits.len()),
        format!("convert the offsets of the tool that wrote them from {} to code points", unit.name()),
    ))
}

impl Anchor<'_> {
    fn fits_in(&self, unit: OffsetUnit) -> bool {
        let text = self.document.text.as_str();
        // In ASCII every unit is the same.
        if text.len() == self.document.text.len() {
            return self.fits();
        }
        slice_in(text, self.range.start(), self.range.end(), unit) == Some(self.quote)
    }
}

fn in_code_points(text: &Text, start: usize, end: usize, unit: OffsetUnit) -> Option<SourceRange> {
    let slice = slice_in(text.as_str(), start, end, unit)?;
    let byte = slice.as_ptr().addr() - text.as_str().as_ptr().addr();
    let from = text.position_of(byte)?;
    SourceRange::new(from, from + slice.chars().count())
}

/// The one place where the quote stands when every run of white space is taken for one space.
fn find_with_other_space(text: &Text, quote: &str) -> Option<SourceRange> {
    let quote = fold(quote.chars()).0;
    if quote.is_empty() {
        return None;
    }
    let (folded, positions) = fold(text.as_str().chars());
    let mut found = folded.match_indices(&quote);
    let (at, _) = found.next()?;
    if found.next().is_some() {
        return None;
    }
    let first = folded[..at].chars().count();
    let last = first + quote.chars().count() - 1;
    SourceRange::new(*positions.get(first)?, positions.get(last)? + 1)
}

/// The text with every run of white space as one space and none outside, and where each of its characters stood.
fn fold(characters: impl Iterator<Item = char>) -> (String, Vec<usize>) {
    let (mut folded, mut positions, mut space) = (String::new(), Vec::new(), None);
    for (position, character) in characters.enumerate() {
        if character.is_whitespace() {
            space = space.or(Some(position));
            continue;
        }
        if let Some(at) = space.take()
            && !folded.is_empty()
        {
            folded.push(' ');
            positions.push(at);
        }
        folded.push(character);
        positions.push(position);
    }
    (folded, positions)
}
