//! What a project file says of its systems: a table `[systems.NAME]` each.

use crate::error::InputError;
use crate::toml_text::Table;

/// A system as it is stated.
#[derive(Clone, Debug, PartialEq)]
pub struct StatedSystem {
    /// Its name.
    pub name: String,
    /// The built-in system's settings; others are not run yet.
    pub built_in: BuiltIn,
}

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

const KEYS: [&str; 14] = [
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

/// Reads the tables of `[systems]`, in written order.
pub(crate) fn read_systems(systems: &mut Table<'_>) -> Result<Vec<StatedSystem>, InputError> {
    let names: Vec<String> = systems.keys().map(str::to_owned).collect();
    names.into_iter().map(|name| Ok(StatedSystem { built_in: built_in(&systems.table(&name)?)?, name })).collect()
}

fn built_in(table: &Table<'_>) -> Result<BuiltIn, InputError> {
    table.only(&KEYS)?;
    table.choice("type", &["builtin"])?;
    let usual = BuiltIn::default();
    let count = |key: &str| -> Result<Option<u32>, InputError> {
        let stated = table.integer(key)?;
        stated
            .map(|n| {
                u32::try_from(n).ok().filter(|n| *n > 0).ok_or_else(|| table.fault(key, format!("{key} {n} must be at least 1")))
            })
            .transpose()
    };
    let share = |key: &str, usual: f64| -> Result<f64, InputError> {
        match table.number(key)? {
            Some(value) if !(0.0..=1.0).contains(&value) => Err(table.fault(key, format!("{key} {value} must be from 0 to 1"))),
            stated => Ok(stated.unwrap_or(usual)),
        }
    };
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
        filter: table.choice("filter", &["before", "after", "never"])?.unwrap_or(usual.filter),
        max_passages: if none_stated { usual.max_passages } else { max_passages },
        max_tokens: if none_stated { usual.max_tokens } else { max_tokens },
        packing: table.choice("packing", &["stop", "skip"])?.unwrap_or(usual.packing),
        answer: table.choice("answer", &["extractive", "none"])?.unwrap_or(usual.answer),
        threshold: share("threshold", usual.threshold)?,
        sentences: count("sentences")?.unwrap_or(usual.sentences),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;
    use crate::toml_text::TomlText;

    fn read(toml: &str) -> Result<Vec<StatedSystem>, InputError> {
        let text = TomlText::read(&Source::memory("fourcell.toml", toml.as_bytes().to_vec()))?;
        read_systems(&mut text.table()?.table("systems")?)
    }

    #[test]
    fn what_is_not_stated_is_usual() {
        assert_eq!(read("").unwrap(), []);
        let systems = read("[systems.b]\n[systems.a]\ntype = 'builtin'\nk1 = 0.9\nstem = 'en'\nmax_tokens = 500\n").unwrap();
        assert_eq!(systems.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), ["b", "a"]);
        assert_eq!(systems[0].built_in, BuiltIn::default());
        let stated =
            BuiltIn { k1: 0.9, stem: Some("en".into()), max_tokens: Some(500), max_passages: None, ..BuiltIn::default() };
        assert_eq!(systems[1].built_in, stated);
    }

    #[test]
    fn faults_are_named_where_they_stand() {
        for (line, problem) in [
            ("k1 = -1", "k1 -1 must be at least 0"),
            ("b = 2", "b 2 must be from 0 to 1"),
            ("candidates = 0", "candidates 0 must be at least 1"),
            ("max_tokens = -5", "max_tokens -5 must be at least 1"),
            ("packing = 'stopp'", "'systems.a.packing' is 'stopp', which is no known value"),
            ("candidate = 5", "unknown key 'candidate' in [systems.a]"),
            ("type = 'http'", "'systems.a.type' is 'http', which is no known value"),
        ] {
            let error = read(&format!("[systems.a]\n{line}\n")).unwrap_err();
            assert_eq!((error.problem(), error.line()), (problem, Some(2)), "{line}");
        }
    }
}
