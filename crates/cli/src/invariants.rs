//! What must hold of a run before anything is measured: on which day, of which index, with whose access model.

use std::collections::BTreeSet;

use fourcell::diagnosis::invariants::Checked;
use fourcell::evaluate::{InvariantTerms, InvariantsChecked, check_invariants};
use fourcell::evidence::Split;
use fourcell::evidence::snapshot::snapshot_id;
use fourcell::formats::native::Run;
use fourcell::formats::native::answers::RecordedAnswer;
use fourcell::formats::project::{Access, Project, QuestionSet};
use report::invariants::{First, RunInvariants};

use crate::failure::Failure;
use crate::when;

/// What a command says of the terms; what it does not say stands in the project or the manifest.
#[derive(Debug, Default)]
pub struct Stated {
    /// The day.
    pub day: Option<String>,
    /// What the index should say it is.
    pub index_revision: Option<String>,
    /// The split.
    pub split: Option<Split>,
    /// Threads to use.
    pub threads: usize,
}

/// Holds a run to the invariants.
pub fn held(
    project: &Project,
    set: &QuestionSet,
    run: &Run,
    answers: Option<&[RecordedAnswer]>,
    stated: &Stated,
) -> Result<RunInvariants, Failure> {
    let mut notes = Vec::new();
    let of_manifest =
        |value: fn(&fourcell::formats::native::run::Manifest) -> Option<String>| run.manifest.as_ref().and_then(value);
    let mut day = stated.day.clone().map(|day| (day, "--day"));
    if let (None, Some(captured)) = (&day, of_manifest(|manifest| manifest.day.clone())) {
        match when::is_day(&captured) {
            true => day = Some((captured, "the run's manifest")),
            false => {
                notes.push(format!("the run's manifest says that its day is '{captured}', which is no day: say one with --day"))
            }
        }
    }
    let index_revision = (stated.index_revision.clone().map(|revision| (revision, "--index-revision")))
        .or_else(|| project.index_revision.clone().map(|revision| (revision, "[invariants] index_revision")))
        .or_else(|| of_manifest(|manifest| manifest.index_revision.clone()).map(|revision| (revision, "the run's manifest")));
    let terms = InvariantTerms {
        split: stated.split,
        day: day.as_ref().map(|(day, _)| day.clone()),
        index_revision: index_revision.as_ref().map(|(revision, _)| revision.clone()),
        without_access: project.access == Access::None,
        other_corpora: other_corpora(project, set),
        threads: stated.threads,
    };
    let found = check_invariants(set, run, answers, &terms)?;
    notes.extend(changed_corpus(set, run, &found));
    Ok(RunInvariants { found, day, index_revision, notes })
}

/// What must be said before a run's scores; nothing where everything holds that could be checked. What cannot be checked at all is for
/// 'fourcell invariants' to tell.
pub fn first(
    project: &Project,
    set: &QuestionSet,
    run: &Run,
    answers: Option<&[RecordedAnswer]>,
    stated: &Stated,
) -> Option<First> {
    let held = held(project, set, run, answers, stated).ok()?;
    First::of(&held.found.name, &held.found.checked)
}

/// Corpora that questions may name and that are not the one at hand: of what they hold nothing is known here.
fn other_corpora(project: &Project, set: &QuestionSet) -> BTreeSet<String> {
    let real = |path: &std::path::Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let own = project.corpus.as_deref().map(real);
    let mut others: BTreeSet<String> =
        project.corpora.iter().filter(|(_, path)| own.as_ref() != Some(&real(path))).map(|(name, _)| name.clone()).collect();
    // A snapshot's id takes a look at every text, so that it is only made where a question names one.
    let named: BTreeSet<&String> =
        set.questions.iter().filter_map(|q| q.corpus.as_ref()).filter(|corpus| corpus.starts_with("sha256:")).collect();
    if let (false, Some(corpus)) = (named.is_empty(), &set.corpus) {
        let own = snapshot_id(corpus);
        others.extend(named.into_iter().filter(|id| **id != own).cloned());
    }
    others
}

/// A document may have been deleted after the run: then the incident is one of the corpus as it is now.
fn changed_corpus(set: &QuestionSet, run: &Run, found: &InvariantsChecked) -> Option<String> {
    let of_corpus = |checked: &Checked| checked.incidents.iter().any(|incident| incident.passage.is_some());
    let settings = &run.manifest.as_ref()?.settings;
    let (_, made_on) = settings.iter().find(|(name, _)| name == "corpus")?;
    let made_on = made_on.trim_matches('"');
    let corpus = set.corpus.as_ref().filter(|_| of_corpus(&found.checked) && made_on.starts_with("sha256:"))?;
    (snapshot_id(corpus) != made_on).then(|| {
        format!("the run was made on corpus {made_on}, and the corpus has changed since: results are held against what it is now")
    })
}
