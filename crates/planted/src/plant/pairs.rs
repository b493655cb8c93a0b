//! Two causes in one question that needs two documents: one in each, or one in a document and one in the answer.

use std::collections::BTreeSet;

use super::*;

/// How many questions a pair is planted in.
const EACH: usize = 3;

/// A fault that is planted in one of two documents, or in the answer.
#[derive(Clone, Copy)]
struct Half {
    cause: Cause,
    plant: fn(&mut Variant, &Target),
    /// Whether it is in the answer to what did arrive, not in a document.
    is_answers: bool,
}

const fn document_half(cause: Cause, plant: fn(&mut Variant, &Target)) -> Half {
    Half { cause, plant, is_answers: false }
}

const fn answer_half(cause: Cause, plant: fn(&mut Variant, &Target)) -> Half {
    Half { cause, plant, is_answers: true }
}

/// What can be planted in a document.
const DOCUMENTS: [Half; 9] = [
    document_half(Cause::LabelSuspect, label_suspect::edited),
    document_half(Cause::MissingContent, missing_content::not_taken_in),
    document_half(Cause::Parsing, parsing::dropped_section),
    document_half(Cause::Lifecycle, lifecycle::deleted),
    document_half(Cause::PermissionFilter, permission_filter::case_of_groups),
    document_half(Cause::ChunkBoundary, chunk_boundary::cut_in_two),
    document_half(Cause::QueryRepresentation, query_representation::drops_name),
    document_half(Cause::CandidateRetrieval, candidate_retrieval::silent_shard),
    document_half(Cause::Rank, rank::reranked_down),
];

/// Long notices about one matter drop it out of the budget, and whatever is of the other ranks behind them.
const PACKING: Half = document_half(Cause::Packing, packing::long_before_it);

/// What can be planted in an answer.
const ANSWERS: [Half; 3] = [
    answer_half(Cause::GenerationMisuse, generation_misuse::other_number),
    answer_half(Cause::UnsupportedAssertion, unsupported_assertion::adds_kindness),
    answer_half(Cause::CitationFault, citation_fault::cites_another),
];

/// A variant for each pair.
pub(super) fn variants(world: &World, random: &mut Random) -> Vec<Variant> {
    let mut pairs: Vec<[Half; 2]> = Vec::new();
    for (place, first) in DOCUMENTS.iter().enumerate() {
        // Its neighbour in the order, the one that is three on, and one in the answer.
        let others = [place + 1, place + 3].into_iter().filter_map(|other| DOCUMENTS.get(other));
        pairs.extend(others.map(|other| [*first, *other]));
        pairs.push([*first, ANSWERS[place % ANSWERS.len()]]);
    }
    pairs.push([DOCUMENTS[1], PACKING]);
    pairs.push([DOCUMENTS[5], PACKING]);
    pairs.push([DOCUMENTS[8], PACKING]);
    pairs.iter().map(|pair| variant(world, random, pair)).collect()
}

fn variant(world: &World, random: &mut Random, [first, second]: &[Half; 2]) -> Variant {
    let mut fit: Vec<Asked> = world.asked.iter().filter(|asked| asked.sort == Sort::Dual && asked.is_late).cloned().collect();
    let is_cut = |half: &Half| half.cause == Cause::ChunkBoundary;
    fit.retain(|asked| !is_cut(first) || chunk_boundary::ends_aside(asked, 0));
    fit.retain(|asked| !is_cut(second) || chunk_boundary::ends_aside(asked, 1));
    random.shuffle(&mut fit);
    let mut taken: BTreeSet<String> = BTreeSet::new();
    fit.retain(|asked| {
        let is_free = asked.subjects.iter().all(|subject| !taken.contains(&subject.doc)) && taken.len() < 2 * EACH;
        taken.extend(asked.subjects.iter().filter(|_| is_free).map(|subject| subject.doc.clone()));
        is_free
    });
    let touched = touched_by(&fit);
    let mut asked = fit.clone();
    asked.extend(beside(world, random, &touched, second.cause == Cause::Packing));
    let mut variant = Variant::new(format!("pair-{}-{}", first.cause.name(), second.cause.name()), world, asked);
    for asked in fit {
        (first.plant)(&mut variant, &Target { asked: asked.clone(), place: 0 });
        let place = if second.is_answers { 0 } else { 1 };
        (second.plant)(&mut variant, &Target { asked: asked.clone(), place });
        let causes = vec![first.cause, second.cause];
        variant.plants.push(Plant { question: asked.question.id, causes, shape: "pair".into() });
    }
    variant
}
