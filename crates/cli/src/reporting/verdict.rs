//! What may be concluded of a run, and the layers on which that rests.

use fourcell::diagnosis::Comparison;
use fourcell::diagnosis::gate::{self, LayerName, invariants};
use fourcell::formats::project::Access;
use fourcell::statistics::Summary;
use fourcell::statistics::verdict::Outcome;
use report::html::{Layer, LayerOutcome, QuestionView};
use report::number::{count, interval, points, value};

use super::Looked;

/// A number in words.
fn said(summary: &Summary) -> String {
    let failed = if summary.failed > 0 { format!(", {} failed", summary.failed) } else { String::new() };
    format!("{} {}, n = {}{failed}", value(summary), interval(summary.interval), summary.n)
}

/// The sentence at the top.
pub fn verdict(run: &Looked, compared: &[Comparison], baseline: Option<&Looked>) -> Layer {
    if let Some(first) = &run.ledger.incidents {
        let name = format!("{} before any score", count(first.count, "incident"));
        let rules: Vec<String> = first.by_rule.iter().map(|(rule, n)| format!("{rule} {n}")).collect();
        let lines =
            vec![format!("{}. What must not be there was sent or cited: nothing below makes up for it.", rules.join(", "))];
        return Layer { name, outcome: LayerOutcome::Fail, said: lines, filter: None };
    }
    let mut lines = Vec::new();
    let name = match (&run.cells, &run.score) {
        (Ok(cells), _) => {
            let tally = &cells.main().tally.cells;
            let all = &cells.main().chances.right;
            lines.push(format!(
                "{} were lost by retrieval, {} by generation; {} were right without their evidence. Right end to end: {}.",
                tally.retrieval_fault,
                tally.generation_fault,
                tally.lucky,
                said(all)
            ));
            format!("{} of {} answerable questions work", tally.works, tally.scored())
        }
        (Err(_), Ok(score)) => match (score.measures.first(), score.summaries.first()) {
            (Some(measure), Some(summary)) => format!("{measure} {}", said(summary)),
            _ => "Nothing was measured".to_owned(),
        },
        (Err(why), Err(_)) => why.clone(),
    };
    if let (Some(comparison), Some(baseline)) = (compared.first(), baseline) {
        let around = comparison.interval.as_ref().map(|i| format!(" [{}, {}]", points(i.lo), points(i.hi))).unwrap_or_default();
        let verdict = match comparison.verdict.as_ref().and_then(|verdict| verdict.as_ref().ok()).map(|verdict| verdict.outcome) {
            Some(Outcome::Pass | Outcome::Unchanged) => ", no worse than the margin allows",
            Some(Outcome::Fail) => ", worse than the margin allows",
            Some(Outcome::Inconclusive { .. }) => ", which does not decide whether it is worse than the margin allows",
            None => "",
        };
        lines.push(format!(
            "Against {}: {} {}{around} points on {}{verdict}.",
            baseline.diagnosis.material.name,
            comparison.measure,
            comparison.difference.map_or_else(|| "–".to_owned(), points),
            count(comparison.n, "paired question"),
        ));
    }
    Layer { name, outcome: LayerOutcome::Shown, said: lines, filter: None }
}

/// What must hold before any score, rule by rule: what was not captured is not checked, and does not pass.
fn held(run: &Looked) -> Layer {
    let material = &run.diagnosis.material;
    let without_access = material.project.as_ref().is_some_and(|project| project.access == Access::None);
    let checks = material.held(0).map(|held| invariants(&held.found.checked, without_access)).unwrap_or_default();
    let layer = Layer::of_gate(&gate::Layer { name: LayerName::Invariants, checks });
    if layer.outcome == LayerOutcome::Shown { Layer { outcome: LayerOutcome::NotChecked, ..layer } } else { layer }
}

/// The layers of a run that no gate was held against: what each shows, and nothing is asked of it but that nothing leaks.
pub fn layers(run: &Looked, questions: &[QuestionView]) -> Vec<Layer> {
    let shown = |name: &str, said: Vec<String>, filter: Option<(&'static str, Vec<String>)>| Layer {
        name: name.to_owned(),
        outcome: if said.is_empty() { LayerOutcome::NotChecked } else { LayerOutcome::Shown },
        said,
        filter,
    };
    let mut layers = vec![held(run)];
    let critical: Vec<&QuestionView> =
        questions.iter().filter(|view| view.question.critical && view.question.answerable).collect();
    if !critical.is_empty() {
        let complete =
            critical.iter().filter(|view| matches!(view.evidence, fourcell::statistics::Score::Value(v) if v >= 1.0)).count();
        let line = format!("all evidence was sent for {complete} of {}", count(critical.len(), "critical question"));
        layers.push(shown("Critical evidence", vec![line], Some(("critical", vec!["true".to_owned()]))));
    }
    if let Ok(cells) = &run.cells {
        let chances = &cells.main().chances;
        layers.push(shown(
            "Retrieval",
            vec![format!("all evidence present: {}", said(&chances.evidence))],
            Some(("cell", vec!["retrieval-fault".to_owned()])),
        ));
        layers.push(shown(
            "Generation",
            vec![format!("right where it was: {}", said(&chances.right_with))],
            Some(("cell", vec!["generation-fault".to_owned()])),
        ));
        if let Some(all) = &cells.unanswerable {
            layers.push(shown(
                "Unanswerable",
                vec![format!("answered: {}", said(&all.rate))],
                Some(("cell", vec!["answered".to_owned()])),
            ));
        }
        layers.push(shown(
            "End to end",
            vec![format!("right: {}", said(&chances.right))],
            Some(("right", vec!["wrong".to_owned()])),
        ));
    } else if let Ok(score) = &run.score {
        let lines =
            score.measures.iter().zip(&score.summaries).take(2).map(|(measure, summary)| format!("{measure} {}", said(summary)));
        layers.push(shown("Retrieval", lines.collect(), None));
        layers.push(shown("Generation", Vec::new(), None));
    }
    layers
}
