//! Plain text: as it is.

use super::Structure;
use super::{Parsed, bytes};
use formats::InputError;

/// Name and version, for manifests.
pub const PARSER: &str = "plain/1";

/// The text as it stands, without a byte-order mark. CRLF stays, since offsets count it; so do lines that look like headings.
pub fn parse(input: Vec<u8>) -> Result<Parsed, InputError> {
    Ok(Parsed { text: bytes::text(input)?, title: None, structure: Structure::NotCaptured, parser: PARSER, front: None })
}
