//! Sign flips against their definition, term by term.

use statistics::generator::Stream;
use statistics::paired::Side;
use statistics::paired::sign_flip::{MONTE_CARLO, SignMatrix, sign_flip, sign_flip_seeded};

/// Differences as of real-valued scores: a third of them zero, the rest on no common fraction.
fn differences(comparison: u64, questions: usize) -> Vec<f64> {
    let mut stream = Stream::new(99, comparison);
    (0..questions)
        .map(|_| {
            let [kind, size] = [stream.index(3), stream.index(1 << 40)];
            if kind == 0 { 0.0 } else { size as f64 / (1_u64 << 40) as f64 - 0.49 }
        })
        .collect()
}

#[test]
fn shared_and_own_signs_agree_with_the_plain_definition() {
    for questions in [21_usize, 64, 131] {
        let values = differences(questions as u64, questions);
        let signs = SignMatrix::new(5, 700, questions + 9);
        for side in [Side::Two, Side::Greater] {
            let shared = sign_flip(&values, side, &signs).unwrap();
            if shared.method == MONTE_CARLO {
                assert_eq!(shared, sign_flip_seeded(&values, side, 700, 5).unwrap());
                let total: f64 = values.iter().sum();
                let extreme = (0..700)
                    .filter(|replicate| {
                        let mut stream = Stream::new(5, *replicate);
                        let flipped: f64 = values.iter().map(|d| if stream.flip() { -d } else { *d }).sum();
                        if side == Side::Two { flipped.abs() >= total.abs() } else { flipped >= total }
                    })
                    .count();
                assert_eq!(shared.p, (1 + extreme) as f64 / 701.0);
            }
        }
    }
}
