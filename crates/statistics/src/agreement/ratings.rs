//! Any number of raters, any of their labels missing.

use super::confusion::NOT_DECLARED;
use super::scale::Scale;
use crate::undefined::{UNEQUAL_LENGTHS, Undefined};

/// The labels of each unit: how many raters gave which category. Who gave it is not kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    scale: Scale,
    // One list for all units, because a resampling copies it thousands of times.
    given: Vec<(usize, f64)>,
    units: Vec<Place>,
}

/// Where a unit's part of the list ends, and how many labels it has.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    end: usize,
    labels: f64,
}

/// The categories given to a unit, ascending, each with how many raters gave it.
#[derive(Clone, Copy)]
pub(crate) struct Unit<'a> {
    pub(crate) given: &'a [(usize, f64)],
    pub(crate) labels: f64,
}

impl Ratings {
    /// A row a unit, with the positions on `scale` that its raters gave. Undefined for a position
    /// beyond the scale.
    pub fn by_unit<R: AsRef<[Option<usize>]>>(scale: &Scale, units: &[R]) -> Result<Self, Undefined> {
        let mut ratings = Self::empty(scale, units.len());
        for row in units {
            ratings.push(row.as_ref().iter().copied())?;
        }
        Ok(ratings)
    }

    /// A row a rater, each over the same units in the same order. Undefined as [`Self::by_unit`] and for unequal lengths.
    pub fn by_rater<R: AsRef<[Option<usize>]>>(scale: &Scale, raters: &[R]) -> Result<Self, Undefined> {
        let count = raters.first().map_or(0, |row| row.as_ref().len());
        if raters.iter().any(|row| row.as_ref().len() != count) {
            return Err(UNEQUAL_LENGTHS);
        }
        let mut ratings = Self::empty(scale, count);
        for at in 0..count {
            ratings.push(raters.iter().map(|row| row.as_ref()[at]))?;
        }
        Ok(ratings)
    }

    fn empty(scale: &Scale, units: usize) -> Self {
        Self { scale: scale.clone(), given: Vec::with_capacity(units), units: Vec::with_capacity(units) }
    }

    fn push(&mut self, labels: impl Iterator<Item = Option<usize>>) -> Result<(), Undefined> {
        let mut positions: Vec<usize> = labels.flatten().collect();
        if positions.iter().any(|position| *position >= self.scale.count()) {
            return Err(NOT_DECLARED);
        }
        positions.sort_unstable();
        let categories = positions.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as f64));
        self.given.extend(categories);
        self.units.push(Place { end: self.given.len(), labels: positions.len() as f64 });
        Ok(())
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
        let mut ratings = Self::empty(&self.scale, indices.len());
        for index in indices {
            let unit = self.unit(*index).ok_or(Undefined("an index outside the units"))?;
            ratings.given.extend_from_slice(unit.given);
            ratings.units.push(Place { end: ratings.given.len(), labels: unit.labels });
        }
        Ok(ratings)
    }

    fn unit(&self, index: usize) -> Option<Unit<'_>> {
        let place = self.units.get(index)?;
        let start = index.checked_sub(1).map_or(0, |before| self.units[before].end);
        Some(Unit { given: &self.given[start..place.end], labels: place.labels })
    }

    pub(crate) fn units(&self) -> impl Iterator<Item = Unit<'_>> {
        (0..self.units.len()).filter_map(|index| self.unit(index))
    }
}
