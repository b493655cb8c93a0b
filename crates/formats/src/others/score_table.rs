//! Scores that other tools gave, a row for each configuration and question, separated by tabs or commas.
//!
//! Columns before the question's say which configuration a row is of; those after it hold scores where their first filled cell is a
//! number, and else what questions can be sliced by. A blank score is one that failed: whoever gave the scores had none to write.

use std::collections::{BTreeMap, HashMap};

use diagnosis::experiment::{MadeWith, Numbers, Value};

use super::cells::{Cell, Separator};
use crate::error::{InputError, quoted};
use crate::lines::Lines;
use crate::matrix::MOST;
use crate::source::Source;
use crate::suggest::advice;

/// The longest row, in bytes: 1 MiB.
pub const LONGEST_ROW: usize = 1 << 20;
/// The most columns.
pub const MOST_COLUMNS: usize = 256;
/// The most cells of a table that is read; and the most scores, with those that configurations lack.
pub const MOST_CELLS: usize = 5_000_000;

/// What the column of questions may be called where nobody says it, the likeliest first.
pub const QUESTION_NAMES: [&str; 7] = ["question_id", "query_id", "qid", "q", "id", "question", "query"];

/// What is written where a score failed, besides nothing; in any case.
pub const FAILED: [&str; 4] = ["nan", "none", "null", "na"];

/// What stands in a table for a question under a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Given {
    /// A finite number.
    Value(f64),
    /// A blank: whoever scored had none to write.
    Failed,
    /// The configuration has no row of this question.
    NoRow,
}

/// What is said of the columns; what is not said is found.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// The column of questions.
    pub question: Option<String>,
    /// The columns that say which configuration a row is of.
    pub settings: Option<Vec<String>>,
    /// The columns that hold scores.
    pub measures: Option<Vec<String>>,
    /// Those of them of which less is better.
    pub less_is_better: Vec<String>,
}

/// Scores of several configurations over the same questions.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreTable {
    /// The ids of the questions of all configurations, in byte order.
    pub questions: Vec<String>,
    /// The columns that hold scores, in their order; at least one.
    pub measures: Vec<Numbers>,
    /// In the order in which they first stand in the file; at least one.
    pub configurations: Vec<Scored>,
    /// What questions can be sliced by: a value by question, by column.
    pub slices: BTreeMap<String, BTreeMap<String, String>>,
    /// What is odd in it.
    pub warnings: Vec<String>,
}

/// One configuration with its scores.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    /// Its settings, in the order of their columns.
    pub settings: Vec<(String, String)>,
    /// What it has under each measure, question by question.
    pub rows: Vec<Vec<Given>>,
}

impl Scored {
    /// Its settings in a line: `embedding=small,top_k=3`; `all` where the table has no column of them.
    pub fn name(&self) -> String {
        let settings: Vec<String> = self.settings.iter().map(|(key, value)| format!("{key}={value}")).collect();
        if settings.is_empty() { "all".to_owned() } else { settings.join(",") }
    }

    /// The same as a manifest tells it.
    pub fn made_with(&self) -> MadeWith {
        let settings = self.settings.iter().map(|(key, value)| (key.clone(), Value::Plain(value.clone())));
        MadeWith { settings: settings.collect(), ..MadeWith::default() }
    }
}

/// Reads a table of scores.
///
/// # Errors
/// A head without a column of questions, a row that is longer or shorter than the head, a score that is no number, the same question
/// twice in a configuration; and "nothing to evaluate" where there is no row or no column of scores.
pub fn read_score_table(source: &Source, columns: &Columns) -> Result<ScoreTable, InputError> {
    let mut lines = Lines::open(source, LONGEST_ROW)?;
    read(&mut lines, columns).map_err(|e| e.in_file(source.name().clone()))
}

/// What a row says, apart from its scores.
struct Row {
    line: u64,
    configuration: usize,
    question: String,
    /// The cells of all other columns, in their order.
    cells: Vec<Cell>,
}

fn read(lines: &mut Lines, columns: &Columns) -> Result<ScoreTable, InputError> {
    let Some((separator, names, line)) = head(lines)? else {
        return Err(InputError::nothing_to_evaluate("holds no row"));
    };
    let layout = Layout::new(names, columns).map_err(|e| e.at_line(line))?;
    let mut settings: Vec<Vec<String>> = Vec::new();
    let mut places: HashMap<Vec<String>, usize> = HashMap::new();
    let mut rows: Vec<Row> = Vec::new();
    while let Some(text) = lines.next()? {
        if text.trim().is_empty() {
            continue;
        }
        let cells = separator.cells(text);
        let line = lines.number();
        let cells = cells.map_err(|e| e.at_line(line))?;
        if cells.len() != layout.names.len() {
            let problem = format!("has {} cells, and the head has {}", cells.len(), layout.names.len());
            return Err(InputError::new(problem).at_line(line));
        }
        if (rows.len() + 1) * cells.len() > MOST_CELLS {
            return Err(InputError::new(format!("more than {MOST_CELLS} cells are not read")).at_line(line));
        }
        let question = cells[layout.question].text.trim().to_owned();
        if question.is_empty() {
            let fault = InputError::new(format!("{} is blank", quoted(&layout.names[layout.question])));
            return Err(fault.at_line(line).at_column(cells[layout.question].column));
        }
        let key: Vec<String> = layout.settings.iter().map(|&place| cells[place].text.trim().to_owned()).collect();
        let configuration = *places.entry(key.clone()).or_insert(settings.len());
        if configuration == settings.len() {
            if settings.len() == MOST {
                let fault = InputError::new(format!("more than {MOST} configurations are not compared"));
                return Err(fault
                    .at_line(line)
                    .mend("name the columns that say which configuration a row is of, with --settings"));
            }
            settings.push(key);
        }
        let keep = |(place, cell)| (layout.others.binary_search(&place).is_ok()).then_some(cell);
        let cells = cells.into_iter().enumerate().filter_map(keep).collect();
        rows.push(Row { line, configuration, question, cells });
    }
    each_once(&rows, &settings, &layout)?;
    layout.table(rows, settings, columns)
}

/// The first line that is not blank: how cells are separated, and the names of the columns.
fn head(lines: &mut Lines) -> Result<Option<(Separator, Vec<Cell>, u64)>, InputError> {
    while let Some(text) = lines.next()? {
        if !text.trim().is_empty() {
            let separator = Separator::of(text);
            let cells = separator.cells(text);
            let line = lines.number();
            return Ok(Some((separator, cells.map_err(|e| e.at_line(line))?, line)));
        }
    }
    Ok(None)
}

/// A score must be the only one of its question: a mean over some of them twice is no mean over questions.
fn each_once(rows: &[Row], settings: &[Vec<String>], layout: &Layout) -> Result<(), InputError> {
    let mut seen: HashMap<(usize, &str), u64> = HashMap::new();
    for row in rows {
        if let Some(before) = seen.insert((row.configuration, &row.question), row.line) {
            let of = settings[row.configuration].join(", ");
            let of = if of.is_empty() { String::new() } else { format!(" of {}", quoted(&of)) };
            let problem = format!("question {}{of} already stands on line {before}", quoted(&row.question));
            let before_it: Vec<&str> = layout.settings.iter().map(|&place| layout.names[place].as_str()).collect();
            let told = if before_it.is_empty() { "none".to_owned() } else { before_it.join(", ") };
            return Err(InputError::new(problem).at_line(row.line).mend(format!(
                "the columns taken to say which configuration a row is of are: {told}; name them with --settings, and the question's with --question"
            )));
        }
    }
    Ok(())
}

/// Which column is what.
struct Layout {
    names: Vec<String>,
    question: usize,
    settings: Vec<usize>,
    /// All others, rising.
    others: Vec<usize>,
}

impl Layout {
    fn new(head: Vec<Cell>, columns: &Columns) -> Result<Self, InputError> {
        if head.len() > MOST_COLUMNS {
            return Err(InputError::new(format!("has {} columns; no more than {MOST_COLUMNS} are read", head.len())));
        }
        let mut names: Vec<String> = Vec::new();
        for cell in &head {
            let name = cell.text.trim().to_owned();
            let problem = match () {
                () if name.is_empty() => "a column has no name".to_owned(),
                () if names.contains(&name) => format!("two columns are called {}", quoted(&name)),
                () => {
                    names.push(name);
                    continue;
                }
            };
            return Err(InputError::new(problem).at_column(cell.column));
        }
        let find = |name: &str| {
            names.iter().position(|n| n == name).ok_or_else(|| {
                InputError::new(format!("no column is called {}", quoted(name)))
                    .mend(advice(name, names.iter().map(String::as_str)))
            })
        };
        let usual = || QUESTION_NAMES.iter().find_map(|usual| names.iter().position(|name| name.eq_ignore_ascii_case(usual)));
        let question = match &columns.question {
            Some(name) => find(name)?,
            None => usual().ok_or_else(|| {
                let problem = format!("no column is called {}", QUESTION_NAMES.join(" or "));
                InputError::new(problem).mend(format!("say which holds the question, with --question: {}", names.join(", ")))
            })?,
        };
        let mut settings = match &columns.settings {
            Some(named) => named.iter().map(|name| find(name)).collect::<Result<Vec<usize>, _>>()?,
            None => (0..question).collect(),
        };
        settings.retain(|&place| place != question);
        for name in columns.measures.iter().flatten().chain(&columns.less_is_better) {
            let place = find(name)?;
            if place == question || settings.contains(&place) {
                return Err(InputError::new(format!("{} holds no scores: it says what a row is of", quoted(name))));
            }
        }
        let others = (0..names.len()).filter(|place| *place != question && !settings.contains(place)).collect();
        Ok(Self { names, question, settings, others })
    }

    fn table(&self, rows: Vec<Row>, settings: Vec<Vec<String>>, columns: &Columns) -> Result<ScoreTable, InputError> {
        let mut questions: Vec<String> = rows.iter().map(|row| row.question.clone()).collect();
        questions.sort_unstable();
        questions.dedup();
        let (mut warnings, mut slices, mut measures, mut values) = (Vec::new(), BTreeMap::new(), Vec::new(), Vec::new());
        for (place, &column) in self.others.iter().enumerate() {
            let name = &self.names[column];
            let cells = || rows.iter().map(|row| (row, &row.cells[place]));
            let named = columns.measures.as_ref().map(|named| named.contains(name));
            let filled = cells().map(|(_, cell)| cell.text.trim()).find(|text| !is_failed(text));
            if named == Some(true) || named.is_none() && filled.is_none_or(|text| text.parse::<f64>().is_ok()) {
                let scores = cells().map(|(row, cell)| score(name, cell).map_err(|e| e.at_line(row.line)));
                let scores: Vec<Option<f64>> = scores.collect::<Result<_, _>>()?;
                let given = || scores.iter().flatten();
                measures.push(Numbers {
                    name: name.clone(),
                    hits: given().all(|v| *v == 0.0 || *v == 1.0),
                    in_unit: given().all(|v| (0.0..=1.0).contains(v)),
                    less_is_better: columns.less_is_better.contains(name),
                });
                values.push(scores);
            } else {
                match slice(cells()) {
                    Some(slice) => drop(slices.insert(name.clone(), slice)),
                    None if named.is_some() => {}
                    None => warnings.push(format!(
                        "column {} is left out: it holds no scores, and is not the same for a question in every configuration",
                        quoted(name)
                    )),
                }
            }
        }
        if rows.is_empty() {
            return Err(InputError::nothing_to_evaluate("holds no row below its head"));
        }
        if measures.is_empty() {
            return Err(InputError::nothing_to_evaluate("holds no column of scores beside those that say what a row is of")
                .mend("columns of scores hold numbers, and stand after the question's; or name them with --measures"));
        }
        // A few rows of many configurations, each of its own question, would be a large table of nothing.
        let all = settings.len().saturating_mul(questions.len()).saturating_mul(measures.len());
        if all > MOST_CELLS {
            return Err(InputError::new(format!(
                "{} configurations by {} questions by {} columns of scores are more than {MOST_CELLS}",
                settings.len(),
                questions.len(),
                measures.len()
            ))
            .mend(
                "name the columns of scores with --measures, and those that say which configuration a row is of with --settings",
            ));
        }
        let named = |key: &Vec<String>| -> Vec<(String, String)> {
            self.settings.iter().zip(key).map(|(&place, value)| (self.names[place].clone(), value.clone())).collect()
        };
        let empty =
            |key: &Vec<String>| Scored { settings: named(key), rows: vec![vec![Given::NoRow; measures.len()]; questions.len()] };
        let mut configurations: Vec<Scored> = settings.iter().map(empty).collect();
        for (place, row) in rows.iter().enumerate() {
            let own = values.iter().map(|column| column[place].map_or(Given::Failed, Given::Value)).collect();
            if let Ok(question) = questions.binary_search(&row.question) {
                configurations[row.configuration].rows[question] = own;
            }
        }
        let lacking = configurations.len() * questions.len() - rows.len();
        if lacking > 0 {
            warnings.push(format!(
                "rows that some configurations lack of questions that others have: {lacking}; they count for no mean of theirs"
            ));
        }
        Ok(ScoreTable { questions, measures, configurations, slices, warnings })
    }
}

fn is_failed(text: &str) -> bool {
    text.is_empty() || FAILED.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// A score; `None` where it failed.
fn score(name: &str, cell: &Cell) -> Result<Option<f64>, InputError> {
    let text = cell.text.trim();
    if is_failed(text) {
        return Ok(None);
    }
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(Some(value)),
        Ok(_) => Err(InputError::new(format!("{} is {}, which is no finite number", quoted(name), quoted(text)))),
        Err(_) => Err(InputError::new(format!("{} must be a number, found {}", quoted(name), quoted(text)))
            .mend("leave the cell blank where a score failed")),
    }
    .map_err(|e| e.at_column(cell.column))
}

/// The values of a column by question, where each question has one alone.
fn slice<'a>(cells: impl Iterator<Item = (&'a Row, &'a Cell)>) -> Option<BTreeMap<String, String>> {
    let mut values: BTreeMap<String, String> = BTreeMap::new();
    for (row, cell) in cells.filter(|(_, cell)| !cell.text.trim().is_empty()) {
        let value = cell.text.trim();
        match values.get(&row.question) {
            Some(before) if before != value => return None,
            Some(_) => {}
            None => drop(values.insert(row.question.clone(), value.to_owned())),
        }
    }
    Some(values)
}

#[cfg(test)]
#[path = "score_table_tests.rs"]
mod tests;
