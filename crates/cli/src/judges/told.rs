//! What people are told of the judges: who they are, and how far nobody knows what their verdicts are worth.

use std::collections::BTreeSet;

use fourcell::generation::By;

use super::{Material, family};
use crate::failure::Failure;

/// What a reader must know of the judges before any number.
pub fn about(described: &[(String, serde_json::Value)], material: &Material) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, described) in described {
        match described["kind"].as_str() {
            Some("lexical") => {
                lines.push(format!(
                    "judge {name}: uncalibrated judge; it compares words and knows nothing else, to choose what people look at first"
                ));
                lines.push(lexical());
            }
            Some(kind) => {
                let model = described["settings"]["model"].as_str().map(|model| format!(", {model}")).unwrap_or_default();
                lines.push(format!("judge {name}: {kind}{model}; uncalibrated judge unless 'fourcell calibrate' says otherwise"));
            }
            None => {}
        }
        let generator = material.native.as_ref().and_then(|(run, _)| run.manifest.as_ref()).and_then(family::generator);
        let judge = described["settings"]["model"].as_str();
        if let (Some(judge), Some(generator)) = (judge, generator)
            && family::are_one(judge, &generator)
        {
            lines.push(format!(
                "warning: judge {name} ({judge}) and the generator ({generator}) look like one family: it may favour its own answers \
                 ('fourcell calibrate --other' measures that)"
            ));
        }
    }
    lines
}

/// How often the lexical judge agrees with people; it stands wherever its verdicts do.
pub fn lexical() -> String {
    judging::lexical::ACCURACY.trim().to_owned()
}

/// The judges whose recorded verdicts count, in words.
pub fn recorded(material: &Material) -> Result<Vec<String>, Failure> {
    let said = material.rows.iter().flat_map(|row| &row.said);
    let names: BTreeSet<String> =
        said.map(|s| format!("{} ({})", s.judge.as_deref().unwrap_or("nobody named"), s.by.name())).collect();
    if names.is_empty() {
        return Err(Failure::nothing(format!("{} holds no verdict", material.name))
            .mend("have it judged: fourcell judge --judge lexical, or by a judge of the project"));
    }
    let mut lines = vec![format!("recorded verdicts of {}", names.into_iter().collect::<Vec<_>>().join(", "))];
    if material.rows.iter().flat_map(|row| &row.said).any(|said| said.by == By::Lexical) {
        lines.push(lexical());
    }
    Ok(lines)
}
