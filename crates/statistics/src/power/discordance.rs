//! Power of McNemar's test: how many questions two systems must differ on.

use super::{TOO_MANY, probability};
use crate::special::{binomial, normal};
use crate::undefined::{NOTHING_EVALUATED, Undefined};

/// Above this many questions the sum over all tables is replaced by the normal approximation, which
/// is then right to about three digits.
pub const SUM_UP_TO: usize = 20_000;

/// Which version of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum McNemar {
    /// The exact conditional test.
    Exact,
    /// The mid-p version, the default of this crate.
    MidP,
}

/// What a power depends on but the true difference: the distribution of the number of discordant
/// questions, and from where on the test rejects for each.
struct Design {
    n: usize,
    p_discordant: f64,
    alpha: f64,
    /// (discordant questions, their probability, largest min(b, c) that is rejected).
    rows: Vec<(usize, f64, usize)>,
}

impl Design {
    fn new(n: usize, p_discordant: f64, alpha: f64, test: McNemar) -> Result<Self, Undefined> {
        if n == 0 {
            return Err(NOTHING_EVALUATED);
        }
        if !(p_discordant > 0.0 && p_discordant <= 1.0) {
            return Err(crate::undefined::NOT_A_PROBABILITY);
        }
        probability(alpha)?;
        let mut rows = Vec::new();
        if n <= SUM_UP_TO {
            let mut rejected: Option<usize> = None;
            for discordant in 0..=n {
                // One question more moves the limit by one at most.
                let next = rejected.map_or(0, |k| k + 1);
                if 2 * next < discordant && p_value(next, discordant, test) <= alpha {
                    rejected = Some(next);
                }
                let weight = binomial::pmf(discordant, n, p_discordant);
                // 20,000 weights below this cannot reach the last digit of a power worth knowing.
                if let (Some(limit), true) = (rejected, weight > 1e-25) {
                    rows.push((discordant, weight, limit));
                }
            }
        }
        Ok(Self { n, p_discordant, alpha, rows })
    }

    fn power(&self, difference: f64) -> f64 {
        if self.n > SUM_UP_TO {
            let variance = self.p_discordant - difference * difference;
            let z = normal::upper_quantile(0.5 * self.alpha);
            let distance = difference.abs() * (self.n as f64).sqrt() - z * self.p_discordant.sqrt();
            // No variance: all discordant questions go one way, and all questions are discordant.
            return if variance > 0.0 { normal::cdf(distance / variance.sqrt()) } else { f64::from(u8::from(distance > 0.0)) };
        }
        let to_a = (0.5 * (1.0 + difference / self.p_discordant)).clamp(0.0, 1.0);
        crate::sum(self.rows.iter().map(|(discordant, weight, limit)| {
            let low = binomial::cdf(*limit, *discordant, to_a);
            let high = binomial::at_least(discordant - limit, *discordant, to_a);
            weight * (low + high)
        }))
        .min(1.0)
    }
}

/// p of the test where the smaller of b and c is `fewer`, 2·fewer < discordant.
fn p_value(fewer: usize, discordant: usize, test: McNemar) -> f64 {
    let both = 2.0 * binomial::cdf(fewer, discordant, 0.5);
    match test {
        McNemar::Exact => both,
        McNemar::MidP => both - binomial::pmf(fewer, discordant, 0.5),
    }
}

fn checked_difference(difference: f64, p_discordant: f64) -> Result<(), Undefined> {
    // 1e-12: a difference that equals the discordance on paper is allowed.
    if difference.abs() <= p_discordant + 1e-12 { Ok(()) } else { Err(Undefined("a difference larger than the discordance")) }
}

/// The probability that the test rejects at `alpha`, two-sided, over everything that can happen:
/// summed over the number of discordant questions, Bin(n, `p_discordant`), and over how they fall.
///
/// Above 20,000 questions by the normal approximation. Undefined for n = 0, probabilities outside
/// their range, and |difference| > p_discordant.
pub fn mcnemar_power(n: usize, p_discordant: f64, difference: f64, alpha: f64, test: McNemar) -> Result<f64, Undefined> {
    checked_difference(difference, p_discordant)?;
    Ok(Design::new(n, p_discordant, alpha, test)?.power(difference))
}

/// Connor's closed form (1987, Biometrics 43:207), before rounding up:
/// (z_{1−α/2} √p_d + z_power √(p_d − Δ²))²/Δ².
///
/// Undefined for Δ = 0, |Δ| > p_d and probabilities outside (0, 1).
pub fn questions_for_difference(p_discordant: f64, difference: f64, alpha: f64, power: f64) -> Result<f64, Undefined> {
    probability(p_discordant)?;
    probability(alpha)?;
    probability(power)?;
    if difference.is_nan() || difference == 0.0 {
        return Err(Undefined("no effect can be detected that is zero"));
    }
    checked_difference(difference, p_discordant)?;
    let variance = (p_discordant - difference * difference).max(0.0);
    let spread = normal::upper_quantile(0.5 * alpha) * p_discordant.sqrt() + normal::quantile(power) * variance.sqrt();
    let root = spread / difference;
    let n = root * root;
    if n.is_finite() { Ok(n) } else { Err(TOO_MANY) }
}

/// The smallest true difference that `test` detects with `power` at `alpha`: what to print beside a
/// result. `None` where even all discordant questions falling one way would not reach it.
///
/// Undefined for n = 0 and probabilities outside their range.
pub fn smallest_detectable(n: usize, p_discordant: f64, alpha: f64, power: f64, test: McNemar) -> Result<Option<f64>, Undefined> {
    probability(power)?;
    let design = Design::new(n, p_discordant, alpha, test)?;
    if design.power(p_discordant) < power {
        return Ok(None);
    }
    let (mut low, mut high) = (0.0, p_discordant);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if design.power(middle) >= power {
            high = middle;
        } else {
            low = middle;
        }
    }
    Ok(Some(high))
}
