//! `matrix.toml`: configurations of the built-in system that differ from a base in one setting, or in those of a small grid.

use std::collections::BTreeSet;
use std::path::Path;

use evidence::snapshot::content_hash;
use serde_json::{Map, Value};

use crate::endpoints::{StatedBudget, read_budget};
use crate::error::{InputError, quoted};
use crate::numbers::within;
use crate::project::Project;
use crate::source::Source;
use crate::systems::{BuiltIn, Kind, read_systems};
use crate::toml_text::{Table, TomlText};

/// The newest matrix file that is read.
const NEWEST: i64 = 1;

/// No matrix has more configurations.
pub const MOST: usize = 1000;

/// A base and what is made of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    /// Its name: a folder under the project's runs.
    pub name: String,
    /// The modes by name; empty where none are stated.
    pub modes: Vec<String>,
    /// How often each question is asked.
    pub repeats: u32,
    /// What it may spend on models: what its file says, and where that says nothing what the project says.
    pub budget: StatedBudget,
    /// The configurations: the base first, then in the order of the file; each once.
    pub configurations: Vec<Configuration>,
}

/// A system with what makes it differ from the base.
#[derive(Clone, Debug, PartialEq)]
pub struct Configuration {
    /// `base`, or its changes in a form that can be a folder's name.
    pub name: String,
    /// Settings with their values, in the order of the file.
    pub changes: Vec<(String, String)>,
    /// The system.
    pub system: BuiltIn,
}

/// The keys of a matrix file.
pub const MATRIX_KEYS: [&str; 8] = ["version", "name", "base", "modes", "repeats", "vary", "grid", "budget"];

/// Settings of a system that the value `"none"` takes out.
const PARTS: [&str; 6] = ["embedding", "rewriting", "reranking", "generator", "stem", "stop_words"];

/// A setting by its dotted name, with its values.
type Axis = (String, Vec<Tried>);

/// A value with what names it among the others.
#[derive(Clone, Debug)]
struct Tried {
    value: Value,
    short: String,
}

/// A setting with the value that it gets.
type Set = (String, Tried);

/// Reads a matrix file; its base is a built-in system of the project, or `builtin`.
pub fn read_matrix(path: &Path, project: &Project) -> Result<Matrix, InputError> {
    let text = TomlText::read(&Source::file(path))?;
    let mut top = text.table()?;
    top.version(NEWEST)?;
    top.only(&MATRIX_KEYS)?;
    let stem = || path.file_stem().map_or_else(|| "matrix".to_owned(), |stem| stem.to_string_lossy().into_owned());
    let name = top.string("name")?.unwrap_or_else(stem);
    if !is_run_name(&name) {
        return Err(top
            .fault("name", format!("{} cannot be a folder's name under the runs", quoted(&name)))
            .mend("state another name"));
    }
    let base_name = top.string("base")?.unwrap_or_else(|| "builtin".to_owned());
    let stated = project.systems.iter().find(|s| s.name == base_name);
    match stated.map(|s| &s.kind) {
        Some(Kind::BuiltIn(_)) => {}
        None if base_name == "builtin" => {}
        Some(_) => {
            return Err(
                top.fault("base", format!("{} is no built-in system; only those have settings to vary", quoted(&base_name)))
            );
        }
        None => {
            let known: Vec<&str> = project.systems.iter().map(|s| s.name.as_str()).chain(["builtin"]).collect();
            let fault = top.fault("base", format!("no system is called {}", quoted(&base_name)));
            return Err(fault.mend(format!("there are {}", known.join(", "))));
        }
    }
    let mut base = Map::new();
    if stated.is_some() {
        let text = TomlText::read(&Source::file(&project.file))?;
        base = object(&text.table()?.table("systems")?.table(&base_name)?);
    }
    let vary = axes(&mut top, "vary")?;
    let mut sets: Vec<Vec<Set>> = vec![Vec::new()];
    for (key, values) in vary {
        sets.extend(values.into_iter().map(|value| vec![(key.clone(), value)]));
    }
    let mut grids = top.table("grid")?;
    for grid in grids.keys().map(str::to_owned).collect::<Vec<_>>() {
        sets.extend(
            products(&axes(&mut grids, &grid)?, MOST)
                .ok_or_else(|| grids.fault(&grid, format!("the grid {} has more than {MOST} configurations", quoted(&grid))))?,
        );
    }
    if sets.len() > MOST {
        return Err(top.fault("vary", format!("there are {} configurations, more than {MOST}", sets.len())));
    }
    let names: Vec<String> = project.endpoints.iter().map(|e| e.name.clone()).collect();
    let mut configurations: Vec<Configuration> = Vec::new();
    let mut taken = BTreeSet::new();
    for set in sets {
        let made = configuration(&base, &set, &names, path)?;
        // A value that is the base's own is the base again.
        if configurations.iter().all(|known| known.system != made.system) {
            let named = distinct(&made.name, &mut taken);
            configurations.push(Configuration { name: named, ..made });
        }
    }
    let own = read_budget(&top.table("budget")?)?;
    let budget = StatedBudget {
        calls: own.calls.or(project.budget.calls),
        tokens: own.tokens.or(project.budget.tokens),
        money: own.money.or(project.budget.money),
    };
    let (modes, repeats) = (top.strings("modes")?, within(&top, "repeats", 1..=1000)?.unwrap_or(1));
    Ok(Matrix { name, modes, repeats, budget, configurations })
}

/// Whether a run, or a folder of runs, may have a name: `latest` is a link to the last one.
pub fn is_run_name(name: &str) -> bool {
    !(name.is_empty()
        || name.len() > LONGEST_NAME
        || name.contains(['/', '\\', '\0'])
        || name.starts_with('.')
        || name == "latest")
}

/// The longest name of a folder, in bytes: file systems have 255.
const LONGEST_NAME: usize = 200;

/// A table as JSON.
fn object(table: &Table<'_>) -> Map<String, Value> {
    table.canonical().into_iter().map(|(key, text)| (key, serde_json::from_str(&text).unwrap_or_default())).collect()
}

/// The lists of a table, by the dotted names of their keys, in written order.
fn axes(top: &mut Table<'_>, key: &str) -> Result<Vec<Axis>, InputError> {
    let mut table = top.table(key)?;
    let mut found = Vec::new();
    for key in table.keys().map(str::to_owned).collect::<Vec<_>>() {
        if table.is_table(&key) {
            // `generator.temperature = […]` is a table in a table.
            found.extend(axes(&mut table, &key)?.into_iter().map(|(inner, values)| (format!("{key}.{inner}"), values)));
            continue;
        }
        let Some((_, text)) = table.canonical().into_iter().find(|(name, _)| *name == key) else { continue };
        match serde_json::from_str(&text) {
            Ok(Value::Array(values)) if !values.is_empty() => found.push((key, named(values))),
            _ => {
                let fault = table.fault(&key, format!("{} must be a list of values to try", quoted(&key)));
                return Err(fault.mend(format!("write it like {key} = [0.9, 1.2]")));
            }
        }
    }
    Ok(found)
}

/// Values with the words that tell them from each other: of `size=200 overlap=0` and `size=400 overlap=0` these are the sizes.
fn named(values: Vec<Value>) -> Vec<Tried> {
    let texts: Vec<String> = values.iter().map(plain).collect();
    let words: Vec<Vec<&str>> = texts.iter().map(|text| text.split_whitespace().collect()).collect();
    let shortest = words.iter().map(Vec::len).min().unwrap_or(0);
    let is_common = |of: &dyn Fn(&Vec<&str>) -> String| words.iter().map(of).collect::<BTreeSet<_>>().len() == 1;
    let (mut before, mut behind) = (0, 0);
    if words.len() > 1 {
        while before + 1 < shortest && is_common(&|w| w[before].to_owned()) {
            before += 1;
        }
        while before + behind + 1 < shortest && is_common(&|w| w[w.len() - 1 - behind].to_owned()) {
            behind += 1;
        }
    }
    let shorts: Vec<String> = words.iter().map(|w| w[before.min(w.len())..w.len() - behind].join(" ")).collect();
    values.into_iter().zip(shorts).map(|(value, short)| Tried { value, short }).collect()
}

/// Every combination of the axes; `None` where there are more than `most`.
fn products(axes: &[Axis], most: usize) -> Option<Vec<Vec<Set>>> {
    let mut all: Vec<Vec<Set>> = vec![Vec::new()];
    for (key, values) in axes {
        if all.len().checked_mul(values.len())? > most {
            return None;
        }
        let with = |set: &Vec<Set>, value: &Tried| {
            let mut set = set.clone();
            set.push((key.clone(), value.clone()));
            set
        };
        all = all.iter().flat_map(|set| values.iter().map(move |value| with(set, value))).collect();
    }
    Some(all)
}

fn configuration(
    base: &Map<String, Value>,
    changes: &[Set],
    endpoints: &[String],
    path: &Path,
) -> Result<Configuration, InputError> {
    let mut table = base.clone();
    let shown: Vec<(String, String)> = changes.iter().map(|(key, tried)| (key.clone(), plain(&tried.value))).collect();
    let said = shown.iter().map(|(key, value)| format!("{key} = {value}")).collect::<Vec<_>>().join(", ");
    let refused = |problem: &str| InputError::new(format!("with {said}: {problem}")).in_file(path.display().to_string());
    for (key, tried) in changes {
        set(&mut table, key, &tried.value).map_err(|problem| refused(&problem))?;
    }
    let text =
        format!("[systems.base]\n{}", table.iter().map(|(k, v)| format!("{} = {}\n", json(k), toml(v))).collect::<String>());
    let text = TomlText::read(&Source::memory("configuration", text.into_bytes()))?;
    let mut systems = read_systems(&mut text.table()?.table("systems")?, endpoints).map_err(|e| {
        let fault = refused(e.problem());
        match e.advice() {
            Some(advice) => fault.mend(advice),
            None => fault,
        }
    })?;
    let mut name =
        if shown.is_empty() { "base".to_owned() } else { changes.iter().map(folder_name).collect::<Vec<_>>().join(",") };
    if name.len() > LONGEST_NAME {
        // The hash tells it from others that begin alike.
        let hash = content_hash(said.as_bytes());
        name = format!("{}-{}", &name[..name.floor_char_boundary(LONGEST_NAME - 20)], &hash[hash.len() - 12..]);
    }
    match systems.pop().map(|system| system.kind) {
        Some(Kind::BuiltIn(system)) => Ok(Configuration { name, changes: shown, system: *system }),
        _ => Err(refused("it is no built-in system any more")),
    }
}

/// Sets a value by its dotted name; `"none"` takes a part out.
fn set(table: &mut Map<String, Value>, key: &str, value: &Value) -> Result<(), String> {
    match key.split_once('.') {
        Some((outer, inner)) => match table.get_mut(outer) {
            Some(Value::Object(found)) => set(found, inner, value),
            _ => Err(format!("the base has no table '{outer}' whose '{inner}' could be set")),
        },
        None if PARTS.contains(&key) && value.as_str() == Some("none") => {
            table.remove(key);
            Ok(())
        }
        None => {
            table.insert(key.to_owned(), value.clone());
            Ok(())
        }
    }
}

/// A value as people write it.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| toml(value), str::to_owned)
}

fn json(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// A value as TOML, on one line. What JSON escapes in a text, TOML reads the same, but for DEL, which TOML wants escaped.
fn toml(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let fields: Vec<String> = fields.iter().map(|(key, value)| format!("{} = {}", json(key), toml(value))).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        Value::Array(values) => format!("[{}]", values.iter().map(toml).collect::<Vec<_>>().join(", ")),
        Value::String(text) => json(text).replace('\u{7f}', "\\u007f"),
        other => other.to_string(),
    }
}

/// A change as a part of a folder's name.
fn folder_name((key, Tried { short: value, .. }): &Set) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '=') { c } else { '-' };
    let value: String = value.chars().map(safe).collect();
    let parts: Vec<&str> = value.split('-').filter(|part| !part.is_empty()).collect();
    let value: String = parts.join("-").chars().take(60).collect();
    format!("{key}={}", value.trim_matches('.'))
}

fn distinct(name: &str, taken: &mut BTreeSet<String>) -> String {
    let numbered = (2..).map(|n| format!("{name}-{n}"));
    let free = std::iter::once(name.to_owned()).chain(numbered).find(|name| !taken.contains(name)).unwrap_or_default();
    taken.insert(free.clone());
    free
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::read_project;

    const PROJECT: &str = "[endpoints.local]\nurl = 'http://h'\n[systems.mine]\nk1 = 0.9\nstem = 'en'\n\
                           generator = { endpoint = 'local', model = 'm', temperature = 0 }\n[systems.other]\ntype = 'http'\nurl = 'http://o'\n";

    fn read(matrix: &str) -> Result<Matrix, InputError> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("fourcell.toml"), PROJECT).unwrap();
        std::fs::write(folder.path().join("sizes.toml"), matrix).unwrap();
        read_matrix(&folder.path().join("sizes.toml"), &read_project(folder.path()).unwrap())
    }

    #[test]
    fn one_setting_at_a_time_then_grids() {
        let matrix = read(
            "base = 'mine'\nmodes = ['normal', 'oracle']\nrepeats = 2\n[vary]\nk1 = [0.9, 1.2]\ngenerator = ['none']\n\
             generator.temperature = [0.5]\nchunking = ['windows/1 unit=characters size=400 overlap=0']\n\
             [grid.both]\nk1 = [0.9, 2]\nb = [0, 1]\n[budget]\ncalls = 7\n",
        );
        // A key cannot be a list and a table.
        assert!(matrix.is_err());
        let matrix = read(
            "base = 'mine'\nmodes = ['normal', 'oracle']\nrepeats = 2\n[vary]\nk1 = [0.9, 1.2]\n\
             generator.temperature = [0.5]\nchunking = ['windows/1 unit=characters size=400 overlap=0']\n\
             [grid.both]\nk1 = [0.9, 2]\nb = [0, 1]\n[grid.none]\ngenerator = ['none']\n[budget]\ncalls = 7\n",
        )
        .unwrap();
        let names: Vec<&str> = matrix.configurations.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "base",
                "k1=1.2",
                "generator.temperature=0.5",
                "chunking=windows-1-unit=characters-size=400-overlap=0",
                "k1=0.9,b=0",
                "k1=0.9,b=1",
                "k1=2,b=0",
                "k1=2,b=1",
                "generator=none"
            ],
            "k1 = 0.9 alone is the base"
        );
        let of = |name: &str| &matrix.configurations.iter().find(|c| c.name == name).unwrap().system;
        assert_eq!((of("base").k1, of("base").stem.as_deref()), (0.9, Some("en")));
        assert_eq!((of("k1=2,b=1").k1, of("k1=2,b=1").b), (2.0, 1.0));
        assert_eq!(of("generator.temperature=0.5").generator.as_ref().unwrap().temperature, Some(0.5));
        assert_eq!((of("generator=none").generator.as_ref(), of("generator=none").answer.as_str()), (None, "extractive"));
        assert_eq!((matrix.name.as_str(), matrix.repeats, matrix.budget.calls), ("sizes", 2, Some(7)));
        assert_eq!(matrix.modes, ["normal", "oracle"]);
        assert_eq!(read("[vary]\nk1 = [1]").unwrap().configurations[0].system, BuiltIn::default());
    }

    #[test]
    fn values_are_named_by_what_tells_them_apart() {
        let names = |values: &[&str]| -> Vec<String> {
            named(values.iter().map(|v| Value::from(*v)).collect()).into_iter().map(|t| t.short).collect()
        };
        assert_eq!(names(&["w/1 size=200 overlap=0", "w/1 size=400 overlap=0"]), ["size=200", "size=400"]);
        assert_eq!(names(&["w/1 size=200 overlap=0", "h/1 max=400"]), ["w/1 size=200 overlap=0", "h/1 max=400"]);
        assert_eq!(names(&["a b c", "a c"]), ["b c", "c"], "at least a word is left of each");
        assert_eq!(names(&["one", "one"]), ["one", "one"]);
        assert_eq!(names(&["", "x"]), ["", "x"]);
    }

    #[test]
    fn values_keep_their_form() {
        let texts = "chunking = [\"a \\\"b\\\" \\\\ é \\u007f\\n\"]\n";
        let matrix = read(&format!("[vary]\n{texts}")).unwrap();
        assert_eq!(matrix.configurations[1].system.chunking, "a \"b\" \\ é \u{7f}\n");
        assert_eq!(matrix.configurations[1].name, "chunking=a-b");
    }

    #[test]
    fn what_cannot_be_is_refused_with_what_was_tried() {
        for (matrix, said) in [
            ("base = 'nobody'", "no system is called"),
            ("base = 'other'", "no built-in system"),
            ("[vary]\nk1 = 1", "list of values"),
            ("[vary]\nk1 = []", "list of values"),
            ("[vary]\nk1 = [-1]", "with k1 = -1: k1 -1 must be at least 0"),
            ("[vary]\nk2 = [1]", "with k2 = 1: unknown key"),
            ("[vary]\nembedding.batch = [1]", "no table 'embedding'"),
            ("[vary]\ntype = ['http']", "with type = http"),
            ("name = 'a/b'", "folder"),
            ("modes = [1]", "list of strings"),
            ("repeats = 0", "from 1 to 1000"),
            ("varies = 1", "unknown key"),
            (&format!("[grid.g]\nk1 = {:?}\nb = {:?}", vec![1; 100], vec![1; 11]), "more than 1000"),
        ] {
            let error = read(matrix).unwrap_err();
            assert!(error.problem().contains(said), "{matrix}: {error}");
        }
    }
}
