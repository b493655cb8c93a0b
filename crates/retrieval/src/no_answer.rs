//! Questions that have no answer, seen from retrieval: did the system say so, or fill its context with unrelated text?

use evidence::Question;
use statistics::Interval;
use statistics::proportion::{clopper_pearson, clopper_pearson_upper};

use crate::record::{Ending, Record, Stage};

/// Counts over questions of one kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    /// Questions with a record that says what was sent.
    pub n: usize,
    /// Text was sent to the generator.
    pub sent: usize,
    /// Calls that failed, or are missing.
    pub failed: usize,
    /// Questions whose context was not captured: whether text was sent is not known. They are not in `n`.
    pub not_captured: usize,
    /// The highest score of each ranking that has scores, rising.
    pub top_scores: Vec<f64>,
}

/// What retrieval did with unanswerable questions, beside what it did with answerable ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NoAnswer {
    /// Unanswerable questions: text sent is a false positive.
    pub unanswerable: Counts,
    /// Answerable questions: nothing sent is a false negative.
    pub answerable: Counts,
}

impl NoAnswer {
    /// Counts over questions with their records.
    pub fn new<'a>(pairs: impl IntoIterator<Item = (&'a Question, Option<&'a Record>)>) -> Self {
        let mut all = Self::default();
        for (question, record) in pairs {
            let counts = if question.answerable { &mut all.answerable } else { &mut all.unanswerable };
            match record {
                Some(record) if !matches!(record.ending, Ending::Failed(_)) => counts.add(record),
                _ => counts.failed += 1,
            }
        }
        for counts in [&mut all.unanswerable, &mut all.answerable] {
            counts.top_scores.sort_unstable_by(f64::total_cmp);
        }
        all
    }
}

impl Counts {
    fn add(&mut self, record: &Record) {
        match sent_anything(record) {
            Some(sent) => {
                self.n += 1;
                self.sent += usize::from(sent);
            }
            None => self.not_captured += 1,
        }
        let scores = record.ranked().map(|(_, items)| items.iter().filter_map(|item| item.score)).into_iter().flatten();
        self.top_scores.extend(scores.max_by(f64::total_cmp));
    }

    /// The share for which text was sent, with its Clopper-Pearson 95 % interval; `None` where there is no question.
    pub fn sent_share(&self) -> Option<(f64, Interval)> {
        let interval = clopper_pearson(self.sent, self.n, statistics::Level::NINETY_FIVE).ok()?;
        Some((self.sent as f64 / self.n as f64, interval))
    }

    /// The one-sided 95 % upper limit of that share: what a budget is held against.
    pub fn sent_upper(&self) -> Option<f64> {
        clopper_pearson_upper(self.sent, self.n, statistics::Level::NINETY_FIVE).ok()
    }

    /// A quantile of the top scores (type 7); `None` where there are none.
    pub fn top_score(&self, share: f64) -> Option<f64> {
        let last = self.top_scores.len().checked_sub(1)?;
        let place = share.clamp(0.0, 1.0) * last as f64;
        let (below, above) = (self.top_scores[place.floor() as usize], self.top_scores[place.ceil() as usize]);
        Some(below + (above - below) * place.fract())
    }
}

/// Whether the generator was sent any text: by the context, else the packed list, unless the system declined; `None` where neither was
/// captured, since a ranking says nothing about what was sent of it.
fn sent_anything(record: &Record) -> Option<bool> {
    if record.ending == Ending::NoEvidence {
        return Some(false);
    }
    let last = record.stage(Stage::Context).or_else(|| record.stage(Stage::Packed))?;
    Some(!last.is_empty())
}
