//! The cells for a terminal: the picture first, then how sure it is, then what to look at.

use fourcell::diagnosis::cells::{Chances, Factor, Outcome, Present, Suspect, Unanswerable};
use fourcell::evidence::text::printable;
use fourcell::statistics::{Summary, Undefined};

use super::notes::notes;
use super::picture::{in_no_cell, picture, wrong};
use super::{CellsReport, Definition, Moved, modes_text};
use crate::number::{count, interval, short, value};
use crate::score::{notes_ids, size_text};
use crate::table::table;

/// Ids that stand in a line before the rest is only counted.
const SHOWN: usize = 8;
/// Suspects listed before the rest is only counted.
const SUSPECTS: usize = 10;

/// Everything; with each question's cell where asked for.
pub fn terminal(report: &CellsReport, per_question: bool) -> Vec<u8> {
    let mut text = format!("{}\n", printable(&report.heading, 400));
    for judge in &report.judges {
        text += &format!("{}\n", printable(judge, 1000));
    }
    for present in &report.shown {
        text += &definition(report, report.definition(*present));
    }
    text += &format!(
        "\n{}",
        table(&definitions_head(), definitions(report), &[false, true, true, true, true, true, true, true, true])
    );
    for moved in &report.moved {
        text += &self::moved(moved);
    }
    text += &suspects(&report.main().suspects, per_question);
    if let Some(unanswerable) = &report.unanswerable {
        text += &format!("\n{}\n", self::unanswerable(unanswerable));
    }
    if let Some(modes) = &report.modes {
        text += &modes_text::modes(modes, &report.keys);
    }
    text += &format!("\n{}\n", size_text(&report.size));
    if per_question {
        text += &questions(report);
    }
    for note in notes(report) {
        text += &format!("note: {}\n", printable(&note, 1000));
    }
    text.into_bytes()
}

fn definition(report: &CellsReport, definition: &Definition) -> String {
    let (present, tally) = (definition.present, &definition.tally);
    let mut text = format!("\nevidence present: {} ({})\n\n{}", present.name(), present.about(), picture(tally));
    let outside = in_no_cell(tally);
    if !outside.is_empty() {
        text += &format!("in no cell: {}\n", printable(&outside, 1000));
    }
    text += &format!("\n{}", table(&chances_head(), chances(&definition.chances), &[false, true, true, true, true, true]));
    text += &product(&definition.chances).iter().map(|line| format!("{line}\n")).collect::<String>();
    for line in open(definition) {
        text += &format!("{}\n", printable(&line, 1000));
    }
    for key in &report.keys {
        text += &slices(definition, key);
    }
    text
}

/// The head of [`chances`].
pub fn chances_head() -> Vec<String> {
    ["", "value", "95 % interval", "n", "failed", "not scored"].map(str::to_owned).to_vec()
}

/// A row for each chance.
pub fn chances(chances: &Chances) -> Vec<Vec<String>> {
    let named: [(&str, &Summary); 6] = [
        ("P(evidence)", &chances.evidence),
        ("P(right | evidence)", &chances.right_with),
        ("P(evidence and right), their product", &chances.works),
        ("P(right | no evidence)", &chances.right_without),
        ("P(right), end to end", &chances.right),
        ("of right answers, without evidence", &chances.lucky),
    ];
    let row = |(name, s): (&str, &Summary)| {
        let undefined: usize = s.undefined.values().sum();
        [name.to_owned(), value(s), interval(s.interval), s.n.to_string(), s.failed.to_string(), undefined.to_string()].to_vec()
    };
    named.into_iter().map(row).collect()
}

/// The product, and what raising each chance would buy, a sentence each.
pub fn product(chances: &Chances) -> Vec<String> {
    let two = |value: f64| format!("{value:.2}");
    let (e, r) = match (chances.evidence.value, chances.right_with.value, chances.product) {
        (Some(e), Some(r), Ok(_)) => (e, r),
        (_, _, Err(Undefined(reason))) => return vec![format!("product – ({reason})")],
        _ => return Vec::new(),
    };
    let mut lines = vec![format!("{} · {} = {}", two(e), two(r), two(e * r))];
    for what_if in &chances.what_ifs {
        let (raised, written) = match what_if.factor {
            Factor::Evidence => ("P(evidence)", format!("{} · {}", two(what_if.to), two(r))),
            Factor::Right => ("P(right | evidence)", format!("{} · {}", two(e), two(what_if.to))),
        };
        lines.push(format!(
            "  were {raised} {} in place of {}: {written} = {} {}; {} end to end",
            two(what_if.to),
            two(what_if.from),
            two(what_if.product),
            what_if.interval.map_or_else(|| "(no interval)".to_owned(), |i| format!("[{}, {}]", two(i.lo), two(i.hi))),
            what_if.right.map_or_else(|| "–".to_owned(), two),
        ));
    }
    lines
}

/// What unjudged passages leave open, a sentence each.
pub fn open(definition: &Definition) -> Vec<String> {
    let open = &definition.open;
    if open.flips() == 0 {
        return Vec::new();
    }
    let mut lines = vec![format!(
        "{} without evidence could flip, since their context holds a passage that nobody judged: {} to works, {} to generation fault",
        count(open.flips(), "question"),
        open.right.len(),
        open.wrong.len()
    )];
    if let Ok([naive, ceiling]) = open.evidence() {
        let with = open.right_with().map(|share| share.map_or_else(|_| "–".to_owned(), short));
        lines.push(format!(
            "  P(evidence) {} as labelled, {} were they all evidence; P(right | evidence) {} and {}; judge a random sample of them to know",
            short(naive),
            short(ceiling),
            with[0],
            with[1]
        ));
    }
    lines
}

fn slices(definition: &Definition, key: &str) -> String {
    let mine: Vec<_> = definition.slices.iter().filter(|slice| slice.key == key).collect();
    let head = [
        &format!("by {}", printable(key, 40)),
        "works",
        "gen. fault",
        "wrong reason",
        "retr. fault",
        "declined",
        "asserted",
        "failed",
        "not scored",
        "P(evidence)",
        "95 % interval",
        "P(right | ev.)",
        "95 % interval",
    ]
    .map(str::to_owned);
    let rows = mine.iter().map(|slice| {
        let (cells, without) = (&slice.tally.cells, &slice.tally.wrong_without_evidence);
        let mark = if slice.is_small() { "*" } else { "" };
        let counts =
            [cells.works, cells.generation_fault, cells.lucky, cells.retrieval_fault, without.declined, without.asserted];
        let counts = counts.into_iter().chain([cells.failed, cells.not_scored]).map(|n| n.to_string());
        let (e, r) = (&slice.chances.evidence, &slice.chances.right_with);
        let chances = [value(e), interval(e.interval), value(r), interval(r.interval)];
        std::iter::once(format!("{}{mark}", printable(&slice.value, 40))).chain(counts).chain(chances).collect()
    });
    let right: Vec<bool> = (0..head.len()).map(|place| place > 0).collect();
    let mut text = format!("\n{}", table(&head, rows.collect(), &right));
    if mine.iter().any(|slice| slice.is_small()) {
        text += "* fewer than 30 questions in a cell: a direction, no verdict\n";
    }
    text
}

/// The head of [`definitions`].
pub fn definitions_head() -> Vec<String> {
    let head = [
        "evidence present means",
        "works",
        "generation fault",
        "right, wrong reason",
        "retrieval fault",
        "declined",
        "asserted",
        "failed",
        "not scored",
    ];
    head.map(str::to_owned).to_vec()
}

/// The counts under every definition, a row each.
pub fn definitions(report: &CellsReport) -> Vec<Vec<String>> {
    let row = |definition: &Definition| {
        let (cells, without) = (&definition.tally.cells, &definition.tally.wrong_without_evidence);
        let counts =
            [cells.works, cells.generation_fault, cells.lucky, cells.retrieval_fault, without.declined, without.asserted];
        let counts = counts.into_iter().chain([cells.failed, cells.not_scored]).map(|n| n.to_string());
        std::iter::once(definition.present.name().to_owned()).chain(counts).collect()
    };
    report.definitions.iter().map(row).collect()
}

fn moved(moved: &Moved) -> String {
    let all: usize = moved.moves.iter().map(|m| m.questions.len()).sum();
    let mut text = format!("{} in another cell by {} than by {}\n", count(all, "question"), moved.to.name(), moved.from.name());
    for one in &moved.moves {
        text += &format!(
            "  {} from {} to {}: {}\n",
            one.questions.len(),
            one.from.name(),
            one.to.name(),
            printable(&notes_ids(&one.questions, SHOWN), 4000)
        );
    }
    text
}

fn suspects(suspects: &[Suspect], all: bool) -> String {
    if suspects.is_empty() {
        return String::new();
    }
    let shown = if all { suspects.len() } else { SUSPECTS };
    let head = ["label audit: right without the evidence", "look at", "why"].map(str::to_owned);
    let row = |suspect: &Suspect| {
        let passages = if suspect.passages.is_empty() { "–".to_owned() } else { notes_ids(&suspect.passages, 3) };
        vec![printable(&suspect.question, 60), printable(&passages, 240), suspect.why.about().to_owned()]
    };
    let mut text = format!("\n{}", table(&head, suspects.iter().take(shown).map(row).collect(), &[]));
    if suspects.len() > shown {
        text += &format!("… and {} more; --per-question lists them all\n", suspects.len() - shown);
    }
    text
}

/// Unanswerable questions in a sentence.
pub fn unanswerable(all: &Unanswerable) -> String {
    let mut text = format!(
        "unanswerable questions, beside the cells: {} declined, {} answered; answered {} {}, surely at most {} (n {})",
        all.declined,
        all.answered,
        value(&all.rate),
        interval(all.rate.interval),
        all.upper.map_or_else(|_| "–".to_owned(), short),
        all.rate.n
    );
    if all.failed > 0 {
        text += &format!(", {} failed", all.failed);
    }
    for (reason, n) in &all.not_known {
        text += &format!(", {n} not known ({reason})");
    }
    text
}

/// The cell of a question under a definition, or why it is in none.
pub fn cell(outcome: Outcome) -> String {
    match outcome {
        Outcome::In(cell) => cell.name().to_owned(),
        Outcome::Failed(_) => "failed".to_owned(),
        Outcome::NotScored(_) => "–".to_owned(),
    }
}

fn questions(report: &CellsReport) -> String {
    let mut head = vec!["question".to_owned()];
    head.extend(Present::ALL.map(|(name, _)| name.to_owned()));
    head.extend(["wrong by", "could flip", "unjudged"].map(str::to_owned));
    let main = report.main().present;
    let rows = report.rows.iter().map(|row| {
        let cells = Present::ALL.map(|(_, present)| cell(row.outcome(present)));
        let is_wrong = row.cell(main).is_some_and(|cell| !cell.right());
        let by = match row.declined.filter(|_| is_wrong) {
            Some(true) => "declining",
            Some(false) => "asserting",
            None => "",
        };
        let flips = Present::ALL.iter().filter(|(_, present)| row.could_flip(*present)).map(|(name, _)| *name);
        let more = [by.to_owned(), flips.collect::<Vec<_>>().join(" "), row.unjudged.len().to_string()];
        [printable(&row.question, 60)].into_iter().chain(cells).chain(more).collect()
    });
    let right = [false, false, false, false, false, false, true];
    format!("\n{}\n{}", count(report.rows.len(), "answerable question"), table(&head, rows.collect(), &right))
}

/// How wrong answers are wrong, for formats without a picture.
pub fn split(definition: &Definition) -> [String; 2] {
    let tally = &definition.tally;
    let words = [
        wrong(&tally.wrong_with_evidence, ["declined", "asserted"]),
        wrong(&tally.wrong_without_evidence, ["declined (safe)", "asserted (dangerous)"]),
    ];
    words.map(|words| if words.is_empty() { words } else { format!(" ({words})") })
}
