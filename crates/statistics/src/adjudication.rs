//! A hit rate when some misses may only be unlabelled hits.
//!
//! A miss whose top passages include one that nobody judged may be a hit by an unlisted
//! alternative. Labelling a random sample of those misses corrects the rate without labelling all.

use crate::interval::{Interval, Level};
use crate::proportion::{clopper_pearson_upper, rate};
use crate::undefined::Undefined;

/// What was counted, and what a sample of the open misses showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudicated {
    /// Questions.
    pub questions: usize,
    /// Hits by the labels as they are.
    pub hits: usize,
    /// Misses with at least one unjudged passage within the cut.
    pub open_misses: usize,
    /// How many of the open misses, drawn at random, were labelled.
    pub labelled: usize,
    /// How many of those turned out to be hits.
    pub found: usize,
}

/// Three numbers and the uncertainty of the middle one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdjudicatedRate {
    /// h/n: every open miss is a miss.
    pub naive: f64,
    /// (h + m_u)/n: every open miss is a hit.
    pub ceiling: f64,
    /// h/n + (m_u/n)·r/s.
    pub adjusted: f64,
    /// √(p(1−p)/n + (m_u/n)² · (r/s)(1−r/s)/s · (1−s/m_u)): sampling of questions, then of misses.
    pub standard_error: f64,
    /// adjusted ± z·standard error; not cut, and too short above when nothing was found.
    pub normal: Interval,
    /// The interval to show: `normal` cut to [0, 1] and, when r = 0 and some misses stay
    /// open, with the upper end raised by (m_u − s)/n times the upper Clopper–Pearson bound of 0/s,
    /// because none found among s is not none at all.
    pub interval: Interval,
}

/// The adjudicated rate.
///
/// Undefined for no questions, for more hits and open misses than questions, for more labelled than
/// open or more found than labelled, and when misses are open but none was labelled. Without open
/// misses all three numbers are h/n.
pub fn adjudicated_rate(counts: Adjudicated, level: Level) -> Result<AdjudicatedRate, Undefined> {
    let Adjudicated { questions, hits, open_misses, labelled, found } = counts;
    let naive = rate(hits, questions)?;
    if open_misses > questions - hits {
        return Err(Undefined("more open misses than misses"));
    }
    if labelled > open_misses || found > labelled {
        return Err(Undefined("more adjudicated than open, or more found than adjudicated"));
    }
    if open_misses > 0 && labelled == 0 {
        return Err(Undefined("no open miss was adjudicated"));
    }
    let n = questions as f64;
    let share = open_misses as f64 / n;
    let (good, second_phase) = if open_misses == 0 {
        (0.0, 0.0)
    } else {
        let s = labelled as f64;
        let good = found as f64 / s;
        (good, share * share * good * (1.0 - good) / s * (1.0 - s / open_misses as f64))
    };
    // The two shares are disjoint parts of the questions; only rounding can lift the sum above 1.
    let adjusted = (naive + share * good).min(1.0);
    let standard_error = (adjusted * (1.0 - adjusted) / n + second_phase).sqrt();
    let normal = Interval::around(adjusted, level.z() * standard_error);
    let still_open = (open_misses - labelled) as f64 / n;
    let raised = if found == 0 && open_misses > labelled {
        let two_sided = Level::new(1.0 - 0.5 * level.alpha())?;
        still_open * clopper_pearson_upper(0, labelled, two_sided)?
    } else {
        0.0
    };
    let interval = Interval { lo: normal.lo, hi: normal.hi + raised }.clipped(0.0, 1.0);
    Ok(AdjudicatedRate { naive, ceiling: naive + share, adjusted, standard_error, normal, interval })
}
