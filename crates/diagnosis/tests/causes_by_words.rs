//! Causes that are told by words alone: evidence of which the reference answer needs nothing, and names in a question without capitals.

use std::num::NonZeroU32;

use diagnosis::captured::{Captured, Ground};
use diagnosis::causes::Cause;
use diagnosis::ledger::{Entry, KnownBy, diagnose};
use evidence::cover::Cover;
use evidence::{Corpus, Document, Evidence, Locator, Passage, Question, SourceRange};
use generation::Judged;
use retrieval::Limits;
use retrieval::grading::Chunking;
use retrieval::record::{Item, Record, Stage};

fn document(id: &str, title: Option<&str>, text: &str) -> Document {
    Document { title: title.map(str::to_owned), ..Document::new(id, "", text) }
}

/// The question is asked of an index with a passage for each document, ranked as they stand; as many as `sent` are sent.
fn entry(query: &str, answer: Option<&str>, demanded: &[&str], documents: Vec<Document>, sent: u32) -> Entry {
    let whole = |document: &Document| Passage {
        id: format!("{}#0", document.id),
        doc: Some(document.id.clone()),
        rev: None,
        range: SourceRange::new(0, document.text.len()),
        text: Some(document.text.as_str().to_owned()),
    };
    let chunking = Chunking::new(&documents.iter().map(whole).collect::<Vec<_>>());
    let ranked: Vec<Item> = documents.iter().map(|d| Item { id: format!("{}#0", d.id), ..Item::default() }).collect();
    let context = ranked.iter().take(sent as usize).cloned().collect();
    let mut record = Record::new("q", vec![(Stage::Candidates, ranked), (Stage::Context, context)]);
    record.query_sent = Some(query.to_owned());
    let leaf = |doc: &&str| Evidence::Leaf(Locator::Document { doc: (*doc).to_owned(), rev: None });
    let evidence = Evidence::All(demanded.iter().map(leaf).collect());
    let question = Question { evidence: Some(evidence), answer: answer.map(str::to_owned), ..Question::new("q", query) };
    let corpus = Corpus::new(documents);
    let ground = Ground {
        corpus: Some(&corpus),
        chunking: &chunking,
        source: None,
        day: None,
        has_access: false,
        cover: Cover::WHOLE,
        limits: Limits { passages: NonZeroU32::new(sent), tokens: None },
        tokens: None,
    };
    let judged = Judged::default();
    diagnose(&Captured::of_what_was_sent(&question, &[], &record, None, &judged, &ground).with_every_list())
        .expect("a piece was not sent")
}

/// Of what the manual says of test cases one page is sent, another is not.
fn manual(reference: &str) -> Entry {
    let documents = vec![
        document(
            "adding",
            None,
            "Press the button to append a row, fill in values for each variable, and repeat for more scenarios.",
        ),
        document("index", None, "Overview of the evaluation, with thresholds of 95 percent."),
    ];
    entry("How do I add cases?", Some(reference), &["adding", "index"], documents, 1)
}

#[test]
fn evidence_of_which_the_reference_needs_nothing_is_the_labels_fault() {
    let found = manual("Press the append button, fill in the values of each variable, and repeat for more scenarios.");
    assert_eq!((found.cause(), found.known_by()), (Cause::LabelSuspect, KnownBy::Inferred));
    assert!(found.owner.why.starts_with("all 7 words that the reference answer takes"), "{}", found.owner.why);
    assert_eq!(found.secondary.iter().map(|finding| finding.cause).collect::<Vec<_>>(), [Cause::Rank]);
}

#[test]
fn a_word_of_the_reference_that_only_the_lost_piece_has_clears_the_label() {
    let found =
        manual("Press the append button, fill in values of each variable, repeat for scenarios, and look at the thresholds.");
    assert_eq!(found.cause(), Cause::Rank);
    let number = manual("Press the append button, fill in values of each variable, repeat for scenarios, until it is 95.");
    assert_eq!(number.cause(), Cause::Rank);
}

#[test]
fn a_reference_in_words_of_its_own_or_of_few_words_tells_nothing() {
    let own = manual(
        "Whoever wants another example clicks, types something sensible everywhere, then carries on until satisfied, with values.",
    );
    assert_eq!(own.cause(), Cause::Rank);
    assert_eq!(manual("Press the button.").cause(), Cause::Rank);
}

#[test]
fn in_a_question_without_capitals_every_longer_word_may_be_a_name() {
    let documents = || {
        vec![
            document("other", None, "The story of an artist is told in a song."),
            document("snuff", Some("Snuff (song)"), "It is about someone who helped me, and then let me down."),
        ]
    };
    let found = entry("what is the story behind the song snuff", None, &["snuff"], documents(), 1);
    assert_eq!((found.cause(), found.known_by()), (Cause::ChunkBoundary, KnownBy::Inferred));
    assert!(found.owner.why.contains("does not say 'snuff'"), "{}", found.owner.why);
    // With capitals the words that matter are known: a longer word in lower case names nothing.
    let capitals = entry("What is the story behind that snuff song?", None, &["snuff"], documents(), 1);
    assert_eq!(capitals.cause(), Cause::Rank);
}
