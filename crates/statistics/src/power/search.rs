//! The number of questions at which McNemar's test reaches a power, by trying.

use super::discordance::{McNemar, SUM_UP_TO, mcnemar_power, questions_for_difference};
use super::whole;
use crate::undefined::Undefined;

/// Beyond the first size that reaches the power so many larger ones are tried too: counts are whole, so that power rises in teeth.
const TEETH: usize = 40;

/// The smallest number of questions from which on `test` detects `difference` with `power`.
///
/// Where [`questions_for_difference`], whose ranges hold here too, comes to more than 20,000 questions, its value is returned: there
/// the two differ by less than a thousandth.
pub fn questions_for_difference_exact(
    p_discordant: f64,
    difference: f64,
    alpha: f64,
    power: f64,
    test: McNemar,
) -> Result<usize, Undefined> {
    let closed_form = whole(questions_for_difference(p_discordant, difference, alpha, power)?)?.max(1);
    let reached = |n: usize| mcnemar_power(n, p_discordant, difference, alpha, test).map(|reached| reached >= power);
    let mut high = closed_form;
    while high <= SUM_UP_TO && !reached(high)? {
        high += high / 8 + 1;
    }
    if high > SUM_UP_TO {
        return Ok(closed_form);
    }
    let mut low = 0;
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if reached(middle)? {
            high = middle;
        } else {
            low = middle;
        }
    }
    let mut first = high;
    for n in high + 1..=high + TEETH {
        if !reached(n)? {
            first = n + 1;
        }
    }
    Ok(first)
}
