//! What text a file holds. One file a format; which one is told by the end of the file's name.

mod bytes;
pub mod front_matter;
pub mod html;
mod html_tags;
mod html_text;
pub mod markdown;
pub mod pdf;
pub mod plain;
pub mod structure;

use formats::InputError;
use formats::error::quoted;

pub use front_matter::FrontMatter;
pub use structure::{Block, BlockKind, Heading, Structure};

/// What a file holds.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The text that source ranges count in. Never without a visible character.
    pub text: String,
    /// A title, where the file gives one.
    pub title: Option<String>,
    /// Headings and blocks, or pages.
    pub structure: Structure,
    /// Name and version of the parser, such as `markdown/1`; another version may give another text.
    pub parser: &'static str,
    /// What the file says about itself, where it is Markdown with front matter.
    pub front: Option<FrontMatter>,
}

/// A format that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Markdown.
    Markdown,
    /// Plain text.
    Plain,
    /// HTML.
    Html,
    /// PDF, where somebody reads it.
    Pdf,
}

/// Ends of names, in lower case, with what they mean.
const ENDINGS: [(&str, Format); 10] = [
    ("md", Format::Markdown),
    ("markdown", Format::Markdown),
    ("mkd", Format::Markdown),
    ("txt", Format::Plain),
    ("text", Format::Plain),
    ("log", Format::Plain),
    ("html", Format::Html),
    ("htm", Format::Html),
    ("xhtml", Format::Html),
    ("pdf", Format::Pdf),
];

impl Format {
    /// The format of a file by its name; letters' case does not count.
    ///
    /// # Errors
    /// A name that ends in nothing known; the known ends are listed.
    pub fn of(name: &str) -> Result<Self, InputError> {
        let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let ending = file.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        let known = ending.as_deref().and_then(|e| ENDINGS.iter().find(|(known, _)| *known == e));
        known.map(|(_, format)| *format).ok_or_else(|| {
            let what = ending.map_or("a name without an ending".to_owned(), |e| quoted(&format!(".{e}")));
            let all: Vec<String> = ENDINGS.iter().map(|(e, _)| *e).chain(["jsonl"]).map(|e| format!(".{e}")).collect();
            InputError::new(format!("{what} is not a kind of file that is read"))
                .mend(format!("convert it to one of {}, or take it out of the folder", all.join(", ")))
        })
    }

    /// Name and version of the parser that reads it.
    pub fn parser(self) -> &'static str {
        match self {
            Self::Markdown => markdown::PARSER,
            Self::Plain => plain::PARSER,
            Self::Html => html::PARSER,
            Self::Pdf => pdf::PARSER,
        }
    }
}

/// The text of a file; its format is told by the end of its name. A PDF is read by `pdf`, and refused without one.
///
/// # Errors
/// Every one names the file: an unknown kind, bytes that are no UTF-8 text (with their offset), faulty front matter (with its
/// line), what the reader of PDFs says, or nothing to read in it.
pub fn parse(name: &str, input: Vec<u8>, pdf: Option<pdf::Reader>) -> Result<Parsed, InputError> {
    parse_as(name, input, pdf).map_err(|e| e.in_file(name))
}

fn parse_as(name: &str, input: Vec<u8>, reader: Option<pdf::Reader>) -> Result<Parsed, InputError> {
    let format = Format::of(name)?;
    if format != Format::Pdf && pdf::begins_like_pdf(&input) {
        return Err(InputError::new("is a PDF, though its name says otherwise").mend("let its name end in .pdf"));
    }
    let parsed = match format {
        Format::Markdown => markdown::parse(input),
        Format::Html => html::parse(input),
        Format::Plain => plain::parse(input),
        Format::Pdf => reader.ok_or_else(pdf::refusal)?(&input).and_then(pdf::join),
    }?;
    if parsed.text.trim().is_empty() {
        let empty = InputError::new("holds no text");
        return Err(match format {
            Format::Html => empty.mend("text that scripts make is not seen: save the page as a browser shows it"),
            _ => empty.mend("take the file out of the folder, or fill it"),
        });
    }
    Ok(parsed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(name: &str, input: &[u8]) -> InputError {
        parse(name, input.to_vec(), None).unwrap_err()
    }

    #[test]
    fn bad_input_is_refused_with_its_file() {
        for (name, input, problem) in [
            ("a/b.md", &b"ab\0c"[..], "is not text: it holds a NUL byte"),
            ("a.md", b"", "holds no text"),
            ("a.txt", b" \n\t\n", "holds no text"),
            ("a.html", b"<script>x</script>", "holds no text"),
            ("a.pdf", b"garbage", "is a PDF, and no reader of PDFs is at hand"),
            ("a.txt", b"%PDF-1.7\n%\xe2\xe3", "is a PDF, though its name says otherwise"),
            ("a.docx", b"PK", "'.docx' is not a kind of file that is read"),
            ("Makefile", b"x", "a name without an ending is not a kind of file that is read"),
        ] {
            let error = refused(name, input);
            assert_eq!((error.problem(), error.file()), (problem, Some(name)));
            assert!(error.advice().is_some(), "{name}");
        }
        assert_eq!(refused("a.html", b"<p>\xff").byte(), Some(3));
    }

    #[test]
    fn the_name_decides_whatever_its_case() {
        assert_eq!(parse("X.MD", b"# T\n".to_vec(), None).unwrap().parser, "markdown/1");
        assert_eq!(parse("v1.2/x.Txt", b"# T\n".to_vec(), None).unwrap().structure, Structure::NotCaptured);
        assert_eq!(parse("x.htm", b"T".to_vec(), None).unwrap().parser, "html/1");
    }
}
