//! The context of an oracle run: the evidence that people labelled, in place of what was retrieved.

use evidence::{Corpus, Evidence, Locator, Passage};
use retrieval::record::Item;

/// The labelled evidence as passages, in the order of the tree; of an `any` the first alternative that can be found. What the corpus and
/// the passages do not hold is named.
pub fn context(tree: &Evidence, corpus: &Corpus, find: impl Fn(&str) -> Option<Passage> + Copy) -> (Vec<Item>, Vec<String>) {
    let (mut items, mut missing) = (Vec::new(), Vec::new());
    gather(tree, corpus, find, &mut items, &mut missing);
    let mut seen = std::collections::HashSet::new();
    items.retain(|item| seen.insert(item.id.clone()));
    (items, missing)
}

fn gather(
    tree: &Evidence,
    corpus: &Corpus,
    find: impl Fn(&str) -> Option<Passage> + Copy,
    items: &mut Vec<Item>,
    missing: &mut Vec<String>,
) {
    match tree {
        Evidence::Leaf(locator) => match found(locator, corpus, find) {
            Some(item) => items.push(item),
            None => missing.push(locator.to_string()),
        },
        Evidence::All(children) => children.iter().for_each(|child| gather(child, corpus, find, items, missing)),
        Evidence::Any(children) => {
            let tried = children.iter().map(|child| {
                let (mut own, mut lacking) = (Vec::new(), Vec::new());
                gather(child, corpus, find, &mut own, &mut lacking);
                (own, lacking)
            });
            let mut tried: Vec<_> = tried.collect();
            let whole = tried.iter().position(|(_, lacking)| lacking.is_empty()).unwrap_or(0);
            if whole < tried.len() {
                let (own, lacking) = tried.swap_remove(whole);
                items.extend(own);
                missing.extend(lacking);
            }
        }
    }
}

fn found(locator: &Locator, corpus: &Corpus, find: impl Fn(&str) -> Option<Passage>) -> Option<Item> {
    let whole = |doc: &str, rev: Option<&str>| {
        let document = corpus.find(doc, rev)?;
        let named = if document.rev.is_empty() { document.id.clone() } else { format!("{}@{}", document.id, document.rev) };
        Some((document, named))
    };
    let of = |document: &evidence::Document, id: String, text: String| Item {
        id,
        doc: Some(document.id.clone()),
        rev: (!document.rev.is_empty()).then(|| document.rev.clone()),
        tenant: document.tenant.clone(),
        text: Some(text),
        ..Item::default()
    };
    match locator {
        Locator::Passage(id) => find(id).map(|passage| Item::from(&passage)).filter(|item| item.text.is_some()),
        Locator::Document { doc, rev } => {
            let (document, named) = whole(doc, rev.as_deref())?;
            Some(of(document, named, document.text.as_str().to_owned()))
        }
        Locator::Range { doc, rev, range, .. } => {
            let (document, named) = whole(doc, rev.as_deref())?;
            let text = document.text.slice(*range)?.to_owned();
            let id = format!("{named}#{}-{}", range.start(), range.end());
            Some(Item { range: Some(*range), ..of(document, id, text) })
        }
    }
}
