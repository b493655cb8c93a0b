//! Numbers as people and programs read them.

use fourcell::statistics::{Interval, Summary};
use serde_json::{Map, Value, json};

/// Three decimals: what a set of a few hundred questions can tell apart.
pub fn short(value: f64) -> String {
    format!("{value:.3}")
}

/// A value of a summary, `–` where there is none.
pub fn value(summary: &Summary) -> String {
    summary.value.map_or_else(|| "–".to_owned(), |v| if summary.method == "sum" { format!("{v:.0}") } else { short(v) })
}

/// `[lo, hi]`, or `–`.
pub fn interval(interval: Option<Interval>) -> String {
    interval.map_or_else(|| "–".to_owned(), |i| format!("[{:.3}, {:.3}]", i.lo, i.hi))
}

/// A difference with its sign, in points of a hundredth; what rounds to nothing has no sign.
pub fn points(difference: f64) -> String {
    let text = format!("{:+.1}", difference * 100.0);
    if text == "-0.0" || text == "+0.0" { "0.0".to_owned() } else { text }
}

/// A p-value: three decimals, and a bound below them.
pub fn p(p: Option<f64>) -> String {
    match p {
        None => "–".to_owned(),
        Some(p) if p < 0.001 => "<0.001".to_owned(),
        Some(p) => format!("{p:.3}"),
    }
}

/// A count with its noun: `1 question`, `2 questions`.
pub fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

/// A finite number, or null: no output holds NaN.
pub fn json_number(number: Option<f64>) -> Value {
    number.and_then(serde_json::Number::from_f64).map_or(Value::Null, Value::Number)
}

/// A summary as every JSON output has it: value, n, lo, hi, method, failed, undefined.
pub fn json_summary(summary: &Summary) -> Value {
    let undefined: Map<String, Value> = summary.undefined.iter().map(|(reason, n)| ((*reason).to_owned(), json!(n))).collect();
    let mut object = json!({
        "value": json_number(summary.value),
        "n": summary.n,
        "lo": json_number(summary.interval.map(|i| i.lo)),
        "hi": json_number(summary.interval.map(|i| i.hi)),
        "level": summary.level,
        "method": summary.method,
        "failed": summary.failed,
        "undefined": undefined,
    });
    if let Some(bounds) = summary.bounds {
        object["bounds_if_failed_were"] = json!({ "0": bounds.lo, "1": bounds.hi });
    }
    if let Some(reason) = summary.interval_undefined {
        object["no_interval"] = json!(reason.0);
    }
    if let (Some(clusters), n_eff) = (summary.clusters, summary.n_eff) {
        object["clusters"] = json!(clusters);
        object["n_eff"] = json_number(n_eff);
    }
    if !summary.warnings.is_empty() {
        object["warnings"] = json!(summary.warnings);
    }
    object
}
