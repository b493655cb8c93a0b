//! Any number of raters, any of their labels missing.

use super::confusion::NOT_DECLARED;
use super::scale::Scale;
use crate::undefined::{UNEQUAL_LENGTHS, Undefined};

/// The labels of each unit: how many raters gave which category. Who gave it is not kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    scale: Scale,
    units: Vec<Unit>,
}

/// The categories given to a unit, ascending, each with how many raters gave it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Unit {
    pub(crate) given: Vec<(usize, f64)>,
    pub(crate) labels: f64,
}

impl Ratings {
    /// A row a unit, with the positions on `scale` that its raters gave. Undefined for a position
    /// beyond the scale.
    pub fn by_unit<R: AsRef<[Option<usize>]>>(scale: &Scale, units: &[R]) -> Result<Self, Undefined> {
        let units = units.iter().map(|row| unit(scale, row.as_ref().iter().copied())).collect::<Result<_, _>>()?;
        Ok(Self { scale: scale.clone(), units })
    }

    /// A row a rater, each over the same units in the same order. Undefined as [`Self::by_unit`] and for unequal lengths.
    pub fn by_rater<R: AsRef<[Option<usize>]>>(scale: &Scale, raters: &[R]) -> Result<Self, Undefined> {
        let count = raters.first().map_or(0, |row| row.as_ref().len());
        if raters.iter().any(|row| row.as_ref().len() != count) {
            return Err(UNEQUAL_LENGTHS);
        }
        let units = (0..count).map(|at| unit(scale, raters.iter().map(|row| row.as_ref()[at]))).collect::<Result<_, _>>()?;
        Ok(Self { scale: scale.clone(), units })
    }

    /// The declared categories.
    pub fn scale(&self) -> &Scale {
        &self.scale
    }

    /// How many units, those without a label included.
    pub fn count(&self) -> usize {
        self.units.len()
    }

    /// How many units have two labels or more: the only ones that can show agreement.
    pub fn pairable(&self) -> usize {
        self.units.iter().filter(|unit| unit.labels >= 2.0).count()
    }

    /// The units drawn by a resampling, some of them more than once. Undefined for an index beyond them.
    pub fn drawn(&self, indices: &[usize]) -> Result<Self, Undefined> {
        let units: Option<Vec<Unit>> = indices.iter().map(|index| self.units.get(*index).cloned()).collect();
        Ok(Self { scale: self.scale.clone(), units: units.ok_or(Undefined("an index outside the units"))? })
    }

    pub(crate) fn units(&self) -> &[Unit] {
        &self.units
    }
}

fn unit(scale: &Scale, labels: impl Iterator<Item = Option<usize>>) -> Result<Unit, Undefined> {
    let mut positions: Vec<usize> = labels.flatten().collect();
    if positions.iter().any(|position| *position >= scale.count()) {
        return Err(NOT_DECLARED);
    }
    positions.sort_unstable();
    let labels = positions.len() as f64;
    let mut given: Vec<(usize, f64)> = Vec::new();
    for position in positions {
        match given.last_mut() {
            Some((category, count)) if *category == position => *count += 1.0,
            _ => given.push((position, 1.0)),
        }
    }
    Ok(Unit { given, labels })
}
