//! The incidents as CSV, a row each.

use fourcell::retrieval::record::Mode;

use super::InvariantsReport;
use crate::score::row;

/// A row for each incident.
pub fn csv(report: &InvariantsReport) -> Vec<u8> {
    let mut text = "run,question,mode,repeat,tenant,groups,rule,stage,call,passage,doc,rev,proof\n".to_owned();
    for run in &report.runs {
        for incident in &run.found.checked.incidents {
            let asker = incident.asker.as_ref();
            let said = |text: &Option<String>| text.clone().unwrap_or_default();
            text += &row(&[
                &run.found.name,
                &incident.question,
                Mode::ALL[incident.mode as usize].0,
                &incident.repeat.to_string(),
                &said(&asker.and_then(|asker| asker.tenant.clone())),
                &asker.map(|asker| asker.groups.join(" ")).unwrap_or_default(),
                incident.rule.name(),
                incident.at.name(),
                &incident.call.map(|call| call.to_string()).unwrap_or_default(),
                &said(&incident.passage),
                &said(&incident.doc),
                &said(&incident.rev),
                &incident.proof,
            ]);
        }
    }
    text.into_bytes()
}
