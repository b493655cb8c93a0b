//! nDCG over evidence groups: one gain for each group, however many alternatives it has.

use statistics::Undefined;

use super::ndcg::discount;
use super::{Cut, Definition, Over, Parameter, Values, total};
use crate::name::Measure;
use crate::view::{NO_EVIDENCE, View};

/// nDCG over evidence groups: one gain for each group, however many alternatives it has.
pub const DEFINITION: Definition = Definition {
    name: "evidence-nDCG",
    aliases: &["evidence_ndcg"],
    title: "nDCG over evidence groups",
    trec: ("", ""),
    cut: Cut::Taken,
    takes_rel: false,
    parameter: Parameter::None,
    values: Values::Share,
    over: Over::Mean,
    needs_evidence: true,
    needs_all_relevant: false,
    page: include_str!("evidence_ndcg.md"),
    evaluate,
};

/// The cut leaves no room for even the smallest group.
const TOO_SMALL: Undefined = Undefined("the budget is smaller than the smallest evidence group");

fn evaluate(measure: &Measure, view: &View<'_>) -> Result<f64, Undefined> {
    let inside = view.inside(measure.budget)?;
    let arrival = inside.list.arrival.ok_or(NO_EVIDENCE)?;
    let groups: Vec<_> = arrival.tree().groups().iter().filter(|g| g.fewest_leaves() > 0).collect();
    if groups.is_empty() {
        return Err(NO_EVIDENCE);
    }
    // The ideal completes the cheapest groups first, one passage a leaf.
    let mut needs: Vec<usize> = groups.iter().map(|g| g.fewest_leaves()).collect();
    needs.sort_unstable();
    let ideal_ranks: Vec<usize> = needs
        .iter()
        .scan(0, |sum, n| {
            *sum += n;
            Some(*sum)
        })
        .collect();
    let mut ranks: Vec<usize> = groups.iter().filter_map(|g| arrival.completed_at(g)).map(|r| r as usize).collect();
    ranks.retain(|&r| r <= inside.passages);
    ranks.sort_unstable();
    let room = inside.k.map_or(usize::MAX, |k| k as usize);
    let ideal: f64 = ideal_ranks.iter().filter(|&&r| r <= room).map(|&r| discount(r)).sum();
    if ideal == 0.0 {
        return Err(TOO_SMALL);
    }
    // A passage that completes two groups cannot earn more than two passages would: no value exceeds 1.
    let reached = ranks.iter().zip(&ideal_ranks).map(|(&r, &best)| r.max(best)).filter(|&r| r <= room);
    Ok(total(reached.map(discount)) / ideal)
}
