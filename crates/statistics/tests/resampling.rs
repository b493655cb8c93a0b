//! Resampling by seed: what it is made of, and where it has no answer.

use statistics::clustered::Clustered;
use statistics::generator::Stream;
use statistics::power::{McNemar, alpha_per_comparison, mcnemar_power, questions_with_clusters, smallest_detectable};
use statistics::{Level, bootstrap};

const LEVEL: Level = Level::NINETY_FIVE;

#[test]
fn a_seed_is_a_set_of_indices() {
    let values = [0.1, 0.9, 0.4, 0.4, 1.0, 0.0, 0.7];
    let rows: Vec<Vec<usize>> = (0..50)
        .map(|replicate| {
            let mut stream = Stream::new(11, replicate);
            (0..values.len()).map(|_| stream.index(values.len())).collect()
        })
        .collect();
    let seeded = bootstrap::seeded(&values, 50, 11, LEVEL).unwrap();
    assert_eq!(seeded, bootstrap::from_indices(&values, &rows, LEVEL).unwrap());
    assert_ne!(seeded, bootstrap::seeded(&values, 50, 12, LEVEL).unwrap());
    let means = bootstrap::replicate_means(&values, 50, 11).unwrap();
    let p = bootstrap::shifted_p(&values, &means).unwrap();
    assert!(p > 0.0 && p <= 1.0);

    let clustered = Clustered::new(&values, &[5, 5, 9, 9, 2, 2, 2]).unwrap();
    let rows: Vec<Vec<usize>> = (0..50)
        .map(|replicate| {
            let mut stream = Stream::new(11, replicate);
            (0..3).map(|_| stream.index(3)).collect()
        })
        .collect();
    assert_eq!(clustered.bootstrap_seeded(50, 11, LEVEL), clustered.bootstrap_from_indices(&rows, LEVEL));
}

#[test]
fn no_answer_is_said_to_be_none() {
    assert!(bootstrap::seeded(&[], 50, 1, LEVEL).is_err());
    assert!(bootstrap::seeded(&[0.3], 50, 1, LEVEL).is_err());
    assert!(bootstrap::seeded(&[0.3; 9], 50, 1, LEVEL).is_err());
    assert!(bootstrap::seeded(&[0.3, 0.4], 1, 1, LEVEL).is_err());
    assert!(bootstrap::seeded(&[0.3, 0.4], 50, 1, LEVEL).unwrap().bca.is_err());
    assert!(bootstrap::from_indices(&[0.3, 0.4, 0.5], &[vec![0, 3]], LEVEL).is_err());
    // Every replicate above the estimate: the bias correction would be infinite.
    let rows = vec![vec![2_usize; 3]; 5];
    assert!(bootstrap::from_indices(&[0.1, 0.2, 0.9], &rows, LEVEL).unwrap().bca.is_err());
}

#[test]
fn large_and_odd_designs() {
    let exact = mcnemar_power(20_000, 0.1, 0.006, 0.05, McNemar::MidP).unwrap();
    let normal = mcnemar_power(20_001, 0.1, 0.006, 0.05, McNemar::MidP).unwrap();
    assert!((exact - normal).abs() < 0.005, "{exact} {normal}");
    let found = smallest_detectable(1_000_000, 0.2, 0.05, 0.8, McNemar::MidP).unwrap().unwrap();
    assert!((found - 0.001_253).abs() < 1e-5, "{found}");
    assert!(mcnemar_power(0, 0.1, 0.01, 0.05, McNemar::Exact).is_err());
    assert!(mcnemar_power(10, 0.1, 0.2, 0.05, McNemar::Exact).is_err());
    assert_eq!(alpha_per_comparison(0.05, 5), Ok(0.01));
    assert!(alpha_per_comparison(0.05, 0).is_err());
    assert_eq!(questions_with_clusters(100, 1.1), Ok(110));
    assert!(questions_with_clusters(100, 0.0).is_err());
}
