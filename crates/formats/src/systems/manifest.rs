//! What a system is known to be set to: in the project file, in a file beside it, or as the system tells itself.

use crate::error::{InputError, quoted};
use crate::json::Tape;
use crate::source::Source;
use crate::systems::SETTINGS;
use crate::toml_text::{Table, TomlText};

/// The longest manifest that is read, in bytes.
pub const LONGEST_MANIFEST: u64 = 1 << 20;

/// Settings of [`SETTINGS`] with their values, in that order.
pub type Told = Vec<(&'static str, String)>;

/// What is stated of a system's settings, and where more of them stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatedManifest {
    /// Those of the project file.
    pub settings: Told,
    /// A file of them, relative to the project's folder.
    pub file: Option<String>,
    /// Where the system tells them itself.
    pub url: Option<String>,
}

/// Reads what is stated in a system's table.
pub(super) fn read(table: &mut Table<'_>) -> Result<StatedManifest, InputError> {
    let (file, url) = (table.string("manifest_file")?, table.string("manifest_url")?);
    let stated = table.table("manifest")?;
    stated.only(&SETTINGS)?;
    Ok(StatedManifest { settings: settings(|name| stated.string(name))?, file, url })
}

/// Reads settings that stand outside the project file: an object of strings by name, in JSON or TOML. With them come the names that
/// are none of [`SETTINGS`]: a system may tell more of itself than is compared.
pub fn read_settings(source: &Source) -> Result<(Told, Vec<String>), InputError> {
    let text = source.read_text(LONGEST_MANIFEST)?;
    let here = |e: InputError| e.in_file(source.name().clone());
    let (told, names): (_, Vec<String>) = if text.trim_start().starts_with('{') {
        let tape = Tape::parse(&text, Vec::new()).map_err(here)?;
        let object = tape.object().map_err(here)?;
        let names = object.fields().map(|(name, _)| name.into_owned()).collect();
        (settings(|name| object.string(name)).map_err(here)?, names)
    } else {
        let text = TomlText::read(&Source::memory(source.name(), text.into_bytes()))?;
        let table = text.table()?;
        (settings(|name| table.string(name))?, table.keys().map(str::to_owned).collect())
    };
    let unknown: Vec<String> = names.into_iter().filter(|name| !SETTINGS.contains(&name.as_str())).collect();
    if told.is_empty() {
        let found = unknown.iter().take(3).map(|name| quoted(name)).collect::<Vec<_>>().join(", ");
        let found = if found.is_empty() { "nothing".to_owned() } else { found };
        let error = InputError::new(format!("names no setting of a system, but {found}"));
        return Err(here(error.mend(format!("an object of strings is expected, by these names: {}", SETTINGS.join(", ")))));
    }
    Ok((told, unknown))
}

fn settings(value: impl Fn(&str) -> Result<Option<String>, InputError>) -> Result<Told, InputError> {
    let mut told = Vec::new();
    for name in SETTINGS {
        told.extend(value(name)?.map(|value| (name, value)));
    }
    Ok(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(Told, Vec<String>), InputError> {
        read_settings(&Source::memory("m", text.as_bytes()))
    }

    #[test]
    fn settings_are_read_as_json_and_as_toml() {
        let told = vec![("generator", "model-7".to_owned()), ("prompt", "v3".to_owned())];
        let expected = (told, vec!["version".to_owned()]);
        assert_eq!(
            read("{\n \"version\": 2,\n \"prompt\": \"v3\",\n \"generator\": \"model-7\", \"corpus\": null}\n").unwrap(),
            expected
        );
        assert_eq!(read("version = 2\nprompt = 'v3'\ngenerator = \"model-7\"\n").unwrap(), expected);
        for (text, said) in [
            ("{\"prompt\": 3}", "field 'prompt' must be a string, found number 3"),
            ("prompt = 3", "'prompt' must be a string, found integer"),
            ("{\"model\": \"x\"}", "names no setting of a system, but 'model'"),
            ("", "names no setting of a system, but nothing"),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!((error.problem(), error.file()), (said, Some("m")), "{text}");
        }
        assert!(read("<html>").unwrap_err().problem().starts_with("is not valid TOML"));
    }
}
