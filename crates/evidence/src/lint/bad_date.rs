//! Dates that are none.

use super::{Finding, Place, Rule, Set, Severity, show};

pub(super) const RULE: Rule = Rule {
    name: "bad-date",
    severity: Severity::Fault,
    about: "Finds dates that are not ISO 8601 (`YYYY-MM-DD`, with or without a time): when a revision is in force cannot be told.",
    check,
};

fn check(set: &Set, findings: &mut Vec<Finding>) {
    let mend = || "write YYYY-MM-DD, or YYYY-MM-DDThh:mm:ssZ".to_string();
    let problem = |field: &str, date: &str| format!("\"{field}\" is not a date: {}", show::text(date));
    for (index, document) in set.corpus.iter().flat_map(|c| c.documents()).enumerate() {
        for (field, date) in [("effective_from", &document.effective_from), ("expires_at", &document.expires_at)] {
            if let Some(date) = date.as_ref().filter(|d| !is_date(d)) {
                findings.push(RULE.finding(Place::Document(index), &document.id, problem(field, date), mend()));
            }
        }
    }
    for (index, label) in set.labels.iter().enumerate() {
        if let Some(at) = label.at.as_ref().filter(|d| !is_date(d)) {
            let finding = RULE.finding(Place::Label(index), &label.question, problem("at", at), mend());
            findings.push(finding.with(Severity::Warning));
        }
    }
}

/// Whether a text is a calendar date and nothing else, as in `2026-11-30`.
pub fn is_day(text: &str) -> bool {
    text.len() == 10 && is_date(text)
}

/// Whether a text begins with a calendar date, and has nothing after it but a time.
pub(super) fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let number = |from: usize, to: usize| -> Option<u32> {
        let digits = bytes.get(from..to)?;
        digits.iter().all(u8::is_ascii_digit).then(|| digits.iter().fold(0, |n, d| n * 10 + u32::from(d - b'0')))
    };
    let (Some(year), Some(month), Some(day)) = (number(0, 4), number(5, 7), number(8, 10)) else { return false };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(leap),
        1..=12 => 31,
        _ => return false,
    };
    let joined = bytes[4] == b'-' && bytes[7] == b'-' && (1..=days).contains(&day);
    joined && is_time(&bytes[10..])
}

/// Nothing, or `T` (or a space) and `hh:mm`, then seconds, a fraction and a zone or none of them.
fn is_time(mut rest: &[u8]) -> bool {
    if rest.is_empty() {
        return true;
    }
    if !matches!(rest[0], b'T' | b't' | b' ') {
        return false;
    }
    rest = &rest[1..];
    let two = |bytes: &[u8], most: u8| {
        bytes.len() >= 2 && bytes[..2].iter().all(u8::is_ascii_digit) && (bytes[0] - b'0') * 10 + (bytes[1] - b'0') <= most
    };
    if !(two(rest, 24) && rest.get(2) == Some(&b':') && two(&rest[3..], 59)) {
        return false;
    }
    rest = &rest[5..];
    if rest.first() == Some(&b':') {
        if !two(&rest[1..], 60) {
            return false;
        }
        rest = &rest[3..];
        if matches!(rest.first(), Some(b'.' | b',')) {
            let digits = rest[1..].iter().take_while(|b| b.is_ascii_digit()).count();
            if digits == 0 {
                return false;
            }
            rest = &rest[1 + digits..];
        }
    }
    match rest {
        [] | [b'Z' | b'z'] => true,
        [b'+' | b'-', hours @ ..] if two(hours, 23) => match &hours[2..] {
            [] => true,
            [b':', minutes @ ..] | minutes => minutes.len() == 2 && two(minutes, 59),
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_date;

    #[test]
    fn dates_with_and_without_a_time() {
        for good in ["2026-10-03", "2024-02-29", "2026-10-03T08:00Z", "2026-10-03 08:00:01.5+02:00", "2026-10-03T08:00:00-0530"] {
            assert!(is_date(good), "{good}");
        }
        let bad = ["", "2026", "2026-1-3", "2026-13-01", "2026-00-10", "2026-04-31", "2025-02-29", "03.10.2026", "2026/10/03"];
        let more = ["2026-10-03x", "2026-10-03T", "2026-10-03T8:00", "2026-10-03T08:00:", "2026-10-03T08:00:00.", "2026-10-0é"];
        for bad in bad.into_iter().chain(more).chain(["2026-10-03T08:00+", "2026-10-03T08:00+01:", "2026-10-03T08:00ZZ"]) {
            assert!(!is_date(bad), "{bad}");
        }
    }
}
