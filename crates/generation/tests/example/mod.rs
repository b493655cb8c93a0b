//! The small language of the worked examples: an answer, what it was given, and what one judge said of it.
//!
//! Without a line of its own an answer has a text, the status `answered`, and nothing else. A verdict `?` was not asked for, `failed` failed.
//!
//! ```text
//! unanswerable                             the question has no answer
//! expect: no-answer                        what a right system does
//! failed                                   the call failed
//! status: declined                         as the system says; `none` where it does not
//! answer: The fee is 20.                   its words; `none` where they were not captured
//! context: a "Words." b rules[0,40) "More."  passages, with where they stand and their words where captured
//! evidence: a rules[0,10)                  labelled evidence, all of it
//! judged: declined                         a judge on the status
//! recorded: correct by person              a verdict that came with the data
//! claims: supported@a/correct not-found    claims: in the context (by which passage) / by the reference; `none`
//! facts: vital=stated okay=partial         facts in the answer
//! in context: supported@a not-found        the same facts, in the context
//! needed: a                                passages of the context judged needed, the others not; `none`
//! cites: a@1=supported b@2=not-found c@1   citations: passage, the sentence that carries it, does it support that; `none`
//! relevance: addresses                     does it address the question
//! reference: correct                       does it agree with the reference
//! rubric: tone pass polite said curt       a rubric, what passes, what was said
//! ```

use evidence::{Evidence, Expect, Fact, FactKind, Locator, Passage, Question, SourceRange};
use generation::ask::Rubric;
use generation::measures::Measure;
use generation::sentences::sentences;
use generation::{Answer, By, Case, Citation, Claim, Fault, Judged, Judgement, Kind, Outcome, Status, Target, Verdict};
use statistics::Score;

use crate::said::{question, told};

/// An answer with everything that was said of it.
pub struct Example {
    question: Question,
    answer: Answer,
    judgements: Vec<Judgement>,
    rubrics: Vec<Rubric>,
    /// Measures, each with what it prints.
    pub values: Vec<(String, String)>,
}

impl Example {
    /// The examples of a page.
    pub fn all(page: &str) -> Vec<Self> {
        page.split("```example\n").skip(1).map(|block| Self::read(block.split("\n```").next().unwrap())).collect()
    }

    /// The value of a measure, as a page prints it.
    pub fn printed(&self, measure: &Measure) -> String {
        let judgements: Vec<&Judgement> = self.judgements.iter().collect();
        let judged = Judged::new(&judgements);
        let case = Case { question: &self.question, answer: &self.answer, judged: &judged, rubrics: &self.rubrics };
        match measure.score(&case) {
            Score::Value(value) => format!("{value:.4}"),
            Score::Undefined(reason) => format!("undefined: {reason}"),
            Score::Failed => "failed".to_owned(),
        }
    }

    fn read(block: &str) -> Self {
        let mut example = Self {
            question: question(),
            answer: Answer { text: Some("An answer.".into()), status: Some(Status::Answered), ..Answer::default() },
            judgements: Vec::new(),
            rubrics: Vec::new(),
            values: Vec::new(),
        };
        for line in block.lines() {
            if let Some((measure, printed)) = line.split_once(" = ") {
                example.values.push((measure.to_owned(), printed.to_owned()));
                continue;
            }
            let (key, value) = line.split_once(':').map_or((line, ""), |(key, value)| (key, value.trim()));
            example.line(key, value);
        }
        example
    }

    fn line(&mut self, key: &str, value: &str) {
        let words: Vec<&str> = value.split_whitespace().filter(|word| *word != "none").collect();
        match key {
            "unanswerable" => self.question.answerable = false,
            "expect" => self.question.expect = named(&Expect::ALL, value),
            "failed" => self.answer.error = Some("time-out".into()),
            "status" => self.answer.status = (value != "none").then(|| named(&Status::ALL, value)),
            "answer" => self.answer.text = (value != "none").then(|| value.to_owned()),
            "context" => self.answer.context = Some(passages(value)),
            "evidence" => self.question.evidence = Some(Evidence::All(words.into_iter().map(leaf).collect())),
            "judged" => self.say(Kind::Status, Target::Whole, value, None),
            "recorded" => {
                let (verdict, by) = value.split_once(" by ").unwrap();
                self.say(Kind::Answer, Target::Whole, verdict, None);
                self.judgements.last_mut().unwrap().by = named(&By::ALL, by);
            }
            "claims" => self.claims(&words),
            "facts" => self.facts(&words),
            "in context" => {
                for (place, word) in words.into_iter().enumerate() {
                    let (verdict, passage) = at(word);
                    self.say(Kind::Context, Target::Fact(format!("f{place}")), verdict, passage);
                }
            }
            "needed" => {
                let ids: Vec<String> = self.answer.context.iter().flatten().map(|passage| passage.id.clone()).collect();
                assert!(words.iter().all(|word| ids.iter().any(|id| id == word)), "not in the context: {value}");
                for id in ids {
                    let verdict = if words.contains(&id.as_str()) { "needed" } else { "not-needed" };
                    self.say(Kind::Context, Target::Passage(id), verdict, None);
                }
            }
            "cites" => self.cites(&words),
            "relevance" => self.say(Kind::Relevance, Target::Whole, value, None),
            "reference" => self.say(Kind::Answer, Target::Whole, value, None),
            "rubric" => {
                let [name, "pass", pass, "said", said] = words[..] else { panic!("not understood: {value}") };
                let outcomes = vec![pass.to_owned(), said.to_owned()];
                let rubric = Rubric { name: name.into(), question: String::new(), outcomes, pass: vec![pass.to_owned()] };
                self.rubrics.push(rubric);
                if said != "?" {
                    self.judgement(Kind::Rubric, Target::Rubric(name.into()), Outcome::Rubric(said.to_owned()), None);
                }
            }
            _ => panic!("not understood: {key}"),
        }
    }

    fn claims(&mut self, words: &[&str]) {
        let claims = (0..words.len()).map(|place| Claim { text: format!("Claim {place}."), span: None }).collect();
        self.judgement(Kind::Claims, Target::Whole, Outcome::Claims(claims), None);
        for (place, word) in words.iter().enumerate() {
            let target = || Target::Claim(place as u32, format!("Claim {place}."));
            let (context, reference) = word.split_once('/').unwrap_or((word, "?"));
            let (verdict, passage) = at(context);
            self.say(Kind::Support, target(), verdict, passage);
            self.say(Kind::Answer, target(), reference, None);
        }
    }

    fn facts(&mut self, words: &[&str]) {
        for (place, word) in words.iter().enumerate() {
            let (kind, verdict) = word.split_once('=').unwrap();
            let kinds = [("vital", FactKind::Vital), ("okay", FactKind::Okay), ("forbidden", FactKind::Forbidden)];
            let id = format!("f{place}");
            self.question.facts.push(Fact { id: id.clone(), text: String::new(), kind: named(&kinds, kind) });
            self.say(Kind::Fact, Target::Fact(id), verdict, None);
        }
    }

    fn cites(&mut self, words: &[&str]) {
        let spans = sentences(self.answer.text.as_deref().unwrap());
        let mut citations = Vec::new();
        for word in words {
            let (place, verdict) = word.split_once('=').unwrap_or((word, "?"));
            let (passage, sentence) = place.split_once('@').unwrap();
            let span = spans[sentence.parse::<usize>().unwrap() - 1];
            citations.push(Citation { passage: passage.to_owned(), span: Some(span) });
            self.say(Kind::Citation, Target::Span(span.0, span.1), verdict, Some(passage));
        }
        self.answer.citations = Some(citations);
    }

    fn say(&mut self, kind: Kind, target: Target, verdict: &str, passage: Option<&str>) {
        let outcome = match verdict {
            "?" => return,
            "failed" => Outcome::Failed(Fault { kind: "rate-limited".into(), problem: "429".into(), raw: None }),
            word => {
                let verdict = named(&Verdict::ALL, word);
                assert!(generation::verdict::verdicts(kind, &target).contains(&verdict), "{word} is no verdict here");
                Outcome::Verdict(verdict)
            }
        };
        self.judgement(kind, target, outcome, passage);
    }

    fn judgement(&mut self, kind: Kind, target: Target, outcome: Outcome, passage: Option<&str>) {
        self.judgements.push(Judgement { passage: passage.map(str::to_owned), ..told(kind, target, outcome, "judge") });
    }
}

fn named<T: Copy>(all: &[(&str, T)], name: &str) -> T {
    all.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("'{name}' is not known")).1
}

/// A verdict and the passage behind its `@`.
fn at(word: &str) -> (&str, Option<&str>) {
    word.split_once('@').map_or((word, None), |(verdict, passage)| (verdict, Some(passage)))
}

/// `rules[0,40)`.
fn range(word: &str) -> Option<(&str, SourceRange)> {
    let (doc, range) = word.strip_suffix(')')?.split_once('[')?;
    let (start, end) = range.split_once(',')?;
    Some((doc, SourceRange::new(start.parse().unwrap(), end.parse().unwrap()).unwrap()))
}

fn leaf(word: &str) -> Evidence {
    Evidence::Leaf(match range(word) {
        Some((doc, range)) => Locator::Range { doc: doc.to_owned(), rev: None, range, quote: None },
        None => Locator::Passage(word.to_owned()),
    })
}

/// Passages: an id each, then where it stands and its words in quotes, where captured.
fn passages(value: &str) -> Vec<Passage> {
    let mut passages: Vec<Passage> = Vec::new();
    for (place, part) in value.split('"').enumerate() {
        if place % 2 == 1 {
            passages.last_mut().unwrap().text = Some(part.to_owned());
            continue;
        }
        for word in part.split_whitespace().filter(|word| *word != "none") {
            match range(word) {
                Some((doc, range)) => {
                    let last = passages.last_mut().unwrap();
                    (last.doc, last.range) = (Some(doc.to_owned()), Some(range));
                }
                None => passages.push(Passage { id: word.to_owned(), doc: None, rev: None, range: None, text: None }),
            }
        }
    }
    passages
}
