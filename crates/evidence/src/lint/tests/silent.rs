//! For every rule sets, near the border, on which it does not speak.

use super::examples::{Example, LIKE_IT, TUNE, many, with};
use super::fixture::{doc, document, fact, label, pas, passage, principal, question, range};
use crate::document::Status;
use crate::fact::FactKind;
use crate::label::LabelStatus;
use crate::question::{Expect, Origin, Split};
use crate::tree::Evidence;

/// Sets on which the rule says nothing.
pub fn negative() -> Vec<Example> {
    vec![
        ("duplicate-id", "ids differ byte for byte, and revisions of one document", {
            with(|s| s.questions.push(question("Badge", "Where is the badge office?")))
        }),
        ("dangling-document", "any revision, a revision, and an id of another level", {
            with(|s| s.require(1, Evidence::All(vec![doc("policy", None), doc("policy", Some("1")), doc("prices#0", None)])))
        }),
        ("dangling-document", "no corpus", {
            with(|s| {
                s.documents = None;
                s.require(1, doc("tariffs", None));
            })
        }),
        ("dangling-passage", "no passages are known", {
            with(|s| {
                s.passages = None;
                s.require(1, pas("tariffs#0"));
            })
        }),
        ("dangling-passage", "an id of another level", with(|s| s.require(1, pas("prices")))),
        (
            "dangling-question",
            "a label of a final question",
            with(|s| s.labels.push(label("hold", doc("holds", None), 3, "ann"))),
        ),
        ("unknown-corpus", "an id, and no corpus at all", {
            with(|s| {
                s.questions[0].corpus = Some("sha256:0a1b".into());
                s.questions[1].corpus = None;
            })
        }),
        ("other-level-id", "a passage with its document's id, and a passage that chunking took away", {
            with(|s| {
                s.passages().push(passage("prices", "prices", "", (0, 9), "The badge"));
                s.require(1, Evidence::Any(vec![pas("prices"), pas("policy@2#9")]));
            })
        }),
        ("blank-query", "one letter", with(|s| s.questions[1].query = "?".into())),
        ("control-characters", "line breaks, tabs, emoji and right-to-left text", {
            with(|s| s.questions[1].query = "badge\r\n\tcost 🙂 \u{200f}שלום é?".into())
        }),
        ("duplicate-question-text", "another principal in the same cluster, and the other split", {
            with(|s| {
                s.questions.push(question("badge-2", "What does a replacement badge cost?"));
                s.questions.push(question("badge-3", "What does a replacement badge cost?"));
                s.questions[4].principal = principal("borealis", &[]);
                s.questions[4].cluster = Some("badge".into());
                s.questions[1].cluster = Some("badge".into());
                s.questions[5].split = Split::Final;
            })
        }),
        ("near-duplicate-question", "the very same, alike in one cluster, and less than 90 %", {
            with(|s| {
                s.questions.extend([question("trip-1", TUNE), question("trip-2", LIKE_IT), question("trip-3", TUNE)]);
                s.questions.push(question("trip-4", &TUNE.replace("travel request", "leave form")));
                s.questions[4].cluster = Some("trip".into());
                s.questions[5].cluster = Some("trip".into());
            })
        }),
        ("leaked-final-question", "about the same thing in other words, and the same twice in the final split", {
            with(|s| {
                s.questions[3].query = "Price of a new badge?".into();
                s.questions.push(question("again", "price of a new badge?"));
                s.questions[4].split = Split::Final;
            })
        }),
        ("shared-cluster-across-splits", "within one split", {
            with(|s| {
                s.questions[0].cluster = Some("files".into());
                s.questions[1].cluster = Some("files".into());
                s.questions[3].cluster = Some("holds".into());
            })
        }),
        ("no-required-evidence", "unanswerable", with(|s| s.questions[2].evidence = None)),
        ("unanswerable-with-evidence", "a tree without leaves", with(|s| s.require(2, Evidence::All(vec![])))),
        ("expect-mismatch", "a conflict that is evidenced", with(|s| s.questions[0].expect = Expect::Conflict)),
        ("empty-node", "no evidence at all", with(|s| s.questions[1].evidence = None)),
        ("duplicate-evidence", "the same in two nodes, and two revisions", {
            with(|s| {
                let revisions = Evidence::Any(vec![doc("policy", None), doc("policy", Some("2")), pas("policy@2#0")]);
                s.require(1, Evidence::All(vec![pas("policy@2#0"), revisions]));
            })
        }),
        ("evidence-not-openable", "no principal, a closed old revision, and an unanswerable question", {
            with(|s| {
                s.questions[1].evidence = Some(doc("holds", None));
                s.documents()[0].acl = Some(vec![]);
                s.questions[0].principal = principal("acme", &[]);
                s.require(0, doc("policy", None));
                s.questions[2].principal = principal("acme", &[]);
                s.require(2, doc("holds", None));
            })
        }),
        ("quote-mismatch", "past the end, without a quote, and by the only active revision", {
            with(|s| {
                let fits = range("policy", None, 29, 33, "café");
                s.require(1, Evidence::All(vec![range("prices", None, 0, 99, "badge"), range("prices", None, 0, 9, ""), fits]));
            })
        }),
        ("range-out-of-bounds", "of a deleted document whose text is gone", {
            with(|s| {
                s.documents()[2].status = Status::Deleted;
                s.write(2, "");
                s.require(1, range("prices", None, 0, 9, ""));
            })
        }),
        ("quote-mismatch", "of a deleted document whose text is gone", {
            with(|s| {
                s.documents()[2].status = Status::Deleted;
                s.write(2, "");
                s.require(1, range("prices", None, 0, 9, "The badge"));
            })
        }),
        ("passage-range-mismatch", "of a deleted document whose text is gone", {
            with(|s| {
                s.documents()[2].status = Status::Deleted;
                s.write(2, "");
            })
        }),
        ("range-out-of-bounds", "to the last code point", with(|s| s.require(1, range("prices", None, 44, 45, ".")))),
        ("range-without-quote", "with one", with(|s| s.require(1, range("prices", None, 44, 45, ".")))),
        ("stale-label", "any revision, one being active; two active that both hold the quote", {
            with(|s| {
                s.documents().push(document("prices", "2", "The badge costs 10 €, still."));
                s.require(0, doc("policy", None));
                s.labels.push(label("badge", range("prices", Some(""), 4, 18, "badge costs 10"), 3, "ann"));
            })
        }),
        ("duplicate-label", "two raters, and a decision by one of them", {
            with(|s| {
                let mut decision = label("leave", pas("policy@2#0"), 3, "ann");
                decision.status = LabelStatus::Adjudicated;
                s.labels.push(decision);
            })
        }),
        ("contradicting-grades", "adjudicated, other targets", {
            with(|s| {
                s.labels[1].grade = 1;
                let mut decision = label("leave", pas("policy@2#0"), 2, "ann");
                decision.status = LabelStatus::Adjudicated;
                s.labels.push(decision);
                s.labels.push(label("leave", doc("prices", None), 0, "ann"));
            })
        }),
        ("duplicate-fact", "in two questions", {
            with(|s| {
                let facts = s.questions[0].facts.clone();
                s.questions[1].facts = facts;
            })
        }),
        ("contradicting-facts", "forbidden twice", {
            with(|s| s.questions[0].facts.push(fact("before-2", "25 days a year", FactKind::Forbidden)))
        }),
        ("no-reference", "unanswerable", with(|s| s.questions[2].facts = vec![])),
        ("two-active-revisions", "the same revision twice", {
            with(|s| {
                let twice = s.documents()[2].clone();
                s.documents().push(twice);
            })
        }),
        ("superseded-without-successor", "deleted", {
            with(|s| {
                s.documents()[0].status = Status::Deleted;
                s.documents()[0].superseded_by = None;
            })
        }),
        ("dangling-successor", "a document, a later revision by the bare id, and an id with a mark", {
            with(|s| {
                s.documents().push(document("a@b", "1", "x"));
                s.documents().push(document("a@b", "2", "y"));
                s.documents()[0].superseded_by = Some("policy".into());
                s.documents()[1].superseded_by = Some("a@b".into());
                s.documents()[2].superseded_by = Some("a@b@2".into());
            })
        }),
        ("bad-date", "with a time, and none", {
            with(|s| {
                s.documents()[1].effective_from = Some("2026-10-03T08:00:00.25+02:00".into());
                s.labels[0].at = None;
            })
        }),
        ("date-order", "the same day, and a date that is none", {
            with(|s| {
                s.documents()[0].effective_from = Some("2026-01-01".into());
                s.documents()[1].effective_from = Some("9".into());
                s.documents()[1].expires_at = Some("2026-01-01".into());
            })
        }),
        ("passage-range-mismatch", "nothing captured to compare", {
            with(|s| {
                s.passages()[0].text = None;
                s.passages()[1].range = None;
            })
        }),
        ("passage-without-document", "no revision, one being active", with(|s| s.passages()[0].rev = None)),
        ("small-slice", "enough, and a small slice of final questions", {
            many(|n, q| {
                let last = n == 30;
                q.split = if last { Split::Final } else { Split::Tune };
                q.slices.insert("type".into(), if last { "rare" } else { "paraphrase" }.into());
            })
        }),
        ("synthetic-mixed", "all of them", { with(|s| s.questions.iter_mut().for_each(|q| q.origin = Some(Origin::Synthetic))) }),
    ]
}
