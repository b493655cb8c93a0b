//! Several retrieval calls for one question, as agents make them, and the one list of a stage that they come to.

use std::collections::HashSet;

use crate::record::{Item, Stage};

/// No more steps are read of one question.
pub const MOST_STEPS: usize = 1000;

/// One retrieval call of several.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// What retrieved, as the system calls it.
    pub by: Option<String>,
    /// The query as it was sent.
    pub query_sent: Option<String>,
    /// What the index said it was.
    pub index_revision: Option<String>,
    /// The lists that were captured, in the order of the pipeline.
    pub stages: Vec<(Stage, Vec<Item>)>,
}

/// The lists of a record by stage, in the order of the pipeline: its own, and for a stage that it has none of, the steps' lists
/// joined. What a system says of a whole question wins over what follows from its parts.
///
/// Lists are joined by rank: the first entries of all of them in the order of the steps, then the second ones, and so on, each passage
/// where it stands first. A joined entry has no score: scores of different calls are on different scales, and an order by them would
/// be one that nobody made. A step's context is no list of the record: what reached the generator only the system can say.
pub fn stages_of(own: Vec<(Stage, Vec<Item>)>, steps: &[Step]) -> Vec<(Stage, Vec<Item>)> {
    let mut stages = own;
    for (_, stage) in Stage::ALL.into_iter().filter(|&(_, stage)| stage != Stage::Context) {
        if stages.iter().any(|(own, _)| *own == stage) {
            continue;
        }
        let lists: Vec<&[Item]> =
            steps.iter().flat_map(|step| &step.stages).filter(|(s, _)| *s == stage).map(|(_, l)| &l[..]).collect();
        if !lists.is_empty() {
            stages.push((stage, joined(&lists)));
        }
    }
    stages.sort_by_key(|(stage, _)| *stage);
    stages
}

fn joined(lists: &[&[Item]]) -> Vec<Item> {
    let mut rest: Vec<_> = lists.iter().map(|list| list.iter()).collect();
    let mut seen = HashSet::new();
    let mut items = Vec::new();
    while !rest.is_empty() {
        // A list that is at its end is left out, so that one long list among many short ones costs no more than its length.
        rest.retain_mut(|list| {
            let Some(item) = list.next() else { return false };
            if seen.insert(item.id.as_str()) {
                items.push(Item { score: None, ..item.clone() });
            }
            true
        });
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(ids: &str) -> Vec<Item> {
        ids.chars().map(|id| Item { id: id.into(), score: Some(1.0), ..Item::default() }).collect()
    }

    fn step(stages: &[(Stage, &str)]) -> Step {
        Step { stages: stages.iter().map(|&(stage, ids)| (stage, list(ids))).collect(), ..Step::default() }
    }

    fn shown(stages: &[(Stage, Vec<Item>)]) -> Vec<(Stage, String)> {
        stages.iter().map(|(stage, items)| (*stage, items.iter().map(|i| i.id.as_str()).collect())).collect()
    }

    #[test]
    fn lists_of_steps_are_joined_by_rank_each_passage_once_and_without_scores() {
        let steps = [
            step(&[(Stage::Candidates, "abc")]),
            step(&[]),
            step(&[(Stage::Candidates, "")]),
            step(&[(Stage::Candidates, "bdefc")]),
        ];
        let stages = stages_of(Vec::new(), &steps);
        assert_eq!(shown(&stages), [(Stage::Candidates, "abdcef".into())]);
        assert!(stages[0].1.iter().all(|item| item.score.is_none()));
    }

    #[test]
    fn a_list_of_the_record_wins_and_an_empty_one_is_a_list() {
        let steps =
            [step(&[(Stage::Reranked, "x"), (Stage::Candidates, "a"), (Stage::Context, "z")]), step(&[(Stage::Filtered, "")])];
        let own = vec![(Stage::Candidates, list("q")), (Stage::Context, list("c"))];
        let expected = [(Stage::Candidates, "q"), (Stage::Filtered, ""), (Stage::Reranked, "x"), (Stage::Context, "c")];
        let stages = stages_of(own, &steps);
        assert_eq!(shown(&stages), expected.map(|(stage, ids)| (stage, ids.to_owned())));
        assert_eq!(stages[0].1[0].score, Some(1.0));
        assert_eq!(shown(&stages_of(vec![(Stage::Candidates, Vec::new())], &steps))[0], (Stage::Candidates, String::new()));
        assert!(stages_of(Vec::new(), &[step(&[(Stage::Context, "z")])]).is_empty());
    }
}
