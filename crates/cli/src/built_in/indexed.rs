//! The index of a system, kept from run to run: only documents that changed are cut and analysed again.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use documents::Chunking;
use fourcell::evidence::snapshot::{content_hash, snapshot_id};
use fourcell::evidence::{Document, Passage, SourceRange};
use fourcell::formats::atomic::write_atomically;
use fourcell::formats::project::Project;
use fourcell::formats::systems::{BuiltIn as Stated, Kind};
use report::number::count;
use sha2::{Digest, Sha256};
use systems::analysis::Analyzer;
use systems::index::{Change, Changes, Difference, Hash, Indexed, Key, LONGEST, LiveIndex, Piece, Unreadable};

use crate::built_in::{Ground, cut, parsed};
use crate::failure::Failure;
use crate::{console, kept};

/// The folder of indexes, among what can be made again.
const INDEXES: &str = "index";
/// What the name of an index file ends with.
const ENDING: &str = ".index";
/// A half-written file that is older than this is no longer being written.
const ABANDONED: Duration = Duration::from_secs(3600);

/// Where passages come from.
pub(super) enum Source<'a> {
    /// The documents are cut.
    Cut(Chunking, HashMap<(&'a str, &'a str), &'a Document>),
    /// The project has them: of each document, and by id.
    Given(HashMap<(&'a str, &'a str), Vec<&'a Passage>>, HashMap<&'a str, &'a Passage>),
}

impl Ground<'_> {
    /// The index of a system over the corpus as it is now, and what was to be done for it, in words. Of a system that the project
    /// states, what is kept of an earlier run is brought up to date and kept again.
    pub fn indexed(&self, stated: &Stated) -> Result<(Indexed, String), Failure> {
        let source = self.source(stated)?;
        // Terms of other languages than those that are known are refused here.
        self.settings(stated)?;
        let place = place(self.project, stated);
        let settings = settings(stated);
        let mut live = read(place.as_deref(), &settings, stated);
        let mut told = self.bring_up_to_date(&mut live, &source)?;
        let mut passages = live.passages(|key, id, range| source.passage(key, id, range));
        if let Err(e) = &passages {
            built_anew(&e.to_string());
            // What is new to an empty index makes it another one, so that it is written.
            live = LiveIndex::new(analyzer(stated));
            told = self.bring_up_to_date(&mut live, &source)?;
            passages = live.passages(|key, id, range| source.passage(key, id, range));
        }
        let passages = passages.map_err(|e| Failure::bad_input(e.to_string()))?;
        let words = words(live.documents(), &told.difference);
        if let Some(place) = &place {
            if told.is_other
                && let Err(e) = write_atomically(place, |to| live.write(&settings, to))
            {
                console::talk(&format!("index: not kept for the next run: {e}"));
            }
            tidy(self.project, place);
        }
        let (index, revision) = live.into_index();
        Ok((Indexed { passages, index, revision }, words))
    }

    /// Where the passages of a system come from.
    pub(super) fn source(&self, stated: &Stated) -> Result<Source<'_>, Failure> {
        let documents = self.corpus.documents().iter().map(|d| ((d.id.as_str(), d.rev.as_str()), d));
        if stated.chunking != "given" {
            return Ok(Source::Cut(parsed(&stated.chunking)?, documents.collect()));
        }
        let mut of_document: HashMap<_, Vec<&Passage>> = documents.map(|(key, _)| (key, Vec::new())).collect();
        let given = self.given()?;
        for passage in given {
            let key = (passage.doc.as_deref().unwrap_or_default(), passage.rev.as_deref().unwrap_or_default());
            let owner = of_document.get_mut(&key);
            owner.ok_or_else(|| Failure::bad_input(format!("passage '{}' is of no document", passage.id)))?.push(passage);
            if passage.text.is_none() {
                return Err(Failure::bad_input(format!("passage '{}' has no text", passage.id)));
            }
        }
        // Their order in the file decides nothing.
        of_document.values_mut().for_each(|passages| passages.sort_unstable_by_key(|passage| &passage.id));
        Ok(Source::Given(of_document, given.iter().map(|passage| (passage.id.as_str(), passage)).collect()))
    }

    /// Cuts and analyses what is not in an index, and takes out of it what is gone.
    pub(super) fn bring_up_to_date(&self, live: &mut LiveIndex, source: &Source<'_>) -> Result<Told, Failure> {
        let refused = |e: systems::index::CannotApply| Failure::bad_input(e.to_string());
        let documents = self.corpus.documents();
        let difference =
            live.difference(documents.iter().map(|d| (d.id.as_str(), d.rev.as_str(), source.hash(d)))).map_err(refused)?;
        let again: Vec<&Document> = difference.new.iter().chain(&difference.changed).map(|&place| &documents[place]).collect();
        let mut changed: BTreeMap<Key, Change> = difference.deleted.iter().map(|key| (key.clone(), Change::Tombstone)).collect();
        for (document, pieces) in again.iter().zip(source.pieces(&again, self.threads)?) {
            let key = Key { id: document.id.clone(), rev: document.rev.clone() };
            changed.insert(key, Change::Put { hash: source.hash(document), pieces });
        }
        let revision = snapshot_id(self.corpus);
        let is_other = !changed.is_empty() || live.revision() != revision;
        live.apply(Changes { documents: changed, revision }, self.threads).map_err(refused)?;
        Ok(Told { difference, is_other })
    }
}

/// What bringing an index up to date did.
pub(super) struct Told {
    /// How the documents differed from what was indexed.
    pub difference: Difference,
    /// Whether the index is not what it was.
    is_other: bool,
}

impl Source<'_> {
    /// The hash of all that decides a document's passages, besides the settings.
    fn hash(&self, document: &Document) -> Hash {
        let mut hash = Sha256::new();
        match self {
            Self::Cut(..) => hash.update(document.text.as_str()),
            Self::Given(of_document, _) => {
                for passage in of_document.get(&key(document)).into_iter().flatten() {
                    let (start, end) = passage.range.map_or((0, 0), |range| (range.start(), range.end()));
                    let text = passage.text.as_deref().unwrap_or_default();
                    // Each part behind its length, so that no two lists share a hash by the way their parts join.
                    hash.update(format!("{}:{} {start} {end} {}:", passage.id.len(), passage.id, text.len()));
                    hash.update(text);
                }
            }
        }
        hash.finalize().into()
    }

    /// The passages of some documents, for each of them.
    fn pieces(&self, documents: &[&Document], threads: NonZeroUsize) -> Result<Vec<Vec<Piece>>, Failure> {
        // A chunker may have to unpack a vocabulary.
        if documents.is_empty() {
            return Ok(Vec::new());
        }
        let piece = |p: Passage| Piece { id: p.id, range: p.range, text: p.text.unwrap_or_default() };
        Ok(match self {
            Self::Cut(chunking, _) => {
                let mut cut = cut(chunking.clone(), documents, threads)?.into_iter().peekable();
                let is_of = |p: &Passage, d: &Document| {
                    (p.doc.as_deref().unwrap_or_default(), p.rev.as_deref().unwrap_or_default()) == key(d)
                };
                let mut of = |d: &Document| std::iter::from_fn(|| cut.next_if(|p| is_of(p, d))).map(piece).collect();
                documents.iter().map(|d| of(d)).collect()
            }
            Self::Given(of_document, _) => {
                let of = |d: &&Document| of_document.get(&key(d)).into_iter().flatten().map(|&p| piece(p.clone())).collect();
                documents.iter().map(of).collect()
            }
        })
    }

    /// An indexed passage with its text.
    pub(super) fn passage(&self, key: &Key, id: &str, range: Option<SourceRange>) -> Option<Passage> {
        let some = |part: &String| (!part.is_empty()).then(|| part.clone());
        match self {
            Self::Cut(_, documents) => {
                let text = documents.get(&(key.id.as_str(), key.rev.as_str()))?.text.slice(range?)?.to_owned();
                Some(Passage { id: id.to_owned(), doc: some(&key.id), rev: some(&key.rev), range, text: Some(text) })
            }
            Self::Given(_, by_id) => by_id.get(id).map(|&passage| passage.clone()),
        }
    }
}

fn key(document: &Document) -> (&str, &str) {
    (&document.id, &document.rev)
}

/// What was done, in words.
pub(super) fn words(documents: usize, told: &Difference) -> String {
    let parts =
        [(told.new.len(), "new"), (told.changed.len(), "changed"), (told.deleted.len(), "deleted"), (told.kept, "as before")];
    let parts: Vec<String> = parts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    format!("index: {}, {}", count(documents, "document"), parts.join(", "))
}

/// Whether the terms of passages are looked at.
fn needs_terms(stated: &Stated) -> bool {
    stated.retrieval != "dense" || (stated.generator.is_none() && stated.answer == "extractive")
}

/// What makes terms of texts; nothing where none are looked at.
pub(super) fn analyzer(stated: &Stated) -> Option<Analyzer> {
    needs_terms(stated).then(|| Analyzer::new(stated.stem.as_deref(), stated.stop_words.as_deref())).flatten()
}

/// What decides an index besides the documents. Another version of this program may cut and analyse in another way.
fn settings(stated: &Stated) -> String {
    let language = |code: &Option<String>| code.clone().unwrap_or_else(|| "none".to_owned());
    let terms = if needs_terms(stated) {
        format!("stem {}, stop words {}", language(&stated.stem), language(&stated.stop_words))
    } else {
        "none".to_owned()
    };
    format!("fourcell {}\nchunking: {}\nterms: {terms}\n", env!("CARGO_PKG_VERSION"), stated.chunking)
}

fn file_name(stated: &Stated) -> String {
    content_hash(settings(stated).as_bytes()).replace("sha256:", "") + ENDING
}

/// Where the index of a system is kept; nowhere where the project does not state it, and where no folder can be made for it, which is
/// told.
fn place(project: &Project, stated: &Stated) -> Option<PathBuf> {
    let name = file_name(stated);
    if !names(project).contains(&name) {
        return None;
    }
    let made = kept::folder(&project.directory).map_err(|e| e.to_string()).and_then(|folder| {
        let folder = folder.join(INDEXES);
        std::fs::create_dir_all(&folder).map(|()| folder.clone()).map_err(|e| format!("{}: {e}", folder.display()))
    });
    match made {
        Ok(folder) => Some(folder.join(name)),
        Err(e) => {
            console::talk(&format!("index: not kept for the next run: {e}"));
            None
        }
    }
}

/// What is kept of an earlier run; an empty index where nothing is, or nothing that can be used.
fn read(place: Option<&Path>, settings: &str, stated: &Stated) -> LiveIndex {
    let read = |place: &Path| {
        let length = std::fs::metadata(place).map_err(|e| Unreadable(e.to_string()))?.len();
        if length > LONGEST {
            return Err(Unreadable(format!("{length} bytes are too long for an index")));
        }
        let bytes = std::fs::read(place).map_err(|e| Unreadable(e.to_string()))?;
        LiveIndex::read(&bytes, settings, analyzer(stated))
    };
    let found = place.filter(|place| place.exists()).map(read);
    match found {
        Some(Ok(live)) => live,
        Some(Err(e)) => {
            built_anew(&e.to_string());
            LiveIndex::new(analyzer(stated))
        }
        None => LiveIndex::new(analyzer(stated)),
    }
}

fn built_anew(fault: &str) {
    console::talk(&format!("index: the file of an earlier run is unreadable ({fault}): built anew"));
}

/// The index files of the systems that a project states, and of the usual one.
fn names(project: &Project) -> HashSet<String> {
    let usual = Stated::default();
    let stated = project.systems.iter().filter_map(|system| match &system.kind {
        Kind::BuiltIn(stated) => Some(&**stated),
        _ => None,
    });
    stated.chain([&usual]).map(file_name).collect()
}

/// Deletes indexes of settings that the project no longer states, and what a killed command left: a deleted document must not live on in
/// them. What cannot be deleted stays.
fn tidy(project: &Project, place: &Path) {
    let names = names(project);
    let entries = place.parent().and_then(|folder| std::fs::read_dir(folder).ok());
    for entry in entries.into_iter().flatten().flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        let is_abandoned = name.starts_with(".fourcell-") && name.ends_with(".tmp") && age().is_some_and(|age| age > ABANDONED);
        if is_abandoned || (name.ends_with(ENDING) && !names.contains(&name)) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}
