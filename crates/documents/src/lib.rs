//! What text a file holds, and into which passages it is cut.
//!
//! A file becomes a [`parse::Parsed`]: its text, and the headings and blocks in it. A folder of files becomes documents
//! ([`folder`]), which keep their ids when files move ([`identity`]) and are written down as a snapshot ([`snapshot`]). A
//! document is cut by a [`chunk::Chunking`] into ranges, and those become passages ([`mod@passages`]). Every range counts Unicode
//! code points of the parsed text and is half-open.
//!
//! There is no network here, and no clock: the same files give the same bytes, whatever the number of threads.

pub mod chunk;
pub mod folder;
pub mod identity;
pub mod parse;
pub mod passages;
mod positions;
mod rows;
pub mod snapshot;
mod threads;
mod walk;

pub use chunk::{Chunk, Chunker, Chunking};
pub use folder::{FolderRead, Options, read_folder};
pub use parse::{Parsed, Structure, parse};
pub use passages::passages;
