//! Fingerprints of what decides a question's retrieval score, by which versions of labels are told apart.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use crate::fact::{Fact, FactKind};
use crate::label::{Label, LabelStatus};
use crate::locator::Locator;
use crate::question::{Expect, Question};
use crate::snapshot::{content_hash, hex};
use crate::tree::Evidence;

/// The fingerprint of a native question: 16 hex digits of SHA-256 over whether it is answerable, its evidence tree, and its labels
/// (target, grade, status, rater). Not over its words, facts and slices: they change no retrieval score.
///
/// `labels` are those of this question. Their order does not count, except among adjudicated labels of one target, of which the last
/// one holds. The order of the evidence does: it decides between equal alternatives.
pub fn of_question(question: &Question, labels: &[&Label]) -> String {
    let mut form = Form::new("fourcell/question-labels@1");
    form.labelled(question, labels);
    form.finish()
}

/// The whole SHA-256, as `sha256:` and hex, over all that decides what is said of a question, right or wrong: its id and words, who
/// asks, what was said before, its evidence and labels, facts, answer, slices and everything else but its split.
///
/// Slices and facts count in their order by key and by id; two facts do not share one.
pub fn of_everything(question: &Question, labels: &[&Label]) -> String {
    let mut form = Form::new("fourcell/sealed-question@1");
    form.text(&question.id);
    form.text(&question.query);
    form.number(question.history.len());
    for message in &question.history {
        form.text(&message.role);
        form.text(&message.content);
    }
    match &question.principal {
        None => form.absent(),
        Some(principal) => {
            form.text("principal");
            form.optional(principal.tenant.as_deref());
            let mut groups: Vec<&String> = principal.groups.iter().collect();
            groups.sort_unstable();
            form.number(groups.len());
            groups.into_iter().for_each(|group| form.text(group));
        }
    }
    form.optional(question.corpus.as_deref());
    let mut facts: Vec<&Fact> = question.facts.iter().collect();
    facts.sort_by(|a, b| a.id.cmp(&b.id));
    form.number(facts.len());
    for fact in facts {
        form.text(&fact.id);
        form.text(&fact.text);
        form.text(match fact.kind {
            FactKind::Vital => "vital",
            FactKind::Okay => "okay",
            FactKind::Forbidden => "forbidden",
        });
    }
    form.optional(question.answer.as_deref());
    form.text(Expect::ALL[question.expect as usize].0);
    form.optional(question.origin.map(|origin| origin.name()));
    form.text(if question.critical { "critical" } else { "usual" });
    form.text(if question.core { "core" } else { "usual" });
    form.optional(question.cluster.as_deref());
    form.number(question.slices.len());
    for (key, value) in &question.slices {
        form.text(key);
        form.text(value);
    }
    form.labelled(question, labels);
    form.whole()
}

impl Form {
    /// What decides a question's retrieval score.
    fn labelled(&mut self, question: &Question, labels: &[&Label]) {
        let form = self;
        form.text(if question.answerable { "answerable" } else { "unanswerable" });
        match &question.evidence {
            None => form.absent(),
            Some(evidence) => form.evidence(evidence),
        }
        let mut labels = labels.to_vec();
        labels.sort_by_key(|label| {
            let independent = label.status == LabelStatus::Independent;
            (&label.target, !independent, independent.then_some((label.grade, &label.rater)))
        });
        form.number(labels.len());
        for label in labels {
            form.locator(&label.target);
            form.number(label.grade);
            form.text(match label.status {
                LabelStatus::Independent => "independent",
                LabelStatus::Adjudicated => "adjudicated",
            });
            form.optional(label.rater.as_deref());
        }
    }
}

/// The fingerprint of a TREC query: over its judgements, documents and their grades, in whatever order they come.
pub fn of_judgements<'a>(judgements: impl Iterator<Item = (&'a [u8], i32)>) -> String {
    let mut judgements: Vec<(&[u8], i32)> = judgements.collect();
    judgements.sort_unstable();
    let mut form = Form::new("fourcell/judgements@1");
    form.number(judgements.len());
    for (document, grade) in judgements {
        form.field(document);
        form.number(grade);
    }
    form.finish()
}

/// The hash of some questions with those of the labels that are theirs, by [`of_everything`]; `kind` tells sets of one purpose from those
/// of another. Neither the order of the questions nor that of the labels counts, as far as it decides nothing.
pub fn of_set<'q>(kind: &str, questions: impl IntoIterator<Item = &'q Question>, labels: &[Label]) -> String {
    let mut by_question: BTreeMap<&str, Vec<&Label>> = BTreeMap::new();
    labels.iter().for_each(|label| by_question.entry(&label.question).or_default().push(label));
    let own = |question: &Question| by_question.get(question.id.as_str()).map_or(&[][..], Vec::as_slice);
    let mut prints: Vec<String> = questions.into_iter().map(|question| of_everything(question, own(question))).collect();
    prints.sort_unstable();
    content_hash(format!("{kind}\n{}", prints.join("\n")).as_bytes())
}

/// Fields with their lengths before them, and lists with theirs, so that no two forms are equal by the way their fields join.
struct Form(Sha256);

impl Form {
    fn new(kind: &str) -> Self {
        let mut form = Self(Sha256::new());
        form.text(kind);
        form
    }

    fn field(&mut self, bytes: &[u8]) {
        self.0.update(format!("{}:", bytes.len()));
        self.0.update(bytes);
    }

    fn absent(&mut self) {
        self.0.update(b"-");
    }

    fn text(&mut self, text: &str) {
        self.field(text.as_bytes());
    }

    fn optional(&mut self, text: Option<&str>) {
        match text {
            None => self.absent(),
            Some(text) => self.text(text),
        }
    }

    fn number(&mut self, number: impl std::fmt::Display) {
        self.text(&number.to_string());
    }

    fn evidence(&mut self, evidence: &Evidence) {
        let (kind, children) = match evidence {
            Evidence::Leaf(locator) => {
                self.text("leaf");
                return self.locator(locator);
            }
            Evidence::All(children) => ("all", children),
            Evidence::Any(children) => ("any", children),
        };
        self.text(kind);
        self.number(children.len());
        children.iter().for_each(|child| self.evidence(child));
    }

    fn locator(&mut self, locator: &Locator) {
        match locator {
            Locator::Passage(id) => {
                self.text("passage");
                self.text(id);
            }
            Locator::Document { doc, rev } => {
                self.text("document");
                self.text(doc);
                self.optional(rev.as_deref());
            }
            Locator::Range { doc, rev, range, quote } => {
                self.text("range");
                self.text(doc);
                self.optional(rev.as_deref());
                self.number(range.start());
                self.number(range.end());
                self.optional(quote.as_deref());
            }
        }
    }

    /// All of the hash.
    fn whole(self) -> String {
        hex(&self.0.finalize())
    }

    fn finish(self) -> String {
        self.0.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{Message, Origin, Principal, SourceRange};

    fn passage(id: &str) -> Evidence {
        Evidence::Leaf(Locator::Passage(id.into()))
    }

    fn document(doc: &str, rev: Option<&str>) -> Evidence {
        Evidence::Leaf(Locator::Document { doc: doc.into(), rev: rev.map(str::to_owned) })
    }

    fn range(doc: &str, rev: Option<&str>, (start, end): (usize, usize), quote: Option<&str>) -> Evidence {
        let (rev, quote) = (rev.map(str::to_owned), quote.map(str::to_owned));
        Evidence::Leaf(Locator::Range { doc: doc.into(), rev, range: SourceRange::new(start, end).unwrap(), quote })
    }

    fn question(evidence: Option<Evidence>) -> Question {
        Question { evidence, ..Question::new("q", "what?") }
    }

    fn label(target: &str, grade: u8, rater: Option<&str>, status: LabelStatus) -> Label {
        Label {
            question: "q".into(),
            target: Locator::Passage(target.into()),
            grade,
            reason: None,
            rater: rater.map(str::to_owned),
            at: None,
            status,
            adjudicates: Vec::new(),
        }
    }

    fn of_tree(evidence: Evidence) -> String {
        of_question(&question(Some(evidence)), &[])
    }

    fn of_labels(labels: &[Label]) -> String {
        of_question(&question(None), &labels.iter().collect::<Vec<_>>())
    }

    fn all_differ(prints: &[String]) {
        assert!(prints.iter().all(|p| p.len() == 16 && p.bytes().all(|b| b"0123456789abcdef".contains(&b))), "{prints:?}");
        assert_eq!(prints.iter().collect::<BTreeSet<_>>().len(), prints.len(), "{prints:?}");
    }

    #[test]
    fn what_was_written_earlier_keeps_its_fingerprint() {
        let tree = Evidence::All(vec![passage("p"), range("d", Some("1"), (3, 9), Some("quote"))]);
        let label = label("p", 2, Some("ann"), LabelStatus::Independent);
        assert_eq!(of_question(&question(Some(tree)), &[&label]), "ac7d5ad8141b7e33");
        assert_eq!(of_judgements([(&b"a"[..], 1), (b"b", -1)].into_iter()), "8b0cbd496ea5b1d0");
    }

    #[test]
    fn a_set_is_all_that_decides_and_no_order() {
        let (p, q) = (question(Some(passage("p"))), Question { id: "r".into(), ..question(None) });
        let one = label("p", 2, None, LabelStatus::Independent);
        let of = |questions: &[&Question], labels: &[Label]| of_set("kind", questions.iter().copied(), labels);
        let whole = of(&[&p, &q], std::slice::from_ref(&one));
        assert_eq!(whole, of(&[&q, &p], std::slice::from_ref(&one)));
        let elsewhere = Label { question: "x".into(), ..one.clone() };
        assert_eq!(whole, of(&[&p, &q], &[one.clone(), elsewhere]));
        let critical = Question { critical: true, ..p.clone() };
        let all = [
            whole,
            of(&[&p], std::slice::from_ref(&one)),
            of(&[&p, &q], &[]),
            of(&[&critical, &q], std::slice::from_ref(&one)),
            of_set("other", [&p, &q], std::slice::from_ref(&one)),
        ];
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    }

    #[test]
    fn words_facts_and_slices_do_not_count() {
        let plain = question(Some(passage("p")));
        let mut other = plain.clone();
        other.query = "which?".into();
        other.slices.insert("type".into(), "list".into());
        other.facts.push(Fact { id: "f".into(), text: "t".into(), kind: FactKind::Vital });
        other.answer = Some("a".into());
        other.critical = true;
        assert_eq!(of_question(&plain, &[]), of_question(&other, &[]));
        let mut explained = label("p", 2, Some("ann"), LabelStatus::Independent);
        let before = of_labels(std::slice::from_ref(&explained));
        explained.reason = Some("because".into());
        explained.at = Some("2026-01-01".into());
        assert_eq!(of_labels(&[explained]), before);
    }

    #[test]
    fn every_part_of_the_evidence_counts() {
        let mut unanswerable = question(None);
        unanswerable.answerable = false;
        let two = || vec![passage("a"), passage("b")];
        all_differ(&[
            of_question(&unanswerable, &[]),
            of_question(&question(None), &[]),
            of_tree(passage("d")),
            of_tree(passage("e")),
            of_tree(document("d", None)),
            of_tree(document("d", Some(""))),
            of_tree(document("d", Some("1"))),
            of_tree(range("d", None, (0, 5), None)),
            of_tree(range("d", Some("1"), (0, 5), None)),
            of_tree(range("d", None, (1, 5), None)),
            of_tree(range("d", None, (0, 6), None)),
            of_tree(range("d", None, (0, 5), Some("q"))),
            of_tree(range("e", None, (0, 5), None)),
            of_tree(Evidence::All(Vec::new())),
            of_tree(Evidence::Any(Vec::new())),
            of_tree(Evidence::All(two())),
            of_tree(Evidence::Any(two())),
            of_tree(Evidence::Any(vec![passage("b"), passage("a")])),
            of_tree(Evidence::All(vec![Evidence::All(two())])),
        ]);
    }

    #[test]
    fn all_that_decides_a_verdict_is_sealed_and_the_split_is_not() {
        let sealed = |change: &dyn Fn(&mut Question)| {
            let mut question = question(Some(passage("p")));
            question.facts = vec![Fact { id: "f".into(), text: "t".into(), kind: FactKind::Vital }];
            change(&mut question);
            of_everything(&question, &[])
        };
        let fact = |id: &str, kind| Fact { id: id.into(), text: "t".into(), kind };
        let prints = [
            sealed(&|_| {}),
            sealed(&|q| q.id = "other".into()),
            sealed(&|q| q.query = "which?".into()),
            sealed(&|q| q.history.push(Message { role: "user".into(), content: "So?".into() })),
            sealed(&|q| q.answerable = false),
            sealed(&|q| q.principal = Some(Principal::default())),
            sealed(&|q| q.principal = Some(Principal { tenant: Some("t".into()), groups: vec![] })),
            sealed(&|q| q.principal = Some(Principal { tenant: None, groups: vec!["t".into()] })),
            sealed(&|q| q.corpus = Some("0".into())),
            sealed(&|q| q.evidence = Some(passage("o"))),
            sealed(&|q| q.facts.clear()),
            sealed(&|q| q.facts[0].kind = FactKind::Forbidden),
            sealed(&|q| q.facts.push(fact("g", FactKind::Vital))),
            sealed(&|q| q.answer = Some("a".into())),
            sealed(&|q| q.expect = Expect::Conflict),
            sealed(&|q| q.origin = Some(Origin::User)),
            sealed(&|q| q.critical = true),
            sealed(&|q| q.core = true),
            sealed(&|q| q.cluster = Some("c".into())),
            sealed(&|q| drop(q.slices.insert("type".into(), "list".into()))),
        ];
        assert!(prints.iter().all(|print| print.starts_with("sha256:") && print.len() == 71), "{prints:?}");
        assert_eq!(prints.iter().collect::<BTreeSet<_>>().len(), prints.len(), "{prints:?}");
        assert_eq!(sealed(&|q| q.split = crate::Split::Final), prints[0]);
        let both = |one: &str, other: &str| sealed(&|q| q.facts = vec![fact(one, FactKind::Vital), fact(other, FactKind::Vital)]);
        assert_eq!(both("f", "g"), both("g", "f"));
    }

    #[test]
    fn every_part_of_a_label_counts() {
        use LabelStatus::{Adjudicated, Independent};
        all_differ(&[
            of_labels(&[]),
            of_labels(&[label("p", 2, None, Independent)]),
            of_labels(&[label("o", 2, None, Independent)]),
            of_labels(&[label("p", 3, None, Independent)]),
            of_labels(&[label("p", 2, Some(""), Independent)]),
            of_labels(&[label("p", 2, Some("ann"), Independent)]),
            of_labels(&[label("p", 2, None, Adjudicated)]),
            of_labels(&[label("p", 2, None, Independent), label("p", 2, None, Independent)]),
        ]);
    }

    #[test]
    fn the_order_of_labels_counts_only_where_the_last_one_holds() {
        use LabelStatus::{Adjudicated, Independent};
        let labels = [
            label("p", 2, Some("ann"), Independent),
            label("p", 3, Some("bob"), Independent),
            label("o", 1, Some("ann"), Independent),
            label("p", 3, Some("eve"), Adjudicated),
            label("o", 1, None, Adjudicated),
        ];
        let mut other = labels.clone();
        let before = of_labels(&labels);
        for _ in 0..labels.len() {
            other.rotate_left(1);
            assert_eq!(of_labels(&other), before);
        }
        other.reverse();
        assert_eq!(of_labels(&other), before);
        let (two, three) = (label("p", 2, Some("eve"), Adjudicated), label("p", 3, Some("eve"), Adjudicated));
        assert_ne!(of_labels(&[two.clone(), three.clone()]), of_labels(&[three, two]));
    }

    #[test]
    fn fields_do_not_run_into_each_other() {
        all_differ(&[
            of_tree(Evidence::All(vec![passage("a"), passage("b")])),
            of_tree(Evidence::All(vec![passage("ab")])),
            of_tree(Evidence::All(vec![passage("a1:b")])),
            of_tree(Evidence::All(vec![passage("a4:leaf7:passage1:b")])),
            of_tree(Evidence::All(vec![Evidence::Any(vec![passage("a")]), passage("b")])),
            of_tree(Evidence::All(vec![Evidence::Any(vec![passage("a"), passage("b")])])),
            of_tree(document("a", Some("b"))),
            of_tree(document("ab", None)),
            of_tree(document("a1:b", None)),
            of_tree(document("ab", Some("-"))),
            of_tree(range("d", None, (1, 23), None)),
            of_tree(range("d", None, (12, 13), Some("-"))),
            of_judgements([(&b"a"[..], 1), (b"b", 2)].into_iter()),
            of_judgements([(&b"a1:11:b"[..], 2)].into_iter()),
            of_judgements([(&b"a"[..], 11)].into_iter()),
            of_judgements([(&b"a1"[..], 1)].into_iter()),
            of_judgements(std::iter::empty()),
        ]);
    }

    #[test]
    fn judgements_count_by_document_and_grade_in_any_order() {
        let print = |judgements: &[(&[u8], i32)]| of_judgements(judgements.iter().copied());
        assert_eq!(print(&[(b"a", 1), (b"b", 0), (b"\xff", -1)]), print(&[(b"\xff", -1), (b"a", 1), (b"b", 0)]));
        all_differ(&[
            print(&[(b"a", 1), (b"b", 0)]),
            print(&[(b"a", 0), (b"b", 1)]),
            print(&[(b"a", 1)]),
            print(&[(b"a", -1)]),
            print(&[(b"c", 1)]),
        ]);
    }
}
