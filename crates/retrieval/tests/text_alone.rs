//! Contexts of which a system tells the text and nothing else.

use evidence::cover::Cover;
use evidence::{Evidence, Locator, SourceRange};
use retrieval::arrival::{Arrival, cover_of};
use retrieval::record::Item;

fn locator(quote: &str) -> Locator {
    let range = SourceRange::new(100, 100 + quote.chars().count()).unwrap();
    Locator::Range { doc: "leave".into(), rev: Some("2".into()), range, quote: Some(quote.into()) }
}

fn item(id: &str, text: &str) -> Item {
    Item { id: id.into(), text: Some(text.into()), ..Item::default() }
}

#[test]
fn a_quote_is_found_where_the_document_is_not_known() {
    let (quote, nowhere) = ("You have 28 days of leave.", |_: &Locator| None);
    let tree = Evidence::Leaf(locator(quote));
    let items =
        [item("c-1", "Trips are booked early."), item("c-2", "## Leave\n\nYou have **28 days**\nof leave; ask your lead.")];
    assert_eq!(Arrival::new(&tree, &items, Cover::WHOLE, &nowhere).rank_of(&locator(quote)), Some(2));
    assert_eq!(cover_of(&locator(quote), &items[..1], &nowhere), 0.0);
    // Of another document the same words are other words.
    let other = [Item { doc: Some("trips".into()), ..items[1].clone() }];
    assert_eq!(cover_of(&locator(quote), &other, &nowhere), 0.0);
    // A few letters stand anywhere.
    assert_eq!(cover_of(&locator("28 days"), &items, &nowhere), 0.0);
    let known = [Item { doc: Some("leave".into()), ..items[1].clone() }];
    assert_eq!(cover_of(&locator("28 days"), &known, &nowhere), 1.0);
}
