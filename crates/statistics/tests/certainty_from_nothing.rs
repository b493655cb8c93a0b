//! Small counts must not look like proof: ten of ten, none of fifty, one question, eight wins to
//! two, five to none, and no difference at all.

use statistics::paired::sign_flip::sign_flip_seeded;
use statistics::paired::{Side, Table, mcnemar, tango};
use statistics::verdict::{self, Outcome};
use statistics::{Interval, Kind, Level, Score, Undefined, proportion, summarise, summary};

const LEVEL: Level = Level::NINETY_FIVE;

fn three_digits(interval: Interval) -> (String, String) {
    (format!("{:.3}", interval.lo), format!("{:.4}", interval.hi))
}

#[test]
fn ten_of_ten() {
    let wilson = proportion::wilson(10, 10, LEVEL).unwrap();
    assert_eq!(three_digits(wilson), ("0.722".into(), "1.0000".into()));
    let shown = summarise(&[Score::Value(1.0); 10], Kind::Proportion, None, LEVEL);
    assert_eq!(shown.interval, Some(wilson));
    let scores = summarise(&[Score::Value(1.0); 10], Kind::Score, None, LEVEL);
    assert_eq!(scores.interval, Some(wilson));
    assert_eq!(scores.method, summary::WILSON_FRACTIONAL);
}

#[test]
fn none_of_fifty() {
    let wilson = proportion::wilson(0, 50, LEVEL).unwrap();
    assert_eq!(three_digits(wilson), ("0.000".into(), "0.0713".into()));
    let limit = proportion::clopper_pearson_upper(0, 50, LEVEL).unwrap();
    assert!((limit - proportion::zero_failures_upper(50, LEVEL).unwrap()).abs() < 1e-13);
    assert!(limit > 0.05, "fifty clean ones do not show five per cent");
    assert!(proportion::clopper_pearson_upper(0, 59, LEVEL).unwrap() <= 0.05);
}

#[test]
fn one_question() {
    for hits in [0, 1] {
        assert!(proportion::wilson(hits, 1, LEVEL).unwrap().width() > 0.79);
        assert!(proportion::clopper_pearson(hits, 1, LEVEL).unwrap().width() > 0.97);
    }
    let shown = summarise(&[Score::Value(0.4)], Kind::Score, None, LEVEL);
    assert!(shown.interval.unwrap().width() > 0.85);
    assert_eq!(proportion::wilson(0, 0, LEVEL), Err(Undefined("nothing evaluated")));
    assert!(proportion::wilson(2, 1, LEVEL).is_err());
}

#[test]
fn eight_wins_to_two() {
    let table = Table { both: 150, only_a: 8, only_b: 2, neither: 40 };
    assert!((mcnemar::exact(&table) - 0.109_375).abs() < 1e-15);
    assert!((mcnemar::mid_p(&table) - 0.065_429_687_5).abs() < 1e-15);
    assert!(tango::interval(&table, LEVEL).unwrap().lo < 0.0);
}

#[test]
fn five_wins_to_none() {
    let table = Table { both: 0, only_a: 5, only_b: 0, neither: 0 };
    assert_eq!(mcnemar::exact(&table), 0.0625);
    assert_eq!(mcnemar::mid_p(&table), 0.03125);
    let flips = sign_flip_seeded(&[1.0; 5], Side::Two, 9_999, 1).unwrap();
    assert_eq!((flips.p, flips.replicates), (0.0625, None));
}

#[test]
fn no_difference_at_all() {
    let table = Table { both: 80, only_a: 0, only_b: 0, neither: 20 };
    assert_eq!((mcnemar::exact(&table), mcnemar::mid_p(&table)), (1.0, 1.0));
    let interval = tango::interval(&table, LEVEL).unwrap();
    assert!((interval.hi - 0.037).abs() < 1e-4 && interval.lo == -interval.hi);
    assert_eq!(verdict::for_hits(&table, 0.02).unwrap().outcome, Outcome::Unchanged);
    assert_eq!(sign_flip_seeded(&[0.0; 100], Side::Two, 9, 1).unwrap().p, 1.0);
    assert_eq!(verdict::for_scores(&[0.0; 100], 0.02).unwrap().outcome, Outcome::Unchanged);
}
