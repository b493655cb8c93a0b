//! The table as CSV, in long form: a row for each system, slice and measure.

use super::BenchmarkReport;
use crate::score::row;

/// Names of the columns, then the rows: all questions first.
pub fn csv(report: &BenchmarkReport) -> Vec<u8> {
    let mut text =
        "system,settings_changed,attribution,slice_key,slice_value,measure,value,lo,hi,n,failed,undefined,method,standing,\
                    difference_to_best,difference_lo,difference_hi,p,p_holm\n"
            .to_owned();
    let number = |n: Option<f64>| n.map(|n| n.to_string()).unwrap_or_default();
    for column in &report.columns {
        let (key, value) = column.slice.clone().unwrap_or_default();
        for (place, system) in report.systems.iter().enumerate() {
            let (cell, against) = (&column.cells[place], column.against_best[place].as_ref());
            let attribution = system.changes.as_ref().map(|changes| &changes.attribution);
            let changed = attribution.map(|a| a.changes().iter().map(|c| c.setting.as_str()).collect::<Vec<_>>().join(" "));
            let interval = against.and_then(|c| c.interval.ok());
            text += &row(&[
                &system.name,
                &changed.unwrap_or_default(),
                attribution.map_or("", |a| a.name()),
                &key,
                &value,
                &column.measure,
                &number(cell.value),
                &number(cell.interval.map(|i| i.lo)),
                &number(cell.interval.map(|i| i.hi)),
                &cell.n.to_string(),
                &cell.failed.to_string(),
                &cell.undefined.values().sum::<usize>().to_string(),
                cell.method,
                column.standing[place].name(),
                &number(against.and_then(|c| c.difference)),
                &number(interval.map(|i| i.lo)),
                &number(interval.map(|i| i.hi)),
                &number(against.and_then(|c| c.p.ok())),
                &number(against.and_then(|c| c.p_holm)),
            ]);
        }
    }
    text.into_bytes()
}
