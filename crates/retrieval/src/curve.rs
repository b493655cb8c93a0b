//! The recall curve: how much more arrives when more is fetched, and where it stops paying.

use statistics::paired::t::paired_t;
use statistics::{Level, Score, Summary};

use crate::scores::Scores;

/// Where the curve is looked at.
pub const DEPTHS: [u32; 4] = [5, 10, 25, 50];

/// Recall at rising depths.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The measure's name without its cut.
    pub measure: String,
    /// Depths with the recall there.
    pub points: Vec<(u32, Summary)>,
    /// The least depth from which the gain to the deepest cannot be told from nothing: a reranker's candidate count belongs there.
    pub levels_off: Option<u32>,
    /// The length of the longest list: what lies beyond was never fetched.
    pub longest: u32,
}

/// Builds the curve from a table whose columns are one recall measure at rising `depths`.
///
/// The curve levels off at the least depth whose gain up to the deepest has a 95 % paired t interval that includes 0, or no gain
/// in any question. `None` where it still rises at the last step, or where nothing is scored.
pub fn curve(measure: &str, scores: &Scores, summaries: Vec<Summary>, depths: &[u32], longest: u32) -> Curve {
    let columns: Vec<Vec<Score>> = (0..depths.len()).map(|column| scores.column(column)).collect();
    let levels_off = match columns.split_last() {
        Some((deepest, before)) if summaries.iter().all(|s| s.n > 0) => {
            before.iter().position(|shallow| !rises(shallow, deepest)).map(|place| depths[place])
        }
        _ => None,
    };
    Curve { measure: measure.to_owned(), points: depths.iter().copied().zip(summaries).collect(), levels_off, longest }
}

/// Whether the gain from one depth to another is beyond its uncertainty.
fn rises(shallow: &[Score], deep: &[Score]) -> bool {
    let gains = shallow.iter().zip(deep).filter_map(|pair| match pair {
        (Score::Value(shallow), Score::Value(deep)) => Some(deep - shallow),
        _ => None,
    });
    let gains: Vec<f64> = gains.collect();
    match paired_t(&gains) {
        Ok(test) => test.interval(Level::NINETY_FIVE).lo > 0.0,
        // Every question gains the same: nothing, or the same something.
        Err(_) => gains.first().is_some_and(|gain| *gain > 0.0),
    }
}
