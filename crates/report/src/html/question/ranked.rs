//! The ranked lists of a question beside each other: which passage stood where, stage by stage.

use std::collections::HashMap;

use fourcell::evidence::{Evidence, Locator};
use fourcell::retrieval::arrival::cover_of;
use fourcell::retrieval::record::{Item, Record};

use super::{QuestionMaterial, filled};

/// The most passages that are shown; those that hold evidence are shown in any case.
const SHOWN: usize = 40;

/// The lists of a record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RankedView {
    /// The stages that were captured, in the order of the pipeline, each with its length.
    pub stages: Vec<(&'static str, usize)>,
    /// Passages, those of the latest stage first.
    pub rows: Vec<RankedRow>,
    /// Passages that are not shown.
    pub more: usize,
}

/// A passage in all lists.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedRow {
    /// Its id.
    pub id: String,
    /// Its document.
    pub doc: Option<String>,
    /// The score that it had in the last list that has scores.
    pub score: Option<f64>,
    /// Its rank in each stage, from 1; `None` where it is not there.
    pub ranks: Vec<Option<u32>>,
    /// The groups of evidence of which it holds something.
    pub groups: Vec<usize>,
}

/// The lists of a record. O(passages × locators).
pub fn ranked(record: &Record, tree: Option<&Evidence>, material: &QuestionMaterial<'_>) -> RankedView {
    let stages: Vec<(&'static str, usize)> = record.stages.iter().map(|(stage, items)| (stage.name(), items.len())).collect();
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut rows: Vec<(RankedRow, &Item)> = Vec::new();
    for (column, (_, items)) in record.stages.iter().enumerate() {
        for (item, rank) in items.iter().zip(1u32..) {
            let place = *places.entry(item.id.as_str()).or_insert_with(|| {
                let ranks = vec![None; stages.len()];
                rows.push((RankedRow { id: item.id.clone(), doc: None, score: None, ranks, groups: Vec::new() }, item));
                rows.len() - 1
            });
            let (row, _) = &mut rows[place];
            row.ranks[column].get_or_insert(rank);
            row.score = item.score.or(row.score);
        }
    }
    // The later a passage got, the higher it stands; among those, as it was ranked there.
    rows.sort_by_key(|(row, _)| {
        let last = row.ranks.iter().rposition(Option::is_some).unwrap_or(0);
        (std::cmp::Reverse(last), row.ranks[last])
    });
    let located = |locator: &Locator| (material.located)(locator);
    for (row, item) in &mut rows {
        let item = filled(std::slice::from_ref(*item), material.chunking);
        row.doc = item[0].doc.clone();
        for (group, number) in tree.map(Evidence::groups).unwrap_or_default().iter().zip(1..) {
            if group.leaves().iter().any(|leaf| cover_of(leaf, &item, &located) > 0.0) {
                row.groups.push(number);
            }
        }
    }
    let all = rows.len();
    let mut place = 0;
    rows.retain(|(row, _)| {
        place += 1;
        place <= SHOWN || !row.groups.is_empty()
    });
    let rows: Vec<RankedRow> = rows.into_iter().map(|(row, _)| row).collect();
    RankedView { stages, more: all - rows.len(), rows }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcell::evidence::Question;
    use fourcell::evidence::cover::Cover;
    use fourcell::retrieval::grading::Chunking;
    use fourcell::retrieval::record::Stage;

    #[test]
    fn passages_stand_by_how_far_they_came_and_evidence_is_never_left_out() {
        let item = |id: String, score| Item { id, score, ..Item::default() };
        let candidates = (0..60).map(|n| item(format!("p{n}"), Some(60.0 - f64::from(n)))).collect();
        let packed = vec![item("p3".into(), None), item("p1".into(), None)];
        let record = Record::new("q", vec![(Stage::Candidates, candidates), (Stage::Packed, packed)]);
        let tree =
            Evidence::All(vec![Evidence::Leaf(Locator::Passage("p1".into())), Evidence::Leaf(Locator::Passage("p59".into()))]);
        let question = Question::new("q", "?");
        let (chunking, none) = (Chunking::default(), |_: &Locator| None);
        let material = QuestionMaterial {
            question: &question,
            record: Some(&record),
            chunking: &chunking,
            cover: Cover::WHOLE,
            located: &none,
            answers: Vec::new(),
            kept: None,
            find: &|_, _| None,
        };
        let view = ranked(&record, Some(&tree), &material);
        assert_eq!(view.stages, [("candidates", 60), ("packed", 2)]);
        let row = |place: usize| (view.rows[place].id.as_str(), view.rows[place].ranks.clone(), view.rows[place].groups.clone());
        assert_eq!(row(0), ("p3", vec![Some(4), Some(1)], vec![]));
        assert_eq!(row(1), ("p1", vec![Some(2), Some(2)], vec![1]));
        assert_eq!(row(2), ("p0", vec![Some(1), None], vec![]));
        assert_eq!(view.rows[1].score, Some(59.0), "a list without scores does not take them");
        assert_eq!((view.rows.len(), view.more, row(SHOWN)), (SHOWN + 1, 60 - SHOWN - 1, ("p59", vec![Some(60), None], vec![2])));
    }
}
