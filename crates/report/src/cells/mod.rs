//! What `cells` found, as values; and each format it is written in.

mod csv;
mod json;
mod markdown;
mod modes;
mod modes_text;
mod notes;
mod picture;
mod schema;
mod terminal;

pub use csv::csv;
pub use json::{SCHEMA, json};
pub use markdown::markdown;
pub use modes::{ContextReport, ModesReport, OracleReport};
pub use notes::notes;
pub use schema::CELLS;
pub use terminal::terminal;

pub(crate) use picture::{in_no_cell, picture, wrong as wrong_in_words};
pub(crate) use terminal::product;

use std::collections::BTreeMap;

use fourcell::diagnosis::cells::{
    Chances, Move, Open, Present, Row, Stand, Suspect, Tally, Unanswerable, audit, chances, moves, open, tally, unanswerable,
};
use fourcell::diagnosis::modes::Asked;
use fourcell::retrieval::summary::{Clusters, LEAST_FOR_A_VERDICT};

use crate::score::{Questions, Size, clusters_of};

/// The four cells of one run.
#[derive(Clone, Debug)]
pub struct CellsReport {
    /// What was counted, in a line.
    pub heading: String,
    /// What a reader must know of the judges before any number.
    pub judges: Vec<String>,
    /// The run's name.
    pub run: String,
    /// The budget that evidence had to be inside of: `@context`, `@6`.
    pub budget: String,
    /// The definitions that are shown in full, in the order asked for.
    pub shown: Vec<Present>,
    /// Keys of slices, in the order asked for.
    pub keys: Vec<String>,
    /// Every definition, in the order of [`Present::ALL`].
    pub definitions: Vec<Definition>,
    /// Questions that another definition moves, for each pair of definitions that has some.
    pub moved: Vec<Moved>,
    /// Answerable questions, in byte order of their ids.
    pub rows: Vec<Row>,
    /// Unanswerable questions; `None` where the set has none.
    pub unanswerable: Option<Unanswerable>,
    /// What the other modes of the run say; `None` where it has none.
    pub modes: Option<ModesReport>,
    /// How sure a set of this size can be.
    pub size: Size,
    /// What a reader should know beside the numbers.
    pub warnings: Vec<String>,
}

/// The cells under one definition of "the evidence was there".
#[derive(Clone, Debug)]
pub struct Definition {
    /// Which.
    pub present: Present,
    /// The counts.
    pub tally: Tally,
    /// The chances.
    pub chances: Chances,
    /// What unjudged passages leave open.
    pub open: Open,
    /// Right for the wrong reason: labels to look at.
    pub suspects: Vec<Suspect>,
    /// The same counts for slices.
    pub slices: Vec<Slice>,
}

/// A slice under one definition.
#[derive(Clone, Debug)]
pub struct Slice {
    /// `type`, say.
    pub key: String,
    /// `paraphrase`, say.
    pub value: String,
    /// The counts.
    pub tally: Tally,
    /// The chances.
    pub chances: Chances,
}

impl Slice {
    /// Too few questions for more than a direction.
    pub fn is_small(&self) -> bool {
        self.tally.cells.scored() < LEAST_FOR_A_VERDICT
    }
}

/// What moves from one definition to another.
#[derive(Clone, Debug)]
pub struct Moved {
    /// The first definition.
    pub from: Present,
    /// The second.
    pub to: Present,
    /// The moves.
    pub moves: Vec<Move>,
}

/// What was found of a run, before anything is counted.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// What was counted, in a line.
    pub heading: String,
    /// What a reader must know of the judges before any number.
    pub judges: Vec<String>,
    /// The run's name.
    pub run: String,
    /// The budget that evidence had to be inside of.
    pub budget: String,
    /// The definitions to show in full.
    pub shown: Vec<Present>,
    /// Keys of slices.
    pub keys: Vec<String>,
    /// Answerable questions.
    pub rows: Vec<Row>,
    /// Unanswerable questions: id and how the answer stands.
    pub stands: Vec<(String, Stand)>,
    /// The answerable questions in the run's modes; empty where it has but one.
    pub asked: Vec<Asked>,
    /// The margin that the gain by context is held against.
    pub margin: f64,
    /// What a reader should know beside the numbers.
    pub warnings: Vec<String>,
}

impl CellsReport {
    /// Counts.
    pub fn new(found: Found, questions: &dyn Questions) -> Self {
        let Found { heading, judges, run, budget, shown, keys, mut rows, mut stands, mut asked, margin, warnings } = found;
        rows.sort_by(|a, b| a.question.cmp(&b.question));
        stands.sort_by(|a, b| a.0.cmp(&b.0));
        asked.sort_by(|a, b| a.question.cmp(&b.question));
        let ids: Vec<String> = rows.iter().map(|row| row.question.clone()).collect();
        let clusters = clusters_of(&ids, questions);
        let slices = slices_of(&ids, &keys, questions);
        let definitions: Vec<Definition> =
            Present::ALL.iter().map(|(_, present)| definition(&rows, *present, &clusters, &slices)).collect();
        let pairs =
            [(Present::Hit, Present::Complete), (Present::Hit, Present::Document), (Present::Document, Present::Complete)];
        let moved = pairs.map(|(from, to)| Moved { from, to, moves: moves(&rows, from, to) });
        let moved = moved.into_iter().filter(|moved| !moved.moves.is_empty()).collect();
        let unanswerable_ids: Vec<String> = stands.iter().map(|(id, _)| id.clone()).collect();
        let stand: Vec<Stand> = stands.iter().map(|(_, stand)| *stand).collect();
        let related = clusters_of(&unanswerable_ids, questions);
        let unanswerable = (!stand.is_empty()).then(|| unanswerable(&stand, related.numbers()));
        let main = shown.first().copied().unwrap_or(Present::Complete);
        let chances = &definitions[main as usize].chances;
        let n = chances.evidence.n;
        let worth = [&chances.evidence, &chances.right].into_iter().filter_map(|summary| summary.n_eff);
        let effective = worth.map(|n| n.floor() as usize).min().unwrap_or(n).min(n);
        let size = Size { n, effective };
        let modes = ModesReport::new(&asked, margin, &keys, questions, clusters.numbers().is_some());
        Self { heading, judges, run, budget, shown, keys, definitions, moved, rows, unanswerable, modes, size, warnings }
    }

    /// A definition.
    pub fn definition(&self, present: Present) -> &Definition {
        &self.definitions[present as usize]
    }

    /// The one that is shown first.
    pub fn main(&self) -> &Definition {
        self.definition(self.shown.first().copied().unwrap_or(Present::Complete))
    }

    /// Whether any question is in a cell.
    pub fn has_values(&self) -> bool {
        self.definitions.iter().any(|definition| definition.tally.cells.scored() > 0)
    }

    /// Calls and verdicts that failed, unanswerable questions included.
    pub fn incomplete(&self) -> usize {
        self.main().tally.cells.failed + self.unanswerable.as_ref().map_or(0, |all| all.failed)
    }
}

/// The places of the questions of each slice, by key and value.
type Places = Vec<(String, String, Vec<usize>)>;

fn slices_of(ids: &[String], keys: &[String], questions: &dyn Questions) -> Places {
    let mut all = Vec::new();
    for key in keys {
        let mut values: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (place, id) in ids.iter().enumerate() {
            if let Some(value) = questions.slice(id, key) {
                values.entry(value).or_default().push(place);
            }
        }
        all.extend(values.into_iter().map(|(value, places)| (key.clone(), value, places)));
    }
    all
}

fn definition(rows: &[Row], present: Present, clusters: &Clusters, slices: &Places) -> Definition {
    let at = |places: &[usize]| {
        let mine: Vec<&Row> = places.iter().map(|place| &rows[*place]).collect();
        let numbers: Option<Vec<u32>> = clusters.numbers().map(|all| places.iter().map(|place| all[*place]).collect());
        (tally(mine.iter().copied(), present), chances(&mine, present, numbers.as_deref()))
    };
    let (tally, chances) = at(&(0..rows.len()).collect::<Vec<_>>());
    let slice = |(key, value, places): &(String, String, Vec<usize>)| {
        let (tally, chances) = at(places);
        Slice { key: key.clone(), value: value.clone(), tally, chances }
    };
    Definition {
        present,
        tally,
        chances,
        open: open(rows, present),
        suspects: audit(rows, present),
        slices: slices.iter().map(slice).collect(),
    }
}
