//! Labels that outlive edits: a range whose offsets no longer hold is found again by its quote, or is stale; it is never guessed.

use crate::document::Corpus;
use crate::locator::Locator;
use crate::text::find_quote;
use crate::tree::Evidence;

/// An evidence tree with every range where its quote stands today.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Anchored {
    /// The tree, without alternatives that are stale; `None` where what is stale cannot be done without.
    pub tree: Option<Evidence>,
    /// Ranges that were found again by their quote.
    pub moved: usize,
    /// Locators that cannot be found any more.
    pub stale: usize,
}

/// Finds every range of `tree` in the corpus: where it stands, else where its quote stands, if that is just one place. A range without a
/// quote, or of a document without text, is taken as it is.
pub fn anchored(tree: &Evidence, corpus: &Corpus) -> Anchored {
    let mut found = Anchored::default();
    found.tree = place(tree, corpus, &mut found);
    found
}

fn place(tree: &Evidence, corpus: &Corpus, found: &mut Anchored) -> Option<Evidence> {
    match tree {
        Evidence::Leaf(locator) => place_leaf(locator, corpus, found).map(Evidence::Leaf),
        Evidence::Any(children) => {
            let kept: Vec<Evidence> = children.iter().filter_map(|child| place(child, corpus, found)).collect();
            (!kept.is_empty() || children.is_empty()).then_some(Evidence::Any(kept))
        }
        Evidence::All(children) => {
            // Every child is looked at, so that all that is stale is counted.
            let kept: Vec<Option<Evidence>> = children.iter().map(|child| place(child, corpus, found)).collect();
            kept.into_iter().collect::<Option<Vec<_>>>().map(Evidence::All)
        }
    }
}

fn place_leaf(locator: &Locator, corpus: &Corpus, found: &mut Anchored) -> Option<Locator> {
    let Locator::Range { doc, rev, range, quote: Some(quote) } = locator else { return Some(locator.clone()) };
    let Some(document) = corpus.find(doc, rev.as_deref()) else {
        found.stale += 1;
        return None;
    };
    if document.text.is_empty() || document.text.slice(*range) == Some(quote) {
        return Some(locator.clone());
    }
    match find_quote(&document.text, quote, 2).as_slice() {
        [once] => {
            found.moved += 1;
            Some(Locator::Range { doc: doc.clone(), rev: rev.clone(), range: *once, quote: Some(quote.clone()) })
        }
        _ => {
            found.stale += 1;
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::range::SourceRange;

    fn corpus(text: &str) -> Corpus {
        Corpus::new(vec![Document::new("d", "1", text)])
    }

    fn leaf(doc: &str, start: usize, quote: &str) -> Evidence {
        let range = SourceRange::new(start, start + quote.chars().count()).unwrap();
        Evidence::Leaf(Locator::Range { doc: doc.into(), rev: Some("1".into()), range, quote: Some(quote.into()) })
    }

    #[test]
    fn a_range_moves_with_its_quote() {
        let corpus = corpus("XXXX hello world");
        let found = anchored(&leaf("d", 0, "hello"), &corpus);
        assert_eq!((found.tree, found.moved, found.stale), (Some(leaf("d", 5, "hello")), 1, 0));
        let still = anchored(&leaf("d", 5, "hello"), &corpus);
        assert_eq!((still.tree, still.moved), (Some(leaf("d", 5, "hello")), 0));
    }

    #[test]
    fn what_cannot_be_found_is_stale_and_never_guessed() {
        let corpus = corpus("hello hello world");
        for gone in [leaf("d", 1, "hello"), leaf("d", 0, "bye"), leaf("e", 0, "hello")] {
            assert_eq!(anchored(&gone, &corpus), Anchored { tree: None, moved: 0, stale: 1 });
        }
        let world = leaf("d", 12, "world");
        let either = Evidence::Any(vec![leaf("d", 0, "bye"), world.clone()]);
        assert_eq!(anchored(&either, &corpus).tree, Some(Evidence::Any(vec![world.clone()])));
        let both = Evidence::All(vec![leaf("d", 0, "bye"), world]);
        assert_eq!(anchored(&both, &corpus).tree, None);
    }
}
