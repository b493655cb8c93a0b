//! The clock, as text in UTC.

use std::time::{SystemTime, UNIX_EPOCH};

/// Now, as in `2026-11-30T08:15:00Z`. The first ten characters are the day.
pub fn now() -> String {
    text(seconds())
}

/// Now, in seconds since 1970.
pub fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Whether a text is a day that exists, as in `2026-11-30`.
pub fn is_day(day: &str) -> bool {
    let digits = |part: &str, length: usize| part.len() == length && part.bytes().all(|b| b.is_ascii_digit());
    let parts: Vec<&str> = day.split('-').collect();
    let [year, month, of_month] = parts[..] else { return false };
    if !(digits(year, 4) && digits(month, 2) && digits(of_month, 2)) {
        return false;
    }
    // Only a day that exists comes back as itself.
    let number = |part: &str| part.parse::<i64>().unwrap_or(0);
    let days = days_before(number(year), number(month), number(of_month));
    u64::try_from(days * 86_400).is_ok_and(|seconds| text(seconds).starts_with(day))
}

/// Days from 1 January 1970 to a day of the Gregorian calendar: years begin in March, so that the leap day is their last.
fn days_before(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + (153 * month + 2) / 5 + day - 1 - 719_468
}

fn text(seconds: u64) -> String {
    let days = (seconds / 86_400) as i64;
    // A year and a day that may be one too far, corrected.
    let mut year = 1970 + days / 366;
    while days_before(year + 1, 1, 1) <= days {
        year += 1;
    }
    let month = (1..=12).rev().find(|month| days_before(year, *month, 1) <= days).unwrap_or(1);
    let day = days - days_before(year, month, 1) + 1;
    let of_day = seconds % 86_400;
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", of_day / 3600, of_day / 60 % 60, of_day % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_the_calendar() {
        assert_eq!(text(0), "1970-01-01T00:00:00Z");
        assert_eq!(text(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(text(1_796_026_199), "2026-11-30T08:09:59Z");
        assert_eq!(text(4_107_542_399), "2100-02-28T23:59:59Z");
        assert_eq!(text(4_107_542_400), "2100-03-01T00:00:00Z");
        for day in ["2026-11-30", "2024-02-29", "1970-01-01", "2026-12-31"] {
            assert!(is_day(day), "{day}");
        }
        for day in
            ["", "2026-11-31", "2025-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "2026-11-30T", "26-11-30", "+026-11-30"]
        {
            assert!(!is_day(day), "{day}");
        }
    }
}
