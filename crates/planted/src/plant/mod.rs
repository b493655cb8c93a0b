//! What is planted: a file a cause, with the shapes in which it comes.
//!
//! A shape changes the corpus, the labels or the system for one subject of one question, as it happens to people, and knows nothing of how
//! it will be found. [`suite`] plants each shape in several questions, puts questions beside them that nothing was done to, and then plants
//! pairs of causes in questions that need two documents.

mod answered_unanswerable;
mod candidate_retrieval;
mod chunk_boundary;
mod citation_fault;
mod conflict_mishandled;
mod generation_misuse;
mod label_suspect;
mod lifecycle;
mod missing_content;
mod packing;
mod pairs;
mod parsing;
mod permission_filter;
mod query_representation;
mod rank;
mod unsupported_assertion;
mod wrong_abstention;

use std::collections::BTreeSet;

use crate::cause::Cause;
use crate::random::Random;
use crate::variant::{Plant, Variant};
use crate::world::{Asked, Sort, Subject, World, bulletin_words, document};

/// A question and which of its subjects a fault is planted in.
#[derive(Clone, Debug)]
pub struct Target {
    /// The question, as it was before.
    pub asked: Asked,
    /// The place of the subject.
    pub place: usize,
}

impl Target {
    /// The question's id.
    pub fn id(&self) -> &str {
        &self.asked.question.id
    }

    /// The subject.
    pub fn subject(&self) -> &Subject {
        &self.asked.subjects[self.place]
    }
}

/// One way in which a cause comes.
pub struct Shape {
    /// Its name.
    pub name: &'static str,
    /// In which questions it can be planted.
    pub fits: fn(&Asked) -> bool,
    /// What is changed.
    pub plant: fn(&mut Variant, &Target),
    /// Whether the change touches every question, so that those beside must be found at the first rank.
    pub is_tight: bool,
}

/// Every cause with its shapes.
pub const SHAPES: [(Cause, &[Shape]); 16] = [
    (Cause::LabelSuspect, &label_suspect::SHAPES),
    (Cause::MissingContent, &missing_content::SHAPES),
    (Cause::Parsing, &parsing::SHAPES),
    (Cause::Lifecycle, &lifecycle::SHAPES),
    (Cause::PermissionFilter, &permission_filter::SHAPES),
    (Cause::ChunkBoundary, &chunk_boundary::SHAPES),
    (Cause::QueryRepresentation, &query_representation::SHAPES),
    (Cause::CandidateRetrieval, &candidate_retrieval::SHAPES),
    (Cause::Rank, &rank::SHAPES),
    (Cause::Packing, &packing::SHAPES),
    (Cause::ConflictMishandled, &conflict_mishandled::SHAPES),
    (Cause::GenerationMisuse, &generation_misuse::SHAPES),
    (Cause::UnsupportedAssertion, &unsupported_assertion::SHAPES),
    (Cause::CitationFault, &citation_fault::SHAPES),
    (Cause::WrongAbstention, &wrong_abstention::SHAPES),
    (Cause::AnsweredUnanswerable, &answered_unanswerable::SHAPES),
];

/// In how many questions of a cause something is planted, over all its shapes.
const OF_A_CAUSE: usize = 21;

/// How many questions stand beside those of a variant.
const BESIDE: usize = 8;

/// Every variant of a seed.
pub fn suite(seed: u64) -> Vec<Variant> {
    let world = World::new(seed);
    let mut random = Random::new(seed ^ 0x706c_616e_7465_6421);
    let mut variants = Vec::new();
    for (cause, shapes) in &SHAPES {
        let each = OF_A_CAUSE.div_ceil(shapes.len());
        for shape in *shapes {
            variants.push(single(&world, &mut random, *cause, shape, each));
        }
    }
    variants.extend(pairs::variants(&world, &mut random));
    variants
}

/// A variant in which nothing is planted, with every question.
pub fn sound(seed: u64) -> Variant {
    let world = World::new(seed);
    let asked = world.asked.clone();
    Variant::new("sound".into(), &world, asked)
}

fn single(world: &World, random: &mut Random, cause: Cause, shape: &Shape, each: usize) -> Variant {
    let mut fit: Vec<Asked> = world.asked.iter().filter(|asked| (shape.fits)(asked)).cloned().collect();
    random.shuffle(&mut fit);
    // Of a document one question only: what is done to it would be done to the other as well.
    let mut taken: BTreeSet<String> = BTreeSet::new();
    fit.retain(|asked| {
        let docs: Vec<&String> = asked.subjects.iter().map(|subject| &subject.doc).collect();
        let is_free = docs.iter().all(|doc| !taken.contains(*doc)) && taken.len() < 2 * each;
        taken.extend(docs.into_iter().filter(|_| is_free).cloned());
        is_free
    });
    fit.truncate(each);
    let touched = touched_by(&fit);
    let mut asked = fit.clone();
    asked.extend(beside(world, random, &touched, shape.is_tight));
    let mut variant = Variant::new(format!("{}-{}", cause.name(), shape.name), world, asked);
    for asked in fit {
        let target = Target { place: asked.subjects.len() - 1, asked };
        (shape.plant)(&mut variant, &target);
        let question = target.id().to_owned();
        variant.plants.push(Plant { question, causes: vec![cause], shape: shape.name.to_owned() });
    }
    chunk_boundary::keep_whole(&mut variant);
    variant
}

/// The documents of some questions, and the names in them: a rewriter changes a name wherever it stands.
fn touched_by(asked: &[Asked]) -> BTreeSet<String> {
    let of = |subject: &Subject| [subject.doc.clone(), subject.name.clone()];
    let all = asked.iter().flat_map(|asked| asked.subjects.iter().flat_map(of));
    all.filter(|text| !text.is_empty()).collect()
}

/// Questions about documents and names that nothing is done to.
fn beside(world: &World, random: &mut Random, touched: &BTreeSet<String>, is_tight: bool) -> Vec<Asked> {
    let easy = [Sort::Plain, Sort::Row, Sort::Under, Sort::Policy, Sort::Board, Sort::Unanswerable];
    let is_free = |asked: &&Asked| {
        let untouched = |subject: &Subject| !touched.contains(&subject.doc) && !touched.contains(&subject.name);
        asked.subjects.iter().all(untouched) && (!is_tight || easy.contains(&asked.sort))
    };
    let mut free: Vec<Asked> = world.asked.iter().filter(is_free).cloned().collect();
    random.shuffle(&mut free);
    free.truncate(BESIDE);
    free
}

/// Puts notices before a subject's document: they are about the same, and answer nothing. Each has so many sentences.
fn flood(variant: &mut Variant, target: &Target, notices: usize, sentences: usize) {
    let subject = target.subject();
    for notice in 0..notices {
        let id = format!("{}-notice-{}", target.id(), notice + 1);
        let title = format!("Notice {} of the desk", notice + 1);
        variant.add(document(&id, "1", &title, bulletin_words(subject, sentences)));
    }
}
