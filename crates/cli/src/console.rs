//! Writing: data to stdout, talk to stderr. A reader that has gone away is no error.

use std::io::{self, ErrorKind, Write};

use fourcell::evidence::text::printable;

use crate::failure::Failure;

/// Writes data to stdout. `head` closing its end early is how people look at the start of long output.
pub fn data(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => Err(Failure::bad_input(format!("cannot write the output: {e}"))),
        _ => Ok(()),
    }
}

/// Says something on stderr, a line; what comes from files is escaped.
pub fn talk(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", printable(text, 4000));
}
