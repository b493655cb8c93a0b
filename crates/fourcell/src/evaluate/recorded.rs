//! Scores that were written earlier, as if they had been reckoned now.

use formats::InputError;
use formats::error::quoted;
use formats::scores::{RecordedQuestion, RecordedRun, RecordedScore};
use formats::suggest::nearest;
use retrieval::{MEASURES, Measure, Scores};
use statistics::{Score, Undefined};

use super::{Evaluated, Told};

/// What was undefined when it was recorded is undefined still; the recorded reason is not kept.
const UNDEFINED_THEN: Undefined = Undefined("undefined when it was recorded");

/// The scores of a recorded run under some measures.
///
/// # Errors
/// A measure that the file lacks, with the nearest one that it has.
pub fn from_recorded(run: &RecordedRun, measures: &[Measure]) -> Result<Evaluated, InputError> {
    let columns = measures.iter().map(|measure| column(run, measure).ok_or_else(|| lacks(run, measure)));
    let columns: Vec<usize> = columns.collect::<Result<_, _>>()?;
    let questions = in_byte_order(run);
    let mut scores = Scores::new(measures.to_vec(), questions.iter().map(|q| q.id.clone()).collect());
    for (row, question) in questions.iter().enumerate() {
        let own = columns.iter().map(|&column| {
            let name = &run.measures[column];
            match score_under(question, column, name) {
                Some(RecordedScore::Value(value)) => Ok(Score::Value(*value)),
                Some(RecordedScore::Undefined(_)) => Ok(Score::Undefined(UNDEFINED_THEN)),
                Some(RecordedScore::Failed) => Ok(Score::Failed),
                None => Err(InputError::new(format!("question {} has no score under {}", quoted(&question.id), quoted(name)))),
            }
        });
        scores.set(row, &own.collect::<Result<Vec<Score>, InputError>>()?);
    }
    let mut missing = run.missing.clone();
    missing.sort_unstable();
    Ok(Evaluated {
        name: run.name.clone(),
        scores,
        labels: questions.iter().map(|q| q.labels.clone().unwrap_or_default()).collect(),
        depths: None,
        no_answer: None,
        told: Told { missing, ..Told::default() },
    })
}

/// The measures that every run has, in the order of the registry and then by name.
pub fn common_measures(runs: &[RecordedRun]) -> Vec<Measure> {
    let Some((first, others)) = runs.split_first() else { return Vec::new() };
    let mut common: Vec<Measure> = first.measures.iter().filter_map(|name| name.parse().ok()).collect();
    common.retain(|measure| others.iter().all(|run| column(run, measure).is_some()));
    common.sort_by_cached_key(|measure| (MEASURES.iter().position(|d| d.name == measure.definition.name), measure.to_string()));
    common.dedup();
    common
}

/// Each question with the fingerprint of what decided its score, `None` where it is not known, in byte order of the ids.
pub fn label_versions(run: &RecordedRun) -> Vec<(String, Option<String>)> {
    in_byte_order(run).into_iter().map(|q| (q.id.clone(), q.labels.clone())).collect()
}

fn in_byte_order(run: &RecordedRun) -> Vec<&RecordedQuestion> {
    let mut questions: Vec<&RecordedQuestion> = run.questions.iter().collect();
    questions.sort_by(|a, b| a.id.cmp(&b.id));
    questions
}

/// The place of a measure among those of the file, however its name is written there.
fn column(run: &RecordedRun, measure: &Measure) -> Option<usize> {
    let canonical = measure.to_string();
    let exact = run.measures.iter().position(|name| *name == canonical);
    exact.or_else(|| run.measures.iter().position(|name| name.parse::<Measure>().is_ok_and(|m| m == *measure)))
}

/// A question's score under the measure called `name`, which stands at `column` where the order is that of the other questions.
fn score_under<'a>(question: &'a RecordedQuestion, column: usize, name: &str) -> Option<&'a RecordedScore> {
    let found = question.scores.get(column).filter(|(n, _)| n == name);
    found.or_else(|| question.scores.iter().find(|(n, _)| n == name)).map(|(_, score)| score)
}

fn lacks(run: &RecordedRun, measure: &Measure) -> InputError {
    let wanted = measure.to_string();
    let kin = |name: &&str| name.parse::<Measure>().is_ok_and(|m| m.definition.name == measure.definition.name);
    let names = || run.measures.iter().map(String::as_str);
    let listed = format!("it has {}", names().collect::<Vec<_>>().join(", "));
    let error = InputError::new(format!("the scores of run {} were recorded without {wanted}", quoted(&run.name)));
    error.mend(match nearest(&wanted, names()).or_else(|| names().find(kin)) {
        Some(near) => format!("did you mean {}? {listed}", quoted(near)),
        None => listed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrieval::name::parse_list;

    fn run(name: &str, measures: &[&str], questions: &[(&str, Option<&str>, &[RecordedScore])]) -> RecordedRun {
        let question = |(id, labels, scores): &(&str, Option<&str>, &[RecordedScore])| RecordedQuestion {
            id: (*id).into(),
            labels: labels.map(str::to_owned),
            scores: measures.iter().map(|m| (*m).to_owned()).zip(scores.iter().cloned()).collect(),
        };
        RecordedRun {
            name: name.into(),
            measures: measures.iter().map(|m| (*m).to_owned()).collect(),
            questions: questions.iter().map(question).collect(),
            missing: vec!["q2".into(), "q10".into()],
        }
    }

    fn example() -> RecordedRun {
        let (half, one) = (RecordedScore::Value(0.5), RecordedScore::Value(1.0));
        let why = RecordedScore::Undefined("no relevant passage".into());
        run(
            "a",
            &["AP", "P@5", "RR"],
            &[
                ("q2", None, &[RecordedScore::Failed, RecordedScore::Failed, RecordedScore::Failed]),
                ("q10", Some("0123456789abcdef"), &[why, half, one]),
            ],
        )
    }

    #[test]
    fn recorded_scores_come_back_in_byte_order() {
        let mut recorded = example();
        recorded.questions[0].scores.reverse();
        let evaluated = from_recorded(&recorded, &parse_list("RR AP P@5").unwrap()).unwrap();
        assert_eq!(evaluated.scores.questions(), ["q10", "q2"]);
        assert_eq!(evaluated.labels, ["0123456789abcdef", ""]);
        let row = |question: usize| [0, 1, 2].map(|measure| evaluated.scores.get(question, measure));
        assert_eq!(row(0), [Score::Value(1.0), Score::Undefined(UNDEFINED_THEN), Score::Value(0.5)]);
        assert_eq!(row(1), [Score::Failed; 3]);
        assert_eq!((evaluated.name.as_str(), &evaluated.told.missing[..]), ("a", &["q10".to_owned(), "q2".to_owned()][..]));
        assert!(evaluated.depths.is_none() && evaluated.no_answer.is_none());
    }

    #[test]
    fn a_measure_that_was_not_recorded_is_refused_with_those_that_were() {
        let lacks = |measure: &str| from_recorded(&example(), &parse_list(measure).unwrap()).unwrap_err();
        let error = lacks("P@6");
        assert_eq!(error.problem(), "the scores of run 'a' were recorded without P@6");
        assert_eq!(error.advice(), Some("did you mean 'P@5'? it has AP, P@5, RR"));
        assert_eq!(lacks("P@1000").advice(), Some("did you mean 'P@5'? it has AP, P@5, RR"));
        assert_eq!(lacks("Judged@10").advice(), Some("it has AP, P@5, RR"));
    }

    #[test]
    fn a_question_without_a_measure_is_refused() {
        let mut recorded = example();
        recorded.questions[1].scores.truncate(2);
        let error = from_recorded(&recorded, &parse_list("RR").unwrap()).unwrap_err();
        assert_eq!(error.problem(), "question 'q10' has no score under 'RR'");
        assert!(from_recorded(&recorded, &parse_list("AP").unwrap()).is_ok());
    }

    #[test]
    fn common_measures_stand_in_the_order_of_the_registry() {
        let names = |runs: &[RecordedRun]| common_measures(runs).iter().map(ToString::to_string).collect::<Vec<_>>();
        let a = run("a", &["AP", "P@10", "P@5", "RR", "evidence@6", "of a later version"], &[]);
        let b = run("b", &["P@10", "P_5", "evidence@6", "map", "nDCG@10", "of a later version"], &[]);
        assert_eq!(names(&[a.clone(), b.clone()]), ["evidence@6", "P@10", "P@5", "AP"]);
        assert_eq!(names(&[b, a]), ["evidence@6", "P@10", "P@5", "AP"]);
        assert_eq!(names(&[]), [""; 0]);
    }

    #[test]
    fn label_versions_stand_in_byte_order() {
        let versions = label_versions(&example());
        assert_eq!(versions, [("q10".to_owned(), Some("0123456789abcdef".to_owned())), ("q2".to_owned(), None)]);
    }
}
