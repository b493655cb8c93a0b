//! Whatever others wrote is shown, and none of it runs.

use std::path::Path;

use serde_json::{Value, json};

use crate::command::{folder, fourcell};
use crate::driver::Browser;

/// What people put where a name should be.
const HOSTILE: [&str; 7] = [
    "<script>window.pwned=1</script>",
    "</script><script>window.pwned=2</script>",
    "]]><img src=x onerror=window.pwned=3>",
    "\"><svg onload=window.pwned=4>",
    "javascript:window.pwned=5",
    "bell\u{7}\u{1b}[31m \u{202e}detrevni\u{2066} \u{feff}",
    "--><!--<style>*{display:none}</style>\u{2028}\u{fffd}",
];

fn project() -> tempfile::TempDir {
    let long = "W".repeat(4000);
    let text = format!("{} {long}", HOSTILE.join(" "));
    let length = text.chars().count();
    let evidence = |text: &str| json!({"all": [{"doc": HOSTILE[0], "range": [0, text.chars().count()], "quote": text}]});
    let (mut set, mut records, mut said) = (String::new(), String::new(), String::new());
    for (number, hostile) in HOSTILE.iter().chain([&long.as_str()]).enumerate() {
        let question = json!({"id": hostile, "query": format!("{hostile} {number}"), "type": hostile, "answer": hostile, "critical": true,
            "facts": [{"id": hostile, "text": hostile, "vital": true}], "cluster": hostile,
            "principal": {"tenant": hostile, "groups": [hostile]}, "history": [{"role": hostile, "content": hostile}],
            "evidence": evidence(HOSTILE[0])});
        set += &format!("{question}\n");
        let sent = if number % 2 == 0 { json!([HOSTILE[0]]) } else { json!([]) };
        let record = json!({"question": hostile, "mode": "normal", "status": "answered", "answer": text, "query_sent": hostile,
            "citations": [{"passage": HOSTILE[0]}], "stages": {"candidates": [{"id": HOSTILE[0], "score": 1.5}]}, "context": sent});
        records += &format!("{record}\n");
        for (kind, verdict) in [("answer", "incorrect"), ("fact", "not-stated")] {
            let mut judgement = json!({"question": hostile, "mode": "normal", "repeat": 0, "kind": kind, "verdict": verdict,
                "judge": hostile, "by": "person", "reason": text, "quote": hostile});
            if kind == "fact" {
                judgement["target"] = json!({"fact": hostile});
            }
            said += &format!("{judgement}\n");
        }
    }
    let corpus = json!({"id": HOSTILE[0], "text": text, "tenant": HOSTILE[0]}).to_string() + "\n";
    let passages = json!({"id": HOSTILE[0], "doc": HOSTILE[0], "start": 0, "end": length, "text": text}).to_string() + "\n";
    let name = Value::from(HOSTILE[1]).to_string();
    let stated = format!("version = 1\n[project]\nname = {name}\n[score]\nby = [\"type\"]\n[access]\nmodel = \"none\"\n");
    folder(&[
        ("fourcell.toml", &stated),
        ("questions.jsonl", &set),
        ("corpus.jsonl", &corpus),
        ("runs/one/records.jsonl", &records),
        ("runs/one/passages.jsonl", &passages),
        ("runs/one/judgements.jsonl", &said),
        ("runs/one/manifest.toml", "version = 1\nday = \"2026-11-30\"\n"),
    ])
}

fn report(place: &Path) -> std::path::PathBuf {
    let ran = fourcell(place, "report one --baseline one");
    assert!([0, 1].contains(&ran.code), "{ran:?}");
    place.join("runs/one/report.html")
}

#[test]
fn what_others_wrote_is_shown_and_never_runs() {
    let Some(browser) = Browser::start() else { return };
    let place = project();
    let page = report(place.path());
    browser.open(&page, "");
    let (left, all) = browser.left();
    assert_eq!((left, all), (8, 8));
    for _ in 0..all {
        browser.press("j");
        if browser.script("return !document.querySelector('.case h3')") == Value::Bool(true) {
            browser.press("\u{e007}");
            browser.wait("document.querySelector('.case h3')");
        }
        browser.wait("document.querySelectorAll('.case .part').length >= 5");
    }
    for hostile in HOSTILE.iter().filter(|text| !text.contains('\u{7}') && !text.contains('\u{2028}')) {
        let there = browser.script(&format!("return document.body.textContent.includes({})", Value::from(*hostile)));
        assert_eq!(there, true, "{hostile}");
    }
    let body = browser.script("return document.body.textContent");
    assert!(body.as_str().unwrap().contains("bell\\u{7}\\u{1b}[31m \\u{202e}detrevni"), "controls are shown as escapes");
    assert!(!body.as_str().unwrap().contains(['\u{7}', '\u{1b}', '\u{202e}', '\u{2066}']));
    for (what, expected) in [
        ("window.pwned === undefined", true),
        ("document.querySelectorAll('main img, main script, main iframe, main style').length === 0", true),
        ("[...document.querySelectorAll('a')].every((a) => a.getAttribute('href').startsWith('#'))", true),
        (
            "[...document.querySelectorAll('*')].every((e) => [...e.attributes].every((a) => !a.name.startsWith('on') && a.name !== 'style'))",
            true,
        ),
        ("document.querySelector('.verdict').checkVisibility()", true),
    ] {
        assert_eq!(browser.script(&format!("return {what}")), expected, "{what}");
    }
    assert_eq!(browser.log(), [""; 0]);
    // Its slices lead to their questions, however they are called.
    let slices = browser.script("return document.querySelectorAll('#slices a').length").as_u64().unwrap();
    assert_eq!(slices, 8);
    for place in 0..slices {
        browser.script(&format!("document.querySelectorAll('#slices a')[{place}].click()"));
        browser.wait("document.getElementById('left').textContent.startsWith('1 of 8')");
        browser.script("location.hash = ''");
        browser.wait("document.getElementById('left').textContent.startsWith('8 of 8')");
    }
    browser.size(390, 844);
    assert_eq!(browser.script("return document.documentElement.scrollWidth <= document.documentElement.clientWidth"), true);
    assert_eq!(browser.log(), [""; 0]);
}
