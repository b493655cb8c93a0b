//! Which questions another definition of "the evidence was there" moves to another cell.

use std::collections::BTreeMap;

use super::{Cell, Present, Row};

/// Questions that move from one cell to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The cell under the first definition.
    pub from: Cell,
    /// The cell under the second.
    pub to: Cell,
    /// Which questions, in the order of the rows.
    pub questions: Vec<String>,
}

/// The moves from one definition to another, in the order of the cells. What is in no cell under one of them does not move.
pub fn moves(rows: &[Row], from: Present, to: Present) -> Vec<Move> {
    let mut moves: BTreeMap<(Cell, Cell), Vec<String>> = BTreeMap::new();
    for row in rows {
        match (row.cell(from), row.cell(to)) {
            (Some(from), Some(to)) if from != to => moves.entry((from, to)).or_default().push(row.question.clone()),
            _ => {}
        }
    }
    moves.into_iter().map(|((from, to), questions)| Move { from, to, questions }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::fixture::row;

    #[test]
    fn a_stricter_definition_moves_questions_down() {
        let rows = [row("a", [0, 1, 1], true), row("b", [0, 1, 1], false), row("c", [1, 1, 1], true), row("d", [0, 1, 1], true)];
        let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
        let expected = [
            Move { from: Cell::Works, to: Cell::Lucky, questions: ids(&["a", "d"]) },
            Move { from: Cell::GenerationFault, to: Cell::RetrievalFault, questions: ids(&["b"]) },
        ];
        assert_eq!(moves(&rows, Present::Hit, Present::Complete), expected);
        assert!(moves(&rows, Present::Hit, Present::Document).is_empty());
    }
}
