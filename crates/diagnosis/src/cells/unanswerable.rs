//! Questions without an answer in their corpus: they stand beside the cells.

use std::collections::BTreeMap;

use statistics::proportion::clopper_pearson_upper;
use statistics::{Kind, Level, Score, Summary, Undefined, summarise};

/// How an answer to an unanswerable question stands to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stand {
    /// It declines, as it should.
    Declined,
    /// It answers.
    Answered,
    /// The call, or the verdict that would say, failed.
    Failed,
    /// Nobody says.
    NotKnown(Undefined),
}

/// Unanswerable questions, counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Unanswerable {
    /// Declined.
    pub declined: usize,
    /// Answered.
    pub answered: usize,
    /// Failed.
    pub failed: usize,
    /// Nobody says how the answer stands, by reason.
    pub not_known: BTreeMap<&'static str, usize>,
    /// The share that was answered.
    pub rate: Summary,
    /// The one-sided 95 % upper limit of that share (Clopper-Pearson): what a budget is held against.
    pub upper: Result<f64, Undefined>,
}

/// Counts them; `clusters` has a number for each.
pub fn unanswerable(stands: &[Stand], clusters: Option<&[u32]>) -> Unanswerable {
    let scores: Vec<Score> = stands.iter().map(score).collect();
    let rate = summarise(&scores, Kind::Proportion, clusters, Level::NINETY_FIVE);
    let count = |wanted: Stand| stands.iter().filter(|stand| **stand == wanted).count();
    let (declined, answered) = (count(Stand::Declined), count(Stand::Answered));
    let upper = clopper_pearson_upper(answered, declined + answered, Level::NINETY_FIVE);
    Unanswerable { declined, answered, failed: count(Stand::Failed), not_known: rate.undefined.clone(), rate, upper }
}

fn score(stand: &Stand) -> Score {
    match stand {
        Stand::Declined => Score::Value(0.0),
        Stand::Answered => Score::Value(1.0),
        Stand::Failed => Score::Failed,
        Stand::NotKnown(reason) => Score::Undefined(*reason),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_of_fifty_still_allows_almost_six_in_a_hundred() {
        let fifty = unanswerable(&[Stand::Declined; 50], None);
        assert_eq!((fifty.declined, fifty.answered, fifty.rate.value), (50, 0, Some(0.0)));
        assert!((fifty.upper.unwrap() - 0.0582).abs() < 1e-4);
    }

    #[test]
    fn what_failed_or_is_not_known_is_in_no_rate() {
        let why = Undefined("nobody says");
        let all = [Stand::Declined, Stand::Answered, Stand::Failed, Stand::NotKnown(why), Stand::NotKnown(why)];
        let counted = unanswerable(&all, None);
        assert_eq!((counted.declined, counted.answered, counted.failed), (1, 1, 1));
        assert_eq!((counted.not_known, counted.rate.n, counted.rate.failed), (BTreeMap::from([(why.0, 2)]), 2, 1));
        let none = unanswerable(&[], None);
        assert!(none.rate.value.is_none() && none.upper.is_err());
    }
}
