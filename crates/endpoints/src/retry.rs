//! When a request is repeated, and after how long.

use std::time::{Duration, SystemTime};

/// How often and how patiently a request is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// How many times a request is repeated after the first.
    pub retries: u32,
    /// The wait before the first repetition, doubled before each further one.
    pub first_wait: Duration,
    /// No wait is longer. Where a server asks for more, the call fails and says so.
    pub longest_wait: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { retries: 4, first_wait: Duration::from_millis(500), longest_wait: Duration::from_secs(60) }
    }
}

impl Patience {
    /// The wait after the attempt numbered `attempt` from 1: it doubles, and is spread over its upper half so that calls that failed
    /// together do not come back together. The spread follows from `seed` alone, so that a run can be repeated.
    pub fn wait(&self, attempt: u32, seed: u64) -> Duration {
        let doubled = self.first_wait.saturating_mul(2_u32.saturating_pow(attempt.saturating_sub(1)));
        let whole = doubled.min(self.longest_wait);
        let share = mixed(seed ^ u64::from(attempt)) >> 40;
        whole / 2 + (whole / 2).mul_f64(share as f64 / f64::from(1_u32 << 24))
    }
}

/// Whether a reply with this status is worth asking for again.
pub fn passes(status: u16) -> bool {
    matches!(status, 408 | 425 | 429) || status >= 500
}

/// How long `Retry-After` asks to wait, given in seconds or as a date. What is neither says nothing.
pub fn asked_for(header: &str, now: SystemTime) -> Option<Duration> {
    let header = header.trim();
    if !header.is_empty() && header.bytes().all(|b| b.is_ascii_digit()) {
        // More digits than a number holds is longer than anybody waits.
        return Some(Duration::from_secs(header.parse().unwrap_or(u64::MAX)));
    }
    let date = httpdate::parse_http_date(header).ok()?;
    Some(date.duration_since(now).unwrap_or_default())
}

/// A number for the bytes of a request (FNV-1a), from which the spread of its waits follows.
pub fn seed(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Spreads the bits of a number over all of it (the finalizer of SplitMix64).
fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_longest_and_follow_from_the_seed() {
        let patience = Patience { retries: 9, first_wait: Duration::from_millis(100), longest_wait: Duration::from_millis(350) };
        for (attempt, whole) in [(1, 100), (2, 200), (3, 350), (40, 350)] {
            for number in 0..100 {
                let wait = patience.wait(attempt, seed(&[number]));
                let bounds = Duration::from_millis(whole) / 2..=Duration::from_millis(whole);
                assert!(bounds.contains(&wait), "{attempt}: {wait:?}");
                assert_eq!(wait, patience.wait(attempt, seed(&[number])));
            }
        }
        assert_ne!(patience.wait(1, seed(b"a")), patience.wait(1, seed(b"b")));
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let now = httpdate::parse_http_date("Mon, 30 Nov 2026 10:00:00 GMT").unwrap();
        let asked = |header: &str| asked_for(header, now).map(|d| d.as_secs());
        assert_eq!(asked(" 7 "), Some(7));
        assert_eq!(asked("0"), Some(0));
        assert_eq!(asked("99999999999999999999999"), Some(u64::MAX));
        assert_eq!(asked("Mon, 30 Nov 2026 10:00:12 GMT"), Some(12));
        assert_eq!(asked("Monday, 30-Nov-26 10:01:00 GMT"), Some(60));
        assert_eq!(asked("Mon, 30 Nov 2026 09:00:00 GMT"), Some(0));
        for neither in ["", "soon", "-3", "1.5", "Mon, 31 Nov"] {
            assert_eq!(asked(neither), None, "{neither}");
        }
    }

    #[test]
    fn only_what_may_pass_is_repeated() {
        assert!([408, 425, 429, 500, 502, 503, 504, 529].into_iter().all(passes));
        assert!(![200, 302, 400, 401, 403, 404, 409, 413, 422].into_iter().any(passes));
    }
}
