//! Content-addressed corpus snapshots.

use sha2::{Digest, Sha256};

use crate::document::{Corpus, Document};

/// The snapshot id of a corpus: SHA-256 over its revisions in byte order of (id, revision), as `sha256:` and 64 hex digits.
///
/// Every field that can change an evaluation is in the hash (text, tenant, access, status, dates), with its length before it, so
/// that no two corpora share an id by the way their fields join. File order and paths are not.
pub fn snapshot_id(corpus: &Corpus) -> String {
    let mut order: Vec<&Document> = corpus.documents().iter().collect();
    order.sort_by(|a, b| (&a.id, &a.rev).cmp(&(&b.id, &b.rev)));
    let mut hash = Sha256::new();
    hash.update(b"fourcell/snapshot@1\n");
    for document in order {
        field(&mut hash, Some(&document.id));
        field(&mut hash, Some(&document.rev));
        field(&mut hash, document.title.as_deref());
        field(&mut hash, Some(document.text.as_str()));
        field(&mut hash, document.tenant.as_deref());
        match &document.acl {
            None => field(&mut hash, None),
            Some(groups) => {
                let mut groups = groups.clone();
                groups.sort();
                field(&mut hash, Some(&groups.len().to_string()));
                groups.iter().for_each(|g| field(&mut hash, Some(g)));
            }
        }
        field(&mut hash, Some(document.status.name()));
        for date in [&document.effective_from, &document.expires_at, &document.superseded_by, &document.moved_from] {
            field(&mut hash, date.as_deref());
        }
    }
    hex(&hash.finalize())
}

/// `sha256:` and the hash of some bytes.
pub fn content_hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// `sha256:` and the digest in lower-case hex.
pub fn hex(digest: &[u8]) -> String {
    use std::fmt::Write;
    digest.iter().fold(String::from("sha256:"), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn field(hash: &mut Sha256, value: Option<&str>) {
    match value {
        None => hash.update(b"-"),
        Some(value) => {
            hash.update(format!("{}:", value.len()));
            hash.update(value.as_bytes());
        }
    }
}
