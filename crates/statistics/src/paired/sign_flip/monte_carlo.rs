//! Random flips.

use super::super::Side;
use super::enumeration::signed_sums;
use super::{MONTE_CARLO, Observed, SignFlip, SignMatrix};
use crate::undefined::{UNEQUAL_LENGTHS, Undefined};

/// Replicates worked on together: their sums stay in the fastest cache.
const TILE: usize = 512;

/// p = (1 + #)/(B + 1) (Phipson and Smyth 2010): the observed labelling is one of the possible
/// ones, so p is never 0.
fn p(extreme: usize, replicates: usize) -> f64 {
    (1 + extreme) as f64 / (1 + replicates) as f64
}

pub(super) fn with_matrix(differences: &[f64], observed: &Observed, signs: &SignMatrix) -> Result<SignFlip, Undefined> {
    let sums = replicate_sums(differences, signs)?;
    let extreme = sums.iter().filter(|sum| observed.is_reached_by(**sum)).count();
    Ok(SignFlip {
        p: p(extreme, sums.len()),
        method: MONTE_CARLO,
        replicates: Some(signs.replicates()),
        seed: Some(signs.seed()),
    })
}

/// The sum of the flipped differences of every replicate.
///
/// Eight differences become a table of the 256 sums their signs can give, so a replicate of a
/// thousand questions costs 125 look-ups. Every replicate adds its blocks in the same order, so its
/// sum does not depend on the tiling. Blocks without a difference add nothing and are skipped.
pub(crate) fn replicate_sums(differences: &[f64], signs: &SignMatrix) -> Result<Vec<f64>, Undefined> {
    if signs.columns() < differences.len() {
        return Err(Undefined("fewer columns of signs than questions"));
    }
    let replicates = signs.replicates() as usize;
    if replicates == 0 {
        return Err(Undefined("no replicates"));
    }
    let tables: Vec<([f64; 256], &[u8])> = differences
        .chunks(8)
        .enumerate()
        .filter(|(_, eight)| eight.iter().any(|d| *d != 0.0))
        .map(|(block, eight)| (table(eight), signs.block(block)))
        .collect();
    let mut all = vec![0.0_f64; replicates];
    for (tile, sums) in all.chunks_mut(TILE).enumerate() {
        let (start, end) = (tile * TILE, tile * TILE + sums.len());
        let mut fours = tables.chunks_exact(4);
        for four in &mut fours {
            let [(t0, b0), (t1, b1), (t2, b2), (t3, b3)] = four else { continue };
            let bytes = b0[start..end].iter().zip(&b1[start..end]).zip(&b2[start..end]).zip(&b3[start..end]);
            for (sum, (((x0, x1), x2), x3)) in sums.iter_mut().zip(bytes) {
                *sum += (t0[usize::from(*x0)] + t1[usize::from(*x1)]) + (t2[usize::from(*x2)] + t3[usize::from(*x3)]);
            }
        }
        for (table, bytes) in fours.remainder() {
            for (sum, byte) in sums.iter_mut().zip(&bytes[start..end]) {
                *sum += table[usize::from(*byte)];
            }
        }
    }
    Ok(all)
}

fn table(eight: &[f64]) -> [f64; 256] {
    let mut padded = [0.0; 8];
    padded[..eight.len()].copy_from_slice(eight);
    let mut table = [0.0; 256];
    table.copy_from_slice(&signed_sums(&padded));
    table
}

/// The Monte Carlo p with explicit signs (negative: flipped), one row a replicate, as long as the
/// differences. Undefined for no differences, rows of another length, or no rows.
pub fn from_signs<R: AsRef<[i8]>>(differences: &[f64], signs: &[R], side: Side) -> Result<f64, Undefined> {
    let observed = Observed::of(differences, side)?;
    if signs.is_empty() {
        return Err(Undefined("no replicates"));
    }
    if signs.iter().any(|row| row.as_ref().len() != differences.len()) {
        return Err(UNEQUAL_LENGTHS);
    }
    let extreme = signs
        .iter()
        .filter(|row| {
            let signed = differences.iter().zip(row.as_ref()).map(|(d, s)| if *s < 0 { -d } else { *d });
            observed.is_reached_by(crate::sum(signed))
        })
        .count();
    Ok(p(extreme, signs.len()))
}
