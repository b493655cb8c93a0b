//! A value with its interval on a line; and bars.

use fourcell::statistics::Summary;

use super::{Scale, decoration, percent};

/// A dot with its interval, and a hollow one for the baseline; nothing where there is no value. The words stand beside it.
pub fn dot(summary: Option<&Summary>, baseline: Option<f64>, scale: Scale) -> String {
    let mut inner = String::new();
    for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
        inner += &format!("<line class=\"grid\" x1=\"{0}\" x2=\"{0}\" y1=\"0\" y2=\"100%\"/>", percent(share));
    }
    if let Some(around) = summary.and_then(|summary| summary.interval) {
        let (from, to) = (scale.at(around.lo), scale.at(around.hi));
        inner += &format!("<line class=\"around\" x1=\"{from}\" x2=\"{to}\" y1=\"50%\" y2=\"50%\"/>");
    }
    if let Some(before) = baseline {
        inner += &format!("<circle class=\"before\" cx=\"{}\" cy=\"50%\" r=\"4.5\"/>", scale.at(before));
    }
    if let Some(value) = summary.and_then(|summary| summary.value) {
        inner += &format!("<circle class=\"dot\" cx=\"{}\" cy=\"50%\" r=\"4.5\"/>", scale.at(value));
    }
    decoration("strip", &inner)
}

/// A bar of parts, one after another; each has a class.
pub fn bar(parts: &[(f64, &str)], scale: Scale) -> String {
    let (mut inner, mut from) = (String::new(), 0.0);
    for (value, class) in parts.iter().filter(|(value, _)| *value > 0.0) {
        let (x, width) = (percent(scale.share(from)), percent(scale.share(from + value) - scale.share(from)));
        inner += &format!("<rect class=\"{class}\" x=\"{x}\" width=\"{width}\" y=\"0\" height=\"100%\"/>");
        from += value;
    }
    decoration("bar", &inner)
}
