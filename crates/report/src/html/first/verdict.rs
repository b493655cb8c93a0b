//! What may be concluded, and the layers on which it rests.

use super::super::{Page, escape};
use super::{nothing, notes};

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
        (Self::Shown, "shown", "·", "shown"),
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
    /// Questions that it is about, as a filter of the page: key and value.
    pub filter: Option<(&'static str, String)>,
}

/// The head of the page.
pub fn section(page: &Page) -> String {
    let (class, sign, word) = page.verdict.outcome.parts();
    let about: Vec<String> = (page.about.iter())
        .map(|(name, value)| format!("<div><dt>{}</dt><dd>{}</dd></div>", escape::text(name), escape::text(value)))
        .collect();
    let said: Vec<String> = page.verdict.said.iter().map(|said| format!("<p>{}</p>", escape::text(said))).collect();
    let against = page.baseline.as_ref().map(|name| format!(" <span class=\"against\">against {}</span>", escape::text(name)));
    let layers: Vec<String> = page.layers.iter().zip(1..).map(|(layer, number)| layer_item(layer, number)).collect();
    let layers = if layers.is_empty() { nothing("No layer was checked.") } else { format!("<ol class=\"layers\">{}</ol>", layers.concat()) };
    let word = if page.verdict.outcome == LayerOutcome::Shown { String::new() } else { format!("<b>{word}</b> ") };
    format!(
        "<header class=\"top\"><p class=\"where\">{project} <span aria-hidden=\"true\">/</span> {run}{against}</p>\
         <h1 class=\"verdict {class}\"><span class=\"sign\" aria-hidden=\"true\">{sign}</span> {word}{name}</h1>\
         <div class=\"said\">{said}</div><dl class=\"about\">{about}</dl></header>\
         <section class=\"layers-of\" aria-labelledby=\"layers-h\"><h2 id=\"layers-h\">Layers</h2>\
         <p class=\"aid\">Read from the left: a later layer never buys back an earlier one.</p>{layers}{warnings}</section>",
        project = escape::text(&page.project),
        run = escape::text(&page.run),
        against = against.unwrap_or_default(),
        name = escape::text(&page.verdict.name),
        said = said.concat(),
        about = about.concat(),
        warnings = warnings(page),
    )
}

fn layer_item(layer: &Layer, number: usize) -> String {
    let (class, sign, word) = layer.outcome.parts();
    let said: Vec<String> = layer.said.iter().map(|said| format!("<p>{}</p>", escape::text(said))).collect();
    let link = layer.filter.as_ref().map(|(key, value)| {
        format!("<a href=\"{}\">show the questions</a>", escape::text(&escape::filter(&[(*key, value)])))
    });
    format!(
        "<li class=\"{class}\"><h3><span class=\"no\">{number}</span> {}</h3><p class=\"outcome\"><span class=\"sign\" aria-hidden=\"true\">{sign}</span> {word}</p>{}{}</li>",
        escape::text(&layer.name),
        said.concat(),
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
