//! What a system of users is set to, from wherever that is stated: the project file, a file beside it, the system itself.

use fourcell::formats::Source;
use fourcell::formats::systems::{Http, StatedManifest, Told, read_settings};
use systems::http::settings_of;
use systems::manifest::SETTINGS;

use crate::console;
use crate::failure::Failure;

/// Gathers the settings of the system `name`: what the project file states wins over a file, and that over what the system tells;
/// where they disagree, that is said. A system over HTTP that cannot tell is no fault where something else is stated. With `silent`
/// nothing is sent.
pub fn gather(
    name: &str,
    stated: &StatedManifest,
    directory: &std::path::Path,
    http: Option<&Http>,
    silent: bool,
) -> Result<Told, Failure> {
    let mut told = stated.settings.clone();
    if let Some(file) = &stated.file {
        let (more, unknown) = read_settings(&Source::file(&directory.join(file)))?;
        add(&mut told, more, &unknown, name, file);
    }
    if let (Some(url), Some(http), false) = (&stated.url, http, silent) {
        match settings_of(http, url, directory) {
            Ok((more, unknown)) => add(&mut told, more, &unknown, name, "the system at manifest_url"),
            Err(said) if told.is_empty() => {
                return Err(Failure::bad_input(format!("[systems.{name}]: manifest_url: {said}"))
                    .mend(format!("state its settings in [systems.{name}.manifest], or take manifest_url out")));
            }
            Err(said) => warn(name, &format!("manifest_url: {said}; the settings that are stated stand alone")),
        }
    }
    told.sort_by_key(|(name, _)| SETTINGS.iter().position(|known| known == name));
    Ok(told)
}

/// Adds settings that are not known yet; `place` is where they come from.
fn add(told: &mut Told, more: Told, unknown: &[String], name: &str, place: &str) {
    if !unknown.is_empty() {
        let names = unknown.iter().take(3).map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ");
        warn(name, &format!("{place} names what is no setting, and is passed over: {names} ({} in all)", unknown.len()));
    }
    for (setting, value) in more {
        match told.iter().find(|(known, _)| *known == setting) {
            None => told.push((setting, value)),
            Some((_, stated)) if *stated != value => {
                warn(name, &format!("{setting} is '{stated}' as stated, but '{value}' by {place}; what is stated stands"));
            }
            Some(_) => {}
        }
    }
}

fn warn(name: &str, said: &str) {
    console::talk(&format!("warning: [systems.{name}]: {said}"));
}
