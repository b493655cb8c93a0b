//! Every rule fires and stays silent, and says why it could not look.

use evidence::{Corpus, Document, Passage, Principal, Question, Status};

use super::*;
use crate::record::{Ending, Item, Record, Stage};
use crate::steps::{Step, stages_of};

fn document(id: &str, rev: &str) -> Document {
    Document { tenant: Some("acme".into()), ..Document::new(id, rev, "text") }
}

fn corpus() -> Corpus {
    let of = |id: &str, change: fn(&mut Document)| {
        let mut document = document(id, "1");
        change(&mut document);
        document
    };
    Corpus::new(vec![
        of("open", |_| {}),
        of("shared", |d| d.tenant = None),
        of("theirs", |d| d.tenant = Some("borealis".into())),
        of("hr", |d| d.acl = Some(vec!["hr".into(), "board".into()])),
        of("nobody", |d| d.acl = Some(Vec::new())),
        of("deleted", |d| d.status = Status::Deleted),
        of("expired", |d| d.status = Status::Expired),
        of("superseded", |d| {
            d.status = Status::Superseded;
            d.superseded_by = Some("open@1".into());
        }),
        of("ends", |d| d.expires_at = Some("2026-04-01T00:00Z".into())),
        of("begins", |d| d.effective_from = Some("2026-03-01".into())),
        of("garbled", |d| d.expires_at = Some("soon".into())),
        of("two", |d| d.status = Status::Superseded),
        Document { acl: Some(vec!["hr".into()]), ..document("two", "2") },
        of("both", |d| d.tenant = Some("borealis".into())),
        Document { tenant: Some("borealis".into()), ..document("both", "2") },
    ])
}

fn asker(tenant: Option<&str>, groups: &[&str]) -> Option<Principal> {
    Some(Principal { tenant: tenant.map(str::to_owned), groups: groups.iter().map(|g| (*g).to_owned()).collect() })
}

fn item(doc: &str) -> Item {
    let (doc, rev) = doc.split_once('@').map_or((doc, None), |(doc, rev)| (doc, Some(rev.to_owned())));
    Item { id: format!("{doc}#0"), doc: Some(doc.to_owned()), rev, ..Item::default() }
}

fn found(rule: Rule, item: &Item, asker: &Option<Principal>, day: Option<&str>, corpus: Result<&Corpus, Reason>) -> Finding {
    let chunking = Chunking::new(&[]);
    let terms = Terms { corpus, chunking: &chunking, day, index_revision: None, has_access: true };
    look(rule, &Subject::new(item, &terms), asker.as_ref(), day)
}

/// What is said in short: `ok`, the proof, or why not.
fn said(rule: Rule, item: &Item, asker: &Option<Principal>, day: Option<&str>) -> String {
    let corpus = corpus();
    match found(rule, item, asker, day, Ok(&corpus)) {
        Finding::Holds => "ok".into(),
        Finding::Broken(proof) => proof,
        Finding::NotChecked(reason) => format!("not checked: {}", reason.words()),
    }
}

#[test]
fn every_rule_fires_and_stays_silent() {
    let ann = asker(Some("acme"), &["staff"]);
    let boss = asker(Some("acme"), &["board"]);
    let day = Some("2026-03-31");
    for (rule, doc, who, day, expected) in [
        (Rule::Tenant, "open@1", &ann, day, "ok"),
        (Rule::Tenant, "shared@1", &ann, day, "ok"),
        (Rule::Tenant, "shared@1", &None, day, "ok"),
        (Rule::Tenant, "open@1", &None, day, "not checked: the question does not say who asks"),
        (Rule::Tenant, "theirs@1", &ann, day, "document 'theirs@1' is of tenant 'borealis', the asker of 'acme'"),
        (Rule::Tenant, "open@1", &asker(None, &[]), day, "document 'open@1' is of tenant 'acme', the asker of no tenant"),
        (
            Rule::Tenant,
            "both",
            &ann,
            day,
            "document 'both' is of tenant 'borealis', the asker of 'acme', and so in every revision of it",
        ),
        (Rule::Tenant, "gone@1", &ann, day, "not checked: the corpus does not hold the document"),
        (Rule::Access, "open@1", &None, day, "ok"),
        (Rule::Access, "hr@1", &boss, day, "ok"),
        (Rule::Access, "hr@1", &ann, day, "document 'hr@1' is for groups 'hr', 'board', the asker's are 'staff'"),
        (
            Rule::Access,
            "hr@1",
            &asker(Some("acme"), &[]),
            day,
            "document 'hr@1' is for groups 'hr', 'board', the asker's are none",
        ),
        (Rule::Access, "hr@1", &None, day, "not checked: the question does not say who asks"),
        (Rule::Access, "nobody@1", &None, day, "document 'nobody@1' may be opened by nobody"),
        (Rule::Access, "two", &ann, day, "not checked: the result does not say its revision, and revisions differ"),
        (Rule::Access, "two@1", &ann, day, "ok"),
        (Rule::Deleted, "open@1", &ann, day, "ok"),
        (Rule::Deleted, "deleted@1", &ann, None, "document 'deleted@1' has status deleted"),
        (Rule::Expired, "expired@1", &ann, None, "document 'expired@1' has status expired"),
        (Rule::Expired, "ends@1", &ann, day, "ok"),
        (
            Rule::Expired,
            "ends@1",
            &ann,
            Some("2026-04-01"),
            "document 'ends@1' expired on 2026-04-01, and the run's day is 2026-04-01",
        ),
        (Rule::Expired, "ends@1", &ann, None, "not checked: no day is known"),
        (Rule::Expired, "garbled@1", &ann, day, "not checked: the document's date is no date"),
        (Rule::Expired, "open@1", &ann, None, "ok"),
        (Rule::Superseded, "superseded@1", &ann, None, "document 'superseded@1' has status superseded, by 'open@1'"),
        (Rule::Superseded, "two", &ann, None, "not checked: the result does not say its revision, and revisions differ"),
        (Rule::Superseded, "two@2", &ann, None, "ok"),
        (Rule::NotYetEffective, "begins@1", &ann, Some("2026-03-01"), "ok"),
        (
            Rule::NotYetEffective,
            "begins@1",
            &ann,
            Some("2026-02-28"),
            "document 'begins@1' is in force from 2026-03-01, and the run's day is 2026-02-28",
        ),
        (Rule::NotYetEffective, "begins@1", &ann, None, "not checked: no day is known"),
        (Rule::UnknownDocument, "open@1", &ann, day, "ok"),
        (Rule::UnknownDocument, "open", &ann, day, "ok"),
        (Rule::UnknownDocument, "open@7", &ann, day, "the corpus does not hold document 'open@7'"),
        (Rule::UnknownDocument, "gone", &ann, day, "the corpus does not hold document 'gone'"),
    ] {
        assert_eq!(said(rule, &item(doc), who, day), expected, "{rule:?} {doc}");
    }
}

#[test]
fn what_was_captured_of_a_result_is_held_to_its_rule_without_a_corpus() {
    let ann = asker(Some("acme"), &[]);
    let of = |tenant: &str| Item { tenant: Some(tenant.into()), ..item("open@1") };
    let without = |rule, item: &Item, who: &Option<Principal>| found(rule, item, who, None, Err(Reason::NoCorpus));
    assert_eq!(without(Rule::Tenant, &of("acme"), &ann), Finding::Holds);
    let broken = Finding::Broken("the result 'open#0' is of tenant 'borealis', the asker of 'acme'".into());
    assert_eq!(without(Rule::Tenant, &of("borealis"), &ann), broken);
    assert_eq!(without(Rule::Tenant, &of("acme"), &None), Finding::NotChecked(Reason::NoAsker));
    // Its document may be of another tenant than it says, and the other way round: either is one too many.
    assert_eq!(
        said(Rule::Tenant, &of("borealis"), &ann, None),
        "the result 'open#0' is of tenant 'borealis', the asker of 'acme'"
    );
    let lying = Item { tenant: Some("acme".into()), ..item("theirs@1") };
    assert_eq!(said(Rule::Tenant, &lying, &ann, None), "document 'theirs@1' is of tenant 'borealis', the asker of 'acme'");
    for rule in Rule::OF_RESULTS {
        let nothing = Item { id: "p".into(), ..Item::default() };
        assert_eq!(without(rule, &nothing, &ann), Finding::NotChecked(Reason::NoCorpus), "{rule:?}");
        let corpus = corpus();
        let unsaid = found(rule, &nothing, &ann, None, Ok(&corpus));
        assert_eq!(unsaid, Finding::NotChecked(Reason::NoDocument), "{rule:?}");
    }
}

#[test]
fn a_document_is_known_by_the_passage_or_by_its_own_id() {
    let (corpus, who) = (corpus(), asker(Some("acme"), &[]));
    let passage =
        |doc: &str, rev: &str| Passage { id: "p".into(), doc: Some(doc.into()), rev: Some(rev.into()), range: None, text: None };
    let chunking = Chunking::new(&[passage("two", "1")]);
    let terms = Terms { corpus: Ok(&corpus), chunking: &chunking, day: None, index_revision: None, has_access: true };
    let bare = |id: &str| Item { id: id.into(), ..Item::default() };
    let of = |item: &Item| look(Rule::Superseded, &Subject::new(item, &terms), who.as_ref(), None);
    assert_eq!(of(&bare("p")), Finding::Broken("document 'two@1' has status superseded".into()));
    assert_eq!(of(&bare("superseded")), Finding::Broken("document 'superseded' has status superseded, by 'open@1'".into()));
    // A document of its own does not get the revision of another.
    assert_eq!(of(&Item { doc: Some("open".into()), ..bare("p") }), Finding::Holds);
}

fn question(who: Option<Principal>) -> Question {
    Question { principal: who, ..Question::new("q", "Why?") }
}

fn list(docs: &[&str]) -> Vec<Item> {
    docs.iter().map(|doc| item(doc)).collect()
}

fn checked(record: &Record, change: impl FnOnce(&mut Terms<'_>)) -> (Vec<Breach>, Filtering, Tallies) {
    let (corpus, chunking) = (corpus(), Chunking::new(&[]));
    let mut terms =
        Terms { corpus: Ok(&corpus), chunking: &chunking, day: Some("2026-03-31"), index_revision: None, has_access: true };
    change(&mut terms);
    let mut tallies = Tallies::default();
    let (breaches, filtering) = check(&question(asker(Some("acme"), &["staff"])), record, &terms, &mut tallies);
    (breaches, filtering, tallies)
}

fn places(breaches: &[Breach]) -> Vec<(&'static str, &'static str, &str)> {
    breaches.iter().map(|b| (b.rule.name(), b.at.name(), b.doc.as_deref().unwrap_or("–"))).collect()
}

#[test]
fn candidates_are_no_leak_and_every_later_list_is() {
    let forbidden = ["open@1", "theirs@1", "deleted@1"];
    let mut record = Record::new("q", vec![(Stage::Candidates, list(&forbidden)), (Stage::Filtered, list(&["open@1"]))]);
    let (breaches, filtering, tallies) = checked(&record, |_| {});
    assert_eq!((breaches.len(), filtering), (0, Filtering::After { forbidden: 2, asked: 3, kept: 1 }));
    assert_eq!(filtering.shortfall(), 2);
    assert_eq!(tallies.at(Rule::Tenant, At::Stage(Stage::Candidates)), &Tally::default());
    assert_eq!(tallies.at(Rule::Tenant, At::Stage(Stage::Filtered)).checked, 1);
    for stage in CHECKED {
        record.stages = vec![(Stage::Candidates, list(&forbidden)), (stage, list(&forbidden))];
        let (breaches, filtering, tallies) = checked(&record, |_| {});
        let expected = [("tenant", stage.name(), "theirs"), ("deleted", stage.name(), "deleted")];
        assert_eq!(places(&breaches), expected);
        let seen =
            if stage == Stage::Filtered { Filtering::Leaking { held: 2 } } else { Filtering::NotVisible(Reason::NotCaptured) };
        assert_eq!(filtering, seen);
        let tally = tallies.at(Rule::Deleted, At::Stage(stage));
        assert_eq!((tally.checked, tally.incidents), (3, 1));
    }
    record.stages = vec![(Stage::Candidates, list(&["open@1"])), (Stage::Filtered, list(&["open@1"]))];
    assert_eq!(checked(&record, |_| {}).1, Filtering::During);
    record.stages = vec![(Stage::Candidates, list(&["two"])), (Stage::Filtered, list(&[]))];
    assert_eq!(checked(&record, |_| {}).1, Filtering::NotVisible(Reason::NoRevision));
}

#[test]
fn a_product_without_tenants_is_held_to_the_rest() {
    let record = Record::new("q", vec![(Stage::Filtered, list(&["theirs@1", "hr@1", "nobody@1", "deleted@1"]))]);
    let (breaches, _, tallies) = checked(&record, |terms| terms.has_access = false);
    assert_eq!(places(&breaches), [("deleted", "filtered", "deleted")]);
    assert!(tallies.at(Rule::Tenant, At::Stage(Stage::Filtered)).is_empty());
}

#[test]
fn an_index_of_another_revision_is_an_incident_and_an_unnamed_one_is_not_checked() {
    let mut record = Record::new("q", vec![]);
    let of = |record: &Record, expected: Option<&'static str>| {
        let (breaches, _, tallies) = checked(record, |terms| terms.index_revision = expected);
        let tally = *tallies.at(Rule::IndexRevision, At::Record);
        let why: Vec<Reason> = tally.not_checked().map(|(reason, _)| reason).collect();
        (breaches.into_iter().map(|b| (b.call, b.proof)).collect::<Vec<_>>(), tally.checked, why)
    };
    assert_eq!(of(&record, None), (vec![], 0, vec![Reason::NothingExpected]));
    assert_eq!(of(&record, Some("r2")), (vec![], 0, vec![Reason::RevisionNotCaptured]));
    record.index_revision = Some("r1".into());
    assert_eq!(of(&record, Some("r1")), (vec![], 1, vec![]));
    let proof = "the index says that it is 'r1', and 'r2' is expected".to_owned();
    assert_eq!(of(&record, Some("r2")), (vec![(None, proof)], 1, vec![]));
    // Of several calls each says its own; those that say nothing are as the record says.
    record.index_revision = None;
    let step =
        |revision: Option<&str>| Step { by: Some("web".into()), index_revision: revision.map(str::to_owned), ..Step::default() };
    record.steps = vec![step(Some("r2")), step(Some("r1")), step(None)];
    let proof = "the index of 'web' says that it is 'r1', and 'r2' is expected".to_owned();
    assert_eq!(of(&record, Some("r2")), (vec![(Some(2), proof.clone())], 2, vec![Reason::RevisionNotCaptured]));
    record.index_revision = Some("r2".into());
    assert_eq!(of(&record, Some("r2")), (vec![(Some(2), proof)], 3, vec![]));
    record.ending = Ending::Failed("429".into());
    assert_eq!(of(&record, Some("r2")), (vec![], 0, vec![Reason::Failed]));
}

#[test]
fn lists_of_several_calls_are_looked_at_once_whoever_joined_them() {
    let step = |docs: &[&str]| Step { stages: vec![(Stage::Filtered, list(docs))], ..Step::default() };
    let steps = vec![step(&["open@1"]), step(&["open@1", "theirs@1"])];
    let mut record = Record::new("q", stages_of(Vec::new(), &steps));
    record.steps = steps;
    let (breaches, _, tallies) = checked(&record, |_| {});
    assert_eq!((places(&breaches), breaches[0].call), (vec![("tenant", "filtered", "theirs")], Some(2)));
    assert_eq!(tallies.at(Rule::Tenant, At::Stage(Stage::Filtered)).checked, 2);
    // A list of the record's own hides none of its calls'.
    record.stages = vec![(Stage::Filtered, list(&["open@1"]))];
    let (breaches, _, tallies) = checked(&record, |_| {});
    assert_eq!((places(&breaches), breaches[0].call), (vec![("tenant", "filtered", "theirs")], Some(2)));
    assert_eq!(tallies.at(Rule::Tenant, At::Stage(Stage::Filtered)).checked, 2);
    // Nor does a passage id that is claimed for two documents.
    record.steps[0].stages[0].1[0].doc = Some("deleted".into());
    assert_eq!(checked(&record, |_| {}).0.len(), 2);
}

#[test]
fn shortfalls_are_summed_up_with_the_worst() {
    let after = |asked, kept| Filtering::After { forbidden: asked - kept, asked, kept };
    let seen = [
        ("b", after(50, 40)),
        ("a", after(10, 0)),
        ("c", Filtering::During),
        ("d", Filtering::Leaking { held: 1 }),
        ("e", Filtering::NotVisible(Reason::NotCaptured)),
    ];
    let (mut one, mut other) = (Filterings::default(), Filterings::default());
    seen.iter().for_each(|(question, filtering)| one.add(question, filtering));
    let mut parts = Filterings::default();
    seen.iter().rev().for_each(|(question, filtering)| other.add(question, filtering));
    parts.join(other);
    assert_eq!(one, parts);
    assert_eq!((one.during, one.after, one.leaking, one.taken_out), (1, 2, 1, 20));
    assert_eq!((one.mean_shortfall(), Filterings::default().mean_shortfall()), (Some(10.0), None));
    assert_eq!(one.worst, Some(Worst { question: "a".into(), missing: 10, of: 10 }));
    assert_eq!(one.not_visible[&Reason::NotCaptured], 1);
}

#[test]
fn names_stand_in_the_order_of_their_values() {
    assert!(Rule::ALL.iter().enumerate().all(|(place, (_, rule))| *rule as usize == place));
    assert!(Reason::ALL.iter().enumerate().all(|(place, (_, reason))| *reason as usize == place));
}
