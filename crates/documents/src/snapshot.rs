//! A corpus written down: `corpus.jsonl`, which every reader of corpora reads, and beside it `corpus.files.jsonl`, which
//! remembers the files it came from, so that only changed ones are parsed again and moved ones keep their ids.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use evidence::snapshot::snapshot_id;
use evidence::{Corpus, Document, SourceRange, Status};
use formats::atomic::write_atomically;
use formats::lines::Lines;
use formats::native::read_corpus;
use formats::{InputError, Source};
use serde::{Deserialize, Serialize};

use crate::folder::ReadFile;
use crate::parse::{Block, BlockKind, Heading, Structure};

/// The format of `corpus.files.jsonl`, with its version.
const FORMAT: &str = "fourcell/corpus-files@1";

/// The longest line that is read, in bytes.
const LONGEST_LINE: usize = 64 << 20;

/// A file, as it was when it was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileRecord {
    /// Relative to the folder, with `/`.
    pub path: String,
    /// The document's id.
    pub id: String,
    /// The document's revision; empty where it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rev: String,
    /// Whether the id is stated in the file itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stated: bool,
    /// Where the document stood before it moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved_from: Option<String>,
    /// Length in bytes.
    pub size: u64,
    /// `sha256:` and the hash of its bytes.
    pub content_hash: String,
    /// Name and version of the parser.
    pub parser: String,
    /// Level, start and end of each heading, in code points; absent where the format shows none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    headings: Option<Vec<(u8, usize, usize)>>,
    /// Kind, start and end of each block, in code points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    blocks: Vec<(BlockKind, usize, usize)>,
    /// Start and end of each page, in code points, `null` for one without text; absent where the format has no pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pages: Option<Vec<Option<(usize, usize)>>>,
}

impl FileRecord {
    pub(crate) fn new(
        path: &str,
        size: u64,
        content_hash: String,
        parser: &str,
        stated: bool,
        document: &Document,
        structure: &Structure,
    ) -> Self {
        let headings = match structure {
            Structure::NotCaptured | Structure::Pages(_) => None,
            Structure::Captured { headings, .. } => {
                Some(headings.iter().map(|h| (h.level, h.range.start(), h.range.end())).collect())
            }
        };
        Self {
            path: path.to_owned(),
            id: document.id.clone(),
            rev: document.rev.clone(),
            stated,
            moved_from: document.moved_from.clone(),
            size,
            content_hash,
            parser: parser.to_owned(),
            headings,
            blocks: structure.blocks().iter().map(|b| (b.kind, b.range.start(), b.range.end())).collect(),
            pages: match structure {
                Structure::Pages(pages) => Some(pages.iter().map(|page| page.map(|p| (p.start(), p.end()))).collect()),
                Structure::NotCaptured | Structure::Captured { .. } => None,
            },
        }
    }

    /// What the parser saw.
    pub fn structure(&self) -> Structure {
        if let Some(pages) = &self.pages {
            return Structure::Pages(pages.iter().map(|page| page.and_then(|(s, e)| SourceRange::new(s, e))).collect());
        }
        let Some(headings) = &self.headings else { return Structure::NotCaptured };
        let heading = |(level, s, e): &(u8, usize, usize)| Some(Heading { level: *level, range: SourceRange::new(*s, *e)? });
        let block = |(kind, s, e): &(BlockKind, usize, usize)| Some(Block { kind: *kind, range: SourceRange::new(*s, *e)? });
        Structure::Captured {
            headings: headings.iter().filter_map(heading).collect(),
            blocks: self.blocks.iter().filter_map(block).collect(),
        }
    }
}

/// An earlier corpus with the files it came from.
#[derive(Debug)]
pub struct Snapshot {
    /// The corpus's id.
    pub id: String,
    /// Its files, in byte order of their paths.
    pub files: Vec<FileRecord>,
    corpus: Corpus,
}

impl Snapshot {
    /// The document that the file of this index became.
    pub fn document_of(&self, file: usize) -> Option<&Document> {
        let record = self.files.get(file)?;
        self.corpus.revisions(&record.id).find(|d| d.rev == record.rev)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    format: String,
    snapshot: String,
}

/// Where the files of a corpus are remembered: `corpus.files.jsonl` beside `corpus.jsonl`.
pub fn files_path(corpus: &Path) -> PathBuf {
    corpus.with_extension("files.jsonl")
}

/// The id of the corpus that these files are: of what it holds, whatever their order.
pub fn id(files: &[ReadFile]) -> String {
    snapshot_id(&Corpus::new(files.iter().map(|f| f.document.clone()).collect()))
}

/// Writes a corpus and what it was made of, and gives the corpus's id.
///
/// Documents stand in byte order of id, then revision, files in byte order of their paths: the same files give the same bytes
/// whatever the folder is called and wherever it lies. Each of the two files is written whole or not at all.
///
/// # Errors
/// A file cannot be written.
pub fn write(corpus: &Path, files: &[ReadFile]) -> Result<String, InputError> {
    let mut documents: Vec<&Document> = files.iter().map(|f| &f.document).collect();
    documents.sort_by(|a, b| (&a.id, &a.rev).cmp(&(&b.id, &b.rev)));
    let id = id(files);
    write_atomically(corpus, |out| documents.iter().try_for_each(|d| line(out, &Row::of(d))))?;
    let mut records: Vec<&FileRecord> = files.iter().map(|f| &f.record).collect();
    records.sort_by(|a, b| a.path.cmp(&b.path));
    write_atomically(&files_path(corpus), |out| {
        line(out, &Head { format: FORMAT.to_owned(), snapshot: id.clone() })?;
        records.iter().try_for_each(|r| line(out, r))
    })?;
    Ok(id)
}

fn line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

/// With which parsers, by name and version, the files of a corpus were read; `None` where that is not remembered, or the corpus is
/// another one than `id` by now.
pub fn parsers(corpus: &Path, id: &str) -> Option<BTreeSet<String>> {
    let source = Source::file(&files_path(corpus));
    let (head, files) = records(&source).ok()?;
    (head.snapshot == id).then(|| files.into_iter().map(|record| record.parser).collect())
}

/// Reads what [`write()`] wrote.
///
/// # Errors
/// A file is missing or faulty; a newer version's file; or a corpus that is not the one whose files are remembered (it was
/// edited).
pub fn read(corpus: &Path) -> Result<Snapshot, InputError> {
    let path = files_path(corpus);
    let (head, files) = records(&Source::file(&path))?;
    let corpus_source = Source::file(corpus);
    let documents = if files.is_empty() { Vec::new() } else { read_corpus(&corpus_source)?.items };
    let read = Corpus::new(documents);
    if snapshot_id(&read) != head.snapshot {
        return Err(InputError::new("was edited since its files were read")
            .in_file(corpus_source.name().clone())
            .mend(format!("delete {} to read every file anew; ids of moved files are then new", path.display())));
    }
    Ok(Snapshot { id: head.snapshot, files, corpus: read })
}

/// What is remembered of files.
fn records(source: &Source) -> Result<(Head, Vec<FileRecord>), InputError> {
    let mut lines = Lines::open(source, LONGEST_LINE)?;
    let mut head: Option<Head> = None;
    let mut files = Vec::new();
    while let Some(text) = lines.next()? {
        let fault = |e: serde_json::Error| {
            InputError::new(format!("is no record of a corpus's files: {e}")).mend("delete it; the next reading makes it again")
        };
        let parsed = match &head {
            None => serde_json::from_str(text).map_err(fault).and_then(|h: Head| {
                let newer = || InputError::new(format!("has the format '{}'; this program reads '{FORMAT}'", h.format));
                if h.format == FORMAT {
                    head = Some(h)
                } else {
                    return Err(newer().mend("use a newer Fourcell, or delete it"));
                }
                Ok(())
            }),
            Some(_) => serde_json::from_str(text).map_err(fault).map(|record: FileRecord| files.push(record)),
        };
        parsed.map_err(|e| e.in_file(source.name().clone()).at_line(lines.number()))?;
    }
    let head = head.ok_or_else(|| InputError::new("is empty").in_file(source.name().clone()))?;
    Ok((head, files))
}

/// A line of `corpus.jsonl`. Keys stand in the order of the fields.
#[derive(Serialize)]
struct Row<'d> {
    id: &'d str,
    #[serde(skip_serializing_if = "str::is_empty")]
    rev: &'d str,
    #[serde(flatten)]
    rest: BTreeMap<&'static str, serde_json::Value>,
    text: &'d str,
}

impl<'d> Row<'d> {
    fn of(document: &'d Document) -> Self {
        let mut rest = BTreeMap::new();
        for (key, value) in [
            ("title", &document.title),
            ("tenant", &document.tenant),
            ("effective_from", &document.effective_from),
            ("expires_at", &document.expires_at),
            ("superseded_by", &document.superseded_by),
            ("moved_from", &document.moved_from),
        ] {
            if let Some(value) = value {
                rest.insert(key, value.as_str().into());
            }
        }
        if let Some(acl) = &document.acl {
            rest.insert("acl", acl.clone().into());
        }
        if document.status != Status::Active {
            rest.insert("status", document.status.name().into());
        }
        Self { id: &document.id, rev: &document.rev, rest, text: document.text.as_str() }
    }
}
