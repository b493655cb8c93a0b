//! What stands beside kappa, because kappa alone misleads.

use super::confusion::Confusion;
use super::kappa::NEEDS_TWO_UNITS;
use crate::undefined::{NOTHING_EVALUATED, Undefined};

/// Above this [`Prevalence::index`], kappa can be near 0 or below it although the raters agree on nearly
/// everything.
pub const UNSTABLE_ABOVE: f64 = 0.8;

/// How lopsided a table is (Byrt, Bishop, Carlin 1993).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prevalence {
    /// Prevalence index: |n₁₁ − n₀₀|/n for two categories; in general 2·(average share of the most
    /// common category) − 1, which for two categories is the same.
    pub index: f64,
    /// Bias index: |n₁₀ − n₀₁|/n for two categories; in general half the sum of |r_i − c_i|/n, which
    /// for two categories is the same. 0 where both raters give each category as often.
    pub bias: f64,
    /// PABAK (k·p₀ − 1)/(k − 1): 2p₀ − 1 for two categories. Agreement had every category been as common.
    pub pabak: f64,
}

impl Prevalence {
    /// Of a table. Undefined without a unit.
    pub fn of(table: &Confusion) -> Result<Self, Undefined> {
        let n = table.n() as f64;
        let categories = table.categories() as f64;
        let agreement = table.agreement()?;
        let (rows, columns) = (table.row_totals(), table.column_totals());
        let most = rows.iter().zip(&columns).map(|(r, c)| r + c).max().ok_or(NOTHING_EVALUATED)?;
        let apart: u64 = rows.iter().zip(&columns).map(|(r, c)| r.abs_diff(*c)).sum();
        Ok(Self {
            index: (most as f64 - n) / n,
            bias: 0.5 * apart as f64 / n,
            pabak: (categories * agreement - 1.0) / (categories - 1.0),
        })
    }

    /// Whether kappa is unstable here: one category takes over nine tenths of the labels. Then show
    /// AC1 and the agreement of each category beside it.
    pub fn kappa_unstable(&self) -> bool {
        self.index > UNSTABLE_ABOVE
    }
}

/// Agreement on one category: 2n_cc/(r_c + c_c). Of two categories, 1 gives positive and 0 negative
/// agreement.
///
/// Undefined where neither rater gave it, for a category beyond the table and for fewer than one unit.
pub fn specific_agreement(table: &Confusion, category: usize) -> Result<f64, Undefined> {
    if table.n() == 0 {
        return Err(NEEDS_TWO_UNITS);
    }
    let given = |totals: Vec<u64>| totals.get(category).copied().unwrap_or(0);
    let total = given(table.row_totals()) + given(table.column_totals());
    if total == 0 {
        return Err(Undefined("neither rater gave this category"));
    }
    Ok(2.0 * table.count(category, category) as f64 / total as f64)
}
