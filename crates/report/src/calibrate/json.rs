//! The report as JSON.

use fourcell::statistics::agreement::Confusion;
use fourcell::statistics::{Interval, Level, Undefined};
use serde_json::{Value, json};

use super::{CalibrateReport, Change, Class};
use crate::envelope::{Input, envelope};
use crate::number::json_number;

/// The schema of `calibrate`'s output.
pub const SCHEMA: &str = "fourcell/calibrate@1";

/// The whole report.
pub fn json(report: &CalibrateReport, inputs: &[Input]) -> Vec<u8> {
    let preference = report.self_preference.as_ref().map(|found| match found {
        Err(reason) => undefined(*reason),
        Ok(found) => {
            let mean = fourcell::statistics::mean(&found.differences).ok();
            let around = found.t.as_ref().ok().map(|t| t.interval(Level::NINETY_FIVE));
            let mut value = number(mean, around, found.differences.len(), "t");
            value["p"] = json_number(Some(found.sign_flip.p));
            value["p_method"] = json!(found.sign_flip.method);
            value
        }
    });
    let result = json!({
        "heading": report.heading,
        "seed": report.seed,
        "kinds": report.classes.iter().map(class).collect::<Vec<_>>(),
        "self_preference": preference,
    });
    envelope(SCHEMA, "calibrate", inputs, result, &report.notes)
}

fn undefined(reason: Undefined) -> Value {
    json!({ "value": null, "undefined": reason.0 })
}

fn number(value: Option<f64>, around: Option<Interval>, n: usize, method: &str) -> Value {
    json!({
        "value": json_number(value),
        "n": n,
        "lo": json_number(around.map(|i| i.lo)),
        "hi": json_number(around.map(|i| i.hi)),
        "method": method,
    })
}

fn or_reason(value: Result<Value, Undefined>) -> Value {
    value.unwrap_or_else(undefined)
}

fn table(confusion: &Result<Confusion, Undefined>, names: &[String]) -> Value {
    or_reason(confusion.as_ref().map_err(|e| *e).map(|confusion| {
        let row = |row: usize| (0..names.len()).map(|column| confusion.count(row, column)).collect::<Vec<u64>>();
        json!({ "verdicts": names, "counts": (0..names.len()).map(row).collect::<Vec<_>>() })
    }))
}

fn class(class: &Class) -> Value {
    let c = &class.calibration;
    let level = Level::NINETY_FIVE;
    let n = c.labelled;
    let names: Vec<String> = c.verdicts.iter().map(|v| v.name().to_owned()).collect();
    let alpha_interval = c.alpha_interval.as_ref().ok().and_then(|r| r.interval.ok());
    let rates = c.rates.as_ref().map_err(|e| *e);
    let rate = |rate: Result<f64, Undefined>, around: Result<Interval, Undefined>, n: usize| {
        or_reason(rate.map(|value| number(Some(value), around.ok(), n, "Wilson")))
    };
    json!({
        "kind": class.name,
        "positive": c.positive.name(),
        "judged": c.judged,
        "labelled": n,
        "labelled_at_random": c.at_random,
        "uncalibrated": c.is_uncalibrated(),
        "confusion_judge_by_people": table(&c.confusion, &names),
        "agreement": or_reason(c.agreement.map(|value| number(Some(value), None, n, "share"))),
        "kappa": or_reason(c.kappa.as_ref().map_err(|e| *e).map(|k| number(Some(k.value), None, n, "Cohen"))),
        "alpha": or_reason(c.alpha.map(|value| {
            number(Some(value), alpha_interval, n, if c.ordinal { "Krippendorff, ordinal" } else { "Krippendorff, nominal" })
        })),
        "ac1": or_reason(c.ac1.as_ref().map_err(|e| *e).map(|g| number(Some(g.value), None, n, "Gwet"))),
        "kappa_unstable": c.prevalence.as_ref().is_ok_and(|p| p.kappa_unstable()),
        "sensitivity": or_reason(rates.map(|r| rate(r.sensitivity(), r.sensitivity_interval(level), r.positive()))),
        "specificity": or_reason(rates.map(|r| rate(r.specificity(), r.specificity_interval(level), r.negative()))),
        "share_as_judged": number(c.naive, None, c.judged, "mean"),
        "share_corrected": or_reason(c.corrected.map(|corrected| {
            let around = corrected.interval(level).ok().map(|i| i.clipped(0.0, 1.0));
            let mut value = number(Some(corrected.mean.clamp(0.0, 1.0)), around, corrected.labels, "PPI++, t");
            value["lambda"] = json_number(Some(corrected.lambda));
            value
        })),
        "overrated_by_length": or_reason(c.verbosity.map(|v| {
            let mut value = number(Some(v.slope), Some(v.interval(level)), n, "HC3");
            value["p"] = json_number(Some(v.p));
            value
        })),
        "repeats": or_reason(c.repeats.map(|r| {
            json!({ "variance_within": json_number(Some(r.within)), "variance_between": json_number(Some(r.between())), "targets": r.items })
        })),
        "change": class.change.as_ref().map(change),
    })
}

fn change(change: &Change) -> Value {
    let chi = |value: Result<fourcell::statistics::judge::drift::ChiSquared, Undefined>| {
        or_reason(value.map(|c| json!({ "value": json_number(Some(c.statistic)), "df": c.df, "p": json_number(Some(c.p)) })))
    };
    let n = usize::try_from(change.n()).unwrap_or(usize::MAX);
    json!({
        "against": change.other,
        "table": table(&change.table, &change.verdicts),
        "changed": or_reason(change.flips().map(|(rate, around)| number(Some(rate), Some(around), n, "Wilson"))),
        "mcnemar_mid_p": or_reason(change.mcnemar().map(|p| json!({ "value": json_number(Some(p)), "n": n }))),
        "stuart_maxwell": chi(change.marginal()),
        "bowker": chi(change.symmetry()),
    })
}
