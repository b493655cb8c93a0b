//! The label is stale, wrong or incomplete: nothing that a system does could meet it, or what it did met the question without it.

use std::collections::BTreeSet;

use evidence::Locator;
use evidence::label::{Grade, settled};
use generation::judged::JudgedClaim;
use generation::right::{Right, right};
use generation::{Status, Verdict};

use super::{Cause, Definition, Look};
use crate::captured::Captured;
use crate::leaf::{Leaf, Place};
use crate::ledger::{Finding, Proof};
use crate::terms::telling_words;

pub(super) const DEFINITION: Definition = Definition {
    cause: Cause::LabelSuspect,
    name: "label-suspect",
    title: "label suspect",
    told_by: "The asker may not open what the label demands; its quote is not in the document, or it names a revision, a range or a \
              passage that is not there; a graded label says that it is not relevant; the answer is right and every claim of it is \
              supported by passages that no label names; or all that the reference answer takes from the evidence stands in what \
              was sent.",
    repair: "look at the label: move it to where the words stand now, correct it, or add the alternative that was found",
    look: Look::Evidence(look),
};

/// The least grade that is relevant.
const RELEVANT: u8 = 2;

fn look(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    forbidden(captured, leaf)
        .or_else(|| unknown(captured, leaf))
        .or_else(|| stale(captured, leaf))
        .or_else(|| graded_otherwise(captured, leaf))
        .or_else(|| incomplete(captured))
        .or_else(|| needless(captured, leaf))
}

/// The one who asks may not open what is demanded.
fn forbidden(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    let document = leaf.document.filter(|document| captured.may_open(document) == Some(false))?;
    let finding =
        Finding::observed(Cause::LabelSuspect, format!("the label demands '{}', which the asker may not open", document.id));
    Some(
        finding
            .with(Proof::document("not open to the asker", document))
            .repair("ask as somebody who may open it, or demand another document"),
    )
}

/// The label names a revision or a passage that is not there.
fn unknown(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    if let Locator::Passage(id) = leaf.label {
        let index = captured.ground.chunking;
        if index.is_empty() || index.find(id).is_some() {
            return None;
        }
        let why = format!("no passage of this run's index is called '{id}'");
        return Some(
            Finding::observed(Cause::LabelSuspect, why)
                .with(Proof { what: "demanded".into(), passage: Some(id.clone()), ..Proof::default() })
                .repair("label source ranges with their quotes: ids of passages end with their chunking"),
        );
    }
    if leaf.document.is_some() || leaf.revisions.is_empty() {
        return None;
    }
    let held: Vec<&str> = leaf.revisions.iter().map(|document| document.rev.as_str()).collect();
    let (doc, rev) = (leaf.label.doc()?, leaf.label.rev());
    let why = match rev {
        Some(rev) => format!("the label names revision '{rev}' of '{doc}'; the corpus holds {}", held.join(", ")),
        None => format!("the label names no revision of '{doc}', and the corpus holds several: {}", held.join(", ")),
    };
    let proof = leaf.revisions.iter().map(|document| Proof::document("held", document));
    Some(Finding::observed(Cause::LabelSuspect, why).with_all(proof))
}

/// Its words are not in the document. Where the source file still has them, parsing lost them, and the label is right.
fn stale(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    let document = leaf.document.filter(|_| leaf.place == Place::Gone)?;
    let Locator::Range { quote, range, .. } = leaf.label else { return None };
    let Some(quote) = quote else {
        let why = format!("the labelled range {range} runs past the end of '{}', and has no quote to find it by", document.id);
        return Some(Finding::observed(Cause::LabelSuspect, why).with(Proof::document("shorter than the range", document)));
    };
    let source = captured.ground.source.and_then(|source| source(document));
    if source.as_ref().is_some_and(|text| super::parsing::in_source(text, quote)) {
        return None;
    }
    let elsewhere = leaf.revisions.iter().find(|other| other.rev != document.rev && other.text.as_str().contains(quote.as_str()));
    let times = evidence::text::find_quote(&document.text, quote, 2).len();
    let why = match (times, elsewhere) {
        (0, Some(other)) => format!("the labelled quote is not in '{}' any more; revision '{}' has it", document.id, other.rev),
        (0, None) => format!("the labelled quote is not in '{}' any more", document.id),
        _ => format!("the labelled quote stands in '{}' more than once, and not where the label says", document.id),
    };
    let proof = Proof { quote: Some(quote.clone()), range: Some(*range), ..Proof::document("the label's words", document) };
    // Whether parsing lost the words can only be told with the file that was parsed.
    Some(Finding::known(source.is_some() || times > 0, Cause::LabelSuspect, why).with(proof))
}

/// People graded the very place, and said that it is not relevant.
fn graded_otherwise(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    let own = captured.labels.iter().filter(|label| label.target == *leaf.label).copied();
    match settled(own) {
        Grade::Known(grade) if grade < RELEVANT => {
            let why = format!("the evidence is demanded, and graded {grade}, which is not relevant");
            Some(Finding::observed(Cause::LabelSuspect, why).repair("decide which holds, the evidence or the grade"))
        }
        _ => None,
    }
}

/// The answer is right, and every claim of it is supported by what was sent although this piece was not: an alternative that no label
/// names, or evidence that is not needed.
fn incomplete(captured: &Captured<'_>) -> Option<Finding> {
    let case = captured.case()?;
    if captured.status() != Some(Status::Answered) || !matches!(right(&case), Right::Yes(_)) {
        return None;
    }
    let claims = captured.judged.claims.given().filter(|claims| !claims.is_empty())?;
    let supported = |claim: &JudgedClaim| claim.support.given() == Some(&Verdict::Supported) && !claim.supported_by.is_empty();
    if !claims.iter().all(supported) {
        return None;
    }
    let mut passages: Vec<&String> = claims.iter().flat_map(|claim| &claim.supported_by).collect();
    passages.sort_unstable();
    passages.dedup();
    let why = "the answer is right and its claims are supported by what was sent, without this evidence";
    let proof = passages.into_iter().map(|id| Proof {
        what: "may be an alternative that no label names".into(),
        passage: Some(id.clone()),
        ..Proof::default()
    });
    let finding = Finding::inferred(Cause::LabelSuspect, why).with_all(proof);
    Some(finding.repair("add the passages that were used as alternatives, or take out evidence that is not needed"))
}

/// So many words are what a reference answer says beyond the question; fewer may stand in any context by chance.
const LEAST: usize = 5;

/// All that the reference answer takes from the labelled evidence stands in what was sent, and this piece does not: the answer needs
/// nothing of it, or an alternative was sent that no label names.
fn needless(captured: &Captured<'_>, leaf: &Leaf<'_>) -> Option<Finding> {
    let question = captured.question;
    let reference = question.answer.as_deref().filter(|_| question.facts.is_empty())?;
    let asked = telling_words(&question.query);
    let mut taken: BTreeSet<String> = telling_words(reference).difference(&asked).cloned().collect();
    let said = taken.len();
    if said < LEAST {
        return None;
    }
    let (stage, sent) = captured.sent()?;
    let mut there = BTreeSet::new();
    for item in sent {
        there.append(&mut telling_words(captured.text_of(item)?));
    }
    let mut labelled = BTreeSet::new();
    for locator in question.required().ok()?.leaves() {
        labelled.append(&mut telling_words(text_of_label(captured, locator)?));
    }
    taken.retain(|word| labelled.contains(word));
    // A reference in words of its own tells nothing of what it was taken from.
    if 3 * taken.len() < 2 * said || !taken.is_subset(&there) {
        return None;
    }
    let why = format!(
        "all {} words that the reference answer takes from the evidence stand in what was sent, without this piece",
        taken.len()
    );
    let proof = Proof { what: "needed by no word of the reference".into(), stage: Some(stage), ..Proof::default() };
    let (doc, rev) = (leaf.label.doc().map(str::to_owned), leaf.label.rev().map(str::to_owned));
    let finding = Finding::inferred(Cause::LabelSuspect, why).with(Proof { doc, rev, range: leaf.range(), ..proof });
    Some(finding.repair("take out evidence that is not needed, or add what was sent as an alternative"))
}

/// The text that a label names.
fn text_of_label<'a>(captured: &'a Captured<'_>, label: &Locator) -> Option<&'a str> {
    let document = |doc: &str, rev: Option<&str>| captured.ground.corpus?.find(doc, rev);
    match label {
        Locator::Passage(id) => captured.text_of(captured.ground.chunking.find(id)?),
        Locator::Document { doc, rev } => Some(document(doc, rev.as_deref())?.text.as_str()),
        Locator::Range { doc, rev, range, .. } => document(doc, rev.as_deref())?.text.slice(*range),
    }
}
