//! Contrast, names, narrow screens, print.

use serde_json::Value;

use crate::driver::Browser;
use crate::fixture::example;

/// Visible texts whose contrast with what lies behind them is below 4.5, by the formula of WCAG 2; each with its ratio. Text of drawings
/// has its fill.
const LOW_CONTRAST: &str = r#"
const channel = (c) => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const parse = (text) => { const n = (text.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number); return n.length > 3 ? n : [...n, 1]; };
const behind = (element) => {
  const layers = [];
  for (let e = element; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); layers.push(c); if (c[3] === 1) break; }
  let base = [255, 255, 255];
  for (const [r, g, b, a] of layers.reverse()) base = [r, g, b].map((v, i) => v * a + base[i] * (1 - a));
  return base;
};
const found = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node; (node = walker.nextNode());) {
  const element = node.parentElement;
  if (!node.textContent.trim() || ["SCRIPT", "STYLE", "TITLE", "DESC", "NOSCRIPT", "title", "desc"].includes(element.tagName)) continue;
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  if (style.visibility === "hidden" || style.display === "none" || box.width < 2 || box.height < 2 || !element.checkVisibility() || element.closest(".hidden")) continue;
  const ink = parse(element instanceof SVGElement ? style.fill : style.color);
  const ground = behind(element);
  const mixed = ink.slice(0, 3).map((v, i) => v * ink[3] + ground[i] * (1 - ink[3]));
  const [a, b] = [light(mixed), light(ground)].sort((x, y) => y - x);
  const ratio = (a + 0.05) / (b + 0.05);
  if (ratio < 4.5) found.push(ratio.toFixed(2) + " " + node.textContent.trim().slice(0, 40) + " <" + element.className + ">");
}
return found;
"#;

#[test]
fn text_stands_out_in_light_and_dark() {
    let Some(browser) = Browser::start() else { return };
    for scheme in ["light", "dark"] {
        browser.scheme(scheme);
        browser.open(&example(), "#q=cell:retrieval-fault");
        browser.script("document.querySelector('.list tbody a').click()");
        browser.wait("document.querySelectorAll('.case .part').length >= 5");
        assert_eq!(browser.script(LOW_CONTRAST), Value::Array(Vec::new()), "{scheme}");
    }
    let ground = |scheme: &str| {
        browser.scheme(scheme);
        browser.script("return getComputedStyle(document.body).backgroundColor")
    };
    assert_ne!(ground("light"), ground("dark"));
}

#[test]
fn everything_that_can_be_used_or_seen_has_a_name() {
    let Some(browser) = Browser::start() else { return };
    browser.open(&example(), "#q=cell:works");
    browser.script("document.querySelector('.list tbody a').click()");
    browser.wait("document.querySelectorAll('.case .part').length >= 5");
    // As assistive programs are told: the browser's own tree.
    browser.devtools("Accessibility.enable", &serde_json::json!({}));
    let tree = browser.devtools("Accessibility.getFullAXTree", &serde_json::json!({}));
    let wanted = [
        "link",
        "button",
        "image",
        "img",
        "textbox",
        "searchbox",
        "checkbox",
        "table",
        "dialog",
        "region",
        "navigation",
        "article",
    ];
    let nodes: Vec<&Value> = tree["nodes"].as_array().unwrap().iter().filter(|node| node["ignored"] != true).collect();
    let named = |node: &&&Value| {
        let role = node["role"]["value"].as_str().unwrap_or_default();
        wanted.contains(&role)
    };
    let nameless: Vec<&Value> = nodes
        .iter()
        .filter(named)
        .filter(|node| node["name"]["value"].as_str().unwrap_or_default().trim().is_empty())
        .copied()
        .collect();
    assert!(nameless.is_empty(), "{nameless:#?}");
    let count = |role: &str| nodes.iter().filter(|node| node["role"]["value"] == role).count();
    assert!(count("link") > 40 && count("button") >= 5 && count("searchbox") == 1, "{} {}", count("link"), count("button"));
    // Drawings that say something themselves; those beside the same words are hidden from the tree.
    let drawings = "document.querySelectorAll('svg[role=img]')";
    assert!(browser.script(&format!("return {drawings}.length")).as_u64().unwrap() >= 2);
    let unnamed =
        format!("return [...{drawings}].filter((d) => !d.getAttribute('aria-label') || !d.querySelector('title')).length");
    assert_eq!(browser.script(&unnamed), 0);
    let bare = "return [...document.querySelectorAll('svg:not([role=img])')].filter((d) => d.getAttribute('aria-hidden') !== 'true').length";
    assert_eq!(browser.script(bare), 0);
    // A reading aid stands in every card, and headings do not jump.
    assert_eq!(
        browser
            .script("return [...document.querySelectorAll('.card')].filter((c) => !c.querySelector('.aid').textContent).length"),
        0
    );
    let jumps = "let last = 0; return [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].filter((h) => h.checkVisibility()).filter((h) => { const n = Number(h.tagName[1]); const jump = n > last + 1; last = n; return jump; }).map((h) => h.tagName + h.textContent)";
    assert_eq!(browser.script(jumps), Value::Array(Vec::new()));
}

#[test]
fn narrow_screens_do_not_scroll_sideways() {
    let Some(browser) = Browser::start() else { return };
    browser.size(390, 844);
    for rest in ["", "#q=cell:works"] {
        browser.open(&example(), rest);
        if !rest.is_empty() {
            browser.script("document.querySelector('.list tbody a').click()");
            browser.wait("document.querySelectorAll('.case .part').length >= 5");
        }
        let wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
        let who = "return [...document.querySelectorAll('body *')].filter((e) => !e.closest('.scroll') && e.getBoundingClientRect().right > innerWidth + 1).slice(0, 5).map((e) => e.outerHTML.slice(0, 120))";
        assert_eq!(browser.script(wide), 0, "{rest}: {}", browser.script(who));
    }
}

#[test]
fn paper_holds_the_first_screen() {
    let Some(browser) = Browser::start() else { return };
    browser.open(&example(), "");
    browser.devtools("Emulation.setEmulatedMedia", &serde_json::json!({"media": "print"}));
    let shown = |what: &str| browser.script(&format!("return document.querySelector('{what}').checkVisibility()"));
    assert_eq!([shown(".verdict"), shown(".fourcells"), shown(".filterbar")], [true, true, false]);
}

/// All but the questions is there without the script, and what is missing is said.
#[test]
fn the_first_screen_needs_no_script() {
    let Some(browser) = Browser::start() else { return };
    browser.devtools("Emulation.setScriptExecutionDisabled", &serde_json::json!({"value": true}));
    browser.visit(&example());
    assert_eq!(browser.script("return document.getElementById('app').children.length"), 0, "the page's script did not run");
    let text = browser.script("return document.body.innerText");
    for words in [
        "Four cells",
        "Why questions failed",
        "Recall curve",
        "budget",
        "Answerable or not",
        "Latency and tokens",
        "it takes its script",
    ] {
        assert!(text.as_str().unwrap().contains(words), "{words}: {text}");
    }
}
