//! What may be called best, and what may not.

use super::*;
use crate::experiment::Numbers;
use statistics::Undefined;

fn measure(name: &str, less_is_better: bool) -> Numbers {
    Numbers { name: name.to_owned(), hits: false, in_unit: true, less_is_better }
}

/// A table of one measure.
fn system(less_is_better: bool, scores: impl Iterator<Item = Score>) -> Scores<Numbers> {
    let scores: Vec<Score> = scores.collect();
    let ids = (0..scores.len()).map(|n| format!("q{n:03}")).collect();
    let mut table = Scores::new(vec![measure("m", less_is_better)], ids);
    scores.iter().enumerate().for_each(|(place, score)| table.set(place, &[*score]));
    table
}

/// `n` questions of which the first `right` score 1, in steps that no question shares.
fn right(n: usize, right: usize) -> impl Iterator<Item = Score> {
    (0..n).map(move |place| Score::Value(if place < right { 1.0 } else { 0.0 }))
}

fn table(systems: &[Scores<Numbers>], slices: &[Slice]) -> (Vec<Column>, Family) {
    let signs = SignMatrix::new(1, 999, systems[0].questions().len());
    let mut columns = columns(systems, slices, None, &signs);
    let family = mark(&mut columns);
    (columns, family)
}

use Standing::{Best, NotToldApart, Unmarked, Worse};

#[test]
fn best_is_marked_where_every_other_is_told_apart() {
    let systems = [system(false, right(100, 40)), system(false, right(100, 90)), system(false, right(100, 60))];
    let (columns, family) = table(&systems, &[]);
    assert_eq!((columns[0].best, &columns[0].standing[..]), (Some(1), &[Worse, Best, Worse][..]));
    assert_eq!(family, Family { compared: 2, undefined: 0 });
    let against = columns[0].against_best[0].as_ref().unwrap();
    assert_eq!((against.difference, against.n), (Some(-0.5), 100));
    assert!(columns[0].against_best[1].is_none());
}

#[test]
fn one_that_is_not_told_apart_takes_the_mark_from_the_best() {
    let systems = [system(false, right(100, 40)), system(false, right(100, 90)), system(false, right(100, 88))];
    let (columns, _) = table(&systems, &[]);
    assert_eq!(columns[0].standing, [Worse, NotToldApart, NotToldApart]);
}

#[test]
fn less_may_be_better() {
    let systems = [system(true, right(100, 40)), system(true, right(100, 90))];
    let (columns, _) = table(&systems, &[]);
    assert_eq!((columns[0].best, &columns[0].standing[..]), (Some(0), &[Best, Worse][..]));
}

/// Six questions decide one comparison (p = 1/32) and not one of two.
#[test]
fn holm_counts_every_measure_and_slice() {
    let systems = [system(false, right(40, 20)), system(false, right(40, 26))];
    assert_eq!(table(&systems, &[]).0[0].standing, [Worse, Best]);
    let half = Slice { key: "type".into(), value: "t".into(), places: (0..35).collect() };
    let (columns, family) = table(&systems, &[half]);
    assert_eq!(family.compared, 2);
    assert!(columns.iter().all(|column| column.standing == [NotToldApart, NotToldApart]), "{columns:#?}");
    let p = columns[1].against_best[0].as_ref().unwrap();
    assert!((p.p.unwrap() - 1.0 / 32.0).abs() < 1e-12 && (p.p_holm.unwrap() - 2.0 / 32.0).abs() < 1e-12);
    assert_eq!((columns[1].slice.as_ref().unwrap().1.as_str(), columns[1].questions), ("t", 35));
}

#[test]
fn small_slices_are_never_compared() {
    let systems = [system(false, right(100, 0)), system(false, right(100, 100))];
    let slice = |n: usize| Slice { key: "type".into(), value: n.to_string(), places: (0..n).collect() };
    let (columns, family) = table(&systems, &[slice(29), slice(30)]);
    assert!(columns[1].directional && columns[1].standing == [Unmarked, Unmarked] && columns[1].against_best == [None, None]);
    assert!(!columns[2].directional && columns[2].standing == [Worse, Best]);
    assert_eq!((family.compared, columns[1].best), (2, Some(1)));
}

#[test]
fn calls_that_failed_may_not_make_a_best() {
    // Better on the questions that went well; were the ten that failed all wrong, it would be the other way about.
    let failed = (0..60).map(|place| if place < 20 { Score::Failed } else { Score::Value(1.0) });
    let other = (0..60).map(|place| Score::Value(if (20..30).contains(&place) { 0.0 } else { 1.0 }));
    let (columns, _) = table(&[system(false, failed), system(false, other)], &[]);
    let column = &columns[0];
    assert_eq!((column.best, column.cells[0].failed, column.cells[0].n), (Some(0), 20, 40));
    assert!(column.against_best[1].as_ref().unwrap().p_holm.unwrap() < 0.01);
    assert_eq!(column.standing, [NotToldApart, NotToldApart]);
}

#[test]
fn what_has_no_value_is_not_marked() {
    let nothing = (0..40).map(|_| Score::Undefined(Undefined("none")));
    let (columns, family) = table(&[system(false, right(40, 40)), system(false, nothing)], &[]);
    assert_eq!((columns[0].best, &columns[0].standing[..], family.compared), (None, &[Unmarked, Unmarked][..], 0));
    assert_eq!(columns[0].cells[1].value, None);
    let all_failed = (0..40).map(|_| Score::Failed);
    let systems = [system(false, right(40, 40)), system(false, right(40, 0)), system(false, all_failed)];
    let (columns, family) = table(&systems, &[]);
    assert_eq!(columns[0].standing, [NotToldApart, Worse, NotToldApart], "nobody knows what the third would have done");
    assert_eq!(family, Family { compared: 1, undefined: 1 });
}

#[test]
fn numbers_may_leave_the_unit_interval() {
    let ids: Vec<String> = (0..40).map(|n| format!("q{n:03}")).collect();
    let wide = Numbers { name: "stars".into(), hits: false, in_unit: false, less_is_better: false };
    let filled = |value: f64| {
        let mut table = Scores::new(vec![wide.clone()], ids.clone());
        (0..40).for_each(|place| table.set(place, &[Score::Value(value + (place % 3) as f64)]));
        table
    };
    let (columns, _) = table(&[filled(1.0), filled(3.5)], &[]);
    let against = columns[0].against_best[0].as_ref().unwrap();
    assert_eq!((against.difference, &columns[0].standing[..]), (Some(-2.5), &[Worse, Best][..]));
    assert!(columns[0].cells[1].interval.unwrap().hi > 4.0);
}

#[test]
fn clusters_are_whole() {
    let systems = [system(false, right(40, 20)), system(false, right(40, 26))];
    let signs = SignMatrix::new(1, 999, 40);
    let one_cluster: Vec<u32> = (0..40).map(|place| place / 10).collect();
    let mut columns = columns(&systems, &[], Some(&one_cluster), &signs);
    mark(&mut columns);
    assert_eq!(columns[0].standing, [NotToldApart, NotToldApart], "six questions of one cluster are one witness");
}

#[test]
fn every_name_is_its_own() {
    for (name, standing) in Standing::ALL {
        assert_eq!(standing.name(), name);
    }
}
