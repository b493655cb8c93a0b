//! The source file holds the evidence; the text that was parsed from it, or indexed of it, does not.

use evidence::Locator;
use evidence::text::{holds_quote, letters};

use super::{Cause, Definition, Look};
use crate::captured::Captured;
use crate::leaf::{Leaf, Place};
use crate::ledger::{Finding, Proof};

pub(super) const DEFINITION: Definition = Definition {
    cause: Cause::Parsing,
    name: "parsing",
    title: "parsing",
    told_by: "The quote stands in the source file and not in the parsed text; or a passage of the index covers the range, and its \
              text is not what the document has there.",
    repair: "mend the parser for this kind of file, and parse it anew: its text was lost on the way into the corpus",
    look: Look::Evidence(look),
};

fn look(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    lost_in_parsing(captured, leaf).or_else(|| indexed_otherwise(captured, leaf))
}

fn lost_in_parsing(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    let Locator::Range { quote: Some(quote), .. } = leaf.label else { return None };
    let document = leaf.document.filter(|_| leaf.place == Place::Gone)?;
    let source = captured.ground.source.and_then(|source| source(document))?;
    if holds_quote(document.text.as_str(), quote) || !in_source(&source, quote) {
        return None;
    }
    let proof = Proof { quote: Some(quote.clone()), ..Proof::document("in the source file, not in the parsed text", document) };
    // Every word is there, and the row is not: what stood beside each other was torn apart.
    let parsed = letters(document.text.as_str());
    let finding = if quote.split_whitespace().map(letters).all(|word| parsed.contains(&word)) {
        let why = format!(
            "the words of the quote stand apart in the parsed text of '{}': the structure of a table was lost",
            document.id
        );
        Finding::observed(Cause::Parsing, why).repair("parse tables row by row, so that the cells of a row stay together")
    } else {
        Finding::observed(
            Cause::Parsing,
            format!("the source file of '{}' holds the quote, its parsed text does not", document.id),
        )
    };
    Some(finding.with(proof))
}

/// A passage says that it covers the range, and has other words.
fn indexed_otherwise(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    let (passage, words, range) = (leaf.whole_passage(captured)?, leaf.words()?, leaf.range()?);
    // One that is whole by a lower cover has fewer words, which are no other words.
    passage.range.filter(|place| place.contains(range))?;
    let text = passage.text.as_deref().filter(|text| !holds_quote(text, words))?;
    let document = leaf.document.filter(|document| holds_quote(document.text.as_str(), words))?;
    let why = format!("passage '{}' covers the range, and its text is not what '{}' has there", passage.id, document.id);
    let start: String = text.chars().take(200).collect();
    Some(Finding::observed(Cause::Parsing, why).with(Proof {
        passage: Some(passage.id.clone()),
        range: passage.range,
        quote: Some(start),
        ..Proof::document("the text as indexed", document)
    }))
}

/// Whether a source file holds a quote, whatever markup, white space and punctuation stand between its letters.
pub(super) fn in_source(source: &str, quote: &str) -> bool {
    holds_quote(source, quote)
}
