//! What judging would cost, as far as it is known beforehand.

use fourcell::formats::judges::{Stated, StatedJudge};
use fourcell::formats::project::Project;
use judging::plan::estimate;
use judging::{Seat, Subject, Wanted};

/// What reading alone would cost, where endpoints have prices; what a model writes is not known before.
pub fn of_reading(
    project: Option<&Project>,
    members: &[StatedJudge],
    subjects: &[Subject<'_>],
    seats: &[Seat<'_>],
    wanted: &Wanted,
) -> Option<String> {
    let mut costs = Vec::new();
    for (judge, seat) in members.iter().zip(seats) {
        let Stated::Model(model) = &judge.judge else { continue };
        let endpoint = project?.endpoints.iter().find(|endpoint| endpoint.name == model.at.endpoint)?;
        let Some(price) = endpoint.price else { continue };
        let tokens = estimate(subjects, std::slice::from_ref(seat), wanted).characters as f64 / 4.0;
        costs.push(tokens / 1e6 * price.input);
    }
    let cost: f64 = costs.iter().sum();
    // Where no endpoint has a price nothing is known, which is not 0.
    (!costs.is_empty())
        .then(|| format!("reading alone costs about {cost:.4} by the prices of the endpoints, if nothing of it is kept"))
}
