//! Reading golden vectors and comparing against them, with a count that says nothing was skipped.
#![allow(dead_code, missing_docs)]

use serde_json::Value;
use statistics::special::normal;
use statistics::{Interval, Level, Undefined, bootstrap};

/// Algebraic formulas.
pub const ALGEBRA: f64 = 1e-13;
/// Everything that goes through a quantile or a search.
pub const QUANTILE: f64 = 1e-11;

pub fn load(name: &str) -> Value {
    let path = format!("{}/../../conformance/statistics/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    serde_json::from_str(&text).unwrap()
}

pub fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}

pub fn f(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("not a number: {value}"))
}

pub fn n(value: &Value) -> usize {
    value.as_u64().unwrap_or_else(|| panic!("not a count: {value}")) as usize
}

pub fn floats(value: &Value) -> Vec<f64> {
    list(value).iter().map(f).collect()
}

pub fn index_rows(value: &Value) -> Vec<Vec<usize>> {
    list(value).iter().map(|row| list(row).iter().map(n).collect()).collect()
}

/// How many leaves (numbers, truths, nulls, strings) stand below keys that are not inputs.
pub fn leaves(value: &Value, inputs: &[&str]) -> usize {
    match value {
        Value::Object(map) => map.iter().filter(|(key, _)| !inputs.contains(&key.as_str())).map(|(_, v)| leaves(v, inputs)).sum(),
        Value::Array(items) => items.iter().map(|v| leaves(v, inputs)).sum(),
        _ => 1,
    }
}

/// Collects comparisons, so that one run shows every disagreement.
#[derive(Default)]
pub struct Check {
    pub compared: usize,
    failures: Vec<String>,
    worst: f64,
}

impl Check {
    pub fn close(&mut self, what: &str, got: f64, want: &Value, tolerance: f64) {
        self.compared += 1;
        let Some(want) = want.as_f64() else {
            self.failures.push(format!("{what}: got {got:e}, want {want}"));
            return;
        };
        // Relative; a tiny absolute part for values that are 0 on paper (1e-16 of a rate).
        let error = (got - want).abs();
        let allowed = tolerance * want.abs() + 1e-16;
        self.worst = self.worst.max(error / allowed);
        if error.is_nan() || error > allowed {
            self.failures.push(format!("{what}: got {got:e}, want {want:e}, off {:e}", error / want.abs()));
        }
    }

    pub fn defined(&mut self, what: &str, got: Result<f64, Undefined>, want: &Value, tolerance: f64) {
        match got {
            Ok(got) => self.close(what, got, want, tolerance),
            Err(reason) => self.undefined(what, reason, want),
        }
    }

    /// A reason against a null.
    pub fn undefined(&mut self, what: &str, reason: Undefined, want: &Value) {
        self.compared += 1;
        if !want.is_null() {
            self.failures.push(format!("{what}: undefined ({reason}), want {want}"));
        }
    }

    pub fn interval(&mut self, what: &str, got: Result<Interval, Undefined>, want: &Value, tolerance: f64) {
        match got {
            Ok(got) if want.is_array() => {
                self.close(&format!("{what}.lo"), got.lo, &want[0], tolerance);
                self.close(&format!("{what}.hi"), got.hi, &want[1], tolerance);
            }
            Ok(got) => {
                self.compared += 1;
                self.failures.push(format!("{what}: got {got:?}, want {want}"));
            }
            Err(reason) => self.undefined(what, reason, want),
        }
    }

    pub fn same<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, got: T, want: T) {
        self.compared += 1;
        if got != want {
            self.failures.push(format!("{what}: got {got:?}, want {want:?}"));
        }
    }

    /// A value that is deliberately not reproduced; the caller says why.
    pub fn explained(&mut self, leaves: usize) {
        self.compared += leaves;
    }

    pub fn finish(self, expected: usize) {
        assert!(self.failures.is_empty(), "{} of {}:\n{}", self.failures.len(), self.compared, self.failures.join("\n"));
        assert_eq!(self.compared, expected, "the number of values compared");
        println!("{} values compared, worst error {:.3} of what is allowed", self.compared, self.worst);
    }
}

/// Every number of a bootstrap with explicit indices.
pub fn bootstrap_block(check: &mut Check, name: &str, values: &[f64], want: &Value) {
    let rows = index_rows(&want["indices"]);
    let got = bootstrap::from_indices(values, &rows, Level::NINETY_FIVE).unwrap();
    let bca = got.bca.unwrap();
    check.same(name, got.replicates, n(&want["n_resamples"]));
    check.close(&format!("{name} below"), bca.below, &want["z0_fraction"], ALGEBRA);
    check.close(&format!("{name} z0"), bca.z0, &want["z0"], QUANTILE);
    check.close(&format!("{name} acceleration"), bca.acceleration, &want["acceleration"], QUANTILE);
    check.close(&format!("{name} adjusted"), bca.adjusted.0, &want["adjusted_alphas"][0], QUANTILE);
    check.close(&format!("{name} adjusted"), bca.adjusted.1, &want["adjusted_alphas"][1], QUANTILE);
    check.interval(&format!("{name} percentile"), Ok(got.percentile), &want["percentile_ci"], QUANTILE);
    check.interval(&format!("{name} basic"), Ok(got.basic), &want["basic_ci"], QUANTILE);
    check.interval(&format!("{name} bca"), Ok(bca.interval), &want["bca_ci"], QUANTILE);
    check.close(&format!("{name} se"), got.standard_error, &want["bootstrap_se_ddof1"], QUANTILE);
}

/// As [`bootstrap_block`], where replicates have exactly the observed mean.
///
/// The vectors compare floating sums and see some of these on one side; ties within 1e-12 are ties
/// here, and `below` is the share worked out in fractions (mixed12: 98 below and 3 equal of 200;
/// ten_of_fractions: 90 and 17). What follows from the share is checked from the vectors' own.
pub fn tied_bootstrap_block(check: &mut Check, name: &str, values: &[f64], below: f64, want: &Value) {
    let rows = index_rows(&want["indices"]);
    let got = bootstrap::from_indices(values, &rows, Level::NINETY_FIVE).unwrap();
    let bca = got.bca.unwrap();
    assert!((bca.below - below).abs() < 1e-15, "{name}");
    assert!((f(&want["z0_fraction"]) - below).abs() < 0.011, "{name}");
    check.explained(1);
    let mut sorted = bootstrap::means_from_indices(values, &rows).unwrap();
    sorted.sort_by(f64::total_cmp);
    let z0 = normal::quantile(f(&want["z0_fraction"]));
    check.close(name, z0, &want["z0"], QUANTILE);
    check.close(name, bca.acceleration, &want["acceleration"], QUANTILE);
    for (end, z) in [(0, -Level::NINETY_FIVE.z()), (1, Level::NINETY_FIVE.z())] {
        let adjusted = normal::cdf(z0 + (z0 + z) / (1.0 - bca.acceleration * (z0 + z)));
        check.close(name, adjusted, &want["adjusted_alphas"][end], QUANTILE);
        check.defined(name, bootstrap::quantile(&sorted, adjusted), &want["bca_ci"][end], QUANTILE);
    }
    check.same(name, got.replicates, n(&want["n_resamples"]));
    check.interval(name, Ok(got.percentile), &want["percentile_ci"], QUANTILE);
    check.interval(name, Ok(got.basic), &want["basic_ci"], QUANTILE);
    check.close(name, got.standard_error, &want["bootstrap_se_ddof1"], QUANTILE);
}
