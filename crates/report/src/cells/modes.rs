//! What the run's other modes say, as values.

use fourcell::diagnosis::modes::{Asked, Attribution, ContextGain, States, attribution, context_gain, states};

use super::slices_of;
use crate::score::Questions;

/// Normal against oracle and no-context.
#[derive(Clone, Debug)]
pub struct ModesReport {
    /// Against the labelled evidence; `None` where the run lacks that mode.
    pub oracle: Option<OracleReport>,
    /// Against no context; `None` where the run lacks that mode.
    pub context: Option<ContextReport>,
    /// Questions share clusters, which Tango's interval and McNemar's test do not reckon with.
    pub clustered: bool,
}

/// Normal and oracle.
#[derive(Clone, Debug)]
pub struct OracleReport {
    /// The four states.
    pub states: States,
    /// Whose loss it is, over all questions.
    pub all: Attribution,
    /// The same without questions that were answered right without any context; `None` where the run lacks that mode.
    pub without_memorised: Option<Attribution>,
}

/// Normal and no-context.
#[derive(Clone, Debug)]
pub struct ContextReport {
    /// Over all questions.
    pub all: ContextGain,
    /// The same for slices, by key and value.
    pub slices: Vec<(String, String, ContextGain)>,
}

impl ModesReport {
    /// What there is to say; `None` where the run has but one mode. `asked` is in byte order of the ids.
    pub fn new(asked: &[Asked], margin: f64, keys: &[String], questions: &dyn Questions, clustered: bool) -> Option<Self> {
        let all: Vec<&Asked> = asked.iter().collect();
        let context = asked.iter().any(|one| one.no_context.is_some()).then(|| {
            let ids: Vec<String> = asked.iter().map(|one| one.question.clone()).collect();
            let slice = |(key, value, places): (String, String, Vec<usize>)| {
                let mine: Vec<&Asked> = places.iter().map(|place| &asked[*place]).collect();
                (key, value, context_gain(&mine, margin))
            };
            let slices = slices_of(&ids, keys, questions).into_iter().map(slice).collect();
            ContextReport { all: context_gain(&all, margin), slices }
        });
        let oracle = asked.iter().any(|one| one.oracle.is_some()).then(|| {
            let without = context.as_ref().map(|context| {
                let is_memorised = |one: &Asked| context.all.memorised.binary_search(&one.question).is_ok();
                attribution(&asked.iter().filter(|one| !is_memorised(one)).collect::<Vec<_>>())
            });
            OracleReport { states: states(asked), all: attribution(&all), without_memorised: without }
        });
        (oracle.is_some() || context.is_some()).then_some(Self { oracle, context, clustered })
    }
}
