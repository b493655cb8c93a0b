//! Which questions an answer raises, given what is to be measured.

use std::collections::BTreeSet;

use evidence::{FactKind, Question};
use generation::ask::Rubric;
use generation::judged::Told;
use generation::measures::Need;
use generation::sentences::of_answer;
use generation::{Answer, Ask, By, Case, Claim, Judged, Judgement, Kind, Outcome, Status, Target};

use crate::driver::Seat;

/// An answer to be judged.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The question.
    pub question: &'a Question,
    /// The answer.
    pub answer: &'a Answer,
    /// What was said of it before, and stays.
    pub recorded: &'a [Judgement],
}

/// What is to be known of each answer.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// What judges are asked.
    pub needs: BTreeSet<Need>,
    /// The rubrics, where they are among that.
    pub rubrics: Vec<Rubric>,
}

impl<'a> Subject<'a> {
    fn ask(&self, kind: Kind, target: Target) -> Ask<'a> {
        Ask { kind, target, passage: None, question: self.question, answer: self.answer, rubric: None }
    }

    /// Whether there is anything to ask about.
    fn has_words(&self) -> bool {
        self.answer.error.is_none() && self.answer.text.as_deref().is_some_and(|text| !text.trim().is_empty())
    }

    fn has_recorded(&self, kind: Kind) -> bool {
        self.recorded.iter().any(|j| j.kind == kind)
    }

    /// First: how does the answer stand to the question? What the system itself calls declined, partial or a conflict is taken as that.
    pub fn status(&self, wanted: &Wanted) -> Vec<Ask<'a>> {
        let open = matches!(self.answer.status, None | Some(Status::Answered));
        let asked = self.has_words() && open && wanted.needs.contains(&Need::Status) && !self.has_recorded(Kind::Status);
        if asked { vec![self.ask(Kind::Status, Target::Whole)] } else { Vec::new() }
    }

    /// Then: which claims does it make? Who declines makes none.
    pub fn claims(&self, wanted: &Wanted, judged: &Judged) -> Vec<Ask<'a>> {
        let asked = wanted.needs.contains(&Need::Claims) && !self.has_recorded(Kind::Claims) && self.is_answer(judged);
        if asked { vec![self.ask(Kind::Claims, Target::Whole)] } else { Vec::new() }
    }

    /// Whether something is answered, as far as it is known.
    fn is_answer(&self, judged: &Judged) -> bool {
        let case = Case { question: self.question, answer: self.answer, judged, rubrics: &[] };
        self.has_words() && !matches!(case.status(), Told::Given(status) if status.declines())
    }

    /// Last: everything about its claims, facts, passages and citations. `judged` knows its status and its claims.
    pub fn rest<'r>(&self, wanted: &'r Wanted, judged: &Judged) -> Vec<Ask<'r>>
    where
        'a: 'r,
    {
        let wants = |need: Need| wanted.needs.contains(&need);
        let mut asks: Vec<Ask<'r>> = Vec::new();
        if wants(Need::Rubric) && self.has_words() {
            for rubric in &wanted.rubrics {
                let ask = self.ask(Kind::Rubric, Target::Rubric(rubric.name.clone()));
                asks.push(Ask { rubric: Some(rubric), ..ask });
            }
        }
        if self.answer.error.is_none() {
            self.about_context(&wants, &mut asks);
        }
        if !self.is_answer(judged) {
            return asks;
        }
        if let Told::Given(claims) = &judged.claims {
            for (place, claim) in (0_u32..).zip(claims) {
                let target = || Target::Claim(place, claim.claim.text.clone());
                if wants(Need::Support) && self.answer.context.is_some() {
                    asks.push(self.ask(Kind::Support, target()));
                }
                if wants(Need::BorneOut) && self.question.answer.is_some() {
                    asks.push(self.ask(Kind::Answer, target()));
                }
            }
        }
        if wants(Need::Facts) {
            asks.extend(self.question.facts.iter().map(|fact| self.ask(Kind::Fact, Target::Fact(fact.id.clone()))));
        }
        if wants(Need::Relevance) {
            asks.push(self.ask(Kind::Relevance, Target::Whole));
        }
        // Vital facts decide by themselves, and so does a verdict of a person or of the source.
        let has_vital = self.question.facts.iter().any(|fact| fact.kind == FactKind::Vital);
        let decided = self.recorded.iter().any(|j| j.kind == Kind::Answer && j.target == Target::Whole && j.by.is_recorded());
        if wants(Need::Agreement) && self.question.answer.is_some() && !has_vital && !decided {
            asks.push(self.ask(Kind::Answer, Target::Whole));
        }
        if wants(Need::Citations) {
            let whole = (0, self.answer.text.as_deref().unwrap_or_default().chars().count());
            let mut seen = BTreeSet::new();
            for citation in self.answer.citations.iter().flatten() {
                let span = citation.span.unwrap_or(whole);
                // What names no passage of the context supports nothing, and nobody need be asked.
                if self.answer.passage(&citation.passage).is_some() && seen.insert((span, citation.passage.as_str())) {
                    let ask = self.ask(Kind::Citation, Target::Span(span.0, span.1));
                    asks.push(Ask { passage: Some(&citation.passage), ..ask });
                }
            }
        }
        asks
    }

    /// What the context holds does not depend on the answer.
    fn about_context(&self, wants: &dyn Fn(Need) -> bool, asks: &mut Vec<Ask<'a>>) {
        let Some(context) = self.answer.context.as_deref() else { return };
        if wants(Need::FactsInContext) {
            let facts = self.question.facts.iter().filter(|fact| fact.kind != FactKind::Forbidden);
            asks.extend(facts.map(|fact| self.ask(Kind::Context, Target::Fact(fact.id.clone()))));
        }
        if wants(Need::Needed) && !self.has_recorded(Kind::Context) {
            asks.extend(context.iter().map(|passage| self.ask(Kind::Context, Target::Passage(passage.id.clone()))));
        }
    }
}

/// How much would be asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// Questions to judges that cost something, repeats included.
    pub calls: usize,
    /// Characters of answers, statements and passages in them.
    pub characters: usize,
}

/// How much would be asked of judges. Nobody knows the claims before, so that each sentence of an answer stands for one.
pub fn estimate(subjects: &[Subject<'_>], seats: &[Seat<'_>], wanted: &Wanted) -> Estimate {
    let mut estimate = Estimate::default();
    for subject in subjects {
        let text = subject.answer.text.as_deref().unwrap_or_default();
        let claim = |(start, end): (usize, usize)| {
            let text: String = text.chars().skip(start).take(end - start).collect();
            Claim { text, span: Some((start, end)) }
        };
        let claims = of_answer(subject.answer).into_iter().map(claim).collect();
        let of_sentences = Judgement::new(Kind::Claims, Target::Whole, Outcome::Claims(claims));
        let known: Vec<&Judgement> = subject.recorded.iter().chain([&of_sentences]).collect();
        let judged = Judged::new(&known);
        let claims = subject.claims(wanted, &judged);
        for (asks, once) in [(subject.status(wanted), false), (claims, true), (subject.rest(wanted, &judged), false)] {
            for ask in &asks {
                let seats = if once { &seats[..seats.len().min(1)] } else { seats };
                for seat in seats.iter().filter(|seat| seat.takes(ask)) {
                    let times = if once { 1 } else { seat.repeats.get() as usize };
                    let passages = ask.passages().filter_map(|passage| passage.text.as_deref());
                    let texts = [Some(text), ask.statement()].into_iter().flatten().chain(passages);
                    estimate.calls += times;
                    estimate.characters += times * texts.map(|text| text.chars().count()).sum::<usize>();
                }
            }
        }
    }
    estimate
}

/// Everything that may be asked for measures of these needs, without what only makes sense for a language model where `by` is none.
pub fn usual(by: By) -> BTreeSet<Need> {
    let all = Need::ALL.iter().map(|(_, _, need)| *need);
    let costly = [Need::FactsInContext, Need::Needed, Need::BorneOut];
    // Words cost nothing to compare; calls do.
    all.filter(|need| by == By::Lexical || !costly.contains(need)).collect()
}
