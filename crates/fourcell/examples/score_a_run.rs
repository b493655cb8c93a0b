//! Score two retrievers on the handbook example and ask whether the second is better: the library in a page.
//!
//! `cargo run -p fourcell --example score_a_run`

use std::path::Path;

use fourcell::diagnosis::compare::{Terms, compare};
use fourcell::evaluate::{NativeTerms, score_native};
use fourcell::formats::native::read_run;
use fourcell::formats::project::{load_set, read_project};
use fourcell::retrieval::name::parse_list;
use fourcell::retrieval::summary::{Clusters, summarise_all};
use fourcell::statistics::Level;
use fourcell::statistics::paired::sign_flip::{DEFAULT_REPLICATES, SignMatrix};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A project: its questions with the evidence each needs, the corpus, people's labels.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/handbook");
    let project = read_project(&folder)?;
    let set = load_set(&project)?;

    // Two recorded runs, scored on the same terms. Nothing is dropped: failed calls and undefined values stay apart.
    let terms = NativeTerms::new(parse_list("complete@6 evidence@6 RR nDCG@10")?);
    let baseline = score_native(&set, &read_run(&project.runs.join("baseline"))?, &terms, None)?;
    let candidate = score_native(&set, &read_run(&project.runs.join("candidate"))?, &terms, None)?;

    // Questions that share a cluster (a document, a conversation) are not independent of each other.
    let cluster_of = |id: &String| set.questions.iter().find(|q| q.id == *id).and_then(|q| q.cluster.as_deref());
    let clusters = Clusters::from_names(baseline.scores.questions().iter().map(cluster_of));

    // Each mean with its n, its interval, and how many failed.
    for run in [&baseline, &candidate] {
        println!("{}", run.name);
        let summaries = summarise_all(&run.scores, &clusters, Level::NINETY_FIVE);
        for (measure, summary) in run.scores.measures().iter().zip(summaries) {
            let (Some(value), Some(interval)) = (summary.value, summary.interval) else { continue };
            let (lo, hi) = (interval.lo, interval.hi);
            println!("  {measure:<12} {value:.3} [{lo:.3}, {hi:.3}]  n {} failed {}", summary.n, summary.failed);
        }
    }

    // Paired, question by question: the difference, its interval, the test, and the verdict against a margin of five points.
    let terms = Terms::of_margin(Some(0.05));
    let signs = SignMatrix::new(1, DEFAULT_REPLICATES, baseline.scores.questions().len());
    for c in compare(&candidate.scores, &baseline.scores, clusters.numbers(), &terms, &signs) {
        let (Some(difference), Ok(p), Some(Ok(verdict))) = (c.difference, &c.p, &c.verdict) else { continue };
        println!("{:<12} {:+.1} points, p {p:.2e}, {:?}", c.measure, difference * 100.0, verdict.outcome);
    }
    Ok(())
}
