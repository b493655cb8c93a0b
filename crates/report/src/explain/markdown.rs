//! Pages as Markdown: a measure's own page as it is, and the reference that joins them.

use super::answers::{answer_measures, better, verdicts};
use super::causes;
use super::{CAUSES_TOPIC, EXIT_CODES, Explanation, cut, measures, needs, rule_page, rules, trec_names};
use crate::score::escape;

const RETRIEVAL: &str = "## Retrieval";
const ANSWERS: &str = "## Answers";

/// The page.
pub fn markdown(explanation: &Explanation) -> Vec<u8> {
    let text = match explanation {
        Explanation::Everything => {
            let (retrieval, answers) = (list(false), answer_list(false));
            let rules = rule_list();
            let causes = causes::all();
            format!(
                "{RETRIEVAL}\n\n{retrieval}\n{ANSWERS}\n\n{answers}\n## Rules\n\n{rules}\n#{causes}\nAlso explained: `{CAUSES_TOPIC}`, \
                 `{EXIT_CODES}`.\n"
            )
        }
        Explanation::Reference => reference(),
        Explanation::Measure(measure) => measure.page.to_owned(),
        Explanation::AnswerMeasure(measure) => measure.page.to_owned(),
        Explanation::Rule(rule) => rule_page(rule),
        Explanation::Cause(cause) => causes::page(cause),
        Explanation::Causes => causes::all(),
        Explanation::ExitCodes(codes) => {
            let rows: String = codes.iter().map(|(code, about)| format!("| {code} | {about} |\n")).collect();
            format!("# Exit codes\n\nThe first that applies.\n\n| code | what it says |\n|--:|---|\n{rows}")
        }
    };
    text.into_bytes()
}

/// The table of measures of retrieval, with links to their pages below it where wanted.
fn list(linked: bool) -> String {
    let mut text = "| measure | title | needs | budget | trec_eval |\n|---|---|---|---|---|\n".to_owned();
    for measure in measures() {
        let name = name(measure.name, measure.page, linked);
        text += &format!(
            "| {name} | {} | {} | {} | {} |\n",
            measure.title,
            needs(measure),
            cut(measure),
            escape(&trec_names(measure))
        );
    }
    text
}

/// The same of measures of answers.
fn answer_list(linked: bool) -> String {
    let mut text = "| measure | title | better | verdicts |\n|---|---|---|---|\n".to_owned();
    for measure in answer_measures() {
        let name = name(measure.name, measure.page, linked);
        text += &format!("| {name} | {} | {} | {} |\n", measure.title, better(measure), verdicts(measure));
    }
    text
}

/// A measure's name, with a link to its page where wanted.
fn name(name: &str, page: &str, linked: bool) -> String {
    let title = page.lines().next().unwrap_or_default().trim_start_matches('#').trim();
    if linked { format!("[{name}](#{})", anchor(title)) } else { name.to_owned() }
}

fn rule_list() -> String {
    let mut text = "| rule of `check` | severity | what it finds |\n|---|---|---|\n".to_owned();
    for rule in rules() {
        text += &format!("| {} | {} | {} |\n", rule.name, rule.severity.name(), rule.about.replace('|', "\\|"));
    }
    text
}

/// The anchor that a heading gets: lower case, blanks as hyphens, without punctuation.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).flat_map(char::to_lowercase).collect()
}

fn reference() -> String {
    let mut text = "# Measures\n\n\
        What can be measured, and for each measure what it says, when it misleads, when it is undefined. This page is the output of\n\
        `fourcell explain --all --format markdown`; `fourcell explain NAME` prints one of its parts. The numbers of the worked examples\n\
        are tested.\n\n"
        .to_owned();
    text += &format!("{RETRIEVAL}\n\nDid the evidence arrive? What `fourcell score` prints.\n\n{}", list(true));
    for measure in measures() {
        text += &format!("\n{}", lower(measure.page));
    }
    text += &format!("\n{ANSWERS}\n\n{ABOUT_ANSWERS}\n\n{}", answer_list(true));
    for measure in answer_measures() {
        text += &format!("\n{}", lower(measure.page));
    }
    text
}

const ABOUT_ANSWERS: &str = "\
    Was it used? Values over verdicts of judges: `verdicts` names the kinds of questions that judges must have been asked for a measure;\n\
    what failed, what was not asked and what is zero are told apart. The examples say in a line each what was answered and how it was\n\
    judged; without a line for it, the status is `answered`.";

/// The page with its headings two levels lower.
fn lower(page: &str) -> String {
    let (mut text, mut code) = (String::new(), false);
    for line in page.lines() {
        code ^= line.starts_with("```");
        let mark = if !code && line.starts_with('#') { "##" } else { "" };
        text += &format!("{mark}{line}\n");
    }
    text
}
