//! Ids that stay when files move.

use std::collections::{BTreeMap, BTreeSet};

use crate::folder::ReadFile;
use crate::snapshot::FileRecord;

/// Gives files the ids that their documents had in an earlier snapshot. Whose id is stated in the file keeps that one.
///
/// A file at a path that was there before is the same document, whatever it holds now. Else a file whose content hash is that of
/// a file which is gone has moved: it keeps that id, and `moved_from` says where it stood. Where several files with the same
/// content went and came, they are matched in byte order of their paths. Any other file is new, and its path is its id.
pub fn keep_ids(previous: &[FileRecord], files: &mut [ReadFile]) {
    let here: BTreeSet<String> = files.iter().map(|f| f.record.path.clone()).collect();
    let by_path: BTreeMap<&str, &FileRecord> = previous.iter().map(|r| (r.path.as_str(), r)).collect();
    let mut gone: BTreeMap<&str, Vec<&FileRecord>> = BTreeMap::new();
    // From the last to the first, so that the first is taken first.
    for record in by_path.values().rev().filter(|r| !r.stated && !here.contains(&r.path)) {
        gone.entry(&record.content_hash).or_default().push(record);
    }
    for file in files.iter_mut().filter(|f| !f.record.stated) {
        let (id, moved_from) = match by_path.get(file.record.path.as_str()).filter(|r| !r.stated) {
            Some(record) => (record.id.clone(), record.moved_from.clone()),
            None => match gone.get_mut(file.record.content_hash.as_str()).and_then(Vec::pop) {
                Some(record) => (record.id.clone(), Some(record.path.clone())),
                None => (file.record.path.clone(), None),
            },
        };
        file.record.id.clone_from(&id);
        file.record.moved_from.clone_from(&moved_from);
        (file.document.id, file.document.moved_from) = (id, moved_from);
    }
}
