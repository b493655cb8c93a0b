//! Several systems under several measures, over all questions and over slices: the benchmark table, and which system may be called best.
//!
//! Best is claimed only where the system with the best mean is told apart from every other one by the paired test, after Holm over all
//! such comparisons of the table. That the best is picked by its mean first costs nothing more: to be called best wrongly, a system must
//! be told apart from the one that truly is, and there are no more of those than comparisons counted. Where the claim fails, those that
//! are not told apart from the best mean are named together.

use retrieval::summary::{LEAST_FOR_A_VERDICT, Slice};
use statistics::multiplicity::holm;
use statistics::paired::sign_flip::SignMatrix;
use statistics::scores::Scores;
use statistics::{Kind, Level, Score, Summary, summarise};

use crate::compare::{Compared, Comparison, Terms, compare_one};

/// The chance of calling anything in a table best wrongly.
pub const ALPHA: f64 = 0.05;

/// One measure over all questions or over a slice, for every system.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The measure, by name.
    pub measure: String,
    /// Whether less of it is better.
    pub less_is_better: bool,
    /// The slice's key and value; `None` for all questions.
    pub slice: Option<(String, String)>,
    /// Questions in it, whatever became of them.
    pub questions: usize,
    /// A slice of too few questions for more than a direction: nothing in it is compared or marked.
    pub directional: bool,
    /// A summary for each system.
    pub cells: Vec<Summary>,
    /// The system with the best mean, the first of those that share it; `None` where no system has a value, or only one is there.
    pub best: Option<usize>,
    /// Each system (A) against that one (B); `None` for itself, and where nothing is compared.
    pub against_best: Vec<Option<Comparison>>,
    /// How each system stands.
    pub standing: Vec<Standing>,
}

/// How a system stands under a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Told apart from every other system, and better.
    Best,
    /// The best mean, or not told apart from it.
    NotToldApart,
    /// Worse than the best mean, beyond chance.
    Worse,
    /// Nothing is said: too few questions, no value, or nothing to compare with.
    Unmarked,
}

impl Standing {
    /// Every value with its name.
    pub const ALL: [(&'static str, Self); 4] = [
        ("best", Self::Best),
        ("not-told-apart-from-best", Self::NotToldApart),
        ("worse", Self::Worse),
        ("unmarked", Self::Unmarked),
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// What Holm reckoned with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Family {
    /// Comparisons with a p, over all measures and slices.
    pub compared: usize,
    /// Comparisons without one: they tell nothing apart.
    pub undefined: usize,
}

/// The columns of some systems under the measures that are means, over all questions and then over each slice. `clusters` has a number
/// for each question. Nothing is marked yet: [`mark`] does that for the columns of a whole table at once.
///
/// # Panics
/// When the systems' tables differ in measures or questions.
pub fn columns<M: Compared>(
    systems: &[Scores<M>],
    slices: &[Slice],
    clusters: Option<&[u32]>,
    signs: &SignMatrix,
) -> Vec<Column> {
    let Some(first) = systems.first() else { return Vec::new() };
    for system in systems {
        assert!(system.measures() == first.measures() && system.questions() == first.questions(), "the same table for each");
    }
    let mut all = of_part(systems, None, clusters, signs);
    for slice in slices {
        let ids: Vec<&str> = slice.places.iter().map(|&place| first.questions()[place].as_str()).collect();
        // Places rise, and ids are in byte order.
        let part: Vec<Scores<M>> = systems.iter().map(|s| s.filtered(|id| ids.binary_search(&id).is_ok())).collect();
        let clusters: Option<Vec<u32>> = clusters.map(|all| slice.places.iter().map(|&place| all[place]).collect());
        all.extend(of_part(&part, Some(slice), clusters.as_deref(), signs));
    }
    all
}

fn of_part<M: Compared>(
    systems: &[Scores<M>],
    slice: Option<&Slice>,
    clusters: Option<&[u32]>,
    signs: &SignMatrix,
) -> Vec<Column> {
    let measures = systems[0].measures().iter().enumerate().filter(|(_, measure)| measure.is_mean());
    measures.map(|(place, measure)| column(measure, place, systems, slice, clusters, signs)).collect()
}

fn column<M: Compared>(
    measure: &M,
    place: usize,
    systems: &[Scores<M>],
    slice: Option<&Slice>,
    clusters: Option<&[u32]>,
    signs: &SignMatrix,
) -> Column {
    let kind = if measure.is_hit() { Kind::Proportion } else { Kind::Score };
    let cells: Vec<Summary> = systems.iter().map(|s| summarise(&s.column(place), kind, clusters, Level::NINETY_FIVE)).collect();
    let directional = slice.is_some() && cells.iter().map(|cell| cell.n).max().unwrap_or(0) < LEAST_FOR_A_VERDICT;
    let best = best(&cells, measure.less_is_better());
    let terms = Terms::of_margin(None);
    let against = |system: usize| {
        let best = best.filter(|&best| best != system && !directional)?;
        let (a, b) = (&systems[system], &systems[best]);
        let anything = |s: &Scores<M>| s.column(place).iter().any(|score| !matches!(score, Score::Undefined(_)));
        if !anything(a) {
            return None;
        }
        let compared = compare_one(measure, place, a, b, clusters, &terms, signs);
        Some(Comparison { changed: Vec::new(), ..compared })
    };
    Column {
        measure: measure.to_string(),
        less_is_better: measure.less_is_better(),
        slice: slice.map(|slice| (slice.key.clone(), slice.value.clone())),
        questions: systems[0].questions().len(),
        directional,
        against_best: (0..systems.len()).map(against).collect(),
        standing: vec![Standing::Unmarked; systems.len()],
        best,
        cells,
    }
}

/// The system with the best mean, where there are several to choose from.
fn best(cells: &[Summary], less_is_better: bool) -> Option<usize> {
    let mut with_value = cells.iter().enumerate().filter_map(|(place, cell)| Some((place, cell.value?)));
    let mut best = with_value.next()?;
    let mut others = 0;
    for (place, value) in with_value {
        others += 1;
        if if less_is_better { value < best.1 } else { value > best.1 } {
            best = (place, value);
        }
    }
    (others > 0).then_some(best.0)
}

/// Marks what may be called best, after Holm over the comparisons of every column: what is picked out of a table is picked out of all of
/// it.
pub fn mark(columns: &mut [Column]) -> Family {
    let all = || columns.iter().flat_map(|column| column.against_best.iter().flatten());
    let p: Vec<Option<f64>> = all().map(|comparison| comparison.p.ok()).collect();
    let adjusted = holm(&p);
    let mut adjusted_p = adjusted.p.into_iter();
    for column in columns {
        for comparison in column.against_best.iter_mut().flatten() {
            comparison.p_holm = adjusted_p.next().flatten();
        }
        stand(column);
    }
    Family { compared: adjusted.compared, undefined: adjusted.undefined }
}

fn stand(column: &mut Column) {
    let Some(best) = column.best.filter(|_| !column.directional) else { return };
    let less_is_better = column.less_is_better;
    for (comparison, standing) in column.against_best.iter().zip(&mut column.standing) {
        if let Some(comparison) = comparison {
            *standing = if is_worse(comparison, less_is_better) { Standing::Worse } else { Standing::NotToldApart };
        }
    }
    let alone = !column.standing.contains(&Standing::NotToldApart);
    column.standing[best] = if alone { Standing::Best } else { Standing::NotToldApart };
}

/// Whether A is worse beyond chance; with calls that failed, whatever these would have given.
fn is_worse(comparison: &Comparison, less_is_better: bool) -> bool {
    let down = |difference: f64| if less_is_better { difference > 0.0 } else { difference < 0.0 };
    let beyond_chance = comparison.p_holm.is_some_and(|p| p <= ALPHA) && comparison.difference.is_some_and(down);
    let hangs_on_failures = comparison.failed > 0 && !comparison.bounds.is_some_and(|b| down(b.lo) && down(b.hi));
    beyond_chance && !hangs_on_failures
}

#[cfg(test)]
#[path = "table_tests.rs"]
mod tests;
