//! Repeats of a generator that does not say the same twice: a question passes where k of its N repeats do. Repeats are never counted as
//! questions: they say how steady an answer is, and nothing of other questions.

use statistics::Score;
use statistics::scores::Scores;

use crate::compare::Compared;

/// How many of how many repeats must pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassAt {
    /// So many must pass, at least 1.
    pub pass: u32,
    /// Of so many.
    pub of: u32,
}

impl PassAt {
    /// The greater half of so many.
    pub fn majority(of: u32) -> Self {
        Self { pass: of / 2 + 1, of }
    }
}

/// A question whose repeats differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaky {
    /// Its id.
    pub question: String,
    /// The measure under which they do.
    pub measure: String,
    /// Repeats that pass.
    pub passed: u32,
    /// Repeats with a value.
    pub of: u32,
}

/// One score for each question from those of its repeats; and the questions whose repeats differ under a measure of hits.
///
/// A hit is 1 where at least `at.pass` repeats are (0 where less is better and as many are 0), whatever failed beside them; it failed where
/// what failed could still decide, and undefined where a repeat that is could. A score is the mean of its repeats, failed where one of them
/// did, and undefined where one of them is. All tables have the same questions and measures; there is at least one.
///
/// # Panics
/// Where there is none, or they differ.
pub fn over_repeats<M: Compared>(repeats: &[Scores<M>], at: PassAt) -> (Scores<M>, Vec<Flaky>) {
    let first = repeats.first().expect("at least one repeat");
    assert!(repeats.iter().all(|r| r.questions() == first.questions() && r.measures() == first.measures()), "the same tables");
    let mut all = Scores::new(first.measures().to_vec(), first.questions().to_vec());
    let mut flaky = Vec::new();
    for (place, question) in first.questions().iter().enumerate() {
        let mut row = Vec::with_capacity(first.measures().len());
        for (column, measure) in first.measures().iter().enumerate() {
            let each: Vec<Score> = repeats.iter().map(|scores| scores.get(place, column)).collect();
            if !measure.is_hit() {
                row.push(mean(&each));
                continue;
            }
            let good = if measure.less_is_better() { 0.0 } else { 1.0 };
            let (score, passed, of) = hit(&each, good, at);
            if passed > 0 && passed < of {
                flaky.push(Flaky { question: question.clone(), measure: measure.to_string(), passed, of });
            }
            row.push(score);
        }
        all.set(place, &row);
    }
    (all, flaky)
}

/// One score of hits from those of the repeats, as [`over_repeats`] has it; `good` is the value that passes.
pub fn over_hits(each: &[Score], good: f64, at: PassAt) -> Score {
    hit(each, good, at).0
}

fn hit(each: &[Score], good: f64, at: PassAt) -> (Score, u32, u32) {
    let (mut passed, mut of, mut failed, mut unknown, mut undefined) = (0, 0, 0, 0, None);
    for score in each {
        match score {
            Score::Value(value) => {
                of += 1;
                passed += u32::from((*value - good).abs() < 0.5);
            }
            Score::Failed => failed += 1,
            Score::Undefined(reason) => {
                unknown += 1;
                undefined = undefined.or(Some(*reason));
            }
        }
    }
    // What failed or is undefined is no miss: it decides nothing, unless the others decide without it.
    let score = match undefined {
        _ if passed >= at.pass => Score::Value(good),
        _ if passed + failed + unknown < at.pass => Score::Value(1.0 - good),
        _ if failed > 0 => Score::Failed,
        Some(reason) => Score::Undefined(reason),
        None => Score::Value(1.0 - good),
    };
    (score, passed, of)
}

fn mean(each: &[Score]) -> Score {
    let mut values = Vec::with_capacity(each.len());
    let mut undefined = None;
    for score in each {
        match score {
            Score::Failed => return Score::Failed,
            Score::Value(value) => values.push(*value),
            Score::Undefined(reason) => undefined = undefined.or(Some(*reason)),
        }
    }
    match (undefined, statistics::mean(&values)) {
        (Some(reason), _) | (None, Err(reason)) => Score::Undefined(reason),
        (None, Ok(mean)) => Score::Value(mean),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use statistics::Undefined;

    const NONE: Score = Score::Undefined(Undefined("not judged"));

    fn merged(measure: &str, each: &[Score], pass: u32) -> (Score, usize) {
        let measures = generation::Measure::parse_list(measure).unwrap();
        let table = |score: &Score| {
            let mut scores = Scores::new(measures.clone(), vec!["q".into()]);
            scores.set(0, &[*score]);
            scores
        };
        let tables: Vec<_> = each.iter().map(table).collect();
        let (all, flaky) = over_repeats(&tables, PassAt { pass, of: each.len() as u32 });
        (all.get(0, 0), flaky.len())
    }

    #[test]
    fn k_of_n_pass() {
        let (yes, no) = (Score::Value(1.0), Score::Value(0.0));
        assert_eq!(merged("correct", &[yes, yes, no], 2), (yes, 1));
        assert_eq!(merged("correct", &[yes, no, no], 2), (no, 1));
        assert_eq!(merged("correct", &[yes, yes, yes], 3), (yes, 0));
        assert_eq!(merged("correct", &[yes, yes, Score::Failed], 2), (yes, 0), "what failed cannot take it back");
        assert_eq!(merged("correct", &[yes, no, Score::Failed], 2), (Score::Failed, 1), "what failed decides");
        assert_eq!(merged("correct", &[no, no, Score::Failed], 2), (no, 0));
        assert_eq!(merged("correct", &[NONE, NONE, NONE], 2), (NONE, 0));
        assert_eq!(merged("correct", &[yes, NONE, NONE], 2), (NONE, 0), "nobody judged the others");
        assert_eq!(merged("correct", &[no, no, NONE], 2), (no, 0));
        assert_eq!(merged("correct", &[Score::Failed, NONE, NONE], 2), (Score::Failed, 0));
        assert_eq!(PassAt::majority(3), PassAt { pass: 2, of: 3 });
        assert_eq!(PassAt::majority(1), PassAt { pass: 1, of: 1 });
    }

    #[test]
    fn where_less_is_better_a_repeat_passes_without() {
        let (yes, no) = (Score::Value(1.0), Score::Value(0.0));
        assert_eq!(merged("forbidden", &[no, no, yes], 2), (no, 1));
        assert_eq!(merged("forbidden", &[yes, no, yes], 2), (yes, 1));
    }

    #[test]
    fn a_score_is_the_mean_of_its_repeats() {
        assert_eq!(merged("faithfulness", &[Score::Value(0.5), Score::Value(1.0)], 1), (Score::Value(0.75), 0));
        assert_eq!(merged("faithfulness", &[Score::Value(0.5), Score::Failed], 1), (Score::Failed, 0));
        assert_eq!(merged("faithfulness", &[Score::Value(0.5), NONE], 1), (NONE, 0));
        assert_eq!(merged("faithfulness", &[NONE], 1), (NONE, 0));
    }
}
