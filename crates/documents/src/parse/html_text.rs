//! Text that is built up from the pieces of a page: white space, lines, headings, lists and tables.

use std::ops::Range;

use super::structure::BlockKind;

/// Lists and tables deeper than this are written as if they stood at this depth.
const DEEPEST: usize = 32;

/// What has been written so far.
#[derive(Default)]
pub(super) struct Page {
    text: String,
    /// Line ends owed before the next visible character: 1 ends the line, 2 the paragraph.
    owed: usize,
    /// A space owed, where the line has begun.
    space: bool,
    /// Preformatted elements that are open.
    preformatted: usize,
    /// Where open preformatted text began.
    code_start: Option<usize>,
    /// The heading that is open: its level, and where its words begin once there are any.
    heading: Option<(u8, Option<usize>)>,
    /// For each open list the number of its last item; `None` where items have bullets.
    lists: Vec<Option<usize>>,
    /// A list item's mark, owed before its first character.
    mark: Option<String>,
    /// Tables that are open; inner ones are text in a cell of the outermost.
    tables: usize,
    /// Where the outermost table began.
    table_start: Option<usize>,
    /// Whether a row of the outermost table is open, and whether it has a cell.
    row: Option<bool>,
    pub(super) headings: Vec<(u8, Range<usize>)>,
    pub(super) blocks: Vec<(BlockKind, Range<usize>)>,
}

impl Page {
    /// Text between tags, entities decoded.
    pub(super) fn words(&mut self, words: &str) {
        if self.preformatted > 0 && !self.in_line() {
            return self.lines(words);
        }
        // U+00A0 is no white space here: it was written to stay.
        let blank = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}');
        let mut rest = words;
        while !rest.is_empty() {
            let gap = rest.len() - rest.trim_start_matches(blank).len();
            self.space |= gap > 0;
            rest = &rest[gap..];
            let word = &rest[..rest.find(blank).unwrap_or(rest.len())];
            if !word.is_empty() {
                self.start_word();
                self.push(word);
            }
            rest = &rest[word.len()..];
        }
    }

    /// Preformatted text, with the line ends it has.
    fn lines(&mut self, words: &str) {
        for (index, line) in words.split('\n').enumerate() {
            // The first line end of preformatted text is not shown, and the ones owed stand for it.
            if index > 0 && !self.text.is_empty() && self.owed == 0 {
                self.text.push('\n');
            }
            let line = line.trim_end_matches('\r');
            if !line.is_empty() {
                self.space = false;
                self.start_word();
                self.text.push_str(line);
            }
        }
    }

    /// Whether line ends may not be written: inside a heading or a row.
    fn in_line(&self) -> bool {
        self.heading.is_some() || self.row.is_some()
    }

    fn push(&mut self, word: &str) {
        if self.row.is_some() && word.contains('|') {
            self.text.push_str(&word.replace('|', "\\|"));
        } else {
            self.text.push_str(word);
        }
    }

    /// Writes what is owed before a visible character.
    fn start_word(&mut self) {
        if self.in_line() && self.owed > 0 && self.row != Some(false) && !matches!(self.heading, Some((_, None))) {
            (self.owed, self.space) = (0, true);
        }
        self.pay();
        if let Some(mark) = self.mark.take() {
            self.text.push_str(&mark);
            self.space = false;
        }
        if self.row == Some(false) {
            // Text of a row outside its cells makes a cell.
            self.cell();
        }
        if let Some((level, start @ None)) = &mut self.heading {
            if self.row.is_none() {
                self.text.extend(std::iter::repeat_n('#', usize::from(*level)));
                self.text.push(' ');
            }
            *start = Some(self.text.len());
            self.space = false;
        }
        if std::mem::take(&mut self.space) && !self.text.is_empty() && !self.text.ends_with(['\n', ' ']) {
            self.text.push(' ');
        }
        if self.preformatted > 0 && !self.in_line() && self.tables == 0 {
            self.code_start.get_or_insert(self.text.len());
        }
    }

    /// Writes the line ends that are owed.
    fn pay(&mut self) {
        let owed = std::mem::take(&mut self.owed);
        if owed == 0 {
            return;
        }
        self.space = false;
        let kept = self.text.trim_end_matches([' ', '\n']).len();
        self.text.truncate(kept);
        if kept > 0 {
            self.text.extend(std::iter::repeat_n('\n', owed));
        }
    }

    /// Ends the line.
    pub(super) fn line(&mut self) {
        self.owed = self.owed.max(1);
    }

    /// Ends the paragraph.
    pub(super) fn paragraph(&mut self) {
        self.end_heading();
        self.owed = self.owed.max(2);
    }

    /// A `<br>`.
    pub(super) fn line_break(&mut self) {
        if self.preformatted > 0 && !self.in_line() { self.lines("\n") } else { self.line() }
    }

    pub(super) fn start_heading(&mut self, level: u8) {
        self.paragraph();
        self.heading = Some((level, None));
    }

    pub(super) fn end_heading(&mut self) {
        if let Some((level, start)) = self.heading.take() {
            if let Some(start) = start.filter(|_| self.row.is_none()) {
                self.headings.push((level, start..self.text.len()));
            }
            self.owed = self.owed.max(2);
        }
    }

    pub(super) fn start_list(&mut self, numbered: bool) {
        if self.lists.is_empty() {
            self.paragraph()
        } else {
            self.line()
        }
        if self.lists.len() < DEEPEST {
            self.lists.push(numbered.then_some(0));
        }
    }

    pub(super) fn end_list(&mut self) {
        self.lists.pop();
        self.mark = None;
        if self.lists.is_empty() { self.paragraph() } else { self.line() }
    }

    pub(super) fn item(&mut self) {
        self.end_heading();
        self.line();
        let indent = "  ".repeat(self.lists.len().saturating_sub(1));
        self.mark = Some(match self.lists.last_mut() {
            Some(Some(number)) => {
                *number += 1;
                format!("{indent}{number}. ")
            }
            _ => format!("{indent}- "),
        });
        if self.row.is_some() {
            self.mark = None;
        }
    }

    pub(super) fn start_preformatted(&mut self) {
        self.paragraph();
        self.preformatted = self.preformatted.saturating_add(1);
    }

    pub(super) fn end_preformatted(&mut self) {
        self.preformatted = self.preformatted.saturating_sub(1);
        if self.preformatted == 0 {
            self.end_code();
        }
        self.paragraph();
    }

    fn end_code(&mut self) {
        if let Some(start) = self.code_start.take() {
            self.blocks.push((BlockKind::Code, start..self.text.trim_end().len().max(start)));
        }
    }

    pub(super) fn start_table(&mut self) {
        if self.tables == 0 {
            self.end_code();
            self.paragraph();
            self.table_start = None;
        }
        self.tables = self.tables.saturating_add(1);
    }

    pub(super) fn end_table(&mut self) {
        if self.tables == 1 {
            self.end_row();
            if let Some(start) = self.table_start.take() {
                self.blocks.push((BlockKind::Table, start..self.text.trim_end().len().max(start)));
            }
            self.paragraph();
        }
        self.tables = self.tables.saturating_sub(1);
        self.space = true;
    }

    pub(super) fn start_row(&mut self) {
        match self.tables {
            0 => self.line(),
            1 => {
                self.end_row();
                self.line();
                self.row = Some(false);
            }
            _ => self.space = true,
        }
    }

    /// Begins a cell; in an inner table a cell is words.
    pub(super) fn cell(&mut self) {
        if self.tables != 1 {
            self.space = true;
            return;
        }
        self.end_heading();
        let first = self.row != Some(true);
        if first {
            self.owed = self.owed.max(1);
            self.pay();
            self.table_start.get_or_insert(self.text.len());
        }
        (self.owed, self.space, self.mark) = (0, false, None);
        self.text.push_str(if first || self.text.ends_with(' ') { "| " } else { " | " });
        self.row = Some(true);
    }

    pub(super) fn end_row(&mut self) {
        if self.tables > 1 {
            return;
        }
        self.end_heading();
        if self.row.take() == Some(true) {
            self.text.push_str(if self.text.ends_with(' ') { "|" } else { " |" });
            (self.owed, self.space) = (1, false);
        }
    }

    /// Ends all that is open and gives the text.
    pub(super) fn finish(&mut self) -> String {
        self.tables = self.tables.min(1);
        self.end_code();
        self.end_table();
        self.end_heading();
        let mut text = std::mem::take(&mut self.text);
        text.truncate(text.trim_end_matches([' ', '\n']).len());
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }
}
