//! The layers in their order, and the gate that they make.

use super::{Check, Flaky, Outcome, Regression};

/// Which layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LayerName {
    /// Are the two runs comparable, and complete enough?
    Preconditions,
    /// Does everything belong to whoever asks, and is it in force?
    Invariants,
    /// Is the core measure of retrieval no worse?
    Core,
    /// Do critical questions keep their evidence?
    Critical,
    /// Does the system decline where there is no answer?
    Unanswerable,
    /// Given the labelled evidence, is generation no worse?
    Oracle,
    /// Do answers and citations pass their own rubric?
    Answers,
    /// Is it quick and small enough?
    Cost,
}

/// Every layer with its name in files and what it asks, in order; the place is its number.
pub const LAYERS: [(LayerName, &str, &str); 8] = [
    (LayerName::Preconditions, "preconditions", "are the two runs comparable, and complete enough?"),
    (LayerName::Invariants, "invariants", "does every result belong to who asks, and is it in force?"),
    (LayerName::Core, "core retrieval", "is the core measure no worse than the baseline's by more than the margin?"),
    (LayerName::Critical, "critical evidence", "do critical questions keep all of their evidence?"),
    (LayerName::Unanswerable, "unanswerable", "is the rate of false answers within its budget?"),
    (LayerName::Oracle, "oracle generation", "given the labelled evidence, are answers no worse?"),
    (LayerName::Answers, "answers and citations", "do answers pass their own rubric end to end?"),
    (LayerName::Cost, "latency and tokens", "is it quick enough, and the context small enough?"),
];

impl LayerName {
    /// Its number, from 0.
    pub fn number(self) -> usize {
        self as usize
    }

    /// Its name in files.
    pub fn name(self) -> &'static str {
        LAYERS[self as usize].1
    }

    /// What it asks.
    pub fn asks(self) -> &'static str {
        LAYERS[self as usize].2
    }
}

/// A layer with its checks.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Which.
    pub name: LayerName,
    /// Its lines; all must hold.
    pub checks: Vec<Check>,
}

impl Layer {
    /// What its lines come to.
    pub fn outcome(&self) -> Outcome {
        Outcome::all(self.checks.iter().map(|check| check.outcome))
    }
}

/// The whole gate.
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    /// The candidate's run.
    pub candidate: String,
    /// The baseline's.
    pub baseline: String,
    /// The layers, all of them, in order.
    pub layers: Vec<Layer>,
    /// Questions that got worse, critical ones first.
    pub regressions: Vec<Regression>,
    /// Questions of the candidate whose repeats differ.
    pub flaky: Vec<Flaky>,
    /// What a reader must know beside it.
    pub notes: Vec<String>,
}

impl Gate {
    /// What the layers come to: the worst of them, whatever comes after it.
    pub fn outcome(&self) -> Outcome {
        Outcome::all(self.layers.iter().map(Layer::outcome))
    }

    /// The first layer with the outcome of the whole: what decided.
    pub fn decided_by(&self) -> Option<&Layer> {
        let outcome = self.outcome();
        self.layers.iter().find(|layer| layer.outcome().name() == outcome.name())
    }

    /// Verdicts and nothing else: all that may be said of a final set. Critical questions, which are a line each, become one: which of
    /// them failed would tell them one by one.
    #[must_use]
    pub fn verdicts_alone(mut self) -> Self {
        for layer in &mut self.layers {
            if layer.name == LayerName::Critical {
                layer.checks = vec![Check::new("critical questions", layer.outcome(), "", "")];
            }
            layer.checks = std::mem::take(&mut layer.checks).into_iter().map(Check::verdict_alone).collect();
        }
        (self.regressions, self.flaky) = (Vec::new(), Vec::new());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_stand_at_their_numbers() {
        for (place, (name, word, asks)) in LAYERS.iter().enumerate() {
            assert_eq!((name.number(), name.name(), name.asks()), (place, *word, *asks));
        }
    }

    #[test]
    fn no_later_layer_buys_back_an_earlier_one() {
        let layer = |name, outcome| Layer { name, checks: vec![Check::new("x", outcome, "said", "needs")] };
        let gate = |outcomes: [Outcome; 3]| Gate {
            candidate: "c".into(),
            baseline: "b".into(),
            layers: vec![
                layer(LayerName::Invariants, outcomes[0]),
                layer(LayerName::Core, outcomes[1]),
                layer(LayerName::Answers, outcomes[2]),
            ],
            regressions: vec![],
            flaky: vec![],
            notes: vec![],
        };
        let failed = gate([Outcome::Pass, Outcome::Fail, Outcome::Pass]);
        assert_eq!((failed.outcome(), failed.decided_by().unwrap().name), (Outcome::Fail, LayerName::Core));
        assert_eq!(gate([Outcome::Fail, Outcome::Pass, Outcome::Pass]).outcome(), Outcome::Fail);
        let open = Outcome::Inconclusive { more: Some(40) };
        assert_eq!(gate([Outcome::Pass, open, Outcome::Pass]).outcome(), open);
        let alone = failed.verdicts_alone();
        assert_eq!((alone.outcome(), alone.layers[1].checks[0].said.as_str()), (Outcome::Fail, ""));
    }

    #[test]
    fn a_verdict_alone_names_no_question_and_no_number() {
        let check = |what, outcome| Check::new(what, outcome, "0.500 on 40 questions", "needs").naming(vec!["secret".into()]);
        let open = Outcome::Inconclusive { more: Some(40) };
        let layer = |name, checks| Layer { name, checks };
        let gate = Gate {
            candidate: "c".into(),
            baseline: "b".into(),
            layers: vec![
                layer(LayerName::Core, vec![check("complete", open)]),
                layer(LayerName::Critical, vec![check("secret", Outcome::Pass), check("other secret", Outcome::Fail)]),
            ],
            regressions: vec![],
            flaky: vec![],
            notes: vec![],
        };
        let alone = gate.verdicts_alone();
        assert_eq!(alone.layers[0].outcome(), Outcome::Inconclusive { more: None });
        let critical: Vec<_> = alone.layers[1].checks.iter().map(|check| (check.what.as_str(), check.outcome)).collect();
        assert_eq!(critical, [("critical questions", Outcome::Fail)]);
        let all = format!("{alone:?}");
        assert!(!all.contains("secret") && !all.contains("40"), "{all}");
    }
}
