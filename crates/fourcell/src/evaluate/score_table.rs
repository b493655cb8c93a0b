//! Scores that other tools gave, as if they had been reckoned here.

use diagnosis::experiment::Numbers;
use formats::others::ScoreTable;
use formats::others::score_table::Given;
use statistics::scores::Scores;
use statistics::{Score, Undefined};

/// A configuration has no row for a question that another one has.
pub const NO_ROW: Undefined = Undefined("no row for this configuration");

/// The scores of each configuration, over the same questions and measures.
pub fn from_score_table(table: &ScoreTable) -> Vec<Scores<Numbers>> {
    let score = |given: &Given| match given {
        Given::Value(value) => Score::Value(*value),
        Given::Failed => Score::Failed,
        Given::NoRow => Score::Undefined(NO_ROW),
    };
    let of_one = |rows: &Vec<Vec<Given>>| {
        let mut scores = Scores::new(table.measures.clone(), table.questions.clone());
        for (question, row) in rows.iter().enumerate() {
            scores.set(question, &row.iter().map(score).collect::<Vec<_>>());
        }
        scores
    };
    table.configurations.iter().map(|configuration| of_one(&configuration.rows)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use formats::Source;
    use formats::others::read_score_table;

    #[test]
    fn value_failed_and_absent_stay_apart() {
        let text = b"k\tq\tm\n1\ta\t0.5\n1\tb\t\n2\ta\t1\n";
        let table = read_score_table(&Source::memory("s", text.as_slice()), &Default::default()).unwrap();
        let [one, two] = &from_score_table(&table)[..] else { panic!("{table:?}") };
        assert_eq!(one.column(0), [Score::Value(0.5), Score::Failed]);
        assert_eq!(two.column(0), [Score::Value(1.0), Score::Undefined(NO_ROW)]);
    }
}
