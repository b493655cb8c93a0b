//! The report for a terminal.

use fourcell::diagnosis::abstention::Abstention;
use fourcell::evidence::text::printable;
use fourcell::generation::measures::Better;
use fourcell::statistics::Score;

use super::notes::notes;
use super::{AnswersReport, AnswersRun, Group};
use crate::invariants::first_text;
use crate::number::{count, interval, short, value};
use crate::score::size_text;
use crate::table::table;

/// A table for all questions and for each group of them, slices, and the scores of single questions where asked for.
pub fn terminal(report: &AnswersReport, per_question: bool) -> Vec<u8> {
    let incidents = report.incidents.as_ref().map(first_text).unwrap_or_default();
    let mut text = format!("{incidents}{}\n", printable(&report.heading, 400));
    for judge in &report.judges {
        text += &format!("{}\n", printable(judge, 1000));
    }
    for group in &report.run.groups {
        text += &format!("\n{}", measures(&report.run, group));
    }
    for key in &report.keys {
        text += &slices(&report.run, key);
    }
    if let Some(abstention) = &report.abstention {
        text += "\nwhen to decline, by the score of the best passage\n";
        text += &self::abstention(abstention).iter().map(|line| format!("  {line}\n")).collect::<String>();
    }
    text += &format!("\n{}\n", size_text(&report.size));
    if per_question {
        text += &questions(&report.run);
    }
    for note in notes(report) {
        text += &format!("note: {}\n", printable(&note, 1000));
    }
    text.into_bytes()
}

/// The measures of a group that apply to one of its questions at least; the others are named below.
pub fn measures(run: &AnswersRun, group: &Group) -> String {
    let title = format!("{} ({})", group.name, group.questions);
    let head = [&title, "value", "95 % interval", "n", "failed", "not applicable", ""].map(str::to_owned);
    let (mut rows, mut none) = (Vec::new(), Vec::new());
    for (measure, summary) in run.measures().iter().zip(&group.summaries) {
        if summary.n + summary.failed == 0 {
            none.push(measure.to_string());
            continue;
        }
        let undefined: usize = summary.undefined.values().sum();
        let less = if measure.definition.better == Better::Less { "less is better" } else { "" };
        rows.push(vec![
            measure.to_string(),
            value(summary),
            interval(summary.interval),
            summary.n.to_string(),
            summary.failed.to_string(),
            undefined.to_string(),
            less.to_owned(),
        ]);
    }
    let mut text = table(&head, rows, &[false, true, true, true, true, true, false]);
    if !none.is_empty() {
        text += &format!("applies to no question here: {}\n", none.join(", "));
    }
    text
}

/// What the best passage's score is worth, a sentence each.
pub fn abstention(found: &Abstention) -> Vec<String> {
    let mut lines = Vec::new();
    let (some, none) = (found.answerable, found.unanswerable);
    match (&found.auroc, found.interval) {
        (Ok(auroc), Ok(around)) => lines.push(format!(
            "AUROC {} {}: how often an answerable question's score is above an unanswerable one's ({some} and {none})",
            short(auroc.area),
            interval(Some(around))
        )),
        (Ok(auroc), Err(reason)) => lines.push(format!("AUROC {} (no interval: {reason})", short(auroc.area))),
        (Err(reason), _) => lines.push(format!("AUROC – ({reason})")),
    }
    let budget = short(found.budget);
    lines.push(match found.threshold {
        Ok(Some(cut)) => format!(
            "from score {:.4} on: {} of the unanswerable are answered, surely at most {}; {} of the answerable keep their answer",
            cut.at_least,
            short(cut.false_answer_rate),
            short(cut.upper),
            short(cut.answer_rate)
        ),
        Ok(None) => format!("no threshold is sure to keep false answers below {budget} with these {none} unanswerable questions"),
        Err(reason) => format!("threshold – ({reason})"),
    });
    if let Ok(risk) = &found.risk {
        lines.push(format!(
            "risk and coverage: {} wrong if all are answered, AURC {}, {} above the best order",
            short(risk.full_risk()),
            short(risk.area),
            short(risk.excess_area())
        ));
    }
    if found.without_score > 0 {
        lines.push(format!("{} without a score", count(found.without_score, "question")));
    }
    lines
}

fn slices(run: &AnswersRun, key: &str) -> String {
    let mine: Vec<&Group> = run.slices.iter().filter(|slice| slice.name == key).collect();
    if mine.is_empty() {
        return format!("\nno question has a {}\n", printable(key, 40));
    }
    let shown: Vec<usize> = (0..run.measures().len()).filter(|column| mine.iter().any(|s| s.summaries[*column].n > 0)).collect();
    let mut head = vec![format!("by {key}"), "questions".to_owned()];
    head.extend(shown.iter().map(|column| run.measures()[*column].to_string()));
    let rows = mine.iter().map(|slice| {
        let mark = if slice.is_small() { "*" } else { "" };
        let cells = shown.iter().map(|column| value(&slice.summaries[*column]));
        let name = printable(slice.value.as_deref().unwrap_or_default(), 40);
        [name, format!("{}{mark}", slice.questions)].into_iter().chain(cells).collect()
    });
    let right: Vec<bool> = head.iter().enumerate().map(|(place, _)| place > 0).collect();
    let mut text = format!("\n{}", table(&head, rows.collect(), &right));
    if mine.iter().any(|slice| slice.is_small()) {
        text += "* fewer than 30 questions: a direction, no verdict\n";
    }
    text
}

fn questions(run: &AnswersRun) -> String {
    let scores = &run.evaluated.scores;
    let mut head = vec!["question".to_owned(), "evidence".to_owned()];
    head.extend(run.measures().iter().map(ToString::to_string));
    let rows = scores.questions().iter().enumerate().map(|(place, question)| {
        let cells = (0..run.measures().len()).map(|column| match scores.get(place, column) {
            Score::Value(value) => short(value),
            Score::Undefined(_) => "–".to_owned(),
            Score::Failed => "failed".to_owned(),
        });
        let evidence = run.evaluated.presence[place].name().trim_start_matches("evidence ").to_owned();
        [printable(question, 60), evidence].into_iter().chain(cells).collect()
    });
    let right: Vec<bool> = head.iter().enumerate().map(|(place, _)| place > 1).collect();
    format!("\n{}\n{}", count(scores.questions().len(), "question"), table(&head, rows.collect(), &right))
}
