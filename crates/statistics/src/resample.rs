//! An interval for anything: draw the units again.
//!
//! For coefficients that have no good formula of their own: agreement, areas under curves. What is
//! drawn are units (questions), or whole clusters of them, never labels.

use std::collections::BTreeMap;

use crate::bootstrap::quantile;
use crate::generator::Stream;
use crate::interval::{Interval, Level};
use crate::mean::all_equal;
use crate::undefined::{NEEDS_TWO, NO_SPREAD, Undefined};

/// A larger share of undefined resamples than this leaves no interval: what remains is a selection.
pub const MOST_UNDEFINED: f64 = 0.05;

/// A percentile interval with the count of resamples that had no value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resampled {
    /// Type-7 quantiles of the values that exist. Undefined with more than [`MOST_UNDEFINED`] of them
    /// missing, with fewer than two, and where all of them are equal: no width is no certainty.
    pub interval: Result<Interval, Undefined>,
    /// How many resamples were made.
    pub replicates: usize,
    /// How many of them had no value.
    pub undefined: usize,
}

/// Draws `units` indices with replacement, `replicates` times: replicate r from the [`Stream`] (`seed`, r).
///
/// The statistic is given the indices and returns its value on the units they name. Undefined for
/// fewer than two units.
pub fn units<S>(units: usize, replicates: u32, seed: u64, level: Level, statistic: S) -> Result<Resampled, Undefined>
where
    S: Fn(&[usize]) -> Result<f64, Undefined>,
{
    if units < 2 {
        return Err(NEEDS_TWO);
    }
    let mut indices = vec![0; units];
    let values = (0..replicates).map(|replicate| {
        let mut stream = Stream::new(seed, u64::from(replicate));
        indices.fill_with(|| stream.index(units));
        statistic(&indices)
    });
    Ok(from_values(values, level))
}

/// As [`units`], but draws whole clusters (units that share a query or a document): `clusters` gives
/// the cluster of each unit, and clusters are drawn in the ascending order of their numbers.
/// Undefined for fewer than two clusters.
pub fn clusters<S>(clusters: &[u32], replicates: u32, seed: u64, level: Level, statistic: S) -> Result<Resampled, Undefined>
where
    S: Fn(&[usize]) -> Result<f64, Undefined>,
{
    let mut members: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (index, cluster) in clusters.iter().enumerate() {
        members.entry(*cluster).or_default().push(index);
    }
    let members: Vec<Vec<usize>> = members.into_values().collect();
    if members.len() < 2 {
        return Err(Undefined("needs at least two clusters"));
    }
    let mut indices = Vec::with_capacity(clusters.len());
    let values = (0..replicates).map(|replicate| {
        let mut stream = Stream::new(seed, u64::from(replicate));
        indices.clear();
        for _ in 0..members.len() {
            indices.extend_from_slice(&members[stream.index(members.len())]);
        }
        statistic(&indices)
    });
    Ok(from_values(values, level))
}

/// As [`units`], with explicit indices, one row a resample.
pub fn from_indices<R, S>(rows: &[R], level: Level, statistic: S) -> Resampled
where
    R: AsRef<[usize]>,
    S: Fn(&[usize]) -> Result<f64, Undefined>,
{
    from_values(rows.iter().map(|row| statistic(row.as_ref())), level)
}

fn from_values(results: impl Iterator<Item = Result<f64, Undefined>>, level: Level) -> Resampled {
    let (mut values, mut undefined) = (Vec::new(), 0);
    for result in results {
        match result {
            // A statistic that lets a NaN through has no value either.
            Ok(value) if value.is_finite() => values.push(value),
            _ => undefined += 1,
        }
    }
    let replicates = values.len() + undefined;
    values.sort_by(f64::total_cmp);
    let tail = 0.5 * level.alpha();
    let interval = if undefined as f64 > MOST_UNDEFINED * replicates as f64 {
        Err(Undefined("more than 5 % of the resamples are undefined"))
    } else if values.len() < 2 {
        Err(Undefined("needs at least two replicates"))
    } else if all_equal(&values) {
        Err(NO_SPREAD)
    } else {
        quantile(&values, tail).and_then(|lo| quantile(&values, 1.0 - tail).map(|hi| Interval { lo, hi }))
    };
    Resampled { interval, replicates, undefined }
}
