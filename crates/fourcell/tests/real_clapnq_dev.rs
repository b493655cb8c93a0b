//! Questions over one Wikipedia passage each: the sentences that several people selected, and questions without an answer.

use std::collections::BTreeMap;

use fourcell::evaluate::Evaluated;
use fourcell::evidence::text::{Text, find_quote};
use fourcell::evidence::{Evidence, Expect, Passage, Question, SourceRange};
use fourcell::formats::native::Run;
use serde_json::Value;

mod shared;

#[derive(Clone)]
struct Asked {
    id: String,
    query: String,
    text: Text,
    /// All sentences of the passage, as upstream splits it.
    sentences: Vec<SourceRange>,
    /// What each person selected; one who skipped selected nothing.
    selections: Vec<Vec<(SourceRange, String)>>,
}

fn read(what: &str) -> Option<(Vec<Asked>, Vec<Asked>)> {
    let folder = shared::folder("clapnq-dev", what)?;
    let read = |name: &str| {
        let mut all: Vec<Asked> = shared::json_lines(&folder.join(name)).iter().map(asked).collect();
        all.sort_by(|a, b| a.id.cmp(&b.id));
        all
    };
    Some((read("answerable.jsonl"), read("unanswerable.jsonl")))
}

fn asked(line: &Value) -> Asked {
    let passages = line["passages"].as_array().unwrap();
    assert_eq!(passages.len(), 1);
    let text = Text::new(shared::string(&passages[0]["text"]));
    let selection = |output: &Value| {
        let selected = shared::strings(&output["selected_sentences"]).into_iter();
        selected.map(|sentence| (only_range(&text, &sentence), sentence)).collect()
    };
    Asked {
        id: shared::string(&line["id"]),
        query: shared::string(&line["input"]),
        sentences: in_order(&text, &shared::strings(&passages[0]["sentences"])),
        selections: line["output"].as_array().unwrap().iter().map(selection).collect(),
        text,
    }
}

/// Where a sentence stands; it stands once.
fn only_range(text: &Text, sentence: &str) -> SourceRange {
    match find_quote(text, sentence, 2)[..] {
        [range] => range,
        ref found => panic!("{sentence}: {found:?}"),
    }
}

/// The sentences of a text one after another.
fn in_order(text: &Text, sentences: &[String]) -> Vec<SourceRange> {
    let mut after = 0;
    let range = |sentence: &String| {
        let range = find_quote(text, sentence, usize::MAX).into_iter().find(|r| r.start() >= after).unwrap();
        after = range.end();
        range
    };
    sentences.iter().map(range).collect()
}

impl Asked {
    /// Any person's selection is enough, all of it.
    fn tree(&self) -> Evidence {
        let leaf = |(range, sentence): &(SourceRange, String)| shared::range_leaf(&self.id, *range, sentence);
        Evidence::Any(self.selections.iter().map(|s| Evidence::All(s.iter().map(leaf).collect())).collect())
    }

    fn passages(&self) -> impl Iterator<Item = Passage> {
        let passage = |r: &SourceRange| shared::passage(self.name(*r), Some(&self.id), Some(*r), self.text.slice(*r).unwrap());
        self.sentences.iter().map(passage)
    }

    fn name(&self, range: SourceRange) -> String {
        format!("{} {range}", self.id)
    }

    /// The selections that ask for something.
    fn asking(&self) -> impl Iterator<Item = &Vec<(SourceRange, String)>> {
        self.selections.iter().filter(|s| !s.is_empty())
    }
}

fn score(asked: &[Asked], unanswerable: &[Asked], run: &Run) -> Evaluated {
    let mut questions: Vec<Question> = asked.iter().map(|a| shared::question(&a.id, &a.query, Some(a.tree()))).collect();
    let without = |a: &Asked| {
        let question = shared::question(&a.id, &a.query, None);
        Question { answerable: false, expect: Expect::NoAnswer, ..question }
    };
    questions.extend(unanswerable.iter().map(without));
    let passages = asked.iter().chain(unanswerable).flat_map(Asked::passages).collect();
    shared::score(&shared::question_set(questions, Some(passages), None), run, "complete evidence token-recall R@50")
}

#[test]
fn every_selected_sentence_is_a_range_of_its_passage() {
    let Some((answerable, unanswerable)) = read("selected sentences as ranges") else { return };
    assert_eq!((answerable.len(), unanswerable.len()), (200, 200));
    let mut outputs: BTreeMap<usize, usize> = BTreeMap::new();
    let (mut selected, mut skipped) = (0, 0);
    for asked in &answerable {
        *outputs.entry(asked.selections.len()).or_default() += 1;
        skipped += asked.selections.len() - asked.asking().count();
        for (range, sentence) in asked.selections.iter().flatten() {
            assert_eq!(asked.text.slice(*range), Some(sentence.as_str()), "{}", asked.id);
            assert!(asked.sentences.contains(range), "{}: {sentence} is a sentence of the passage", asked.id);
            selected += 1;
        }
    }
    assert_eq!((selected, skipped, outputs), (836, 6, BTreeMap::from([(1, 106), (2, 88), (7, 6)])));
    assert!(unanswerable.iter().all(|a| a.selections.iter().all(Vec::is_empty)));
    assert_eq!(answerable.iter().filter(|a| a.tree().has_alternatives()).count(), 88);
}

#[test]
fn one_persons_sentences_are_enough_and_all_of_them_are_needed() {
    let Some((answerable, _)) = read("selections of several people as alternatives") else { return };
    let most = answerable.iter().map(|a| a.asking().count()).max().unwrap();
    assert_eq!(most, 7);
    let (mut whole, mut short) = (0, 0);
    for person in 0..most {
        let of_person = |a: &Asked| a.asking().nth(person).cloned();
        let some: Vec<Asked> = answerable.iter().filter(|a| of_person(a).is_some()).cloned().collect();
        let run = |from: usize| {
            let record = |a: &Asked| shared::record(&a.id, of_person(a).unwrap()[from..].iter().map(|(range, _)| a.name(*range)));
            shared::run("selected", some.iter().map(record).collect())
        };
        let scored = score(&some, &[], &run(0));
        for column in 0..2 {
            assert_eq!(shared::values(&scored, column), vec![1.0; some.len()], "{person}");
        }
        whole += some.len();
        let scored = score(&some, &[], &run(1));
        for (asked, (complete, recall)) in some.iter().zip(shared::values(&scored, 0).into_iter().zip(shared::values(&scored, 1)))
        {
            let left: Vec<SourceRange> = of_person(asked).unwrap()[1..].iter().map(|(range, _)| *range).collect();
            let held =
                |s: &Vec<(SourceRange, String)>| s.iter().filter(|(r, _)| left.contains(r)).count() as f64 / s.len() as f64;
            let best = asked.asking().map(held).fold(0.0, f64::max);
            assert_eq!((recall, complete), (best, f64::from(u8::from(best == 1.0))), "{}", asked.id);
            short += usize::from(complete == 0.0);
        }
    }
    // Eight are enough without their first sentence: the rest is what somebody else selected.
    assert_eq!((whole, short), (318, 310));
}

#[test]
fn questions_without_an_answer_are_counted_apart() {
    let Some((answerable, unanswerable)) = read("questions without an answer") else { return };
    let all = answerable.iter().chain(&unanswerable);
    let record = |a: &Asked| shared::record(&a.id, a.sentences.iter().map(|range| a.name(*range)));
    let scored = score(&answerable, &unanswerable, &shared::run("all sentences", all.map(record).collect()));
    assert_eq!((scored.told.unanswerable, scored.scores.questions().len()), (200, 200));
    for column in 0..4 {
        assert_eq!(shared::values(&scored, column), vec![1.0; 200], "{}", scored.scores.measures()[column]);
    }
    let no_answer = scored.no_answer.unwrap();
    // The lists are candidates: what was sent of them is not known.
    let (none, some) = (no_answer.unanswerable, no_answer.answerable);
    assert_eq!((none.n, none.not_captured, some.n, some.not_captured), (0, 200, 0, 200));
}
