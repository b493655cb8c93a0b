//! From two scored runs to the layers of the gate, in their order.

use std::collections::{BTreeMap, BTreeSet};

use fourcell::diagnosis::compare::{Compared, Comparison, Terms, compare};
use fourcell::diagnosis::gate::{
    Check, CriticalSet, Layer, LayerName, Lost, Outcome, Preconditions, budget, critical, false_answers, no_worse, preconditions,
    rubric,
};
use fourcell::evidence::Question;
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
            layer(LayerName::Critical, critical(&self.critical(), self.agreed.critical)),
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
        let (wanted, what) = self.core_questions()?;
        let everywhere = self.compare(&self.mine.retrieval, &self.theirs.retrieval, None, &|_| true);
        let only = |id: &str| wanted.contains(id);
        let of_core = self.compare(&self.mine.retrieval, &self.theirs.retrieval, Some(self.agreed.margin), &only);
        let first = of_core.first().ok_or_else(|| Failure::nothing("the core measure could not be compared"))?;
        Ok((no_worse(&what, first, self.agreed.margin, self.agreed.by), everywhere.into_iter().take(1).collect()))
    }

    /// The ids of the core questions, and how they are called.
    fn core_questions(&self) -> Result<(BTreeSet<&str>, String), Failure> {
        let answerable = || self.candidate.material.questions.iter().filter(|question| question.answerable);
        let ids = |keep: &dyn Fn(&Question) -> bool| -> BTreeSet<&str> {
            answerable().filter(|question| keep(question)).map(|question| question.id.as_str()).collect()
        };
        let Some((key, value)) = &self.agreed.slice else {
            let core = ids(&|question| question.core);
            return Ok(match core.is_empty() {
                true => (ids(&|_| true), "on all answerable questions".to_owned()),
                false => (core, "on core questions".to_owned()),
            });
        };
        let found = ids(&|question| self.known.slice(&question.id, key).as_deref() == Some(value));
        if !found.is_empty() {
            return Ok((found, format!("on {key}={value}")));
        }
        let values: BTreeSet<String> = answerable().filter_map(|question| self.known.slice(&question.id, key)).collect();
        let failure = Failure::bad_input(format!("[gate] slice = \"{key}={value}\": no answerable question is in it"));
        let values: Vec<String> = values.into_iter().collect();
        Err(match values.is_empty() {
            true => failure.mend(format!("no question has a '{key}'; take a key of the questions, as in \"type=lookup\"")),
            false => failure.mend(format!("'{key}' is one of: {}", values.join(", "))),
        })
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

    fn unanswerable(&self) -> Result<Check, Failure> {
        let found = self.candidate.false_answers(&self.held.whose, self.candidate.pass_at(self.agreed)?);
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
            if let Some(comparison) = compared.iter().find(|comparison| comparison.measure == name) {
                checks.push(no_worse("end to end", comparison, *margin, self.agreed.by));
            }
        }
        let clusters = clusters_of(mine.questions(), self.known);
        for (measure, limit) in &self.agreed.limits {
            let Some(column) = mine.measures().iter().position(|known| known == measure) else { continue };
            let kind = if measure.is_hit() { Kind::Proportion } else { Kind::Score };
            let level = self.agreed.by.two_sided();
            let sum = |scores: &[Score]| summarise(scores, kind, clusters.numbers(), level);
            checks.push(rubric(&measure.to_string(), &mine.column(column), *limit, self.agreed.by, &sum));
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
            checks.extend(self.agreed.latency.iter().map(|(quantity, most)| budget(&latency, *quantity, *most)));
        }
        if !self.agreed.tokens.is_empty() {
            let tokens = cost::tokens(run, &wanted, self.count);
            checks.extend(self.agreed.tokens.iter().map(|(quantity, most)| budget(&tokens, *quantity, *most)));
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
