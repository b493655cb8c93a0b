//! Whatever happened to an index, it is the one that would be built anew; whatever happened to its file, reading it does no harm.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use evidence::SourceRange;
use proptest::collection::vec;
use proptest::prelude::*;
use sha2::{Digest, Sha256};

use super::{Change, Changes, Hash, Key, LiveIndex, Piece};
use crate::analysis::Analyzer;
use crate::bm25::Parameters;

const SETTINGS: &str = "of a test";
const WORDS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

/// A document's texts, each becomes a passage.
type Texts = Vec<String>;

fn analyzer() -> Option<Analyzer> {
    Analyzer::new(None, None)
}

fn key(document: usize) -> Key {
    // Two revisions of each document.
    Key { id: format!("d{}", document / 2), rev: ["", "2"][document % 2].to_owned() }
}

fn hash(texts: &Texts) -> Hash {
    Sha256::digest(texts.join("\n")).into()
}

/// Passages whose ids stand between those of other documents, in another order than their texts.
fn put(document: usize, texts: &Texts) -> Change {
    let piece = |(n, text): (usize, &String)| Piece {
        id: format!("{}-{document}-{n}", (document * 7 + n * 3) % 10),
        range: (n % 3 > 0).then(|| SourceRange::new(n, 9 * n).unwrap()),
        text: text.clone(),
    };
    Change::Put { hash: hash(texts), pieces: texts.iter().enumerate().map(piece).collect() }
}

fn apply(live: &mut LiveIndex, documents: impl IntoIterator<Item = (usize, Option<Texts>)>, revision: &str, threads: usize) {
    let change = |(document, texts): (usize, Option<Texts>)| {
        (key(document), texts.map_or(Change::Tombstone, |texts| put(document, &texts)))
    };
    let documents = documents.into_iter().map(change).collect();
    let told = live.apply(Changes { documents, revision: revision.to_owned() }, NonZeroUsize::new(threads).unwrap());
    assert_eq!(told.unwrap(), revision);
}

fn file(live: &LiveIndex) -> Vec<u8> {
    let mut bytes = Vec::new();
    live.write(SETTINGS, &mut bytes).unwrap();
    bytes
}

fn read(bytes: &[u8]) -> Result<LiveIndex, String> {
    LiveIndex::read(bytes, SETTINGS, analyzer()).map_err(|e| e.to_string())
}

/// All that can be asked of an index, scores to the last bit.
fn asked(live: &LiveIndex) -> Vec<(String, Vec<(String, u64)>)> {
    let mut queries: Vec<String> = WORDS.map(str::to_owned).to_vec();
    queries.extend(["a b c", "f e d c b a", "a a c", "unknown b"].map(str::to_owned));
    let settings = [Parameters::default(), Parameters::new(0.3, 1.0).unwrap(), Parameters::new(0.0, 0.0).unwrap()];
    let mut told = Vec::new();
    for (query, parameters) in queries.iter().flat_map(|query| settings.map(|parameters| (query, parameters))) {
        for most in [3, 100] {
            let found = live.search(query, parameters, most);
            let shown = found.passages.iter().map(|(id, score)| ((*id).to_owned(), score.to_bits())).collect();
            told.push((format!("{query} {parameters:?} {most} {}", found.revision), shown));
        }
    }
    told
}

/// A document that is gone, or has other texts, of words by their numbers.
type Changed = (usize, Option<Vec<Vec<usize>>>);

/// What happens to the documents from state to state; whether the index is read from its file afterwards; how many threads apply it.
fn states() -> impl Strategy<Value = Vec<(Vec<Changed>, bool, usize)>> {
    let text = vec(0..WORDS.len(), 0..7);
    let texts = proptest::option::weighted(0.7, vec(text, 0..4));
    vec((vec((0usize..8, texts), 0..6), any::<bool>(), 1usize..4), 1..8)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_index_is_what_its_corpus_is_whatever_happened_before(states in states()) {
        let mut live = LiveIndex::new(analyzer());
        let mut corpus: BTreeMap<usize, Texts> = BTreeMap::new();
        let mut gone: Vec<String> = Vec::new();
        for (state, (changes, through_file, threads)) in states.into_iter().enumerate() {
            let revision = format!("r{state}");
            let mut applied: BTreeMap<usize, Option<Texts>> = BTreeMap::new();
            for (n, (document, texts)) in changes.into_iter().enumerate() {
                // A word of its own for each document in each state, by which it could be found again.
                let mark = format!("mark{state}x{n}x{document}");
                let worded = |text: Vec<usize>| text.iter().map(|&w| WORDS[w]).chain([mark.as_str()]).collect::<Vec<_>>().join(" ");
                applied.insert(document, texts.map(|texts| texts.into_iter().map(worded).collect()));
            }
            for (document, texts) in &applied {
                let before = match texts {
                    Some(texts) => corpus.insert(*document, texts.clone()),
                    None => corpus.remove(document),
                };
                gone.extend(before.into_iter().flatten().filter_map(|text| text.split(' ').next_back().map(str::to_owned)));
            }
            apply(&mut live, applied, &revision, threads);

            let mut fresh = LiveIndex::new(analyzer());
            apply(&mut fresh, corpus.iter().map(|(n, texts)| (*n, Some(texts.clone()))), &revision, 1);
            prop_assert_eq!(asked(&live), asked(&fresh));
            let (bytes, expected) = (file(&live), file(&fresh));
            prop_assert!(bytes == expected, "the files differ");
            let text = String::from_utf8_lossy(&bytes);
            for mark in &gone {
                prop_assert!(!text.contains(mark.as_str()), "{} is left in the file", mark);
                prop_assert_eq!(live.index().idf(mark), live.index().idf("never there"));
                prop_assert!(live.index().terms().iter().all(|(term, _)| term != mark));
            }
            let now: Vec<(Key, Hash)> = corpus.iter().map(|(n, texts)| (key(*n), hash(texts))).collect();
            let now = now.iter().map(|(key, hash)| (key.id.as_str(), key.rev.as_str(), *hash));
            let difference = live.difference(now).unwrap();
            prop_assert_eq!((difference.kept, difference.new.len(), difference.changed.len(), difference.deleted.len()),
                (corpus.len(), 0, 0, 0));
            if through_file {
                live = read(&bytes).unwrap();
                prop_assert_eq!(asked(&live), asked(&fresh));
            }
        }
    }

    #[test]
    fn any_damage_is_told_or_does_no_harm(place in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()) {
        let mut bytes = file(&example());
        let content = bytes.len() - 32;
        let place = place.index(content);
        if cut {
            bytes.drain(place..(place + 1 + byte as usize % 4).min(content));
        } else {
            bytes[place] = byte;
        }
        let length = bytes.len() - 32;
        if bytes != file(&example()) {
            prop_assert!(read(&bytes).is_err());
        }
        // With a checksum that fits, as whoever means harm would write it.
        let checksum = Sha256::digest(&bytes[..length]);
        bytes[length..].copy_from_slice(&checksum);
        if let Ok(mut live) = read(&bytes) {
            // What is taken is in the one form that its contents have.
            prop_assert!(file(&live) == bytes);
            asked(&live);
            apply(&mut live, [(0, None), (3, Some(vec!["a b".to_owned()]))], "next", 2);
            asked(&live);
        }
    }
}

/// Two documents, passages of which hold a term once and more often.
fn example() -> LiveIndex {
    let mut live = LiveIndex::new(analyzer());
    let texts = |texts: &[&str]| Some(texts.iter().map(|&text| text.to_owned()).collect());
    apply(&mut live, [(0, texts(&["a b", "a a a c", ""])), (1, texts(&["c d größe", "b"]))], "one", 1);
    live
}

#[test]
fn a_search_is_of_the_old_revision_until_the_change_is_applied() {
    let mut live = example();
    let deleted = live.search("größe", Parameters::default(), 9);
    assert_eq!((deleted.revision, deleted.passages.len()), ("one", 1));
    let told = live.difference([("d0", "", hash(&vec!["a b".into(), "a a a c".into(), String::new()]))]).unwrap();
    assert_eq!((told.kept, told.deleted), (1, vec![key(1)]));
    // The corpus has changed, the index has not.
    assert_eq!(live.search("größe", Parameters::default(), 9).revision, "one");
    apply(&mut live, [(1, None)], "two", 1);
    let found = live.search("größe", Parameters::default(), 9);
    assert_eq!((found.revision, found.passages.len(), live.documents()), ("two", 0, 1));
    let other = live.difference([("d0", "", [0; 32]), ("d9", "", [0; 32])]).unwrap();
    assert_eq!((other.changed, other.new, other.kept, other.deleted), (vec![0], vec![1], 0, vec![]));
    assert!(live.difference([("d0", "", [0; 32]), ("d0", "", [1; 32])]).unwrap_err().0.contains("'d0' stands twice"));
}

#[test]
fn without_an_analyzer_passages_are_kept_and_no_term_is() {
    let mut live = LiveIndex::new(None);
    apply(&mut live, [(0, Some(vec!["secretword".to_owned(), "b".to_owned()]))], "one", 2);
    let bytes = file(&live);
    assert!(!String::from_utf8_lossy(&bytes).contains("secretword"));
    let live = LiveIndex::read(&bytes, SETTINGS, None).unwrap();
    assert_eq!(live.index().len(), 2);
    assert!(live.search("b", Parameters::default(), 9).passages.is_empty());
    let made = |_: &Key, id: &str, range| {
        Some(evidence::Passage { id: id.to_owned(), doc: None, rev: None, range, text: Some(String::new()) })
    };
    let ids: Vec<String> = live.passages(made).unwrap().into_iter().map(|p| p.id).collect();
    assert_eq!(ids, ["0-0-0", "3-0-1"]);
    assert_eq!(live.passages(|_, _, _| None).unwrap_err().0, "passage '0-0-0' is not in its document");
}

#[test]
fn a_file_that_cannot_be_used_says_why() {
    let bytes = file(&example());
    assert_eq!(LiveIndex::read(&bytes, "others", analyzer()).err().unwrap().0, "it is of other settings");
    assert_eq!(read(&[]).err().unwrap(), "it is cut short");
    assert_eq!(read(&[b'x'; 99]).err().unwrap(), "it is no index file");
    assert_eq!(read(&bytes[..bytes.len() - 1]).err().unwrap(), "its checksum does not fit its content");
    let other = [&bytes[..15], &[2], &bytes[16..]].concat();
    assert_eq!(read(&other).err().unwrap(), "it has form 2, but 1 was expected");
    // A file that promises more than it holds makes room for nothing.
    let mut promise = b"fourcell index\n\x01".to_vec();
    promise.extend([SETTINGS.len() as u8]);
    promise.extend(SETTINGS.as_bytes());
    promise.extend([0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]);
    let checksum = Sha256::digest(&promise);
    promise.extend(checksum);
    assert_eq!(read(&promise).err().unwrap(), "its content breaks the rules of its form");
}
