//! Pages for a terminal: no marks, headings underlined, code indented.

use fourcell::diagnosis::CAUSES;
use fourcell::generation;
use unicode_width::UnicodeWidthStr;

use super::answers::{self, answer_measures, better, verdicts};
use super::causes;
use super::{CAUSES_TOPIC, EXIT_CODES, Explanation, cut, measures, needs, rule_page, rules, trec_names, values};
use crate::table::table;

/// The page, plainly.
pub fn terminal(explanation: &Explanation) -> Vec<u8> {
    let text = match explanation {
        Explanation::Everything => everything(),
        Explanation::Reference => {
            let pages: Vec<String> = measures().map(page).chain(answer_measures().map(answer_page)).collect();
            pages.join("\n\n")
        }
        Explanation::Measure(measure) => page(measure),
        Explanation::AnswerMeasure(measure) => answer_page(measure),
        Explanation::Rule(rule) => plain(&rule_page(rule)),
        Explanation::Cause(cause) => plain(&causes::page(cause)),
        Explanation::Causes => listed_causes(),
        Explanation::ExitCodes(codes) => {
            let rows = codes.iter().map(|(code, about)| vec![code.to_string(), (*about).to_owned()]).collect();
            let head = ["code", "what it says; the first that applies"].map(str::to_owned);
            table(&head, rows, &[true, false])
        }
    };
    text.into_bytes()
}

fn everything() -> String {
    let head = ["measure", "title", "needs", "budget", "trec_eval"].map(str::to_owned);
    let row = |measure: &super::Definition| {
        vec![
            measure.name.to_owned(),
            measure.title.to_owned(),
            needs(measure).to_owned(),
            cut(measure).to_owned(),
            trec_names(measure),
        ]
    };
    let retrieval = table(&head, measures().map(row).collect(), &[false; 5]);
    let head = ["measure", "title", "better", "verdicts"].map(str::to_owned);
    let row = |measure: &generation::Definition| {
        vec![measure.name.to_owned(), measure.title.to_owned(), better(measure).to_owned(), verdicts(measure)]
    };
    let answers = table(&head, answer_measures().map(row).collect(), &[false; 4]);
    let mut text = format!("Retrieval: did the evidence arrive?\n\n{retrieval}\nAnswers: was it used?\n\n{answers}");
    let head = ["rule of check", "severity"].map(str::to_owned);
    let rows = rules().map(|rule| vec![rule.name.to_owned(), rule.severity.name().to_owned()]);
    text += &format!("\n{}", table(&head, rows.collect(), &[false, false]));
    text += &format!("\n{}", listed_causes());
    text + &format!("\n'fourcell explain NAME' says more: of a measure, a rule, a cause, of {CAUSES_TOPIC}, of {EXIT_CODES}\n")
}

/// The causes in their order.
fn listed_causes() -> String {
    let head = ["cause of the ledger", "title", "confirmed by"].map(str::to_owned);
    let row = |cause: &fourcell::diagnosis::causes::Definition| {
        vec![cause.name.to_owned(), cause.title.to_owned(), causes::confirmed_by(cause).unwrap_or("–").to_owned()]
    };
    table(&head, CAUSES.iter().map(row).collect(), &[false; 3])
}

/// A measure's page, with its names below the title.
fn page(measure: &'static super::Definition) -> String {
    let mut facts = vec![format!("needs: {}; budget: {}; {}", needs(measure), cut(measure), values(measure))];
    if !measure.aliases.is_empty() {
        facts.push(format!("also written: {}", measure.aliases.join(", ")));
    }
    let trec = trec_names(measure);
    if !trec.is_empty() {
        facts.push(format!("in trec_eval: {trec}"));
    }
    with_facts(measure.page, &facts)
}

/// The same of a measure of answers.
fn answer_page(measure: &'static generation::Definition) -> String {
    let (verdicts, better, values) = (verdicts(measure), better(measure), answers::values(measure));
    let mut facts = vec![format!("verdicts: {verdicts}; {better} is better; {values}")];
    if !measure.aliases.is_empty() {
        facts.push(format!("also written: {}", measure.aliases.join(", ")));
    }
    with_facts(measure.page, &facts)
}

/// The page, plainly, with lines below its title.
fn with_facts(page: &str, facts: &[String]) -> String {
    let page = plain(page);
    let (title, rest) = page.split_once("\n\n").unwrap_or((&page, ""));
    format!("{title}\n\n{}\n\n{rest}", facts.join("\n"))
}

/// Markdown as these pages are written, without its marks.
pub(super) fn plain(page: &str) -> String {
    let (mut text, mut code) = (String::new(), false);
    for line in page.lines() {
        if line.starts_with("```") {
            code = !code;
            if !text.ends_with("\n\n") {
                text.push('\n');
            }
            continue;
        }
        let heading = line.trim_start_matches('#');
        if code {
            text += &format!("    {line}\n");
        } else if heading.len() < line.len() && heading.starts_with(' ') {
            let rule = if line.starts_with("# ") { "═" } else { "─" };
            let heading = heading.trim().replace('`', "");
            text += &format!("{heading}\n{}\n", rule.repeat(heading.width()));
        } else if !(line.is_empty() && text.ends_with("\n\n")) {
            text += &format!("{line}\n");
        }
    }
    format!("{}\n", text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn headings_lose_their_marks_and_code_is_indented() {
        let page =
            "# RR: reciprocal rank\n\nText.\n## Formula\n\nAs in `RR`.\n```\n# 1/r\n```\nMore.\n\n```example\na\n```\n\nEnd.\n";
        let expected = "RR: reciprocal rank\n═══════════════════\n\nText.\nFormula\n───────\n\nAs in `RR`.\n\n    # 1/r\n\nMore.\n\n    a\n\nEnd.\n";
        assert_eq!(plain(page), expected);
    }
}
