//! The label is not to be trusted: what it names is gone, was never there, may not be opened, or is not the only place.

use evidence::{Evidence, Locator, SourceRange};

use super::{Shape, Target, parsing};
use crate::variant::Variant;
use crate::world::{Sort, document};

pub(super) const SHAPES: [Shape; 5] = [
    Shape { name: "edited", fits: |asked| asked.sort == Sort::Plain, plant: edited, is_tight: false },
    Shape { name: "moved-out", fits: |asked| asked.sort == Sort::Under, plant: moved_out, is_tight: false },
    Shape {
        name: "no-such-place",
        fits: |asked| matches!(asked.sort, Sort::Plain | Sort::Policy),
        plant: no_such_place,
        is_tight: false,
    },
    Shape { name: "forbidden", fits: |asked| asked.sort == Sort::Version, plant: forbidden, is_tight: false },
    Shape { name: "another-place", fits: |asked| asked.sort == Sort::Plain, plant: another_place, is_tight: false },
];

/// The document says another number since.
pub(super) fn edited(variant: &mut Variant, target: &Target) {
    let subject = target.subject();
    let edited = with_other_number(&subject.quote);
    variant.rewrite(&subject.key(), |text| text.replace(&subject.quote, &edited));
    // The file that the text came from was edited, and the parser lost nothing.
    parsing::keep_source(variant, target, "md", str::to_owned);
}

/// The document says it no longer.
fn moved_out(variant: &mut Variant, target: &Target) {
    let subject = target.subject();
    let heading = subject.quote.lines().next().unwrap_or_default().to_owned();
    variant.rewrite(&subject.key(), |text| {
        text.replace(&subject.quote, &format!("{heading}\n\nThis is now agreed in the service contract."))
    });
}

/// The label names a passage of a chunking of long ago, or a range behind the end of the document.
fn no_such_place(variant: &mut Variant, target: &Target) {
    let subject = target.subject();
    let length = variant.document(&subject.key()).text.len();
    let leaf = if subject.name.is_empty() {
        Locator::Passage(format!("{}-section-7", subject.doc))
    } else {
        Locator::Range {
            doc: subject.doc.clone(),
            rev: Some(subject.rev.clone()),
            range: SourceRange::new(length + 40, length + 90).expect("it is not empty"),
            quote: Some(format!("For the {} see the annex of the contract.", subject.name)),
        }
    };
    variant.relabel(target.id(), target.place, Evidence::Leaf(leaf));
}

/// The label demands what the asker may not open, and rightly so.
fn forbidden(variant: &mut Variant, target: &Target) {
    variant.in_both(&target.subject().key(), |document| document.acl = Some(vec!["Board".into()]));
}

/// The label names a memo that nobody finds, and not the policy that says the same.
fn another_place(variant: &mut Variant, target: &Target) {
    let subject = target.subject();
    let number = subject.quote.chars().filter(char::is_ascii_digit).collect::<String>();
    let quote = format!("Agreed at the table that day: {number}, as before.");
    let id = format!("{}-memo", target.id());
    let text = format!("# Memo of the round\n\n{quote} Everyone signed.\n");
    let start = text.find(&quote).map_or(0, |byte| text[..byte].chars().count());
    variant.add(document(&id, "1", "Memo", text));
    let leaf = Locator::Range {
        doc: id,
        rev: Some("1".into()),
        range: SourceRange::new(start, start + quote.chars().count()).expect("it is not empty"),
        quote: Some(quote),
    };
    variant.relabel(target.id(), target.place, Evidence::Leaf(leaf));
}

/// A sentence with its number doubled.
fn with_other_number(text: &str) -> String {
    let number: String = text.chars().filter(char::is_ascii_digit).collect();
    let twice = number.parse::<u64>().map_or(1, |n| n * 2).to_string();
    text.replace(&number, &twice)
}
