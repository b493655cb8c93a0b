//! What is measured of answers, and what must be asked for it.

use std::collections::BTreeSet;

use fourcell::evidence::Split;
use fourcell::formats::project::Project;
use fourcell::generation::measures::Need;
use fourcell::generation::{Kind, MEASURES, Measure};
use judging::Wanted;

use crate::failure::Failure;

/// What is measured where neither the project nor the command says: whatever does not apply is not shown.
pub const MEASURES_OF_ANSWERS: &str = "correct expected-status faithfulness contradicted out-of-scope hallucination self-knowledge vital-recall \
                                       fact-recall forbidden conflict-handled context-relevance context-utilisation answer-relevance \
                                       citation-resolves citation-precision citation-recall false-answer false-decline";

/// The measures: as the command says, else as the project says, else the usual ones; the project's rubrics unless the command says.
pub fn measures(stated: Option<&str>, project: Option<&Project>, recorded: bool) -> Result<Vec<Measure>, Failure> {
    let parse = |names: &str| Measure::parse_list(names).map_err(Failure::bad_input);
    if let Some(names) = stated {
        let measures = parse(names)?;
        rubrics_are_stated(&measures, project)?;
        return if measures.is_empty() { Err(Failure::bad_input("no measure is named")) } else { Ok(measures) };
    }
    let judging = project.map(|project| &project.judging);
    let own = judging.map(|judging| judging.measures.join(" ")).unwrap_or_default();
    // Of what others recorded, everything that it decides is shown.
    let all = || MEASURES.iter().map(|d| d.name).filter(|name| *name != "rubric").collect::<Vec<_>>().join(" ");
    let mut measures = match (own.is_empty(), recorded) {
        (false, _) => parse(&own)?,
        (true, true) => parse(&all())?,
        (true, false) => parse(MEASURES_OF_ANSWERS)?,
    };
    for rubric in judging.into_iter().flat_map(|judging| &judging.rubrics) {
        let measure = parse(&format!("rubric:{}", rubric.name))?;
        measures.extend(measure.into_iter().filter(|m| !measures.contains(m)).collect::<Vec<_>>());
    }
    Ok(measures)
}

/// A rubric that nobody states has no question to ask.
pub fn rubrics_are_stated(measures: &[Measure], project: Option<&Project>) -> Result<(), Failure> {
    let rubrics = project.map(|project| project.judging.rubrics.as_slice()).unwrap_or_default();
    let is_stated = |name: &&String| rubrics.iter().any(|rubric| rubric.name == **name);
    let Some(name) = measures.iter().filter_map(|m| m.rubric.as_ref()).find(|name| !is_stated(name)) else { return Ok(()) };
    let stated: Vec<&str> = rubrics.iter().map(|rubric| rubric.name.as_str()).collect();
    let there = if stated.is_empty() { "none is stated".to_owned() } else { format!("there are {}", stated.join(", ")) };
    Err(Failure::bad_input(format!("no rubric is called '{name}'; {there}"))
        .mend(format!("state it in fourcell.toml as [rubrics.{name}], with question, outcomes and pass")))
}

/// What must be asked for some measures, of judges that are asked these kinds of questions.
pub fn needs(measures: &[Measure], kinds: &BTreeSet<Kind>, project: Option<&Project>) -> Wanted {
    let all: BTreeSet<Need> = measures.iter().flat_map(|m| m.definition.needs.iter().copied()).collect();
    let needs = all.into_iter().filter(|need| kinds.contains(&need.kind())).collect();
    let named: Vec<&String> = measures.iter().filter_map(|m| m.rubric.as_ref()).collect();
    let rubrics = project.into_iter().flat_map(|p| &p.judging.rubrics).filter(|r| named.contains(&&r.name)).cloned().collect();
    Wanted { needs, rubrics }
}

/// The split that is meant; `None` for the one to work with, with the final one sealed.
pub fn split(name: Option<&str>) -> Result<Option<Split>, Failure> {
    let Some(name) = name else { return Ok(None) };
    let known = Split::ALL.iter().find(|(n, _)| *n == name);
    known
        .map(|(_, split)| Some(*split))
        .ok_or_else(|| Failure::bad_input(format!("--split of a project is 'tune' or 'final', not '{name}'")))
}
