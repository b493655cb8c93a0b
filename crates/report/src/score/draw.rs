//! The recall curve, drawn with characters.

use fourcell::retrieval::curve::Curve;

use crate::number::{interval, short};

/// Columns of a bar that stands for 1.
const WIDTH: usize = 40;

/// A bar for each depth: solid up to the value, dotted up to the upper end of its interval; then where the curve levels off.
pub fn draw(curve: &Curve) -> String {
    let mut text = String::new();
    for (depth, summary) in &curve.points {
        let Some(value) = summary.value else {
            text += &format!("  k = {depth:<4} not scored\n");
            continue;
        };
        let column = |share: f64| (share * WIDTH as f64).round() as usize;
        let (solid, dotted) = (column(value), column(summary.interval.map_or(value, |i| i.hi)).max(column(value)));
        let bar = format!("{}{}{}", "█".repeat(solid), "·".repeat(dotted - solid), " ".repeat(WIDTH - dotted));
        text += &format!("  k = {depth:<4} {bar} {} {}\n", short(value), interval(summary.interval));
    }
    text += &levels_off(curve);
    text.push('\n');
    text
}

/// The sentence that says where more candidates stop paying.
pub fn levels_off(curve: &Curve) -> String {
    let deepest = curve.points.last().map_or(0, |(depth, _)| *depth).min(curve.longest);
    let whole = curve.points.iter().find(|(_, summary)| summary.value.is_some_and(|value| value >= 1.0));
    if let Some((k, _)) = whole {
        return format!("  complete at k = {}: no more candidates are needed", k.min(&curve.longest));
    }
    if curve.points.first().is_some_and(|(depth, _)| curve.longest <= *depth) {
        return format!("  the lists end at {}: fetch more candidates to see where recall levels off", curve.longest);
    }
    match curve.levels_off.filter(|k| *k < deepest) {
        Some(k) => format!(
            "  levels off at k = {k}: from there to {deepest} the gain is within its uncertainty, so a reranker needs {k} candidates"
        ),
        None if curve.points.last().is_some_and(|(depth, _)| *depth > curve.longest) => {
            format!("  still rises where the lists end, at {deepest}: fetch more candidates to see where it levels off")
        }
        None => format!("  still rises at k = {deepest}: a reranker would gain from more candidates"),
    }
}
