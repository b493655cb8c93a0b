//! How long calls took, and what they read and wrote.

use std::collections::BTreeMap;

use fourcell::statistics::Interval;

use super::super::plots::{Scale, decoration, percent};
use super::super::{Page, escape};
use super::{card, nothing};

const AID: &str = "Left end, tick and right end of a line are the median, the 95th percentile and the slowest call; brackets hold the 95 % interval \
                   of the percentile. Times are of the machine that ran it, and change nothing in any score.";

/// What was spent on something, call by call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spent {
    /// Rising.
    values: Vec<f64>,
}

impl Spent {
    /// Of finite values in any order.
    pub fn new(mut values: Vec<f64>) -> Self {
        values.retain(|value| value.is_finite());
        values.sort_unstable_by(f64::total_cmp);
        Self { values }
    }

    /// How many calls.
    pub fn n(&self) -> usize {
        self.values.len()
    }

    /// All of it.
    pub fn sum(&self) -> f64 {
        self.values.iter().sum()
    }

    /// A quantile (type 7) with the interval that order statistics give, where there are calls enough for one.
    pub fn quantile(&self, share: f64) -> Option<(f64, Option<Interval>)> {
        let last = self.values.len().checked_sub(1)?;
        let place = share * last as f64;
        let (below, above) = (self.values[place.floor() as usize], self.values[place.ceil() as usize]);
        Some((below + (above - below) * place.fract(), self.around(share)))
    }

    /// The order statistics between which the quantile lies with at least 95 % certainty, whatever the distribution: ranks by the
    /// binomial law, 2.5 % on each side. `None` where the sample is too small to have an upper end.
    fn around(&self, share: f64) -> Option<Interval> {
        let n = self.values.len();
        let (mut lower, mut upper) = (None, None);
        // P(at most k of n lie below the quantile), summed in logarithms from the first term.
        let (mut cumulative, mut term) = (0.0, n as f64 * (1.0 - share).ln());
        for k in 0..=n {
            cumulative += term.exp();
            if cumulative <= 0.025 {
                lower = Some(k);
            }
            if cumulative >= 0.975 && upper.is_none() {
                upper = Some(k + 1);
            }
            term += ((n - k) as f64 / (k as f64 + 1.0)).ln() + (share / (1.0 - share)).ln();
        }
        let (lower, upper) = (lower?, upper.filter(|rank| *rank <= n)?);
        Some(Interval { lo: self.values[lower], hi: self.values[upper - 1] })
    }
}

/// What calls took, by mode.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Times {
    /// Milliseconds by mode and stage.
    pub ms: BTreeMap<(String, String), Spent>,
    /// Tokens by mode and what they were spent on.
    pub tokens: BTreeMap<(String, String), Spent>,
}

/// The section.
pub fn section(page: &Page) -> String {
    let mut inner = String::new();
    inner += &if page.times.ms.is_empty() { nothing("No latency was recorded (timings.jsonl).") } else { table("Latency, milliseconds", &page.times.ms) };
    inner += &if page.times.tokens.is_empty() { nothing("No tokens were recorded.") } else { table("Tokens a call", &page.times.tokens) };
    card("times", "wide-half", "Latency and tokens", AID, &inner)
}

fn table(caption: &str, spent: &BTreeMap<(String, String), Spent>) -> String {
    let slowest = spent.values().filter_map(|spent| spent.values.last()).copied();
    let scale = Scale::from_zero(slowest);
    let row = |((mode, what), spent): (&(String, String), &Spent)| {
        let shown = |share: f64| match spent.quantile(share) {
            Some((value, Some(around))) => format!("{} <span class=\"ci\">[{}, {}]</span>", amount(value), amount(around.lo), amount(around.hi)),
            Some((value, None)) => format!("{} <span class=\"ci\">[–]</span>", amount(value)),
            None => "–".to_owned(),
        };
        format!(
            "<tr><th scope=\"row\">{} <span class=\"title\">{}</span></th><td class=\"num\">{}</td><td class=\"num\">{}</td><td class=\"n\">{}</td><td class=\"plotcell\">{}</td></tr>",
            escape::text(what),
            escape::text(mode),
            shown(0.5),
            shown(0.95),
            spent.n(),
            drawn(spent, scale)
        )
    };
    let rows: Vec<String> = spent.iter().map(row).collect();
    format!(
        "<table class=\"numbers small\"><caption>{caption}</caption><thead><tr><th scope=\"col\">of</th><th scope=\"col\">median</th><th scope=\"col\">95th percentile</th><th scope=\"col\">n</th><th scope=\"col\"><span class=\"hidden\">drawn</span></th></tr></thead><tbody>{}</tbody></table>",
        rows.concat()
    )
}

fn drawn(spent: &Spent, scale: Scale) -> String {
    let (Some((median, _)), Some((high, _)), Some(most)) = (spent.quantile(0.5), spent.quantile(0.95), spent.values.last()) else {
        return String::new();
    };
    let [median, high, most] = [median, high, *most].map(|value| percent(scale.share(value)));
    decoration(
        "strip",
        &format!(
            "<line class=\"around\" x1=\"{median}\" x2=\"{most}\" y1=\"50%\" y2=\"50%\"/><circle class=\"dot\" cx=\"{median}\" cy=\"50%\" r=\"4.5\"/><line class=\"mark\" x1=\"{high}\" x2=\"{high}\" y1=\"20%\" y2=\"80%\"/>"
        ),
    )
}

/// An amount, with as many digits as say something.
fn amount(value: f64) -> String {
    match value {
        v if v >= 100.0 => format!("{v:.0}"),
        v if v >= 10.0 => format!("{v:.1}"),
        v => format!("{v:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ranks of the 95 % interval of a median of 100: the 40th and the 61st, as tables of the sign test have them.
    #[test]
    fn quantiles_have_the_intervals_of_the_binomial_law() {
        let spent = Spent::new((1..=100).rev().map(f64::from).collect());
        let (median, around) = spent.quantile(0.5).unwrap();
        assert_eq!((median, around), (50.5, Some(Interval { lo: 40.0, hi: 61.0 })));
        // Of so few nobody knows how far the slow ones go.
        assert_eq!(Spent::new(vec![1.0, 2.0]).quantile(0.95).unwrap().1, None);
        assert_eq!(Spent::default().quantile(0.5), None);
        assert_eq!(Spent::new(vec![f64::NAN, 3.0]).quantile(0.95), Some((3.0, None)));
    }
}
