//! From a run, judged and diagnosed, to the page that shows it.

mod cases;
mod changed;
mod looked;
mod spent;
mod verdict;

pub use looked::Looked;

use fourcell::diagnosis::compare::{Terms, compare};
use fourcell::evidence::shell::{option, word};
use fourcell::statistics::paired::sign_flip::{DEFAULT_REPLICATES, SignMatrix};
use report::GateReport;
use report::html::{Layer, Page};
use report::number::count;
use report::place::Places;
use report::score::Size;

use crate::diagnosing::{self, DiagnosisArgs};
use crate::failure::Failure;
use crate::gating::{Gated, Gating};
use crate::judges::seats::RECORDED;

/// The page of a run, against a baseline where there is one.
///
/// Where there is a baseline and the gate can be asked, its layers stand in the page; else those that show and ask nothing.
pub fn page(run: &Looked, baseline: Option<&Looked>, args: &DiagnosisArgs) -> Result<Page, Failure> {
    let material = &run.diagnosis.material;
    let times = spent::times(material)?;
    let compared = match (&run.score, baseline.map(|baseline| &baseline.score)) {
        (Ok(mine), Some(Ok(theirs))) => comparisons(run, &mine.scores, &theirs.scores),
        _ => Vec::new(),
    };
    let base = baseline.map(|baseline| baseline.diagnosis.material.name.clone());
    let mut command = format!("fourcell report {}", word(&material.name));
    if let Some(base) = &base {
        command += &format!(" {}", option("--baseline", base));
    }
    let questions = cases::cases(run, baseline, &times.by_call)?;
    let mut warnings = run.warnings.clone();
    let mut verdict = verdict::verdict(run, &compared, baseline);
    let mut layers = verdict::layers(run, &questions);
    let mut held = None;
    match baseline.map(|baseline| gated(run, baseline, args)) {
        Some(Ok(gate)) => {
            layers = gate.gate.layers.iter().map(Layer::of_gate).collect();
            warnings.extend(gate.gate.notes.iter().chain(&gate.warnings).cloned());
            let first = verdict.said.first().cloned().unwrap_or_default();
            let mut said = vec![format!("{}. {first}", verdict.name)];
            said.extend(verdict.said.into_iter().skip(1));
            verdict = Layer::of_verdict(&gate, said);
            held = Some(gate.gate);
        }
        Some(Err(failure)) => warnings.push(format!("the gate was not asked: {failure}")),
        None => {}
    }
    if let Ok(score) = &run.score {
        warnings.extend(told(score));
    }
    let mut seen = std::collections::HashSet::new();
    warnings.retain(|line| seen.insert(line.clone()));
    Ok(Page {
        project: run.project()?.name.clone(),
        run: material.name.clone(),
        baseline: base,
        about: about(run)?,
        trust: run.cells.as_ref().map(|cells| cells.judges.iter().skip(1).cloned().collect()).unwrap_or_default(),
        verdict,
        layers,
        gate: held,
        shares: run.cells.as_ref().ok().map(|cells| run.shares(cells)),
        cells: run.cells.clone(),
        ledger: run.ledger.clone(),
        score: run.score.clone(),
        compared,
        answers: run.answers.clone(),
        abstention: run.abstention.clone(),
        budget: run.budget(),
        times: times.times,
        keys: run.keys.clone(),
        questions,
        warnings,
        command,
    })
}

/// The gate over both runs, on the project's terms.
fn gated(run: &Looked, baseline: &Looked, args: &DiagnosisArgs) -> Result<GateReport, Failure> {
    let directory = |looked: &Looked| diagnosing::native(&looked.diagnosis.material).map(|(run, _)| run.directory.clone());
    let gating = Gating {
        candidate: Some(directory(run)?),
        baseline: Some(directory(baseline)?),
        project: args.project.clone(),
        judge: Some(args.judge.clone()).filter(|judge| judge != RECORDED),
        threads: args.threads,
        ..Gating::default()
    };
    let Gated { gate, inconclusive, by, project, warnings, changes, .. } = gating.run()?;
    let (changes, places) = (Some(changes), Places::default());
    Ok(GateReport { project, gate, inconclusive, by, sealed: false, warnings, changes, link: None, places })
}

/// What the scores noticed, in lines.
fn told(score: &report::score::RunReport) -> Vec<String> {
    let told = &score.told;
    let mut lines = Vec::new();
    let mut add = |ids: &[String], what: &str| {
        if !ids.is_empty() {
            lines.push(format!("{} {what}: {}", count(ids.len(), "question"), report::score::notes_ids(ids, 5)));
        }
    };
    let failed: Vec<String> = told.failed.iter().map(|(id, _)| id.clone()).collect();
    add(&failed, "whose call failed");
    add(&told.missing, "that the run has no record of");
    add(&told.empty, "for which the retriever returned nothing: they score 0");
    add(&told.stale, "whose evidence does not stand in the corpus any more: they are not scored");
    lines
}

/// The measures against the baseline, on the questions that both have.
fn comparisons(
    run: &Looked,
    mine: &fourcell::retrieval::Scores,
    theirs: &fourcell::retrieval::Scores,
) -> Vec<fourcell::diagnosis::Comparison> {
    let both = |id: &str| mine.find(id).is_some() && theirs.find(id).is_some();
    let (a, b) = (mine.filtered(both), theirs.filtered(both));
    if a.questions().is_empty() || a.measures() != b.measures() {
        return Vec::new();
    }
    let signs = SignMatrix::new(1, DEFAULT_REPLICATES, a.questions().len());
    let margin = run.diagnosis.material.project.as_ref().and_then(|project| project.margin);
    let clusters = report::score::clusters_of(a.questions(), &run.known);
    compare(&a, &b, clusters.numbers(), &Terms::of_margin(margin), &signs)
}

/// What stands at the top besides the verdict.
fn about(run: &Looked) -> Result<Vec<(&'static str, String)>, Failure> {
    let material = &run.diagnosis.material;
    let mut about = Vec::new();
    let answerable = material.questions.iter().filter(|question| question.answerable).count();
    let sealed = if material.sealed > 0 { format!(", {} final ones sealed", material.sealed) } else { String::new() };
    about.push((
        "questions",
        format!("{} ({answerable} answerable, {} not{sealed})", material.questions.len(), material.questions.len() - answerable),
    ));
    let size = run
        .cells
        .as_ref()
        .map(|cells| cells.size)
        .or_else(|_| run.score.as_ref().map(|score| Size::of_runs(std::slice::from_ref(score))));
    if let Ok(size) = size {
        about.push(("size of the set", size.label().to_owned()));
    }
    let manifest = material.native.as_ref().and_then(|(run, _)| run.manifest.as_ref());
    if let Some(system) = manifest.and_then(|manifest| manifest.system.clone()) {
        about.push(("system", system));
    }
    if let Some(day) = &run.diagnosis.found.day {
        about.push(("day", day.clone()));
    }
    if let Some(first) = run.cells.as_ref().ok().and_then(|cells| cells.judges.first()) {
        about.push(("judged by", first.clone()));
    }
    Ok(about)
}
