//! Numbers of a table, each within its bounds.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::error::InputError;
use crate::toml_text::Table;

/// The longest time-out, in seconds: a day.
pub(crate) const LONGEST: f64 = 86_400.0;

/// How long one attempt or question may take where nothing is said.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

/// What is counted from 1.
pub(crate) const COUNTED: RangeInclusive<u32> = 1..=u32::MAX;

/// How many questions may be asked at a time.
pub(crate) const CONCURRENCY: RangeInclusive<u32> = 1..=256;

/// How many are where nothing is said.
pub(crate) const AT_A_TIME: u32 = 4;

/// A whole number from 1, which may be absent.
pub(crate) fn at_least_one(table: &Table<'_>, key: &str) -> Result<Option<u32>, InputError> {
    let Some(number) = table.integer(key)? else { return Ok(None) };
    let counted = u32::try_from(number).ok().filter(|n| COUNTED.contains(n));
    let (bound, end) = if number < 1 { ("least", COUNTED.start()) } else { ("most", COUNTED.end()) };
    counted.map(Some).ok_or_else(|| table.fault(key, format!("{key} {number} must be at {bound} {end}")))
}

/// A whole number within bounds, which may be absent.
pub(crate) fn within(table: &Table<'_>, key: &str, bounds: RangeInclusive<u32>) -> Result<Option<u32>, InputError> {
    let Some(number) = table.integer(key)? else { return Ok(None) };
    let counted = u32::try_from(number).ok().filter(|n| bounds.contains(n));
    counted
        .map(Some)
        .ok_or_else(|| table.fault(key, format!("{key} {number} must be from {} to {}", bounds.start(), bounds.end())))
}

/// A number from 0 to 1.
pub(crate) fn share(table: &Table<'_>, key: &str, usual: f64) -> Result<f64, InputError> {
    Ok(between(table, key, 0.0..=1.0)?.unwrap_or(usual))
}

/// Seconds, which may have a fraction.
pub(crate) fn seconds(table: &Table<'_>, key: &str, usual: Duration) -> Result<Duration, InputError> {
    match table.number(key)? {
        None => Ok(usual),
        Some(seconds) if seconds > 0.0 && seconds <= LONGEST => Ok(Duration::from_secs_f64(seconds)),
        Some(seconds) => Err(table.fault(key, format!("{key} {seconds} must be seconds above 0, and at most {LONGEST}"))),
    }
}

/// A number that is not below `least`, which may be absent.
pub(crate) fn at_least(table: &Table<'_>, key: &str, least: f64) -> Result<Option<f64>, InputError> {
    match table.number(key)? {
        Some(number) if number < least => Err(table.fault(key, format!("{key} {number} must be at least {least}"))),
        stated => Ok(stated),
    }
}

/// A number within bounds, which may be absent.
pub(crate) fn between(table: &Table<'_>, key: &str, bounds: RangeInclusive<f64>) -> Result<Option<f64>, InputError> {
    match table.number(key)? {
        Some(number) if !bounds.contains(&number) => {
            Err(table.fault(key, format!("{key} {number} must be from {} to {}", bounds.start(), bounds.end())))
        }
        stated => Ok(stated),
    }
}
