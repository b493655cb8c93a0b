//! The list of categories that was declared, and what becomes of labels that are not on it.

use std::fmt;

use crate::mean::check_values;
use crate::undefined::Undefined;

/// More categories than this are no scale but a measurement; tables of them would not fit.
pub const MOST_CATEGORIES: usize = 256;

/// A declared list of categories in ascending order, each with the number that stands for it.
///
/// Declared, not collected from the labels: a grade that nobody gave still lies between its
/// neighbours, and leaving it out would change every weighted coefficient.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    values: Vec<f64>,
}

impl Scale {
    /// From the numbers of the categories. Undefined for fewer than two or more than
    /// [`MOST_CATEGORIES`], for numbers that do not ascend and for such as are not finite.
    pub fn new(values: &[f64]) -> Result<Self, Undefined> {
        check_values(values)?;
        if !(2..=MOST_CATEGORIES).contains(&values.len()) {
            return Err(Undefined("needs 2 to 256 categories"));
        }
        if values.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(Undefined("categories that do not ascend"));
        }
        Ok(Self { values: values.to_vec() })
    }

    /// The whole numbers from `lowest` to `highest`: grades 0 to 3, say.
    pub fn whole(lowest: i32, highest: i32) -> Result<Self, Undefined> {
        // Cut before it is built, so that no list of millions is made to be refused.
        let most = lowest.saturating_add(MOST_CATEGORIES as i32).min(highest);
        let values: Vec<f64> = (lowest..=most).map(f64::from).collect();
        Self::new(&values)
    }

    /// How many categories.
    pub fn count(&self) -> usize {
        self.values.len()
    }

    /// The numbers of the categories, ascending.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Which category a label is; `None` for a label that is not on the scale.
    pub fn position(&self, label: f64) -> Option<usize> {
        self.values.iter().position(|value| *value == label)
    }

    /// Turns labels into positions on the scale. `None` is a label that was never given and stays so.
    ///
    /// What is off the scale is treated as decided and listed, never passed over: see [`OffScale`].
    /// Fails with the list under [`OffScale::Keep`] and, under [`OffScale::Clip`], for labels that no
    /// end of the scale is nearest to: between two categories, or not a number.
    pub fn place(&self, labels: &[Option<f64>], decision: OffScale) -> Result<Placed, LabelsOffScale> {
        let mut placed = Placed { positions: Vec::with_capacity(labels.len()), outside: Vec::new() };
        let mut refused = Vec::new();
        for (index, label) in labels.iter().enumerate() {
            let Some(label) = *label else {
                placed.positions.push(None);
                continue;
            };
            let mut position = self.position(label);
            if position.is_none() {
                let outside = Outside { index, label };
                position = self.nearest_end(label).filter(|_| decision == OffScale::Clip);
                if position.is_none() && decision != OffScale::Drop {
                    refused.push(outside);
                }
                placed.outside.push(outside);
            }
            placed.positions.push(position);
        }
        if refused.is_empty() { Ok(placed) } else { Err(LabelsOffScale { labels: refused, decision }) }
    }

    fn nearest_end(&self, label: f64) -> Option<usize> {
        let last = self.values.len() - 1;
        if label < self.values[0] {
            Some(0)
        } else if label > self.values[last] {
            Some(last)
        } else {
            None
        }
    }
}

/// What the user decided about labels that are not on the declared scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OffScale {
    /// Keep them, which cannot be: an error names them. Declare a longer scale or choose another way.
    Keep,
    /// Move them to the nearer end of the scale. A judge that says 5 on a scale up to 3 meant "the most".
    Clip,
    /// Leave them out, together with what they were paired with.
    Drop,
}

/// A label that is not on the scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outside {
    /// Where it stands in the list that was given, from 0.
    pub index: usize,
    /// What it says.
    pub label: f64,
}

/// Labels as positions on a scale, with those that were clipped or dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// The position of each label; `None` for one never given or dropped.
    pub positions: Vec<Option<usize>>,
    /// The labels off the scale, in the order given, for the report to show.
    pub outside: Vec<Outside>,
}

/// Labels off the scale that nobody decided about, or that cannot be clipped.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelsOffScale {
    /// All of them, in the order given.
    pub labels: Vec<Outside>,
    /// The decision under which they were refused.
    pub decision: OffScale,
}

/// So many are named in the message; the rest are counted.
const NAMED: usize = 5;

impl fmt::Display for LabelsOffScale {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.labels.len();
        write!(formatter, "{count} {} not on the declared scale:", if count == 1 { "label is" } else { "labels are" })?;
        for (nth, outside) in self.labels.iter().take(NAMED).enumerate() {
            let comma = if nth == 0 { "" } else { "," };
            write!(formatter, "{comma} {} at place {}", outside.label, outside.index)?;
        }
        if count > NAMED {
            write!(formatter, " and {} more", count - NAMED)?;
        }
        formatter.write_str(match self.decision {
            OffScale::Clip => "; a label between two categories cannot be clipped: drop it or declare it",
            OffScale::Keep | OffScale::Drop => "; declare a scale that holds them, or decide to clip or to drop them",
        })
    }
}

impl std::error::Error for LabelsOffScale {}
