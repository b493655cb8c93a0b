//! Chunking cut it in two, cut it from its heading, or lost it.

use documents::{Chunker, Chunking, parse::markdown};
use evidence::text::{Text, find_quote};
use evidence::{Evidence, Locator, SourceRange};

use super::{Shape, Target};
use crate::variant::Variant;
use crate::world::{Asked, Sort};

pub(super) const SHAPES: [Shape; 4] = [
    Shape {
        name: "cut-in-two",
        fits: |asked| asked.sort == Sort::Plain && ends_aside(asked, 0),
        plant: cut_in_two,
        is_tight: false,
    },
    Shape { name: "cut-from-heading", fits: |asked| asked.sort == Sort::Under, plant: cut_from_heading, is_tight: false },
    Shape { name: "lost-between", fits: |asked| asked.sort == Sort::Row, plant: lost_between, is_tight: false },
    Shape { name: "windows", fits: |asked| asked.sort == Sort::Policy && ends_aside(asked, 0), plant: windows, is_tight: true },
];

/// Where a subject's quote stands.
fn place_of(variant: &Variant, target: &Target) -> SourceRange {
    let text = &variant.document(&target.subject().key()).text;
    find_quote(text, &target.subject().quote, 1).into_iter().next().expect("the quote stands in the document")
}

/// Where the last number of a text begins, in code points.
fn last_number(text: &str) -> usize {
    let characters: Vec<char> = text.chars().collect();
    let end = characters.iter().rposition(char::is_ascii_digit).map_or(0, |last| last + 1);
    characters[..end].iter().rposition(|c| !c.is_ascii_digit()).map_or(0, |before| before + 1)
}

/// A cut before the number: the first part is found, the second shares no word with the question.
pub(super) fn cut_in_two(variant: &mut Variant, target: &Target) {
    let at = place_of(variant, target).start() + last_number(&target.subject().quote);
    variant.setup.cuts.push((target.subject().key(), at));
}

/// A cut behind the heading that says which product it is.
fn cut_from_heading(variant: &mut Variant, target: &Target) {
    let heading = target.subject().quote.lines().next().unwrap_or_default().chars().count();
    let at = place_of(variant, target).start() + heading;
    variant.setup.cuts.push((target.subject().key(), at));
}

/// A row that is in no passage: what is short and stands between two cuts is thrown away.
fn lost_between(variant: &mut Variant, target: &Target) {
    let range = place_of(variant, target);
    variant.setup.lost.push((target.subject().key(), range));
}

/// Windows of so many characters for the whole corpus. In this document the text before the evidence is such that it is cut; what is
/// beside it happens to be whole.
fn windows(variant: &mut Variant, target: &Target) {
    const SIZE: usize = 120;
    variant.setup.chunking = Chunking::windows(documents::chunk::Unit::Characters, SIZE, 0).expect("it is a chunking");
    let subject = target.subject();
    let number = last_number(&subject.quote);
    let before = place_of(variant, target).start() + number;
    let filler: String =
        "Read this with care and keep it at hand, as it may come in useful on some other occasion too. ".chars().collect();
    let missing = (2 * SIZE - before % SIZE) % SIZE;
    let padding: String = filler.chars().cycle().take(missing.saturating_sub(1)).collect::<String>() + " ";
    let padding = if missing == 0 { String::new() } else { padding };
    let behind = " Whoever wants to know more finds a member of the council at the table near the door on most days, save in summer, and is welcome.";
    variant.rewrite(&subject.key(), |text| text.replace(&subject.quote, &format!("{padding}{}{behind}", subject.quote)));
    let range = place_of(variant, target);
    let leaf =
        Locator::Range { doc: subject.doc.clone(), rev: Some(subject.rev.clone()), range, quote: Some(subject.quote.clone()) };
    variant.relabel(target.id(), target.place, Evidence::Leaf(leaf));
}

/// Whether what stands behind a quote's last number shares no word with the question: then nobody finds it by itself.
pub(super) fn ends_aside(asked: &Asked, place: usize) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 3);
        words.map(|word| word.to_lowercase().trim_end_matches('s').to_owned()).collect()
    };
    let quote = &asked.subjects[place].quote;
    let behind: String = quote.chars().skip(last_number(quote)).collect();
    let query = words(&asked.question.query);
    !words(&behind).iter().any(|word| query.contains(word))
}

/// Leaves out questions that nothing is planted in and whose evidence is cut all the same.
pub(super) fn keep_whole(variant: &mut Variant) {
    let chunker = Chunker::new(variant.setup.chunking.clone()).expect("it counts characters");
    let is_whole = |doc: &str, rev: &str, quote: &str| {
        let document = variant.documents.iter().find(|d| d.id == doc && d.rev == rev);
        let Some(text) = document.map(|d| &d.text) else { return false };
        let Some(range) = find_quote(text, quote, 1).into_iter().next() else { return false };
        let heading = first_heading_before(text, range.start());
        let chunks = chunker.chunks(text, &markdown::structure(text.as_str()));
        chunks.iter().any(|chunk| chunk.range.contains(range) && chunk.range.start() <= heading)
    };
    let kept: Vec<bool> = variant
        .asked
        .iter()
        .map(|asked| {
            let is_planted = variant.plants.iter().any(|plant| plant.question == asked.question.id);
            is_planted || asked.sort == Sort::Unanswerable || asked.subjects.iter().all(|s| is_whole(&s.doc, &s.rev, &s.quote))
        })
        .collect();
    let mut kept = kept.into_iter();
    variant.asked.retain(|_| kept.next().unwrap_or(false));
}

/// Where the heading's line begins that a place stands below.
fn first_heading_before(text: &Text, at: usize) -> usize {
    let before: String = text.as_str().chars().take(at).collect();
    before.rfind("\n#").map_or(0, |byte| before[..byte + 1].chars().count())
}
