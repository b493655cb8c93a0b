//! For every rule sets on which it speaks and sets, near the border, on which it does not.

use super::fixture::{Fixture, clean, doc, document, fact, label, pas, passage, principal, question, range};
use crate::document::Status;
use crate::fact::FactKind;
use crate::label::LabelStatus;
use crate::question::{Expect, Origin, Split};
use crate::range::SourceRange;
use crate::tree::Evidence;

/// A rule, what the example shows, and the set.
pub type Example = (&'static str, &'static str, Fixture);

fn with(change: impl FnOnce(&mut Fixture)) -> Fixture {
    let mut set = clean();
    change(&mut set);
    set
}

/// Thirty-one questions that are neither alike nor sliced.
fn many(change: impl Fn(usize, &mut crate::Question)) -> Fixture {
    let things = ["laptop", "parking permit", "shuttle", "vendor contract", "expense claim", "travel visa", "meeting room"];
    let acts = ["Who approves a", "Where do I return my", "How long is the wait for a", "Can a contractor get a", "Why was my"];
    with(|set| {
        for n in 0..31 {
            let mut question = question(&format!("q{n:02}"), &format!("{} {}?", acts[n / 7], things[n % 7]));
            change(n, &mut question);
            set.questions.push(question);
        }
    })
}

const TUNE: &str = "How many working days before a trip abroad must a travel request be filed with Security?";
const LIKE_IT: &str = "How many working days before a trip abroad must the travel request be filed with security?";

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
