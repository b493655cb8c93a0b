//! The cells of a line of a table, separated by tabs or by commas.

use crate::error::InputError;

/// What stands between cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    /// A tab; nothing is quoted.
    Tab,
    /// A comma; cells may be quoted as RFC 4180 has it, but for line ends in them.
    Comma,
}

/// A cell, and where it begins: in characters, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    /// What it holds, without quotes.
    pub text: String,
    /// Its column in the line.
    pub column: u64,
}

impl Separator {
    /// Of a table with this head: tabs where there is one.
    pub(super) fn of(head: &str) -> Self {
        if head.contains('\t') { Self::Tab } else { Self::Comma }
    }

    /// The cells of a line; at least one.
    pub(super) fn cells(self, line: &str) -> Result<Vec<Cell>, InputError> {
        let mut cells = Vec::new();
        let (mut rest, mut column) = (line, 1);
        loop {
            let quoted = self == Self::Comma && rest.starts_with('"');
            let (text, length) = if quoted { unquoted(rest).map_err(|e| e.at_column(column))? } else { self.plain(rest) };
            cells.push(Cell { text, column });
            column += rest[..length].chars().count() as u64 + 1;
            match rest[length..].chars().next() {
                None => return Ok(cells),
                Some(_) => rest = &rest[length + 1..],
            }
        }
    }

    fn plain(self, rest: &str) -> (String, usize) {
        let end = rest.find(if self == Self::Tab { '\t' } else { ',' }).unwrap_or(rest.len());
        (rest[..end].to_owned(), end)
    }
}

/// A quoted cell without its quotes, and how many bytes it takes with them.
fn unquoted(rest: &str) -> Result<(String, usize), InputError> {
    let mut text = String::new();
    let mut from = 1;
    loop {
        let Some(end) = rest[from..].find('"').map(|at| from + at) else {
            return Err(InputError::new("a quote is not closed on its line")
                .mend("leave out columns of long texts, or separate the cells by tabs"));
        };
        text += &rest[from..end];
        match rest[end + 1..].chars().next() {
            Some('"') => {
                text.push('"');
                from = end + 2;
            }
            None | Some(',') => return Ok((text, end + 1)),
            Some(_) => return Err(InputError::new("a comma or the end of the line must follow a closing quote")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(separator: Separator, line: &str) -> Vec<(String, u64)> {
        separator.cells(line).unwrap().into_iter().map(|cell| (cell.text, cell.column)).collect()
    }

    #[test]
    fn cells_have_their_text_and_their_column() {
        let cells = [("é".to_owned(), 1), (String::new(), 3), ("\"b,c\"".to_owned(), 4)];
        assert_eq!(texts(Separator::Tab, "é\t\t\"b,c\""), cells);
        let cells = [("a".to_owned(), 1), ("b,\"c".to_owned(), 3), (String::new(), 11)];
        assert_eq!(texts(Separator::Comma, "a,\"b,\"\"c\","), cells);
        assert_eq!(texts(Separator::Comma, "\"\""), [(String::new(), 1)]);
        assert_eq!(texts(Separator::of("a,b"), ""), [(String::new(), 1)]);
    }

    #[test]
    fn broken_quotes_are_refused_with_their_column() {
        for (line, column) in [("a,\"b", 3), ("\"a\"b,c", 1), ("a,\"b\"\"", 3), ("é,\"", 3)] {
            assert_eq!(Separator::Comma.cells(line).unwrap_err().column(), Some(column), "{line}");
        }
    }
}
