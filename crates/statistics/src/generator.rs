//! Random numbers that are the same everywhere.

/// Spreads consecutive replicate numbers over the seed space (an odd 64-bit constant).
const REPLICATE_STEP: u64 = 0xD134_2543_DE82_EF95;

/// SplitMix64 (Steele, Lea, Flood 2014), the reference constants.
///
/// Chosen because it is ten lines, has a published reference output and gives a fresh, independent
/// looking stream for every seed. Not for secrets.
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// A generator that starts from `seed`.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

/// The random numbers of one replicate of a resampling.
///
/// Every replicate has its own stream, which depends on nothing but the seed and the number of the
/// replicate: neither the order in which replicates are made nor the number of threads that make
/// them can change a digit. The stream starts at the first output of SplitMix64 seeded with
/// `seed XOR (replicate · 0xD1342543DE82EF95 mod 2^64)`.
#[derive(Clone, Debug)]
pub struct Stream {
    generator: SplitMix64,
}

impl Stream {
    /// The stream of replicate number `replicate` under `seed`.
    #[inline]
    pub fn new(seed: u64, replicate: u64) -> Self {
        let mixed = seed ^ replicate.wrapping_mul(REPLICATE_STEP);
        let first = SplitMix64::new(mixed).next_u64();
        Self { generator: SplitMix64::new(first) }
    }

    /// The next index in `0..n`: the high 64 bits of the 128-bit product of a draw and `n`.
    ///
    /// The bias against an exact draw is below n/2^64. For `n` = 0 the result is 0.
    #[inline]
    pub fn index(&mut self, n: usize) -> usize {
        ((u128::from(self.generator.next_u64()) * n as u128) >> 64) as usize
    }

    /// Whether the next sign is flipped: bit 63 of a draw.
    #[inline]
    pub fn flip(&mut self) -> bool {
        self.generator.next_u64() >> 63 == 1
    }
}
