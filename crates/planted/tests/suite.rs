//! Whether what is planted is what it is called, seen from outside: by texts and lists, and never by what the ledger looks for.

mod seen;

use std::collections::{BTreeMap, BTreeSet};

use planted::plant::{sound, suite};
use planted::{Cause, Plant, Variant};
use seen::{SEED, Seen, see};

#[test]
fn a_system_without_a_fault_answers_every_question_rightly() {
    let variant = sound(SEED);
    assert!(variant.asked.len() > 250 && (60..=120).contains(&variant.documents.len()), "{}", variant.documents.len());
    let all = see(&variant);
    let wrong: Vec<String> = all.iter().filter(|seen| !seen.is_well()).map(Seen::shown).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), all.len(), wrong.join("\n"));
}

#[test]
fn what_is_planted_is_there_and_nothing_else_is() {
    let mut problems = Vec::new();
    for variant in suite(SEED) {
        for seen in see(&variant) {
            let plant = variant.plants.iter().find(|plant| plant.question == seen.asked.question.id);
            let problem = match plant {
                None if seen.is_well() => continue,
                None => "is not right, and nothing is planted in it",
                Some(plant) => match took(&variant, plant, &seen) {
                    None => continue,
                    Some(problem) => problem,
                },
            };
            problems.push(format!("{}: {problem}: {}", variant.name, seen.shown()));
        }
    }
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

/// What is missing of the fault that a plant says is there.
fn took(variant: &Variant, plant: &Plant, seen: &Seen) -> Option<&'static str> {
    let owner = plant.causes[0];
    let is_pair = plant.causes.len() > 1;
    let subject = if is_pair { &seen.asked.subjects[0] } else { seen.asked.subjects.last()? };
    let quote = subject.quote.as_str();
    let arrived = seen.context.iter().any(|text| text.contains(quote));
    if owner == Cause::LabelSuspect {
        let stands = seen.labelled.iter().all(|quote| seen.context.iter().any(|text| text.contains(quote.as_str())));
        return stands.then_some("all that is labelled arrived");
    }
    let indexed = seen.passages.iter().any(|(_, text)| text.contains(quote));
    let listed = |stage: &str| {
        let of = |id: &String| seen.passages.get(id).is_some_and(|text| text.contains(quote));
        seen.stages.get(stage).is_some_and(|ids| ids.iter().any(of))
    };
    let dropped = seen.dropped.iter().any(|id| seen.passages.get(id).is_some_and(|text| text.contains(quote)));
    let in_corpus = variant.documents.iter().any(|d| d.id == subject.doc && d.rev == subject.rev);
    let text = variant.documents.iter().find(|d| d.id == subject.doc && d.rev == subject.rev).map(|d| d.text.as_str());
    let source = variant.documents.iter().find(|d| d.id == subject.doc).and_then(|d| d.source.as_ref());
    let parsed = source.and_then(|path| {
        let bytes = variant.sources.get(path)?.clone().into_bytes();
        documents::parse::parse(path, bytes, None).ok().map(|parsed| parsed.text)
    });
    let is_full = seen.context.len() == variant.setup.passages as usize;
    let is_reranked = !seen.stages["reranked"].is_empty();
    let checks: Vec<(bool, &'static str)> = match owner {
        Cause::MissingContent => vec![(!in_corpus && !indexed, "the document is there")],
        Cause::Parsing => vec![
            (text.is_some_and(|text| !text.contains(quote)), "the text holds it"),
            (parsed.is_some_and(|text| text.contains(quote)), "the source does not hold it"),
        ],
        Cause::Lifecycle => vec![(text.is_some_and(|text| text.contains(quote)), "the text does not hold it")],
        Cause::PermissionFilter => {
            vec![(listed("candidates"), "it is not among the candidates"), (!listed("filtered"), "it passed the filter")]
        }
        Cause::ChunkBoundary => vec![(!indexed, "a passage holds it"), (text.is_some_and(|t| t.contains(quote)), "no text")],
        Cause::QueryRepresentation => vec![(indexed && seen.query_sent != seen.asked.question.query, "the query is as asked")],
        Cause::CandidateRetrieval => vec![(indexed && !listed("candidates"), "it is among the candidates")],
        Cause::Rank => vec![
            (listed("filtered"), "it is not among what passed the filter"),
            ((is_full && dropped) || (is_reranked && !listed("reranked")), "it is not cut"),
        ],
        Cause::Packing => vec![(dropped && !is_full, "it was not dropped for its length")],
        _ => {
            let mut checks = vec![(arrived || quote.is_empty(), "the evidence did not arrive")];
            checks.push(match owner {
                Cause::UnsupportedAssertion => (seen.right && seen.unsupported > 0, "nothing is unsupported"),
                Cause::CitationFault => (seen.right && seen.unsupported == 0 && seen.bad_citations > 0, "citations are good"),
                _ => (!seen.right, "it is right"),
            });
            checks
        }
    };
    let is_lost = owner < Cause::ConflictMishandled;
    let lost = [(!is_lost || !arrived, "the evidence arrived"), (!is_lost || !seen.right, "the answer is right")];
    let other = plant.causes.get(1).map(|second| match second {
        Cause::GenerationMisuse | Cause::UnsupportedAssertion => (seen.unsupported > 0, "the second is not there"),
        Cause::CitationFault => (seen.bad_citations > 0, "the second is not there"),
        _ => {
            let quote = &seen.asked.subjects[1].quote;
            (!seen.context.iter().any(|text| text.contains(quote)), "the second is not there")
        }
    });
    checks.into_iter().chain(lost).chain(other).find(|(holds, _)| !holds).map(|(_, problem)| problem)
}

#[test]
fn there_is_enough_of_everything() {
    let variants = suite(SEED);
    let names: BTreeSet<&str> = variants.iter().map(|variant| variant.name.as_str()).collect();
    assert_eq!(names.len(), variants.len(), "a name stands twice");
    let plants: Vec<&Plant> = variants.iter().flat_map(|variant| &variant.plants).collect();
    assert!(plants.len() >= 300, "{}", plants.len());
    let mut single: BTreeMap<Cause, usize> = BTreeMap::new();
    let mut pairs: BTreeSet<[Cause; 2]> = BTreeSet::new();
    for plant in &plants {
        match plant.causes.as_slice() {
            [one] => *single.entry(*one).or_default() += 1,
            [first, second] => {
                assert!(first < second, "{plant:?}");
                pairs.insert([*first, *second]);
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(Cause::ALL.iter().all(|(_, cause)| single.get(cause).is_some_and(|count| *count >= 12)), "{single:?}");
    assert!(pairs.len() >= 20, "{}", pairs.len());
}
