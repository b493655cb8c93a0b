//! The final set as a hash over its questions and labels.

use crate::fingerprint::of_set;
use crate::label::Label;
use crate::question::{Question, Split};

/// What is sealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinalSet {
    /// `sha256:` and hex, over the fingerprints of all final questions with their labels.
    pub hash: String,
    /// How many final questions there are.
    pub questions: usize,
}

impl FinalSet {
    /// The final questions among these, with the labels of theirs. The order of neither counts, as far as it decides nothing:
    /// see [`of_set`].
    pub fn of(questions: &[Question], labels: &[Label]) -> Self {
        let finals: Vec<&Question> = questions.iter().filter(|question| question.split == Split::Final).collect();
        let questions = finals.len();
        Self { hash: of_set("fourcell/final-set@1", finals, labels), questions }
    }

    /// Whether there is nothing to seal.
    pub fn is_empty(&self) -> bool {
        self.questions == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LabelStatus, Locator};

    fn set() -> Vec<Question> {
        let question = |id: &str, split| Question { split, ..Question::new(id, format!("{id}?")) };
        vec![question("a", Split::Final), question("t", Split::Tune), question("b", Split::Final)]
    }

    fn label(question: &str, grade: u8) -> Label {
        Label {
            question: question.into(),
            target: Locator::Passage("p".into()),
            grade,
            reason: None,
            rater: Some("ann".into()),
            at: None,
            status: LabelStatus::Independent,
            adjudicates: Vec::new(),
        }
    }

    #[test]
    fn only_final_questions_and_their_labels_count_in_whatever_order() {
        let labels = [label("a", 3), label("b", 1), label("t", 2)];
        let sealed = FinalSet::of(&set(), &labels);
        assert_eq!((sealed.questions, sealed.is_empty()), (2, false));
        let (mut questions, mut turned) = (set(), labels.to_vec());
        questions.reverse();
        turned.reverse();
        assert_eq!(FinalSet::of(&questions, &turned), sealed);
        questions.retain(|question| question.split == Split::Final);
        assert_eq!(FinalSet::of(&questions, &labels[..2]), sealed, "what is not final is not sealed");
        for changed in [vec![label("a", 2), label("b", 1)], vec![label("a", 3)], vec![label("b", 3), label("a", 1)]] {
            assert_ne!(FinalSet::of(&set(), &changed), sealed);
        }
        questions[0].answer = Some("So.".into());
        assert_ne!(FinalSet::of(&questions, &labels), sealed);
        questions.pop();
        assert_eq!(FinalSet::of(&questions, &labels).questions, 1);
        assert!(FinalSet::of(&[], &labels).is_empty());
    }
}
