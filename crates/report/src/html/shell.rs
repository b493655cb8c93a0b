//! The file itself: a policy, the page's own style and script, the first screen, the packed questions.

use sha2::{Digest, Sha256};

use super::packed::base64;
use super::{Page, data, escape, first};

/// The style, in the order in which it is read.
const STYLE: &[&str] = &[
    include_str!("page/colours.css"),
    include_str!("page/page.css"),
    include_str!("page/first.css"),
    include_str!("page/questions.css"),
    include_str!("page/case.css"),
    include_str!("page/print.css"),
];

/// The script, in the order in which it runs.
const SCRIPT: &[&str] = &[
    include_str!("page/start.js"),
    include_str!("page/make.js"),
    include_str!("page/unpack.js"),
    include_str!("page/filter.js"),
    include_str!("page/list.js"),
    include_str!("page/passages.js"),
    include_str!("page/answers.js"),
    include_str!("page/case.js"),
    include_str!("page/main.js"),
];

/// The whole file.
pub fn document(page: &Page) -> String {
    let (style, script) = (STYLE.concat(), SCRIPT.concat());
    let title = format!("{} / {} – fourcell report", page.project, page.run);
    let mut html = String::with_capacity(1 << 20);
    html += "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
    html += &format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n", policy(&style, &script));
    html += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n";
    html += "<meta name=\"referrer\" content=\"no-referrer\">\n<link rel=\"icon\" href=\"data:,\">\n";
    html += &format!("<title>{}</title>\n<style>{style}</style>\n</head>\n<body>\n", escape::text(&title));
    html += "<a class=\"skip\" href=\"#questions\">To the questions</a>\n<main>\n";
    html += &first::sections(page);
    html += &questions(page);
    html += &format!(
        "</main>\n<footer><p>Made by <code>{}</code>. One file: nothing is fetched, nothing is sent. Every number stands with n and a 95 % interval.</p></footer>\n",
        escape::text(&page.command)
    );
    for (id, packed) in data::packed_parts(page) {
        html += &format!("<script type=\"application/octet-stream;base64\" id=\"{id}\">{packed}</script>\n");
    }
    html += &format!("<script>{script}</script>\n</body>\n</html>\n");
    html
}

/// Nothing may be fetched; only this very style and this very script count.
fn policy(style: &str, script: &str) -> String {
    let hash = |text: &str| format!("'sha256-{}'", base64(&Sha256::digest(text.as_bytes())));
    format!(
        "default-src 'none'; style-src {}; script-src {}; img-src data:; base-uri 'none'; form-action 'none'",
        hash(style),
        hash(script)
    )
}

/// Where the script puts the questions.
fn questions(page: &Page) -> String {
    let n = page.questions.len();
    format!(
        "<section id=\"questions\" aria-labelledby=\"questions-h\" tabindex=\"-1\"><h2 id=\"questions-h\">Questions</h2>\
         <p class=\"aid\">Each question with what was needed, found, sent and said. Filter by words and by <code>cell:</code>, <code>cause:</code> and their \
         kind (press <kbd>?</kbd> for all of them); the address keeps the filter, so that it can be sent on.</p>\
         <noscript><p class=\"none\">The {n} questions are packed in this file, and it takes its script to look at them; all above needs none. \
         Without it: <code>fourcell ledger {}</code> lists what failed.</p></noscript><div id=\"app\"></div></section>\n",
        escape::text(&page.run)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A script or style with its own end tag in it would end there.
    #[test]
    fn the_pages_own_sources_can_stand_in_a_page() {
        for text in STYLE.iter().chain(SCRIPT) {
            let lower = text.to_lowercase();
            assert!(!lower.contains("</s") && !lower.contains("<!--"));
            assert!(text.lines().count() <= 500);
        }
        for text in SCRIPT {
            for word in
                ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "fetch(", "import("]
            {
                assert!(!text.contains(word), "{word}");
            }
        }
    }

    #[test]
    fn the_policy_names_the_hash_of_what_stands_there() {
        // SHA-256 of nothing, as FIPS 180 has it, in base64.
        let nothing = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
        assert!(policy("", "").contains(&format!("style-src {nothing}; script-src {nothing};")));
    }
}
