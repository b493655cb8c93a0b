//! The custody of a project's final set, as commands meet it: its record, a look at the set, who looks.

pub mod split;

use std::num::NonZeroU32;

use fourcell::evidence::custody::{Act, Answer, Custody, FinalSet, Refusal, Subject};
use fourcell::evidence::snapshot::content_hash;
use fourcell::formats::Source;
use fourcell::formats::native::Run;
use fourcell::formats::native::custody::{Record, append, read_record};
use fourcell::formats::project::{Project, QuestionSet};
use fourcell::statistics::multiplicity::looks::{alpha_each, interval_inflation};

use crate::console;
use crate::failure::Failure;
use crate::inputs::shown;
use crate::when;

/// What all looks together may be wrong with.
pub const ALPHA: f64 = 0.05;

/// Who looks, with what, and why.
#[derive(Clone, Copy, Debug, Default)]
pub struct Looker<'a> {
    /// The command that prints what is released, or `hand`.
    pub by: &'a str,
    /// Who; `None` for whom the environment names.
    pub who: Option<&'a str>,
    /// Why, where that is said.
    pub reason: Option<&'a str>,
    /// On what terms, as text: the same settings on other terms are another look.
    pub terms: Option<&'a str>,
}

/// A look at the final set that may be had, and is written down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Which look it is, from 1.
    pub number: u32,
    /// How many were planned.
    pub planned: u32,
    /// What it may decide at, in (0, 0.05]: one-sided bounds have this level.
    pub alpha: f64,
    /// Whether it is a new one: the same settings on the same set were not looked at before.
    pub new: bool,
}

/// A look at the verdicts of a run over the final set: refused where it may not be had, else written down, and its price told.
///
/// # Errors
/// The set is not sealed, was changed since, is burned, or all looks were had; or its record does not hold.
pub fn look(project: &Project, set: &QuestionSet, run: &Run, looker: &Looker<'_>) -> Result<Look, Failure> {
    let (sealed, settings) = (sealed(set), manifest_hash(&[run])?);
    let manifest = match looker.terms {
        Some(terms) => content_hash(format!("fourcell/look@1\n{settings}\n{terms}").as_bytes()),
        None => settings,
    };
    // What is refused in any case leaves no trace.
    if let Answer::Refused(refusal) = Custody::of(&record_of(project)?.entries).may_look(&sealed, &manifest) {
        return Err(refused(refusal));
    }
    let ((custody, number, new), head) = append(&project.custody.file, &when::now(), &who(looker.who), |record| {
        let custody = Custody::of(&record.entries);
        match custody.may_look(&sealed, &manifest) {
            Answer::Refused(refusal) => Err(refused(refusal)),
            Answer::AlreadyLooked { number } => Ok((None, (custody, number, false))),
            Answer::Allowed { number } => {
                let subject = Subject { run: run.name.clone(), manifest: manifest.clone(), by: looker.by.to_owned() };
                let reason = looker.reason.map(str::to_owned);
                Ok((Some(Act::Look { set: sealed.clone(), subject, reason }), (custody, number, true)))
            }
        }
    })?;
    let look = Look { number, planned: custody.planned, alpha: price(custody.planned).0, new };
    tell(project, &look, custody.left() - u32::from(new), &head);
    Ok(look)
}

/// What each of some planned looks may decide at, and how much wider its intervals are than those of a single one.
pub fn price(planned: u32) -> (f64, f64) {
    let planned = NonZeroU32::new(planned).unwrap_or(NonZeroU32::MIN);
    (alpha_each(ALPHA, planned), interval_inflation(ALPHA, planned))
}

/// What looks cost, in words.
pub fn price_in_words(planned: u32) -> String {
    let (alpha, wider) = price(planned);
    format!(
        "each look decides at {} ({ALPHA} / {planned}), with intervals {wider:.2} times as wide as those of a single look",
        short(alpha)
    )
}

/// A level, as short as it is.
fn short(alpha: f64) -> String {
    let text = format!("{alpha:.5}");
    text.trim_end_matches('0').to_owned()
}

fn tell(project: &Project, look: &Look, left: u32, head: &str) {
    let Look { number, planned, .. } = look;
    if !look.new {
        return console::talk(&format!(
            "note: these settings were looked at before, on the same final questions: no new look; look {number} of {planned}, {left} left"
        ));
    }
    console::talk(&format!("look {number} of {planned} at the final questions, {left} left; {}", price_in_words(*planned)));
    match left {
        0 => console::talk(&format!(
            "warning: that was the last planned look, and further ones are refused: {}",
            Refusal::Spent.mend()
        )),
        1 => console::talk("warning: one look is left"),
        _ => {}
    }
    tell_head(project, head);
}

/// Says what the record ends in: who keeps that elsewhere finds what is cut off.
pub fn tell_head(project: &Project, head: &str) {
    console::talk(&format!("{} ends in {head}; commit it", shown(&project.custody.file)));
}

/// The record of a project; it must hold.
pub fn record_of(project: &Project) -> Result<Record, Failure> {
    let file = &project.custody.file;
    Ok(read_record(file)?.sound(&file.display().to_string())?)
}

/// The final questions of a set with their labels, as a hash.
pub fn sealed(set: &QuestionSet) -> FinalSet {
    FinalSet::of(&set.questions, &set.labels)
}

/// A refusal as the user sees it.
pub fn refused(refusal: Refusal) -> Failure {
    let failure = if refusal == Refusal::Empty { Failure::nothing(refusal) } else { Failure::bad_input(refusal) };
    failure.mend(refusal.mend())
}

/// Who it is, as he says; else as the environment says.
pub fn who(stated: Option<&str>) -> String {
    let named = ["FOURCELL_WHO", "USER", "USERNAME", "LOGNAME"].map(|name| std::env::var(name).ok());
    let all = stated.map(str::to_owned).into_iter().chain(named.into_iter().flatten());
    all.map(|name| name.trim().to_owned()).find(|name| !name.is_empty()).unwrap_or_else(|| "unknown".to_owned())
}

/// The hash of the settings that some runs were made with. A run whose manifest has none is told by its files.
pub fn manifest_hash(runs: &[&Run]) -> Result<String, Failure> {
    let mut hashes = Vec::new();
    for run in runs {
        let settings = run.manifest.as_ref().map(|manifest| &manifest.settings).filter(|settings| !settings.is_empty());
        hashes.push(match settings {
            Some(settings) => {
                let lines: Vec<String> = settings.iter().map(|(key, value)| format!("{key:?} = {value}")).collect();
                content_hash(format!("fourcell/settings@1\n{}", lines.join("\n")).as_bytes())
            }
            None => {
                // A manifest without settings tells when the run was, which makes no other run of it.
                let told = |file: &&Source| file.path().is_none_or(|path| !path.ends_with("manifest.toml"));
                let files: Vec<String> = run.files.iter().filter(told).map(Source::sha256).collect::<Result<_, _>>()?;
                content_hash(format!("fourcell/run-files@1\n{}", files.join("\n")).as_bytes())
            }
        });
    }
    match hashes.as_slice() {
        [one] => Ok(one.clone()),
        several => Ok(content_hash(several.join("\n").as_bytes())),
    }
}

/// A reason that says something.
pub fn reason<'r>(flag: &str, reason: &'r str) -> Result<&'r str, Failure> {
    let said = reason.trim();
    if said.is_empty() {
        return Err(Failure::bad_input(format!("{flag} is blank")).mend("say why: it stands in the record"));
    }
    Ok(said)
}
