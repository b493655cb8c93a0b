//! A model as a judge beside the lexical judge, on the very same items: which items, what was said of each, and the tables of it.
//! Shared by the example that asks and by the test that compares a page with what was said.

use std::collections::BTreeMap;
use std::path::Path;

use generation::{Outcome, Verdict};
use statistics::generator::SplitMix64;
use statistics::judge::prediction_powered;
use statistics::proportion::wilson;
use statistics::{Level, Undefined};

use super::{Agreement, Item, begin, mtrag, wice_chosen};

/// Where a reply takes a minute for two thousand tokens, longer passages than these, in characters, cannot be waited for.
const LONGEST_CONTEXT: usize = 3000;

/// A set that a model is measured on.
pub struct Put {
    /// The folder in the shared data.
    pub folder: &'static str,
    /// What is judged.
    pub about: &'static str,
    /// The lexical judge judges it by its claims, as it does when it is measured alone.
    pub by_claims: bool,
    read: fn(&Path) -> Vec<Item>,
}

/// The sets, in the order in which they are asked.
pub const PUT: [Put; 3] = [
    Put {
        folder: "begin-wow",
        about: "BEGIN responses beside the one passage: fully attributable, say people, or not",
        by_claims: false,
        read: begin,
    },
    Put {
        folder: "wice",
        about: "WiCE claims beside the first of the sets of sentences that people chose: supported, or in part or not at all",
        by_claims: false,
        read: wice_chosen,
    },
    Put {
        folder: "mtrag-human-eval",
        about: "MTRAG answers, each as one claim, beside passages of at most 3,000 characters in all: people's mean grade of faithfulness \
                3.5 of 4 or more, or less",
        by_claims: true,
        read: short_mtrag,
    },
];

fn short_mtrag(folder: &Path) -> Vec<Item> {
    let length = |item: &Item| -> usize {
        let texts = item.answer.context.iter().flatten().filter_map(|passage| passage.text.as_deref());
        texts.map(|text| text.chars().count()).sum()
    };
    mtrag(folder).into_iter().filter(|item| length(item) <= LONGEST_CONTEXT).collect()
}

impl Put {
    /// At most `n` of its items with their places, in an order that the seed decides; as large a share of them is supported as of all.
    /// `None` where the set is not there.
    pub fn sample(&self, data: &Path, n: usize, seed: u64) -> Option<Vec<(usize, Item)>> {
        let folder = data.join(self.folder);
        if !folder.exists() {
            return None;
        }
        let items = (self.read)(&folder);
        let (all, n) = (items.len(), n.min(items.len()));
        let positive = items.iter().filter(|item| item.label).count();
        let mut left = BTreeMap::from([(true, (positive * n + all / 2) / all.max(1))]);
        left.insert(false, n - left[&true]);
        let mut generator = SplitMix64::new(seed);
        let mut drawn: Vec<(u64, (usize, Item))> =
            items.into_iter().enumerate().map(|item| (generator.next_u64(), item)).collect();
        drawn.sort_by_key(|(key, (place, _))| (*key, *place));
        let mut is_taken = |(_, item): &(usize, Item)| {
            let left = left.entry(item.label).or_default();
            let is_wanted = *left > 0;
            *left = left.saturating_sub(1);
            is_wanted
        };
        Some(drawn.into_iter().map(|(_, item)| item).filter(|item| is_taken(item)).collect())
    }
}

/// What was said of one item.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The model, as it was asked for.
    pub model: String,
    /// How the form of its replies was asked for.
    pub form: String,
    /// The set.
    pub set: String,
    /// The place of the item in the set.
    pub item: usize,
    /// Whether people found it supported.
    pub label: bool,
    /// What the lexical judge says; `None` where it found no claim.
    pub lexical: Option<bool>,
    /// What the model says, or the kind of its failure.
    pub said: Result<Verdict, String>,
    /// How long that took.
    pub seconds: f64,
}

/// The head of a file of rows.
pub const HEAD: &str = "model\tform\tset\titem\tpeople\tlexical\tmodel says\tseconds";

fn yes(value: bool) -> &'static str {
    if value { "supported" } else { "not" }
}

impl Row {
    /// The row as a line.
    pub fn line(&self) -> String {
        let lexical = self.lexical.map_or("no-claim", yes);
        let said = self.said.as_ref().map_or_else(|kind| format!("failed:{kind}"), |verdict| verdict.name().to_owned());
        let Self { model, form, set, item, .. } = self;
        format!("{model}\t{form}\t{set}\t{item}\t{}\t{lexical}\t{said}\t{:.1}", yes(self.label), self.seconds)
    }

    /// A line as a row; `None` where it is none.
    pub fn read(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [model, form, set, item, label, lexical, said, seconds] = fields[..] else { return None };
        let is =
            |field: &str| [("supported", true), ("not", false)].into_iter().find(|(name, _)| *name == field).map(|(_, is)| is);
        Some(Self {
            model: model.to_owned(),
            form: form.to_owned(),
            set: set.to_owned(),
            item: item.parse().ok()?,
            label: is(label)?,
            lexical: if lexical == "no-claim" { None } else { Some(is(lexical)?) },
            said: match said.strip_prefix("failed:") {
                Some(kind) => Err(kind.to_owned()),
                None => Ok(Verdict::ALL.iter().find(|(name, _)| *name == said)?.1),
            },
            seconds: seconds.parse().ok().filter(|seconds: &f64| seconds.is_finite())?,
        })
    }

    fn model_says(&self) -> Result<bool, &str> {
        self.said.as_ref().map(|verdict| *verdict == Verdict::Supported).map_err(String::as_str)
    }

    /// What an outcome is in a row.
    pub fn said(outcome: Outcome) -> Result<Verdict, String> {
        match outcome {
            Outcome::Verdict(verdict) => Ok(verdict),
            Outcome::Failed(fault) => Err(fault.kind),
            Outcome::Claims(_) | Outcome::Rubric(_) => Err("no-verdict".to_owned()),
        }
    }
}

/// The rows of a file; the number of the line that is none where there is one.
pub fn read_rows(text: &str) -> Result<Vec<Row>, usize> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#') && *line != HEAD);
    lines.map(|(place, line)| Row::read(line).ok_or(place + 1)).collect()
}

/// One judge on one set.
struct Judged<'a> {
    name: String,
    /// What it says of each item, in the order of the sample; why there is no verdict where there is none.
    said: Vec<Result<bool, &'a str>>,
    /// Of all items together.
    seconds: Option<f64>,
}

/// The tables of all rows, by the form of the model's replies and by set.
pub fn tables(rows: &[Row]) -> String {
    let mut sets = Vec::new();
    for put in &PUT {
        let mut asked: Vec<(&str, &str)> =
            rows.iter().filter(|row| row.set == put.folder).map(|row| (row.model.as_str(), row.form.as_str())).collect();
        asked.sort_unstable();
        asked.dedup();
        for (model, form) in asked {
            let of = |row: &&Row| row.set == put.folder && row.model == model && row.form == form;
            sets.push(table(put, model, form, &rows.iter().filter(of).collect::<Vec<_>>()));
        }
    }
    sets.join("\n")
}

fn table(put: &Put, model: &str, form: &str, rows: &[&Row]) -> String {
    let labels: Vec<bool> = rows.iter().map(|row| row.label).collect();
    let positive = labels.iter().filter(|label| **label).count();
    let judges = [
        Judged {
            name: "lexical".to_owned(),
            said: rows.iter().map(|row| row.lexical.ok_or("no-claim")).collect(),
            seconds: None,
        },
        Judged {
            name: form.to_owned(),
            said: rows.iter().map(|row| row.model_says()).collect(),
            seconds: Some(rows.iter().map(|row| row.seconds).sum()),
        },
    ];
    let share = positive as f64 / labels.len() as f64;
    let mut text = format!(
        "{}: {}\n{model}; n={}, {share:.2} of them supported; always the more frequent label would agree with {:.2}\n\n",
        put.folder,
        put.about,
        labels.len(),
        share.max(1.0 - share),
    );
    text += &format!(
        "{:<12} {:>8}  {:>14}  {:<18} {:>8}  {:<18} {:<18} {:>6}  failed\n",
        "judge", "verdicts", "says supported", "accuracy", "balanced", "sensitivity", "specificity", "s/item"
    );
    judges.iter().for_each(|judge| text += &judge.line(&labels));
    text
}

fn bounded(value: f64, lo: f64, hi: f64) -> String {
    format!("{value:.2} [{lo:.2}, {hi:.2}]")
}

impl Judged<'_> {
    fn line(&self, labels: &[bool]) -> String {
        let mut agreement = Agreement::default();
        let mut failed: BTreeMap<&str, usize> = BTreeMap::new();
        for (said, label) in self.said.iter().zip(labels) {
            match said {
                Ok(said) => agreement.count(*said, *label),
                Err(kind) => *failed.entry(kind).or_default() += 1,
            }
        }
        let share = |x: usize, n: usize| match wilson(x, n, Level::NINETY_FIVE) {
            Ok(interval) => bounded(x as f64 / n as f64, interval.lo, interval.hi),
            Err(_) => "undefined".to_owned(),
        };
        let (positive, negative) = (agreement.both + agreement.labels_only, agreement.neither + agreement.judge_only);
        let balanced = match (positive, negative) {
            (0, _) | (_, 0) => "undefined".to_owned(),
            (p, n) => format!("{:.2}", (agreement.both as f64 / p as f64 + agreement.neither as f64 / n as f64) / 2.0),
        };
        let says = match agreement.n() {
            0 => "undefined".to_owned(),
            n => format!("{:.2}", (agreement.both + agreement.judge_only) as f64 / n as f64),
        };
        let failed = failed.iter().map(|(kind, n)| format!("{n} {kind}")).collect::<Vec<_>>().join(", ");
        let line = format!(
            "{:<12} {:>8}  {says:>14}  {:<18} {balanced:>8}  {:<18} {:<18} {:>6}  {}",
            self.name,
            agreement.n(),
            share(agreement.both + agreement.neither, agreement.n()),
            share(agreement.both, positive),
            share(agreement.neither, negative),
            self.seconds.map_or_else(|| "0.0".to_owned(), |all| format!("{:.1}", all / labels.len() as f64)),
            if failed.is_empty() { "none" } else { &failed },
        );
        format!("{}\n", line.trim_end())
    }
}

/// What the labels of some items correct the lexical judge's share of a whole set to, beside what people say of all of it. `None` where a
/// set is not there.
pub fn corrected(data: &Path, labels: usize, seed: u64) -> Option<String> {
    let mut text = format!(
        "{:<18} {:>5}  {:>13}  {:>6}  {:>6}  {:<18}  {:>16}\n",
        "set", "items", "judge's share", "labels", "lambda", "corrected (PPI++)", "people's, of all"
    );
    for put in &PUT {
        // All of it in the order that the seed decides, so that the first are drawn at random.
        let all = put.sample(data, usize::MAX, seed)?;
        let number = |is: bool| f64::from(u8::from(is));
        let said = |(_, item): &(usize, Item)| Some((number(item.lexical(put.by_claims)?), number(item.label)));
        let said: Vec<(f64, f64)> = all.iter().filter_map(said).collect();
        let (judge, people): (Vec<f64>, Vec<f64>) = said.into_iter().unzip();
        let labels = labels.min(judge.len());
        let share = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
        let found = prediction_powered(&people[..labels], &judge[..labels], &judge[labels..]);
        let range = found.and_then(|found| Ok((found, found.interval(Level::NINETY_FIVE)?)));
        let (lambda, range) = match range {
            Ok((found, range)) => (format!("{:.2}", found.lambda), bounded(found.mean, range.lo, range.hi)),
            Err(Undefined(why)) => ("-".to_owned(), format!("undefined: {why}")),
        };
        text += &format!(
            "{:<18} {:>5}  {:>13.2}  {labels:>6}  {lambda:>6}  {range:<18}  {:>16.2}\n",
            put.folder,
            judge.len(),
            share(&judge),
            share(&people),
        );
    }
    Some(text)
}
