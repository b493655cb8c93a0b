//! The recall curve: how much arrives as more is fetched, with the budget drawn in.

use fourcell::retrieval::curve::Curve;

use super::{Scale, drawing, percent};
use crate::html::escape;
use crate::number::short;

/// The share of the height that the plot itself takes; the rest is for the numbers below.
const HEIGHT: f64 = 0.86;
/// The share of the width to the left, for the numbers there; and to the right.
const LEFT: f64 = 0.09;
const RIGHT: f64 = 0.96;

/// The curve with its intervals; `budget` is how many passages are sent, with the words for it.
pub fn curve(curve: &Curve, budget: Option<&(f64, String)>) -> String {
    let deepest = curve.points.last().map_or(1, |(k, _)| *k);
    let across = Scale { lo: 0.0, hi: f64::from(deepest) };
    let x = |k: f64| percent(LEFT + across.share(k) * (RIGHT - LEFT));
    let y = |value: f64| percent(HEIGHT * (1.0 - Scale::UNIT.share(value)) * 0.94 + 0.04);
    let mut inner = String::new();
    for value in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let at = y(value);
        inner += &format!(
            "<line class=\"grid\" x1=\"{}\" x2=\"{}\" y1=\"{at}\" y2=\"{at}\"/><text class=\"tick\" x=\"{}\" y=\"{at}\" dy=\"4\" text-anchor=\"end\">{value}</text>",
            percent(LEFT),
            percent(RIGHT),
            percent(LEFT - 0.015)
        );
    }
    if let Some((k, words)) = budget.filter(|(k, _)| *k > 0.0) {
        let at = x(*k);
        let beside = if across.share(*k) > 0.6 { ("end", -6) } else { ("start", 6) };
        inner += &format!(
            "<line class=\"budget\" x1=\"{at}\" x2=\"{at}\" y1=\"2%\" y2=\"{}\"/><text class=\"note\" x=\"{at}\" dx=\"{}\" y=\"{}\" dy=\"-6\" text-anchor=\"{}\">{}</text>",
            y(0.0),
            beside.1,
            y(0.0),
            beside.0,
            escape::text(words)
        );
    }
    let points: Vec<(f64, f64)> = curve.points.iter().filter_map(|(k, s)| Some((f64::from(*k), s.value?))).collect();
    for pair in points.windows(2) {
        let [(k1, v1), (k2, v2)] = [pair[0], pair[1]];
        inner += &format!("<line class=\"line\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>", x(k1), y(v1), x(k2), y(v2));
    }
    let mut said = Vec::new();
    for (k, summary) in &curve.points {
        let at = x(f64::from(*k));
        inner += &format!("<text class=\"tick\" x=\"{at}\" y=\"97%\" text-anchor=\"middle\">{k}</text>");
        let Some(value) = summary.value else { continue };
        if let Some(around) = summary.interval {
            inner += &format!("<line class=\"around\" x1=\"{at}\" x2=\"{at}\" y1=\"{}\" y2=\"{}\"/>", y(around.lo), y(around.hi));
        }
        inner += &format!("<circle class=\"dot\" cx=\"{at}\" cy=\"{}\" r=\"4.5\"/>", y(value));
        said.push(format!("{} at {k}", short(value)));
    }
    let desc = match budget {
        Some((_, words)) => format!("{}. Budget: {words}", said.join(", ")),
        None => said.join(", "),
    };
    drawing("plot curve", &format!("{} recall by depth", curve.measure), &desc, &inner)
}
