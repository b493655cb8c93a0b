//! Graded labels that people gave, and which grade holds where they differ.

use crate::locator::Locator;

/// What was graded.
pub type LabelTarget = Locator;

/// How a label came about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LabelStatus {
    /// One person's own judgement.
    #[default]
    Independent,
    /// The decision between several people's.
    Adjudicated,
}

/// One graded label.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The question's id.
    pub question: String,
    /// What was graded.
    pub target: LabelTarget,
    /// 3 directly contains required evidence · 2 useful supporting evidence · 1 related but insufficient · 0 not relevant.
    pub grade: u8,
    /// Why, in the rater's words.
    pub reason: Option<String>,
    /// Who.
    pub rater: Option<String>,
    /// When, ISO 8601.
    pub at: Option<String>,
    /// How it came about.
    pub status: LabelStatus,
    /// The raters whose labels an adjudicated one decides between.
    pub adjudicates: Vec<String>,
}

/// What is known of a target's grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// An adjudicated label, or raters who agree.
    Known(u8),
    /// Raters differ and nobody has decided: their labels are set aside until somebody does.
    Disputed,
    /// No label.
    Unjudged,
}

/// The grade that holds among the labels of one question and target: the last adjudicated one, else the raters' agreed one.
pub fn settled<'a>(labels: impl IntoIterator<Item = &'a Label>) -> Grade {
    let (mut adjudicated, mut agreed) = (None, Grade::Unjudged);
    for label in labels {
        if label.status == LabelStatus::Adjudicated {
            adjudicated = Some(label.grade);
        }
        agreed = match agreed {
            Grade::Unjudged => Grade::Known(label.grade),
            Grade::Known(grade) if grade == label.grade => agreed,
            _ => Grade::Disputed,
        };
    }
    adjudicated.map_or(agreed, Grade::Known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(grade: u8, status: LabelStatus) -> Label {
        Label {
            question: "q".into(),
            target: Locator::Passage("p".into()),
            grade,
            reason: None,
            rater: None,
            at: None,
            status,
            adjudicates: Vec::new(),
        }
    }

    #[test]
    fn adjudication_decides_and_disagreement_is_not_a_grade() {
        let (two, three) = (label(2, LabelStatus::Independent), label(3, LabelStatus::Independent));
        let decision = label(2, LabelStatus::Adjudicated);
        assert_eq!(settled([]), Grade::Unjudged);
        assert_eq!(settled([&two, &two]), Grade::Known(2));
        assert_eq!(settled([&two, &three]), Grade::Disputed);
        assert_eq!(settled([&two, &three, &decision]), Grade::Known(2));
    }
}
