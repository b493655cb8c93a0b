//! The history as CSV: a row for each run and measure.

use super::HistoryReport;
use crate::score::row;

/// Names of the columns, then the rows; runs that could not be read have their reason and nothing else.
pub fn csv(report: &HistoryReport) -> Vec<u8> {
    let mut text = "run,started,settings_changed,attribution,measure,value,lo,hi,n,failed,undefined,method,\
                    difference,difference_lo,difference_hi,p,p_holm,not_read\n"
        .to_owned();
    let number = |n: Option<f64>| n.map(|n| n.to_string()).unwrap_or_default();
    for run in &report.runs {
        let attribution = run.changes.as_ref().map(|changes| &changes.attribution);
        let changed = attribution.map(|a| a.changes().iter().map(|c| c.setting.as_str()).collect::<Vec<_>>().join(" "));
        for measured in &run.measures {
            let (summary, since) = (&measured.summary, measured.since.as_ref());
            let interval = since.and_then(|c| c.interval.ok());
            text += &row(&[
                &run.name,
                run.started.as_deref().unwrap_or_default(),
                changed.as_deref().unwrap_or_default(),
                attribution.map_or("", |a| a.name()),
                &measured.measure,
                &number(summary.value),
                &number(summary.interval.map(|i| i.lo)),
                &number(summary.interval.map(|i| i.hi)),
                &summary.n.to_string(),
                &summary.failed.to_string(),
                &summary.undefined.values().sum::<usize>().to_string(),
                summary.method,
                &number(since.and_then(|c| c.difference)),
                &number(interval.map(|i| i.lo)),
                &number(interval.map(|i| i.hi)),
                &number(since.and_then(|c| c.p.ok())),
                &number(since.and_then(|c| c.p_holm)),
                "",
            ]);
        }
    }
    for (run, why) in &report.unread {
        let mut fields = vec![""; 18];
        (fields[0], fields[17]) = (run, why);
        text += &row(&fields);
    }
    text.into_bytes()
}
