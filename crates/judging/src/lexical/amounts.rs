//! Numbers with their units, as values that compare: 12,50 € and 12.50 EUR, 5 % and 5 percent, 1,000 and 1000, two weeks and 14 days.

use std::ops::Range;

use super::dates;
use super::lexicon::{Unit, entry, unit};
use super::read::{Reading, Word};
use super::signs;

/// A number as written: 1,000 is a thousand to some and one to others, so it may have two values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Number {
    pub value: f64,
    pub other: Option<f64>,
    /// A whole number of that many digits and nothing else; 0 otherwise.
    pub digits: usize,
    /// A date in figures: day, month, year.
    pub date: Option<(u32, u32, i32)>,
}

impl Number {
    /// A whole number that was not written in digits.
    pub fn whole(value: f64) -> Self {
        Self { value, other: None, digits: 0, date: None }
    }
}

/// A number with what it counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Amount {
    pub value: f64,
    pub other: Option<f64>,
    /// A known unit; or the key of the word that follows, with the factor 1.
    pub unit: Option<Unit>,
    pub start: usize,
    pub end: usize,
}

impl Amount {
    fn values(&self) -> impl Iterator<Item = f64> {
        let factor = self.unit.map_or(1.0, |unit| unit.factor);
        std::iter::once(self.value).chain(self.other).map(move |value| value * factor)
    }

    /// Whether they may be written for the same number.
    fn same_value(&self, other: &Self) -> bool {
        self.values().any(|one| other.values().any(|two| (one - two).abs() <= 1e-9 * one.abs().max(two.abs())))
    }

    /// Whether the other says the same: the same number, and no other known unit.
    pub fn same(&self, other: &Self) -> bool {
        match (self.unit, other.unit) {
            (Some(one), Some(two)) if one.dimension == two.dimension => self.same_value(other),
            (Some(one), Some(two)) if one.is_known() && two.is_known() => false,
            _ => {
                let bare = |amount: &Self| Self { unit: None, ..*amount };
                bare(self).same_value(&bare(other))
            }
        }
    }

    /// Whether it may be written for this whole number, of which nothing says what it counts.
    pub fn is_bare(&self, value: Option<f64>) -> bool {
        value.is_some_and(|value| (self.value == value || self.other == Some(value)) && !self.unit.is_some_and(Unit::is_known))
    }

    /// Whether they count the same thing, and differ.
    pub fn differs(&self, other: &Self) -> bool {
        matches!((self.unit, other.unit), (Some(one), Some(two)) if one.dimension == two.dimension) && !self.same_value(other)
    }
}

impl Unit {
    /// Known units have odd keys, words that merely follow have even ones.
    fn is_known(self) -> bool {
        self.dimension & 1 == 1
    }
}

/// More digits than that are no number that anything is counted with.
const DIGITS: usize = 15;

/// The number at the start of the text, which begins with a digit, and its bytes; `None` where it is a name made of digits.
pub(super) fn number(text: &str) -> (Option<Number>, usize) {
    let digit = |c: char| matches!(c, '0'..='9' | '０'..='９').then(|| char::from(b'0' + (c as u32 % 16) as u8));
    let mut groups: Vec<String> = vec![String::new()];
    let mut separators: Vec<char> = Vec::new();
    let (mut end, mut rest) = (0, text);
    while let Some(character) = rest.chars().next() {
        let after = &rest[character.len_utf8()..];
        if let Some(one) = digit(character) {
            if let Some(group) = groups.last_mut() {
                group.push(one);
            }
        } else if separates(character, after) && separators.len() < 8 {
            separators.push(character);
            groups.push(String::new());
        } else {
            break;
        }
        end += character.len_utf8();
        rest = after;
    }
    (value(&groups, &separators), end)
}

/// Whether a number goes on behind this character.
fn separates(character: char, after: &str) -> bool {
    let digits = after.chars().take(4).take_while(char::is_ascii_digit).count();
    match character {
        '.' | ',' => digits > 0,
        '\'' | '’' | '\u{a0}' | '\u{202f}' | '\u{2009}' => digits == 3,
        _ => false,
    }
}

fn value(groups: &[String], separators: &[char]) -> Option<Number> {
    if groups.iter().map(String::len).sum::<usize>() > DIGITS {
        return None;
    }
    let joined = |groups: &[String]| groups.concat().parse::<f64>().ok();
    let with_point = |at: usize| format!("{}.{}", groups[..at].concat(), groups[at..].concat()).parse::<f64>().ok();
    let thousands = groups[0].len() <= 3 && groups[1..].iter().all(|group| group.len() == 3);
    let number = |value| Number { value, other: None, digits: 0, date: None };
    let point = |c: char| matches!(c, '.' | ',');
    match separators {
        [] => Some(Number { digits: groups[0].len(), ..number(joined(groups)?) }),
        [one] if point(*one) && thousands && groups[0] != "0" => {
            let (whole, part) = (joined(groups)?, with_point(1)?);
            let (value, other) = if *one == ',' { (whole, part) } else { (part, whole) };
            Some(Number { other: Some(other), ..number(value) })
        }
        [one] if point(*one) => Some(number(with_point(1)?)),
        [first, .., last] if point(*last) && first != last => {
            let before = separators[..separators.len() - 1].iter().all(|c| c == first);
            let grouped = groups[1..groups.len() - 1].iter().all(|group| group.len() == 3);
            (before && grouped).then(|| with_point(groups.len() - 1)).flatten().map(number)
        }
        _ if thousands => Some(number(joined(groups)?)),
        ['.', '.'] => dates::in_figures(groups).map(|date| Number { date: Some(date), ..number(0.0) }),
        _ => None,
    }
}

/// Finds the amounts and dates among the words of a sentence; what they take is no word any more.
pub(super) fn find(text: &str, read: &mut Reading, words: Range<usize>) {
    let mut at = words.start;
    while at < words.end {
        if !read.words[at].counts {
            at += 1;
        } else if let Some((date, length)) = dates::find(text, read, at..words.end) {
            read.words[at..at + length].iter_mut().for_each(|word| word.taken = true);
            read.dates.push(date);
            at += length;
        } else if let Some((amount, length)) = amount(text, read, at..words.end) {
            read.words[at..at + length].iter_mut().for_each(|word| word.taken = true);
            read.amounts.push(amount);
            at += length;
        } else {
            at += 1;
        }
    }
}

/// The amount that begins with the first of these words, and how many of them it takes.
fn amount(text: &str, read: &Reading, words: Range<usize>) -> Option<(Amount, usize)> {
    let window = &read.words[words.clone()];
    let first = window.first()?;
    let meaning = |word: &Word| if word.number { Default::default() } else { entry(word.plain) };
    // EUR 20: the currency stands before the number.
    if let (Some(money), Some(second)) = (meaning(first).unit, window.get(1))
        && second.number
        && text[first.start..first.end].len() == 3
        && first.end + 1 >= second.start
        && text[first.start..first.end].bytes().all(|b| b.is_ascii_uppercase())
    {
        let (found, length) = amount(text, read, words.start + 1..words.end)?;
        return Some((Amount { unit: Some(money), start: first.start, ..found }, length + 1));
    }
    let entry_of = meaning(first);
    let number = match first.number {
        true => *read.numbers.get(usize::try_from(first.key).ok()?)?,
        // Not the six of thirty-six.
        false if entry_of.number > 0 && !text[..first.start].ends_with('-') => Number::whole(f64::from(entry_of.number)),
        false => return None,
    };
    let (mut factor, mut length, mut end) = (1.0, 1, first.end);
    let behind = |end: usize| text[end..].trim_start_matches([' ', '\u{a0}', '\u{202f}', '-']);
    if let Some((power, bytes)) = signs::scale(&text[end..]) {
        (factor, end) = (10f64.powi(power), end + bytes);
    }
    if let Some(next) = window.get(1).filter(|next| next.start <= end + 2 && meaning(next).scale > 0) {
        (factor, length, end) = (10f64.powi(i32::from(meaning(next).scale)), 2, next.end);
    }
    let before = text[..first.start].trim_end_matches([' ', '\u{a0}', '\u{202f}']);
    let rest = behind(end);
    let mut unit_found = before.chars().next_back().and_then(currency).or_else(|| rest.chars().next().and_then(symbol));
    if unit_found.is_none() {
        unit_found = signs::unit_of(rest).map(|found| found.0);
    }
    if unit_found.is_none() {
        // Up to two words may stand between: 30 full working days.
        let skipped = window[length..].iter().take(2).take_while(|word| meaning(word).between).count();
        if let Some(next) = window.get(length + skipped).filter(|next| text[end..next.start].len() < 30 && !next.number) {
            match meaning(next).unit {
                Some(known) => {
                    (unit_found, length, end) = (Some(known), length + skipped + 1, next.end);
                }
                None if next.stop == 0 => unit_found = Some(Unit { dimension: next.key & !1, factor: 1.0 }),
                None => {}
            }
        }
    }
    let known = unit_found.is_some_and(Unit::is_known);
    if (entry_of.article && !known) || (!first.number && unit_found.is_none() && factor == 1.0) {
        return None;
    }
    let signed = first.number && before.len() == first.start && minus(before);
    let sign = if signed { -factor } else { factor };
    let amount =
        Amount { value: number.value * sign, other: number.other.map(|v| v * sign), unit: unit_found, start: first.start, end };
    Some((amount, length))
}

/// Whether the text ends with the sign of a number, not with a hyphen.
fn minus(before: &str) -> bool {
    before.strip_suffix(['-', '−']).is_some_and(|rest| rest.is_empty() || rest.ends_with([' ', '(', '\n']))
}

fn currency(character: char) -> Option<Unit> {
    Some(unit(
        match character {
            '€' => "eur",
            '$' => "usd",
            '£' => "gbp",
            '¥' | '￥' => "jpy",
            '₹' => "inr",
            _ => return None,
        },
        1.0,
    ))
}

fn symbol(character: char) -> Option<Unit> {
    match character {
        '%' | '％' => Some(unit("percent", 1.0)),
        '°' => Some(unit("degree", 1.0)),
        other => currency(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(text: &str) -> Amount {
        let read = Reading::new(text);
        assert_eq!(read.amounts.len(), 1, "{text}: {:?}", read.amounts);
        read.amounts[0]
    }

    #[test]
    fn forms_of_an_amount_are_the_same() {
        for (one, other) in [
            ("12,50 €", "12.50 EUR"),
            ("€12.50", "EUR 12.5"),
            ("5 %", "5 percent"),
            ("5%", "5 Prozent"),
            ("1,000 files", "1000 files"),
            ("1.000 Dateien", "1000 Dateien"),
            ("1,234.50 dollars", "$1234.5"),
            ("1.234,50 Euro", "€1,234.50"),
            ("two weeks", "14 days"),
            ("three days", "三天"),
            ("30 working days", "30日"),
            ("2.5 million euros", "€2,500,000"),
            ("5万円", "50,000 yen"),
            ("ein Jahr", "12 Monate"),
            ("１２ 天", "12 days"),
            ("-5 degrees", "-5°"),
        ] {
            let (a, b) = (only(one), only(other));
            assert!(a.same(&b) && b.same(&a) && !a.differs(&b), "{one} {other}: {a:?} {b:?}");
        }
    }

    #[test]
    fn amounts_differ_within_a_dimension_only() {
        assert!(only("20 euros").differs(&only("€25")));
        assert!(only("24 hours").differs(&only("2 days")));
        assert!(only("12 players").differs(&only("11 players")));
        let (euros, days) = (only("20 euros"), only("25 days"));
        assert!(!euros.differs(&days) && !euros.same(&only("20 days")));
        assert!(only("20").same(&only("20 days")) && !only("20").differs(&only("21")));
        assert!(!only("5 degrees").same(&only("-5 degrees")));
    }

    #[test]
    fn words_that_only_look_like_numbers_are_none() {
        for text in ["one of them", "version 1.2.3", "a fee", "call 00491234567890123456", "May I go", "thirty-six hours"] {
            assert_eq!(Reading::new(text).amounts.len(), 0, "{text}");
        }
    }
}
