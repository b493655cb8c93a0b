//! Whose loss is it? The same questions and generator, with the retrieved context and with the labelled evidence.

use statistics::paired::Table;
use statistics::{Kind, Level, Score, Summary, Undefined, summarise};

use super::{Asked, Difference, Paired, hit};

/// What retrieval loses, and what generation loses.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribution {
    /// Right with the labelled evidence (A) and with the retrieved context (B), question by question.
    pub paired: Paired,
    /// oracle − normal: what perfect retrieval would bring.
    pub retrieval: Difference,
    /// 1 − oracle: what it would not bring.
    pub generation: Summary,
    /// Questions whose evidence did not arrive: what the labelled evidence gains them.
    pub on_failed: Part,
    /// Questions whose evidence did arrive: what the rest of the context loses them.
    pub on_present: Part,
    /// Paired questions of which nobody knows whether their evidence arrived.
    pub on_unknown: Part,
    /// Normal right and oracle wrong, of all paired ones: the labels are incomplete, or it was chance.
    pub harm: Summary,
    /// Which those are.
    pub harmed: Vec<String>,
}

/// Some of the paired questions.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// What these questions add to oracle − normal over all of them.
    pub of_all: Result<f64, Undefined>,
    /// oracle − normal among themselves.
    pub difference: Difference,
}

/// Attributes the loss. Questions that the run lacks in oracle mode are left out; they are no pairs.
pub fn attribution(asked: &[&Asked]) -> Attribution {
    let pairs: Vec<(&Asked, Score)> = asked.iter().filter_map(|one| Some((*one, one.oracle?))).collect();
    let paired = Paired::of(pairs.iter().map(|(one, oracle)| (*oracle, one.normal)));
    let n = paired.table.n();
    let part = |wanted: Option<bool>| {
        let mine = pairs.iter().filter(|(one, _)| hit(one.present) == wanted);
        let table = Paired::of(mine.map(|(one, oracle)| (*oracle, one.normal))).table;
        Part { of_all: share(&table, n), difference: Difference::of(table) }
    };
    let both = || pairs.iter().filter_map(|(one, oracle)| Some((*one, hit(*oracle)?, hit(one.normal)?)));
    let rate = |holds: &dyn Fn(bool, bool) -> bool| {
        let scores: Vec<Score> = both().map(|(_, o, n)| Score::Value(f64::from(u8::from(holds(o, n))))).collect();
        let mut summary = summarise(&scores, Kind::Proportion, None, Level::NINETY_FIVE);
        (summary.failed, summary.undefined) = (paired.failed, paired.undefined.clone());
        summary
    };
    Attribution {
        retrieval: Difference::of(paired.table),
        generation: rate(&|oracle, _| !oracle),
        on_failed: part(Some(false)),
        on_present: part(Some(true)),
        on_unknown: part(None),
        harm: rate(&|oracle, normal| normal && !oracle),
        harmed: both().filter(|(_, oracle, normal)| *normal && !*oracle).map(|(one, _, _)| one.question.clone()).collect(),
        paired,
    }
}

/// What a part adds to the difference over `n` questions.
fn share(table: &Table, n: usize) -> Result<f64, Undefined> {
    if n == 0 {
        return Err(statistics::undefined::NOTHING_EVALUATED);
    }
    Ok((table.only_a as f64 - table.only_b as f64) / n as f64)
}
