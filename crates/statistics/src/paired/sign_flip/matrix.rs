use crate::generator::Stream;

/// Random signs for a Monte Carlo test, packed to bits: made once, shared by many comparisons.
///
/// The sign of (replicate, column) depends on the seed, the replicate and the column alone: a
/// larger matrix under the same seed contains a smaller one, and no order of work or number of
/// threads changes a digit.
#[derive(Clone, Debug)]
pub struct SignMatrix {
    seed: u64,
    replicates: u32,
    columns: usize,
    /// One byte for eight columns of one replicate; the replicates of a block lie side by side, so
    /// that one table of 256 sums serves a whole run of them.
    blocks: Vec<u8>,
}

impl SignMatrix {
    /// Signs for `replicates` replicates of `columns` questions. Takes replicates·columns/8 bytes.
    pub fn new(seed: u64, replicates: u32, columns: usize) -> Self {
        let rows = replicates as usize;
        let mut blocks = vec![0_u8; columns.div_ceil(8) * rows];
        for replicate in 0..rows {
            let mut stream = Stream::new(seed, replicate as u64);
            let mut column = 0;
            while column < columns {
                let width = (columns - column).min(8);
                let mut byte = 0;
                for bit in 0..width {
                    byte |= u8::from(stream.flip()) << bit;
                }
                blocks[column / 8 * rows + replicate] = byte;
                column += width;
            }
        }
        Self { seed, replicates, columns, blocks }
    }

    /// The seed it was made from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Number of replicates.
    pub fn replicates(&self) -> u32 {
        self.replicates
    }

    /// Number of questions it has signs for.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Whether the sign of `column` is flipped in `replicate`. `false` outside the matrix.
    pub fn flipped(&self, replicate: u32, column: usize) -> bool {
        if replicate >= self.replicates || column >= self.columns {
            return false;
        }
        self.block(column / 8)[replicate as usize] >> (column % 8) & 1 == 1
    }

    /// The bytes of all replicates for columns 8·block to 8·block + 7.
    pub(super) fn block(&self, block: usize) -> &[u8] {
        let rows = self.replicates as usize;
        &self.blocks[block * rows..(block + 1) * rows]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_larger_matrix_contains_a_smaller_one() {
        let small = SignMatrix::new(7, 5, 11);
        let large = SignMatrix::new(7, 9, 40);
        let mut flips = 0;
        for replicate in 0..5 {
            let mut stream = Stream::new(7, u64::from(replicate));
            for column in 0..11 {
                let flipped = stream.flip();
                flips += u32::from(flipped);
                assert_eq!(small.flipped(replicate, column), flipped);
                assert_eq!(large.flipped(replicate, column), flipped);
            }
        }
        assert!((15..40).contains(&flips), "{flips}");
        assert!(!small.flipped(5, 0) && !small.flipped(0, 11));
    }
}
