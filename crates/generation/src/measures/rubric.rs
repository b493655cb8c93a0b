//! Whether the outcome of a rubric of the project's own is one that passes.

use statistics::{Score, Undefined};

use super::{Better, Definition, Measure, Need, Values, hit, said};
use crate::judged::Case;

/// Whether the outcome of a rubric of the project's own is one that passes.
pub const DEFINITION: Definition = Definition {
    name: "rubric",
    aliases: &[],
    title: "whether the outcome of a rubric of the project's own is one that passes",
    values: Values::Hit,
    better: Better::More,
    needs: &[Need::Rubric],
    page: include_str!("rubric.md"),
    evaluate,
};

/// Nobody was asked.
const NOT_JUDGED: Undefined = Undefined("the rubric was not judged");
/// A measure's name says which rubric is meant.
const NOT_STATED: Undefined = Undefined("no rubric of that name is stated");

fn evaluate(measure: &Measure, case: &Case<'_>) -> Score {
    if let Err(score) = said(case) {
        return score;
    }
    let named = measure.rubric.as_deref().and_then(|name| case.rubrics.iter().find(|rubric| rubric.name == name));
    let Some(rubric) = named else { return Score::Undefined(NOT_STATED) };
    let told = case.judged.rubrics.get(&rubric.name).cloned().unwrap_or_default();
    told.or_score(NOT_JUDGED).map_or_else(|score| score, |outcome| hit(rubric.pass.contains(&outcome)))
}
