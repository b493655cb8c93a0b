//! The form that nearly every line has, read without looking at a byte twice: one blank between fields, plain digits, nothing that has to
//! be decided. What is not of this form is left to the careful way in `fields`, which gives the same values or the error.

use super::fields::{POWERS, same};

/// What a usual result holds behind its query's id.
pub struct UsualResult<'a> {
    /// Length in bytes of the document's id, which starts at byte 4.
    pub document: usize,
    /// The rank column.
    pub rank: u32,
    /// The score.
    pub score: f64,
    /// The blank before the tag, and all that follows, beyond the end of the line.
    pub tail: &'a [u8],
}

/// Reads ` Q0 document rank score ` from what follows a query's id.
#[inline]
pub fn result(rest: &[u8]) -> Option<UsualResult<'_>> {
    let body = rest.strip_prefix(b" Q0 ")?;
    let document = field_end(body)?;
    let [b' ', digits @ ..] = &body[document..] else { return None };
    if document == 0 {
        return None;
    }
    let (rank, digits_of_rank, after_rank) = digits_of(digits);
    let [b' ', field @ ..] = after_rank else { return None };
    let (negative, field) = match field {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, field),
    };
    let (whole, digits_of_whole, after_whole) = digits_of(field);
    let [b'.', fraction @ ..] = after_whole else { return None };
    let (part, digits_of_part, tail) = digits_of(fraction);
    if digits_of_rank == 0 || digits_of_whole == 0 || digits_of_part == 0 || tail.first() != Some(&b' ') {
        return None;
    }
    // At most 16 digits, so that both numbers are exact and one division rounds correctly: the same value as `fields::number`.
    let mantissa = whole * WHOLE_POWERS[digits_of_part] + part;
    if mantissa > 1 << 53 {
        return None;
    }
    let value = mantissa as f64 / POWERS[digits_of_part];
    Some(UsualResult { document, rank: rank as u32, score: if negative { -value } else { value }, tail })
}

/// What a usual judgement holds behind its query's id.
pub struct UsualJudgement<'a> {
    /// The document's id.
    pub document: &'a [u8],
    /// The grade.
    pub grade: i32,
    /// What follows the grade, from the line feed on.
    pub after: &'a [u8],
}

/// Reads ` 0 document grade` with a grade of one digit and a line feed after it.
#[inline]
pub fn judgement(rest: &[u8]) -> Option<UsualJudgement<'_>> {
    let body = rest.strip_prefix(b" 0 ")?;
    let end = field_end(body).filter(|end| *end > 0)?;
    let [b' ', grade @ b'0'..=b'9', after @ ..] = &body[end..] else { return None };
    let grade = i32::from(grade - b'0');
    (after.first() == Some(&b'\n')).then_some(UsualJudgement { document: &body[..end], grade, after })
}

/// How long the id of the query is with which the line at `start` begins; `None` leaves the line to the careful way. `last` is where the
/// query of the line before stands: the same, nearly always, so that one comparison does instead of a search for its end.
#[inline]
pub fn query_length(text: &[u8], start: usize, last: (usize, usize)) -> Option<usize> {
    let line = &text[start..];
    let known = last.1 - last.0;
    let repeats = known > 0 && line.get(known) == Some(&b' ') && same(&text[last.0..last.1], &line[..known]);
    let length = if repeats { known } else { field_end(line)? };
    (length > 0 && line[0] != b'#').then_some(length)
}

const EACH: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x80 * EACH;

/// Where the field at the start ends: the place of the first blank or control character, eight bytes at a time.
#[inline]
fn field_end(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(chunk) = bytes[at..].first_chunk::<8>() {
        let word = u64::from_le_bytes(*chunk);
        // The high bit of a byte is set where it is at most a blank; what a borrow does to bytes behind the first does not matter.
        let found = word.wrapping_sub(0x21 * EACH) & !word & HIGH;
        if found != 0 {
            return Some(at + found.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    bytes[at..].iter().position(|&b| b <= b' ').map(|more| at + more)
}

/// Up to eight digits from the start: their value, how many there are, and what follows. Where there are more, what follows is a digit.
#[inline]
fn digits_of(bytes: &[u8]) -> (u64, usize, &[u8]) {
    let Some(chunk) = bytes.first_chunk::<8>() else { return few_digits_of(bytes) };
    let word = u64::from_le_bytes(*chunk) ^ (0x30 * EACH);
    // The high bit of a byte is set where it is above 9; a carry reaches only bytes behind the first such.
    let others = (word.wrapping_add(0x76 * EACH) | word) & HIGH;
    let count = if others == 0 { 8 } else { others.trailing_zeros() as usize / 8 };
    if count == 0 {
        return (0, 0, bytes);
    }
    // Leading zeros in front, then pairs, fours and eights of digits are joined (as in simdjson's number parsing).
    let digits = word << (64 - 8 * count);
    let pairs = (digits.wrapping_mul(10).wrapping_add(digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(100).wrapping_add(pairs >> 16)) & 0x0000_ffff_0000_ffff;
    let eight = (fours.wrapping_mul(10_000).wrapping_add(fours >> 32)) & 0xffff_ffff;
    (eight, count, &bytes[count..])
}

/// The same for what ends within eight bytes.
fn few_digits_of(bytes: &[u8]) -> (u64, usize, &[u8]) {
    let count = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
    (bytes[..count].iter().fold(0, |value, b| value * 10 + u64::from(b - b'0')), count, &bytes[count..])
}

const WHOLE_POWERS: [u64; 9] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

#[cfg(test)]
mod tests {
    use super::super::fields::number;
    use super::*;

    #[test]
    fn a_usual_line_reads_as_the_careful_way_does() {
        for score in ["12.125000", "0.5", "-3.25", "9.123456", "12345678.12345678", "0.00000001", "-0.0"] {
            let line = format!(" Q0 D1 7 {score} tag");
            let found = result(line.as_bytes()).unwrap();
            assert_eq!(found.score.to_bits(), number(score.as_bytes()).unwrap().to_bits(), "{score}");
            assert_eq!((found.document, found.rank, found.tail), (2, 7, &b" tag"[..]));
        }
        for line in [
            "",
            " Q0 ",
            " Q0  D1 7 1.5 t",
            " Q1 D1 7 1.5 t",
            " Q0 D1 7 15 t",
            " Q0 D1 7 1. t",
            " Q0 D1 7 .5 t",
            " Q0 D1 x 1.5 t",
            " Q0 D1 7 1.5",
            " Q0 D1 7 1.5e3 t",
            " Q0 D1 7 1.123456789 t",
            " Q0 D1 7 123456789.1 t",
            " Q0 D1 7 99999999.99999999 t",
            " Q0 D1 7 nan t",
            " Q0\tD1 7 1.5 t",
            " Q0 D1 1234567890 1.5 t",
            " Q0 D1 7 --1.5 t",
        ] {
            assert!(result(line.as_bytes()).is_none(), "{line}");
        }
    }

    #[test]
    fn digits_and_fields_end_where_a_plain_loop_says() {
        for length in 0..20 {
            for place in 0..=length {
                for other in *b"\0 \n\x1f!/:.-a\x80\xff" {
                    let mut text = b"12345678901234567890"[..length].to_vec();
                    text.get_mut(place).into_iter().for_each(|b| *b = other);
                    let plain = few_digits_of(&text[..text.iter().take(8).take_while(|b| b.is_ascii_digit()).count()]);
                    let (value, count, rest) = digits_of(&text);
                    assert_eq!((value, count, rest.len()), (plain.0, plain.1, length - plain.1), "{text:?}");
                    assert_eq!(field_end(&text), text.iter().position(|&b| b <= b' '), "{text:?}");
                }
            }
        }
    }

    #[test]
    fn a_usual_judgement_has_one_digit_and_an_end() {
        let found = judgement(b" 0 doc7 3\nq2").unwrap();
        assert_eq!((found.document, found.grade, found.after), (&b"doc7"[..], 3, &b"\nq2"[..]));
        for line in
            [" 0 doc 3", " 0 doc 13\n", " 0 doc -1\n", " 0  3\n", " Q0 d 1\n", " 0 d 1 \n", " 0 d\t1\n", " 0 d 1\r\n", " 0 "]
        {
            assert!(judgement(line.as_bytes()).is_none(), "{line:?}");
        }
    }
}
