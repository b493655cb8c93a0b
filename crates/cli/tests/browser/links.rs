//! Cells, bars and slices lead to their questions; filters stand in the address; keys do what the help says.

use serde_json::Value;

use crate::driver::Browser;
use crate::fixture::example;

#[test]
fn the_page_opens_quietly_and_fetches_nothing() {
    let Some(browser) = Browser::start() else { return };
    browser.open(&example(), "");
    assert_eq!(browser.log(), [""; 0]);
    assert_eq!(browser.script("return performance.getEntriesByType('resource').length"), 0);
    let (left, all) = browser.left();
    assert_eq!(left, all);
    assert!(all > 100, "{all}");
    // Fifty rows, however many questions.
    assert_eq!(browser.script("return document.querySelectorAll('.list tbody tr').length"), 50);
}

#[test]
fn every_cell_bar_and_slice_leads_to_as_many_questions_as_it_says() {
    let Some(browser) = Browser::start() else { return };
    browser.open(&example(), "");
    let links = "[...document.querySelectorAll('.cell, .causes a')]";
    let n = browser.script(&format!("return {links}.length")).as_u64().unwrap();
    assert!(n >= 6, "four cells and some causes: {n}");
    for place in 0..n {
        let said = browser.script(&format!("return Number({links}[{place}].querySelector('.count').textContent)"));
        browser.script(&format!("{links}[{place}].click()"));
        let href = browser.script(&format!("return {links}[{place}].getAttribute('href')"));
        browser.wait(&format!("location.hash === {href}"));
        browser.wait(&format!("document.getElementById('left').textContent.startsWith('{said} of ')"));
    }
    let slices = "[...document.querySelectorAll('#slices a')]";
    let n = browser.script(&format!("return {slices}.length")).as_u64().unwrap();
    assert!(n > 3, "{n}");
    for place in 0..n {
        browser.script(&format!("{slices}[{place}].click()"));
        let value = browser.script(&format!("return {slices}[{place}].getAttribute('href')"));
        browser.wait(&format!("location.hash === {value}"));
        let (left, all) = browser.left();
        assert!(0 < left && left < all, "{value} {left} of {all}");
    }
    assert_eq!(browser.log(), [""; 0]);
}

#[test]
fn a_filter_stands_in_the_address_and_outlives_a_reload() {
    let Some(browser) = Browser::start() else { return };
    browser.open(&example(), "");
    let type_in = |text: &str| {
        browser.script(&format!(
            "const f = document.getElementById('filter'); f.value = {}; f.dispatchEvent(new Event('input'));",
            Value::from(text)
        ));
    };
    let before = browser.left();
    type_in("cell:retrieval-fault -type:paraphrase");
    browser.wait("location.hash.startsWith('#q=cell:retrieval-fault')");
    browser.wait(&format!("!document.getElementById('left').textContent.startsWith('{} of ')", before.0));
    let left = browser.left();
    assert!(0 < left.0 && left.0 < left.1, "{left:?}");
    browser.script("location.reload()");
    browser.wait("document.getElementById('app') && document.getElementById('app').dataset.ready === 'true'");
    assert_eq!(browser.left(), left);
    assert_eq!(browser.script("return document.getElementById('filter').value"), "cell:retrieval-fault -type:paraphrase");
    // Two halves of a whole, by a negation.
    let only = |filter: &str| {
        type_in(filter);
        let hash = format!("decodeURIComponent(location.hash).slice(3) === {}", Value::from(filter));
        browser.wait(&hash);
        browser.left().0
    };
    assert_eq!(only("right:right") + only("-right:right"), before.1);
    assert_eq!(only("type:table,lookup"), only("type:table") + only("type:lookup"));
    type_in("colour:red");
    browser.wait("document.getElementById('left').textContent.includes('No key is called “colour”')");
    // What changed against the baseline, by the box.
    type_in("");
    browser.wait(
        "document.getElementById('left').textContent.split(' ')[0] === document.getElementById('left').textContent.split(' ')[2]",
    );
    browser.script("document.getElementById('changed').click()");
    browser.wait("location.hash === '#q=changed:any'");
    let changed = browser.left();
    assert!(0 < changed.0 && changed.0 < changed.1, "{changed:?}");
    assert_eq!(browser.log(), [""; 0]);
}

#[test]
fn keys_do_what_the_help_says() {
    let Some(browser) = Browser::start() else { return };
    browser.open(&example(), "#q=cell:generation-fault");
    const ESCAPE: &str = "\u{e00c}";
    const ENTER: &str = "\u{e007}";
    browser.press("j");
    let row = "document.activeElement.dataset.place";
    let first = browser.script(&format!("return {row}"));
    assert!(first.is_string(), "{first}");
    browser.press("j");
    assert_ne!(browser.script(&format!("return {row}")), first);
    browser.press("k");
    assert_eq!(browser.script(&format!("return {row}")), first);
    browser.press(ENTER);
    browser.wait("document.querySelector('.case h3')");
    browser.wait("document.querySelectorAll('.case .part').length >= 5");
    let asked = browser.script("return document.querySelector('.case h3').textContent");
    browser.press("j");
    browser.wait(&format!("document.querySelector('.case h3').textContent !== {asked}"));
    browser.press(ESCAPE);
    browser.wait("!document.querySelector('.case h3')");
    browser.press("/");
    assert_eq!(browser.script("return document.activeElement.id"), "filter");
    browser.press(ESCAPE);
    browser.press("?");
    browser.wait("document.getElementById('help').open");
    browser.press(ESCAPE);
    browser.wait("!document.getElementById('help').open");
    assert_eq!(browser.log(), [""; 0]);
}

#[test]
fn a_question_shows_all_that_was_recorded_of_it() {
    let Some(browser) = Browser::start() else { return };
    browser.open(&example(), "#q=cell:works");
    browser.script("document.querySelector('.list tbody a').click()");
    browser.wait("document.querySelectorAll('.case .part').length >= 5");
    let text = browser.script("return document.querySelector('.case').innerText");
    for words in [
        "asked by",
        "What was needed",
        "What was found",
        "What was sent",
        "What was said",
        "oracle",
        "no-context",
        "See it again",
        "fourcell ",
    ] {
        assert!(text.as_str().unwrap().contains(words), "{words}: {text}");
    }
    // Evidence is marked in what was sent, and it is the words of the label.
    let marked =
        browser.script("return [...document.querySelectorAll('.case .context mark')].map((m) => m.textContent).join('')");
    let quote = browser.script("return document.querySelector('.case .groups .met q').textContent");
    let letters = |value: &Value| value.as_str().unwrap().chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    assert!(letters(&marked).contains(&letters(&quote)[..20.min(letters(&quote).len())]), "{marked} {quote}");
    // A claim lights the words that it rests on.
    browser.wait("document.querySelector('.case .claim')");
    browser.script("document.querySelector('.case .claim').focus()");
    browser.wait("document.querySelectorAll('.case .context .lit').length > 0");
    assert_eq!(browser.log(), [""; 0]);
}
