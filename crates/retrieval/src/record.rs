//! What a system recorded of one retrieval: the list at every stage, and the context that was sent.

use evidence::{Passage, SourceRange};

use crate::steps::Step;

/// Which context the generator was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// What was retrieved.
    #[default]
    Normal,
    /// The human-labelled evidence.
    Oracle,
    /// Nothing.
    NoContext,
}

impl Mode {
    /// Every mode with its name in files.
    pub const ALL: [(&'static str, Self); 3] =
        [("normal", Self::Normal), ("oracle", Self::Oracle), ("no-context", Self::NoContext)];
}

/// A stage whose list can be scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// First retrieval, before anything is taken out or moved.
    Candidates,
    /// After tenant, access, status and date filters.
    Filtered,
    /// After several lists became one.
    Fused,
    /// After reranking.
    Reranked,
    /// What fitted the budget.
    Packed,
    /// What the generator was really sent.
    Context,
}

impl Stage {
    /// Every stage with its name in files, in the order of the pipeline.
    pub const ALL: [(&'static str, Self); 6] = [
        ("candidates", Self::Candidates),
        ("filtered", Self::Filtered),
        ("fused", Self::Fused),
        ("reranked", Self::Reranked),
        ("packed", Self::Packed),
        ("context", Self::Context),
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// The stages whose list may stand for "the last ranked list before packing", the last first.
    pub const RANKED: [Self; 4] = [Self::Reranked, Self::Fused, Self::Filtered, Self::Candidates];
}

/// One entry of a stage list or of the context. What was not captured is `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Item {
    /// The passage's id.
    pub id: String,
    /// The score that ranked it; finite.
    pub score: Option<f64>,
    /// The document it was cut from.
    pub doc: Option<String>,
    /// That document's revision.
    pub rev: Option<String>,
    /// Where it stands in the document.
    pub range: Option<SourceRange>,
    /// The tenant that owns it.
    pub tenant: Option<String>,
    /// Its length in tokens, as the system counted.
    pub tokens: Option<u64>,
    /// Its text.
    pub text: Option<String>,
}

impl Item {
    /// Fills what the item does not say of itself from what is known of the same passage; the text only where it is wanted, since
    /// it is by far the largest part.
    pub fn fill_from(&mut self, known: &Self, with_text: bool) {
        let fill = |own: &mut Option<String>, other: &Option<String>| {
            if own.is_none() {
                own.clone_from(other);
            }
        };
        fill(&mut self.doc, &known.doc);
        fill(&mut self.rev, &known.rev);
        self.range = self.range.or(known.range);
        if with_text || self.range.is_none() {
            fill(&mut self.text, &known.text);
        }
    }
}

impl From<&Passage> for Item {
    fn from(passage: &Passage) -> Self {
        let Passage { id, doc, rev, range, text } = passage.clone();
        Self { id, doc, rev, range, text, ..Self::default() }
    }
}

/// How the retrieval ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// Lists were returned; they may be empty.
    Retrieved,
    /// The system said that it holds no adequate evidence.
    NoEvidence,
    /// The call failed; nothing may be read from its lists. With the error as recorded.
    Failed(String),
}

/// What was recorded of one question in one mode and repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The question's id.
    pub question: String,
    /// Which context the generator was given.
    pub mode: Mode,
    /// Which repeat, from 0.
    pub repeat: u32,
    /// How it ended.
    pub ending: Ending,
    /// The lists that were captured, in the order of the pipeline.
    pub stages: Vec<(Stage, Vec<Item>)>,
    /// The retrieval calls, where there were several; their lists are in `stages` already, by [`crate::steps::stages_of`].
    pub steps: Vec<Step>,
    /// What the index said it was.
    pub index_revision: Option<String>,
    /// The query as it was sent to the index; of several calls each step has its own.
    pub query_sent: Option<String>,
    /// Ids of passages that did not fit the budget; `None` where that was not captured.
    pub dropped: Option<Vec<String>>,
    /// How many tokens the context has, as the system counted; `None` where that was not captured.
    pub context_tokens: Option<u64>,
}

impl Record {
    /// Lists that were returned for a question, in normal mode; nothing else is known.
    pub fn new(question: impl Into<String>, stages: Vec<(Stage, Vec<Item>)>) -> Self {
        Self {
            question: question.into(),
            mode: Mode::Normal,
            repeat: 0,
            ending: Ending::Retrieved,
            stages,
            steps: Vec::new(),
            index_revision: None,
            query_sent: None,
            dropped: None,
            context_tokens: None,
        }
    }

    /// The list of a stage; `None` where it was not captured.
    pub fn stage(&self, stage: Stage) -> Option<&[Item]> {
        self.stages.iter().find(|(s, _)| *s == stage).map(|(_, items)| items.as_slice())
    }

    /// The last ranked list before packing that was captured, with its stage.
    pub fn ranked(&self) -> Option<(Stage, &[Item])> {
        Stage::RANKED.into_iter().find_map(|stage| Some((stage, self.stage(stage)?)))
    }
}
