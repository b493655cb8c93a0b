//! What lies inside a budget and what it leaves open: which passages nobody judged, whether they could hold what is missing, and
//! whether at least the documents of the evidence are there.

use evidence::{Evidence, Label, Locator, Question};
use statistics::Undefined;

use super::{Ground, Judge, Level, Terms, documents_of, prepared, text_of, tokens_of};
use crate::arrival::Arrival;
use crate::bounds::{Fills, complete_at};
use crate::budget::{Budget, passages_that_fit};
use crate::grading::Settled;
use crate::record::{Ending, Item, Record, Stage};
use crate::view::{NO_CONTEXT, NO_EVIDENCE, NO_TOKENS, NOT_CAPTURED};

/// What was seen inside a budget, beside the evidence itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Looked {
    /// Passages that nobody judged, in their order: each may be an alternative that no label lists.
    pub unjudged: Vec<String>,
    /// Whether all required evidence could be there, were each unjudged passage to hold one missing group.
    pub could_complete: bool,
    /// Whether the documents of all required evidence are there; or why that is not known.
    pub document: Result<bool, Undefined>,
    /// Whether they could be, were each unjudged document to stand for a missing one.
    pub could_document: bool,
}

/// A labelled passage does not say which document it is of.
const LABEL_WITHOUT_DOCUMENT: Undefined = Undefined("a labelled passage does not say which document it is of");
/// The call failed, and nothing may be read from its lists.
const FAILED: Undefined = Undefined("the call failed");

/// Looks at what lies inside a budget. Documents are those of the passages inside: the budget cuts passages first.
pub fn look(
    question: &Question,
    labels: &[&Label],
    record: &Record,
    budget: Budget,
    terms: &Terms,
    ground: &Ground<'_>,
) -> Result<Looked, Undefined> {
    if matches!(record.ending, Ending::Failed(_)) {
        return Err(FAILED);
    }
    let tree = question.required().map_err(|_| NO_EVIDENCE)?;
    let terms = Terms { level: Level::Passage, ..*terms };
    let inside = inside(record, budget, &terms, ground)?;
    let settled = Settled::new(labels);
    let located = |locator: &Locator| text_of(locator, ground.corpus);
    let unjudged = |tree: &Evidence, items: &[Item], terms: &Terms| -> Vec<String> {
        let judge = Judge { evidence: Some(tree), labels: &settled, located: &located, terms, chunking: ground.chunking };
        items.iter().filter(|item| judge.grade(item).is_none()).map(|item| item.id.clone()).collect()
    };
    let could = |tree: &Evidence, items: &[Item], open: usize| {
        let arrival = Arrival::new(tree, items, terms.cover, &located);
        let bounds = complete_at(&arrival, items.len(), open, Fills::OneGroup)?;
        Ok::<_, Undefined>((bounds.lo >= 1.0, bounds.hi >= 1.0))
    };
    let open = unjudged(tree, &inside, &terms);
    let (_, could_complete) = could(tree, &inside, open.len())?;
    let at_document = Terms { level: Level::Document, ..terms };
    let documents = prepared(&inside, &at_document, ground).and_then(|documents| {
        let tree = documents_of(tree, ground.chunking).ok_or(LABEL_WITHOUT_DOCUMENT)?;
        let open = unjudged(&tree, &documents, &at_document);
        could(&tree, &documents, open.len())
    });
    Ok(Looked {
        unjudged: open,
        could_complete,
        document: documents.map(|(is, _)| is),
        could_document: documents.is_ok_and(|(_, could)| could),
    })
}

/// The passages inside a budget, with what the chunking knows of them.
fn inside(record: &Record, budget: Budget, terms: &Terms, ground: &Ground<'_>) -> Result<Vec<Item>, Undefined> {
    let (list, absent) = match (budget, terms.stage) {
        (Budget::Context, _) => (record.stage(Stage::Context), NO_CONTEXT),
        (_, Some(stage)) => (record.stage(stage), NOT_CAPTURED),
        (_, None) => (record.ranked().map(|(_, items)| items).or_else(|| record.stage(Stage::Context)), NOT_CAPTURED),
    };
    let mut items = prepared(list.ok_or(absent)?, terms, ground)?;
    let fit = match budget {
        Budget::Context => items.len(),
        Budget::Passages(k) => k.get() as usize,
        Budget::Tokens(tokens) => {
            let lengths: Option<Vec<u64>> = items.iter().map(|item| tokens_of(item, ground)).collect();
            passages_that_fit(&lengths.ok_or(NO_TOKENS)?, tokens)
        }
    };
    items.truncate(fit);
    Ok(items)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grading::Chunking;
    use evidence::Passage;

    fn passage(id: &str, doc: Option<&str>) -> Passage {
        Passage { id: id.into(), doc: doc.map(str::to_owned), rev: None, range: None, text: None }
    }

    fn question(ids: &[&str]) -> Question {
        let leaves = ids.iter().map(|id| Evidence::Leaf(Locator::Passage((*id).to_owned()))).collect();
        Question { evidence: Some(Evidence::All(leaves)), ..Question::new("q", "What?") }
    }

    fn looked(question: &Question, list: &[&str], budget: Budget, passages: &[Passage]) -> Result<Looked, Undefined> {
        let items: Vec<Item> = list.iter().map(|id| Item { id: (*id).into(), tokens: Some(10), ..Item::default() }).collect();
        let record = Record::new("q", vec![(Stage::Candidates, items.clone()), (Stage::Context, items)]);
        let chunking = Chunking::new(passages);
        let ground = Ground { corpus: None, chunking: &chunking, tokens: None };
        look(question, &[], &record, budget, &Terms::default(), &ground)
    }

    #[test]
    fn an_unjudged_passage_fills_one_missing_group_and_no_more() {
        let two = question(&["a", "b"]);
        let at = |list: &[&str]| looked(&two, list, Budget::Context, &[]).unwrap();
        assert_eq!((at(&["a", "x"]).unjudged, at(&["a", "x"]).could_complete), (vec!["x".to_owned()], true));
        assert!(!at(&["x"]).could_complete && at(&["x", "y"]).could_complete);
        let whole = at(&["a", "b"]);
        assert!(whole.unjudged.is_empty() && whole.could_complete);
    }

    #[test]
    fn a_budget_cuts_passages_before_documents_are_looked_at() {
        let known = [passage("a1", Some("a")), passage("a2", Some("a")), passage("b1", Some("b"))];
        let wanted = question(&["a1", "b1"]);
        let cut = |budget| looked(&wanted, &["a2", "a1", "b1"], budget, &known).unwrap().document;
        assert_eq!(cut(Budget::passages(2).unwrap()), Ok(false), "two passages are of one document");
        assert_eq!(cut(Budget::passages(3).unwrap()), Ok(true));
        assert_eq!(cut(Budget::tokens(29).unwrap()), Ok(false));
        assert_eq!(cut(Budget::tokens(30).unwrap()), Ok(true));
        // The document of the evidence is there, though the passage is not.
        assert_eq!(looked(&question(&["a1"]), &["a2"], Budget::Context, &known).unwrap().document, Ok(true));
    }

    #[test]
    fn what_is_not_known_is_said() {
        let wanted = question(&["a"]);
        let at = looked(&wanted, &["a"], Budget::Context, &[]).unwrap();
        assert!(at.document.is_err() && !at.could_document);
        let known = [passage("x", Some("d"))];
        assert_eq!(looked(&wanted, &["x"], Budget::Context, &known).unwrap().document, Err(LABEL_WITHOUT_DOCUMENT));
        assert_eq!(looked(&Question::new("q", "What?"), &["a"], Budget::Context, &[]), Err(NO_EVIDENCE));
        let chunking = Chunking::default();
        let ground = Ground { corpus: None, chunking: &chunking, tokens: None };
        let without = Record::new("q", Vec::new());
        let look = |record: &Record, budget| look(&wanted, &[], record, budget, &Terms::default(), &ground);
        assert_eq!(look(&without, Budget::Context), Err(NO_CONTEXT));
        assert_eq!(look(&without, Budget::passages(3).unwrap()), Err(NOT_CAPTURED));
        let failed = Record { ending: Ending::Failed("down".into()), ..without };
        assert_eq!(look(&failed, Budget::Context), Err(FAILED));
    }
}
