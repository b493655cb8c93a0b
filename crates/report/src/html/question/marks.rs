//! Where evidence and quotes stand in a text, in the units in which a browser counts.

use fourcell::evidence::{Evidence, Locator};
use fourcell::retrieval::record::Item;

use super::FindQuote;

/// A part of a text that belongs to something: half-open, in UTF-16 units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark {
    /// The first unit inside.
    pub start: usize,
    /// The first unit after the end.
    pub end: usize,
    /// Which group of evidence, from 1.
    pub group: usize,
}

/// A half-open range of code points in UTF-16 units; cut to the text.
pub fn utf16(text: &str, (start, end): (usize, usize)) -> (usize, usize) {
    let (mut units, mut from, mut to) = (0, None, None);
    for (place, character) in text.chars().enumerate() {
        if place == start {
            from = Some(units);
        }
        if place == end {
            to = Some(units);
            break;
        }
        units += character.len_utf16();
    }
    (from.unwrap_or(units), to.unwrap_or(units))
}

/// Where the evidence of each group stands in a passage. A part of a range that the passage holds is marked, too.
pub fn evidence(item: &Item, text: &str, tree: &Evidence, find: &FindQuote<'_>) -> Vec<Mark> {
    let length = text.chars().count();
    let mut marks = Vec::new();
    for (group, number) in tree.groups().iter().zip(1..) {
        for locator in group.leaves() {
            if let Some(place) = stands(item, text, length, locator, find) {
                let (start, end) = utf16(text, place);
                marks.push(Mark { start, end, group: number });
            }
        }
    }
    marks.retain(|mark| mark.start < mark.end);
    marks.sort_unstable();
    marks.dedup();
    marks
}

fn stands(item: &Item, text: &str, length: usize, locator: &Locator, find: &FindQuote<'_>) -> Option<(usize, usize)> {
    let agree = |rev: &Option<String>| rev.is_none() || item.rev.is_none() || *rev == item.rev;
    match locator {
        Locator::Passage(id) => (item.id == *id).then_some((0, length)),
        // A document is met by any passage of it: nothing in particular is evidence.
        Locator::Document { .. } => None,
        Locator::Range { doc, rev, range, quote } => {
            let same = item.doc.as_ref().is_none_or(|own| own == doc) && agree(rev);
            if !same {
                return None;
            }
            if let Some(own) = item.range.filter(|own| item.doc.is_some() && own.len() == length) {
                let common = own.intersection(*range)?;
                return Some((common.start() - own.start(), common.end() - own.start()));
            }
            find(text, quote.as_deref()?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcell::evidence::SourceRange;

    fn exact(text: &str, quote: &str) -> Option<(usize, usize)> {
        let at = text.find(quote)?;
        let start = text[..at].chars().count();
        Some((start, start + quote.chars().count()))
    }

    #[test]
    fn browsers_count_in_utf16() {
        assert_eq!(utf16("a🙂bc", (2, 3)), (3, 4));
        assert_eq!(utf16("abc", (1, 99)), (1, 3));
        assert_eq!(utf16("", (0, 0)), (0, 0));
    }

    #[test]
    fn evidence_is_marked_where_the_range_says_and_else_where_the_quote_stands() {
        let range = |start, end| Locator::Range {
            doc: "d".into(),
            rev: None,
            range: SourceRange::new(start, end).unwrap(),
            quote: Some("🙂 two".into()),
        };
        let tree = Evidence::All(vec![Evidence::Leaf(range(12, 17)), Evidence::Leaf(Locator::Passage("other".into()))]);
        let placed = Item { id: "p".into(), doc: Some("d".into()), range: SourceRange::new(10, 17), ..Item::default() };
        let text = "one 🙂 two";
        let own = Item { range: SourceRange::new(10, 19), ..placed.clone() };
        assert_eq!(evidence(&own, text, &tree, &exact), [Mark { start: 2, end: 8, group: 1 }]);
        // A range that does not fit the text says nothing of places in it.
        assert_eq!(evidence(&placed, text, &tree, &exact), [Mark { start: 4, end: 10, group: 1 }]);
        let elsewhere = Item { doc: Some("e".into()), ..own };
        assert!(evidence(&elsewhere, text, &tree, &exact).is_empty());
        let whole = Item { id: "other".into(), ..elsewhere };
        assert_eq!(evidence(&whole, text, &tree, &exact), [Mark { start: 0, end: 10, group: 2 }]);
    }
}
