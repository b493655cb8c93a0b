//! Every citation resolves to something that the asker may open and that is in force; what was not captured is not checked.

use diagnosis::invariants::{At, Checked, Rule};
use evidence::{Corpus, Document, Passage, Principal, Question, Status};
use generation::{Answer, Citation};
use retrieval::grading::Chunking;
use retrieval::invariants::{Reason, Rule as Held, Terms};
use retrieval::record::{Ending, Item, Mode, Record, Stage};

fn document(id: &str, tenant: &str, status: Status) -> Document {
    Document { tenant: Some(tenant.into()), status, ..Document::new(id, "1", "text") }
}

fn passage(id: &str, doc: &str) -> Passage {
    Passage { id: id.into(), doc: Some(doc.into()), rev: Some("1".into()), range: None, text: None }
}

/// A question of acme, a context that holds `ours`, and a chunking that knows a passage of each document.
struct World {
    corpus: Option<Corpus>,
    chunking: Chunking,
    record: Record,
    answer: Answer,
}

impl World {
    fn citing(ids: &[&str]) -> Self {
        let documents = vec![
            document("ours", "acme", Status::Active),
            document("theirs", "borealis", Status::Active),
            document("gone", "acme", Status::Deleted),
        ];
        let passages = ["ours", "theirs", "gone"].map(|doc| passage(&format!("{doc}#0"), doc));
        let context = vec![Item { id: "ours#0".into(), ..Item::default() }];
        let citations = ids.iter().map(|id| Citation { passage: (*id).to_owned(), span: None }).collect();
        Self {
            corpus: Some(Corpus::new(documents)),
            chunking: Chunking::new(&passages),
            record: Record::new("q", vec![(Stage::Context, context)]),
            answer: Answer { citations: Some(citations), context: Some(vec![passage("ours#0", "ours")]), ..Answer::default() },
        }
    }

    fn checked(&self) -> Checked {
        let terms = Terms {
            corpus: self.corpus.as_ref().ok_or(Reason::NoCorpus),
            chunking: &self.chunking,
            day: Some("2026-11-30"),
            index_revision: None,
            has_access: true,
        };
        let asker = Principal { tenant: Some("acme".into()), groups: vec!["staff".into()] };
        let question = Question { principal: Some(asker), ..Question::new("q", "Why?") };
        let mut checked = Checked::default();
        checked.look(&question, &self.record, Some(&self.answer), &terms);
        checked
    }

    /// Incidents among citations: the rule, the passage, the proof.
    fn told(&self) -> Vec<(&'static str, String, String)> {
        let of = self.checked().incidents.into_iter().filter(|i| i.at == At::Citations);
        of.map(|i| (i.rule.name(), i.passage.unwrap(), i.proof)).collect()
    }
}

#[test]
fn a_citation_of_the_context_is_silent_and_counted_once() {
    let world = World::citing(&["ours#0", "ours#0"]);
    assert_eq!(world.told(), []);
    let checked = world.checked();
    assert_eq!(checked.at(Rule::CitationUnresolved, At::Citations).checked, 1);
    assert_eq!(checked.at(Rule::CitationForbidden, At::Citations).checked, 1);
    assert_eq!(checked.at(Rule::Result(Held::Deleted), At::Citations).checked, 1);
    assert_eq!((checked.captured[&At::Citations].captured, checked.has_checked()), (1, true));
}

#[test]
fn what_resolves_to_nothing_to_anothers_or_to_the_deleted_is_told() {
    let told = World::citing(&["made-up", "theirs#0", "gone#0", "theirs"]).told();
    let expected = [
        ("citation-unresolved", "made-up", "the answer cites 'made-up', which is no passage of its context or of the run"),
        ("citation-forbidden", "theirs#0", "document 'theirs@1' is of tenant 'borealis', the asker of 'acme'"),
        ("deleted", "gone#0", "document 'gone@1' has status deleted"),
        ("citation-forbidden", "theirs", "document 'theirs' is of tenant 'borealis', the asker of 'acme'"),
    ];
    assert_eq!(told, expected.map(|(rule, passage, proof)| (rule, passage.to_owned(), proof.to_owned())));
    let incident = &World::citing(&["theirs#0"]).checked().incidents[0];
    assert_eq!((incident.question.as_str(), incident.doc.as_deref(), incident.rev.as_deref()), ("q", Some("theirs"), Some("1")));
    assert_eq!(incident.asker.as_ref().unwrap().tenant.as_deref(), Some("acme"));
}

#[test]
fn what_the_context_says_of_itself_is_enough_to_forbid_it() {
    let mut world = World::citing(&["ours#0"]);
    world.corpus = None;
    assert_eq!(world.told(), []);
    world.record.stages[0].1[0].tenant = Some("borealis".into());
    let told = world.told();
    assert_eq!((told.len(), told[0].0), (1, "citation-forbidden"));
}

#[test]
fn without_passages_only_the_context_can_be_cited() {
    let mut world = World::citing(&["made-up", "theirs#0"]);
    (world.corpus, world.chunking) = (None, Chunking::new(&[]));
    let rules: Vec<&str> = world.told().iter().map(|(rule, ..)| *rule).collect();
    assert_eq!(rules, ["citation-unresolved"; 2], "the context is known, and neither stands in it");
    // Where the context is not known either, nobody knows what was cited.
    (world.record.stages, world.answer.context) = (Vec::new(), None);
    assert_eq!(world.told(), []);
    let not: Vec<_> = world.checked().at(Rule::CitationUnresolved, At::Citations).not_checked().collect();
    assert_eq!(not, [(Reason::NoPassages, 2)]);
}

#[test]
fn a_given_context_is_not_the_systems_doing_but_what_is_cited_beside_it_is() {
    let mut world = World::citing(&["theirs#0", "gone#0", "made-up"]);
    world.record.mode = Mode::Oracle;
    world.record.stages = vec![(Stage::Context, vec![Item { id: "theirs#0".into(), ..Item::default() }])];
    let told = world.told();
    let rules: Vec<(&str, &str)> = told.iter().map(|(rule, passage, _)| (*rule, passage.as_str())).collect();
    assert_eq!(rules, [("deleted", "gone#0"), ("citation-unresolved", "made-up")]);
    let checked = world.checked();
    let not: Vec<_> = checked.at(Rule::CitationForbidden, At::Citations).not_checked().collect();
    assert_eq!(not, [(Reason::Given, 1)]);
    assert_eq!(checked.captured[&At::Stage(Stage::Context)].not[&Reason::Given], 1);
    assert_eq!(checked.at(Rule::Result(Held::Tenant), At::Stage(Stage::Context)).checked, 0);
}

#[test]
fn no_citations_and_failed_calls_are_not_checked() {
    let mut world = World::citing(&[]);
    assert_eq!(world.checked().captured[&At::Citations].captured, 1, "an empty list was captured");
    world.answer.citations = None;
    assert_eq!(world.checked().captured[&At::Citations].not[&Reason::NotCaptured], 1);
    world.record.ending = Ending::Failed("429".into());
    let checked = world.checked();
    assert_eq!(checked.captured[&At::Citations].not[&Reason::Failed], 1);
    assert!(!checked.has_checked());
}
