//! What may be concluded, and the layers on which it rests.

use fourcell::diagnosis::gate::{Check, Outcome};

use super::super::{Page, escape};
use super::{notes, nothing};
use crate::GateReport;
use crate::changes::sentence;
use crate::gate::{shown, verdict};

/// How a layer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayerOutcome {
    /// What must hold does.
    Pass,
    /// It does not.
    Fail,
    /// The set is too small to tell.
    Inconclusive,
    /// Nothing that was captured tells.
    NotChecked,
    /// It is shown, and nothing is asked of it.
    Shown,
}

impl LayerOutcome {
    /// Every outcome with its class, its sign and its word: the sign and the word say what the colour does.
    pub const ALL: [(Self, &'static str, &'static str, &'static str); 5] = [
        (Self::Pass, "pass", "✓", "pass"),
        (Self::Fail, "fail", "✕", "fail"),
        (Self::Inconclusive, "open", "?", "inconclusive"),
        (Self::NotChecked, "off", "–", "not checked"),
        (Self::Shown, "shown", "·", "nothing asked"),
    ];

    fn parts(self) -> (&'static str, &'static str, &'static str) {
        let (_, class, sign, word) = Self::ALL[self as usize];
        (class, sign, word)
    }
}

/// One layer of a verdict, or the verdict itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Its name.
    pub name: String,
    /// How it ended.
    pub outcome: LayerOutcome,
    /// What was found, a sentence each.
    pub said: Vec<String>,
    /// Questions that it is about, as a filter of the page: a key, and the values that it may have.
    pub filter: Option<(&'static str, Vec<String>)>,
}

impl From<Outcome> for LayerOutcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Pass | Outcome::Unchanged => Self::Pass,
            Outcome::NotAsked => Self::Shown,
            Outcome::Inconclusive { .. } => Self::Inconclusive,
            Outcome::NotEvaluated => Self::NotChecked,
            Outcome::Fail => Self::Fail,
        }
    }
}

impl Layer {
    /// What a gate came to, in a line, with what stands beside it.
    pub fn of_verdict(report: &GateReport, mut said: Vec<String>) -> Self {
        said.extend(report.changes.as_ref().map(|changes| format!("What was changed: {}.", sentence(changes))));
        let line = verdict(report);
        // The word stands beside the sign already.
        let rest = line.split_once([' ', ':']).map_or(line.as_str(), |(_, rest)| rest).trim_start_matches([' ', ':', ',']);
        let outcome: LayerOutcome = report.gate.outcome().into();
        let name = if matches!(outcome, LayerOutcome::NotChecked | LayerOutcome::Shown) { line.clone() } else { rest.to_owned() };
        Self { name, outcome, said, filter: None }
    }

    /// A layer of a gate: what each of its lines came to, those that are in its way first, and what these would need.
    pub fn of_gate(layer: &fourcell::diagnosis::gate::Layer) -> Self {
        let passes = |check: &Check| matches!(check.outcome, Outcome::Pass | Outcome::Unchanged | Outcome::NotAsked);
        let line = |check: &Check| {
            let needs = if passes(check) || check.needs.is_empty() {
                String::new()
            } else {
                format!(" It needs: {}.", check.needs.trim_end_matches('.'))
            };
            let said = if check.said.is_empty() { check.outcome.words() } else { check.said.trim_end_matches('.') };
            format!("{}: {said}.{needs}", check.what)
        };
        let (well, mut checks) = shown(layer);
        checks.sort_by_key(|check| passes(check));
        let mut said: Vec<String> = checks.iter().map(|check| line(check)).chain(well.map(|well| format!("{well}."))).collect();
        if said.is_empty() {
            said.push(layer.name.asks().to_owned());
        }
        let named: Vec<String> = checks.iter().filter(|check| !passes(check)).flat_map(|check| check.questions.clone()).collect();
        let mut name = layer.name.name().to_owned();
        name[..1].make_ascii_uppercase();
        Self { name, outcome: layer.outcome().into(), said, filter: (!named.is_empty()).then_some(("id", named)) }
    }
}

/// The head of the page.
pub fn section(page: &Page) -> String {
    let (class, sign, word) = page.verdict.outcome.parts();
    let about: Vec<String> = (page.about.iter())
        .map(|(name, value)| format!("<div><dt>{}</dt><dd>{}</dd></div>", escape::text(name), escape::text(value)))
        .collect();
    let said: Vec<String> = page.verdict.said.iter().map(|said| format!("<p>{}</p>", escape::text(said))).collect();
    let against = page.baseline.as_ref().map(|name| format!(" <span class=\"against\">against {}</span>", escape::text(name)));
    let layers: Vec<String> = page.layers.iter().zip(0..).map(|(layer, number)| layer_item(layer, number)).collect();
    let layers = if layers.is_empty() {
        nothing("No layer was checked.")
    } else {
        format!("<ol class=\"layers\">{}</ol>", layers.concat())
    };
    let word = if page.verdict.outcome == LayerOutcome::Shown {
        String::new()
    } else {
        format!("<b>{word}</b>{}", if page.verdict.name.starts_with("at ") { " " } else { ": " })
    };
    format!(
        "<header class=\"top\"><p class=\"where\">{project} <span aria-hidden=\"true\">/</span> {run}{against}</p>\
         <h1 class=\"verdict {class}\"><span class=\"sign\" aria-hidden=\"true\">{sign}</span> {word}{name}</h1>\
         <div class=\"said\">{said}</div><dl class=\"about\">{about}</dl>{trust}</header>\
         <section class=\"layers-of\" aria-labelledby=\"layers-h\"><h2 id=\"layers-h\">Layers</h2>\
         <p class=\"aid\">Read from the left: a later layer never buys back an earlier one.</p>{layers}{worse}{warnings}</section>",
        project = escape::text(&page.project),
        run = escape::text(&page.run),
        against = against.unwrap_or_default(),
        name = escape::text(&page.verdict.name),
        said = said.concat(),
        about = about.concat(),
        trust = page.trust.iter().map(|line| format!("<p class=\"trust\">{}</p>", escape::text(line))).collect::<String>(),
        worse = super::worse::list(page),
        warnings = warnings(page),
    )
}

/// Lines of a layer that are seen at once; the others stand behind a mark.
const SEEN: usize = 1;

fn layer_item(layer: &Layer, number: usize) -> String {
    let (class, sign, word) = layer.outcome.parts();
    let paragraphs = |lines: &[String]| lines.iter().map(|said| format!("<p>{}</p>", escape::text(said))).collect::<String>();
    let (seen, more) = layer.said.split_at(layer.said.len().min(SEEN));
    let link = layer.filter.as_ref().map(|(key, values)| {
        let href = escape::filter_any(key, values.iter().map(String::as_str));
        format!("<p><a href=\"{}\">show the questions</a></p>", escape::text(&href))
    });
    let more = if more.is_empty() {
        String::new()
    } else {
        format!("<details><summary>{} more</summary>{}</details>", more.len(), paragraphs(more))
    };
    format!(
        "<li class=\"{class}\"><h3><span class=\"no\">{number}</span> {}</h3><p class=\"outcome\"><span class=\"sign\" aria-hidden=\"true\">{sign}</span> {word}</p>{}{}{more}</li>",
        escape::text(&layer.name),
        paragraphs(seen),
        link.unwrap_or_default()
    )
}

fn warnings(page: &Page) -> String {
    if page.warnings.is_empty() {
        return String::new();
    }
    format!(
        "<details class=\"warnings\"><summary>What to know beside the numbers ({})</summary>{}</details>",
        page.warnings.len(),
        notes(&page.warnings)
    )
}
