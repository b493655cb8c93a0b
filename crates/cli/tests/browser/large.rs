//! Ten thousand questions are as quick as ten.

use crate::command::{fourcell, salad};
use crate::driver::Browser;

#[test]
fn ten_thousand_questions_are_filtered_at_once() {
    let Some(browser) = Browser::start() else { return };
    let place = tempfile::tempdir().unwrap();
    salad::write(place.path(), 10_000);
    let ran = fourcell(place.path(), "report one");
    assert_eq!(ran.code, 0, "{ran:?}");
    browser.open(&place.path().join("runs/one/report.html"), "");
    assert_eq!(browser.left(), (10_000, 10_000));
    for (filter, least) in
        [("cell:works", 1000), ("type:table -cell:works", 100), ("critical:true", 200), ("q0999", 10), ("", 10_000)]
    {
        browser.script(&format!("location.hash = '#q=' + encodeURIComponent('{filter}')"));
        browser.wait(&format!("document.getElementById('filter').value === '{filter}'"));
        assert!(browser.left().0 >= least, "{filter}: {:?}", browser.left());
        let took = browser.script("return Number(document.getElementById('app').dataset.ms)").as_f64().unwrap();
        assert!(took < 200.0, "{filter}: {took} ms");
        assert!(browser.script("return document.querySelectorAll('.list tbody tr').length").as_u64().unwrap() <= 50);
    }
    browser.script("location.hash = '#show=q09999'");
    browser.wait("document.querySelectorAll('.case .context li').length >= 3");
    assert_eq!(browser.log(), [""; 0]);
}
