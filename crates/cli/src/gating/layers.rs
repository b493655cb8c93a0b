//! From two scored runs to the layers of the gate, in their order.

use std::collections::{BTreeMap, BTreeSet};

use fourcell::diagnosis::compare::{Compared, Comparison, Terms, compare};
use fourcell::diagnosis::gate::{
    Check, CriticalDecline, CriticalSet, Layer, LayerName, Lost, Outcome, Preconditions, Quantity, budget, critical,
    false_answers, no_worse, preconditions, rubric,
};
use fourcell::evidence::{Question, Split};
use fourcell::generation::measures::not_recorded;
use fourcell::retrieval::summary::Clusters;
use fourcell::statistics::paired::sign_flip::SignMatrix;
use fourcell::statistics::scores::Scores;
use fourcell::statistics::{Kind, Score, Undefined, summarise};
use report::score::{Questions, clusters_of};

use super::agreed::Agreed;
use super::side::{Opened, Scored};
use super::{Held, cost};
use crate::failure::Failure;
use crate::scoring::Known;

/// The two runs with everything that layers look at.
pub struct Ground<'g> {
    /// What was agreed.
    pub agreed: &'g Agreed,
    /// The candidate.
    pub candidate: &'g Opened,
    /// The baseline.
    pub baseline: &'g Opened,
    /// The candidate, scored.
    pub mine: &'g Scored,
    /// The baseline, scored.
    pub theirs: &'g Scored,
    /// What holds of the candidate, whatever its scores are.
    pub held: &'g Held,
    /// What changed of the baseline since it was accepted.
    pub accepted: Option<Vec<String>>,
    /// Slices and clusters.
    pub known: &'g Known,
    /// Where a question was lost.
    pub lost: &'g dyn Fn(&str) -> Option<Lost>,
    /// Counts the tokens of a text.
    pub count: &'g dyn Fn(&str) -> Option<u64>,
}

impl Ground<'_> {
    /// Every layer, and the comparisons by which questions got worse: retrieval's own, then those of answers.
    pub fn layers(&self) -> Result<(Vec<Layer>, Vec<Comparison>), Failure> {
        let (core, mut compared) = self.core()?;
        let (answers, of_answers) = self.answers();
        compared.extend(of_answers);
        let layer = |name, checks| Layer { name, checks };
        let layers = vec![
            layer(LayerName::Preconditions, self.preconditions()),
            layer(LayerName::Invariants, self.held.checks.clone()),
            layer(LayerName::Core, vec![core]),
            layer(LayerName::Critical, critical(&self.critical(), &self.declines()?, self.agreed.critical)),
            layer(LayerName::Unanswerable, vec![self.unanswerable()?]),
            layer(LayerName::Oracle, vec![self.oracle()]),
            layer(LayerName::Answers, answers),
            layer(LayerName::Cost, self.cost()?),
        ];
        Ok((layers, compared))
    }

    fn preconditions(&self) -> Vec<Check> {
        let mut checks = preconditions(&Preconditions {
            candidate: self.mine.side.clone(),
            baseline: self.theirs.side.clone(),
            accepted: self.accepted.clone(),
            coverage: self.agreed.coverage,
            failed: self.agreed.failed,
        });
        if let Some(of) = self.agreed.of.filter(|of| *of != self.candidate.repeats) {
            let said = format!("{} in {}", self.candidate.repeats, self.candidate.name());
            let needs = format!("{of} repeats, as [gate.repeats] says");
            checks.push(Check::new("repeats as agreed", Outcome::Fail, said, needs).mend(format!("fourcell run --repeats {of}")));
        }
        checks
    }

    /// The core measure on the core questions; and on all, for what got worse.
    fn core(&self) -> Result<(Check, Vec<Comparison>), Failure> {
        let (wanted, what) = core_questions(self.agreed, self.candidate, self.known)?;
        let everywhere = self.compare(&self.mine.retrieval, &self.theirs.retrieval, None, &|_| true);
        let only = |id: &str| wanted.contains(id);
        let of_core = self.compare(&self.mine.retrieval, &self.theirs.retrieval, Some(self.agreed.margin), &only);
        let first = of_core.first().ok_or_else(|| Failure::nothing("the core measure could not be compared"))?;
        let uncovered = self.uncovered(&self.mine.retrieval, &self.theirs.retrieval, &self.agreed.core, &only, |_| true);
        let check = uncovered.unwrap_or_else(|| no_worse(&what, first, self.agreed.margin, self.agreed.by));
        Ok((check, everywhere.into_iter().take(1).collect()))
    }

    fn critical(&self) -> Vec<CriticalSet> {
        let column = self.mine.retrieval.measures().len() - 1;
        let score = |scores: &fourcell::retrieval::Scores, id: &str| {
            scores.find(id).map_or(Score::Undefined(NOT_ANSWERABLE), |place| scores.get(place, column))
        };
        let questions = self.candidate.material.questions.iter().filter(|question| question.critical && question.answerable);
        let mut sets: Vec<CriticalSet> = questions
            .map(|question| CriticalSet {
                question: question.id.clone(),
                candidate: score(&self.mine.retrieval, &question.id),
                baseline: score(&self.theirs.retrieval, &question.id),
                lost: (self.lost)(&question.id),
            })
            .collect();
        sets.sort_by(|a, b| a.question.cmp(&b.question));
        sets
    }

    /// Critical questions without an answer.
    fn declines(&self) -> Result<Vec<CriticalDecline>, Failure> {
        let declined = |side: &Opened| Ok::<_, Failure>(side.declined(&self.held.whose, side.pass_at(self.agreed)?));
        let (mine, theirs) = (declined(self.candidate)?, declined(self.baseline)?);
        let questions = self.candidate.material.questions.iter().filter(|question| question.critical && !question.answerable);
        let score = |of: &BTreeMap<String, Score>, id: &str| of.get(id).copied().unwrap_or(Score::Failed);
        let mut all: Vec<CriticalDecline> = questions
            .map(|question| CriticalDecline {
                question: question.id.clone(),
                candidate: score(&mine, &question.id),
                baseline: score(&theirs, &question.id),
            })
            .collect();
        all.sort_by(|a, b| a.question.cmp(&b.question));
        Ok(all)
    }

    fn uncovered<M: Compared>(
        &self,
        mine: &Scores<M>,
        theirs: &Scores<M>,
        measure: &M,
        wanted: &dyn Fn(&str) -> bool,
        missing: fn(Undefined) -> bool,
    ) -> Option<Check> {
        let sides = [(self.mine.side.name.as_str(), mine), (self.theirs.side.name.as_str(), theirs)];
        uncovered(&sides, measure, self.agreed.coverage, wanted, missing)
    }

    fn unanswerable(&self) -> Result<Check, Failure> {
        let cluster = |id: &str| self.known.cluster(id);
        let found = self.candidate.false_answers(&self.held.whose, self.candidate.pass_at(self.agreed)?, &cluster);
        Ok(false_answers(&found, self.agreed.false_answers, self.agreed.by))
    }

    fn oracle(&self) -> Check {
        let needs = "[gate.oracle] margin, and both runs in oracle mode, judged";
        let Some((measure, margin)) = &self.agreed.oracle else {
            return Check::new(
                "generation with the labelled evidence",
                Outcome::NotAsked,
                "no margin is agreed: [gate.oracle]",
                needs,
            );
        };
        let (Some(mine), Some(theirs)) = (&self.mine.oracle, &self.theirs.oracle) else {
            let lacks = if self.mine.oracle.is_none() { &self.mine.side.name } else { &self.theirs.side.name };
            return Check::new(measure.to_string(), Outcome::NotEvaluated, format!("{lacks} has no oracle mode"), needs)
                .mend("fourcell run --mode oracle, then fourcell judge --mode oracle");
        };
        if let Some(check) = self.uncovered(mine, theirs, measure, &|_| true, not_recorded) {
            return check;
        }
        let compared = self.compare(mine, theirs, Some(*margin), &|_| true);
        match compared.first() {
            Some(first) => no_worse("with the labelled evidence", first, *margin, self.agreed.by),
            None => Check::new(measure.to_string(), Outcome::NotEvaluated, "it could not be compared", needs),
        }
    }

    /// The lines of answers end to end, and their comparisons.
    fn answers(&self) -> (Vec<Check>, Vec<Comparison>) {
        let (mine, theirs) = (&self.mine.answers, &self.theirs.answers);
        let mut checks = Vec::new();
        let compared = match self.agreed.no_worse.first() {
            Some((_, margin)) => self.compare(mine, theirs, Some(*margin), &|_| true),
            None => self.compare(mine, theirs, None, &|_| true),
        };
        for (measure, margin) in &self.agreed.no_worse {
            let name = measure.to_string();
            let Some(comparison) = compared.iter().find(|comparison| comparison.measure == name) else { continue };
            let uncovered = self.uncovered(mine, theirs, measure, &|_| true, not_recorded);
            checks.push(uncovered.unwrap_or_else(|| no_worse("end to end", comparison, *margin, self.agreed.by)));
        }
        let clusters = clusters_of(mine.questions(), self.known);
        for (measure, limit) in &self.agreed.limits {
            let Some(column) = mine.measures().iter().position(|known| known == measure) else { continue };
            let kind = if measure.is_hit() { Kind::Proportion } else { Kind::Score };
            let level = self.agreed.by.two_sided();
            let sum = |scores: &[Score]| summarise(scores, kind, clusters.numbers(), level);
            let alone = [(self.mine.side.name.as_str(), mine)];
            let uncovered = uncovered(&alone, measure, self.agreed.coverage, &|_| true, not_recorded);
            let held = || rubric(&measure.to_string(), &mine.column(column), *limit, self.agreed.by, &sum);
            checks.push(uncovered.unwrap_or_else(held));
        }
        if checks.is_empty() {
            let needs = "[gate.answers] with measures and a margin, or measures with limits of their own";
            checks.push(Check::new("answers end to end", Outcome::NotAsked, "nothing is agreed: [gate.answers]", needs));
        }
        (checks, compared)
    }

    fn cost(&self) -> Result<Vec<Check>, Failure> {
        let (run, _) = self.candidate.native()?;
        let wanted: BTreeSet<&str> = self.candidate.material.questions.iter().map(|question| question.id.as_str()).collect();
        let mut checks = Vec::new();
        if !self.agreed.latency.is_empty() {
            let latency = cost::latency(run, &wanted)?;
            let held = |(quantity, most): &(Quantity, f64)| budget(&latency, *quantity, *most, self.agreed.coverage);
            checks.extend(self.agreed.latency.iter().map(held));
        }
        if !self.agreed.tokens.is_empty() {
            let tokens = cost::tokens(run, &wanted, self.count);
            let held = |(quantity, most): &(Quantity, f64)| budget(&tokens, *quantity, *most, self.agreed.coverage);
            checks.extend(self.agreed.tokens.iter().map(held));
        }
        if checks.is_empty() {
            let needs = "[gate.latency] p95 = 2000 in milliseconds, [gate.tokens] mean = 3000";
            checks.push(Check::new("latency and tokens", Outcome::NotAsked, "no budget is stated", needs));
        }
        Ok(checks)
    }

    /// Measure by measure on the questions that are wanted; no p is shown, so that none is drawn.
    fn compare<M: Compared>(
        &self,
        mine: &Scores<M>,
        theirs: &Scores<M>,
        margin: Option<f64>,
        wanted: &dyn Fn(&str) -> bool,
    ) -> Vec<Comparison> {
        let (mine, theirs) = shared(mine, theirs, wanted);
        let clusters: Clusters = clusters_of(mine.questions(), self.known);
        let terms = Terms { bound: self.agreed.by.two_sided(), ..Terms::of_margin(margin) };
        compare(&mine, &theirs, clusters.numbers(), &terms, &SignMatrix::new(1, 1, mine.questions().len()))
    }
}

/// The ids of the core questions, and how they are called.
///
/// # Errors
/// No answerable question is in the slice that was agreed. Of final questions no value is told.
pub fn core_questions<'m>(agreed: &Agreed, candidate: &'m Opened, known: &Known) -> Result<(BTreeSet<&'m str>, String), Failure> {
    let questions = &candidate.material.questions;
    let answerable = || questions.iter().filter(|question| question.answerable);
    let ids = |keep: &dyn Fn(&Question) -> bool| -> BTreeSet<&'m str> {
        answerable().filter(|question| keep(question)).map(|question| question.id.as_str()).collect()
    };
    let Some((key, value)) = &agreed.slice else {
        let core = ids(&|question| question.core);
        return Ok(match core.is_empty() {
            true => (ids(&|_| true), "on all answerable questions".to_owned()),
            false => (core, "on core questions".to_owned()),
        });
    };
    let found = ids(&|question| known.slice(&question.id, key).as_deref() == Some(value));
    if !found.is_empty() {
        return Ok((found, format!("on {key}={value}")));
    }
    let failure = Failure::bad_input(format!("[gate] slice = \"{key}={value}\": no answerable question is in it"));
    if questions.iter().any(|question| question.split == Split::Final) {
        return Err(failure.mend("take a key and a value of the questions, as in \"type=lookup\""));
    }
    let values: BTreeSet<String> = answerable().filter_map(|question| known.slice(&question.id, key)).collect();
    let values: Vec<String> = values.into_iter().collect();
    Err(match values.is_empty() {
        true => failure.mend(format!("no question has a '{key}'; take a key of the questions, as in \"type=lookup\"")),
        false => failure.mend(format!("'{key}' is one of: {}", values.join(", "))),
    })
}

/// What is said where too few questions have a value in one of the runs; a mean over the others would be of other questions than were asked.
fn uncovered<M: Compared>(
    sides: &[(&str, &Scores<M>)],
    measure: &M,
    least: f64,
    wanted: &dyn Fn(&str) -> bool,
    missing: fn(Undefined) -> bool,
) -> Option<Check> {
    sides.iter().find_map(|(run, scores)| {
        let column = scores.measures().iter().position(|known| known == measure)?;
        let (mut have, mut lack) = (0, BTreeMap::new());
        for (place, _) in scores.questions().iter().enumerate().filter(|(_, id)| wanted(id)) {
            match scores.get(place, column) {
                Score::Value(_) | Score::Failed => have += 1,
                Score::Undefined(reason) if missing(reason) => *lack.entry(reason.0).or_insert(0) += 1,
                Score::Undefined(_) => {}
            }
        }
        let lacking: usize = lack.values().sum();
        if lacking == 0 || have as f64 >= least * (have + lacking) as f64 {
            return None;
        }
        let reasons: Vec<String> = lack.iter().map(|(reason, n)| format!("{reason} ({n})")).collect();
        let said = format!("{lacking} of {} questions have no value in {run}: {}", have + lacking, reasons.join(", "));
        let needs = format!("a value for at least {:.1} % of the questions that it applies to, in both runs", least * 100.0);
        Some(
            Check::new(measure.to_string(), Outcome::NotEvaluated, said, needs)
                .mend(format!("record or judge what is missing: fourcell judge {run}, for each repeat and mode")),
        )
    })
}

/// The score of what is not answerable.
const NOT_ANSWERABLE: Undefined = Undefined("the question is not answerable");

/// Two tables on the questions that both have and that are wanted.
fn shared<M: Compared>(mine: &Scores<M>, theirs: &Scores<M>, wanted: &dyn Fn(&str) -> bool) -> (Scores<M>, Scores<M>) {
    let both = |id: &str| wanted(id) && mine.find(id).is_some() && theirs.find(id).is_some();
    (mine.filtered(both), theirs.filtered(both))
}

/// Where each question was lost, from the ledgers of all repeats: the first that holds a failure of it.
pub fn lost_by_question<'l>(ledgers: impl Iterator<Item = &'l fourcell::evaluate::Ledgered>) -> BTreeMap<String, Lost> {
    let mut all = BTreeMap::new();
    for entry in ledgers.flat_map(|found| &found.entries) {
        all.entry(entry.question.clone()).or_insert_with(|| Lost {
            cause: entry.cause(),
            known_by: entry.known_by(),
            why: entry.owner.why.clone(),
        });
    }
    all
}
