//! The chain: each line names the hash of the line before it and carries its own, so that no line is changed, taken out, put in or
//! moved unseen.
//!
//! What it cannot see by itself: lines that were cut off at the end, and a record that was written anew from some line on, hashes and
//! all. Both end in another hash than the true record, so whoever keeps the last hash elsewhere (in a commit, in a mail) finds them:
//! [`head`] is held against it.

use crate::snapshot::content_hash;

/// What the first line names as the line before it: no line has this hash.
pub const GENESIS: &str = "sha256:0000000000000000000000000000000000000000000000000000000000000000";

/// A line as the chain sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its line in the file, from 1.
    pub line: u64,
    /// Its number in the record, from 1.
    pub seq: u64,
    /// The hash that it names as that of the line before it.
    pub previous: String,
    /// The hash that it says is its own.
    pub hash: String,
    /// The bytes that its own hash is over: the line up to the hash.
    pub body: String,
}

/// A line that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The line in the file, from 1.
    pub line: u64,
    /// What is wrong, in a sentence.
    pub what: String,
}

/// The hash of a line's bytes.
pub fn hash_of(body: &str) -> String {
    content_hash(body.as_bytes())
}

/// The hash that the record ends in.
pub fn head(links: &[Link]) -> &str {
    links.last().map_or(GENESIS, |link| &link.hash)
}

/// Every line that does not hold, in order; none in a sound record.
pub fn verify(links: &[Link]) -> Vec<Broken> {
    let mut all = Vec::new();
    let (mut seq, mut hash, mut before) = (0, GENESIS, None);
    for link in links {
        let broken = |what: String| Broken { line: link.line, what };
        let after = before.map_or_else(|| "the beginning".to_owned(), |line| format!("line {line}"));
        if hash_of(&link.body) != link.hash {
            all.push(broken("was edited: its hash is not that of its words".to_owned()));
        } else if link.seq != seq + 1 {
            let why = if link.seq > seq + 1 {
                "a line was taken out here, or lines were moved"
            } else {
                "a line was put in here, or lines were moved"
            };
            all.push(broken(format!("has number {} where {} follows: {why}", link.seq, seq + 1)));
        } else if link.previous != hash {
            all.push(broken(format!("does not follow {after}: what stands there is not what stood there when it was written")));
        }
        (seq, hash, before) = (link.seq, &link.hash, Some(link.line));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(n: u64) -> Vec<Link> {
        let mut links: Vec<Link> = Vec::new();
        for seq in 1..=n {
            let previous = head(&links).to_owned();
            let body = format!("{seq} after {previous}");
            links.push(Link { line: seq, seq, previous, hash: hash_of(&body), body });
        }
        links
    }

    /// Numbered as a file would be.
    fn lines(mut links: Vec<Link>) -> Vec<u64> {
        (1..).zip(&mut links).for_each(|(line, link)| link.line = line);
        verify(&links).iter().map(|broken| broken.line).collect()
    }

    #[test]
    fn every_change_is_found_at_its_line() {
        assert_eq!(lines(chain(5)), [] as [u64; 0]);
        assert!(verify(&[]).is_empty() && head(&[]) == GENESIS);
        for at in 0..5 {
            let place = at as u64 + 1;
            let mut edited = chain(5);
            edited[at].body.push(' ');
            assert_eq!(lines(edited), [place]);
            // Whoever writes the hash anew is found by the next line.
            let mut forged = chain(5);
            forged[at].body.push(' ');
            forged[at].hash = hash_of(&forged[at].body);
            let found = lines(forged);
            if at < 4 {
                assert_eq!(found, [place + 1]);
            } else {
                assert!(found.is_empty(), "the last line is guarded by the head alone");
            }
            let mut removed = chain(5);
            removed.remove(at);
            if at < 4 {
                assert_eq!(lines(removed), [place]);
            } else {
                assert!(lines(removed.clone()).is_empty());
                assert_ne!(head(&removed), head(&chain(5)), "which the head tells");
            }
            let mut doubled = chain(5);
            doubled.insert(at, doubled[at].clone());
            assert_eq!(lines(doubled), [place + 1]);
        }
        for at in 0..4 {
            let mut swapped = chain(5);
            swapped.swap(at, at + 1);
            assert_eq!(lines(swapped)[0], at as u64 + 1);
        }
        // A line of another record.
        let mut other = chain(5);
        let body = "2 after something else".to_owned();
        other[1] = Link { line: 2, seq: 2, previous: hash_of("x"), hash: hash_of(&body), body };
        assert_eq!(lines(other), [2, 3]);
    }
}
