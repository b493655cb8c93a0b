//! Each branch; the golden values stand in the crate's tests.

use std::collections::BTreeMap;

use statistics::{Score, Undefined};

use super::*;

fn asked(question: &str, present: u8, normal: u8, oracle: u8, no_context: u8) -> Asked {
    let of = |value: u8| Score::Value(f64::from(value));
    Asked {
        question: question.to_owned(),
        present: of(present),
        normal: of(normal),
        oracle: Some(of(oracle)),
        no_context: Some(of(no_context)),
    }
}

const WHY: Undefined = Undefined("facts were not judged");

#[test]
fn every_state_has_its_questions_and_what_is_not_scored_has_none() {
    let mut all = vec![
        asked("both", 1, 1, 1, 0),
        asked("retrieval", 0, 0, 1, 0),
        asked("generation", 1, 0, 0, 0),
        asked("labels", 0, 1, 0, 0),
    ];
    all.push(Asked { normal: Score::Failed, ..asked("failed", 1, 1, 1, 0) });
    all.push(Asked { oracle: Some(Score::Undefined(WHY)), ..asked("open", 1, 1, 1, 0) });
    all.push(Asked { oracle: None, ..asked("other mode", 1, 1, 1, 0) });
    let found = states(&all);
    let ids: Vec<&str> = found.questions.values().flatten().map(String::as_str).collect();
    assert_eq!(ids, ["both", "retrieval", "generation", "labels"]);
    assert_eq!((found.failed, found.undefined), (1, BTreeMap::from([(WHY.0, 1)])));
    for (place, (name, state)) in State::ALL.iter().enumerate() {
        assert_eq!((*state as usize, state.name()), (place, *name));
    }
}

#[test]
fn the_loss_is_split_by_where_the_evidence_was() {
    let mut all = vec![
        asked("a", 0, 0, 1, 0),
        asked("b", 0, 0, 1, 0),
        asked("distracted", 1, 0, 1, 0),
        asked("harmed", 1, 1, 0, 0),
        asked("c", 1, 1, 1, 0),
        asked("d", 1, 0, 0, 0),
        asked("e", 1, 1, 1, 0),
        asked("f", 1, 1, 1, 0),
    ];
    all.push(Asked { present: Score::Undefined(WHY), ..asked("nobody knows", 0, 0, 1, 0) });
    all.push(Asked { oracle: Some(Score::Failed), ..asked("failed", 0, 0, 1, 0) });
    let found = attribution(&all.iter().collect::<Vec<_>>());
    assert_eq!((found.paired.table.n(), found.paired.failed), (9, 1));
    assert_eq!(found.retrieval.value, Ok(3.0 / 9.0));
    assert_eq!((found.on_failed.of_all, found.on_failed.difference.value), (Ok(2.0 / 9.0), Ok(1.0)));
    assert_eq!((found.on_present.of_all, found.on_present.difference.value), (Ok(0.0), Ok(0.0)));
    assert_eq!(found.on_unknown.of_all, Ok(1.0 / 9.0));
    assert_eq!((found.harmed.as_slice(), found.harm.value), (["harmed".to_owned()].as_slice(), Some(1.0 / 9.0)));
    assert_eq!((found.generation.value, found.generation.failed), (Some(2.0 / 9.0), 1));
    let none = attribution(&[]);
    assert!(none.retrieval.value.is_err() && none.on_failed.of_all.is_err() && none.generation.value.is_none());
}

#[test]
fn few_questions_are_inconclusive_and_never_memorised() {
    let few = [asked("a", 1, 1, 1, 1), asked("b", 1, 1, 1, 1)];
    let of = |all: &[Asked]| context_gain(&all.iter().collect::<Vec<_>>(), MARGIN);
    let found = of(&few);
    assert_eq!((found.worth, found.memorised.len(), found.gain.p.is_err()), (Worth::Inconclusive, 2, true));
    let many: Vec<Asked> = (0..60).map(|place| asked(&place.to_string(), 1, 1, 1, 1)).collect();
    assert_eq!(of(&many).worth, Worth::Memorised);
    let helped: Vec<Asked> = (0..60).map(|place| asked(&place.to_string(), 1, 1, 1, 0)).collect();
    assert_eq!(of(&helped).worth, Worth::Helps);
    let harmed = of(&[asked("a", 1, 0, 1, 1), asked("b", 1, 0, 1, 0), Asked { no_context: None, ..asked("c", 1, 0, 0, 0) }]);
    assert_eq!((harmed.harmed.as_slice(), harmed.harm.value), (["a".to_owned()].as_slice(), Some(0.5)));
    assert_eq!(of(&[]).worth, Worth::Inconclusive);
}
