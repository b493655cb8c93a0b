//! The four cells drawn: two lines of two, with what to think of each.

use fourcell::diagnosis::cells::{Tally, Wrong};
use unicode_width::UnicodeWidthStr;

/// How the wrong answers of a cell are wrong; empty where nobody knows of any.
pub fn wrong(wrong: &Wrong, words: [&str; 2]) -> String {
    let parts = [(wrong.declined, words[0]), (wrong.asserted, words[1]), (wrong.not_known, "not known which")];
    let parts: Vec<String> = parts.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}")).collect();
    parts.join(" · ")
}

/// The picture: evidence downwards, answers across.
pub fn picture(tally: &Tally) -> String {
    let cells = &tally.cells;
    let with = wrong(&tally.wrong_with_evidence, ["declined", "asserted"]);
    let without = wrong(&tally.wrong_without_evidence, ["declined (safe)", "asserted (dangerous)"]);
    let lines = [
        ("evidence present", [(cells.works, "works", "keep it so"), (cells.generation_fault, "generation fault", with.as_str())]),
        (
            "evidence absent",
            [
                (cells.lucky, "right for the wrong reason", "audit the labels"),
                (cells.retrieval_fault, "retrieval fault", without.as_str()),
            ],
        ),
    ];
    let count = lines.iter().flat_map(|(_, cells)| cells).map(|(n, ..)| n.to_string().len()).max().unwrap_or(1);
    let column = |place: usize| {
        let words = lines.iter().flat_map(move |(_, cells)| [cells[place].1, cells[place].2]);
        words.map(UnicodeWidthStr::width).max().unwrap_or(0) + count + 3
    };
    let widths = [column(0), column(1)];
    let bar = |left: &str, middle: &str, right: &str| {
        let dashes = widths.map(|width| "─".repeat(width + 1));
        format!("{:18}{left}{}{middle}{}{right}\n", "", dashes[0], dashes[1])
    };
    let padded = |text: &str, width: usize| format!("{text}{}", " ".repeat(width.saturating_sub(text.width())));
    let mut text = format!("{:18} {} {}\n", "", padded(" answer right", widths[0] + 1), " answer wrong");
    text += &bar("┌", "┬", "┐");
    for (place, (name, cells)) in lines.iter().enumerate() {
        let first = cells.map(|(n, word, _)| format!(" {n:>count$}  {word}"));
        let second = cells.map(|(_, _, about)| format!(" {:count$}  {about}", ""));
        for (name, line) in [(*name, first), ("", second)] {
            let drawn = [0, 1].map(|column| padded(&line[column], widths[column] + 1));
            text += &format!("{}│{}│{}│\n", padded(name, 18), drawn[0], drawn[1]);
        }
        text += &if place == 0 { bar("├", "┼", "┤") } else { bar("└", "┴", "┘") };
    }
    text
}

/// What is in no cell, and why; empty where everything is in one.
pub fn in_no_cell(tally: &Tally) -> String {
    let mut parts = Vec::new();
    for (n, one, many) in
        [(tally.failed_calls, "failed call", "failed calls"), (tally.failed_verdicts, "failed verdict", "failed verdicts")]
    {
        if n > 0 {
            parts.push(format!("{n} {}", if n == 1 { one } else { many }));
        }
    }
    parts.extend(tally.not_scored.iter().map(|(reason, n)| format!("{n} not scored ({reason})")));
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcell::diagnosis::cells::Cells;

    #[test]
    fn a_stranger_sees_the_four_cells() {
        let cells = Cells { works: 40, generation_fault: 6, lucky: 32, retrieval_fault: 21, failed: 1, not_scored: 0 };
        let tally = Tally {
            cells,
            wrong_with_evidence: Wrong { declined: 0, asserted: 6, not_known: 0 },
            wrong_without_evidence: Wrong { declined: 4, asserted: 16, not_known: 1 },
            failed_calls: 1,
            ..Tally::default()
        };
        let drawn = picture(&tally);
        let lines: Vec<&str> = drawn.lines().collect();
        let words = [
            (0, ["answer right", "answer wrong"]),
            (2, ["│ 40  works ", "│  6  generation fault "]),
            (3, ["keep it so", "6 asserted"]),
            (5, ["│ 32  right for the wrong reason ", "│ 21  retrieval fault "]),
            (6, ["audit the labels", "4 declined (safe) · 16 asserted (dangerous) · 1 not known which"]),
        ];
        for (line, [left, right]) in words {
            let (left, right) = (lines[line].find(left), lines[line].find(right));
            assert!(left.is_some() && left < right, "{drawn}");
        }
        assert!(lines[2].starts_with("evidence present") && lines[5].starts_with("evidence absent"), "{drawn}");
        // The frame closes: every line of it is as wide as the others.
        assert!(lines[1..].iter().all(|line| line.width() == lines[1].width()), "{drawn}");
        assert_eq!(in_no_cell(&tally), "1 failed call");
    }
}
