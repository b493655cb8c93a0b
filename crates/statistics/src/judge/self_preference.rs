//! Does a judge favour answers of its own family?

use crate::paired::sign_flip::{SignFlip, sign_flip_seeded};
use crate::paired::t::{PairedT, paired_t};
use crate::paired::{Side, differences};
use crate::undefined::Undefined;

/// How much more a judge overrates its own family than others, question by question.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfPreference {
    /// (judge − people) on the own answer minus (judge − people) on the other, a value a question.
    pub differences: Vec<f64>,
    /// Paired t with its interval. Undefined for fewer than two questions and where all differences are equal.
    pub t: Result<PairedT, Undefined>,
    /// The sign-flip test, exact for few questions or whole steps.
    pub sign_flip: SignFlip,
}

/// Difference in differences of scores that are given in the same order of questions.
///
/// The people's scores take out that one answer is simply better. Without them only an interaction between
/// families of judges can be shown, no bias. `replicates` and `seed` serve the sign-flip test where it is not exact.
/// Undefined for unequal lengths, no questions, and values that are not finite.
pub fn self_preference(
    (judge_own, people_own): (&[f64], &[f64]),
    (judge_other, people_other): (&[f64], &[f64]),
    replicates: u32,
    seed: u64,
) -> Result<SelfPreference, Undefined> {
    let own = differences(judge_own, people_own)?;
    let other = differences(judge_other, people_other)?;
    let differences = differences(&own, &other)?;
    let sign_flip = sign_flip_seeded(&differences, Side::Two, replicates, seed)?;
    Ok(SelfPreference { t: paired_t(&differences), sign_flip, differences })
}
