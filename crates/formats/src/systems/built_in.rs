//! `type = "builtin"`: the settings of the built-in reference system.

use crate::error::InputError;
use crate::systems::numbers::{at_least_one, share};
use crate::toml_text::Table;

/// Settings of the built-in system; what is not stated has the default of [`BuiltIn::default`].
#[derive(Clone, Debug, PartialEq)]
pub struct BuiltIn {
    /// How documents are cut, as in `headings/1 unit=characters max=800`.
    pub chunking: String,
    /// BM25's k1, at least 0.
    pub k1: f64,
    /// BM25's b, in [0, 1].
    pub b: f64,
    /// The stemmer's language code.
    pub stem: Option<String>,
    /// The stop words' language code.
    pub stop_words: Option<String>,
    /// How many candidates are retrieved; at least 1.
    pub candidates: u32,
    /// `before`, `after` or `never`.
    pub filter: String,
    /// The most passages that are sent; at least 1.
    pub max_passages: Option<u32>,
    /// The most tokens that are sent; at least 1.
    pub max_tokens: Option<u32>,
    /// `stop` or `skip`.
    pub packing: String,
    /// `extractive` or `none`.
    pub answer: String,
    /// The extractive answerer's threshold, in [0, 1].
    pub threshold: f64,
    /// The extractive answerer's most sentences; at least 1.
    pub sentences: u32,
}

impl Default for BuiltIn {
    fn default() -> Self {
        Self {
            chunking: "headings/1 unit=characters max=800".into(),
            k1: 1.2,
            b: 0.75,
            stem: None,
            stop_words: None,
            candidates: 50,
            filter: "before".into(),
            max_passages: Some(6),
            max_tokens: Some(2000),
            packing: "stop".into(),
            answer: "extractive".into(),
            threshold: 0.5,
            sentences: 2,
        }
    }
}

/// The keys of the table.
pub(crate) const KEYS: [&str; 14] = [
    "type",
    "chunking",
    "k1",
    "b",
    "stem",
    "stop_words",
    "candidates",
    "filter",
    "max_passages",
    "max_tokens",
    "packing",
    "answer",
    "threshold",
    "sentences",
];

pub(crate) const FILTERS: [&str; 3] = ["before", "after", "never"];
pub(crate) const PACKINGS: [&str; 2] = ["stop", "skip"];
pub(crate) const ANSWERS: [&str; 2] = ["extractive", "none"];

/// Reads the table of a built-in system.
pub(super) fn read(table: &Table<'_>) -> Result<BuiltIn, InputError> {
    table.only(&KEYS)?;
    let usual = BuiltIn::default();
    let count = |key: &str| at_least_one(table, key);
    let share = |key: &str, usual: f64| share(table, key, usual);
    let k1 = match table.number("k1")? {
        Some(k1) if k1 < 0.0 => return Err(table.fault("k1", format!("k1 {k1} must be at least 0"))),
        stated => stated.unwrap_or(usual.k1),
    };
    let (max_passages, max_tokens) = (count("max_passages")?, count("max_tokens")?);
    // Whoever states one budget means that one, not the default of the other besides.
    let none_stated = max_passages.is_none() && max_tokens.is_none();
    Ok(BuiltIn {
        chunking: table.string("chunking")?.unwrap_or(usual.chunking),
        k1,
        b: share("b", usual.b)?,
        stem: table.string("stem")?,
        stop_words: table.string("stop_words")?,
        candidates: count("candidates")?.unwrap_or(usual.candidates),
        filter: table.choice("filter", &FILTERS)?.unwrap_or(usual.filter),
        max_passages: if none_stated { usual.max_passages } else { max_passages },
        max_tokens: if none_stated { usual.max_tokens } else { max_tokens },
        packing: table.choice("packing", &PACKINGS)?.unwrap_or(usual.packing),
        answer: table.choice("answer", &ANSWERS)?.unwrap_or(usual.answer),
        threshold: share("threshold", usual.threshold)?,
        sentences: count("sentences")?.unwrap_or(usual.sentences),
    })
}
