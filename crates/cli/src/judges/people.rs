//! What people say of targets, and targets for people to look at: a file of judgements whose verdicts they fill in.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use fourcell::evidence::text::printable;
use fourcell::formats::Source;
use fourcell::formats::native::judgements::{Judgement, line, read_judgements};
use fourcell::generation::verdict::verdicts;
use fourcell::generation::{Ask, Judgement as Said, Kind, Outcome, Target, Verdict};
use fourcell::statistics::generator::Stream;
use serde_json::{Map, Value, json};

use super::material::{Material, Row};
use super::verdicts::Whose;
use crate::failure::Failure;

/// How a target came before people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stratum {
    /// Drawn from all, whatever was said of it: only these correct a rate.
    Random,
    /// Judges, or repeats of one, differ.
    Disagreement,
    /// Of a question that is critical.
    Importance,
}

impl Stratum {
    const ALL: [(&'static str, Self); 3] =
        [("random", Self::Random), ("disagreement", Self::Disagreement), ("importance", Self::Importance)];

    fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// A label of a person.
#[derive(Clone, Debug)]
pub struct Label {
    /// What was said.
    pub judgement: Judgement,
    /// Whether its target was drawn at random; so it is taken where nothing is said.
    pub at_random: bool,
}

/// What was read of people's labels.
#[derive(Debug, Default)]
pub struct Labels {
    /// The labels.
    pub labels: Vec<Label>,
    /// Lines whose verdict nobody has filled in yet.
    pub open: usize,
    /// Labels that do not say how their targets were drawn.
    pub unsaid: usize,
}

/// So many bytes of labels are read at most; people do not write more.
const LONGEST: u64 = 1 << 30;

/// Reads labels of people. A line without a verdict is one that nobody has got to.
pub fn read(path: &Path) -> Result<Labels, Failure> {
    let source = Source::from_argument(path)?;
    let text = source.read_text(LONGEST)?;
    let (mut kept, mut labels, mut strata) = (String::with_capacity(text.len()), Labels::default(), BTreeMap::new());
    for (text, number) in text.lines().zip(1_u64..) {
        // Faults of these lines are told by the reader of judgements, which sees them all with their numbers.
        let object: Option<Map<String, Value>> = serde_json::from_str(text).ok();
        let is_open = object.as_ref().is_some_and(|o| {
            let empty = |key: &str| o.get(key).is_none_or(|v| v.is_null() || v.as_str() == Some(""));
            empty("verdict") && empty("error") && empty("claims")
        });
        if is_open {
            labels.open += 1;
        } else {
            kept += text;
        }
        kept.push('\n');
        if let Some(stratum) = object.as_ref().and_then(|o| o.get("stratum")) {
            let known = Stratum::ALL.iter().find(|(name, _)| stratum.as_str() == Some(name));
            let Some((_, stratum)) = known else {
                let shown = printable(&stratum.to_string(), 60);
                return Err(Failure::bad_input(format!("{}:{number}: 'stratum' is {shown}", path.display()))
                    .mend("it is 'random', 'disagreement' or 'importance'; without one the target is taken as drawn at random"));
            };
            strata.insert(number, *stratum);
        }
    }
    if kept.trim().is_empty() {
        return Ok(labels);
    }
    let read = read_judgements(&Source::memory(&path.display().to_string(), kept.into_bytes()))?;
    for (judgement, number) in read.items.into_iter().zip(read.lines) {
        let stratum = strata.get(&number);
        labels.unsaid += usize::from(stratum.is_none());
        labels.labels.push(Label { judgement, at_random: stratum.is_none_or(|s| *s == Stratum::Random) });
    }
    Ok(labels)
}

/// A target that a judge gave a verdict on.
struct Judged<'a> {
    row: &'a Row,
    said: &'a Said,
    differs: bool,
}

/// What people may be asked: a line each, blind: what judges said is not in it. Half of it, at least, is drawn at random from all targets;
/// a quarter at most each are targets on which judges differ, and targets of critical questions. It may be a little smaller than wanted,
/// where some of those were drawn at random already. With how many there are of each.
pub fn sample(material: &Material, whose: &Whose, wanted: usize, seed: u64) -> (String, [usize; 3]) {
    let targets = targets(material, whose);
    let mut order: Vec<usize> = (0..targets.len()).collect();
    let mut stream = Stream::new(seed, 0);
    for place in (1..order.len()).rev() {
        order.swap(place, stream.index(place + 1));
    }
    let critical = |target: &Judged<'_>| material.questions[target.row.question].critical;
    let differs = |target: &Judged<'_>| target.differs;
    let of = |is: &dyn Fn(&Judged<'_>) -> bool| targets.iter().filter(|target| is(target)).count().min(wanted / 4);
    let (differing, important) = (of(&differs), of(&critical));
    // First of all: nothing may keep a target out of what is drawn at random.
    let random = order.iter().take(wanted - differing - important);
    let mut picked: BTreeMap<usize, Stratum> = random.map(|place| (*place, Stratum::Random)).collect();
    let mut pick = |stratum: Stratum, most: usize, is: &dyn Fn(&Judged<'_>) -> bool| {
        let fits: Vec<usize> =
            order.iter().copied().filter(|place| !picked.contains_key(place) && is(&targets[*place])).collect();
        picked.extend(fits.into_iter().take(most).map(|place| (place, stratum)));
    };
    pick(Stratum::Disagreement, differing, &differs);
    pick(Stratum::Importance, important, &critical);
    let mut counts = [0; 3];
    let mut text = String::new();
    for (place, stratum) in &picked {
        counts[*stratum as usize] += 1;
        text += &asked(material, &targets[*place], *stratum);
        text.push('\n');
    }
    (text, counts)
}

/// Every target that the judge gave a verdict of a closed set on, once, in the order of the file. Whether verdicts on it differ the others
/// decide, too.
fn targets<'a>(material: &'a Material, whose: &Whose) -> Vec<Judged<'a>> {
    let mut all: Vec<Judged<'a>> = Vec::new();
    for row in &material.rows {
        let closed = || row.said.iter().filter(|said| !said.by.is_recorded() && said.verdict().is_some());
        let mut verdicts: BTreeMap<Place<'a>, (Option<Verdict>, bool)> = BTreeMap::new();
        for said in closed() {
            let (first, differ) = verdicts.entry(place(said)).or_insert((said.verdict(), false));
            *differ |= *first != said.verdict();
        }
        let mut seen: BTreeSet<Place<'a>> = BTreeSet::new();
        for said in closed().filter(|said| whose.counts(said)) {
            if seen.insert(place(said)) {
                let differs = verdicts.get(&place(said)).is_some_and(|(_, differ)| *differ);
                all.push(Judged { row, said, differs });
            }
        }
    }
    all
}

/// What was asked of an answer.
type Place<'a> = (Kind, &'a Target, Option<&'a str>);

fn place(said: &Said) -> Place<'_> {
    // Of a citation the passage is part of the question; elsewhere it is part of the verdict.
    (said.kind, &said.target, said.passage.as_deref().filter(|_| said.kind == Kind::Citation))
}

/// A line for a person: what is asked, all that is needed to decide it, and a place for the verdict.
fn asked(material: &Material, target: &Judged<'_>, stratum: Stratum) -> String {
    let Judged { row, said, .. } = target;
    let question = &material.questions[row.question];
    let passage = said.passage.as_deref().filter(|_| said.kind == Kind::Citation);
    let ask = Ask { kind: said.kind, target: said.target.clone(), passage, question, answer: &row.answer, rubric: None };
    // Any verdict: it is taken out again, for a person to fill in.
    let any = Outcome::Verdict(Verdict::Supported);
    let open = Said {
        passage: passage.map(str::to_owned),
        by: fourcell::generation::By::Person,
        ..Said::new(said.kind, said.target.clone(), any)
    };
    let whole = Judgement { question: question.id.clone(), mode: row.mode, repeat: row.repeat, said: open };
    let mut object: Map<String, Value> = serde_json::from_str(&line(&whole)).unwrap_or_default();
    object.insert("verdict".to_owned(), Value::Null);
    object.insert("judge".to_owned(), json!(""));
    object.insert("stratum".to_owned(), json!(stratum.name()));
    let names: Vec<&str> = verdicts(said.kind, &said.target).iter().map(|verdict| verdict.name()).collect();
    object.insert("verdicts".to_owned(), json!(names));
    object.insert("query".to_owned(), json!(question.query));
    object.insert("answer".to_owned(), json!(row.answer.text));
    if let Some(statement) = ask.statement() {
        object.insert("statement".to_owned(), json!(statement));
    }
    if matches!(said.kind, Kind::Answer) {
        object.insert("reference".to_owned(), json!(question.answer));
    }
    if matches!(said.kind, Kind::Support | Kind::Context | Kind::Citation) {
        let passages: Vec<Value> = ask.passages().map(|p| json!({ "id": p.id, "text": p.text })).collect();
        object.insert("passages".to_owned(), json!(passages));
    }
    Value::Object(object).to_string()
}
