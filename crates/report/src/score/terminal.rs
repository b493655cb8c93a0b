//! The report for a terminal.

use fourcell::evidence::text::printable;
use fourcell::retrieval::no_answer::{Counts, NoAnswer};
use fourcell::statistics::Score;

use super::draw::draw;
use super::notes::notes;
use super::{ASSUMED_DISCORDANCE, RunReport, ScoreReport, Size};
use crate::invariants::first_text;
use crate::number::{count, interval, short, value};
use crate::table::table;

/// One run: a row for each measure. Several: a row for each run.
pub fn terminal(report: &ScoreReport, per_question: bool) -> Vec<u8> {
    let incidents: String = report.runs.iter().filter_map(|run| run.incidents.as_ref()).map(first_text).collect();
    let mut text = format!("{incidents}{}\n\n", printable(&report.heading, 400));
    text += &match report.runs.as_slice() {
        [run] => measures(run),
        runs => many(runs),
    };
    for key in &report.keys {
        for run in &report.runs {
            text += &slices(run, key, report.runs.len() > 1);
        }
    }
    for run in &report.runs {
        if let Some(curve) = &run.curve {
            text +=
                &format!("\n{}, recall by number of candidates ({})\n{}", printable(&run.name, 60), curve.measure, draw(curve));
        }
    }
    for run in &report.runs {
        if let Some(no_answer) =
            run.no_answer.as_ref().filter(|n| n.unanswerable.n + n.unanswerable.failed + n.unanswerable.not_captured > 0)
        {
            text += &format!("\n{}, unanswerable questions\n{}", printable(&run.name, 60), unanswerable(no_answer));
        }
    }
    text += &format!("\n{}\n", size(&report.size));
    if per_question {
        for run in &report.runs {
            text += &questions(run);
        }
    }
    for note in notes(report) {
        text += &format!("note: {}\n", printable(&note, 1000));
    }
    text.into_bytes()
}

fn measures(run: &RunReport) -> String {
    let head = ["measure", "value", "95 % interval", "n", "failed", "undefined", "method"].map(str::to_owned);
    let rows = run.measures.iter().zip(&run.summaries).map(|(measure, summary)| {
        let undefined: usize = summary.undefined.values().sum();
        vec![
            measure.to_string(),
            value(summary),
            interval(summary.interval),
            summary.n.to_string(),
            summary.failed.to_string(),
            undefined.to_string(),
            summary.method.to_owned(),
        ]
    });
    table(&head, rows.collect(), &[false, true, true, true, true, true, false])
}

fn many(runs: &[RunReport]) -> String {
    let mut head = vec!["run".to_owned(), "n".to_owned()];
    head.extend(runs[0].measures.iter().map(ToString::to_string));
    let rows = runs.iter().map(|run| {
        let cells = run.summaries.iter().map(|s| match s.interval {
            Some(i) => format!("{} [{:.2}, {:.2}]", value(s), i.lo, i.hi),
            None => value(s),
        });
        [printable(&run.name, 40), questions_counted(run)].into_iter().chain(cells).collect()
    });
    let right: Vec<bool> = head.iter().enumerate().map(|(place, _)| place > 0).collect();
    table(&head, rows.collect(), &right)
}

/// The number of questions with a value: one number, or the least and the most where measures differ.
pub fn questions_counted(run: &RunReport) -> String {
    let counts = || run.summaries.iter().map(|s| s.n);
    let (least, most) = (counts().min().unwrap_or(0), counts().max().unwrap_or(0));
    let failed = run.incomplete();
    let failed = if failed > 0 { format!(" (+{failed} failed)") } else { String::new() };
    if least == most { format!("{most}{failed}") } else { format!("{least}–{most}{failed}") }
}

fn slices(run: &RunReport, key: &str, name_run: bool) -> String {
    let mine: Vec<_> = run.slices.iter().filter(|s| s.key == key).collect();
    if mine.is_empty() {
        return format!("\nno question has a {}\n", printable(key, 40));
    }
    let title = if name_run { format!("{}, by {key}", run.name) } else { format!("by {key}") };
    let mut head = vec![title, "n".to_owned()];
    head.extend(run.measures.iter().map(ToString::to_string));
    let small = mine.iter().any(|s| s.is_small());
    let rows = mine.iter().map(|slice| {
        let mark = if slice.is_small() { "*" } else { "" };
        // An interval for the first measure alone: a slice is looked at, not decided on, and a line should fit a screen.
        let cells = slice.summaries.iter().enumerate().map(|(place, s)| match s.interval.filter(|_| place == 0) {
            Some(i) => format!("{} [{:.2}, {:.2}]", value(s), i.lo, i.hi),
            None => value(s),
        });
        [printable(&slice.value, 40), format!("{}{mark}", slice.counted())].into_iter().chain(cells).collect()
    });
    let right: Vec<bool> = head.iter().enumerate().map(|(place, _)| place > 0).collect();
    let mut text = format!("\n{}", table(&head, rows.collect(), &right));
    if small {
        text += "* fewer than 30 questions: a direction, no verdict\n";
    }
    text
}

/// What retrieval did with unanswerable questions.
pub fn unanswerable(no_answer: &NoAnswer) -> String {
    let (none, some) = (&no_answer.unanswerable, &no_answer.answerable);
    let mut text = String::new();
    if let (Some((share, interval)), Some(upper)) = (none.sent_share(), none.sent_upper()) {
        text += &format!(
            "  text was sent for {} of {}: {} [{:.3}, {:.3}], at most {} (one-sided 95 %, Clopper-Pearson)\n",
            none.sent,
            none.n,
            short(share),
            interval.lo,
            interval.hi,
            short(upper),
        );
    }
    if some.n > 0 {
        text += &format!("  nothing was sent for {} of {} answerable ones\n", some.n - some.sent, some.n);
    }
    if none.failed > 0 {
        text += &format!("  {} failed or missing\n", count(none.failed, "call"));
    }
    if none.not_captured > 0 {
        text += &format!(
            "  for {} the context was not captured, so that nobody knows what was sent\n",
            count(none.not_captured, "question")
        );
    }
    if let (Some(one), Some(other)) = (quartiles(none), quartiles(some)) {
        text += &format!("  top score, quartiles: {one} unanswerable, {other} answerable\n");
    }
    text
}

fn quartiles(counts: &Counts) -> Option<String> {
    let [low, middle, high] = [0.25, 0.5, 0.75].map(|share| counts.top_score(share));
    Some(format!("{:.3} / {:.3} / {:.3}", low?, middle?, high?))
}

/// How sure a set of this size can be, in a sentence.
pub fn size(size: &Size) -> String {
    let assumed = ASSUMED_DISCORDANCE * 100.0;
    let detects = match size.detectable() {
        Some(d) => format!("two systems must differ by {:.1} points in hits to be told apart", d * 100.0),
        None => "no difference in hits is sure to be told apart".to_owned(),
    };
    let worth = if size.effective < size.n { format!(" (worth {} unrelated ones)", size.effective) } else { String::new() };
    format!(
        "{}{worth}: {}; {detects} (80 % power, assuming that {assumed:.0} % of questions come out differently)",
        count(size.n, "question"),
        size.label()
    )
}

fn questions(run: &RunReport) -> String {
    let mut head = vec![format!("{}, by question", printable(&run.name, 40))];
    head.extend(run.measures.iter().map(ToString::to_string));
    let rows = run.scores.questions().iter().enumerate().map(|(place, question)| {
        let cells = (0..run.measures.len()).map(|column| cell(run.scores.get(place, column)));
        std::iter::once(printable(question, 60)).chain(cells).collect()
    });
    let right: Vec<bool> = head.iter().enumerate().map(|(place, _)| place > 0).collect();
    format!("\n{}\n", table(&head, rows.collect(), &right))
}

/// The score of one question.
pub fn cell(score: Score) -> String {
    match score {
        Score::Value(value) => short(value),
        Score::Undefined(_) => "undefined".to_owned(),
        Score::Failed => "failed".to_owned(),
    }
}
