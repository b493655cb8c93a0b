//! What differs between the settings of two runs, as their manifests have them.

use fourcell::formats::native::Run;

/// A value is shown so long, in characters.
const LONGEST: usize = 90;

/// Each setting that differs, with both values, in byte order of the settings. Where a run has no manifest, that nobody knows.
pub fn changes(candidate: &Run, baseline: &Run) -> Vec<String> {
    let (mine, theirs) = match (&candidate.manifest, &baseline.manifest) {
        (Some(mine), Some(theirs)) => (&mine.settings, &theirs.settings),
        (None, _) => return vec![format!("not known: {} has no manifest.toml", candidate.name)],
        (_, None) => return vec![format!("not known: {} has no manifest.toml", baseline.name)],
    };
    let mut names: Vec<&str> = mine.iter().chain(theirs).map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let value =
        |all: &[(String, String)], name: &str| all.iter().find(|(other, _)| other == name).map(|(_, value)| value.clone());
    let one = |name: &str| {
        let (now, before) = (value(mine, name), value(theirs, name));
        (now != before).then(|| format!("{name}: {} → {}", shown(before), shown(now)))
    };
    names.into_iter().filter_map(one).collect()
}

fn shown(value: Option<String>) -> String {
    let Some(value) = value else { return "not told".to_owned() };
    let cut: String = value.chars().take(LONGEST).collect();
    if cut.len() < value.len() { format!("{cut}…") } else { value }
}
