//! The demo's one screen: two runs side by side, from what arrived to whether the difference is real.

use fourcell::diagnosis::Comparison;
use fourcell::evidence::text::printable;
use fourcell::generation::Measure;
use fourcell::statistics::Summary;

use crate::answers::{AnswersReport, Group};
use crate::cells::CellsReport;
use crate::compare::{changes, verdict_text};
use crate::demo_end;
pub use crate::demo_end::Leak;
use crate::gate::GateReport;
use crate::ledger::LedgerReport;
use crate::number::{interval, p, points, short, value};
use crate::score::{RunReport, Size, SliceReport, notes_ids, size_text};
use crate::table::table;

/// What the demo shows.
#[derive(Clone, Debug)]
pub struct DemoReport {
    /// What was scored, in a line.
    pub heading: String,
    /// B, the baseline.
    pub baseline: RunReport,
    /// A, the candidate.
    pub candidate: RunReport,
    /// The measure that decides, compared.
    pub decisive: Comparison,
    /// How sure a set of this size can be.
    pub size: Size,
    /// The slice key.
    pub key: String,
    /// The measure that slices show: its place among the measures.
    pub slice_measure: usize,
    /// The built-in system, in each mode.
    pub modes: Vec<ModeReport>,
    /// Its answers in normal mode, judged.
    pub answers: AnswersReport,
    /// Its four cells.
    pub cells: CellsReport,
    /// The same system without its filter.
    pub leak: Leak,
    /// Its failures.
    pub ledger: LedgerReport,
    /// A run that is better on the whole and may not ship.
    pub gate: GateReport,
}

/// What the built-in system did in one mode.
#[derive(Clone, Debug)]
pub struct ModeReport {
    /// The mode's name.
    pub mode: &'static str,
    /// Evidence completeness of the context.
    pub complete: Summary,
    /// Answerable questions: answered, of all.
    pub answerable: (usize, usize),
    /// Unanswerable questions: answered, of all.
    pub unanswerable: (usize, usize),
}

/// The screen.
pub fn demo(report: &DemoReport) -> Vec<u8> {
    let runs = [&report.baseline, &report.candidate];
    let mut text = format!("{}\n\n", printable(&report.heading, 400));
    text += &measures(runs);
    text.push('\n');
    text += &slices(report, runs);
    text += &format!(
        "\nrecall of the candidates list ({}), solid to the value, dotted to the end of its 95 % interval\n",
        curve_name(runs)
    );
    for run in runs {
        text += &format!("{}\n", run.name);
        text += &run.curve.as_ref().map(crate::score::draw).unwrap_or_default();
    }
    text += "\nquestions without an answer: sending text for one is a false positive\n";
    for run in runs {
        text += &unanswerable(run);
    }
    text += &format!("\nis {} better than {}, on the same questions?\n", report.candidate.name, report.baseline.name);
    text += &decision(&report.decisive);
    text += &modes(&report.modes);
    text += &answers(&report.answers);
    text += &format!("\n{}\n", size_text(&report.size));
    for run in runs {
        if !run.told.failed.is_empty() {
            let list: Vec<String> = run.told.failed.iter().map(|(id, e)| format!("{id} ({})", printable(e, 60))).collect();
            text += &format!("{}: failed, and in no mean: {}\n", run.name, notes_ids(&list, 3));
        }
    }
    text += &demo_end::cells(&report.cells);
    text += &demo_end::leak(&report.leak);
    text += &demo_end::ledger(&report.ledger);
    text += &demo_end::gate(&report.gate);
    text.into_bytes()
}

fn measures(runs: [&RunReport; 2]) -> String {
    let mut head = vec!["did the evidence arrive?".to_owned()];
    for run in runs {
        head.extend([run.name.clone(), "95 % interval".to_owned(), "n".to_owned()]);
    }
    let rows = runs[0].measures.iter().enumerate().map(|(place, measure)| {
        let mut row = vec![format!("{measure}  {}", measure.definition.title)];
        for run in runs {
            let summary = &run.summaries[place];
            row.extend([value(summary), interval(summary.interval), summary.n.to_string()]);
        }
        row
    });
    table(&head, rows.collect(), &[false, true, true, true, true, true, true])
}

fn slices(report: &DemoReport, runs: [&RunReport; 2]) -> String {
    let measure = &runs[0].measures[report.slice_measure];
    let mut head = vec![format!("{measure} by {}", report.key), "n".to_owned()];
    head.extend(runs.map(|run| run.name.clone()));
    let of = |run: &RunReport, value: &str| -> Option<SliceReport> {
        run.slices.iter().find(|s| s.key == report.key && s.value == value).cloned()
    };
    let cell = |summary: Option<&Summary>| summary.map_or_else(|| "–".to_owned(), value);
    let rows = runs[0].slices.iter().filter(|s| s.key == report.key).map(|slice| {
        let mark = if slice.is_small() { "*" } else { "" };
        let mut row = vec![slice.value.clone(), format!("{}{mark}", slice.questions)];
        for run in runs {
            row.push(cell(of(run, &slice.value).as_ref().map(|s| &s.summaries[report.slice_measure])));
        }
        row
    });
    let text = table(&head, rows.collect(), &[false, true, true, true]);
    format!("{text}* fewer than 30 questions: a direction, no verdict\n")
}

/// What the built-in system did in each mode.
fn modes(modes: &[ModeReport]) -> String {
    let head =
        ["the built-in system, run just now", "complete@context", "95 % interval", "n", "answered", "unanswerable answered"];
    let of = |(answered, all): (usize, usize)| format!("{answered} of {all}");
    let row = |mode: &ModeReport| {
        let complete = &mode.complete;
        let context = match mode.mode {
            "oracle" => "oracle: the labelled evidence is the context",
            "no-context" => "no-context",
            _ => "normal: BM25, six passages",
        };
        let scored = [value(complete), interval(complete.interval), complete.n.to_string()];
        [vec![context.to_owned()], scored.to_vec(), vec![of(mode.answerable), of(mode.unanswerable)]].concat()
    };
    let rows = table(&head.map(str::to_owned), modes.iter().map(row).collect(), &[false, true, true, true, true, true]);
    format!(
        "\n{rows}its answerer has no model: it picks sentences that share words with the question, or declines; nothing was sent anywhere\n"
    )
}

/// What judges say of the answers, apart for questions whose evidence was there.
fn answers(report: &AnswersReport) -> String {
    let groups: Vec<&Group> = report.run.groups.iter().filter(|group| group.name != "all").collect();
    let mut head = vec!["was the evidence used?".to_owned()];
    for group in &groups {
        head.extend([format!("{} ({})", group.name, group.questions), "95 % interval".to_owned(), "n".to_owned()]);
    }
    let rows = report.run.measures().iter().enumerate().map(|(place, measure)| {
        let mut row = vec![format!("{measure}  {}", short_title(measure))];
        for group in &groups {
            let summary = &group.summaries[place];
            let n = if summary.n == 0 { "–".to_owned() } else { summary.n.to_string() };
            row.extend([value(summary), interval(summary.interval), n]);
        }
        row
    });
    let right: Vec<bool> = (0..head.len()).map(|place| place > 0).collect();
    let mut text = format!("\n{}", table(&head, rows.collect(), &right));
    text +=
        "n is smaller where a measure does not apply: who declines makes no claims; 'fourcell judge' says how often and why\n";
    for judge in &report.judges {
        text += &wrapped_words(judge, 116);
    }
    text
}

/// What the measure is, in two or three words.
fn short_title(measure: &Measure) -> &'static str {
    match measure.definition.name {
        "correct" => "right answers",
        "faithfulness" => "claims supported",
        "vital-recall" => "vital facts stated",
        "forbidden" => "states a superseded fact",
        "citation-precision" => "citations that support",
        "false-answer" => "answered, though unanswerable",
        "false-decline" => "declined, though answerable",
        _ => "",
    }
}

/// A text broken at blanks.
fn wrapped_words(text: &str, width: usize) -> String {
    let (mut all, mut row) = (String::new(), String::new());
    for word in printable(text, 2000).split(' ') {
        if !row.is_empty() && row.chars().count() + 1 + word.chars().count() > width {
            all += &format!("  {row}\n");
            row.clear();
        }
        if !row.is_empty() {
            row.push(' ');
        }
        row += word;
    }
    all + &format!("  {row}\n")
}

fn curve_name(runs: [&RunReport; 2]) -> &str {
    runs[0].curve.as_ref().map_or("", |curve| curve.measure.as_str())
}

fn unanswerable(run: &RunReport) -> String {
    let Some(no_answer) = &run.no_answer else { return String::new() };
    let (none, some) = (&no_answer.unanswerable, &no_answer.answerable);
    let (Some((share, _)), Some(upper)) = (none.sent_share(), none.sent_upper()) else { return String::new() };
    format!(
        "  {:<10} text sent for {} of {} ({}, at most {} with 95 % certainty); nothing sent for {} of {} answerable ones\n",
        run.name,
        none.sent,
        none.n,
        short(share),
        short(upper),
        some.n - some.sent,
        some.n
    )
}

fn decision(c: &Comparison) -> String {
    let range = c.interval.map_or_else(|e| e.0.to_owned(), |i| format!("[{}, {}]", points(i.lo), points(i.hi)));
    let mut text = format!(
        "  {} points {} on {} paired questions, p {} ({}, {})\n",
        c.difference.map_or_else(|| "–".to_owned(), points),
        range,
        c.n,
        p(c.p.ok()),
        c.interval_method,
        c.p_method
    );
    if let Some(Ok(verdict)) = &c.verdict {
        let said = verdict_text(&Ok(*verdict), c.hangs_on_failures);
        text += &format!("  against a margin of {} points: {said}\n", points(-verdict.margin));
    }
    for line in changes(c, true).lines() {
        text += &wrapped(line, 116);
    }
    text
}

/// A line indented by two and broken at commas, its later parts under its first word.
fn wrapped(line: &str, width: usize) -> String {
    let indent = line.find(|c: char| c != ' ').unwrap_or(0) + if line.starts_with(' ') { 8 } else { 0 };
    let (mut text, mut row) = (String::new(), String::new());
    for part in line.split_inclusive(", ") {
        if row.chars().count() + part.chars().count() > width {
            text += &format!("  {}\n", row.trim_end());
            row = " ".repeat(indent);
        }
        row += part;
    }
    text + &format!("  {}\n", row.trim_end())
}
