//! Which results are of no question, and which questions have no result: told with examples of both, since ids of another level or of
//! another collection are seen at a glance.

use evidence::text::printable;
use formats::InputError;

/// A thing, and several of it.
pub(super) type Name = [&'static str; 2];

/// What has no counterpart.
pub(super) struct Overlap {
    /// What a result is called.
    what: Name,
    /// What is missing, as it is called.
    pub lacking: Name,
    /// Results of no question, by what they call it.
    pub strange: Vec<String>,
    /// Questions without a result.
    pub missing: Vec<String>,
}

impl Overlap {
    pub fn new(what: Name) -> Self {
        Self { what, lacking: ["question", "questions"], strange: Vec::new(), missing: Vec::new() }
    }

    /// The warnings; an error where nothing is of any question, since that is another set and no result of zero.
    pub fn told(&self, found: usize) -> Result<Vec<String>, InputError> {
        if found == 0 {
            let [what, _] = self.what;
            let (file, project) = (examples(&self.strange), examples(&self.missing));
            let problem = format!("no {what} of it is of a question of the project: it has {file}; the project has {project}");
            return Err(InputError::nothing_to_evaluate(problem).mend("are they of the same question set?"));
        }
        let mut warnings = Vec::new();
        if !self.strange.is_empty() {
            warnings.push(format!("left out, since of no question of the project: {}", counted(self.what, &self.strange)));
        }
        if !self.missing.is_empty() {
            warnings.push(format!("errors of the run, since not in the file: {}", counted(self.lacking, &self.missing)));
        }
        Ok(warnings)
    }
}

fn counted([one, several]: Name, names: &[String]) -> String {
    let what = if names.len() == 1 { one } else { several };
    format!("{} {what}, such as {}", names.len(), examples(names))
}

fn examples(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(3).map(|name| format!("'{}'", printable(name, 40))).collect();
    if shown.is_empty() { "none".to_owned() } else { shown.join(", ") }
}
