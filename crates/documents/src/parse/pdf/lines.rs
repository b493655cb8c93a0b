//! Lines and their order, told from where glyphs stand.
//!
//! Text is taken in the order in which it is drawn, which most writers make the order of reading, column after column. A line goes
//! on while glyphs follow each other on one height; a gap is a space. Words that were drawn later into a gap of a line are put
//! there. Nothing is sorted over the page: that would read across columns.

use std::collections::BTreeMap;

/// A gap from which on a space stands in it, in sizes of the glyph.
const SPACE: f64 = 0.15;

/// How far back a glyph may stand and still belong to its predecessor: kerning, and accents drawn over letters.
const BACK: f64 = 0.5;

/// How much higher or lower what follows on a line may stand: raised and lowered figures.
const RAISED: f64 = 0.45;

/// As `RAISED`, for what was drawn out of order.
const LEVEL: f64 = 0.15;

/// How far from a word of a line another may be that was drawn out of order.
const NEAR: f64 = 1.0;

/// A paragraph begins where lines are this much further apart than they mostly are.
const APART: f64 = 1.2;

/// Heights that are kept together for looking lines up, in units of the page.
const SHELF: f64 = 4.0;

/// Shelves and lines that are looked at for one word, and words of a line among which another is put.
const LOOKED_AT: usize = 48;
const MOST_WORDS: usize = 4096;

/// A glyph on a page.
pub(super) struct Glyph<'t> {
    pub(super) text: &'t str,
    pub(super) x: f64,
    pub(super) y: f64,
    /// From here to where the next one stands.
    pub(super) along: (f64, f64),
    pub(super) size: f64,
}

struct Word {
    text: String,
    start: f64,
    end: f64,
}

struct Line {
    /// The direction of writing, of length 1.
    direction: (f64, f64),
    /// The height across the direction; greater is further up.
    height: f64,
    size: f64,
    /// In the order of reading.
    words: Vec<Word>,
}

/// The lines of a page.
#[derive(Default)]
pub(super) struct Lines {
    lines: Vec<Line>,
    /// The line and its word that was written to last.
    open: Option<(usize, usize)>,
    /// Lines by direction and height.
    shelves: BTreeMap<((i8, i8), i64), Vec<usize>>,
    bytes: usize,
}

impl Lines {
    /// How much text there is, in bytes, with one more for each word.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn add(&mut self, glyph: Glyph<'_>) {
        self.bytes += glyph.text.len();
        let length = glyph.along.0.hypot(glyph.along.1);
        let last = self.open.map(|(line, _)| self.lines[line].direction);
        // A glyph that does not move has the direction of its predecessor.
        let direction = if length > 0.0 { (glyph.along.0 / length, glyph.along.1 / length) } else { last.unwrap_or((1.0, 0.0)) };
        let start = glyph.x * direction.0 + glyph.y * direction.1;
        let height = glyph.y * direction.0 - glyph.x * direction.1;
        let (end, size) = (start + length, glyph.size);
        if ![start, end, height, size].into_iter().all(f64::is_finite) {
            return self.nowhere(glyph.text);
        }
        if let Some((at, word)) = self.open {
            let line = &mut self.lines[at];
            let gap = start - line.words[word].end;
            let level = (height - line.height).abs() <= RAISED * line.size.max(size);
            if same(line.direction, direction) && level && gap >= -BACK * size {
                let next = line.words.get(word + 1).map_or(f64::INFINITY, |next| next.start);
                let blank = glyph.text.starts_with(' ') || line.words[word].text.ends_with(' ');
                if gap <= SPACE * size || blank && gap <= NEAR * size {
                    line.words[word].text.push_str(glyph.text);
                    line.words[word].end = end;
                    return;
                }
                if start < next && line.words.len() < MOST_WORDS {
                    line.words.insert(word + 1, Word { text: glyph.text.to_owned(), start, end });
                    self.open = Some((at, word + 1));
                    self.bytes += 1;
                    return;
                }
            }
        }
        self.bytes += 1;
        let word = Word { text: glyph.text.to_owned(), start, end };
        self.open = Some(match self.gap(direction, height, size, start, end) {
            Some((line, place)) => {
                self.lines[line].words.insert(place, word);
                (line, place)
            }
            None => {
                self.shelves.entry((rough(direction), shelf(height))).or_default().push(self.lines.len());
                self.lines.push(Line { direction, height, size, words: vec![word] });
                (self.lines.len() - 1, 0)
            }
        });
    }

    /// A glyph whose place is no number: it follows the last one.
    fn nowhere(&mut self, text: &str) {
        match self.open {
            Some((line, word)) => self.lines[line].words[word].text.push_str(text),
            None => {
                let word = Word { text: text.to_owned(), start: 0.0, end: 0.0 };
                self.lines.push(Line { direction: (1.0, 0.0), height: 0.0, size: 1.0, words: vec![word] });
                self.open = Some((self.lines.len() - 1, 0));
            }
        }
    }

    /// The gap in a line, right beside a word of it, that something drawn later fits into.
    fn gap(&self, direction: (f64, f64), height: f64, size: f64, start: f64, end: f64) -> Option<(usize, usize)> {
        let (low, high) = (shelf(height - LEVEL * size), shelf(height + LEVEL * size));
        if high.saturating_sub(low) > LOOKED_AT as i64 {
            return None;
        }
        let direction_key = rough(direction);
        let shelves = self.shelves.range((direction_key, low)..=(direction_key, high));
        let lines = shelves.flat_map(|(_, lines)| lines.iter().rev().take(LOOKED_AT));
        lines.copied().find_map(|at| {
            let line = &self.lines[at];
            let fits = same(line.direction, direction)
                && (line.height - height).abs() <= LEVEL * size
                && line.words.len() < MOST_WORDS
                && line.size <= 2.0 * size
                && size <= 2.0 * line.size;
            if !fits {
                return None;
            }
            let place = line.words.partition_point(|w| w.start <= start);
            let before = place.checked_sub(1).map(|p| start - line.words[p].end);
            let after = line.words.get(place).map(|w| w.start - end);
            let free = |room: Option<f64>| room.is_none_or(|room| room >= -0.1 * size);
            let near = |room: Option<f64>| room.is_some_and(|room| room <= NEAR * size);
            (free(before) && free(after) && (near(before) || near(after))).then_some((at, place))
        })
    }

    /// The text: a line a line, an empty line between paragraphs.
    pub(super) fn text(self) -> String {
        let lines: Vec<(Line, String)> = self.lines.into_iter().map(|line| (written(&line), line)).map(|(t, l)| (l, t)).collect();
        let lines: Vec<(Line, String)> = lines.into_iter().filter(|(_, text)| !text.is_empty()).collect();
        let mut text = String::new();
        let steps = usual_steps(&lines);
        // Where each text was drawn last: how far along, and how high.
        let mut drawn: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
        let mut last: Option<&Line> = None;
        for (line, words) in &lines {
            // Shadows, and boldness by drawing twice.
            let start = line.words.first().map_or(0.0, |w| w.start);
            let before = drawn.insert(words, (start, line.height));
            let once = |(x, y): (f64, f64)| (x - start).abs().max((y - line.height).abs()) <= 0.25 * line.size;
            if before.is_some_and(once) {
                continue;
            }
            if let Some(last) = last {
                let step = last.height - line.height;
                let turned = !same(last.direction, line.direction);
                let apart = turned || step > APART * steps.unwrap_or(1.3 * last.size.min(line.size));
                if apart {
                    text.push_str("\n\n");
                } else if text.ends_with('\u{ad}') && step > 0.0 {
                    // A word that the writer parted, and says so.
                    text.pop();
                } else {
                    text.push('\n');
                }
            }
            text.push_str(words);
            last = Some(line);
        }
        text
    }
}

/// The words of a line. A soft hyphen that is not at its end was drawn as a hyphen.
fn written(line: &Line) -> String {
    let mut text = String::new();
    for word in &line.words {
        if !text.is_empty() && !text.ends_with(' ') && !word.text.starts_with(' ') {
            text.push(' ');
        }
        text.push_str(&word.text);
    }
    let text = text.trim();
    match text.strip_suffix('\u{ad}') {
        Some(rest) => format!("{}\u{ad}", rest.replace('\u{ad}', "-")),
        None => text.replace('\u{ad}', "-"),
    }
}

/// How far apart the lines of a paragraph are: a quarter of the steps down are smaller, of those no larger than three sizes.
fn usual_steps(lines: &[(Line, String)]) -> Option<f64> {
    let pairs = lines.iter().zip(lines.iter().skip(1));
    let steps =
        pairs.filter(|((a, _), (b, _))| same(a.direction, b.direction)).map(|((a, _), (b, _))| (a.height - b.height, a.size));
    let mut steps: Vec<f64> =
        steps.filter(|(step, size)| *step > 0.3 * size && *step <= 3.0 * size).map(|(step, _)| step).collect();
    steps.sort_by(f64::total_cmp);
    steps.get(steps.len().saturating_sub(1) / 4).copied()
}

fn same(a: (f64, f64), b: (f64, f64)) -> bool {
    a.0 * b.0 + a.1 * b.1 > 0.99
}

fn rough(direction: (f64, f64)) -> (i8, i8) {
    ((direction.0 * 8.0).round() as i8, (direction.1 * 8.0).round() as i8)
}

fn shelf(height: f64) -> i64 {
    (height / SHELF).floor() as i64
}
