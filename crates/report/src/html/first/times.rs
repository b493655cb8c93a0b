//! How long calls took, and what they read and wrote.

use std::collections::BTreeMap;

use fourcell::statistics::quantile::{nearest_rank, nearest_rank_interval};
use fourcell::statistics::{Interval, Level};

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

    /// A quantile with its 95 % interval, where there are calls enough for one.
    pub fn quantile(&self, share: f64) -> Option<(f64, Option<Interval>)> {
        let value = nearest_rank(&self.values, share).ok()?;
        Some((value, nearest_rank_interval(&self.values, share, Level::NINETY_FIVE).ok()))
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
    inner += &if page.times.ms.is_empty() {
        nothing("No latency was recorded (timings.jsonl).")
    } else {
        table("Latency, milliseconds", &page.times.ms)
    };
    inner += &if page.times.tokens.is_empty() {
        nothing("No tokens were recorded.")
    } else {
        table("Tokens a call", &page.times.tokens)
    };
    card("times", "wide-half", "Latency and tokens", AID, &inner)
}

fn table(caption: &str, spent: &BTreeMap<(String, String), Spent>) -> String {
    // Of the modes that are not what users see, the whole call is enough.
    let shown = |(mode, what): &(String, String)| mode == "normal" || what == "total" || caption.starts_with("Tokens");
    let spent: BTreeMap<&(String, String), &Spent> = spent.iter().filter(|(key, _)| shown(key)).collect();
    let slowest = spent.values().filter_map(|spent| spent.values.last()).copied();
    let scale = Scale::from_zero(slowest);
    let row = |((mode, what), spent): (&&(String, String), &&Spent)| {
        let shown = |share: f64| match spent.quantile(share) {
            Some((value, Some(around))) => {
                format!("{} <span class=\"ci\">[{}, {}]</span>", amount(value), amount(around.lo), amount(around.hi))
            }
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
    let (Some((median, _)), Some((high, _)), Some(most)) = (spent.quantile(0.5), spent.quantile(0.95), spent.values.last())
    else {
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
        v if v > 0.0 && v < 0.005 => "<0.01".to_owned(),
        0.0 => "0".to_owned(),
        v => format!("{v:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_have_intervals_where_there_are_calls_enough() {
        let spent = Spent::new((1..=100).rev().map(f64::from).collect());
        let (median, around) = spent.quantile(0.5).unwrap();
        let around = around.unwrap();
        assert!(median == 50.0 && around.lo < median && median < around.hi, "{around:?}");
        // Of so few nobody knows how far the slow ones go.
        assert_eq!(Spent::new(vec![1.0, 2.0]).quantile(0.95).unwrap().1, None);
        assert_eq!(Spent::default().quantile(0.5), None);
        assert_eq!(Spent::new(vec![f64::NAN, 3.0]).quantile(0.95), Some((3.0, None)));
    }
}
