//! Dates, as parts that compare: 3 May 2026, May 3, 2026, 2026-05-03, 3. Mai 2026 and 2026年5月3日 are the same.

use std::ops::Range;

use super::lexicon::entry;
use super::read::{Reading, Word};

/// A date of which any part may be unknown. 5/3/2026 may be read both ways, so it may have another day and month.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Date {
    pub day: Option<u32>,
    pub month: Option<u32>,
    pub year: Option<i32>,
    /// Day and month may be the other way round.
    pub turns: bool,
    pub start: usize,
    pub end: usize,
}

impl Date {
    fn turned(&self) -> Self {
        Self { day: self.month, month: self.day, ..*self }
    }

    fn readings(&self) -> impl Iterator<Item = Self> {
        std::iter::once(*self).chain(self.turns.then(|| self.turned()))
    }

    /// Whether the other says all that this says.
    pub fn within(&self, other: &Self) -> bool {
        fn part<T: PartialEq>(one: Option<T>, two: Option<T>) -> bool {
            one.is_none() || one == two
        }
        self.readings().any(|a| other.readings().any(|b| part(a.day, b.day) && part(a.month, b.month) && part(a.year, b.year)))
    }

    /// A year alone, which may be a number of something just as well.
    pub fn bare(&self) -> Option<f64> {
        (self.day.is_none() && self.month.is_none()).then_some(self.year).flatten().map(f64::from)
    }

    /// Whether both say the same parts of a date, and differ in one.
    pub fn differs(&self, other: &Self) -> bool {
        let parts = |date: &Self| (date.day.is_some(), date.month.is_some(), date.year.is_some());
        parts(self) == parts(other) && !self.within(other)
    }
}

fn valid(day: u32, month: u32) -> bool {
    (1..=31).contains(&day) && (1..=12).contains(&month)
}

fn is_year(year: i32) -> bool {
    (1000..=2199).contains(&year)
}

/// 03.05.2026: day, month, year.
pub(super) fn in_figures(groups: &[String]) -> Option<(u32, u32, i32)> {
    let [day, month, year] = groups else { return None };
    let (day, month) = (day.parse().ok()?, month.parse().ok()?);
    let year = year.parse().ok().filter(|y| year.len() == 4 && is_year(*y))?;
    valid(day, month).then_some((day, month, year))
}

/// The date that begins with the first of these words, and how many of them it takes.
pub(super) fn find(text: &str, read: &Reading, words: Range<usize>) -> Option<(Date, usize)> {
    let window = &read.words[words.start..words.end.min(words.start + 7)];
    let look = Look { text, read, window };
    let (date, length) = look.marked().or_else(|| look.in_numbers()).or_else(|| look.written()).or_else(|| look.year())?;
    let (first, last) = (window.first()?, window.get(length - 1)?);
    Some((Date { start: first.start, end: last.end, ..date }, length))
}

struct Look<'a> {
    text: &'a str,
    read: &'a Reading,
    window: &'a [Word],
}

impl Look<'_> {
    fn word(&self, at: usize) -> Option<&Word> {
        self.window.get(at)
    }

    /// The whole number in digits at this place, with how many.
    fn figure(&self, at: usize) -> Option<(u32, usize)> {
        let word = self.word(at).filter(|word| word.number)?;
        let number = self.read.numbers.get(usize::try_from(word.key).ok()?)?;
        (number.digits > 0 && number.value < 1e9).then_some((number.value as u32, number.digits))
    }

    fn year_at(&self, at: usize) -> Option<i32> {
        let (value, digits) = self.figure(at)?;
        i32::try_from(value).ok().filter(|year| digits == 4 && is_year(*year))
    }

    fn day_at(&self, at: usize) -> Option<u32> {
        self.figure(at).filter(|(value, digits)| *digits <= 2 && (1..=31).contains(value)).map(|found| found.0)
    }

    fn month_at(&self, at: usize) -> Option<u32> {
        let word = self.word(at).filter(|word| !word.number)?;
        Some(u32::from(entry(word.plain).month)).filter(|month| *month > 0)
    }

    /// What stands between a word and the next.
    fn gap(&self, at: usize) -> Option<&str> {
        self.text.get(self.word(at)?.end..self.word(at + 1)?.start)
    }

    fn is(&self, at: usize, words: &[&str]) -> bool {
        self.word(at).is_some_and(|word| words.iter().any(|w| self.text[word.start..word.end].eq_ignore_ascii_case(w)))
    }

    /// 2026年5月3日, from any of its parts on.
    fn marked(&self) -> Option<(Date, usize)> {
        let (mut date, mut length) = (Date::default(), 0);
        for (sign, place) in [('年', 0), ('月', 1), ('日', 2)] {
            let Some((value, digits)) = self.figure(length) else { continue };
            if !self.text[self.word(length)?.end..].starts_with(sign) {
                continue;
            }
            match place {
                0 if digits == 4 => date.year = i32::try_from(value).ok(),
                1 if value <= 12 => date.month = Some(value),
                2 if date.month.is_some() => date.day = Some(value),
                _ => continue,
            }
            // The sign is a word of its own, or the first of a pair.
            length += if self.word(length + 1).is_some_and(|word| !word.number && word.end - word.start == sign.len_utf8()) {
                2
            } else {
                1
            };
        }
        (length > 0 && (date.year.is_some() || date.day.is_some())).then_some((date, length))
    }

    /// 03.05.2026, 2026-05-03, 5/3/2026.
    fn in_numbers(&self) -> Option<(Date, usize)> {
        let word = self.word(0).filter(|word| word.number)?;
        if let Some((day, month, year)) = self.read.numbers.get(usize::try_from(word.key).ok()?)?.date {
            return Some((Date { day: Some(day), month: Some(month), year: Some(year), ..Date::default() }, 1));
        }
        let gap = self.gap(0).filter(|gap| matches!(*gap, "-" | "/") && self.gap(1) == Some(gap))?;
        let (first, middle, last) = (self.figure(0)?.0, self.figure(1)?.0, self.figure(2)?.0);
        if let Some(year) = self.year_at(0).filter(|_| valid(last, middle)) {
            return Some((Date { day: Some(last), month: Some(middle), year: Some(year), ..Date::default() }, 3));
        }
        let year = self.year_at(2)?;
        let date = |day, month, turns| Date { day: Some(day), month: Some(month), year: Some(year), turns, ..Date::default() };
        match (valid(first, middle), valid(middle, first)) {
            (true, both) => Some((date(first, middle, both && gap == "/"), 3)),
            (false, true) => Some((date(middle, first, false), 3)),
            (false, false) => None,
        }
    }

    /// 3rd of May, 2026; May 3, 2026; May 2026; 3. Mai.
    fn written(&self) -> Option<(Date, usize)> {
        let skip = |at: usize, words: &[&str]| at + usize::from(self.is(at, words));
        let near = |at: usize| at == 0 || self.gap(at - 1).is_some_and(|gap| gap.len() <= 3 && !gap.contains('\n'));
        let mut date = Date::default();
        let mut at;
        if let Some(day) = self.day_at(0) {
            date.day = Some(day);
            at = skip(skip(1, &["st", "nd", "rd", "th", "er"]), &["of", "de"]);
            date.month = Some(self.month_at(at).filter(|_| near(at))?);
            at += 1;
        } else {
            date.month = Some(self.month_at(0)?);
            at = 1;
            if let Some(day) = self.day_at(at).filter(|_| near(at)) {
                date.day = Some(day);
                at = skip(at + 1, &["st", "nd", "rd", "th"]);
            }
        }
        let year = skip(at, &["of", "de", "del"]);
        if let Some(found) = self.year_at(year).filter(|_| near(year)) {
            (date.year, at) = (Some(found), year + 1);
        }
        (date.day.is_some() || date.year.is_some()).then_some((date, at))
    }

    /// A year alone, where no unit follows it.
    fn year(&self) -> Option<(Date, usize)> {
        let year = self.year_at(0).filter(|year| *year >= 1500)?;
        let word = self.word(0)?;
        let counts = self.word(1).is_some_and(|next| entry(next.plain).unit.is_some() || entry(next.plain).scale > 0);
        let money = self.text[..word.start].trim_end().ends_with(['€', '$', '£', '¥']);
        let measured = self.text[word.end..].trim_start().starts_with(['€', '$', '£', '%', '°']);
        (!counts && !money && !measured).then_some((Date { year: Some(year), ..Date::default() }, 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(text: &str) -> Date {
        let read = Reading::new(text);
        assert_eq!((read.dates.len(), read.amounts.len()), (1, 0), "{text}: {read:?}");
        assert_eq!(read.sentences.len(), 1, "{text}");
        read.dates[0]
    }

    #[test]
    fn forms_of_a_date_are_the_same() {
        for text in [
            "3 May 2026",
            "May 3, 2026",
            "the 3rd of May, 2026",
            "2026-05-03",
            "03.05.2026",
            "3. Mai 2026",
            "am 3. Mai 2026.",
            "3 de mayo de 2026",
            "3 mai 2026",
            "2026年5月3日",
            "2026年5月3日に",
            "5/3/2026",
            "3/5/2026",
        ] {
            let (date, known) = (only(text), only("2026-05-03"));
            assert!(date.within(&known) && known.within(&date) && !date.differs(&known), "{text} {date:?}");
        }
        let known = only("2026-05-03");
        for text in ["May 2026", "2026", "May 3", "3. Mai", "5月3日"] {
            assert!(only(text).within(&known) && !known.within(&only(text)) && !known.differs(&only(text)), "{text}");
        }
        for text in ["4 May 2026", "2026-06-03", "3.5.2025"] {
            assert!(only(text).differs(&known), "{text}");
        }
    }

    #[test]
    fn words_that_only_look_like_dates_are_none() {
        for text in ["You may go", "march on", "2000 euros", "$1999", "5/3", "May"] {
            assert_eq!(Reading::new(text).dates.len(), 0, "{text}");
        }
    }
}
