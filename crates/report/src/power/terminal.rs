//! The numbers of questions for a terminal.

use fourcell::evidence::text::printable;

use super::reach::TARGETS;
use super::{Answer, Group, OfProject, PowerReport, Reach, Terms, percent};
use crate::check::unanswerable;
use crate::number::count;
use crate::table::table;

/// The answer to each goal; what a number of questions can tell; what the set of a project can.
pub fn terminal(report: &PowerReport) -> Vec<u8> {
    let text = match report {
        PowerReport::Plan(answers, reach, terms) => {
            let mut parts: Vec<String> = answers.iter().map(|answer| goal(answer, terms)).collect();
            parts.extend(reach.iter().map(can_tell));
            parts.join("\n")
        }
        PowerReport::Project(project, terms) => of_project(project, terms),
    };
    text.into_bytes()
}

fn goal(answer: &Answer, terms: &Terms) -> String {
    let mut head = vec!["method".to_owned(), "questions".to_owned()];
    if terms.clustered() {
        head.push("with clusters".to_owned());
    }
    let rows = answer.needed.iter().map(|needed| {
        let mut row = vec![needed.method.to_owned(), needed.questions.to_string()];
        row.extend(needed.clustered.map(|n| n.to_string()));
        row
    });
    let numbers = table(&head, rows.collect(), &[false, true, true]);
    format!("{}\n\n{numbers}{}", answer.goal.text(), assuming(&answer.assumptions))
}

fn assuming(assumptions: &[String]) -> String {
    format!("assuming: {}\n", assumptions.join("; "))
}

/// A share in points of a hundred, with one decimal; `none` where there is none.
fn in_points(share: Option<f64>) -> String {
    share.map_or_else(|| "none".to_owned(), |d| format!("{:.1}", d * 100.0))
}

fn can_tell(reach: &Reach) -> String {
    let worth = match reach.worth {
        worth if worth == reach.questions => String::new(),
        worth => format!(", worth {worth} unrelated ones"),
    };
    let mut text = format!("what {}{worth} can tell: {}\n\n", count(reach.questions, "question"), reach.label);
    let head = ["discordant", "smallest difference", "smallest margin"].map(str::to_owned);
    let rows = reach.by_discordance.iter();
    let rows = rows.map(|r| vec![percent(r.discordance), in_points(r.difference), in_points(r.margin)]);
    text += &table(&head, rows.collect(), &[true, true, true]);
    text += "in points; difference: McNemar mid-p, exact power; margin: non-inferiority, no true difference\n";
    if reach.by_discordance.iter().any(|r| r.difference.is_none()) {
        text += "none: even if all discordant questions went one way, the power would not be reached\n";
    }
    let head = ["rate", "± points"].map(str::to_owned);
    let rows = reach.half_widths.iter().map(|h| vec![percent(h.rate), in_points(Some(h.half_width))]);
    text += &format!("\n{}half width of Wilson's interval\n", table(&head, rows.collect(), &[true, true]));
    text += &format!(
        "\nno failure among {}: the rate is at most {} (Clopper-Pearson)\n",
        count(reach.worth, "question"),
        rounded(reach.zero_failures)
    );
    text + &assuming(&reach.assumptions)
}

fn rounded(rate: f64) -> String {
    format!("{} %", (rate * 1e4).round() / 1e2)
}

fn of_project(project: &OfProject, terms: &Terms) -> String {
    let mut text = format!("{}: what its answerable questions can tell\n", printable(&project.name, 200));
    let blocks = project.groups.chunk_by(|a, b| a.key == b.key);
    for groups in blocks {
        text += &format!("\n{}", group_table(groups, terms));
    }
    text += "difference: the smallest in hits that is detected, in points (McNemar mid-p, exact power)\n";
    text += &assuming(&project.assumptions);
    if let Some(groups) = project.size.groups {
        let tune = count(project.tune(), "answerable tune question");
        text += &format!("note: {tune} make {groups} groups that share no cluster; say --deff, or --cluster-size and --icc\n");
    }
    text += &format!("\n{}\n", unanswerable(&project.size));
    text
}

fn group_table(groups: &[Group], terms: &Terms) -> String {
    let first = groups[0].key.as_ref().map_or_else(|| "split".to_owned(), |key| format!("tune, by {}", printable(key, 40)));
    let mut head = vec![first, "n".to_owned()];
    if terms.clustered() {
        head.push("worth".to_owned());
    }
    head.extend(["good for".to_owned(), "difference".to_owned()]);
    head.extend(TARGETS.map(|target| format!("more to {target}")));
    let rows = groups.iter().map(|group| {
        let mut row = vec![printable(&group.name, 40), group.questions.to_string()];
        row.extend(terms.clustered().then(|| group.worth.to_string()));
        row.extend([group.label.to_owned(), in_points(group.difference)]);
        row.extend(group.more.map(|more| if more == 0 { "–".to_owned() } else { more.to_string() }));
        row
    });
    let right: Vec<bool> = head.iter().map(|cell| !(cell == "good for" || cell == &head[0])).collect();
    table(&head, rows.collect(), &right)
}
