//! For every rule sets on which it speaks.

use super::examples::{Example, LIKE_IT, TUNE, many, with};
use super::fixture::{doc, document, label, pas, passage, principal, question, range};
use crate::document::Status;
use crate::label::LabelStatus;
use crate::question::{Expect, Origin, Split};
use crate::range::SourceRange;
use crate::tree::Evidence;

/// Sets on which the rule speaks.
pub fn positive() -> Vec<Example> {
    vec![
        ("duplicate-id", "a question, a revision and a passage come twice", {
            with(|s| {
                s.questions.push(question("badge", "Where is the badge office?"));
                let (twice, again) = (s.documents()[2].clone(), s.passages()[2].clone());
                s.documents().push(twice);
                s.passages().push(again);
            })
        }),
        ("dangling-document", "no such document, however it is written", with(|s| s.require(1, doc("tariffs", None)))),
        ("dangling-document", "padding and case", {
            with(|s| {
                s.documents().push(document("Doc-7", "01", "x"));
                s.require(1, Evidence::All(vec![doc("doc-007", None), doc("Doc-7", Some("1"))]));
            })
        }),
        ("dangling-document", "another revision", with(|s| s.require(1, doc("policy", Some("3"))))),
        ("dangling-document", "another revision, which holds the quote", {
            with(|s| s.require(1, range("policy", Some("3"), 0, 16, "Leave is 28 days")))
        }),
        ("dangling-document", "a range of no revision among two", {
            with(|s| {
                s.documents()[0].status = Status::Active;
                s.require(1, range("policy", None, 0, 8, "Leave is"));
            })
        }),
        ("dangling-passage", "chunking has changed, and padding", {
            with(|s| {
                s.require(1, Evidence::Any(vec![pas("policy@2#termination"), pas("prices#00")]));
                s.labels.push(label("leave", pas("elsewhere"), 0, "ann"));
            })
        }),
        ("dangling-question", "case, and one that is gone", {
            with(|s| {
                s.labels.push(label("Leave", doc("prices", None), 0, "ann"));
                s.labels.push(label("parking", doc("prices", None), 0, "ann"));
            })
        }),
        (
            "unknown-corpus",
            "a name nobody gave",
            with(|s| s.questions.iter_mut().take(3).for_each(|q| q.corpus = Some("2026-09".into()))),
        ),
        ("other-level-id", "documents where passages are meant", {
            with(|s| {
                s.require(1, pas("prices"));
                s.labels.push(label("leave", pas("policy"), 1, "ann"));
                s.labels.push(label("badge", pas("policy"), 0, "ann"));
            })
        }),
        ("other-level-id", "passages cut from documents that the corpus does not name, and suffixes too many", {
            with(|s| {
                s.passages().push(passage("hand#c0", "prices", "", (0, 9), "The badge"));
                s.require(1, Evidence::All(vec![pas("hand"), pas("prices#0#2"), doc("holds@1", None), doc("prices#0", None)]));
            })
        }),
        ("other-level-id", "a corpus of passages", {
            with(|s| {
                s.documents().push(document("manual#p1", "1", "text"));
                s.require(1, doc("manual", None));
            })
        }),
        ("blank-query", "white space", with(|s| s.questions[1].query = " \u{a0}\n".into())),
        ("control-characters", "an escape and a mark", with(|s| s.questions[1].query = "badge\u{1b}[2J \u{202e}cost".into())),
        ("duplicate-question-text", "case and white space", {
            with(|s| s.questions.push(question("badge-2", " what does a  replacement BADGE cost?")))
        }),
        ("duplicate-question-text", "another principal, and no cluster", {
            with(|s| {
                s.questions.push(question("badge-2", "What does a replacement badge cost?"));
                s.questions[4].principal = principal("borealis", &[]);
            })
        }),
        ("near-duplicate-question", "one word of many", {
            with(|s| s.questions.extend([question("trip-1", TUNE), question("trip-2", LIKE_IT)]))
        }),
        ("leaked-final-question", "the same, and nearly the same", {
            with(|s| {
                s.questions.extend([
                    question("trip-1", TUNE),
                    question("trip-2", LIKE_IT),
                    question("badge-2", "what does a replacement badge cost?"),
                ]);
                s.questions[5].split = Split::Final;
                s.questions[6].split = Split::Final;
            })
        }),
        ("shared-cluster-across-splits", "one of each", {
            with(|s| {
                s.questions[1].cluster = Some("files".into());
                s.questions[3].cluster = Some("files".into());
            })
        }),
        ("no-required-evidence", "none, and a tree without leaves", {
            with(|s| {
                s.questions[0].evidence = None;
                s.require(1, Evidence::All(vec![]));
            })
        }),
        ("unanswerable-with-evidence", "a document", with(|s| s.require(2, doc("prices", None)))),
        ("expect-mismatch", "every combination", {
            with(|s| {
                s.questions[0].expect = Expect::NoAnswer;
                s.questions[2].expect = Expect::Answer;
                s.questions.push(s.questions[2].clone());
                s.questions[4].id = "conflict".into();
                s.questions[4].query = "Do the rules agree?".into();
                s.questions[4].expect = Expect::Conflict;
            })
        }),
        ("empty-node", "inside another", with(|s| s.require(1, Evidence::All(vec![doc("prices", None), Evidence::Any(vec![])])))),
        ("duplicate-evidence", "in any and in all, the quote aside", {
            with(|s| {
                let quoted = range("prices", None, 0, 9, "The badge");
                let bare = range("prices", None, 0, 9, "");
                s.require(1, Evidence::All(vec![Evidence::Any(vec![pas("prices#0"), pas("prices#0")]), quoted, bare]));
            })
        }),
        ("evidence-not-openable", "nobody could answer", with(|s| s.questions[3].principal = principal("acme", &["staff"]))),
        ("evidence-not-openable", "one way is closed", {
            with(|s| {
                s.questions[3].principal = principal("borealis", &["legal"]);
                s.require(3, Evidence::Any(vec![doc("holds", None), doc("prices", None)]));
            })
        }),
        ("quote-mismatch", "other units", {
            with(|s| {
                // 🙂 is one code point, two UTF-16 units and four bytes; é is one, one and two.
                let utf16 = range("policy", Some("2"), 30, 34, "café");
                let utf8 = range("policy", Some("2"), 32, 37, "café");
                s.require(0, Evidence::All(vec![utf16, utf8]));
            })
        }),
        ("quote-mismatch", "the unit as a habit", {
            with(|s| {
                let utf16 = [(30, 34, "café"), (35, 42, "voucher"), (46, 47, "5"), (0, 5, "Leave")];
                s.require(
                    0,
                    Evidence::All(utf16.map(|(start, end, quote)| range("policy", Some("2"), start, end, quote)).into()),
                );
            })
        }),
        ("quote-mismatch", "elsewhere once, twice, with other space, and nowhere", {
            with(|s| {
                let wrong = [(0, 8, "costs 12"), (0, 5, "badge"), (0, 9, "A  new\nbadge"), (0, 4, "fish")];
                s.require(1, Evidence::Any(wrong.map(|(start, end, quote)| range("prices", None, start, end, quote)).into()));
            })
        }),
        ("range-out-of-bounds", "with and without a quote", {
            with(|s| {
                let (with, without) = (range("prices", None, 40, 99, "costs 12 €."), range("prices", None, 44, 46, ""));
                s.require(1, Evidence::All(vec![with, without]));
            })
        }),
        ("range-without-quote", "two of them", {
            with(|s| {
                s.require(1, range("prices", None, 0, 9, ""));
                s.labels.push(label("badge", range("prices", None, 4, 9, ""), 2, "ann"));
            })
        }),
        ("stale-label", "required evidence and a label of an old revision", {
            with(|s| {
                s.require(0, range("policy", Some("1"), 25, 39, "A café voucher"));
                s.labels.push(label("leave", range("policy", Some("1"), 0, 16, "Leave is 25 days"), 3, "ann"));
            })
        }),
        ("stale-label", "an old alternative beside one in force", {
            with(|s| s.require(0, Evidence::Any(vec![doc("policy", Some("1")), pas("policy@2#0")])))
        }),
        ("stale-label", "the quote is gone with its revision", {
            with(|s| s.require(0, range("policy", Some("0"), 0, 16, "Leave is 20 days")))
        }),
        ("stale-label", "a later active revision says something else", {
            with(|s| {
                s.documents().push(document("prices", "2", "The badge costs 15 €."));
                s.labels.push(label("badge", range("prices", Some(""), 4, 18, "badge costs 10"), 3, "ann"));
            })
        }),
        ("stale-label", "nothing is in force any more", {
            with(|s| {
                s.documents()[2].status = Status::Deleted;
                s.documents().push(document("prices", "0", "Old."));
                s.documents()[4].status = Status::Expired;
            })
        }),
        ("duplicate-label", "the same grade again", with(|s| s.labels.push(label("leave", pas("policy@2#0"), 3, "ann")))),
        ("contradicting-grades", "one rater", with(|s| s.labels.push(label("leave", pas("policy@2#0"), 1, "ann")))),
        ("contradicting-grades", "two raters, and two decisions", {
            with(|s| {
                s.labels[1].grade = 1;
                for (grade, rater) in [(2, "cem"), (3, "dot")] {
                    let mut decision = label("badge", pas("prices#0"), grade, rater);
                    decision.status = LabelStatus::Adjudicated;
                    s.labels.push(decision);
                }
            })
        }),
        ("duplicate-fact", "one id", with(|s| s.questions[0].facts[1].id = "now".into())),
        ("contradicting-facts", "wanted and forbidden", with(|s| s.questions[0].facts[1].text = "28 Days a year".into())),
        ("no-reference", "nothing, and only what is forbidden", {
            with(|s| {
                s.questions[1].answer = None;
                s.questions[0].facts.remove(0);
                s.questions[0].answer = Some(" ".into());
            })
        }),
        ("two-active-revisions", "both of them", {
            with(|s| {
                s.documents()[0].status = Status::Active;
                s.questions[0].evidence = Some(pas("policy@2#0"));
            })
        }),
        ("superseded-without-successor", "with a revision in force", with(|s| s.documents()[0].superseded_by = None)),
        ("dangling-successor", "none, itself, and a typing error", {
            with(|s| {
                s.documents()[0].superseded_by = Some("Policy@2".into());
                s.documents()[1].superseded_by = Some("policy@2".into());
                s.documents()[2].superseded_by = Some("tariffs".into());
                s.documents()[3].superseded_by = Some("policy@9".into());
            })
        }),
        ("bad-date", "a document's and a label's", {
            with(|s| {
                s.documents()[1].effective_from = Some("1.1.2026".into());
                s.labels[0].at = Some("yesterday\u{7}".into());
            })
        }),
        ("date-order", "expired before it began", with(|s| s.documents()[0].effective_from = Some("2026-01-02".into()))),
        ("passage-range-mismatch", "other unit, past the end, other text", {
            with(|s| {
                s.passages()[1].range = SourceRange::new(28, 76);
                s.passages()[2].text = Some("The badge costs 10 €.\nA new badge costs 12 €.".into());
                s.passages()[0].text = Some("Leave is granted.".into());
            })
        }),
        ("passage-without-document", "unknown document, unknown revision, no document", {
            with(|s| {
                s.passages()[0].doc = None;
                s.passages()[1].rev = Some("9".into());
                s.passages()[2].doc = Some("tariffs".into());
                s.passages().push(passage("t1", "tariffs", "", (0, 1), "T"));
            })
        }),
        ("small-slice", "two of three values", {
            many(|n, q| {
                q.slices.insert("type".into(), "paraphrase".into());
                q.slices.insert("scope".into(), ["billing", "travel"][n % 2].into());
            })
        }),
        ("synthetic-mixed", "one of four", {
            with(|s| {
                s.questions[0].origin = Some(Origin::Synthetic);
                s.questions[1].origin = Some(Origin::User);
            })
        }),
    ]
}
