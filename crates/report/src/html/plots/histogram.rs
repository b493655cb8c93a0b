//! Two distributions on one line, one above it and one below.

use super::{Scale, drawing, percent};
use crate::html::escape;

/// How many bins there are.
const BINS: usize = 24;

/// How the values of one side are called, and what they are.
pub struct Side<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its values.
    pub values: &'a [f64],
}

/// The share of each side's values in each bin. `at` marks a value, with a name.
pub fn mirrored(label: &str, above: &Side<'_>, below: &Side<'_>, at: Option<(f64, &str)>) -> String {
    let scale = Scale::of(above.values.iter().chain(below.values).copied().chain(at.map(|(value, _)| value)));
    let counted = |side: &Side<'_>| {
        let mut bins = [0usize; BINS];
        for value in side.values.iter().filter(|value| value.is_finite()) {
            bins[((scale.share(*value) * BINS as f64) as usize).min(BINS - 1)] += 1;
        }
        bins.map(|count| count as f64 / side.values.len().max(1) as f64)
    };
    let (up, down) = (counted(above), counted(below));
    let tallest = up.iter().chain(&down).copied().fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    // The line lies in the middle; numbers stand below all.
    let (middle, half) = (0.46, 0.40);
    let mut inner = String::new();
    for (bins, class, is_up) in [(&up, "above", true), (&down, "below", false)] {
        for (place, share) in bins.iter().enumerate().filter(|(_, share)| **share > 0.0) {
            let height = share / tallest * half;
            let y = if is_up { middle - height } else { middle };
            inner += &format!(
                "<rect class=\"{class}\" x=\"{}\" width=\"{}\" y=\"{}\" height=\"{}\"/>",
                percent(place as f64 / BINS as f64 + 0.002),
                percent(1.0 / BINS as f64 - 0.004),
                percent(y),
                percent(height)
            );
        }
    }
    inner += &format!("<line class=\"axis\" x1=\"0\" x2=\"100%\" y1=\"{0}\" y2=\"{0}\"/>", percent(middle));
    if let Some((value, name)) = at {
        let x = scale.at(value);
        let side = if scale.share(value) > 0.6 { ("end", -5) } else { ("start", 6) };
        inner += &format!(
            "<line class=\"budget\" x1=\"{x}\" x2=\"{x}\" y1=\"2%\" y2=\"90%\"/><text class=\"note\" x=\"{x}\" dx=\"{}\" y=\"7%\" text-anchor=\"{}\">{}</text>",
            side.1,
            side.0,
            escape::text(name)
        );
    }
    for (share, anchor) in [(0.0, "start"), (0.5, "middle"), (1.0, "end")] {
        let value = scale.lo + share * (scale.hi - scale.lo);
        inner +=
            &format!("<text class=\"tick\" x=\"{}\" y=\"99%\" text-anchor=\"{anchor}\">{}</text>", percent(share), number(value));
    }
    let desc = format!("{} above, {} below, from {} to {}", above.name, below.name, number(scale.lo), number(scale.hi));
    drawing("plot histogram", label, &desc, &inner)
}

/// A number of an unknown scale, short.
pub fn number(value: f64) -> String {
    match value.abs() {
        a if a >= 100.0 => format!("{value:.0}"),
        a if a >= 10.0 => format!("{value:.1}"),
        a if a >= 0.01 || a == 0.0 => format!("{value:.2}"),
        _ => format!("{value:.1e}"),
    }
}
