//! Pages as Markdown: a measure's own page as it is, and the reference that joins them.

use super::{EXIT_CODES, Explanation, cut, measures, needs, rule_page, rules, trec_names};
use crate::score::escape;

/// The page.
pub fn markdown(explanation: &Explanation) -> Vec<u8> {
    let text = match explanation {
        Explanation::Everything => format!("{}\n{}\nAlso explained: `{EXIT_CODES}`.\n", list(false), rule_list()),
        Explanation::Reference => reference(),
        Explanation::Measure(measure) => measure.page.to_owned(),
        Explanation::Rule(rule) => rule_page(rule),
        Explanation::ExitCodes(codes) => {
            let rows: String = codes.iter().map(|(code, about)| format!("| {code} | {about} |\n")).collect();
            format!("# Exit codes\n\nThe first that applies.\n\n| code | what it says |\n|--:|---|\n{rows}")
        }
    };
    text.into_bytes()
}

/// The table of measures, with links to their pages below it where wanted.
fn list(linked: bool) -> String {
    let mut text = "| measure | title | needs | budget | trec_eval |\n|---|---|---|---|---|\n".to_owned();
    for measure in measures() {
        let title = measure.page.lines().next().unwrap_or_default().trim_start_matches('#').trim();
        let name = if linked { format!("[{}](#{})", measure.name, anchor(title)) } else { measure.name.to_owned() };
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
        What `fourcell score` can measure, and for each measure what it says, when it misleads, when it is undefined. This page is the\n\
        output of `fourcell explain --all --format markdown`; `fourcell explain NAME` prints one of its parts. The numbers of the worked\n\
        examples are tested.\n\n"
        .to_owned();
    text += &list(true);
    for measure in measures() {
        text.push('\n');
        text += &one_level_down(measure.page);
    }
    text
}

/// The page with its headings one level lower.
fn one_level_down(page: &str) -> String {
    let (mut text, mut code) = (String::new(), false);
    for line in page.lines() {
        code ^= line.starts_with("```");
        let mark = if !code && line.starts_with('#') { "#" } else { "" };
        text += &format!("{mark}{line}\n");
    }
    text
}
