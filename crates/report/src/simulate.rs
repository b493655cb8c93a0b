//! How often the gate decides what, by simulation: as a table and as JSON.

use fourcell::statistics::power::gate::Rates;
use fourcell::statistics::proportion::wilson;
use fourcell::statistics::{Level, Undefined};
use serde_json::{Value, json};

use crate::envelope::envelope;
use crate::number::json_number;
use crate::table::table;

/// The schema of `simulate`'s output.
pub const SCHEMA: &str = "fourcell/simulate@1";

/// What was simulated.
#[derive(Clone, Debug)]
pub struct SimulateReport {
    /// The margin, a share.
    pub margin: f64,
    /// The share of questions on which the two runs differ.
    pub discordance: f64,
    /// The chance of a false pass that the gate allows at the margin.
    pub alpha: f64,
    /// Sets that were drawn for each line.
    pub replicates: u32,
    /// The seed.
    pub seed: u64,
    /// The lines.
    pub lines: Vec<Line>,
}

/// One line: one truth with what the gate made of it.
#[derive(Clone, Debug)]
pub struct Line {
    /// `hits` or `scores`.
    pub kind: &'static str,
    /// Questions in a set.
    pub questions: usize,
    /// How much worse the candidate truly is.
    pub loss: f64,
    /// The share of questions on which they differ in this line: at least the loss.
    pub discordance: f64,
    /// How often each outcome came.
    pub rates: Rates,
}

impl Line {
    fn share(&self, count: usize) -> (f64, Result<(f64, f64), Undefined>) {
        let all = self.rates.all();
        let interval = wilson(count, all, Level::NINETY_FIVE).map(|i| (i.lo, i.hi));
        (count as f64 / all.max(1) as f64, interval)
    }
}

impl SimulateReport {
    /// The lines of a true loss of the margin that passed more often than allowed, beyond what chance explains.
    pub fn too_often(&self) -> Vec<&Line> {
        let at_margin = self.lines.iter().filter(|line| line.loss == self.margin);
        at_margin.filter(|line| line.share(line.rates.pass).1.is_ok_and(|(lo, _)| lo > self.alpha)).collect()
    }
}

/// What is asked, the lines, what to make of them.
pub fn terminal(report: &SimulateReport) -> Vec<u8> {
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    let mut text = format!(
        "margin {} points, runs that differ on {} of questions, {} simulated sets a line, seed {}\n\n",
        (report.margin * 1000.0).round() / 10.0,
        percent(report.discordance),
        report.replicates,
        report.seed
    );
    let head =
        ["measure", "questions", "true loss", "pass", "95 % interval", "unchanged", "inconclusive", "fail"].map(str::to_owned);
    let rows = report.lines.iter().map(|line| {
        let (pass, interval) = line.share(line.rates.pass);
        let interval = interval.map_or_else(|_| "–".to_owned(), |(lo, hi)| format!("[{:.1}, {:.1}]", lo * 100.0, hi * 100.0));
        let share = |count: usize| percent(line.share(count).0);
        let apart = if line.discordance == report.discordance { "" } else { "*" };
        vec![
            line.kind.to_owned(),
            line.questions.to_string(),
            format!("{}{apart}", percent(line.loss)),
            percent(pass),
            interval,
            share(line.rates.unchanged),
            share(line.rates.inconclusive),
            share(line.rates.fail),
        ]
    });
    text += &table(&head, rows.collect(), &[false, true, true, true, true, true, true, true]);
    if report.lines.iter().any(|line| line.discordance != report.discordance) {
        text += "* such a loss takes more questions that differ than that: every one of them is a loss here\n";
    }
    text += "\nA true loss of 0.0 % is two systems that are equal, and differ by chance.";
    text += " 'Unchanged' is a set in which no question differs: the gate passes\nit as unchanged, though another set might have shown the loss.\n";
    text += &match report.too_often().as_slice() {
        [] => format!(
            "A true loss of the margin passed in no line more often than the {} that are allowed, beyond what chance explains.\n",
            percent(report.alpha)
        ),
        lines => format!(
            "A true loss of the margin passed more often than the {} that are allowed in {} lines.\n",
            percent(report.alpha),
            lines.len()
        ),
    };
    text.into_bytes()
}

/// The same for programs.
pub fn json(report: &SimulateReport) -> Vec<u8> {
    let line = |line: &Line| {
        let rate = |count: usize| -> Value {
            let (value, interval) = line.share(count);
            let (lo, hi) = interval.map_or((None, None), |(lo, hi)| (Some(lo), Some(hi)));
            json!({ "value": value, "n": line.rates.all(), "lo": json_number(lo), "hi": json_number(hi), "method": "Wilson",
                    "failed": 0, "undefined": {} })
        };
        json!({
            "measure": line.kind, "questions": line.questions, "true_loss": line.loss, "discordance": line.discordance,
            "pass": rate(line.rates.pass), "unchanged": rate(line.rates.unchanged),
            "inconclusive": rate(line.rates.inconclusive), "fail": rate(line.rates.fail),
        })
    };
    let result = json!({
        "margin": report.margin, "discordance": report.discordance, "alpha": report.alpha, "replicates": report.replicates,
        "seed": report.seed, "lines": report.lines.iter().map(line).collect::<Vec<_>>(),
        "too_often": report.too_often().len(),
    });
    envelope(SCHEMA, "simulate", &[], result, &[])
}
