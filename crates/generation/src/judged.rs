//! What all judges said of one answer, taken together: one verdict a target.

use std::collections::{BTreeMap, BTreeSet};

use evidence::Question;
use statistics::{Score, Undefined};

use crate::answer::{Answer, Status};
use crate::ask::{Kind, Rubric, Target};
use crate::judgement::{By, Claim, Judgement, Outcome};
use crate::verdict::Verdict;

/// What came of a question to one judge or several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Told<T> {
    /// This.
    Given(T),
    /// Every judge that was asked failed.
    Failed,
    /// No verdict has more than half of the votes.
    Divided,
    /// Nobody was asked.
    #[default]
    NotAsked,
}

/// The judges of a panel disagree.
pub const DIVIDED: Undefined = Undefined("no majority among the judges");

impl<T> Told<T> {
    /// The verdict; or the score of whoever needed it, `not_asked` being why nobody was asked.
    pub fn or_score(self, not_asked: Undefined) -> Result<T, Score> {
        match self {
            Self::Given(value) => Ok(value),
            Self::Failed => Err(Score::Failed),
            Self::Divided => Err(Score::Undefined(DIVIDED)),
            Self::NotAsked => Err(Score::Undefined(not_asked)),
        }
    }

    /// The same of something made from the verdict.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Told<U> {
        match self {
            Self::Given(value) => Told::Given(make(value)),
            Self::Failed => Told::Failed,
            Self::Divided => Told::Divided,
            Self::NotAsked => Told::NotAsked,
        }
    }

    /// The verdict, where there is one.
    pub fn given(&self) -> Option<&T> {
        match self {
            Self::Given(value) => Some(value),
            _ => None,
        }
    }
}

/// A claim with what was said of it.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedClaim {
    /// The claim.
    pub claim: Claim,
    /// Whether the context supports it.
    pub support: Told<Verdict>,
    /// Passages that support it, by id, in the order of the context where it is known.
    pub supported_by: Vec<String>,
    /// Whether the reference answer bears it out.
    pub correct: Told<Verdict>,
}

/// A citation with what was said of it.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedCitation {
    /// The sentence that carries it.
    pub span: (usize, usize),
    /// The passage that it names.
    pub passage: String,
    /// Whether that passage supports the sentence.
    pub support: Told<Verdict>,
}

/// Everything said of one answer, one verdict a target: within a judge the majority of its repeats, then the majority of the judges.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judged {
    /// How the answer stands to the question.
    pub status: Told<Verdict>,
    /// The claims; those of the first judge that gave some.
    pub claims: Told<Vec<JudgedClaim>>,
    /// Facts of the question in the answer, by fact id.
    pub facts: BTreeMap<String, Told<Verdict>>,
    /// Facts of the question in the context, by fact id.
    pub facts_in_context: BTreeMap<String, Told<Verdict>>,
    /// Whether passages of the context were needed, by passage id.
    pub needed: BTreeMap<String, Told<bool>>,
    /// Whether the answer addresses the question.
    pub relevance: Told<Verdict>,
    /// Whether it agrees with the reference, by judges that are machines.
    pub agrees: Told<Verdict>,
    /// Whether it is right, as a person or the source said; with who.
    pub recorded: Told<(Verdict, By)>,
    /// Citations by the sentence that carries them.
    pub citations: Vec<JudgedCitation>,
    /// Outcomes of rubrics, by name.
    pub rubrics: BTreeMap<String, Told<String>>,
    /// Targets on which judges or repeats gave different verdicts.
    pub disagreements: usize,
    /// Targets with verdicts of more than one judge or repeat.
    pub judged_twice: usize,
}

/// One answer with all that measures look at.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The question.
    pub question: &'a Question,
    /// The answer.
    pub answer: &'a Answer,
    /// What was said of it.
    pub judged: &'a Judged,
    /// The rubrics of the project.
    pub rubrics: &'a [Rubric],
}

impl Case<'_> {
    /// How the answer stands to the question: as a judge says of what the system calls answered, else as the system says.
    pub fn status(&self) -> Told<Status> {
        match (self.answer.status, &self.judged.status) {
            (Some(status), _) if status != Status::Answered => Told::Given(status),
            (_, Told::Given(verdict)) => Told::Given(match verdict {
                Verdict::Declined => Status::Declined,
                Verdict::Partial => Status::Partial,
                Verdict::ConflictStated => Status::ConflictStated,
                _ => Status::Answered,
            }),
            (_, Told::Failed) => Told::Failed,
            (_, Told::Divided) => Told::Divided,
            (Some(status), Told::NotAsked) => Told::Given(status),
            (None, Told::NotAsked) => Told::NotAsked,
        }
    }
}

/// What one question about one answer brought, from judges and repeats.
type Said<'a> = Vec<&'a Judgement>;

/// What is voted on: the kind, the target, and of a citation the passage that it names.
type Place<'a> = (Kind, &'a Target, Option<&'a str>);

impl Judged {
    /// Takes together what was said of one answer. Verdicts of kind `answer` on the whole answer that a person or the source gave decide by
    /// themselves, and are no votes beside those of machines; of other kinds all verdicts are votes. O(n log n).
    pub fn new(judgements: &[&Judgement]) -> Self {
        let mut judged = Self { claims: claims(judgements), ..Self::default() };
        let mut places: BTreeMap<Place<'_>, Said<'_>> = BTreeMap::new();
        let mut recorded: Said<'_> = Vec::new();
        for judgement in judgements.iter().copied().filter(|j| j.kind != Kind::Claims) {
            if judgement.kind == Kind::Answer && judgement.target == Target::Whole && judgement.by.is_recorded() {
                recorded.push(judgement);
                continue;
            }
            // Of a citation the passage is part of the question; elsewhere it is part of the answer.
            let of = (judgement.kind == Kind::Citation).then_some(judgement.passage.as_deref()).flatten();
            places.entry((judgement.kind, &judgement.target, of)).or_default().push(judgement);
        }
        judged.recorded = decided(&recorded);
        judged.compare(&recorded, verdict);
        let mut facts_by_passage: BTreeMap<&str, BTreeMap<&Target, Said<'_>>> = BTreeMap::new();
        for ((kind, target, passage), said) in &places {
            let told = vote(said, verdict);
            match kind {
                Kind::Rubric => judged.compare(said, outcome),
                _ => judged.compare(said, verdict),
            }
            match (kind, target) {
                (Kind::Status, _) => judged.status = told,
                (Kind::Relevance, _) => judged.relevance = told,
                (Kind::Answer, Target::Whole) => judged.agrees = told,
                (Kind::Answer, Target::Claim(place, text)) => judged.on_claim(*place, text, |claim| claim.correct = told),
                (Kind::Fact, Target::Fact(id)) => {
                    judged.facts.insert(id.clone(), told);
                }
                (Kind::Context, Target::Fact(id)) => {
                    judged.facts_in_context.insert(id.clone(), told);
                    for judgement in said {
                        let Some(passage) = judgement.passage.as_deref() else { continue };
                        facts_by_passage.entry(passage).or_default().entry(*target).or_default().push(*judgement);
                    }
                }
                (Kind::Context, Target::Passage(id)) => {
                    judged.needed.insert(id.clone(), told.map(|verdict| verdict == Verdict::Needed));
                }
                (Kind::Citation, Target::Span(start, end)) => {
                    let passage = passage.unwrap_or_default().to_owned();
                    judged.citations.push(JudgedCitation { span: (*start, *end), passage, support: told });
                }
                (Kind::Rubric, Target::Rubric(name)) => {
                    judged.rubrics.insert(name.clone(), vote(said, outcome));
                }
                (Kind::Support, Target::Claim(place, text)) => {
                    let supported_by = supporting(said);
                    judged.on_claim(*place, text, |claim| (claim.support, claim.supported_by) = (told, supported_by));
                }
                _ => {}
            }
        }
        judged.needed_by_facts(&facts_by_passage);
        judged
    }

    /// Counts a target that was judged more than once, and whether the verdicts differ.
    fn compare<T: Ord + Clone + Weighed>(&mut self, said: &[&Judgement], read: impl Fn(&Outcome) -> Option<T>) {
        let given: Vec<T> = each_time(said, read).into_values().flatten().filter_map(|told| told.given().cloned()).collect();
        self.judged_twice += usize::from(given.len() > 1);
        self.disagreements += usize::from(given.windows(2).any(|pair| pair[0] != pair[1]));
    }

    /// Does something with the claim of that place, where it still has those words: a verdict on other words says nothing about these.
    fn on_claim(&mut self, place: u32, text: &str, change: impl FnOnce(&mut JudgedClaim)) {
        if let Told::Given(claims) = &mut self.claims
            && let Some(claim) = claims.get_mut(place as usize).filter(|claim| claim.claim.text == text)
        {
            change(claim);
        }
    }

    /// A passage that was judged against every fact was needed where it holds one of them.
    fn needed_by_facts(&mut self, facts: &BTreeMap<&str, BTreeMap<&Target, Said<'_>>>) {
        for (passage, said) in facts {
            if said.len() == self.facts_in_context.len() && !self.needed.contains_key(*passage) {
                let told: Vec<Told<Verdict>> = said.values().map(|said| vote(said, verdict)).collect();
                self.needed.insert((*passage).to_owned(), any_of(&told).map(|verdict| verdict == Verdict::Supported));
            }
        }
    }
}

fn verdict(outcome: &Outcome) -> Option<Verdict> {
    match outcome {
        Outcome::Verdict(verdict) => Some(*verdict),
        _ => None,
    }
}

fn outcome(outcome: &Outcome) -> Option<String> {
    match outcome {
        Outcome::Rubric(outcome) => Some(outcome.clone()),
        _ => None,
    }
}

/// What each judge said at each repeat. About a statement a judge may be asked once for the whole context, or passage by passage: then one
/// that supports it is enough. Whatever else is said twice at one repeat is two votes.
fn each_time<T: Ord + Clone + Weighed>(
    said: &[&Judgement],
    read: impl Fn(&Outcome) -> Option<T>,
) -> BTreeMap<Option<String>, Vec<Told<T>>> {
    let statement = |j: &&Judgement| matches!((j.kind, &j.target), (Kind::Support, _) | (Kind::Context, Target::Fact(_)));
    let by_passage = said.first().is_some_and(statement);
    let mut times: BTreeMap<(Option<&str>, u32), Vec<Told<T>>> = BTreeMap::new();
    for judgement in said {
        let told = read(&judgement.outcome).map_or(Told::Failed, Told::Given);
        times.entry((judgement.judge.as_deref(), judgement.judge_repeat)).or_default().push(told);
    }
    let mut judges: BTreeMap<Option<String>, Vec<Told<T>>> = BTreeMap::new();
    for ((judge, _), passages) in times {
        judges.entry(judge.map(str::to_owned)).or_default().push(T::over(&passages, by_passage));
    }
    judges
}

/// The majority of the judges, each with the majority of its repeats. A judge that failed has no vote; one that is of two minds votes
/// for nothing.
fn vote<T: Ord + Clone + Weighed>(said: &[&Judgement], read: impl Fn(&Outcome) -> Option<T>) -> Told<T> {
    let judges: Vec<Told<T>> = each_time(said, read).into_values().map(majority).collect();
    majority(judges)
}

/// The value with more than half of the votes of those that did not fail.
fn majority<T: Ord + Clone>(votes: Vec<Told<T>>) -> Told<T> {
    if votes.is_empty() {
        return Told::NotAsked;
    }
    let votes: Vec<Told<T>> = votes.into_iter().filter(|told| !matches!(told, Told::Failed)).collect();
    if votes.is_empty() {
        return Told::Failed;
    }
    let mut counts: BTreeMap<&T, usize> = BTreeMap::new();
    for value in votes.iter().filter_map(Told::given) {
        *counts.entry(value).or_default() += 1;
    }
    let most = counts.into_iter().find(|(_, count)| 2 * count > votes.len());
    most.map_or(Told::Divided, |(value, _)| Told::Given(value.clone()))
}

/// How what was said at one repeat becomes one: passages of a statement are joined, anything else is voted on.
trait Weighed: Sized {
    fn over(said: &[Told<Self>], by_passage: bool) -> Told<Self>;
}

impl Weighed for Verdict {
    fn over(said: &[Told<Self>], by_passage: bool) -> Told<Self> {
        match said {
            [one] => *one,
            passages if by_passage => any_of(passages),
            several => majority(several.to_vec()),
        }
    }
}

impl Weighed for String {
    fn over(said: &[Told<Self>], _: bool) -> Told<Self> {
        majority(said.to_vec())
    }
}

/// A statement over several passages: one that supports it is enough; what failed may have been that one.
fn any_of(passages: &[Told<Verdict>]) -> Told<Verdict> {
    let has = |verdict: Verdict| passages.contains(&Told::Given(verdict));
    if has(Verdict::Supported) {
        return Told::Given(Verdict::Supported);
    }
    if let Some(unknown) = passages.iter().find(|told| told.given().is_none()) {
        return *unknown;
    }
    let rest = [Verdict::OutOfScope, Verdict::Contradicted, Verdict::NotFound];
    rest.into_iter().find(|verdict| has(*verdict)).map_or(Told::Divided, Told::Given)
}

/// The verdict of people, or of the source where there are none.
fn decided(recorded: &[&Judgement]) -> Told<(Verdict, By)> {
    let by = if recorded.iter().any(|j| j.by == By::Person) { By::Person } else { By::Source };
    let said: Said<'_> = recorded.iter().copied().filter(|j| j.by == by).collect();
    vote(&said, verdict).map(|verdict| (verdict, by))
}

/// The claims that the first judge gave; where none gave a list, those that verdicts are about.
fn claims(judgements: &[&Judgement]) -> Told<Vec<JudgedClaim>> {
    let judged = |claim: Claim| JudgedClaim { claim, support: Told::NotAsked, supported_by: Vec::new(), correct: Told::NotAsked };
    let mut lists = judgements.iter().filter(|j| j.kind == Kind::Claims).peekable();
    let asked = lists.peek().is_some();
    let given = lists.find_map(|j| match &j.outcome {
        Outcome::Claims(claims) => Some(claims.clone()),
        _ => None,
    });
    if let Some(claims) = given {
        return Told::Given(claims.into_iter().map(judged).collect());
    }
    if asked {
        return Told::Failed;
    }
    let mut named: BTreeMap<u32, &str> = BTreeMap::new();
    for judgement in judgements {
        if let (Kind::Support | Kind::Answer, Target::Claim(place, text)) = (judgement.kind, &judgement.target) {
            named.entry(*place).or_insert(text);
        }
    }
    // Without a list nobody knows how many there are; places without a gap are taken for all of them.
    let whole = !named.is_empty() && named.keys().zip(0_u32..).all(|(place, expected)| *place == expected);
    let claims = || named.values().map(|text| judged(Claim { text: (*text).to_owned(), span: None })).collect();
    if whole { Told::Given(claims()) } else { Told::NotAsked }
}

/// The passages that some judge says support a claim.
fn supporting(said: &[&Judgement]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let passages = said.iter().filter(|j| j.verdict() == Some(Verdict::Supported)).filter_map(|j| j.passage.as_ref());
    passages.filter(|passage| seen.insert(passage.as_str())).cloned().collect()
}
