//! `fourcell calibrate`: how far may a judge be trusted? Its verdicts against people's, against others', and what people should look at.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use fourcell::formats::Source;
use fourcell::formats::atomic::write_atomically;
use fourcell::formats::native::judgements::read_judgements;
use fourcell::generation::ask::Ask;
use fourcell::generation::calibration::{Judged, calibrate, positive};
use fourcell::generation::{Judgement as Said, Kind, Target, Verdict};
use fourcell::retrieval::record::Mode;
use fourcell::statistics::Undefined;
use fourcell::statistics::agreement::{Confusion, Scale};
use fourcell::statistics::judge::self_preference;
use report::CalibrateReport;
use report::calibrate::{self, Change, Class};
use report::number::count;

use crate::console;
use crate::custody::split::SplitArgs;
use crate::exit_codes::Exit;
use crate::failure::Failure;
use crate::format::Format;
use crate::inputs::named;
use crate::judges::people::{self, Labels};
use crate::judges::verdicts::Whose;
use crate::judges::{Material, MaterialArgs};

/// Check a judge against people: agreement, corrected rates, drift, bias; or draw a sample for people to label
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  fourcell calibrate candidate --sample 100 --out review.jsonl     what people should look at, without what the judge said
  fourcell calibrate candidate --sample 60 --kind support          of claims alone, into the terminal
  fourcell calibrate candidate --people review.jsonl               the judge against what they filled in
  fourcell calibrate candidate --judge gpt --against lexical       two judges on the same targets
  fourcell calibrate candidate --earlier last-month.jsonl          has the judge changed since?
  fourcell calibrate candidate --other baseline --people both.jsonl   does it favour one system's answers?

Labels of people are judgements, a line each, with \"by\": \"person\": those in the run's judgements.jsonl, or in a file. At least 50 of
them, drawn at random, calibrate a judge; with fewer it is called uncalibrated.")]
pub struct Calibrate {
    #[command(flatten)]
    material: MaterialArgs,
    /// The judge [default: the only one whose verdicts there are]
    #[arg(long, short, value_name = "NAME")]
    judge: Option<String>,
    /// Labels of people, beside those in the run
    #[arg(long, value_name = "FILE")]
    people: Vec<PathBuf>,
    /// Another judge on the same targets, such as 'NAME (reversed)'
    #[arg(long, value_name = "NAME", conflicts_with = "earlier")]
    against: Option<String>,
    /// The judge's verdicts of an earlier time on the same targets
    #[arg(long, value_name = "FILE")]
    earlier: Option<PathBuf>,
    /// Another run with verdicts of the same judge and of people: is this run's system favoured?
    #[arg(long, value_name = "RUN")]
    other: Option<PathBuf>,
    /// Draw so many targets for people
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    sample: Option<u32>,
    /// Only these kinds of questions, as in support,fact: of the sample, or of the report
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = kinds())]
    kind: Vec<Kind>,
    /// Where the sample is written
    #[arg(long, value_name = "FILE", requires = "sample")]
    out: Option<PathBuf>,
    #[command(flatten)]
    split: SplitArgs,
    /// Seed of what is drawn at random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Replicates of resampled intervals
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    replicates: u32,
    /// How the result is written
    #[arg(long, default_value = "table")]
    format: Format,
}

/// Reads the name of a kind.
fn kinds() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(|(name, _)| name)).try_map(|name| {
        let known = Kind::ALL.iter().find(|(known, _)| *known == name);
        known.map(|(_, kind)| *kind).ok_or_else(|| format!("'{name}' is not known"))
    })
}

/// What a verdict is on: everything but who gave it.
type Key = (String, Mode, u32, Kind, Target, Option<String>);

/// What was said of each target, by repeat.
type ByTarget = BTreeMap<Key, Vec<Verdict>>;

/// What people said of each target, with whether it was drawn at random.
type ByPeople = BTreeMap<Key, (Vec<Verdict>, bool)>;

impl Calibrate {
    /// Reads, joins, prints; or draws.
    pub fn run(self) -> Result<Exit, Failure> {
        let split = self.split.wanted()?;
        let mut material = self.material.open(split)?;
        material.open_final(split, &self.split, "calibrate")?;
        let judge = self.judge_of(&material)?;
        if !self.kind.is_empty() {
            material.rows.iter_mut().for_each(|row| row.said.retain(|said| self.kind.contains(&said.kind)));
        }
        if let Some(wanted) = self.sample {
            return self.draw(&material, &judge, wanted as usize);
        }
        let mut labels = Labels::default();
        for path in &self.people {
            let read = people::read(path)?;
            labels.labels.extend(read.labels);
            labels.open += read.open;
            labels.unsaid += read.unsaid;
        }
        let report = self.report(&material, &judge, &labels)?;
        let mut files = material.files.clone();
        files.extend(self.people.iter().chain(&self.earlier).map(|path| Source::file(path)));
        console::data(&match self.format {
            Format::Table => calibrate::terminal(&report),
            Format::Markdown => calibrate::markdown(&report),
            Format::Json => calibrate::json(&report, &named(&files)),
        })?;
        Ok(Exit::Ok)
    }

    /// The judge that is meant.
    fn judge_of(&self, material: &Material) -> Result<String, Failure> {
        let said = material.rows.iter().flat_map(|row| &row.said).filter(|said| !said.by.is_recorded());
        let names: std::collections::BTreeSet<&str> = said.filter_map(|said| said.judge.as_deref()).collect();
        let held = names.iter().copied().collect::<Vec<_>>().join(", ");
        match (&self.judge, names.len()) {
            (Some(name), _) if names.contains(name.as_str()) => Ok(name.clone()),
            (_, 0) => Err(Failure::nothing(format!("{} holds no verdict of a judge", material.name))
                .mend("have it judged first: fourcell judge")),
            (Some(name), _) => {
                Err(Failure::bad_input(format!("no verdict is by '{name}'; there are those of {held}"))
                    .mend("name one with --judge"))
            }
            (None, 1) => Ok(held),
            (None, _) => {
                Err(Failure::bad_input(format!("there are verdicts of several judges: {held}")).mend("name one with --judge"))
            }
        }
    }

    fn draw(&self, material: &Material, judge: &str, wanted: usize) -> Result<Exit, Failure> {
        // Others' verdicts tell where judges differ; which targets there are, this judge's say.
        let (text, [random, differing, important]) =
            people::sample(material, &Whose::Judges(vec![judge.to_owned()]), wanted, self.seed);
        if text.is_empty() {
            return Err(Failure::nothing(format!("{} holds no verdict of '{judge}'", material.name)));
        }
        match &self.out {
            Some(path) if path.exists() => {
                return Err(Failure::bad_input(format!("{} is there already, perhaps with labels in it", path.display()))
                    .mend("name a file that is not there yet"));
            }
            Some(path) => write_atomically(path, |to| to.write_all(text.as_bytes()))?,
            None => console::data(text.as_bytes())?,
        }
        let place = self.out.as_ref().map_or_else(|| "FILE".to_owned(), |path| path.display().to_string());
        console::talk(&format!(
            "{}: {random} at random (seed {}), {differing} on which judges or repeats differ, {important} of critical questions",
            count(random + differing + important, "target"),
            self.seed
        ));
        console::talk(&format!(
            "next: fill in 'verdict' (one of 'verdicts') and 'judge' (your name), then fourcell calibrate {} --people {place}",
            material.name
        ));
        Ok(Exit::Ok)
    }

    fn report(&self, material: &Material, judge: &str, labels: &Labels) -> Result<CalibrateReport, Failure> {
        let said = by_target(material, &|said| said.judge.as_deref() == Some(judge) && !said.by.is_recorded());
        let (people, mut notes) = people_of(material, labels);
        let change = self.change(material)?;
        let mut classes: BTreeMap<(Kind, u8), Vec<&Key>> = BTreeMap::new();
        for key in said.keys() {
            if positive(key.3, &key.4).is_some() {
                classes.entry((key.3, class_of(&key.4))).or_default().push(key);
            }
        }
        let places = Places::of(material);
        let mut unmatched: usize = people.keys().filter(|key| !said.contains_key(*key)).count();
        let mut reports = Vec::new();
        for keys in classes.values() {
            let items: Vec<Judged> = keys.iter().map(|key| self.item(&places, key, &said, &people)).collect();
            let Some(first) = keys.first() else { continue };
            let Some(calibration) = calibrate_class(first, &items, self.replicates, self.seed) else { continue };
            let change = change
                .as_ref()
                .map(|(name, other)| changed(name, keys, &said, other, &calibration.verdicts, calibration.positive));
            reports.push(Class { name: class_name(first), calibration, change });
        }
        if reports.is_empty() {
            return Err(Failure::nothing(format!("'{judge}' gave no verdict of a closed set")));
        }
        if self.other.is_some() && labels.labels.iter().all(|label| label.judgement.said.by != fourcell::generation::By::Person) {
            // Labels of the other run are of other answers.
            unmatched = 0;
        }
        if unmatched > 0 {
            notes.push(format!(
                "{} of people are on targets that '{judge}' gave no verdict on, and are left out",
                count(unmatched, "label")
            ));
        }
        let self_preference =
            self.other.as_ref().map(|other| self.preference(material, other, judge, &said, labels)).transpose()?;
        let heading = format!("{} · judge {judge} · {}", material.name, count(said.len(), "target"));
        notes.extend(material.warnings.iter().cloned());
        Ok(CalibrateReport { heading, classes: reports, self_preference, seed: self.seed, notes })
    }

    fn item(&self, places: &Places<'_>, key: &Key, said: &ByTarget, people: &ByPeople) -> Judged {
        let label = people.get(key);
        Judged {
            question: key.0.clone(),
            judge: said[key].clone(),
            people: label.and_then(|(verdicts, _)| majority(verdicts)),
            at_random: label.is_some_and(|(_, at_random)| *at_random),
            length: length(places, key),
        }
    }

    /// The same targets judged otherwise.
    fn change(&self, material: &Material) -> Result<Option<(String, ByTarget)>, Failure> {
        if let Some(name) = &self.against {
            let other = by_target(material, &|said| said.judge.as_deref() == Some(name.as_str()));
            return if other.is_empty() {
                Err(Failure::bad_input(format!("no verdict is by '{name}'")))
            } else {
                Ok(Some((name.clone(), other)))
            };
        }
        let Some(path) = &self.earlier else { return Ok(None) };
        let read = read_judgements(&Source::from_argument(path)?)?;
        let judge = self.judge_of(material)?;
        let mut other = ByTarget::new();
        for judgement in read.items.iter().filter(|j| j.said.judge.as_deref() == Some(judge.as_str())) {
            if let Some(verdict) = judgement.said.verdict() {
                let key = key_of(&judgement.question, judgement.mode, judgement.repeat, &judgement.said);
                other.entry(key).or_default().push(verdict);
            }
        }
        if other.is_empty() {
            return Err(Failure::bad_input(format!("{} holds no verdict of '{judge}'", path.display())));
        }
        Ok(Some((format!("{judge} in {}", path.display()), other)))
    }

    /// Shares of positive verdicts, question by question: the judge's against people's, on this run and on another.
    fn preference(
        &self,
        material: &Material,
        other: &Path,
        judge: &str,
        said: &ByTarget,
        labels: &Labels,
    ) -> Result<Result<fourcell::statistics::judge::SelfPreference, Undefined>, Failure> {
        let args =
            MaterialArgs { run: Some(other.to_owned()), project: self.material.project.clone(), ..MaterialArgs::default() };
        let theirs = args.open(self.split.wanted()?)?;
        let said_of_theirs = by_target(&theirs, &|said| said.judge.as_deref() == Some(judge) && !said.by.is_recorded());
        // Labels in files are of this run; the other run's are in its own judgements.
        let (own_people, _) = people_of(material, labels);
        let (their_people, _) = people_of(&theirs, &Labels::default());
        let own = shares(said, &own_people);
        let other = shares(&said_of_theirs, &their_people);
        let (mut judge_own, mut people_own, mut judge_other, mut people_other) = (vec![], vec![], vec![], vec![]);
        for (question, (judge, people)) in &own {
            if let Some((their_judge, their_people)) = other.get(question) {
                judge_own.push(*judge);
                people_own.push(*people);
                judge_other.push(*their_judge);
                people_other.push(*their_people);
            }
        }
        if judge_own.is_empty() {
            return Ok(Err(Undefined("no question has verdicts of the judge and of people in both runs")));
        }
        Ok(self_preference((&judge_own, &people_own), (&judge_other, &people_other), 9999, self.seed))
    }
}

/// Of each question the share of positive verdicts by the judge and by people, over the targets that both judged.
fn shares(said: &ByTarget, people: &ByPeople) -> BTreeMap<String, (f64, f64)> {
    let mut sums: BTreeMap<String, (f64, f64, f64)> = BTreeMap::new();
    for (key, verdicts) in said {
        let label = people.get(key).and_then(|(labels, _)| majority(labels));
        let (Some(judge), Some(label), Some(positive)) = (majority(verdicts), label, positive(key.3, &key.4)) else { continue };
        let sum = sums.entry(key.0.clone()).or_default();
        sum.0 += f64::from(u8::from(judge == positive));
        sum.1 += f64::from(u8::from(label == positive));
        sum.2 += 1.0;
    }
    sums.into_iter().map(|(question, (judge, people, n))| (question, (judge / n, people / n))).collect()
}

fn key_of(question: &str, mode: Mode, repeat: u32, said: &Said) -> Key {
    // Of a citation the passage is part of the question; elsewhere it is part of the verdict.
    let passage = said.passage.clone().filter(|_| said.kind == Kind::Citation);
    (question.to_owned(), mode, repeat, said.kind, said.target.clone(), passage)
}

/// The verdicts that are meant, by target.
fn by_target(material: &Material, is_meant: &dyn Fn(&Said) -> bool) -> ByTarget {
    let mut all = ByTarget::new();
    for row in &material.rows {
        for said in row.said.iter().filter(|said| is_meant(said)) {
            if let Some(verdict) = said.verdict() {
                let key = key_of(&material.questions[row.question].id, row.mode, row.repeat, said);
                all.entry(key).or_default().push(verdict);
            }
        }
    }
    all
}

/// Labels of people by target, with whether they were drawn at random; and what is to be said of them.
fn people_of(material: &Material, labels: &Labels) -> (ByPeople, Vec<String>) {
    let mut all: ByPeople = BTreeMap::new();
    let mut unsaid = labels.unsaid;
    for row in &material.rows {
        for said in row.said.iter().filter(|said| said.by == fourcell::generation::By::Person) {
            if let Some(verdict) = said.verdict() {
                let key = key_of(&material.questions[row.question].id, row.mode, row.repeat, said);
                all.entry(key).or_insert((Vec::new(), true)).0.push(verdict);
                unsaid += 1;
            }
        }
    }
    for label in &labels.labels {
        let judgement = &label.judgement;
        if let Some(verdict) = judgement.said.verdict() {
            let key = key_of(&judgement.question, judgement.mode, judgement.repeat, &judgement.said);
            let entry = all.entry(key).or_insert((Vec::new(), label.at_random));
            entry.0.push(verdict);
            entry.1 &= label.at_random;
        }
    }
    let mut notes = Vec::new();
    if labels.open > 0 {
        notes.push(format!("{} without a verdict yet", count(labels.open, "line")));
    }
    if unsaid > 0 {
        notes.push(format!("{} do not say how their targets were drawn: taken as drawn at random", count(unsaid, "label")));
    }
    let divided = all.values().filter(|(verdicts, _)| majority(verdicts).is_none()).count();
    if divided > 0 {
        notes.push(format!("on {} people are divided, and neither side counts", count(divided, "target")));
    }
    (all, notes)
}

/// The verdict with more than half of the votes.
fn majority(verdicts: &[Verdict]) -> Option<Verdict> {
    let votes = |verdict: &Verdict| verdicts.iter().filter(|v| *v == verdict).count();
    verdicts.iter().copied().find(|verdict| 2 * votes(verdict) > verdicts.len())
}

/// Targets that make another question of a kind.
fn class_of(target: &Target) -> u8 {
    match target {
        Target::Whole => 0,
        Target::Claim(..) => 1,
        Target::Fact(_) => 2,
        Target::Passage(_) => 3,
        Target::Span(..) => 4,
        Target::Rubric(_) => 5,
    }
}

fn class_name(key: &Key) -> String {
    let kind = key.3.name();
    match (key.3, &key.4) {
        (Kind::Answer, Target::Claim(..)) => "answer, by claim".to_owned(),
        (Kind::Context, Target::Fact(_)) => "context, by fact".to_owned(),
        (Kind::Context, Target::Passage(_)) => "context, by passage".to_owned(),
        _ => kind.to_owned(),
    }
}

fn calibrate_class(
    key: &Key,
    items: &[Judged],
    replicates: u32,
    seed: u64,
) -> Option<fourcell::generation::calibration::Calibration> {
    calibrate(key.3, &key.4, items, replicates, seed)
}

/// Questions by id.
struct Places<'a> {
    material: &'a Material,
    by_id: HashMap<&'a str, usize>,
}

impl<'a> Places<'a> {
    fn of(material: &'a Material) -> Self {
        let by_id = material.questions.iter().enumerate().map(|(place, question)| (question.id.as_str(), place)).collect();
        Self { material, by_id }
    }
}

/// The length of what was judged: of a statement, else of the answer.
fn length(places: &Places<'_>, key: &Key) -> usize {
    let place = places.by_id.get(key.0.as_str());
    let Some(row) = place.and_then(|place| places.material.row(*place, key.1, key.2)) else { return 0 };
    let question = &places.material.questions[row.question];
    let ask = Ask { kind: key.3, target: key.4.clone(), passage: None, question, answer: &row.answer, rubric: None };
    let whole = row.answer.text.as_deref();
    // Facts are given; what is long or short is the answer that is said to state them.
    let judged = if matches!(key.3, Kind::Support | Kind::Citation) || matches!(key.4, Target::Claim(..)) {
        ask.statement().or(whole)
    } else {
        whole
    };
    judged.map_or(0, |text| text.chars().count())
}

fn changed(name: &str, keys: &[&Key], said: &ByTarget, other: &ByTarget, verdicts: &[Verdict], positive: Verdict) -> Change {
    let both: Vec<(Verdict, Verdict)> =
        keys.iter().filter_map(|key| Some((majority(other.get(*key)?)?, majority(&said[*key])?))).collect();
    let place = |verdict: Verdict| verdicts.iter().position(|v| *v == verdict);
    let scale = Scale::whole(0, verdicts.len() as i32 - 1);
    let (first, second): (Vec<_>, Vec<_>) = both.iter().map(|(a, b)| (place(*a), place(*b))).unzip();
    let table = scale.and_then(|scale| Confusion::new(&scale, &first, &second));
    let mut counts = [[0_u64; 2]; 2];
    for (a, b) in &both {
        counts[usize::from(*a != positive)][usize::from(*b != positive)] += 1;
    }
    let names = verdicts.iter().map(|v| v.name().to_owned()).collect();
    Change { other: name.to_owned(), verdicts: names, table, binary: Confusion::from_counts(&counts) }
}
