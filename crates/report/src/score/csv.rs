//! The report as CSV, in long form: a row for each number.

use fourcell::evidence::text::printable;
use fourcell::statistics::{Score, Summary};

use super::ScoreReport;

/// A row for each run, slice and measure; or, for single questions, for each run, question and measure.
pub fn csv(report: &ScoreReport, per_question: bool) -> Vec<u8> {
    let mut text = String::new();
    if per_question {
        text += "run,question,measure,value,status,reason\n";
        for run in &report.runs {
            for (place, question) in run.scores.questions().iter().enumerate() {
                for (column, measure) in run.measures.iter().enumerate() {
                    let (value, status, reason) = match run.scores.get(place, column) {
                        Score::Value(value) => (value.to_string(), "scored", ""),
                        Score::Undefined(reason) => (String::new(), "undefined", reason.0),
                        Score::Failed => (String::new(), "failed", ""),
                    };
                    text += &row(&[&run.name, question, &measure.to_string(), &value, status, reason]);
                }
            }
        }
        return text.into_bytes();
    }
    text += "run,slice_key,slice_value,measure,value,lo,hi,n,failed,undefined,method\n";
    for run in &report.runs {
        let mut put = |key: &str, value: &str, summaries: &[Summary]| {
            for (measure, summary) in run.measures.iter().zip(summaries) {
                let number = |n: Option<f64>| n.map(|n| n.to_string()).unwrap_or_default();
                text += &row(&[
                    &run.name,
                    key,
                    value,
                    &measure.to_string(),
                    &number(summary.value),
                    &number(summary.interval.map(|i| i.lo)),
                    &number(summary.interval.map(|i| i.hi)),
                    &summary.n.to_string(),
                    &summary.failed.to_string(),
                    &summary.undefined.values().sum::<usize>().to_string(),
                    summary.method,
                ]);
            }
        };
        put("", "", &run.summaries);
        for slice in &run.slices {
            put(&slice.key, &slice.value, &slice.summaries);
        }
    }
    text.into_bytes()
}

/// A row as RFC 4180 has it. A field that a spreadsheet would run as a formula is made text by an apostrophe in front; what would
/// command a terminal is escaped.
pub fn row(fields: &[&str]) -> String {
    let quoted = fields.iter().map(|field| {
        let field = field.split_inclusive(['\n', '\t']).map(|part| {
            let text = part.trim_end_matches(['\n', '\t']);
            printable(text, usize::MAX) + &part[text.len()..]
        });
        let field = field.collect::<String>();
        let is_number = field.parse::<f64>().is_ok();
        let formula = field.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number;
        let field = if formula { format!("'{field}") } else { field };
        if field.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
    });
    let mut line = quoted.collect::<Vec<_>>().join(",");
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    use super::row;

    #[test]
    fn fields_can_neither_break_the_row_nor_run() {
        assert_eq!(row(&["\u{1b}[2J\u{202e}", "a\rb", "\tc"]), "\\u{1b}[2J\\u{202e},a\\rb,'\tc\n");
        assert_eq!(row(&["a,b", "c\"d", "=1+1", "-0.5", "e\nf"]), "\"a,b\",\"c\"\"d\",'=1+1,-0.5,\"e\nf\"\n");
    }
}
