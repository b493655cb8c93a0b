//! Scripts that write no blanks between words: what single signs mean, and numbers written in signs.

use super::lexicon::{Unit, unit};

/// Han, Kana, Hangul, Thai, Lao, Khmer, Burmese and Tibetan letters.
pub(super) fn writes_no_blanks(character: char) -> bool {
    matches!(character, '\u{0e00}'..='\u{0fff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3005}'..='\u{3007}'
        | '\u{3021}'..='\u{30fa}' | '\u{30fc}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Signs that join words and carry nothing themselves. Kana of the first kind write endings and particles.
pub(super) fn joins(character: char) -> bool {
    matches!(character, '\u{3041}'..='\u{309f}')
        || "的了是在和也就都而及与與着著过過之于於把被将將对對吗呢吧其".contains(character)
}

/// How many bytes of a negation the text begins with, and whether it stands behind what it negates.
pub(super) fn negation(text: &str) -> Option<(usize, bool)> {
    let behind = ["ません", "ない", "なし", "ぬ"];
    if let Some(found) = behind.iter().find(|words| text.starts_with(**words)) {
        return Some((found.len(), true));
    }
    text.chars().next().filter(|c| "不没沒無无未非勿".contains(*c)).map(|c| (c.len_utf8(), false))
}

/// What the text begins with right behind a number: a power of ten and its bytes.
pub(super) fn scale(text: &str) -> Option<(i32, usize)> {
    let power = match text.chars().next()? {
        '百' => 2,
        '千' => 3,
        '万' | '萬' => 4,
        '亿' | '億' => 8,
        _ => return None,
    };
    Some((power, 3))
}

const UNITS: [(&str, &str, f64); 35] = [
    ("小时", "time", 3600.0),
    ("小時", "time", 3600.0),
    ("個小時", "time", 3600.0),
    ("个小时", "time", 3600.0),
    ("時間", "time", 3600.0),
    ("分钟", "time", 60.0),
    ("分鐘", "time", 60.0),
    ("秒", "time", 1.0),
    ("工作日", "time", 86400.0),
    ("个工作日", "time", 86400.0),
    ("営業日", "time", 86400.0),
    ("日", "time", 86400.0),
    ("天", "time", 86400.0),
    ("週", "time", 604_800.0),
    ("周", "time", 604_800.0),
    ("个月", "months", 1.0),
    ("個月", "months", 1.0),
    ("か月", "months", 1.0),
    ("ヶ月", "months", 1.0),
    ("カ月", "months", 1.0),
    ("年", "months", 12.0),
    ("美元", "usd", 1.0),
    ("ドル", "usd", 1.0),
    ("欧元", "eur", 1.0),
    ("歐元", "eur", 1.0),
    ("ユーロ", "eur", 1.0),
    ("元", "cny", 1.0),
    ("人民币", "cny", 1.0),
    ("円", "jpy", 1.0),
    ("日元", "jpy", 1.0),
    ("パーセント", "percent", 1.0),
    ("公里", "length", 1000.0),
    ("キロメートル", "length", 1000.0),
    ("公斤", "mass", 1000.0),
    ("人", "people", 1.0),
];

/// The unit that the text begins with, the longest that fits, with its bytes.
pub(super) fn unit_of(text: &str) -> Option<(Unit, usize)> {
    let best = UNITS.iter().filter(|(sign, _, _)| text.starts_with(sign)).max_by_key(|(sign, _, _)| sign.len())?;
    Some((unit(best.1, best.2), best.0.len()))
}

/// A number from 1 to 99 in Han signs at the start of the text, where a unit or a scale follows it; with its bytes.
pub(super) fn number(text: &str) -> Option<(f64, usize)> {
    let digit = |c: char| "一二三四五六七八九".chars().position(|sign| sign == c).map(|place| place as u32 + 1);
    let (mut value, mut length, mut open) = (0, 0, None);
    for character in text.chars().take(3) {
        match (character, digit(character), open) {
            ('十', _, _) if value == 0 => (value, open) = (open.unwrap_or(1) * 10, None),
            (_, Some(one), None) => open = Some(one),
            _ => break,
        }
        length += character.len_utf8();
    }
    let value = value + open.unwrap_or(0);
    let rest = &text[length..];
    (value > 0 && (unit_of(rest).is_some() || scale(rest).is_some())).then(|| (f64::from(value), length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_signs_stand_before_units() {
        for (text, value) in [("三天", 3.0), ("十二個月", 12.0), ("二十ユーロ", 20.0), ("二十一年", 21.0), ("十円", 10.0)]
        {
            assert_eq!(number(text).map(|found| found.0), Some(value), "{text}");
        }
        for text in ["一些", "三", "", "日", "十分"] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}
