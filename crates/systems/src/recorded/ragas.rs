//! Rows of ragas as a system: the context that was sent, and the answer.

use std::collections::HashMap;

use evidence::Passage;
use evidence::snapshot::content_hash;
use evidence::text::printable;
use formats::ragas::{Row, read_ragas};
use formats::{InputError, Source};
use retrieval::record::{Item, Mode};

use super::{Known, Overlap, Results, Wanted, nothing};
use crate::asked::{Answer, Done, Status};

pub(super) fn read(source: &Source, wanted: &Wanted<'_>) -> Result<Results, InputError> {
    let read = read_ragas(source)?;
    let mut warnings: Vec<String> = read.warnings.iter().map(ToString::to_string).collect();
    let matching = Matching::new(wanted);
    let mut passages = Passages::new(wanted.passages);
    let mut overlap = Overlap::new(["row", "rows"]);
    // The results, each with the line of its row.
    let mut found: HashMap<usize, (u64, Result<Done, String>)> = HashMap::new();
    for (row, &line) in read.items.into_iter().zip(&read.lines) {
        let here = |problem: String| InputError::new(problem).at_line(line).in_file(source.name().clone());
        let Some(place) = matching.question(&row).map_err(|e| e.at_line(line).in_file(source.name().clone()))? else {
            overlap.strange.push(row.id.or(row.query).unwrap_or_default());
            continue;
        };
        if let Some((before, _)) = found.get(&place) {
            let question = printable(&wanted.questions[place].id, 60);
            return Err(here(format!("a row of question '{question}' stands on line {before} already")));
        }
        found.insert(place, (line, result(row, &mut passages).map_err(|said| format!("line {line} of the file: {said}"))));
    }
    for (place, question) in wanted.questions.iter().enumerate() {
        if !found.contains_key(&place) {
            overlap.missing.push(question.id.clone());
        }
    }
    warnings.extend(overlap.told(found.len()).map_err(|e| e.in_file(source.name().clone()))?);
    warnings.extend(passages.told());
    let result = |(place, (_, done)): (usize, (u64, _))| ((wanted.questions[place].id.clone(), Mode::Normal, 0), done);
    Ok((found.into_iter().map(result).collect(), warnings))
}

fn result(row: Row, passages: &mut Passages<'_>) -> Result<Done, String> {
    let context = match (row.contexts, row.context_ids) {
        (None, None) if row.response.is_none() => return Err("the row has neither contexts nor a response".to_owned()),
        (None, None) => None,
        (None, Some(ids)) => Some(ids.into_iter().map(|id| passages.known.item(id)).collect()),
        (Some(texts), Some(ids)) => {
            let item = |(text, id)| Item { text: Some(text), ..passages.known.item(id) };
            Some(texts.into_iter().zip(ids).map(item).collect())
        }
        (Some(texts), None) => Some(texts.into_iter().map(|text| passages.by_text(text)).collect::<Vec<Item>>()),
    };
    once_each(context.as_deref().unwrap_or_default())?;
    let answer = row.response.map(|text| Answer { text, citations: Vec::new() });
    let status = if answer.is_some() { Status::Answered } else { Status::Retrieved };
    Ok(Done { context, answer, status, ..nothing() })
}

/// A passage that stands twice would be paid twice.
fn once_each(context: &[Item]) -> Result<(), String> {
    let mut places = HashMap::with_capacity(context.len());
    for (place, item) in context.iter().enumerate() {
        if let Some(before) = places.insert(item.id.as_str(), place) {
            return Err(format!("context {place} is context {before} once more: '{}'", printable(&item.id, 60)));
        }
    }
    Ok(())
}

/// Finds the question of a row: by its id, or by its text where it has none.
struct Matching<'a> {
    wanted: &'a Wanted<'a>,
    ids: HashMap<&'a str, usize>,
    /// Each text with its first question, and another one that has it too.
    texts: HashMap<&'a str, (usize, Option<usize>)>,
}

impl<'a> Matching<'a> {
    fn new(wanted: &'a Wanted<'a>) -> Self {
        let mut texts: HashMap<&str, (usize, Option<usize>)> = HashMap::new();
        for (place, question) in wanted.questions.iter().enumerate() {
            texts.entry(&question.query).and_modify(|(_, other)| *other = Some(place)).or_insert((place, None));
        }
        Self { wanted, ids: wanted.questions.iter().enumerate().map(|(place, q)| (q.id.as_str(), place)).collect(), texts }
    }

    /// The question's place; `None` where there is none of that id or text.
    fn question(&self, row: &Row) -> Result<Option<usize>, InputError> {
        if let Some(id) = &row.id {
            return Ok(self.ids.get(id.as_str()).copied());
        }
        match row.query.as_deref().and_then(|text| self.texts.get(text)) {
            None => Ok(None),
            Some((place, None)) => Ok(Some(*place)),
            Some(&(one, Some(other))) => {
                let [one, other] = [one, other].map(|place| printable(&self.wanted.questions[place].id, 60));
                let problem = format!("the row's text is that of two questions, '{one}' and '{other}'");
                Err(InputError::new(problem).mend("say which it is: give the rows an 'id'"))
            }
        }
    }
}

/// Finds the passages of contexts that have no ids.
struct Passages<'a> {
    known: Known<'a>,
    /// By their text, its white space made even.
    texts: HashMap<String, &'a Passage>,
    looked_up: usize,
    /// How many were found nowhere.
    strange: usize,
}

impl<'a> Passages<'a> {
    fn new(passages: &'a [Passage]) -> Self {
        let mut texts = HashMap::new();
        for passage in passages {
            if let Some(text) = &passage.text {
                // Of passages with one text the first stands for all.
                texts.entry(even(text)).or_insert(passage);
            }
        }
        Self { known: Known::new(passages), texts, looked_up: 0, strange: 0 }
    }

    fn by_text(&mut self, text: String) -> Item {
        self.looked_up += 1;
        match self.texts.get(&even(&text)) {
            // What was sent is kept as it was.
            Some(passage) => Item { text: Some(text), ..Item::from(*passage) },
            None => {
                self.strange += 1;
                Item { id: content_hash(text.as_bytes()), text: Some(text), ..Item::default() }
            }
        }
    }

    fn told(&self) -> Option<String> {
        let (strange, all) = (self.strange, self.looked_up);
        let told = || {
            format!(
                "{strange} of {all} contexts without an id are no passage of the project word for word: their text's hash is their id"
            )
        };
        (strange > 0).then(told)
    }
}

fn even(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
