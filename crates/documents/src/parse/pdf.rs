//! PDF: refused, with what to do instead.
//!
//! The libraries at hand give up by panicking on files that viewers open (`pdf-extract` as a policy, and what it builds on), and
//! this program is built so that a panic ends it: one bad file would take the whole corpus with it. Until there is a reader that
//! always returns, a PDF is an error that names the file, and the rest goes on.

use formats::InputError;

/// Whether the bytes are a PDF's, whatever the file is called.
pub fn begins_like_pdf(input: &[u8]) -> bool {
    input.starts_with(b"%PDF-")
}

/// The refusal.
pub fn refusal() -> InputError {
    InputError::new("PDF is not read yet: convert it to text")
        .mend("for instance `pdftotext -layout FILE.pdf FILE.txt`, then look at the text once: columns and tables suffer")
}
