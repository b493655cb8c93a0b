//! Two runs compared on their answers, by verdicts of the same judges.

use std::collections::BTreeSet;
use std::path::PathBuf;

use fourcell::diagnosis::Comparison;
use fourcell::diagnosis::compare::{Terms, compare};
use fourcell::diagnosis::experiment::Changes;
use fourcell::evidence::Split;
use fourcell::formats::Source;
use fourcell::formats::judges::Stated;
use fourcell::formats::native::Run;
use fourcell::generation::Measure;
use fourcell::retrieval::record::Mode;
use fourcell::statistics::paired::sign_flip::SignMatrix;
use report::score::Questions;

use super::seats::RECORDED;
use super::verdicts::{self, Whose};
use super::{Material, MaterialArgs, lock, told};
use crate::custody::split::BurnArgs;
use crate::experiments::changes_between;
use crate::failure::Failure;
use crate::scoring::Known;

/// Which answers of which runs are compared by whom.
pub struct Comparing<'a> {
    /// The runs; the last is the baseline.
    pub runs: &'a [PathBuf],
    /// The project's folder.
    pub project: Option<PathBuf>,
    /// What is measured.
    pub measures: Vec<Measure>,
    /// Whose verdicts count; `None` for the only judge there is.
    pub judge: Option<&'a str>,
    /// Compare although the judges are not the same.
    pub different_judges: bool,
    /// The mode of the answers.
    pub mode: Mode,
    /// Their repeat.
    pub repeat: u32,
    /// The split.
    pub split: Option<Split>,
    /// What it takes to look at a final one.
    pub burn: &'a BurnArgs,
}

/// A candidate against the baseline.
pub struct Compared {
    /// The candidate's name.
    pub candidate: String,
    /// The baseline's.
    pub baseline: String,
    /// Measure by measure.
    pub comparisons: Vec<Comparison>,
    /// What differs from the baseline; `None` where there is no run, and so no manifest.
    pub changes: Option<Changes>,
    /// What a reader must know.
    pub warnings: Vec<String>,
}

impl Comparing<'_> {
    /// Reads and compares; with the files that were read, and how many questions there are.
    pub fn run(&self, terms: &Terms, seed: u64, replicates: u32) -> Result<(Vec<Compared>, Vec<Source>, String), Failure> {
        let split = self.split;
        let mut materials = Vec::new();
        for run in self.runs {
            let args = MaterialArgs { run: Some(run.clone()), project: self.project.clone(), ..MaterialArgs::default() };
            materials.push(args.open(split)?);
        }
        let runs: Vec<&Run> = materials.iter().filter_map(|material| Some(&material.native.as_ref()?.0)).collect();
        let first = materials.first().and_then(|material| Some((material.project.as_ref()?, &material.native.as_ref()?.1)));
        if let Some((project, set)) = first {
            self.burn.open(split, project, set, &runs, "compare")?;
        }
        let whose = whose(self.judge, &materials)?;
        let scored: Vec<_> = materials
            .iter()
            .map(|material| {
                let rubrics = material.project.as_ref().map(|p| p.judging.rubrics.clone()).unwrap_or_default();
                verdicts::score(material, &whose, &self.measures, &rubrics, self.mode, self.repeat)
            })
            .collect::<Result<_, _>>()?;
        let (Some((baseline, candidates)), Some((base, others))) = (scored.split_last(), materials.split_last()) else {
            return Err(Failure::bad_input("no baseline"));
        };
        let signs = SignMatrix::new(seed, replicates, baseline.scores.questions().len());
        let known = base.native.as_ref().map(|(_, set)| Known::new(set));
        let clusters =
            known.as_ref().map(|known| report::score::clusters_of(baseline.scores.questions(), known as &dyn Questions));
        let numbers = clusters.as_ref().and_then(|clusters| clusters.numbers());
        let mut all = Vec::new();
        for (candidate, material) in candidates.iter().zip(others) {
            let mut warnings = self.same_judges(material, base, &whose)?;
            warnings.extend(material.warnings.iter().cloned());
            all.push(Compared {
                candidate: candidate.name.clone(),
                baseline: baseline.name.clone(),
                comparisons: compare(&candidate.scores, &baseline.scores, numbers, terms, &signs),
                changes: material
                    .native
                    .as_ref()
                    .zip(base.native.as_ref())
                    .map(|((run, _), (base, _))| changes_between(base, run)),
                warnings,
            });
        }
        let by = match &whose {
            Whose::Recorded => "recorded verdicts".to_owned(),
            Whose::Judges(names) => format!("judged by {}", names.join(", ")),
        };
        let heading =
            format!("{} questions · mode {} · {by}", baseline.scores.questions().len(), Mode::ALL[self.mode as usize].0);
        let files = materials.iter().flat_map(|material| material.files.clone()).collect();
        Ok((all, files, heading))
    }

    /// The judges of both runs must have been the same; what they were must be known.
    fn same_judges(&self, a: &Material, b: &Material, whose: &Whose) -> Result<Vec<String>, Failure> {
        let Whose::Judges(names) = whose else { return Ok(Vec::new()) };
        let locks = |material: &Material| match &material.native {
            Some((run, _)) => lock::read(&run.directory),
            None => Ok(lock::Locks::default()),
        };
        let (mine, theirs) = (locks(a)?, locks(b)?);
        let mut warnings = Vec::new();
        let is_lexical = |name: &String| mine.get(name).is_some_and(|judge| judge["kind"] == "lexical");
        if names.iter().any(is_lexical) {
            warnings.push(told::lexical());
        }
        for name in names {
            for material in [a, b] {
                let says = |said: &fourcell::generation::Judgement| said.judge.as_deref() == Some(name.as_str());
                if !material.rows.iter().any(|row| row.mode == self.mode && row.said.iter().any(says)) {
                    return Err(Failure::bad_input(format!("run {} holds no verdict of '{name}' in this mode", material.name))
                        .mend(format!("have it judged: fourcell judge {} --judge {name}", material.name)));
                }
            }
            let problem = match (lock::of(&mine, name), lock::of(&theirs, name)) {
                (Some(mine), Some(theirs)) if mine == theirs => continue,
                (Some(_), Some(_)) => format!("'{name}' was another judge in {} than in {}", a.name, b.name),
                (None, _) => format!("nobody knows what judge '{name}' was in {}: it has no {}", a.name, lock::JUDGES),
                (_, None) => format!("nobody knows what judge '{name}' was in {}: it has no {}", b.name, lock::JUDGES),
            };
            if !self.different_judges {
                return Err(Failure::bad_input(format!("{problem}, so that a difference may be the judge's own")).mend(format!(
                    "judge both again with fourcell judge --judge {name}; or say --different-judges, and the result says so"
                )));
            }
            warnings.push(format!("DIFFERENT JUDGES: {problem}; a difference may be the judge's own"));
        }
        Ok(warnings)
    }
}

/// Whose verdicts count: as it is said, else those of the only judge there is.
pub fn whose(judge: Option<&str>, materials: &[Material]) -> Result<Whose, Failure> {
    let project = materials.first().and_then(|material| material.project.as_ref());
    if let Some(name) = judge {
        if name == RECORDED {
            return Ok(Whose::Recorded);
        }
        let stated = project.and_then(|p| p.judging.judges.iter().find(|judge| judge.name == name));
        let names = match stated.map(|judge| &judge.judge) {
            Some(Stated::Panel(members)) => members.clone(),
            _ => vec![name.to_owned()],
        };
        return Ok(Whose::Judges(names));
    }
    let machines = |material: &Material| -> BTreeSet<String> {
        let said = material.rows.iter().flat_map(|row| &row.said).filter(|said| !said.by.is_recorded());
        said.filter_map(|said| said.judge.clone()).collect()
    };
    let all: BTreeSet<String> = materials.iter().flat_map(machines).collect();
    match all.len() {
        0 => Ok(Whose::Recorded),
        1 => Ok(Whose::Judges(all.into_iter().collect())),
        _ => {
            let names: Vec<&str> = all.iter().map(String::as_str).collect();
            Err(Failure::bad_input(format!("the runs hold verdicts of several judges: {}", names.join(", ")))
                .mend("name one with --judge, or a panel of the project"))
        }
    }
}
