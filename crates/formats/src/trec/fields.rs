//! Fields of a line, and the numbers in them.

use super::{Compat, Reading};
use crate::error::{InputError, quoted};

/// White space between fields, as C's `isspace` has it without the line feed.
#[inline]
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)
}

/// Takes the next field off `rest`; empty at the end of the line.
#[inline]
pub fn next_field<'a>(rest: &mut &'a [u8]) -> &'a [u8] {
    let line = *rest;
    let mut start = 0;
    while start < line.len() && is_space(line[start]) {
        start += 1;
    }
    let mut end = start;
    // Nearly every byte of a field is above the blank, and then one comparison tells.
    while end < line.len() && (line[end] > b' ' || !is_space(line[end])) {
        end += 1;
    }
    *rest = &line[end..];
    &line[start..end]
}

/// Whether two short slices are equal: a call of the library's comparison costs more than the few bytes of an id.
#[inline]
pub fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    // Two overlapping words cover every length from one word to two.
    if let (Some((a0, a1)), Some((b0, b1))) = (both_ends::<8>(a), both_ends::<8>(b)) {
        return u64::from_le_bytes(*a0) == u64::from_le_bytes(*b0)
            && u64::from_le_bytes(*a1) == u64::from_le_bytes(*b1)
            && (a.len() <= 16 || a == b);
    }
    if let (Some((a0, a1)), Some((b0, b1))) = (both_ends::<4>(a), both_ends::<4>(b)) {
        return u32::from_le_bytes(*a0) == u32::from_le_bytes(*b0) && u32::from_le_bytes(*a1) == u32::from_le_bytes(*b1);
    }
    a == b
}

fn both_ends<const N: usize>(bytes: &[u8]) -> Option<(&[u8; N], &[u8; N])> {
    Some((bytes.first_chunk()?, bytes.last_chunk()?))
}

/// Whether a line holds nothing but white space.
pub fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|&b| is_space(b))
}

/// Whether a line is a comment. Ids may start with `#`, so that only `#` alone or before white space starts one; trec_eval 9 has
/// none, trec_eval 10 takes every line that starts with it.
pub fn is_comment(line: &[u8], reading: &Reading) -> bool {
    match reading.compat {
        Some(Compat::V9) => false,
        Some(Compat::V10) => line.first() == Some(&b'#'),
        None => line.first() == Some(&b'#') && line.get(1).is_none_or(|&b| is_space(b)),
    }
}

/// A line with the wrong number of fields.
#[cold]
pub fn wrong_field_count(line: &[u8], expected: &str) -> InputError {
    let mut rest = line;
    let mut count = 0;
    while !next_field(&mut rest).is_empty() {
        count += 1;
    }
    let names = expected.split(' ').count();
    let problem = format!("expected {names} fields ({expected}), found {count}");
    InputError::new(problem).mend("fields are separated by blanks or tabs; an id may hold none")
}

pub(super) const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21,
    1e22,
];

/// A finite decimal number, rounded correctly; `None` for anything else (`nan`, `inf`, `0x10`, `1,5`, `1e400`).
#[inline]
pub fn number(field: &[u8]) -> Option<f64> {
    // Digits that fit 53 bits, over a power of ten that is exact: one division then rounds correctly (Clinger 1990). All else is
    // left to the library.
    let (negative, digits) = match field {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, field),
    };
    let (mut mantissa, mut fraction, mut point) = (0u64, 0usize, false);
    if digits.is_empty() || digits.len() > 17 {
        return slow_number(field);
    }
    for &byte in digits {
        match byte {
            b'0'..=b'9' => {
                mantissa = mantissa * 10 + u64::from(byte - b'0');
                fraction += usize::from(point);
            }
            b'.' if !point => point = true,
            _ => return slow_number(field),
        }
    }
    if mantissa > 1 << 53 || (point && digits.len() == 1) {
        return slow_number(field);
    }
    let value = mantissa as f64 / POWERS[fraction];
    Some(if negative { -value } else { value })
}

#[cold]
fn slow_number(field: &[u8]) -> Option<f64> {
    std::str::from_utf8(field).ok()?.parse::<f64>().ok().filter(|n| n.is_finite())
}

/// A rank; `None` where the column does not hold a whole number from 0 that fits 32 bits.
#[inline]
pub fn rank(field: &[u8]) -> Option<u32> {
    if field.is_empty() || field.len() > 9 {
        return None;
    }
    field.iter().try_fold(0u32, |n, &b| b.is_ascii_digit().then(|| n * 10 + u32::from(b - b'0')))
}

/// A grade.
#[inline]
pub fn grade(field: &[u8]) -> Result<i32, InputError> {
    match field {
        [digit @ b'0'..=b'9'] => Ok(i32::from(digit - b'0')),
        _ => any_grade(field),
    }
}

fn any_grade(field: &[u8]) -> Result<i32, InputError> {
    let text = String::from_utf8_lossy(field);
    text.parse::<i32>().map_err(|_| {
        InputError::new(format!("the grade must be a whole number between -2147483648 and 2147483647, found {}", quoted(&text)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_equal_those_of_the_library() {
        for text in [
            "0",
            "-0.0",
            "12.125",
            "9.123456",
            "-3.5e-2",
            "1e-400",
            "+2.0",
            ".5",
            "5.",
            "123456789012345678",
            "9007199254740993",
            "0.1234567890123456789",
            "-17.000001",
        ] {
            let ours = number(text.as_bytes()).map(f64::to_bits);
            assert_eq!(ours, Some(text.parse::<f64>().unwrap().to_bits()), "{text}");
        }
        for text in ["", "-", ".", "nan", "inf", "-inf", "1e400", "0x10", "1,5", "1.5abc", "abc", "1.2.3", "--1"] {
            assert_eq!(number(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn short_slices_compare_as_slices_do() {
        let text = b"abcdefghijklmnopqrstuvwxyz";
        for from in 0..=26 {
            for to in from..=26 {
                let (a, mut b) = (&text[from..to], text[from..to].to_vec());
                assert!(same(a, &b));
                for place in 0..b.len() {
                    b[place] ^= 1;
                    assert!(!same(a, &b), "{place} of {}", b.len());
                    b[place] ^= 1;
                }
                assert!(!same(a, &text[from..to.saturating_sub(1).max(from)]) || to == from);
            }
        }
    }

    #[test]
    fn an_id_may_start_with_the_mark_of_a_comment() {
        let with = |compat| Reading { compat, ..Reading::default() };
        assert!(is_comment(b"# 1 0 a", &with(None)) && is_comment(b"#", &with(None)));
        assert!(!is_comment(b"#1 0 a 1", &with(None)));
        assert!(is_comment(b"#1 0 a 1", &with(Some(Compat::V10))));
        assert!(!is_comment(b"# 1 0 a", &with(Some(Compat::V9))));
    }
}
